// Names of the modules of streams: all modules of a design are in one namespace, and several kinds contain a name that
// the user chose.
#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "elaborate/context.hpp"
#include "plan/plan.hpp"
#include "spec/stencil.hpp"
#include "support/lower_case.hpp"

namespace rtlgen::elaborate {

namespace {

/// Names of modules, without the stencil's name.
using ModuleNames = std::set<std::string>;

/// Modules that exist once, or once per stage or monitor.
ModuleNames names_without_streams(const plan::Plan& plan) {
  ModuleNames names = {"core", "executor", "frame_in", "frame_out", "position", "position_turned"};
  const auto inside = [&](const std::string& module) {
    return lower_case(module.substr(plan.inside().name.size() + 1));
  };
  for (const plan::StagePlan& stage : plan.executor.stages) {
    names.insert(lower_case(fmt::format("position_{}_{}", stage.stage.index(), stage.name)));
    names.insert(inside(stage.kernel.module));
    names.insert(inside(shared_kernel_module(stage)));
  }
  for (const plan::MonitorPlan& monitor : plan.monitors) {
    names.insert(inside(monitor.module));
    if (monitor.cell) names.insert(inside(monitor.cell->executor.stages.front().kernel.module));
  }
  return names;
}

/// The modules that a stream called `stem` has.
ModuleNames names_of_stream(const plan::Plan& plan, const plan::StreamPlan& stream, const std::string& stem) {
  ModuleNames names;
  if (stream.buffered) {
    const std::size_t groups = dimension_ranges(stream).size();
    for (std::size_t group = 0; group < groups; ++group) names.insert(lower_case(dimension_name(stem, groups, group)));
  }
  if (stream.source) names.insert({lower_case(source_name(stem)), lower_case(source_position_name(stem))});
  if (stream.results) names.insert(lower_case(stem));
  const bool is_turned = std::any_of(plan.executor.stages.begin(), plan.executor.stages.end(), [&](const auto& stage) {
    return stage.mirror && plan.inside().stages[stage.stage].output == stream.stream;
  });
  if (is_turned) names.insert(lower_case(mirror_name(stem)));
  return names;
}

}  // namespace

std::string dimension_name(const std::string& stem, std::size_t groups, std::size_t group) {
  const std::string name = stem + "_dimension";
  return groups == 1 ? name : fmt::format("{}_{}", name, group);
}
std::string source_name(const std::string& stem) { return stem + "_source"; }
std::string source_position_name(const std::string& stem) { return "position_" + stem; }
std::string mirror_name(const std::string& stem) { return stem + "_mirror"; }

IndexVector<spec::StreamId, std::string> module_stems(const plan::Plan& plan,
                                                      const IndexVector<spec::StreamId, std::string>& streams) {
  ModuleNames taken = names_without_streams(plan);
  IndexVector<spec::StreamId, std::string> stems;
  for (const plan::StreamPlan& stream : plan.executor.streams) {
    const std::string& name = streams[stream.stream];
    std::string stem = name;
    ModuleNames wanted = names_of_stream(plan, stream, stem);
    const auto is_taken = [&](const std::string& module) { return taken.contains(module); };
    for (int n = 2; std::any_of(wanted.begin(), wanted.end(), is_taken); ++n) {
      stem = fmt::format("{}_{}", name, n);
      wanted = names_of_stream(plan, stream, stem);
    }
    taken.merge(wanted);
    stems.push_back(std::move(stem));
  }
  return stems;
}

}  // namespace rtlgen::elaborate
