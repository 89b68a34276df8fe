// Divides a Kernel into a part per lane and a part that exists once, and names its ports and values.
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "elaborate/context.hpp"
#include "spec/operations.hpp"
#include "spec/program.hpp"
#include "spec/stencil.hpp"
#include "support/lower_case.hpp"

namespace rtlgen::elaborate {

using plan::NodeSchedule;
using spec::Op;

namespace {

/// Ports of a Kernel with the name of a parameter. Taps and shared values give way to them.
std::set<std::string> parameter_ports(const Context& context) {
  std::set<std::string> names;
  for (const spec::Param& param : context.stencil.params) names.insert(lower_case("param_" + param.name));
  return names;
}

/// `wanted`, with a number if it is taken; marks the result as taken.
std::string free_port(const std::string& wanted, std::set<std::string>& taken) {
  std::string name = wanted;
  for (int n = 2; !taken.insert(lower_case(name)).second; ++n) name = fmt::format("{}_n{}", wanted, n);
  return name;
}

}  // namespace

std::vector<std::string> kernel_tap_ports(const Context& context, const plan::StagePlan& stage) {
  std::vector<std::string> names;
  std::set<std::string> taken = parameter_ports(context);
  for (const plan::TapPlan& t : stage.taps) {
    std::string name = context.stream_name(t.tap.stream);
    for (int a = context.stencil.axes; a-- > 0;) {
      const int o = t.tap.offset[static_cast<std::size_t>(a)];
      name += fmt::format("_{}{}{}", "xyz"[a], o < 0 ? "m" : "", o < 0 ? -o : o);
    }
    // The same cell read under two boundary rules is two taps.
    if (std::find(names.begin(), names.end(), name) != names.end()) name += fmt::format("_t{}", names.size());
    names.push_back(free_port(name, taken));
  }
  return names;
}

bool KernelParts::reads(const Context& context, spec::Op op, int index, bool in_shared) const {
  const auto& nodes = in_shared ? shared_nodes : lane_nodes;
  return std::any_of(nodes.begin(), nodes.end(), [&](spec::NodeId id) {
    const spec::Node& node = context.stencil.nodes[id];
    return node.op == op && node.index == index;
  });
}

std::string region_port(spec::RegionId region) { return fmt::format("in_region_{}", region.index()); }

std::string node_name(const Context& context, spec::NodeId id) {
  const spec::Node& node = context.stencil.nodes[id];
  if (node.op == Op::kStep) return "step";
  if (node.op == Op::kParam) return "param_" + context.stencil.params[node.param()].name;
  return fmt::format("n{}_{}", id.index(), spec::operation_of(node.op).signal);
}

KernelParts kernel_parts(const Context& context, const plan::StagePlan& stage) {
  KernelParts parts;
  std::map<spec::NodeId, const NodeSchedule*> schedule;
  for (const NodeSchedule& n : stage.kernel.nodes) schedule[n.node] = &n;
  const auto take = [&](spec::NodeId id, int cycle) {
    const bool leaf = context.stencil.nodes[id].args.empty();
    std::string port = node_name(context, id);
    const bool is_register = leaf && cycle == 0;
    if (!is_register) port += fmt::format("_s{}", cycle);
    parts.shared.push_back({id, cycle, port, is_register});
    parts.has_shared_module = parts.has_shared_module || !is_register;
  };
  // From the root down: a lane that reaches a shared value uses it instead of computing it.
  std::set<spec::NodeId> lane, shared;
  const spec::NodeId root = stage.kernel.nodes.back().node;
  if (schedule.at(root)->is_shared) take(root, stage.kernel.latency);
  std::vector<spec::NodeId> pending;
  const auto reach = [&](spec::NodeId id, std::set<spec::NodeId>& part) {
    if (part.insert(id).second && !schedule.at(id)->is_folded) pending.push_back(id);
  };
  const auto args_of = [&](spec::NodeId id) -> const std::vector<spec::NodeId>& { return schedule.at(id)->operands; };
  if (!schedule.at(root)->is_shared) reach(root, lane);
  while (!pending.empty()) {
    const spec::NodeId id = pending.back();
    pending.pop_back();
    for (const spec::NodeId arg : args_of(id)) {
      if (schedule.at(arg)->is_shared)
        take(arg, schedule.at(id)->start);
      else
        reach(arg, lane);
    }
  }
  for (const SharedValue& v : parts.shared) {
    if (!v.is_register) reach(v.node, shared);
  }
  while (!pending.empty()) {
    const spec::NodeId id = pending.back();
    pending.pop_back();
    for (const spec::NodeId arg : args_of(id)) reach(arg, shared);
  }
  std::sort(parts.shared.begin(), parts.shared.end());
  parts.shared.erase(std::unique(parts.shared.begin(), parts.shared.end()), parts.shared.end());
  std::set<std::string> taken = parameter_ports(context);
  for (const std::string& tap : kernel_tap_ports(context, stage)) taken.insert(lower_case(tap));
  for (SharedValue& v : parts.shared) {
    if (!v.is_register) v.port = free_port(v.port, taken);
  }
  parts.lane_nodes.assign(lane.begin(), lane.end());
  parts.shared_nodes.assign(shared.begin(), shared.end());
  return parts;
}

}  // namespace rtlgen::elaborate
