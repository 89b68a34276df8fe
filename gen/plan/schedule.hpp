// Schedules a stage's expression graph on the device: which cycle each value appears in.
#pragma once

#include "plan/plan.hpp"

namespace rtlgen::plan {

/// Operator module for `node`, or nullopt when it is inline logic (selections, bit operations,
/// integer addition and comparison, also of fixed-point values where that is the same) or no operation at all.
std::optional<ops::Request> operator_request(const spec::Stencil& stencil, const spec::Node& node);

/// ASAP schedule for `period_ps`. `tap_arrival_ps[i]` is when the value of stage.taps[i] is ready
/// in Kernel cycle 0 (the boundary muxes in front). Fails when inline logic alone exceeds the clock.
Result<KernelPlan> schedule_kernel(const spec::Stencil& stencil, const StagePlan& stage,
                                   const std::vector<int>& tap_arrival_ps,
                                   const hw::DelayModel& device, int period_ps,
                                   Diagnostics& diagnostics);

/// Delay of a node that is inline logic, in ps.
int inline_delay(const spec::Stencil& stencil, const spec::Node& node,
                 const hw::DelayModel& device);

}  // namespace rtlgen::plan
