// Timing of step tables; Kernels, trees and accumulators of monitors.
#include "plan/interface/scalars.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "hw/delay_model.hpp"
#include "plan/limits.hpp"
#include "plan/plan.hpp"
#include "spec/hardware.hpp"
#include "spec/stencil.hpp"
#include "support/diagnostics.hpp"
#include "support/index.hpp"
#include "support/lower_case.hpp"
#include "support/result.hpp"
#include "support/widths.hpp"

namespace rtlgen::plan {

namespace {

using spec::Op;
using spec::Reduction;

bool is_sum(const spec::Monitor& m) { return m.reduction == Reduction::kSum || m.reduction == Reduction::kSumSquares; }

/// The name of the cell's module. The module of its Kernel appends _kernel, and must not have the name of another
/// monitor's module.
std::string name_of_cell(const spec::Stencil& stencil, const spec::Monitor& monitor) {
  std::string cell = monitor.name + "_cell";
  const auto is_taken = [&](const spec::Monitor& other) {
    return lower_case(other.name) == lower_case(cell + "_kernel");
  };
  while (std::any_of(stencil.monitors.begin(), stencil.monitors.end(), is_taken)) cell += "_0";
  return stencil.name + "_monitor_" + cell;
}

/// Builds the expression that maps a cell to the value that is reduced.
class CellProgram {
 public:
  CellProgram(const spec::Stencil& stencil, const spec::Monitor& monitor)
      : field_(stencil.arrays[monitor.array].type), monitor_(monitor) {
    stencil_.name = name_of_cell(stencil, monitor);
    stencil_.file = stencil.file;
    stencil_.subnormals = stencil.subnormals;
    stencil_.rounding = stencil.rounding;
    stencil_.overflow = stencil.overflow;
    stencil_.hardware.clock_mhz = stencil.hardware.clock_mhz;
    stencil_.hardware.device = stencil.hardware.device;
    stencil_.hardware.device_where = stencil.hardware.device_where;
    stencil_.hardware.extents = spec::ExtentMode::kFixed;
  }

  /// Returns a stencil of one line, or nothing if the cell itself is reduced.
  std::optional<spec::Stencil> build() {
    spec::NodeId root;
    switch (monitor_.reduction) {
      case Reduction::kMin:
      case Reduction::kMax:
        return std::nullopt;
      case Reduction::kSum:
        if (field_ == monitor_.type) return std::nullopt;
        root = cast(tap("cell"));
        break;
      case Reduction::kSumSquares: {
        const spec::NodeId cell = tap("cell");
        root = cast(add(Op::kMul, field_, {cell, cell}));
        break;
      }
      case Reduction::kMaxChange:
        root = change();
        break;
    }
    const spec::Type type = stencil_.nodes[root].type;
    const spec::ArrayId folded = array("folded", type, spec::Role::kOutput);
    spec::Stage stage;
    stage.output = stencil_.streams.push_back({folded, spec::StageId(0)});
    stage.root = root;
    stage.where = monitor_.where;
    stencil_.stages.push_back(stage);
    spec::validate(stencil_);
    return std::move(stencil_);
  }

 private:
  spec::NodeId add(Op op, const spec::Type& type, std::vector<spec::NodeId> args) {
    return stencil_.nodes.push_back(spec::operation(op, type, std::move(args), monitor_.where));
  }

  spec::ArrayId array(const char* name, const spec::Type& type, spec::Role role) {
    spec::Array out;
    out.name = name;
    out.type = type;
    out.role = role;
    return stencil_.arrays.push_back(std::move(out));
  }

  spec::NodeId tap(const char* name) {
    const spec::ArrayId own = array(name, field_, spec::Role::kInput);
    const spec::NodeId id = add(Op::kTap, field_, {});
    stencil_.nodes.back().stream = stencil_.streams.push_back({own, {}});
    return id;
  }

  spec::NodeId constant(std::uint64_t bits) {
    return stencil_.nodes.push_back(spec::constant_node(field_, bits, monitor_.where));
  }

  spec::NodeId cast(spec::NodeId from) {
    return stencil_.nodes[from].type == monitor_.type ? from : add(Op::kCast, monitor_.type, {from});
  }

