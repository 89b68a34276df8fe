// The assignments of a time step as lines of rtlgen's language: each over the whole grid, one after the other.
//
// In: a trace, whose effects are all needed, and where its accesses lie. Loops that hold several statements are taken
// apart where no value changes by it, and an assignment that reads its own array is one that reads old values, or a
// sweep. Throws Abandoned where neither is so.
#pragma once

#include <array>
#include <map>
#include <string>
#include <vector>

#include "import/c/layout.hpp"

namespace rtlgen::importer::c {

struct Line {
  std::string name{};  ///< of a local variable
  int let = -1;        ///< the value that it holds, or
  int field = -1;      ///< the field that it assigns
  ValuePtr value{};
  ValuePtr where{};
  std::vector<int> loops{};
  std::vector<Place> cell{};  ///< that it assigns, x first
  Span span{};
  char sweep = 0;            ///< 'y', 'z': reads of earlier rows or planes are its own results
  std::vector<int> reads{};  ///< accesses, those of values that are written in place included
};

struct Lines {
  std::vector<Line> lines;
  std::map<int, ValuePtr> inlined;  ///< lets that are written where they are used
};

Lines make_lines(const Trace& trace, const Layout& layout, const Reporter& reporter);

struct Offset {
  std::vector<std::int64_t> steps{};  ///< by axis of the field
  std::vector<std::size_t> axes{};    ///< of the grid
};

/// Where an access lies as seen from the line's cell.
Offset offset_of(const Line& line, int access, const Trace& trace, const Layout& layout, const Reporter& reporter);

}  // namespace rtlgen::importer::c
