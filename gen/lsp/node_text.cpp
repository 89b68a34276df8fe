// Asks analysis for ranges, operators for latencies and the area model for costs.
#include "lsp/node_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>

#include "analysis/meaning/ranges.hpp"
#include "hw/delay_model.hpp"
#include "hw/ir.hpp"
#include "model/area/cells.hpp"
#include "ops/operator.hpp"
#include "ops/request.hpp"
#include "plan/schedule.hpp"
#include "spec/describe.hpp"
#include "spec/stencil.hpp"

namespace rtlgen::lsp {

namespace {

constexpr std::size_t kLongest = 200;  ///< characters of an expression that is quoted

std::string number_text(double value) { return fmt::format("{:.6g}", value); }

/// "from 0 to 255"; "": the type's own range.
std::string range_text(const spec::Stencil& stencil, spec::NodeId node) {
  const analysis::Range range = analysis::ranges_of(stencil).held[node];
  const analysis::Range whole = analysis::range_of(stencil.nodes[node].type);
  if (whole.within(range)) return "";
  return range.low == range.high ? "always " + number_text(range.low)
                                 : fmt::format("from {} to {}", number_text(range.low), number_text(range.high));
}

/// Operands that are known when compiled.
std::optional<ops::Request> request_for(const spec::Stencil& stencil, const spec::Node& node) {
  const bool is_constant = std::all_of(node.args.begin(), node.args.end(),
                                       [&](spec::NodeId arg) { return stencil.nodes[arg].op == spec::Op::kConstant; });
  if (node.args.empty() || is_constant) return std::nullopt;
  return plan::operator_request(stencil, node);
}

std::string cost_text(const spec::Stencil& stencil, const spec::Node& node) {
  const hw::DelayModel* const device = hw::DelayModel::find(stencil.hardware.device);
  if (device == nullptr || node.args.empty()) return "";
  const auto request = request_for(stencil, node);
  if (!request) return "- hardware: logic within a pipeline stage\n";
  constexpr double kPicoseconds = 1e6;
  const int period = static_cast<int>(kPicoseconds / stencil.hardware.clock_mhz);
  if (ops::least_period_for(*request, *device) > period)
    return fmt::format("- hardware: does not reach {:g} MHz on {}\n", stencil.hardware.clock_mhz, device->name);
  const int latency = ops::latency_for(*request, *device, period);
  const model::Fabric& fabric = model::fabric_of(stencil.hardware.device);
  const model::Area area = model::area_of(ops::build(*request, *device, latency), fabric);
  std::string cost = fmt::format("about {} {}", fabric.logic(area), fabric.logic_word());
  if (area.dsps > 0) cost += fmt::format(", {} DSP {}", area.dsps, area.dsps == 1 ? "block" : "blocks");
  if (area.rams > 0) cost += fmt::format(", {} {}", area.rams, fabric.ram_word);
  return fmt::format("- hardware: {} {} of latency, {} (`{}`, {:g} MHz on {})\n", latency,
                     latency == 1 ? "cycle" : "cycles", cost, ops::base_name(*request), stencil.hardware.clock_mhz,
                     device->name);
}

const char* role_word(spec::Role role) {
  switch (role) {
    case spec::Role::kState:
      return "state field: goes from one time step to the next";
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
  return out + cost_text(stencil, node);
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
