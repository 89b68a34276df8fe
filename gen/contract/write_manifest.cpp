// The interface of an accelerator as JSON.
#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <nlohmann/json.hpp>
#include <utility>

#include "contract/manifest.hpp"
#include "contract/stream_top.hpp"

namespace rtlgen::contract {

namespace {

using Ordered = nlohmann::ordered_json;

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

Ordered streams_of(const Shell& shell) {
  Ordered list = Ordered::array();
  for (const ShellStream& s : shell.streams) {
    Ordered numbers = Ordered::object();
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
    if (s.components > 1) list.back()["components"] = s.components;
  }
  return list;
}

/// Operands and results as eight hexadecimal digits each.
Ordered self_test_of(const SelfTest& test) {
  const auto bits = [](std::uint32_t value) { return fmt::format("{:08x}", value); };
  Ordered blocks = Ordered::array(), assumptions = Ordered::array();
  for (const SelfTest::Block& block : test.blocks)
    blocks.push_back({{"mode", block.mode}, {"result", block.result}, {"computes", block.computes}});
  for (const SelfTest::Assumption& assumption : test.assumptions) {
    Ordered cases = Ordered::array();
    for (const SelfTest::Case& c : assumption.cases) {
      cases.push_back({{"result", c.result},
                       {"a", bits(c.a)},
                       {"b", bits(c.b)},
                       {"c", bits(c.c)},
                       {"expected", c.expected ? bits(*c.expected) : kAnyNan}});
    }
    assumptions.push_back({{"name", assumption.name}, {"what", assumption.what}, {"cases", cases}});
  }
  return {{"blocks", blocks}, {"assumptions", assumptions}};
}

/// Adds the registers to `top`.
void put_map(Ordered& top, const RegisterMap& map) {
  Ordered numbers = Ordered::object();
  for (const auto& [port, value] : map.core_numbers) numbers[port] = value;
  Ordered list = Ordered::array();
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

}  // namespace

const char* role_name(PortRole role) {
  for (const auto& [port_role, name] : kRoleNames) {
    if (port_role == role) return name;
  }
  return "?";
}

Ordered to_json(const Distance& d) { return {{"planes", d.planes}, {"rows", d.rows}, {"words", d.words}}; }

Ordered to_json(const CoreInterface& core) {
  const char* const extents[] = {"runtime", "fixed", "fixed, window as large as the grid"};
  Ordered j;
  j["top"] = core.module;
  j["cells_per_cycle"] = core.cells_per_cycle;
  j["steps"] = core.steps;
  if (core.hops > 0) j["hops"] = core.hops;
  j["extents"] = {
      {"mode", extents[static_cast<int>(core.extents)]}, {"maximum", core.maximum}, {"minimum", core.minimum}};
  j["ghosts"] = {{"low", core.ghost_low}, {"high", core.ghost_high}};
  if (core.has_blocks())
    j["block"] = {{"extents", core.block},
                  {"stride", Extents{core.stride(0), core.stride(1), core.stride(2)}},
                  {"wraps", core.block_wraps}};
  j["total_lag"] = to_json(core.total_lag);
  j["total_latency"] = core.total_latency;
  j["gap"] = {{"most_slices", core.gap.most}, {"way_back", core.gap.way_back}};
  return j;
}

Ordered to_json(const Shell& shell, int axes) {
  Ordered channels = Ordered::array();
  for (const ShellChannel& c : shell.channels) channels.push_back(c.number);
  Ordered top = {{"module", shell.module},
                 {"axes", axes},
                 {"bus_bits", shell.bus_bits},
                 {"bus_mhz", shell.bus_mhz},
                 {"burst_beats", shell.burst_beats},
                 {"fifo_beats", 1 << shell.fifo_log2},
                 {"outstanding", shell.outstanding},
                 {"group", shell.group},
                 {"channels", channels},
                 {"streams", streams_of(shell)}};
  if (shell.bank_round > 0) top["bank_round"] = shell.bank_round;
  Ordered rounds = Ordered::array();
  for (const ShellChannel& c : shell.channels) rounds.push_back(c.bank_round.value_or(shell.bank_round));
  const bool differ = std::any_of(shell.channels.begin(), shell.channels.end(),
                                  [](const ShellChannel& c) { return c.bank_round.has_value(); });
  if (differ) top["bank_rounds"] = rounds;
  if (!shell.self_test.blocks.empty()) top["self_test"] = self_test_of(shell.self_test);
  put_map(top, shell.map);
  return top;
}

Ordered to_json(const StreamTop& top) {
  Ordered list = Ordered::array();
  for (const AxisStream& s : top.streams) {
    list.push_back({{"field", s.name},
                    {"prefix", s.prefix},
                    {"direction", s.is_out ? "out" : "in"},
                    {"held", s.is_held},
                    {"late", s.is_late},
                    {"cell_bits", s.cell_bits},
                    {"lanes", s.lanes},
                    {"data_bits", s.data_bits()}});
    if (s.components > 1) list.back()["components"] = s.components;
  }
  Ordered json = {{"module", top.module}, {"streams", list}};
  put_map(json, top.map);
  return json;
}

}  // namespace rtlgen::contract
