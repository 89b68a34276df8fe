// The plan as JSON, for test benches, models, reports, projects and hosts.
#include "contract/manifest.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "contract/core_interface.hpp"
#include "hw/delay_model.hpp"
#include "ops/operator.hpp"
#include "plan/plan.hpp"
#include "spec/mirror.hpp"
#include "spec/program.hpp"
#include "spec/stencil.hpp"
#include "support/check.hpp"

namespace rtlgen::plan {

namespace {

using Json = nlohmann::ordered_json;

const char* storage(Storage s) {
  switch (s) {
    case Storage::kRegister:
      return "register";
    case Storage::kShiftRegister:
      return "shift register";
    case Storage::kDistributed:
      return "distributed";
    case Storage::kBlock:
      return "block";
    case Storage::kUltra:
      return "ultra";
  }
  return "?";
}

/// Names of a vector's components, in the order of their bits; empty for other ports.
Json components(const Plan& plan, const contract::Port& port) {
  Json names = Json::array();
  if (port.field == plan.stencil->arrays[spec::ArrayId(port.index)].name) return names;
  for (const int a : port.arrays) names.push_back(plan.stencil->arrays[spec::ArrayId(a)].component);
  return names;
}

Json ports(const Plan& plan) {
  Json list = Json::array();
  for (const contract::Port& p : plan.core.ports) {
    Json port = {{"name", p.name},
                 {"width", p.width},
                 {"direction", p.is_input ? "in" : "out"},
                 {"role", contract::role_name(p.role)}};
    const bool loads = p.role == contract::PortRole::kLoadValid || p.role == contract::PortRole::kLoadLast ||
                       p.role == contract::PortRole::kLoadData;
    const bool late = p.role == contract::PortRole::kLateValid || p.role == contract::PortRole::kLateReady;
    if (loads || late || p.role == contract::PortRole::kInData || p.role == contract::PortRole::kOutData) {
      port["field"] = p.field;
      port["type"] = plan.stencil->arrays[spec::ArrayId(p.index)].type.name();
      if (const Json names = components(plan, p); !names.empty()) port["components"] = names;
    }
    if (p.role == contract::PortRole::kParam) {
      const spec::Param& q = plan.stencil->params[spec::ParamId(p.index)];
      port["type"] = q.type.name();
      port["default_bits"] = fmt::format("{:#x}", q.value);
    }
    if (p.role == contract::PortRole::kMonitor) {
      const spec::Monitor& m = plan.stencil->monitors[spec::MonitorId(p.index)];
      port["type"] = m.type.name();
      port["field"] = plan.stencil->arrays[m.array].name;
    }
    list.push_back(port);
  }
  return list;
}

Json monitors(const Plan& plan) {
  Json list = Json::array();
  for (const MonitorPlan& m : plan.monitors) {
    list.push_back({{"name", plan.stencil->monitors[m.monitor].name},
                    {"module", m.module},
                    {"cell_latency", m.cell_latency},
                    {"levels", m.levels},
                    {"segments", m.segments},
                    {"latency", m.latency}});
  }
  return list;
}

Json streams(const Plan& plan) {
  Json list = Json::array();
  for (const StreamPlan& s : plan.executor.streams) {
    const bool another = !plan.stencil->streams.contains(s.stream);  // source of a held array, own results
    const int stage = another ? -1 : plan.stencil->streams[s.stream].stage.index();
    Json words = Json::array();
    for (const WindowWord& w : s.words) {
      words.push_back({{"name", w.name}, {"behind_newest", contract::to_json(w.distance)}, {"lanes", w.lanes}});
    }
    const auto word = [&](int index) {
      return index < 0 ? std::string("wire") : s.words[static_cast<std::size_t>(index)].name;
    };
    Json delays = Json::array();
    for (const Segment& d : s.segments) {
      delays.push_back({{"from", word(d.from)},
                        {"to", word(d.to)},
                        {"lanes", d.lanes},
                        {"words", d.max_depth},
                        {"lead", d.lead},
                        {"storage", storage(d.storage)},
                        {"memory", d.memory}});
    }
    list.push_back({{"array", plan.stencil->arrays[s.array].name},
                    {"stage", stage},
                    {"lag", contract::to_json(s.lag)},
                    {"ready_cycle", s.ready_cycle},
                    {"buffered_words", s.buffered_words},
                    {"buffered_cells", s.buffered_cells},
                    {"words", words},
                    {"delays", delays}});
    if (s.results) {
      list.back()["results"] = {{"of_stage", s.results->stage.index()},
                                {"depth", s.results->max_depth},
                                {"width", s.results->width},
                                {"storage", storage(s.results->storage)},
                                {"ram_blocks", s.results->ram_blocks}};
    }
    if (const auto* made = another || stage < 0 ? nullptr : &plan.executor.stages[spec::StageId(stage)];
        made != nullptr && made->mirror) {
      const MirrorPlan* const mirror = &*made->mirror;
      list.back()["mirror"] = {{"axis", mirror->axis == spec::kTransposed ? "xy" : std::string(1, "xyz"[mirror->axis])},
                               {"depth", mirror->words},
                               {"storage", storage(mirror->storage)},
                               {"ram_blocks", mirror->ram_blocks}};
    }
    if (!s.source) continue;
    list.back()["source"] = {{"depth", s.source->depth},
                             {"width", s.source->width},
                             {"storage", storage(s.source->storage)},
                             {"ram_blocks", s.source->ram_blocks}};
  }
  return list;
}

/// The arrays that a host loads before a run: words in order, x first, at the compiled maximum of the extents.
Json held(const Plan& plan) {
  Json list = Json::array();
  for (const contract::Port& port : plan.core.ports_of(contract::PortRole::kLoadData)) {
    const spec::Array& array = plan.stencil->arrays[spec::ArrayId(port.index)];
    Json axes = Json::array();
    for (int axis = 0; axis < plan.core.axes; ++axis) {
      if (array.spans[static_cast<std::size_t>(axis)]) axes.push_back(std::string(1, "xyz"[axis]));
    }
    list.push_back(
        {{"field", port.field},
         {"axes", axes},
         {"cells_per_word", lanes_of(array, plan.core.cells_per_cycle)},
         {"words", array_shape(array, plan.core.frame_extents(plan.core.maximum), plan.core.cells_per_cycle).words()}});
  }
  return list;
}

Json stages(const Plan& plan) {
  Json list = Json::array();
  for (const StagePlan& s : plan.executor.stages) {
    Json operators = Json::array();
    for (const NodeSchedule& n : s.kernel.nodes) {
      if (!n.is_operator || n.is_folded) continue;
      operators.push_back(
          {{"operator", ops::base_name(n.request)}, {"latency", n.latency}, {"start", n.start}, {"ready", n.ready}});
    }
    const char* const borders[] = {"compute", "keep", "ignore"};
    list.push_back({{"target", s.name},
                    {"border", borders[static_cast<int>(plan.stencil->stages[s.stage].border)]},
                    {"expression", plan.stencil->stages[s.stage].text},
                    {"kernel", s.kernel.module},
                    {"lag", contract::to_json(s.lag)},
                    {"sample_cycle", s.sample_cycle},
                    {"kernel_latency", s.kernel.latency},
                    {"operators", operators}});
  }
  return list;
}

Json memories(const Plan& plan) {
  Json list = Json::array();
  for (const MemoryPlan& m : plan.executor.memories) {
    list.push_back({{"name", m.name},
                    {"depth", m.depth},
                    {"width", m.width},
                    {"storage", storage(m.storage)},
                    {"ram_blocks", m.ram_blocks},
                    {"ultra_rams", m.ultra_rams}});
  }
  return list;
}

/// Order of the keys in the manifest.
constexpr const char* kKeys[] = {"format",        "name",
                                 "top",           "cells_per_cycle",
                                 "steps",         "hops",
                                 "device",        "period_ps",
                                 "extents",       "frame",
                                 "ghosts",        "block",
                                 "total_lag",     "total_lag_words",
                                 "total_latency", "gap",
                                 "output_fifo",   "ports",
                                 "held",          "executor",
                                 "monitors",      "monitor_latency",
                                 "row_unit",      "shell",
                                 "axis"};

}  // namespace

std::string manifest_json(const Plan& plan) {
  const contract::CoreInterface& core = plan.core;
  Json all = contract::to_json(core);
  all["format"] = "rtlgen-manifest-1";
  all["name"] = plan.stencil->name;
  all["device"] = plan.device->name;
  all["period_ps"] = plan.clock.period_ps;
  all["frame"] = {{"row_words", plan.frame.row_words}, {"rows", plan.frame.rows}, {"planes", plan.frame.planes}};
  all["total_lag_words"] = plan.frame.count(core.total_lag);
  all["output_fifo"] = {{"depth", plan.fifo_depth}, {"width", plan.fifo_width}};
  all["ports"] = ports(plan);
  if (!core.held_arrays.empty()) all["held"] = held(plan);
  all["executor"] = {{"lag", contract::to_json(plan.executor.lag)},
                     {"latency", plan.executor.latency},
                     {"bypass", plan.executor.has_bypass},
                     {"streams", streams(plan)},
                     {"stages", stages(plan)},
                     {"memories", memories(plan)}};
  if (!plan.monitors.empty()) {
    all["monitors"] = monitors(plan);
    all["monitor_latency"] = core.monitor_latency;
  }
  if (plan.shell) {
    all["row_unit"] = core.row_unit;
    all["shell"] = contract::to_json(*plan.shell, core.axes);
  }
  if (plan.stream_top) all["axis"] = contract::to_json(*plan.stream_top);
  Json manifest;
  for (const char* key : kKeys) {
    if (all.contains(key)) manifest[key] = all[key];
  }
  RTLGEN_CHECK(manifest.size() == all.size(), "a key of the manifest is missing in kKeys");
  return manifest.dump(2) + "\n";
}

}  // namespace rtlgen::plan
