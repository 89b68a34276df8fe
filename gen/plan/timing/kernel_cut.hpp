// How the pipelines of Kernels are cut. One more rank costs one cycle per run; one more LUT is a permanent cost.
#pragma once

#include "hw/cut.hpp"
#include "hw/delay_model.hpp"
#include "ops/request.hpp"

namespace rtlgen::plan {

/// How the ranks of an operator are placed.
struct Placement {
  hw::Cut cut;
  int period_ps;  ///< time that a stage may take; 0: as little as possible
};

/// An operator has as many ranks as `count` needs, and at least `least`.
struct KernelCut {
  hw::Cut count;
  int least;
  Placement placement;
};

/// How to cut an operator of a Kernel, or a conversion at the ends of a core; measured in ADR 24.
///
/// Shifts by whole digits have so few levels that evenly spread ranks take fewer LUTs. The shifts of a sum are one LUT
/// behind the carry chains that compute their amounts, so a rank between them gains nothing. With fewer than four
/// ranks, the operands are also swapped in the same stage, which duplicates LUTs.
inline KernelCut kernel_cut(const ops::Request& request, const hw::DelayModel& device, int period_ps) {
  using enum hw::Cut;
  constexpr int kLeastOfSum = 4;
  if (!request.operand.aligned && !request.result.aligned) return {kFewLuts, 0, {kFewLuts, period_ps}};
  const Placement placement = {kFewRanks, device.by_cells ? 0 : period_ps};
  const bool is_sum = request.function.op == spec::Op::kAdd || request.function.op == spec::Op::kSub;
  return is_sum ? KernelCut{kFewRanks, kLeastOfSum, placement} : KernelCut{kFewLuts, 0, placement};
}

}  // namespace rtlgen::plan
