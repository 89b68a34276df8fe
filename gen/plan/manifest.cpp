// The plan as JSON: what test benches, models, reports, projects and hosts read.
#include <fmt/format.h>

#include <iterator>
#include <nlohmann/json.hpp>
#include <utility>

#include "plan/plan.hpp"

namespace rtlgen::plan {

namespace {

using Json = nlohmann::ordered_json;

Json distance(const Distance& d) { return {{"planes", d.planes}, {"rows", d.rows}, {"words", d.words}}; }

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
  }
  return "?";
}

constexpr std::pair<PortRole, const char*> kRoleNames[] = {{PortRole::kClock, "clock"},
                                                           {PortRole::kReset, "reset"},
                                                           {PortRole::kLoadValid, "load_valid"},
                                                           {PortRole::kLoadLast, "load_last"},
                                                           {PortRole::kLoadData, "load_data"},
                                                           {PortRole::kRowWords, "row_words"},
                                                           {PortRole::kRows, "rows"},
                                                           {PortRole::kPlanes, "planes"},
                                                           {PortRole::kPlaneWords, "plane_words"},
                                                           {PortRole::kTail, "tail"},
                                                           {PortRole::kExtentX, "nx"},
                                                           {PortRole::kPhaseX, "phase_x"},
                                                           {PortRole::kPhaseY, "phase_y"},
                                                           {PortRole::kPhaseZ, "phase_z"},
                                                           {PortRole::kGridWords, "grid_words"},
                                                           {PortRole::kGridRows, "grid_rows"},
                                                           {PortRole::kBlocksX, "blocks_x"},
                                                           {PortRole::kBlocksY, "blocks_y"},
                                                           {PortRole::kGap, "gap"},
                                                           {PortRole::kPasses, "passes"},
                                                           {PortRole::kBypass, "bypass"},
                                                           {PortRole::kFirstStep, "first_step"},
                                                           {PortRole::kParam, "param"},
                                                           {PortRole::kInValid, "in_valid"},
                                                           {PortRole::kInReady, "in_ready"},
                                                           {PortRole::kInData, "in_data"},
                                                           {PortRole::kOutValid, "out_valid"},
                                                           {PortRole::kOutReady, "out_ready"},
                                                           {PortRole::kOutData, "out_data"},
                                                           {PortRole::kDone, "done"},
                                                           {PortRole::kConfigError, "config_error"},
                                                           {PortRole::kMonitorValid, "monitor_valid"},
                                                           {PortRole::kMonitor, "monitor"},
                                                           {PortRole::kLateValid, "late_valid"},
                                                           {PortRole::kLateReady, "late_ready"}};
static_assert(std::size(kRoleNames) == static_cast<std::size_t>(PortRole::kLateReady) + 1);

const char* role(PortRole r) {
  for (const auto& [port_role, name] : kRoleNames) {
    if (port_role == r) return name;
  }
  return "?";
}

Json ports(const Plan& plan) {
  Json list = Json::array();
  for (const Port& p : plan.core.ports) {
    Json port = {
        {"name", p.name}, {"width", p.width}, {"direction", p.is_input ? "in" : "out"}, {"role", role(p.role)}};
    const bool loads = p.role == PortRole::kLoadValid || p.role == PortRole::kLoadLast || p.role == PortRole::kLoadData;
    const bool late = p.role == PortRole::kLateValid || p.role == PortRole::kLateReady;
    if (loads || late || p.role == PortRole::kInData || p.role == PortRole::kOutData) {
      const spec::Array& a = plan.stencil->arrays[static_cast<std::size_t>(p.index)];
      port["field"] = a.name;
      port["type"] = a.type.name();
    }
    if (p.role == PortRole::kParam) {
      const spec::Param& q = plan.stencil->params[static_cast<std::size_t>(p.index)];
      port["type"] = q.type.name();
      port["default_bits"] = fmt::format("{:#x}", q.value);
    }
    if (p.role == PortRole::kMonitor) {
      const spec::Monitor& m = plan.stencil->monitors[static_cast<std::size_t>(p.index)];
      port["type"] = m.type.name();
      port["field"] = plan.stencil->arrays[static_cast<std::size_t>(m.array)].name;
    }
    list.push_back(port);
  }
  return list;
}

