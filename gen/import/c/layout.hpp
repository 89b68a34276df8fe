// Maps the elements of a program's arrays to cells of the grid.
//
// In: a trace. Out: fields, several for an array of arrays; the grid; for each access its field and its position by
// axis, x first. Every access is proven to be inside its array. Throws Abandoned.
#pragma once

#include <array>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "import/c/trace.hpp"

namespace rtlgen::importer::c {

/// An index along an axis: a loop variable plus an offset, or only the offset.
struct Place {
  int loop = -1;
  std::int64_t offset = 0;
  bool wraps = false;  ///< modulo the extent
  Range range{};       ///< all of its values
};

struct Field {
  int buffer = -1;
  std::string suffix{};                                ///< for one of several fields of an array
  std::vector<std::int64_t> parts{};                   ///< its constant indices, slowest first
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
  std::map<int, int> exchanges;    ///< by field: the field that replaces it in the next time step
  std::vector<std::int64_t> grid;  ///< x first
};

Layout lay_out(const Trace& trace, const Reporter& reporter);

}  // namespace rtlgen::importer::c
