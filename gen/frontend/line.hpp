// A line of `update` between reading and building.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "frontend/ast.hpp"
#include "frontend/expand.hpp"
#include "spec/ids.hpp"
#include "spec/program.hpp"
#include "support/source_location.hpp"

namespace rtlgen::frontend {

struct YamlValue;

/// Where a line holds.
struct LineRegion {
  const YamlValue* value = nullptr;  ///< the key; none: on the whole grid
  bool is_rest = false;              ///< what the lines before it leave
  spec::Region box;                  ///< otherwise
  SourceLocation where;
};

struct Line {
  std::string target;  ///< of one of a vector's lines its component, `t.r`
  int bundle = -1;     ///< of lines that a vector's line became: all of one number read what was before them
  std::string turn;    ///< "k = 3" of a line with `each`, for people
  SourceLocation where;
  const YamlValue* value = nullptr;  ///< its keys
  std::optional<Ast> ast;
  std::optional<Ast> condition;  ///< `where`
  spec::ArrayId array;
  spec::Border border = spec::Border::kCompute;
  int kept_width = 0;                     ///< `border: {keep: n}`
  const YamlValue* arithmetic = nullptr;  ///< of this line, where it differs from the program's
  LineRegion region;
  const YamlValue* order = nullptr;        ///< the key
  std::optional<spec::Sweep> sweep;        ///< what it says
  Turns turns;                             ///< of the `repeat` that it stands in
  std::vector<spec::Offset> reads;         ///< of arrays, as written; 0 along axes that wrap
  std::vector<spec::Offset> target_reads;  ///< of other cells of the target than its own
  bool reads_others = false;               ///< reads other cells of the other components of its vector
  bool reads_beside = false;               ///< reads the own cell of other components of its vector
};

/// Lines that become one stage: one, or several with regions that follow each other and assign one target.
struct LineGroup {
  std::size_t first = 0, count = 1;
  bool covers = true;                     ///< every cell of the grid is in a region of theirs
  std::optional<spec::Sweep> sweep = {};  ///< the order of the first line, which is that of all
};

/// A text on one line, for comments in generated files and for people.
std::string one_line(const std::string& text);

}  // namespace rtlgen::frontend
