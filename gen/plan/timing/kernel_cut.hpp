// The cut of Kernel pipelines into stages. One more stage costs one cycle per run; one more LUT is a permanent cost.
#pragma once

#include "hw/cut.hpp"
#include "hw/delay_model.hpp"
#include "ops/request.hpp"

namespace rtlgen::plan {

/// The placement of an operator's pipeline registers.
struct Placement {
  hw::Cut cut;
  int period_ps;  ///< time per stage; 0: as short as possible
};

/// An operator has as many pipeline registers as `count` needs, and at least `least`.
struct KernelCut {
  hw::Cut count;
  int least;
  Placement placement;
};

/// The cut of an operator of a Kernel, or of a conversion at the ends of a core; measured in ADR 24.
///
/// Shifts by whole digits have so few levels that evenly spread registers take fewer LUTs. The shifts of a sum are one
/// LUT after the carry chains that compute their amounts, so a register between them gains nothing. With fewer than
/// four registers, the operands are also swapped in the same stage, which duplicates LUTs.
inline KernelCut kernel_cut(const ops::Request& request, const hw::DelayModel& device, int period_ps) {
  using enum hw::Cut;
  constexpr int kLeastOfSum = 4;
  if (!request.operand.aligned && !request.result.aligned) return {kFewLuts, 0, {kFewLuts, period_ps}};
  const Placement placement = {kFewStages, device.by_cells ? 0 : period_ps};
  const bool is_sum = request.function.op == spec::Op::kAdd || request.function.op == spec::Op::kSub;
  return is_sum ? KernelCut{kFewStages, kLeastOfSum, placement} : KernelCut{kFewLuts, 0, placement};
}

}  // namespace rtlgen::plan
