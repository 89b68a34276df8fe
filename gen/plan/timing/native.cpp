// A copy of the plan with types and bits converted back to IEEE, and Kernels rescheduled.
#include "plan/timing/native.hpp"

#include <algorithm>
#include <map>
#include <memory>

#include "ops/native.hpp"
#include "plan/plan.hpp"
#include "spec/aligned.hpp"
#include "spec/stencil.hpp"
#include "support/check.hpp"

namespace rtlgen::plan {

namespace {

std::uint64_t ieee_bits(const spec::Type& type, std::uint64_t bits) {
  return type.aligned ? spec::unaligned_bits(spec::unaligned(type), bits) : bits;
}

void to_ieee(spec::Type& type) {
  if (type.aligned) type = spec::unaligned(type);
}

void to_ieee(const spec::Type& type, spec::BoundaryRule& rule) {
  for (auto& b : rule)
    if (spec::is_constant(b)) b->constant = ieee_bits(type, b->constant);
}

/// The program of the lines. The casts between forms remain, but no longer change anything.
spec::Stencil in_ieee(const spec::Stencil& formed) {
  spec::Stencil plain = formed;
  for (spec::Array& array : plain.arrays) {
    to_ieee(array.type, array.boundary);
    to_ieee(array.type, array.boundary_high);
    to_ieee(array.type);
  }
  for (spec::Param& param : plain.params) {
    param.value = ieee_bits(param.type, param.value);
    for (std::uint64_t& value : param.by_step) value = ieee_bits(param.type, value);
    to_ieee(param.type);
  }
  for (spec::Node& node : plain.nodes) {
    if (node.op == spec::Op::kConstant) node.bits = ieee_bits(node.type, node.bits);
    if (node.op == spec::Op::kTap) to_ieee(node.type, node.boundary);
    to_ieee(node.type);
  }
  return plain;
}

void to_ieee(const spec::Type& type, TapPlan& tap) {
  to_ieee(type, tap.tap.boundary);
  for (analysis::AxisRead& read : tap.axis)
    for (analysis::EdgeCase& at : read.cases)
      if (at.is_constant) at.constant = ieee_bits(type, at.constant);
}

void to_ieee(ops::Request& request) {
  for (auto& constant : request.constants)
    if (constant) constant = ieee_bits(request.operand, *constant);
  to_ieee(request.operand);
  to_ieee(request.result);
}

/// Whether a request is a cast between forms, which is now a no-op and takes no cycle.
bool is_no_cast(const ops::Request& request) {
  return request.function == ops::Function(spec::Op::kCast) && request.operand == request.result;
}

/// Schedules every node as soon as its operands are ready; none becomes later.
void reschedule(KernelPlan& kernel) {
  std::map<spec::NodeId, int> ready;
  for (NodeSchedule& n : kernel.nodes) {
    if (!n.operands.empty() && !n.is_folded) {
      if (n.is_operator && (ops::has_native(n.request) || is_no_cast(n.request))) n.latency = 0;
      int start = 0;
      for (const spec::NodeId operand : n.operands) start = std::max(start, ready.at(operand));
      RTLGEN_CHECK(start <= n.start, "a native Kernel is later than the one it stands for");
      n.start = start;
      n.ready = start + n.latency;
    }
    ready[n.node] = n.ready;
  }
}

void make_native(const spec::Stencil& formed, ExecutorPlan& executor) {
  for (StagePlan& stage : executor.stages) {
    for (TapPlan& tap : stage.taps) to_ieee(formed.arrays[formed.streams[tap.tap.stream].array].type, tap);
    for (NodeSchedule& n : stage.kernel.nodes) {
      if (n.is_folded) n.folded = ieee_bits(formed.nodes[n.node].type, n.folded);
      to_ieee(n.request);
    }
    reschedule(stage.kernel);
  }
  for (MemoryPlan& memory : executor.memories) {
    const spec::Type& type = formed.arrays[executor.streams[memory.stream].array].type;
    if (type.aligned) memory.width = memory.width / type.width * spec::unaligned(type).width;
  }
  for (StagePlan& stage : executor.stages) {
    const spec::Type& type = formed.arrays[formed.streams[formed.stages[stage.stage].output].array].type;
    if (stage.mirror && type.aligned)
      stage.mirror->width = stage.mirror->width / type.width * spec::unaligned(type).width;
  }
  for (StreamPlan& stream : executor.streams) {
    const spec::Type& type = formed.arrays[stream.array].type;
    if (stream.results && type.aligned)
      stream.results->width = stream.results->width / type.width * spec::unaligned(type).width;
  }
}

}  // namespace

Plan native_plan(const Plan& plan) {
  Plan native = plan;
  if (plan.formed) native.formed = std::make_shared<const spec::Stencil>(in_ieee(*plan.formed));
  make_native(plan.inside(), native.executor);
  for (MonitorPlan& monitor : native.monitors)
    if (monitor.cell) monitor.cell = std::make_shared<const Plan>(native_plan(*monitor.cell));
  return native;
}

}  // namespace rtlgen::plan
