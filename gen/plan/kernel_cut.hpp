// How the pipelines of Kernels are cut.
#pragma once

#include <algorithm>

#include "hw/cut.hpp"
#include "hw/delay_model.hpp"
#include "ops/request.hpp"

namespace rtlgen::plan {

/// How a Kernel's operators are cut into ranks. A rank more costs one cycle per run, a LUT is there for good.
inline constexpr hw::Cut kKernelCut = hw::Cut::kFewLuts;

/// Where the ranks of an operator go.
struct Placement {
  hw::Cut cut;
  int period_ps;  ///< that a stage may take; 0: as little as it can
};

constexpr bool is_aligned_sum(const ops::Request& r) {
  return r.operand.aligned && (r.function.op == spec::Op::kAdd || r.function.op == spec::Op::kSub);
}

/// How many ranks an operator has, of what `latency_for` says of a cut. A shift by digits is one LUT behind the carry
/// chain that its amount comes from: a rank between them gains nothing. With fewer than four ranks the operands are
/// swapped in the same stage too, and LUTs are copied.
template <typename LatencyFor>
int kernel_ranks(const ops::Request& request, const LatencyFor& latency_for) {
  constexpr int kLeastOfSum = 4;
  return is_aligned_sum(request) ? std::max(kLeastOfSum, latency_for(hw::Cut::kFewRanks)) : latency_for(kKernelCut);
}

/// Shifts by digits have so few levels that they take fewer LUTs without kKernelCut, and where delays are those of
/// cells with ranks that are spread evenly.
inline Placement placement_of(const ops::Request& request, const hw::DelayModel& device, int period_ps) {
  const bool aligned = request.operand.aligned || request.result.aligned;
  if (!aligned) return {kKernelCut, period_ps};
  return {hw::Cut::kFewRanks, device.by_cells ? 0 : period_ps};
}

}  // namespace rtlgen::plan
