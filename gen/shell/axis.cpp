// The top of AXI4-Streams: ports, gates between streams and core, registers, the run.
#include "shell/axis.hpp"

#include <algorithm>

#include "emit/leaf_sources.hpp"
#include "shell/registers.hpp"
#include "shell/text.hpp"

namespace rtlgen::shell {

namespace {

using plan::AxisStream;
using plan::PortRole;
using plan::StreamTop;

std::string header(const plan::Plan& plan, const emit::Banner& banner) {
  const StreamTop& top = *plan.stream_top;
  std::string text = fmt::format("// {} -- {} between AXI4-Streams, with registers\n", top.module, plan.core.module);
  text += fmt::format("// {}\n//\n", emit::origin(banner));
  text +=
      "// Words as docs/core_interface.md has them, lane 0 lowest, tlast with the last one of a frame (s_load: of the "
      "array). A run\n"
      "// takes the words of all its passes and gives as many; between runs it takes none. Words that have been "
      "offered stay until they\n"
      "// are taken, also when the run ends with an error.\n//\n";
  for (const AxisStream& s : top.streams) {
    text += fmt::format("//   {:<20}  {} cells of {} bits{}\n", s.prefix, s.lanes, s.cell_bits,
                        s.is_held   ? ", before a run's first word"
                        : s.is_late ? ", not joined with the others"
                                    : "");
  }
  text += "//\n// Registers of s_axil (byte address, name, bits), behind the map of ap_ctrl_hs (rtlgen_control):\n//\n";
  return text + register_table(top.map) + "`default_nettype none\n\n";
}

std::string ports(const StreamTop& top) {
  std::string text =
      fmt::format("module {} (\n  input  wire         aclk,\n  input  wire         aresetn,\n  output wire         irq",
                  top.module);
  text += control_ports(top.map.address_bits);
  for (const AxisStream& s : top.streams) {
    const char* forth = s.is_out ? "output" : "input ";
    text += fmt::format(
        ",\n  {0} wire         {2}_tvalid,\n  {1} wire         {2}_tready,\n  {0} wire {3:<8}{2}_tdata,\n  {0} wire    "
        "     {2}_tlast",
        forth, s.is_out ? "input " : "output", s.prefix, range(s.data_bits()));
  }
  return text + "\n);\n\n";
}

/// The words of streams that the core takes or gives together, but for `but`.
std::vector<std::string> joined_signals(const StreamTop& top, bool outs, const std::string& signal,
                                        const AxisStream* but = nullptr) {
  std::vector<std::string> list;
  for (const AxisStream& s : top.streams) {
    if (s.is_out == outs && !s.is_held && !s.is_late && &s != but)
      list.push_back(fmt::format("{}_{}", s.prefix, signal));
  }
  return list;
}

Part run_part(const StreamTop& top) {
  const int inputs = std::max(1, top.inputs()), outputs = static_cast<int>(top.streams.size()) - top.inputs();
  Part part{"The run", "", ""};
  part.wires =
      "  wire rst = ~aresetn;\n  wire unused_walk_start, stop, run_bus_rst, run_kernel_rst;\n"
      "  wire is_open = ~(run_bus_rst | run_kernel_rst | stop);  // words may pass\n"
      "  wire [31:0] errors;\n  wire [63:0] cycles_busy, cycles_stalled;\n";
  part.wires += fmt::format("  wire {}wrong;\n", range(inputs));
  if (top.inputs() > 0)
    part.wires += fmt::format("  wire {}wrong_last;\n", range(inputs));
  else
    part.body += "  assign wrong = 1'b0;\n  wire unused_check_last = check_last;\n\n";
  std::vector<std::string> moves, empty;
  for (const AxisStream& s : top.streams) {
    moves.push_back(fmt::format("({0}_tvalid & {0}_tready)", s.prefix));
    if (s.is_out) empty.push_back(fmt::format("~{}_tvalid", s.prefix));
  }
  part.wires += fmt::format("  wire progress = {};\n", fmt::join(moves, " | "));
  const std::string none = fmt::format("{}'d0", inputs + outputs);
  part.body +=
      instance("rtlgen_sequencer", "u_sequencer",
               {{"READERS", fmt::to_string(inputs)},
                {"WRITERS", fmt::to_string(outputs)},
                {"WATCHDOG_BITS", "32"},
                {"COUNTER_BITS", "64"}},
               {{"clk", "aclk"},
                {"rst", "rst"},
                {"start", "start"},
                {"cancel", "cancel"},
                {"watchdog_limit", "watchdog"},
                {"idle", fmt::format("{{{}, {{{}{{1'b1}}}}}}", fmt::join(empty.rbegin(), empty.rend(), ", "), inputs)},
                {"err_resp", fmt::format("{{{}'d0, wrong & {{{}{{check_last}}}}}}", outputs, inputs)},
                {"err_bounds", none},
                {"walk_done", "~" + none},
                {"progress", "progress"},
                {"walk_start", "unused_walk_start"},
                {"stop", "stop"},
                {"bus_rst", "run_bus_rst"},
                {"busy", "busy"},
                {"done", "done"},
                {"failed", "failed"},
                {"errors", "errors"},
                {"cycles_busy", "cycles_busy"},
                {"cycles_stalled", "cycles_stalled"},
                {"kernel_clk", "aclk"},
                {"kernel_rst", "run_kernel_rst"},
                {"core_done", "core_done"},
                {"core_config_error", kRefusal}});
  return part;
}

std::string frame_end(const std::string& name, const StreamTop& top, const std::string& step) {
  return instance(
      "rtlgen_frame_end", "u_" + name, {{"COUNT_BITS", "32"}},
      {{"clk", "aclk"}, {"rst", "run_kernel_rst"}, {"words", top.frame_words}, {"step", step}, {"last", name}});
}

Part input_part(const StreamTop& top, const AxisStream& s, int index) {
  Part part{"In: " + s.name, "", ""};
  const std::string valid = s.prefix + "_tvalid", ready = s.prefix + "_tready";
  part.wires += fmt::format("  wire take_{0} = {1} & {2};\n", s.name, valid, ready);
  if (s.data_bits() > s.word_bits())
    part.wires += fmt::format("  wire unused_{0} = &{{1'b0, {1}_tdata[{2}:{3}]}};\n", s.name, s.prefix,
                              s.data_bits() - 1, s.word_bits());
  std::string last = "in_last";
  if (s.is_held) {
    last = fmt::format("load_{}_last", s.name);
    part.wires += fmt::format("  wire load_{0}_valid, load_{0}_last, load_{0}_ready;\n", s.name);
    part.body += fmt::format("  assign {} = is_open & load_{}_ready;\n", ready, s.name);
    part.body += instance("rtlgen_load", "u_load_" + s.name, {{"COUNT_BITS", "32"}},
                          {{"clk", "aclk"},
                           {"rst", "run_kernel_rst"},
                           {"words", "words_of_" + s.name},
                           {"in_valid", valid + " & is_open"},
                           {"in_ready", fmt::format("load_{}_ready", s.name)},
                           {"load_valid", fmt::format("load_{}_valid", s.name)},
                           {"load_last", last}});
  } else if (s.is_late) {
    last = "last_" + s.name;
    part.wires += fmt::format("  wire {};\n", last);
    part.body += fmt::format("  assign {} = is_open & core_in_{}_ready;\n", ready, s.name);
    part.body += frame_end(last, top, "take_" + s.name);
  } else {
    std::vector<std::string> conditions = joined_signals(top, false, "tvalid", &s);
    conditions.insert(conditions.begin(), {"is_open", "core_in_ready"});
    part.body += fmt::format("  assign {} = {};\n", ready, all(conditions));
  }
  const std::string bit = top.inputs() == 1 ? "" : fmt::format("[{}]", index);
  part.body += instance("rtlgen_last_check", "u_check_" + s.name, {},
                        {{"clk", "aclk"},
                         {"rst", "run_kernel_rst"},
                         {"step", "take_" + s.name},
                         {"last", last},
                         {"tlast", s.prefix + "_tlast"},
                         {"wrong", "wrong" + bit},
                         {"seen", "wrong_last" + bit}});
  return part;
}

Part output_part(const StreamTop& top, const AxisStream& s) {
  Part part{"Out: " + s.name, fmt::format("  wire place_{};\n", s.name), ""};
  std::vector<std::string> conditions = {"is_open", "core_out_valid"};
  for (const AxisStream& other : top.streams) {
    if (other.is_out && other.array != s.array) conditions.push_back("place_" + other.name);
  }
  const int padding = s.data_bits() - s.word_bits();
  if (padding > 0)
    part.body +=
        fmt::format("  assign {}_tdata[{}:{}] = {}'d0;\n", s.prefix, s.data_bits() - 1, s.word_bits(), padding);
  part.body += instance(
      "rtlgen_axis_out", "u_out_" + s.name, {{"BITS", fmt::to_string(s.word_bits())}},
      {{"clk", "aclk"},
       {"rst", "rst"},
       {"in_valid", all(conditions)},
       {"in_ready", "place_" + s.name},
       {"in_data", "core_out_" + s.name},
       {"in_last", "out_last"},
       {"tvalid", s.prefix + "_tvalid"},
       {"tready", s.prefix + "_tready"},
       {"tdata", padding > 0 ? fmt::format("{}_tdata[{}:0]", s.prefix, s.word_bits() - 1) : s.prefix + "_tdata"},
       {"tlast", s.prefix + "_tlast"}});
  return part;
}

std::vector<std::string> places(const StreamTop& top) {
  std::vector<std::string> list = {"is_open"};
  for (const AxisStream& s : top.streams) {
    if (s.is_out) list.push_back("place_" + s.name);
  }
  return list;
}

Part core_part(const plan::Plan& plan) {
  const StreamTop& top = *plan.stream_top;
  Part part{"Core", "", ""};
  Connections ports;
  const auto stream_of = [&](const plan::Port& port, bool out) -> const AxisStream& {
    return *std::find_if(top.streams.begin(), top.streams.end(),
                         [&](const AxisStream& s) { return s.array == port.index && s.is_out == out; });
  };
  std::vector<std::string> inputs = joined_signals(top, false, "tvalid");
  inputs.insert(inputs.begin(), "is_open");
  for (const plan::Port& port : plan.core.ports) {
    const auto data = [&] {
      const AxisStream& s = stream_of(port, false);
      return s.prefix + "_tdata" +
             (s.data_bits() > s.word_bits() ? s.word_bits() == 1 ? "[0]" : fmt::format("[{}:0]", s.word_bits() - 1)
                                            : "");
    };
    switch (port.role) {
      case PortRole::kClock:
        ports.emplace_back(port.name, "aclk");
        break;
      case PortRole::kReset:
        ports.emplace_back(port.name, "run_kernel_rst");
        break;
      case PortRole::kLoadValid:
      case PortRole::kLoadLast:
        ports.emplace_back(port.name, port.name);
        break;
      case PortRole::kLoadData:
      case PortRole::kInData:
        ports.emplace_back(port.name, data());
        break;
      case PortRole::kInValid:
        ports.emplace_back(port.name, all(inputs));
        break;
      case PortRole::kLateValid:
        ports.emplace_back(port.name, stream_of(port, false).prefix + "_tvalid & is_open");
        break;
      case PortRole::kOutReady:
        ports.emplace_back(port.name, all(places(top)));
        break;
      case PortRole::kLateReady:
      case PortRole::kInReady:
      case PortRole::kOutValid:
      case PortRole::kOutData:
      case PortRole::kMonitorValid:
      case PortRole::kMonitor:
      case PortRole::kDone:
      case PortRole::kConfigError:
        part.wires += fmt::format("  wire {}core_{};\n", range(port.width), port.name);
        ports.emplace_back(port.name, "core_" + port.name);
        break;
      default:
        ports.emplace_back(port.name, core_number(top.map, port));
    }
  }
  part.body = instance(plan.core.module, "u_core", {}, ports);
  return part;
}

Part counters_part(const StreamTop& top) {
  Part part{"Frames, counters", "  wire in_last, out_last;\n", ""};
  std::vector<std::string> inputs = joined_signals(top, false, "tvalid");
  const std::string offered = all(inputs);
  part.wires += fmt::format("  wire in_step = is_open & core_in_ready & {};\n  wire out_step = core_out_valid & {};\n",
                            offered, all(places(top)));
  part.body += frame_end("in_last", top, "in_step") + frame_end("out_last", top, "out_step");
  if (inputs.empty()) part.wires += "  wire unused_in_last = in_last;\n";
  const auto count = [&](const char* name, const std::string& step) {
    part.wires += fmt::format("  wire [63:0] {};\n", name);
    part.body += instance("rtlgen_count", fmt::format("u_{}", name), {{"BITS", "64"}},
                          {{"clk", "aclk"}, {"rst", "run_kernel_rst"}, {"step", step}, {"count", name}});
  };
  count("words_in", "in_step");
  count("words_out", "out_step");
  count("input_waits", fmt::format("is_open & core_in_ready & ~({})", offered));
  count("output_waits", "is_open & core_out_valid & ~out_step");
  return part;
}

}  // namespace

std::vector<emit::File> axis_files(const plan::Plan& plan, const emit::Banner& banner) {
  const StreamTop& top = *plan.stream_top;
  std::vector<emit::File> files;
  std::vector<std::string> leaves = {"sync", "control", "sequencer", "count", "frame_end", "axis_out"};
  if (top.inputs() > 0) leaves.emplace_back("last_check");
  if (!plan.core.held_arrays.empty()) leaves.emplace_back("load");
  if (!plan.monitors.empty()) leaves.emplace_back("keep");
  for (const std::string& leaf : leaves) {
    const std::string name = "rtlgen_" + leaf + ".v";
    files.push_back({name, std::string(emit::leaf_source(name))});
  }
  std::vector<Part> parts = {control_part(top.map, "aclk", "rst"), run_part(top), core_part(plan)};
  int index = 0;
  for (const AxisStream& s : top.streams) parts.push_back(s.is_out ? output_part(top, s) : input_part(top, s, index++));
  parts.push_back(counters_part(top));
  if (!plan.monitors.empty()) parts.push_back(monitors_part(plan, "aclk", "run_kernel_rst"));
  std::string text = header(plan, banner) + ports(top);
  for (const Part& part : parts) text += fmt::format("  // {}\n{}\n", part.title, part.wires);
  text += status_assignment(top.map, plan::kAxisIdentity, banner);
  for (const Part& part : parts) text += section(part.title) + part.body;
  text += "endmodule\n\n`default_nettype wire\n";
  files.push_back({top.module + ".v", std::move(text)});
  return files;
}

}  // namespace rtlgen::shell
