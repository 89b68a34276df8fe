// A line of `update`, after reading and before its nodes are built.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "frontend/expr/ast.hpp"
#include "frontend/expr/expand.hpp"
#include "spec/ids.hpp"
#include "spec/program.hpp"
#include "support/source_location.hpp"

namespace rtlgen::frontend {

struct YamlValue;

/// The region of a line.
struct LineRegion {
  const YamlValue* value = nullptr;  ///< value of the key; null: the whole grid
  bool is_rest = false;              ///< the cells that earlier lines leave
  spec::Region box;                  ///< otherwise
  SourceLocation where;
};

struct Line {
  std::string target;  ///< for a line of a vector: its component, `t.r`
  int bundle =
      -1;  ///< lines made from one line of a vector have the same number, and read the values from before all of them
  std::string turn;  ///< "k = 3" for a line with `each`, for messages
  SourceLocation where;
  const YamlValue* value = nullptr;  ///< with its keys
  std::optional<Ast> ast;
  std::optional<Ast> condition;  ///< `where`
  spec::ArrayId array;
  spec::Border border = spec::Border::kCompute;
  int kept_width = 0;                     ///< `border: {keep: n}`
  const YamlValue* arithmetic = nullptr;  ///< setting of this line, if it differs from the program's
  LineRegion region;
  const YamlValue* order = nullptr;        ///< value of the key
  std::optional<spec::Sweep> sweep;        ///< the parsed order
  Turns turns;                             ///< turns of the enclosing `repeat`
  std::vector<spec::Offset> reads;         ///< offsets of its reads, as written; 0 along axes that wrap
  std::vector<spec::Offset> target_reads;  ///< offsets of its reads of other cells of the target
  bool reads_others = false;               ///< reads other cells of other components of its vector
  bool reads_beside = false;               ///< reads the current cell of other components of its vector
};

/// The lines of one stage: one line, or consecutive lines with regions and the same target.
struct LineGroup {
  std::size_t first = 0, count = 1;
  bool covers = true;                     ///< their regions cover the whole grid
  std::optional<spec::Sweep> sweep = {};  ///< the order of the first line, which all have
};

/// A text on one line, for comments in generated files and for messages.
std::string one_line(const std::string& text);

}  // namespace rtlgen::frontend
