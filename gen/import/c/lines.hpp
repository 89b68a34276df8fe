// The assignments of a time step as lines of rtlgen's language: each over the whole grid, one after the other.
//
// In: a trace, all of whose effects are needed, and the layout of its accesses. Loops with several statements are split
// if that changes no value. An assignment that reads its own array must read only old values, or be a sweep. Throws
// Abandoned otherwise.
#pragma once

#include <array>
#include <map>
#include <string>
#include <vector>

#include "import/c/layout.hpp"

namespace rtlgen::importer::c {

struct Line {
  std::string name{};  ///< name of a local variable
  int let = -1;        ///< the value of a local variable, or
  int field = -1;      ///< the field that it assigns
  ValuePtr value{};
  ValuePtr where{};
  std::vector<int> loops{};
  std::vector<Place> cell{};  ///< the cell that it assigns, x first
  Span span{};
  char sweep = 0;            ///< 'y', 'z': reads of earlier rows or planes are its own results
  std::vector<int> reads{};  ///< accesses, including those of inlined values
};

struct Lines {
  std::vector<Line> lines;
  std::map<int, ValuePtr> inlined;  ///< lets that are inlined
};

Lines make_lines(const Trace& trace, const Layout& layout, const Reporter& reporter);

struct Offset {
  std::vector<std::int64_t> steps{};  ///< by axis of the field
  std::vector<std::size_t> axes{};    ///< axes of the grid
};

/// The offset of an access from the line's cell.
Offset offset_of(const Line& line, int access, const Trace& trace, const Layout& layout, const Reporter& reporter);

}  // namespace rtlgen::importer::c
