// `arithmetic` of the program and of its lines: what becomes of their values.
#pragma once

#include "spec/ids.hpp"

namespace rtlgen::frontend {

class Graph;
struct Program;
struct YamlValue;

class LineArithmetic {
 public:
  LineArithmetic(Program& program, Graph& graph) : program_(program), graph_(graph) {}

  /// The value of a line in its arithmetic; `own`: the key of the line, null where the program's holds.
  spec::NodeId applied(spec::NodeId root, const YamlValue* own);

  /// Refuses, after all lines, an arithmetic of the program for which nothing in it is.
  void check() const;

 private:
  spec::NodeId fused(spec::NodeId root, const YamlValue* own);
  spec::NodeId hardened(spec::NodeId root, const YamlValue* own);

  Program& program_;
  Graph& graph_;
  bool any_hard_ = false;  ///< a line has an operation for a hard block
};

}  // namespace rtlgen::frontend