  /// |new - old|: floats with one rounding, other types exact and saturated.
  spec::NodeId change() {
    const spec::NodeId now = tap("cell");
    const spec::NodeId old = tap("previous");
    if (field_.is_float()) return add(Op::kAbs, field_, {add(Op::kSub, field_, {now, old})});
    const spec::NodeId high = add(Op::kMax, field_, {now, old});
    const spec::NodeId low = add(Op::kMin, field_, {now, old});
    const spec::NodeId difference = add(Op::kSub, field_, {high, low});
    if (!field_.is_signed()) return difference;
    // A difference that overflows wraps around to a negative number.
    const spec::NodeId zero = constant(0);
    const spec::NodeId largest = constant(field_.mask() >> 1);
    const spec::NodeId wrapped = add(Op::kLt, spec::Type::boolean(), {difference, zero});
    return add(Op::kSelect, field_, {wrapped, largest, difference});
  }

  spec::Type field_;
  const spec::Monitor& monitor_;
  spec::Stencil stencil_;
};

/// The shortest period of a registered addition or comparison, in ps.
int period_of(const hw::DelayModel& device, int bits) {
  return device.carry_base + device.carry_per_bit * bits + device.lut + device.register_overhead;
}

/// The most bits of a sum that one registered addition can compute within the period; 0 if none.
int segment_bits(const hw::DelayModel& device, int period_ps, int width) {
  int bits = width;
  while (bits > 0 && period_of(device, bits) > period_ps) --bits;
  return bits;
}

Failure refuse(const Target& target, const SourceLocation& where, const std::string& what, int needed_ps,
               Diagnostics& diagnostics) {
  refuse_clock(where, target, what + " needs", needed_ps, "", diagnostics);
  return {};
}

Result<MonitorPlan> monitor_of(const spec::Stencil& stencil, spec::MonitorId index, const Target& target, Memo& memo,
                               Diagnostics& diagnostics) {
  const spec::Monitor& monitor = stencil.monitors[index];
  MonitorPlan m;
  m.monitor = index;
  m.module = stencil.name + "_monitor_" + monitor.name;
  if (const auto program = CellProgram(stencil, monitor).build()) {
    auto cell = make_plan(*program, diagnostics, &memo);
    if (!cell) return Failure{};
    m.cell_latency = cell->executor.stages.front().kernel.latency;
    m.cell = std::make_shared<const Plan>(*std::move(cell));
  }
  const int lanes = stencil.hardware.cells_per_cycle;
  m.levels = lanes == 1 ? 0 : bits_for(lanes - 1);
  const int width = monitor.type.width;
  const int bits = segment_bits(target.device, target.clock.period_ps, width);
  if (!is_sum(monitor) && bits < width) {
    return refuse(target, monitor.where, fmt::format("comparing {} bits", width), period_of(target.device, width),
                  diagnostics);
  }
  if (bits == 0) return refuse(target, monitor.where, "adding a bit", period_of(target.device, 1), diagnostics);
  m.segments = is_sum(monitor) ? (width + bits - 1) / bits : 1;
  // A register before the tree, one per level, the accumulator, the result.
  m.latency = m.cell_latency + 1 + m.levels + 1 + 1 + (m.segments - 1);
  return m;
}

}  // namespace

bool monitors_change(const spec::Stencil& stencil, spec::ArrayId array) {
  return std::any_of(stencil.monitors.begin(), stencil.monitors.end(),
                     [&](const spec::Monitor& m) { return m.reduction == Reduction::kMaxChange && m.array == array; });
}

bool check_step_tables(const spec::Stencil& stencil, const Target& target, Diagnostics& diagnostics) {
  const hw::DelayModel& device = target.device;
  for (const spec::Param& param : stencil.params) {
    if (param.by_step.size() < 2) continue;
    // Logic levels: selection of the address, a table with as many address bits as a LUT has inputs, then 4:1
    // multiplexers.
    const int bits = bits_for(static_cast<std::int64_t>(param.by_step.size()) - 1);
    const int levels = 2 + (std::max(0, bits - device.lut_inputs) + 1) / 2;
    const int needed = levels * device.lut + device.register_overhead;
    if (needed <= target.clock.period_ps) continue;
    refuse_clock(param.where, target, fmt::format("a table of {} values needs", param.by_step.size()), needed,
                 ", shorten the list, or use an expression of step", diagnostics);
    return false;
  }
  return true;
}

Result<Monitors> monitors_of(const spec::Stencil& stencil, const Target& target, Memo& memo, Diagnostics& diagnostics) {
  Monitors monitors;
  for (const spec::MonitorId i : stencil.monitors.ids()) {
    auto monitor = monitor_of(stencil, i, target, memo, diagnostics);
    if (!monitor) return Failure{};
    monitors.latency = std::max(monitors.latency, monitor->latency + 1);
    monitors.plans.push_back(*std::move(monitor));
  }
  return monitors;
}

}  // namespace rtlgen::plan
