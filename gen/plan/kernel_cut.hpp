// How the pipelines of Kernels are cut.
#pragma once

#include "hw/cut.hpp"
#include "ops/request.hpp"

namespace rtlgen::plan {

/// How a Kernel's operators are cut into ranks. A rank more costs one cycle per run, a LUT is there for good.
inline constexpr hw::Cut kKernelCut = hw::Cut::kFewLuts;

/// Where the ranks of an operator go, of which there are as many as kKernelCut asks for.
struct Placement {
  hw::Cut cut;
  int period_ps;  ///< that a stage may take; 0: as little as it can
};

/// Shifts by digits have so few levels that spreading the ranks evenly takes fewer LUTs.
constexpr Placement placement_of(const ops::Request& request, int period_ps) {
  const bool aligned = request.operand.aligned || request.result.aligned;
  return aligned ? Placement{hw::Cut::kFewRanks, 0} : Placement{kKernelCut, period_ps};
}

}  // namespace rtlgen::plan
