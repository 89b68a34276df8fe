// Where the elements of a program's arrays lie on the grid.
//
// In: a trace. Out: fields, of which an array of arrays has several; the grid; for each access its field and place by
// axis, x first. Every access is proven to lie in its array. Throws Abandoned.
#pragma once

#include <array>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "import/c/trace.hpp"

namespace rtlgen::importer::c {

/// An index along an axis: a loop's variable plus an offset, or the offset alone.
struct Place {
  int loop = -1;
  std::int64_t offset = 0;
  bool wraps = false;  ///< modulo the extent
  Range range{};       ///< all values that it takes
};

struct Field {
  int buffer = -1;
  std::string suffix{};                                ///< of one of several that an array holds
  std::vector<std::optional<std::int64_t>> extents{};  ///< x first
  bool is_stored = false;
  bool is_read = false;
  Span span{};
};

struct Spot {
  int field = -1;
  std::vector<Place> axes{};  ///< x first; as many as the field has
};

struct Layout {
  std::vector<Field> fields;
  std::map<int, Spot> spots;       ///< by access
  std::map<int, int> exchanges;    ///< by field: the one that is in its place in the next time step
  std::vector<std::int64_t> grid;  ///< x first
};

Layout lay_out(const Trace& trace, const Reporter& reporter);

}  // namespace rtlgen::importer::c
