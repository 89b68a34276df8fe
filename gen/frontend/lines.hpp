// The lines of `update` in the order in which a time step computes them, those of `repeat` once for each turn.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "frontend/ast.hpp"
#include "spec/ids.hpp"
#include "spec/program.hpp"
#include "support/source_location.hpp"

namespace rtlgen::frontend {

struct Program;
struct YamlValue;

constexpr std::size_t kMostLines = 4096;  ///< of a time step with `repeat`, written out

/// One line of `update`.
struct Line {
  std::string target;
  SourceLocation where;
  const YamlValue* value = nullptr;  ///< its keys
  std::optional<Ast> ast;
  spec::ArrayId array;
  spec::Border border = spec::Border::kCompute;
  const YamlValue* arithmetic = nullptr;  ///< of this line, where it differs from the program's
};

/// Reads all lines and declares their temporaries. Needs the fields and parameters.
std::vector<Line> read_lines(Program& program);

}  // namespace rtlgen::frontend
