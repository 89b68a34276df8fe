// An OpenCL kernel of work items in the model of Wang et al., HPCA 2016: basic blocks in sequences, branches and loops,
// with parameters of a launch and a device. Pure values; frontend reads them from YAML (docs/advice.md),
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
  double cycles = 1;  ///< #Cycle_k: length of its critical path
  std::vector<MemoryOp> ops;
  double trip = 1;  ///< #Trip_k of a loop with only this block, divided by the unrolling factor
  int unroll = 1;   ///< UL
};

/// A kernel: a block, a sequence of parts, a branch between parts, or a loop around them.
struct Node {
  enum class Kind { kBlock, kSequence, kBranch, kLoop } kind = Kind::kBlock;
  Block block;
  std::vector<Node> parts;
  double trip = 1;  ///< iterations of a loop
};

struct Device {
  int banks = 2;         ///< each completes one transaction per cycle
  int transaction = 64;  ///< #Mem_trans_width in bytes; the paper's text says bits
  double latency = 120;  ///< #DRAM_lat in clocks; the paper gives no value
  double clock_hz = 250e6;
  std::array<double, 3> used{0.3, 0.3,
                             0.3};  ///< U: fractions of logic, memory and DSPs in use, including the board's own
  std::array<double, 3> free{0.83, 0.89, 1.0};  ///< I: fractions that the board leaves free
};

struct Launch {
  double work_items = 1;  ///< already divided by the SIMD width
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
