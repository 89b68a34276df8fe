// The performance model of Wang, He, Zhang and Jiang, "A Performance Analysis Framework for Optimizing OpenCL
// Applications on FPGAs", HPCA 2016: equations 1 to 24. A kernel consists of basic blocks in sequences, branches and
// loops; work items stream through them. The paper contradicts itself in some places (papers' notes); `Reading` selects
// the printed form, or one with the limits that the text describes.
#pragma once

#include <string>
#include <vector>

#include "spec/opencl.hpp"

namespace rtlgen::model::wang2016 {

using spec::opencl::Block;
using spec::opencl::Device;
using spec::opencl::Launch;
using spec::opencl::MemoryOp;
using spec::opencl::Node;

/// kPrinted: equations 2, 5 and 23 as printed. kConsistent: whole transactions, bursts of at least one, and 23 with the
/// saturated time.
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
  double cycles = 0;             ///< equations 7 to 9
  double seconds = 0;            ///< equation 6
  double parallelism = 0;        ///< MTP: equations 15 and 16
  double potential_compute = 0;  ///< B_comp: equation 20
  double potential_memory = 0;   ///< B_mem: equation 21
  double potential_balance = 0;  ///< B_balance: equation 22
  double potential_items = 0;    ///< B_itpp: equation 23
  std::vector<BlockResult> blocks;
};

Result analyse(const Node& kernel, const Launch& launch, const Device& device, Reading reading);

}  // namespace rtlgen::model::wang2016
