// Describes nodes with ranges from the analysis, latencies from operators, and costs from the area model.
#include "lsp/node_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <tuple>
#include <vector>

#include "analysis/meaning/ranges.hpp"
#include "contract/clock.hpp"
#include "hw/delay_model.hpp"
#include "hw/ir.hpp"
#include "model/area/cells.hpp"
#include "ops/operator.hpp"
#include "ops/request.hpp"
#include "plan/timing/schedule.hpp"
#include "spec/describe.hpp"
#include "spec/reach.hpp"
#include "spec/stencil.hpp"
#include "support/counted.hpp"

namespace rtlgen::lsp {

namespace {

constexpr std::size_t kLongest = 200;  ///< characters of a quoted expression

std::string number_text(double value) { return fmt::format("{:.6g}", value); }

/// "from 0 to 255"; "" if it is the whole range of the type.
std::string range_text(const spec::Stencil& stencil, spec::NodeId node) {
  const analysis::Range range = analysis::ranges_of(stencil).held[node];
  const analysis::Range whole = analysis::range_of(stencil.nodes[node].type);
  if (whole.within(range)) return "";
  return range.low == range.high ? "always " + number_text(range.low)
                                 : fmt::format("from {} to {}", number_text(range.low), number_text(range.high));
}

/// The cost of an operator on the description's device at its clock.
struct Cost {
  int cycles = 0;
  model::Area area;
  std::string name;
  bool is_too_slow = false;
};

/// None for leaves, constants, and logic within a pipeline stage. Each operator is built once.
std::optional<Cost> cost_of(const spec::Stencil& stencil, const spec::Node& node) {
  const hw::DelayModel* const device = hw::DelayModel::find(stencil.hardware.device);
  const bool is_constant = std::all_of(node.args.begin(), node.args.end(),
                                       [&](spec::NodeId arg) { return stencil.nodes[arg].op == spec::Op::kConstant; });
  if (device == nullptr || is_constant) return std::nullopt;
  const auto request = plan::operator_request(stencil, node);
  if (!request) return std::nullopt;
  static std::map<std::tuple<std::string, std::string, int>, Cost> known;
  const int period = contract::Clock::of_mhz(stencil.hardware.clock_mhz).period_ps;
  const auto [found, is_new] = known.try_emplace({ops::base_name(*request), device->name, period});
  Cost& cost = found->second;
  if (!is_new) return cost;
  cost.name = ops::base_name(*request);
  cost.is_too_slow = ops::least_period_for(*request, *device) > period;
  if (cost.is_too_slow) return cost;
  cost.cycles = ops::latency_for(*request, *device, period);
  cost.area = model::area_of(ops::build(*request, *device, cost.cycles), model::fabric_of(stencil.hardware.device));
  return cost;
}

std::string area_text(const model::Area& area, const model::Fabric& fabric) {
  std::string text = fmt::format("about {} {}", fabric.logic(area), fabric.logic_word());
  if (area.dsps > 0) text += ", " + counted(area.dsps, "DSP block");
  if (area.rams > 0) text += fmt::format(", {} {}", area.rams, fabric.ram_word);
  return text;
}

/// The cost of the operator, and of the whole expression below it: cycles along its longest path, and the sum of its
/// operators.
std::string cost_text(const spec::Stencil& stencil, spec::NodeId root) {
  const spec::Hardware& hardware = stencil.hardware;
  const model::Fabric& fabric = model::fabric_of(hardware.device);
  const std::vector<spec::NodeId> below = spec::nodes_below(stencil, root);
  std::map<spec::NodeId, int> ready;
  model::Area sum;
  int operators = 0;
  for (const spec::NodeId id : below) {
    const auto cost = cost_of(stencil, stencil.nodes[id]);
    int start = 0;
    for (const spec::NodeId arg : stencil.nodes[id].args) start = std::max(start, ready[arg]);
    ready[id] = start + (cost ? cost->cycles : 0);
    if (!cost) continue;
    if (cost->is_too_slow)
      return fmt::format("- hardware: `{}` does not reach {:g} MHz on {}\n", cost->name, hardware.clock_mhz,
                         hardware.device);
    ++operators;
    sum += cost->area;
  }
  const auto own = cost_of(stencil, stencil.nodes[root]);
  std::string out;
  if (own) {
    out = fmt::format("- operator: {} of latency, {} (`{}`, {:g} MHz on {})\n", counted(own->cycles, "cycle"),
                      area_text(own->area, fabric), own->name, hardware.clock_mhz, hardware.device);
  } else if (!stencil.nodes[root].args.empty()) {
    out = "- operator: logic within a pipeline stage\n";
  }
  if (operators > (own ? 1 : 0))
    out += fmt::format("- expression: {}, {} of latency, {}, before sharing\n", counted(operators, "operator"),
                       counted(ready[root], "cycle"), area_text(sum, fabric));
  return out;
}

const char* role_word(spec::Role role) {
  switch (role) {
    case spec::Role::kState:
      return "state field: carried from one time step to the next";
    case spec::Role::kInput:
      return "input field: no line assigns it";
    case spec::Role::kOutput:
      return "output field: no line reads it";
    case spec::Role::kTemporary:
      return "temporary: lives within one time step";
  }
  return "";
}

}  // namespace

std::string node_text(const spec::Stencil& stencil, spec::NodeId id) {
  const spec::Node& node = stencil.nodes[id];
  std::string text = spec::to_text(stencil, id);
  if (text.size() > kLongest) text = text.substr(0, kLongest) + " ...";
  std::string out = fmt::format("```\n{}\n```\n- type: `{}`, {} {}\n", text, node.type.name(), node.type.width,
                                node.type.width == 1 ? "bit" : "bits");
  if (const std::string range = range_text(stencil, id); !range.empty()) out += fmt::format("- value: {}\n", range);
  return out + cost_text(stencil, id);
}

std::string array_text(const spec::Stencil& stencil, spec::ArrayId id) {
  const spec::Array& array = stencil.arrays[id];
  std::string axes;
  for (std::size_t axis = 0; axis < static_cast<std::size_t>(stencil.axes); ++axis) {
    if (array.spans[axis]) axes += (axes.empty() ? "" : ", ") + std::string(1, "xyz"[axis]);
  }
  std::string out =
      fmt::format("- {}\n- type: `{}`, {} {}\n- boundary: `{}`\n", role_word(array.role), array.type.name(),
                  array.type.width, array.type.width == 1 ? "bit" : "bits", spec::boundary_text(stencil, array));
  if (array.held()) out += fmt::format("- axes: {}; loaded on chip before a run\n", axes.empty() ? "none" : axes);
  return out;
}

}  // namespace rtlgen::lsp
