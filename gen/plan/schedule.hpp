// Schedules a stage's expression graph on the device: which cycle each value appears in.
#pragma once

#include "ops/memo.hpp"
#include "support/result.hpp"

namespace rtlgen::hw {
struct DelayModel;
}

namespace rtlgen::ops {
struct Request;
}

namespace rtlgen::spec {
struct Node;
struct Program;
struct Stencil;
}  // namespace rtlgen::spec

namespace rtlgen::plan {

struct KernelPlan;
struct StagePlan;

/// The request that `node`, which has operands, is: of a module or of logic.
ops::Request request_of(const spec::Program& stencil, const spec::Node& node);

/// What an operator would compute for `node`, also where the Kernel writes it as inline logic; nullopt for
/// what no operator does (selections, bit operations, shifts) and for leaves.
std::optional<ops::Request> operation_of(const spec::Program& stencil, const spec::Node& node);

/// Operator module for `node`, or nullopt when it is inline logic (selections, bit operations,
/// integer addition and comparison, also of fixed-point values where that is the same) or no operation at all.
std::optional<ops::Request> operator_request(const spec::Program& stencil, const spec::Node& node);

/// ASAP schedule for `period_ps`. Taps are ready when their boundary multiplexers are (stage.taps).
/// Fails when inline logic or one axis' multiplexers alone exceed the clock.
Result<KernelPlan> schedule_kernel(const spec::Stencil& stencil, const StagePlan& stage, const hw::DelayModel& device,
                                   int period_ps, Diagnostics& diagnostics, ops::Memo& operators);

/// Delay of a node that is inline logic, in ps.
int inline_delay(const spec::Stencil& stencil, const spec::Node& node, const hw::DelayModel& device);

}  // namespace rtlgen::plan
