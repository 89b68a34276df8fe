// The top: PLL, reset, the bridge from the serial line to the core, the core.
#include <fmt/format.h>

#include <algorithm>

#include "board/board.hpp"
#include "board/wiring.hpp"
#include "contract/core_interface.hpp"
#include "contract/line_top.hpp"
#include "flow/open/open_project.hpp"
#include "plan/plan.hpp"
#include "shell/registers.hpp"
#include "support/safe_text.hpp"

namespace rtlgen::flow::open {

namespace {

using contract::LineField;
using contract::LineTop;
using contract::PortRole;
using netlist::Expr;
using netlist::net;
using netlist::Part;

constexpr int kByte = 8;

Part clock_part(const OpenProject& project) {
  const Clock clock = project.clock();
  const board::OpenPart& part_of = *project.wiring.open;
  Part part{fmt::format("Clock: {:.3f} MHz from the board's {:g} MHz", clock.mhz, part_of.clock_mhz)};
  if (clock.dividers.empty()) {
    part.alias("core_clk", 1, "clk");
    part.alias("clk_locked", 1, netlist::one());
  } else {
    part.wires(1, {"core_clk", "clk_locked"});
    std::vector<netlist::Parameter> parameters;
    if (part_of.router == "ice40") parameters.push_back({"PAD", part_of.pll == "pad" ? 1 : 0});
    for (const auto& [name, value] : clock.dividers) parameters.push_back({name, value});
    part.leaf("rtlgen_" + part_of.router + "_pll", "u_clock", parameters,
              {{"in", "clk"}, {"out", "core_clk"}, {"locked", "clk_locked"}});
  }
  constexpr int kSteps = 4;
  part.wire("clk_is_locked");
  part.leaf("rtlgen_sync", "u_locked", {{"INIT", 0}},
            {{"clk", "core_clk"}, {"in", "clk_locked"}, {"out", "clk_is_locked"}});
  part.state("up", kSteps, netlist::zeros(kSteps));
  part.registers("core_clk", {{"up", netlist::concat({netlist::low_bits("up", kSteps - 1, kSteps), "clk_is_locked"})}});
  part.alias("rst", 1, ~netlist::bit("up", kSteps - 1));
  return part;
}

/// Bits of a bus that no port uses.
void add_unread(Part& part, const std::string& bus, int used, int bits) {
  if (used < bits) part.unread("unused_" + bus, {netlist::slice(bus, bits - 1, used)});
}

int end_of(const std::vector<LineField>& fields) {
  int end = 0;
  for (const LineField& f : fields) end = std::max(end, f.low + f.bits);
  return end;
}

Expr status_of(const OpenProject& project, const LineTop& line) {
  // Before the first run, the settings and the core's verdict on them are unknown.
  const auto of_run = [](const char* signal) { return net(signal) & ~net("core_rst"); };
  std::vector<Expr> low_first = {
      netlist::hex(contract::kLineDigestBytes * kByte, project.identity),
      netlist::concat({netlist::zeros(kByte - 2), of_run("core_config_error"), of_run("core_done")})};
  for (const LineField& m : line.monitors)
    low_first.push_back(netlist::extend(net(m.port), (m.bits + kByte - 1) / kByte * kByte));
  return netlist::joined(std::move(low_first));
}

Part line_part(const OpenProject& project, const LineTop& line) {
  Part part{"The host: serial line"};
  const int loads = std::max(1, static_cast<int>(line.loads.size()));
  part.wires(1, {"core_rst", "word_valid", "load_last"});
  part.wire("settings", line.settings_bytes * kByte);
  part.wire("word", line.in_bytes * kByte);
  part.wire("load_valid", loads);
  part.wire("status", line.status_bytes * kByte);
  part.assign("status", status_of(project, line));
  add_unread(part, "settings", end_of(line.settings), line.settings_bytes * kByte);
  add_unread(part, "word", std::max(end_of(line.ins), end_of(line.loads)), line.in_bytes * kByte);
  if (line.loads.empty()) part.unread("unused_loads", {"load_valid", "load_last"});
  std::vector<Expr> results = {};
  for (const LineField& f : line.outs) results.push_back(net("core_" + f.port));
  const int padding = line.out_bytes * kByte - end_of(line.outs);
  if (padding > 0) results.push_back(netlist::zeros(padding));
  part.leaf("rtlgen_uart_stream", "u_line",
            {{"CLOCKS_PER_BIT", net("UART_CLOCKS")},
             {"GAP_LOG2", net("UART_GAP_LOG2")},
             {"MOST_LOG2", contract::kLineFrameLog2},
             {"CONFIG_BYTES", line.settings_bytes},
             {"STATUS_BYTES", line.status_bytes},
             {"IN_BYTES", line.in_bytes},
             {"OUT_BYTES", line.out_bytes},
             {"LOADS", loads}},
            {{"clk", "core_clk"},
             {"rst", "rst"},
             {"rx", "uart_rx"},
             {"tx", "uart_tx"},
             {"core_rst", "core_rst"},
             {"settings", "settings"},
             {"status", "status"},
             {"in_valid", "word_valid"},
             {"in_ready", "core_in_ready"},
             {"word", "word"},
             {"load_valid", "load_valid"},
             {"load_last", "load_last"},
             {"out_valid", "core_out_valid"},
             {"out_ready", "result_ready"},
             {"out_word", netlist::joined(results)}});
  part.wire("result_ready");
  return part;
}

const LineField& field_of(const std::vector<LineField>& fields, const std::string& port) {
  return *std::ranges::find(fields, port, &LineField::port);
}

/// The signal that drives an input of the core.
Expr input_of_core(const LineTop& line, const contract::Port& port) {
  const auto part_of = [&](const char* bus, const std::vector<LineField>& fields, int bits) {
    const LineField& f = field_of(fields, port.name);
    return bits == 1 ? net(bus) : netlist::slice(bus, f.low + f.bits - 1, f.low);
  };
  const auto load = [&] { return std::ranges::find(line.loads, port.index, &LineField::index) - line.loads.begin(); };
  switch (port.role) {
    case PortRole::kClock:
      return "core_clk";
    case PortRole::kReset:
      return "core_rst";
    case PortRole::kPasses:
      return netlist::decimal(port.width, 1);
    case PortRole::kInValid:
      return "word_valid";
    case PortRole::kOutReady:
      return "result_ready";
    case PortRole::kInData:
      return part_of("word", line.ins, line.in_bytes * kByte);
    case PortRole::kLoadData:
      return part_of("word", line.loads, line.in_bytes * kByte);
    case PortRole::kLoadLast:
      return "load_last";
    case PortRole::kLoadValid:
      return netlist::bit_of("load_valid", static_cast<int>(load()), static_cast<int>(line.loads.size()));
    default:
      return part_of("settings", line.settings, line.settings_bytes * kByte);
  }
}

Part core_part(const OpenProject& project, const LineTop& line) {
  Part part{"Core"};
  std::vector<netlist::Connection> connections;
  for (const contract::Port& port : project.plan.core.ports) {
    if (port.is_input) {
      connections.push_back({port.name, input_of_core(line, port)});
      continue;
    }
    part.wire("core_" + port.name, port.width);
    connections.push_back({port.name, "core_" + port.name});
  }
  part.instance(shell::core_interface(project.plan), "u_core", {}, std::move(connections));
  for (const LineField& m : line.monitors) {
    part.wire(m.port, m.bits);
    part.leaf("rtlgen_keep", "u_" + m.port, {{"WIDTH", m.bits}},
              {{"clk", "core_clk"}, {"take", "core_mon_valid"}, {"in", "core_" + m.port}, {"out", m.port}});
  }
  return part;
}

Part led_part(const OpenProject& project) {
  Part part{"Status LEDs: a run has begun; all its words have been output"};
  const int count = static_cast<int>(project.wiring.leds.front().pins.size());
  const bool low = project.wiring.leds_low;
  const std::vector<Expr> lit = {low ? net("core_rst") : ~net("core_rst"), low ? ~net("core_done") : net("core_done")};
  for (int i = 0; i < count; ++i) {
    const auto at = static_cast<std::size_t>(i);
    part.assign(netlist::bit_of("led", i, count), at < lit.size() ? lit[at] : low ? netlist::one() : netlist::zero());
  }
  return part;
}

}  // namespace

netlist::Module top_module(const OpenProject& project) {
  const LineTop line = contract::line_top(project.plan.core);
  netlist::Module module{
      project.top(),
      {fmt::format("{} -- {} behind a serial line on {}", project.top(), project.plan.core.module,
                   safe::comment(project.board.name)),
       emit::origin(project.banner), "",
       "The grid is in the host: each run is one pass, whose words are sent and received in frames "
       "(rtlgen_uart_stream)."},
      {{"UART_CLOCKS", clocks_per_bit(project.clock().mhz, project.wiring.uart->baud)}, {"UART_GAP_LOG2", 20}}};
  module.ports = {{"clk", netlist::Direction::kIn},
                  {"uart_rx", netlist::Direction::kIn},
                  {"uart_tx", netlist::Direction::kOut},
                  {"led", netlist::Direction::kOut, static_cast<int>(project.wiring.leds.front().pins.size())}};
  module.parts = {clock_part(project), line_part(project, line), core_part(project, line), led_part(project)};
  return module;
}

}  // namespace rtlgen::flow::open
