// How the pipelines of Kernels are cut.
#pragma once

#include "hw/cut.hpp"
#include "ops/request.hpp"

namespace rtlgen::plan {

/// How a Kernel's operators are cut into ranks. A rank more costs one cycle per run, a LUT is there for good.
inline constexpr hw::Cut kKernelCut = hw::Cut::kFewLuts;

/// Where the ranks of one go, of which there are as many as kKernelCut asks for: shifts by digits have so few levels
/// that spreading the ranks evenly takes fewer LUTs.
constexpr hw::Cut placement_of(const ops::Request& request) {
  return request.operand.aligned || request.result.aligned ? hw::Cut::kFewRanks : kKernelCut;
}

}  // namespace rtlgen::plan
