// A stage as a list of row operations with buffers to put their results in.
#pragma once

#include <vector>

#include "spec/axes.hpp"
#include "spec/ids.hpp"

namespace rtlgen::spec {
struct Program;
struct Stage;
}  // namespace rtlgen::spec

namespace rtlgen::golden {

/// One node of a stage, ready to run.
struct Instruction {
  spec::NodeId node;
  int slot = -1;           ///< buffer for the result; free again after its last reader
  bool canonical = false;  ///< its NaNs are visible: make them the one quiet NaN
  std::vector<int> args;   ///< indices into the program's code
};

struct Program {
  std::vector<Instruction> code;  ///< operands before their readers; the last one is the root
  int slots = 0;
};

/// The nodes that `stage` needs.
Program compile(const spec::Program& stencil, const spec::Stage& stage);

/// How far the reads of a stage reach (and reached before sharing) below and above the cell, by axis. An axis has no
/// outside for a read that wraps along it.
struct Reach {
  spec::Offset low{};
  spec::Offset high{};
};

Reach reach_of(const spec::Program& stencil, const spec::Stage& stage, const Program& program);

}  // namespace rtlgen::golden
