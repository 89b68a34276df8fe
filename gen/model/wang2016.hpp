// The performance model of Wang, He, Zhang and Jiang, "A Performance Analysis Framework for Optimizing OpenCL Applications on FPGAs",
// HPCA 2016: equations 1 to 24. A kernel is basic blocks under sequences, branches and loops; work items stream through them.
// Where the paper contradicts itself, `Reading` chooses (papers' notes): as printed, or so that the limits are what the text says.
#pragma once

#include <array>
#include <string>
#include <vector>

namespace rtlgen::model::wang2016 {

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
  double trip = 1;    ///< #Trip_k of a loop that is this block alone, divided by the unrolling
  int unroll = 1;     ///< UL
};

/// A kernel: a block, or parts one after another, or of which one is taken, or a loop around them.
struct Node {
  enum class Kind { kBlock, kSequence, kBranch, kLoop } kind = Kind::kBlock;
  Block block;
  std::vector<Node> parts;
  double trip = 1;  ///< of a loop
};

struct Device {
  int banks = 2;             ///< each gives a transaction a clock
  int transaction = 64;      ///< #Mem_trans_width: bytes; the text says bits
  double latency = 120;      ///< #DRAM_lat, clocks; the paper has no value
  double clock_hz = 250e6;
  std::array<double, 3> used{0.3, 0.3, 0.3};     ///< U: part of logic, memory, DSPs in use, the board's own included
  std::array<double, 3> free{0.83, 0.89, 1.0};   ///< I: part that the board leaves
};

struct Launch {
  double work_items = 1;  ///< divided by the SIMD width already
  int compute_units = 1;
  int simd = 1;
};

/// kPrinted: equations 2, 5 and 23 as they stand. kConsistent: whole transactions, bursts of at least one, and 23 with the saturated time.
enum class Reading { kPrinted, kConsistent };

struct BlockResult {
  std::string name;
  double compute_least = 0;  ///< equation 11
  double compute = 0;        ///< equation 12
  double transactions = 0;   ///< equation 14
  double memory = 0;         ///< equations 13 and 17
  double memory_least = 0;   ///< equation 24
  double cycles = 0;         ///< equation 10
  double work_items = 0;     ///< equation 19, in flight
};

struct Result {
  double cycles = 0;   ///< equations 7 to 9
  double seconds = 0;  ///< equation 6
  double parallelism = 0;  ///< MTP: equations 15 and 16
  double potential_compute = 0;  ///< B_comp: equation 20
  double potential_memory = 0;   ///< B_mem: equation 21
  double potential_balance = 0;  ///< B_balance: equation 22
  double potential_items = 0;    ///< B_itpp: equation 23
  std::vector<BlockResult> blocks;
};

Result analyse(const Node& kernel, const Launch& launch, const Device& device, Reading reading);

}  // namespace rtlgen::model::wang2016
