// Schedules the expression graph of a stage: the cycle in which each value appears.
#pragma once

#include <optional>
#include <vector>

#include "ops/memo.hpp"
#include "support/result.hpp"

namespace rtlgen::analysis {
struct StageReads;
}
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

struct DspChoice;
struct KernelPlan;
struct TapTiming;
struct Target;

/// The request for `node`, which must have operands, whether it becomes a module or logic.
ops::Request request_of(const spec::Program& stencil, const spec::Node& node);

/// The operator that would compute `node`, even if the Kernel writes it as inline logic; nullopt for leaves and
/// for nodes without an operator (selections, bit operations, shifts).
std::optional<ops::Request> operation_of(const spec::Program& stencil, const spec::Node& node);

/// The operator module for `node`; nullopt if it is inline logic (selections, bit operations, integer addition and
/// comparison, and the fixed-point operations that equal these) or not an operation.
std::optional<ops::Request> operator_request(const spec::Program& stencil, const spec::Node& node);

/// ASAP schedule. The tap of each of `reads` is ready when its boundary multiplexers are (`taps`, in the same order).
/// Fails if inline logic, or the multiplexers of one axis alone, take more than the period.
Result<KernelPlan> schedule_kernel(const spec::Stencil& stencil, const analysis::StageReads& reads,
                                   const std::vector<TapTiming>& taps, const DspChoice& dsp, const Target& target,
                                   Diagnostics& diagnostics, ops::Memo& operators);

/// Delay in ps of a node that is inline logic.
int inline_delay(const spec::Stencil& stencil, const spec::Node& node, const hw::DelayModel& device);

}  // namespace rtlgen::plan
