// The top of AXI4-Streams: ports, gates between streams and core, registers, the run.
#include "shell/axis.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "contract/core_interface.hpp"
#include "contract/stream_top.hpp"
#include "emit/banner.hpp"
#include "emit/file.hpp"
#include "plan/plan.hpp"
#include "shell/registers.hpp"
#include "shell/sequencer.hpp"
#include "support/counted.hpp"

namespace rtlgen::shell {

namespace {

using contract::AxisStream;
using contract::PortRole;
using contract::StreamTop;
using netlist::Connection;
using netlist::Direction;
using netlist::Expr;
using netlist::net;
using netlist::Part;

constexpr int kCountBits = 32;

std::vector<std::string> header(const plan::Plan& plan, const emit::Banner& banner) {
  const StreamTop& top = *plan.stream_top;
  std::vector<std::string> lines = {
      fmt::format("{} -- {} between AXI4-Streams, with registers", top.module, plan.core.module),
      emit::origin(banner),
      "",
      "Words as in docs/core_interface.md: lane 0 lowest, tlast with the last word of a frame (s_load: of the array). "
      "A run",
      "accepts the words of all its passes and returns as many; between runs it accepts none. Offered words stay until "
      "they",
      "are accepted, also when the run ends with an error.",
      ""};
  for (const AxisStream& s : top.streams) {
    lines.push_back(fmt::format("  {:<20}  {} of {}{}", s.prefix, counted(s.lanes, "cell"), counted(s.cell_bits, "bit"),
                                s.is_held   ? ", before a run's first word"
                                : s.is_late ? ", not joined with the others"
                                            : ""));
  }
  lines.insert(lines.end(),
               {"", "Registers of s_axil (byte address, name, bits), after those of ap_ctrl_hs (rtlgen_control):", ""});
  for (std::string& line : register_table(top.map)) lines.push_back(std::move(line));
  return lines;
}

std::vector<netlist::Port> ports(const StreamTop& top) {
  const std::string clock = "aclk";
  const auto clocked = netlist::Timing::kClocked;
  std::vector<netlist::Port> list = {{clock, Direction::kIn, 1, netlist::Timing::kClock},
                                     {"aresetn", Direction::kIn, 1, clocked, clock},
                                     {"irq", Direction::kOut, 1, clocked, clock}};
  add_control_ports(list, top.map.address_bits, clock);
  for (const AxisStream& s : top.streams) {
    const Direction forth = s.is_out ? Direction::kOut : Direction::kIn;
    const Direction back = s.is_out ? Direction::kIn : Direction::kOut;
    list.push_back({s.prefix + "_tvalid", forth, 1, clocked, clock});
    list.push_back({s.prefix + "_tready", back, 1, clocked, clock});
    list.push_back({s.prefix + "_tdata", forth, s.data_bits(), clocked, clock});
    list.push_back({s.prefix + "_tlast", forth, 1, clocked, clock});
  }
  return list;
}

/// tvalid of the streams that the core accepts together, except `but`.
std::vector<Expr> joined_inputs(const StreamTop& top, const AxisStream* but = nullptr) {
  std::vector<Expr> list;
  for (const AxisStream& s : top.streams) {
    if (!s.is_out && !s.is_held && !s.is_late && &s != but) list.push_back(net(s.prefix + "_tvalid"));
  }
  return list;
}

/// `first`, then all of `others`.
Expr all_of(std::vector<Expr> first, std::vector<Expr> others) {
  first.insert(first.end(), others.begin(), others.end());
  return netlist::all(std::move(first));
}

SequencedRun sequenced(const StreamTop& top) {
  const int inputs = std::max(1, top.inputs()), outputs = static_cast<int>(top.streams.size()) - top.inputs();
  std::vector<Expr> idle = {netlist::repeat(netlist::one(), inputs)};
  for (const AxisStream& s : top.streams) {
    if (s.is_out) idle.push_back(~net(s.prefix + "_tvalid"));
  }
  const Expr none = netlist::zeros(inputs + outputs);
  return {.readers = inputs,
          .writers = outputs,
          .clock = "aclk",
          .reset = "rst",
          .kernel_clock = "aclk",
          .idle = netlist::joined(idle),
          .err_resp = netlist::concat({netlist::zeros(outputs), net("wrong") & netlist::repeat("check_last", inputs)}),
          .err_bounds = none,
          .walk_done = ~none,
          .walk_start = "unused_walk_start"};
}

Part run_part(const StreamTop& top) {
  const int inputs = std::max(1, top.inputs());
  Part part{"The run"};
  part.alias("rst", 1, ~net("aresetn"));
  part.wires(1, {"unused_walk_start", "stop", "run_bus_rst", "run_kernel_rst"});
  part.alias("is_open", 1, ~netlist::some({"run_bus_rst", "run_kernel_rst", "stop"}), "words may pass");
  part.wire("errors", 32);
  part.wires(64, {"cycles_busy", "cycles_stalled"});
  part.wire("wrong", inputs);
  if (top.inputs() > 0) {
    part.wire("wrong_last", inputs);
  } else {
    part.unread("unused_check_last", {"check_last"});
    part.assign("wrong", netlist::zero());
  }
  std::vector<Expr> moves;
  for (const AxisStream& s : top.streams) moves.push_back(net(s.prefix + "_tvalid") & net(s.prefix + "_tready"));
  part.alias("progress", 1, netlist::some(moves));
  add_sequencer(part, sequenced(top));
  return part;
}

void add_frame_end(Part& part, const std::string& name, const StreamTop& top, const std::string& step) {
  part.leaf("rtlgen_frame_end", "u_" + name, {{"COUNT_BITS", kCountBits}},
            {{"clk", "aclk"},
             {"rst", "run_kernel_rst"},
             {"words", number_of(top.frame_words)},
             {"step", step},
             {"last", name}});
}

/// A held field: its words are loaded before the run's first one.
void add_load(Part& part, const AxisStream& s) {
  const std::string load = "load_" + s.name;
  part.wires(1, {load + "_valid", load + "_last", load + "_ready"});
  part.assign(s.prefix + "_tready", net("is_open") & net(load + "_ready"));
  part.leaf("rtlgen_load", "u_load_" + s.name, {{"COUNT_BITS", kCountBits}},
            {{"clk", "aclk"},
             {"rst", "run_kernel_rst"},
             {"words", "words_of_" + s.name},
             {"in_valid", net(s.prefix + "_tvalid") & net("is_open")},
             {"in_ready", load + "_ready"},
             {"load_valid", load + "_valid"},
             {"load_last", load + "_last"}});
}

Part input_part(const StreamTop& top, const AxisStream& s, int index) {
  Part part{"In: " + s.name};
  const std::string valid = s.prefix + "_tvalid", ready = s.prefix + "_tready";
  part.alias("take_" + s.name, 1, net(valid) & net(ready));
  if (s.data_bits() > s.word_bits())
    part.unread("unused_" + s.name, {netlist::slice(s.prefix + "_tdata", s.data_bits() - 1, s.word_bits())});
  std::string last = "in_last";
  if (s.is_held) {
    last = fmt::format("load_{}_last", s.name);
    add_load(part, s);
  } else if (s.is_late) {
    last = "last_" + s.name;
    part.wire(last);
    part.assign(ready, net("is_open") & net(fmt::format("core_in_{}_ready", s.name)));
    add_frame_end(part, last, top, "take_" + s.name);
  } else {
    part.assign(ready, all_of({"is_open", "core_in_ready"}, joined_inputs(top, &s)));
  }
  part.leaf("rtlgen_last_check", "u_check_" + s.name, {},
            {{"clk", "aclk"},
             {"rst", "run_kernel_rst"},
             {"step", "take_" + s.name},
             {"last", last},
             {"tlast", s.prefix + "_tlast"},
             {"wrong", netlist::bit_of("wrong", index, top.inputs())},
             {"seen", netlist::bit_of("wrong_last", index, top.inputs())}});
  return part;
}

Part output_part(const StreamTop& top, const AxisStream& s) {
  Part part{"Out: " + s.name};
  part.wire("place_" + s.name);
  std::vector<Expr> conditions = {"is_open", "core_out_valid"};
  for (const AxisStream& other : top.streams) {
    if (other.is_out && other.array != s.array) conditions.push_back(net("place_" + other.name));
  }
  const int padding = s.data_bits() - s.word_bits();
  const std::string data = s.prefix + "_tdata";
  if (padding > 0) part.assign(netlist::slice(data, s.data_bits() - 1, s.word_bits()), netlist::zeros(padding));
  part.leaf("rtlgen_axis_out", "u_out_" + s.name, {{"BITS", s.word_bits()}},
            {{"clk", "aclk"},
             {"rst", "rst"},
             {"in_valid", netlist::all(conditions)},
             {"in_ready", "place_" + s.name},
             {"in_data", "core_out_" + s.name},
             {"in_last", "out_last"},
             {"tvalid", s.prefix + "_tvalid"},
             {"tready", s.prefix + "_tready"},
             {"tdata", netlist::low_bits(data, s.word_bits(), s.data_bits())},
             {"tlast", s.prefix + "_tlast"}});
  return part;
}

Expr places(const StreamTop& top) {
  std::vector<Expr> list = {"is_open"};
  for (const AxisStream& s : top.streams) {
    if (s.is_out) list.push_back(net("place_" + s.name));
  }
  return netlist::all(list);
}

Part core_part(const plan::Plan& plan) {
  const StreamTop& top = *plan.stream_top;
  Part part{"Core"};
  std::vector<Connection> connections;
  const auto input_of = [&](const contract::Port& port) -> const AxisStream& {
    return *std::find_if(top.streams.begin(), top.streams.end(),
                         [&](const AxisStream& s) { return s.array == port.index && !s.is_out; });
  };
  const auto value = [&](const contract::Port& port) -> Expr {
    switch (port.role) {
      case PortRole::kClock:
        return "aclk";
      case PortRole::kReset:
        return "run_kernel_rst";
      case PortRole::kLoadValid:
      case PortRole::kLoadLast:
        return port.name;
      case PortRole::kLoadData:
      case PortRole::kInData: {
        const AxisStream& s = input_of(port);
        return netlist::low_bits(s.prefix + "_tdata", s.word_bits(), s.data_bits());
      }
      case PortRole::kInValid:
        return all_of({"is_open"}, joined_inputs(top));
      case PortRole::kLateValid:
        return net(input_of(port).prefix + "_tvalid") & net("is_open");
      case PortRole::kOutReady:
        return places(top);
      default:
        return core_number(top.map, port);
    }
  };
  for (const contract::Port& port : plan.core.ports) {
    if (port.is_input) {
      connections.push_back({port.name, value(port)});
      continue;
    }
    part.wire("core_" + port.name, port.width);
    connections.push_back({port.name, "core_" + port.name});
  }
  part.instance(core_interface(plan), "u_core", {}, connections);
  return part;
}

Part counters_part(const StreamTop& top) {
  Part part{"Frames, counters"};
  part.wires(1, {"in_last", "out_last"});
  const std::vector<Expr> inputs = joined_inputs(top);
  part.alias("in_step", 1,
             all_of({"is_open", "core_in_ready"}, inputs.empty() ? std::vector<Expr>{netlist::one()} : inputs));
  part.alias("out_step", 1, all_of({"core_out_valid"}, {places(top)}));
  add_frame_end(part, "in_last", top, "in_step");
  add_frame_end(part, "out_last", top, "out_step");
  if (inputs.empty()) part.unread("unused_in_last", {"in_last"});
  const auto count = [&](const char* name, Expr step) {
    add_counter(part, name, 64, "aclk", "run_kernel_rst", std::move(step));
  };
  count("words_in", "in_step");
  count("words_out", "out_step");
  count("input_waits", netlist::all({"is_open", "core_in_ready", ~netlist::all(inputs)}));
  count("output_waits", netlist::all({"is_open", "core_out_valid", ~net("out_step")}));
  return part;
}

}  // namespace

netlist::Module axis_module(const plan::Plan& plan, const emit::Banner& banner, std::uint32_t identity) {
  const StreamTop& top = *plan.stream_top;
  netlist::Module module{top.module, header(plan, banner)};
  module.ports = ports(top);
  module.parts = {control_part(top.map, "aclk", "rst"), run_part(top), core_part(plan)};
  int index = 0;
  for (const AxisStream& s : top.streams)
    module.parts.push_back(s.is_out ? output_part(top, s) : input_part(top, s, index++));
  module.parts.push_back(counters_part(top));
  if (!plan.monitors.empty()) module.parts.push_back(monitors_part(plan, "aclk", "run_kernel_rst"));
  Part status{""};
  status.assign("status_words", status_words(top.map, {contract::kAxisIdentity, banner.version, identity}));
  module.parts.insert(module.parts.begin(), status);
  return netlist::settled(std::move(module));
}

std::vector<emit::File> axis_files(const plan::Plan& plan, const emit::Banner& banner, std::uint32_t identity) {
  std::vector<std::string> leaves = {"sync", "control", "sequencer", "count", "frame_end", "axis_out"};
  if (plan.stream_top->inputs() > 0) leaves.emplace_back("last_check");
  if (!plan.core.held_arrays.empty()) leaves.emplace_back("load");
  if (!plan.monitors.empty()) leaves.emplace_back("keep");
  return top_files(leaves, axis_module(plan, banner, identity));
}

}  // namespace rtlgen::shell
