// Prints a whole program for people to read; expression_text.cpp prints its expressions.
#include "spec/describe.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "spec/hardware.hpp"
#include "spec/mirror.hpp"
#include "spec/program.hpp"
#include "support/counted.hpp"
#include "support/index.hpp"
#include "support/numbers.hpp"
#include "support/safe_text.hpp"

namespace rtlgen::spec {

namespace {

const char* role_text(Role role) {
  switch (role) {
    case Role::kState:
      return "state";
    case Role::kInput:
      return "input";
    case Role::kOutput:
      return "output";
    case Role::kTemporary:
      return "temporary";
  }
  return "?";
}

/// The box that the taps of each array span, over all stages.
struct Window {
  std::set<Offset> taps;
  Offset low{};
  Offset high{};
};

std::map<ArrayId, Window> windows(const Program& stencil) {
  std::map<ArrayId, Window> out;
  for (const Node& node : stencil.nodes) {
    if (node.op != Op::kTap) continue;
    Window& window = out[stencil.streams[node.stream].array];
    for (std::size_t axis = 0; axis < kMaxAxes; ++axis) {
      const bool first = window.taps.empty();
      window.low[axis] = first ? node.offset[axis] : std::min(window.low[axis], node.offset[axis]);
      window.high[axis] = first ? node.offset[axis] : std::max(window.high[axis], node.offset[axis]);
    }
    window.taps.insert(node.offset);
  }
  return out;
}

std::string window_text(const Program& stencil, const Array& array, const Window& window) {
  std::string size;
  std::string range;
  for (int axis = 0; axis < stencil.axes; ++axis) {
    if (!array.spans[at(axis)]) continue;
    const int low = window.low[at(axis)];
    const int high = window.high[at(axis)];
    size += fmt::format("{}{}", size.empty() ? "" : " x ", high - low + 1);
    range += fmt::format(", {} {}..{}", "xyz"[axis], low, high);
  }
  if (size.empty()) return "a single value";
  return fmt::format("{} ({}{})", size, counted(window.taps.size(), "tap"), range);
}

/// " with axes [x, z], held on chip"; empty for an array with all axes.
std::string axes_text(const Program& stencil, const Array& array) {
  if (!array.held()) return "";
  std::string axes;
  for (int axis = 0; axis < stencil.axes; ++axis) {
    if (array.spans[at(axis)]) axes += fmt::format("{}{}", axes.empty() ? "" : ", ", "xyz"[axis]);
  }
  return fmt::format(" with axes [{}], held on chip", axes);
}

std::string grid_text(const Program& stencil) {
  std::string out;
  for (int axis = 0; axis < stencil.axes; ++axis) {
    out += fmt::format("{}{}", axis == 0 ? "" : " x ", stencil.grid[at(axis)]);
  }
  return out;
}

std::string data_text(const Program& stencil, const DataSource& source) {
  const std::string name = stencil.arrays[source.array].shown();
  switch (source.kind) {
    case DataKind::kFile:
      return fmt::format("{} from {}", name, safe::terminal(OutsideText(source.path)));
    case DataKind::kZero:
      return fmt::format("{} zero", name);
    case DataKind::kConstant:
      return fmt::format("{} constant {}", name, source.value);
    case DataKind::kRamp:
      return fmt::format("{} ramp from {} by {}", name, source.value, source.increment);
    case DataKind::kRandom:
      return fmt::format("{} random in [{}, {}), seed {}", name, source.low, source.high, source.seed);
    case DataKind::kExpression:
      return fmt::format("{} = {}", name, source.values->stages.back().text);
    case DataKind::kHotspot:
      return fmt::format("{}: a hot spot of value {} and radius {} on a background of {}", name, source.value,
                         source.radius, source.background);
  }
  return name;
}

/// The first values of a list.
std::string list_text(const Type& type, const std::vector<std::uint64_t>& values) {
  constexpr std::size_t kShown = 8;
  std::string line;
  for (std::size_t i = 0; i < std::min(kShown, values.size()); ++i)
    line += (i == 0 ? "" : ", ") + value_text(type, values[i]);
  if (values.size() > kShown) line += fmt::format(", ... ({} values)", values.size());
  return line;
}

std::string tables_text(const Program& stencil) {
  std::string out;
  for (const ValueTable& table : stencil.tables)
    out += fmt::format("  {:<11} {} = {}\n", table.name, table.type.name(), list_text(table.type, table.values));
  return out.empty() ? out : "tables\n" + out;
}

std::string params_text(const Program& stencil) {
  std::string runtime, by_step;
  for (const Param& param : stencil.params) {
    std::string line = fmt::format("  {:<11} {} = ", param.name, param.type.name());
    if (param.by_step.empty()) {
      runtime += line + value_text(param.type, param.value);
      if (param.next.valid()) runtime += "; next pass: " + to_text(stencil, param.next);
      runtime += "\n";
      continue;
    }
    by_step += line + list_text(param.type, param.by_step) + "\n";
  }
  return (runtime.empty() ? "" : "run-time parameters\n" + runtime) +
         (by_step.empty() ? "" : "parameters by time step\n" + by_step);
}

std::string monitors_text(const Program& stencil) {
  static constexpr const char* kReductions[] = {"max_change", "sum", "sum_squares", "min", "max"};
  std::string out = stencil.monitors.empty() ? "" : "after every pass\n";
  for (const Monitor& monitor : stencil.monitors) {
    out += fmt::format("  {:<11} {} = {} of {}\n", monitor.name, monitor.type.name(),
                       kReductions[static_cast<int>(monitor.reduction)], stencil.arrays[monitor.array].shown());
  }
  if (stencil.until.valid()) out += fmt::format("  until {}\n", to_text(stencil, stencil.until));
  return out;
}

}  // namespace

std::string describe(const Program& stencil) {
  std::string out = fmt::format("stencil {}", stencil.name);
  if (!stencil.description.empty()) out += ": " + safe::paragraph(stencil.description);
  out += "\n";
  if (!stencil.source.empty()) out += fmt::format("  source      {}\n", safe::paragraph(stencil.source));
  out += fmt::format("  grid        {} ({}), {}\n", grid_text(stencil), counted_text(stencil.cells(), "cell"),
                     counted_text(stencil.iterations, "time step"));
  if (stencil.subnormals == Subnormals::kFlush) out += "  subnormals  flushed to zero\n";
  const auto is_fixed = [](const Node& node) { return node.type.is_fixed(); };
  if (std::any_of(stencil.nodes.begin(), stencil.nodes.end(), is_fixed)) {
    out += fmt::format("  fixed point rounds {}, {} on overflow\n",
                       stencil.rounding == Rounding::kTruncate ? "down (truncate)" : "to nearest even",
                       stencil.overflow == Overflow::kSaturate ? "saturates" : "wraps");
  }
  const auto spans = windows(stencil);
  out += "arrays\n";
  for (const ArrayId i : stencil.arrays.ids()) {
    const Array& array = stencil.arrays[i];
    out += fmt::format("  {:<11} {} {}{}, boundary {}\n", array.shown(), array.type.name(), role_text(array.role),
                       axes_text(stencil, array), boundary_text(stencil, array));
    const auto span = spans.find(i);
    if (span != spans.end()) out += fmt::format("  {:<11} window {}\n", "", window_text(stencil, array, span->second));
  }
  out += params_text(stencil);
  out += tables_text(stencil);
  out += "one time step\n";
  for (const Stage& stage : stencil.stages) {
    const Array& array = stencil.arrays[stencil.streams[stage.output].array];
    const char* border = stage.border == Border::kKeep     ? " (border: keep)"
                         : stage.border == Border::kIgnore ? " (border: ignore)"
                                                           : "";
    const std::string order = stage.sweep    ? fmt::format(" (order: {})", stage.sweep->text())
                              : stage.mirror ? fmt::format(" ({})", mirror_text(*stage.mirror))
                                             : "";
    out += fmt::format("  {}: {} = {}{}{}\n", array.shown(), array.type.name(), to_text(stencil, stage.root), border,
                       order);
  }
  out += monitors_text(stencil);
  if (!stencil.inputs.empty()) out += "start data\n";
  for (const DataSource& source : stencil.inputs) out += fmt::format("  {}\n", data_text(stencil, source));
  return out;
}

std::string mirror_text(int mirror) {
  return mirror == kTransposed ? "x and y exchanged" : fmt::format("reversed along {}", "xyz"[at(mirror)]);
}

std::string describe_hardware(const Hardware& hardware) {
  std::string out =
      fmt::format("hardware\n  {} per cycle, {} per pass, {} MHz on {}{}\n", counted(hardware.cells_per_cycle, "cell"),
                  counted(hardware.steps, "step"), hardware.clock_mhz, hardware.device,
                  hardware.extents == ExtentMode::kFixed ? ", extents fixed" : "");
  if (!hardware.board.empty()) out += fmt::format("  board {}\n", safe::terminal(hardware.board));
  if (hardware.kernels > 1) out += fmt::format("  kernels {}\n", hardware.kernels);
  if (hardware.arithmetic != ArithmeticForm::kAuto)
    out += fmt::format("  arithmetic {}\n", hardware.arithmetic == ArithmeticForm::kIeee ? "ieee" : "aligned");
  return out;
}

}  // namespace rtlgen::spec