Json monitors(const Plan& plan) {
  Json list = Json::array();
  for (const MonitorPlan& m : plan.monitors) {
    list.push_back({{"name", plan.stencil->monitors[static_cast<std::size_t>(m.monitor)].name},
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
    const bool another = static_cast<std::size_t>(s.stream) >= plan.stencil->streams.size();  // source of a held array
    const int stage = another ? -1 : plan.stencil->streams[static_cast<std::size_t>(s.stream)].stage;
    Json words = Json::array();
    for (const WindowWord& w : s.words) {
      words.push_back({{"name", w.name}, {"behind_newest", distance(w.distance)}, {"lanes", w.lanes}});
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
    list.push_back({{"array", plan.stencil->arrays[static_cast<std::size_t>(s.array)].name},
                    {"stage", stage},
                    {"lag", distance(s.lag)},
                    {"ready_cycle", s.ready_cycle},
                    {"buffered_words", s.buffered_words},
                    {"buffered_cells", s.buffered_cells},
                    {"words", words},
                    {"delays", delays}});
    if (!s.source) continue;
    list.back()["source"] = {{"depth", s.source->depth},
                             {"width", s.source->width},
                             {"storage", storage(s.source->storage)},
                             {"ram_blocks", s.source->ram_blocks}};
  }
  return list;
}

/// What a host loads before a run: words in order, x first, at the compiled maximum of the extents.
Json held(const Plan& plan) {
  Json list = Json::array();
  for (const int a : plan.core.held_arrays) {
    const spec::Array& array = plan.stencil->arrays[static_cast<std::size_t>(a)];
    Json axes = Json::array();
    for (int axis = 0; axis < plan.core.axes; ++axis) {
      if (array.spans[static_cast<std::size_t>(axis)]) axes.push_back(std::string(1, "xyz"[axis]));
    }
    list.push_back(
        {{"field", array.name},
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
    list.push_back(
        {{"target", s.name},
         {"border", borders[static_cast<int>(plan.stencil->stages[static_cast<std::size_t>(s.stage)].border)]},
         {"expression", plan.stencil->stages[static_cast<std::size_t>(s.stage)].text},
         {"kernel", s.kernel.module},
         {"lag", distance(s.lag)},
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
                    {"ram_blocks", m.ram_blocks}});
  }
  return list;
}

Json shell_streams(const Shell& shell) {
  Json list = Json::array();
  for (const ShellStream& s : shell.streams) {
    Json numbers = Json::object();
    for (const auto& [port, value] : s.numbers) numbers[port] = value;
    list.push_back({{"field", s.name},
                    {"direction", s.is_out ? "out" : "in"},
                    {"held", s.is_held},
                    {"cell_bits", s.cell_bits},
                    {"lanes", s.lanes},
                    {"word_bits", s.word_bits},
                    {"axes", s.axes},
                    {"grid_axis", s.grid_axis},
                    {"blocked", s.blocked},
                    {"wraps", s.wraps},
                    {"ping_pong", s.ping_pong},
                    {"buffers", s.buffers},
                    {"numbers", numbers}});
  }
  return list;
}

/// The registers into `top`, which has them.
void put_map(Json& top, const RegisterMap& map) {
  Json numbers = Json::object();
  for (const auto& [port, value] : map.core_numbers) numbers[port] = value;
  Json list = Json::array();
  for (const BusRegister& r : map.registers) {
    list.push_back({{"name", r.name},
                    {"offset", r.offset},
                    {"bits", r.bits},
                    {"access", r.is_status ? "read" : "write"},
                    {"meaning", r.meaning}});
  }
  top["address_bits"] = map.address_bits;
  top["core_numbers"] = numbers;
  top["registers"] = list;
}

/// What stands between memory and core, and the registers by which a host runs it.
Json shell_json(const Shell& shell, int axes) {
  Json channels = Json::array();
  for (const ShellChannel& c : shell.channels) channels.push_back(c.number);
  Json top = {{"module", shell.module},
              {"axes", axes},
              {"bus_bits", shell.bus_bits},
              {"bus_mhz", shell.bus_mhz},
              {"burst_beats", shell.burst_beats},
              {"fifo_beats", 1 << shell.fifo_log2},
              {"outstanding", shell.outstanding},
              {"group", shell.group},
              {"channels", channels},
              {"streams", shell_streams(shell)}};
  put_map(top, shell.map);
  return top;
}

/// The streams that take the place of memory.
Json stream_top_json(const StreamTop& top) {
  Json list = Json::array();
  for (const AxisStream& s : top.streams) {
    list.push_back({{"field", s.name},
                    {"prefix", s.prefix},
                    {"direction", s.is_out ? "out" : "in"},
                    {"held", s.is_held},
                    {"late", s.is_late},
                    {"cell_bits", s.cell_bits},
                    {"lanes", s.lanes},
                    {"data_bits", s.data_bits()}});
  }
  Json json = {{"module", top.module}, {"streams", list}};
  put_map(json, top.map);
  return json;
}

}  // namespace

std::string manifest_json(const Plan& plan) {
  const CoreInterface& core = plan.core;
  const char* const extents[] = {"runtime", "fixed", "fixed, window as large as the grid"};
  Json j;
  j["format"] = "rtlgen-manifest-1";
  j["name"] = plan.stencil->name;
  j["top"] = core.module;
  j["cells_per_cycle"] = core.cells_per_cycle;
  j["steps"] = core.steps;
  j["device"] = plan.device.name;
  j["period_ps"] = plan.period_ps;
  j["extents"] = {
      {"mode", extents[static_cast<int>(core.extents)]}, {"maximum", core.maximum}, {"minimum", core.minimum}};
  j["frame"] = {{"row_words", plan.frame.row_words}, {"rows", plan.frame.rows}, {"planes", plan.frame.planes}};
  j["ghosts"] = {{"low", core.ghost_low}, {"high", core.ghost_high}};
  if (core.has_blocks())
    j["block"] = {{"extents", core.block},
                  {"stride", spec::Extents{core.stride(0), core.stride(1), core.stride(2)}},
                  {"wraps", core.block_wraps}};
  j["total_lag"] = distance(core.total_lag);
  j["total_lag_words"] = plan.frame.count(core.total_lag);
  j["total_latency"] = core.total_latency;
  j["output_fifo"] = {{"depth", plan.fifo_depth}, {"width", plan.fifo_width}};
  j["ports"] = ports(plan);
  if (!core.held_arrays.empty()) j["held"] = held(plan);
  j["executor"] = {
      {"lag", distance(plan.executor.lag)}, {"latency", plan.executor.latency}, {"bypass", plan.executor.has_bypass},
      {"streams", streams(plan)},           {"stages", stages(plan)},           {"memories", memories(plan)}};
  if (!plan.monitors.empty()) {
    j["monitors"] = monitors(plan);
    j["monitor_latency"] = core.monitor_latency;
  }
  if (plan.shell) {
    j["row_unit"] = core.row_unit;
    j["shell"] = shell_json(*plan.shell, core.axes);
  }
  if (plan.stream_top) j["axis"] = stream_top_json(*plan.stream_top);
  return j.dump(2) + "\n";
}

}  // namespace rtlgen::plan
