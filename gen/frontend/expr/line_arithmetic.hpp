// Applies `arithmetic` of the program and of its lines to the values of lines.
#pragma once

#include "spec/ids.hpp"

namespace rtlgen::frontend {

class Graph;
struct Program;
struct YamlValue;

class LineArithmetic {
 public:
  LineArithmetic(Program& program, Graph& graph) : program_(program), graph_(graph) {}

  /// The value of a line in its arithmetic; `own`: the key of the line, or null to use the program's.
  spec::NodeId applied(spec::NodeId root, const YamlValue* own);

  /// Called after all lines: refuses an arithmetic of the program that applies to nothing.
  void check() const;

 private:
  spec::NodeId fused(spec::NodeId root, const YamlValue* own);
  spec::NodeId hardened(spec::NodeId root, const YamlValue* own);

  Program& program_;
  Graph& graph_;
  bool any_hard_ = false;  ///< some line has an operation for a hard block
};

}  // namespace rtlgen::frontend
