// How the pipelines of Kernels are cut. A rank more costs one cycle per run, a LUT is there for good.
#pragma once

#include "hw/cut.hpp"
#include "hw/delay_model.hpp"
#include "ops/request.hpp"

namespace rtlgen::plan {

/// Where the ranks of an operator go.
struct Placement {
  hw::Cut cut;
  int period_ps;  ///< that a stage may take; 0: as little as it can
};

/// An operator has as many ranks as `count` asks for, and no fewer than `least`.
struct KernelCut {
  hw::Cut count;
  int least;
  Placement placement;
};

/// Of a Kernel's operator, or a conversion at the ends of a core; measured in ADR 24.
///
/// Shifts by digits have so few levels that evenly spread ranks take fewer LUTs. A sum's shifts are one LUT behind the
/// carry chains that their amounts come from: a rank between them gains nothing. With fewer than four ranks its
/// operands are swapped in the same stage too, and LUTs are copied.
inline KernelCut kernel_cut(const ops::Request& request, const hw::DelayModel& device, int period_ps) {
  using enum hw::Cut;
  constexpr int kLeastOfSum = 4;
  if (!request.operand.aligned && !request.result.aligned) return {kFewLuts, 0, {kFewLuts, period_ps}};
  const Placement placement = {kFewRanks, device.by_cells ? 0 : period_ps};
  const bool is_sum = request.function.op == spec::Op::kAdd || request.function.op == spec::Op::kSub;
  return is_sum ? KernelCut{kFewRanks, kLeastOfSum, placement} : KernelCut{kFewLuts, 0, placement};
}

}  // namespace rtlgen::plan
