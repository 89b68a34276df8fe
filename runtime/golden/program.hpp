// A stage as a list of row operations with buffers for their results.
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
  int slot = -1;           ///< buffer for the result, free again after its last reader
  bool canonical = false;  ///< its NaNs are visible, so convert them to the one quiet NaN
  bool uniform = false;    ///< equal in all cells and rows: no slot
  bool pieces = false;     ///< a tap that only chains read, whose row need not be contiguous
  std::vector<int> args;   ///< indices into the program's code
  /// A term of a chain (golden/chains.hpp), which reads its values and factors instead of the node's operands: indices
  /// into `args`.
  struct Term {
    int value = 0;
    int scale = -1;  ///< -1: 1
    bool negative = false;
  };
  std::vector<Term> chain = {};
};

struct Program {
  std::vector<Instruction> code;  ///< operands before their readers; the last one is the root
  int slots = 0;
  int low = 0, high = 0;  ///< reach along x of taps that may be in pieces
};

/// Compiles the nodes that `stage` needs; `chains`: each chain of additions is one instruction.
Program compile(const spec::Program& stencil, const spec::Stage& stage, bool chains = false);

/// The reach of a stage's reads (including reads before sharing) below and above the cell, by axis. An axis has no
/// outside for a read that wraps along it.
struct Reach {
  spec::Offset low{};
  spec::Offset high{};
};

Reach reach_of(const spec::Program& stencil, const spec::Stage& stage, const Program& program);

}  // namespace rtlgen::golden
