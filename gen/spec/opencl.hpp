// A kernel of work items as the model of Wang et al., HPCA 2016, sees it: basic blocks under sequences, branches and
// loops, with what a launch and a device give them. Pure values; frontend reads them from YAML (docs/advice.md),
// model/wang2016.hpp computes with them.
#pragma once

#include <array>
#include <string>
#include <vector>

namespace rtlgen::spec::opencl {

/// One load or store of a work item.
struct MemoryOp {
  int bytes = 4;
  bool is_coalesced = true;
};

/// A basic block, a leaf of the kernel.
struct Block {
  std::string name;
  double cycles = 1;  ///< #Cycle_k: its critical path
  std::vector<MemoryOp> ops;
  double trip = 1;  ///< #Trip_k of a loop that is this block alone, divided by the unrolling
  int unroll = 1;   ///< UL
};

/// A kernel: a block, or parts one after another, or of which one is taken, or a loop around them.
struct Node {
  enum class Kind { kBlock, kSequence, kBranch, kLoop } kind = Kind::kBlock;
  Block block;
  std::vector<Node> parts;
  double trip = 1;  ///< of a loop
};

struct Device {
  int banks = 2;         ///< each gives one transaction per cycle
  int transaction = 64;  ///< #Mem_trans_width: bytes; the text says bits
  double latency = 120;  ///< #DRAM_lat, clocks; the paper has no value
  double clock_hz = 250e6;
  std::array<double, 3> used{0.3, 0.3, 0.3};    ///< U: part of logic, memory, DSPs in use, the board's own included
  std::array<double, 3> free{0.83, 0.89, 1.0};  ///< I: part that the board leaves
};

struct Launch {
  double work_items = 1;  ///< divided by the SIMD width already
  int compute_units = 1;
  int simd = 1;
};

/// The contents of a file.
struct Program {
  std::string name, description, source;
  Device device;
  Launch launch;
  Node kernel;
};

}  // namespace rtlgen::spec::opencl
