// Streams, memory channels and the core of a shell.
#include "shell/instances.hpp"

#include <algorithm>

#include "plan/bus_ports.hpp"
#include "shell/registers.hpp"
#include "shell/text.hpp"
#include "support/index.hpp"

namespace rtlgen::shell {

namespace {

using plan::PortRole;
using plan::Shell;
using plan::ShellChannel;
using plan::ShellStream;

constexpr int kAddressBits = 64;

/// What a port of a stream takes from every bank that it is connected to, part 0 first: `signal` of the channel.
std::vector<std::string> from_banks(const Shell& shell, int stream, int parts, const std::string& signal, int bits) {
  std::vector<std::string> list(at(parts));
  for (const ShellChannel& c : shell.channels) {
    const std::vector<plan::BankPort>& ports = shell.streams[at(stream)].is_out ? c.writers : c.readers;
    for (std::size_t i = 0; i < ports.size(); ++i) {
      if (ports[i].stream != stream) continue;
      // Data are the same for all ports of a bank, handshakes have a bit each.
      list[at(ports[i].part)] =
          fmt::format("channel_{}_{}{}", c.number, signal, bits > 0 || ports.size() == 1 ? "" : fmt::format("[{}]", i));
    }
  }
  return list;
}

/// What a bank's ports take from its streams: part `part`, or the stripe's part, of their vector.
std::vector<std::string> to_bank(const Shell& shell, const std::vector<plan::BankPort>& ports,
                                 const std::string& signal, int bits, bool by_stripe) {
  std::vector<std::string> list;
  for (const plan::BankPort& port : ports) {
    const ShellStream& stream = shell.streams[at(port.stream)];
    const int parts = by_stripe ? stream.stripes() : stream.banks() * stream.stripes();
    const int part = by_stripe ? port.stripe : port.part;
    const std::string name = wire_of(stream, signal);
    if (parts == 1)
      list.push_back(name);
    else if (bits == 1)
      list.push_back(fmt::format("{}[{}]", name, part));
    else
      list.push_back(fmt::format("{}[{}:{}]", name, bits * (part + 1) - 1, bits * part));
  }
  return list;
}

std::string number(const std::string& value) { return value == "0" || value == "1" ? "32'd" + value : value; }

/// The rows that an output has in memory; read by its field's input, and of the first output by the counter of passes.
std::string rows_of(const Shell& shell, const ShellStream& out) {
  const auto first =
      std::find_if(shell.streams.begin(), shell.streams.end(), [](const ShellStream& s) { return s.is_out; });
  return (out.ping_pong || out.array == first->array ? "" : "unused_") + wire_of(out, "rows_committed");
}

Connections stream_parameters(const Shell& shell, const ShellStream& s) {
  const auto yes = [](bool value) { return std::string(value ? "1" : "0"); };
  Connections list = {{"ADDR_BITS", fmt::to_string(kAddressBits)},
                      {"BUS_BITS", fmt::to_string(shell.bus_bits)},
                      {"BURST_BEATS", fmt::to_string(shell.burst_beats)},
                      {"FIFO_LOG2", fmt::to_string(shell.fifo_log2)}};
  if (s.is_out) list.emplace_back("OUTSTANDING", fmt::to_string(shell.outstanding));
  list.insert(list.end(), {{"WORD_BITS", fmt::to_string(s.word_bits)},
                           {"COUNT_BITS", "32"},
                           {"OFFSET_BITS", "32"},
                           {"AXES", fmt::to_string(s.axes)},
                           {"BLOCKED_X", yes(s.blocked[0])},
                           {"BLOCKED_Y", yes(s.blocked[1])},
                           {"WRAP_X", yes(s.wraps[0])},
                           {"WRAP_Y", yes(s.wraps[1])},
                           {"WRAP_Z", yes(s.wraps[2])},
                           {"PING_PONG", yes(s.ping_pong)}});
  if (!s.is_out) list.emplace_back("HAS_WRITER", yes(s.has_writer));
  list.insert(list.end(), {{"BANKS", fmt::to_string(s.banks())}, {"STRIPES", fmt::to_string(s.stripes())}});
  return list;
}

/// Both buffers' registers, buffer 1 in the high bits; a field with one buffer has it twice.
std::string buffer_pair(const ShellStream& s, const char* end) {
  const auto name = [&](int b) { return fmt::format("buffer_{}_{}_of_{}", b, end, s.name); };
  return joined({name(0), name(s.ping_pong ? 1 : 0)});
}

}  // namespace

std::string wire_of(const ShellStream& stream, const std::string& quantity) {
  return fmt::format("{}_{}_{}", quantity, stream.is_out ? "out" : "in", stream.name);
}

Part stream_part(const plan::Plan& plan, const ShellStream& s, int index) {
  const Shell& shell = *plan.shell;
  const int parts = s.banks() * s.stripes();
  Part part{fmt::format("{} {}", s.is_held ? "Held field" : s.is_out ? "To memory:" : "From memory:", s.name), "", ""};
  const auto wire = [&](const std::string& name, int bits) {
    part.wires += fmt::format("  wire {}{};\n", range(bits), wire_of(s, name));
  };
  wire("req_valid", parts);
  wire("req_addr", s.stripes() * kAddressBits);
  wire("req_len", s.stripes() * 8);
  if (s.is_out) {
    wire("wdat_valid", parts);
    wire("wdat_data", s.stripes() * shell.bus_bits);
    wire("wdat_strobe", s.stripes() * shell.bus_bits / 8);
    wire("wdat_last", s.stripes());
    part.wires += fmt::format("  wire [31:0] {};\n", rows_of(shell, s));
    wire("ready", 1);
  } else {
    wire("valid", 1);
    wire("word", s.word_bits);
    if (s.is_held) wire("ready", 1);
  }
  Connections ports = {{"bus_clk", "bus_clk"},
                       {"bus_rst", "run_bus_rst"},
                       {"kernel_clk", "kernel_clk"},
                       {"kernel_rst", "run_kernel_rst"},
                       {"start", "walk_start"},
                       {"stop", "stop"},
                       {"done", fmt::format("walk_done[{}]", index)},
                       {"idle", fmt::format("idle[{}]", index)},
                       {"err_bounds", fmt::format("err_bounds[{}]", index)},
                       {"err_resp", fmt::format("err_resp[{}]", index)}};
  for (const auto& [port, value] : s.numbers) ports.emplace_back(port, number(value));
  if (s.is_out)
    ports.emplace_back("rows_committed", rows_of(shell, s));
  else
    ports.emplace_back("rows_committed", s.has_writer ? fmt::format("rows_committed_out_{}", s.name) : "32'd0");
  ports.insert(ports.end(), {{"first_buffer", s.ping_pong ? "first_buffer" : "1'b0"},
                             {"buf_first", buffer_pair(s, "first")},
                             {"buf_last", buffer_pair(s, "last")}});
  const auto taken = [&](const char* port, const char* signal, int bits) {
    ports.emplace_back(port, joined(from_banks(shell, index, parts, signal, bits)));
  };
  const auto given = [&](const std::string& port) { ports.emplace_back(port, wire_of(s, port)); };
  given("req_valid");
  taken("req_ready", s.is_out ? "wr_ready" : "rd_ready", 0);
  given("req_addr");
  given("req_len");
  if (s.is_out) {
    given("wdat_valid");
    taken("wdat_ready", "wdat_ready", 0);
    given("wdat_data");
    given("wdat_strobe");
    given("wdat_last");
    taken("ack_valid", "ack_valid", 0);
    taken("ack_error", "ack_error", 1);
    std::vector<std::string> conditions = {"core_out_valid"};
    for (const ShellStream& other : shell.streams) {
      if (other.is_out && other.array != s.array) conditions.push_back(wire_of(other, "ready"));
    }
    ports.insert(ports.end(),
                 {{"in_valid", all(conditions)}, {"in_ready", wire_of(s, "ready")}, {"in_data", "core_out_" + s.name}});
    part.body = instance("rtlgen_stream_out", wire_of(s, "u"), stream_parameters(shell, s), ports);
    return part;
  }
  taken("dat_valid", "dat_valid", 0);
  taken("dat_data", "dat_data", 1);
  taken("dat_error", "dat_error", 1);
  const auto& late_arrays = plan.core.late_arrays;
  const bool late = std::find(late_arrays.begin(), late_arrays.end(), s.array) != late_arrays.end();
  std::vector<std::string> conditions = {late ? fmt::format("core_in_{}_ready", s.name) : "core_in_ready"};
  for (const ShellStream& other : shell.streams) {
    const bool joins = !late && !other.is_out && !other.is_held && other.array != s.array;
    if (joins && std::find(late_arrays.begin(), late_arrays.end(), other.array) == late_arrays.end())
      conditions.push_back(wire_of(other, "valid"));
  }
  ports.insert(ports.end(), {{"out_valid", wire_of(s, "valid")},
                             {"out_ready", s.is_held ? wire_of(s, "ready") : all(conditions)},
                             {"out_data", wire_of(s, "word")}});
  part.body = instance("rtlgen_stream_in", wire_of(s, "u"), stream_parameters(shell, s), ports);
  if (!s.is_held) return part;
  const int bits = s.cell_bits * s.lanes;
  part.wires += fmt::format("  wire load_{0}_valid, load_{0}_last;\n", s.name);
  if (bits < s.word_bits)
    part.wires +=
        fmt::format("  wire unused_{0} = &{{1'b0, {0}[{1}:{2}]}};\n", wire_of(s, "word"), s.word_bits - 1, bits);
  part.body += instance("rtlgen_load", "u_load_" + s.name, {{"COUNT_BITS", "32"}},
                        {{"clk", "kernel_clk"},
                         {"rst", "run_kernel_rst"},
                         {"words", "words_of_" + s.name},
                         {"in_valid", wire_of(s, "valid")},
                         {"in_ready", wire_of(s, "ready")},
                         {"load_valid", fmt::format("load_{}_valid", s.name)},
                         {"load_last", fmt::format("load_{}_last", s.name)}});
  return part;
}

Part channel_part(const Shell& shell, const ShellChannel& c) {
  const std::string name = fmt::format("channel_{}", c.number);
  const std::string axi = fmt::format("m_axi_{}", c.number);
  const int readers = std::max<int>(1, static_cast<int>(c.readers.size())),
            writers = std::max<int>(1, static_cast<int>(c.writers.size()));
  const bool reads = !c.readers.empty(), writes = !c.writers.empty();
  Part part{fmt::format("Memory channel {}", c.number), "", ""};
  const auto wire = [&](const std::string& port, int bits, bool used = true) {
    part.wires += fmt::format("  wire {}{}{}_{};\n", range(bits), used ? "" : "unused_", name, port);
    return fmt::format("{}{}_{}", used ? "" : "unused_", name, port);
  };
  const auto from = [&](const std::vector<plan::BankPort>& ports, const std::string& signal, int bits, bool by_stripe) {
    return ports.empty() ? fmt::format("{}'d0", bits) : joined(to_bank(shell, ports, signal, bits, by_stripe));
  };
  Connections ports = {{"clk", "bus_clk"}, {"rst", "run_bus_rst"}};
  ports.emplace_back("rd_req_valid", from(c.readers, "req_valid", 1, false));
  ports.emplace_back("rd_req_ready", wire("rd_ready", readers, reads));
  ports.emplace_back("rd_req_addr", from(c.readers, "req_addr", kAddressBits, true));
  ports.emplace_back("rd_req_len", from(c.readers, "req_len", 8, true));
  ports.emplace_back("rd_dat_valid", wire("dat_valid", readers, reads));
  ports.emplace_back("rd_dat_data", wire("dat_data", shell.bus_bits, reads));
  ports.emplace_back("rd_dat_error", wire("dat_error", 1, reads));
  ports.emplace_back("rd_dat_last", wire("dat_last", 1, false));
  ports.emplace_back("wr_req_valid", from(c.writers, "req_valid", 1, false));
  ports.emplace_back("wr_req_ready", wire("wr_ready", writers, writes));
  ports.emplace_back("wr_req_addr", from(c.writers, "req_addr", kAddressBits, true));
  ports.emplace_back("wr_req_len", from(c.writers, "req_len", 8, true));
  ports.emplace_back("wdat_valid", from(c.writers, "wdat_valid", 1, false));
  ports.emplace_back("wdat_ready", wire("wdat_ready", writers, writes));
  ports.emplace_back("wdat_data", from(c.writers, "wdat_data", shell.bus_bits, true));
  ports.emplace_back("wdat_strobe", from(c.writers, "wdat_strobe", shell.bus_bits / 8, true));
  ports.emplace_back("wdat_last", from(c.writers, "wdat_last", 1, true));
  ports.emplace_back("ack_valid", wire("ack_valid", writers, writes));
  ports.emplace_back("ack_error", wire("ack_error", 1, writes));
  for (const plan::BusPort& port : plan::channel_ports(shell.bus_bits))
    ports.emplace_back("m_axi_" + port.name, axi + "_" + port.name);
  part.body += instance("rtlgen_bank", "u_" + name,
                        {{"READERS", fmt::to_string(readers)},
                         {"WRITERS", fmt::to_string(writers)},
                         {"ADDR_BITS", fmt::to_string(kAddressBits)},
                         {"BUS_BITS", fmt::to_string(shell.bus_bits)},
                         {"ID_BITS", "1"},
                         {"OUTSTANDING", fmt::to_string(shell.outstanding)},
                         {"GROUP", fmt::to_string(reads && writes ? shell.group : 0)}},
                        ports);
  for (const bool written : {false, true}) {
    const std::string beats = fmt::format("beats_{}_{}", written ? "written" : "read", c.number);
    part.wires += fmt::format("  wire [63:0] {};\n", beats);
    part.body += instance("rtlgen_count", "u_" + beats, {{"BITS", "64"}},
                          {{"clk", "bus_clk"},
                           {"rst", "run_bus_rst"},
                           {"step", fmt::format("{0}_{1}valid & {0}_{1}ready", axi, written ? "w" : "r")},
                           {"count", beats}});
  }
  return part;
}

Part core_part(const plan::Plan& plan) {
  const Shell& shell = *plan.shell;
  const spec::Stencil& stencil = *plan.stencil;
  Part part{"Core", "", ""};
  const auto field = [&](const plan::Port& port) { return stencil.arrays[at(port.index)].name; };
  Connections ports;
  std::vector<std::string> inputs, results;
  for (const ShellStream& s : shell.streams) {
    if (s.is_out) results.push_back(wire_of(s, "ready"));
    const auto& late = plan.core.late_arrays;
    const bool joins = !s.is_out && !s.is_held && std::find(late.begin(), late.end(), s.array) == late.end();
    if (joins) inputs.push_back(wire_of(s, "valid"));
  }
  const auto output = [&](const plan::Port& port, const std::string& name) {
    part.wires += fmt::format("  wire {}{};\n", range(port.width), name);
    ports.emplace_back(port.name, name);
  };
  for (const plan::Port& port : plan.core.ports) {
    switch (port.role) {
      case PortRole::kClock:
        ports.emplace_back(port.name, "kernel_clk");
        break;
      case PortRole::kReset:
        ports.emplace_back(port.name, "run_kernel_rst");
        break;
      case PortRole::kLoadValid:
      case PortRole::kLoadLast:
        ports.emplace_back(port.name, port.name);
        break;
      case PortRole::kLoadData:
        ports.emplace_back(port.name, fmt::format("word_in_{}[{}:0]", field(port), port.width - 1));
        break;
      case PortRole::kInValid:
        ports.emplace_back(port.name, all(inputs));
        break;
      case PortRole::kLateValid:
        ports.emplace_back(port.name, fmt::format("valid_in_{}", field(port)));
        break;
      case PortRole::kLateReady:
        output(port, "core_" + port.name);
        break;
      case PortRole::kInData:
        ports.emplace_back(port.name, fmt::format("word_in_{}", field(port)));
        break;
      case PortRole::kOutReady:
        ports.emplace_back(port.name, all(results));
        break;
      case PortRole::kInReady:
      case PortRole::kOutValid:
      case PortRole::kOutData:
      case PortRole::kMonitorValid:
      case PortRole::kMonitor:
      case PortRole::kDone:
      case PortRole::kConfigError:
        output(port, "core_" + port.name);
        break;
      default:
        ports.emplace_back(port.name, core_number(shell.map, port));
    }
  }
  part.body += instance(plan.core.module, "u_core", {}, ports);
  const auto count = [&](const char* name, const std::string& step) {
    part.wires += fmt::format("  wire [63:0] {};\n", name);
    part.body += instance("rtlgen_count", fmt::format("u_{}", name), {{"BITS", "64"}},
                          {{"clk", "kernel_clk"}, {"rst", "run_kernel_rst"}, {"step", step}, {"count", name}});
  };
  count("input_waits", fmt::format("core_in_ready & ~({})", all(inputs)));
  count("output_waits", fmt::format("core_out_valid & ~({})", all(results)));
  return part;
}

}  // namespace rtlgen::shell
