// Streams and memory channels of a shell.
#include "shell/instances.hpp"

#include <algorithm>

#include "plan/contract.hpp"
#include "shell/registers.hpp"
#include "shell/text.hpp"
#include "support/index.hpp"

namespace rtlgen::shell {

namespace {

using plan::Shell;
using plan::ShellChannel;
using plan::ShellStream;

constexpr int kAddressBits = 64;

bool is_late(const plan::Plan& plan, const ShellStream& s) {
  const std::vector<int>& late = plan.core.late_arrays;
  return std::find(late.begin(), late.end(), s.array) != late.end();
}

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

bool joins_others(const plan::Plan& plan, const ShellStream& s) { return !s.is_out && !s.is_held && !is_late(plan, s); }

namespace {

/// One stream: its unit, and for a held field what loads it.
class StreamMaker {
 public:
  StreamMaker(const plan::Plan& plan, const ShellStream& s, int index)
      : plan_(plan), shell_(*plan.shell), s_(s), index_(index), parts_(s.banks() * s.stripes()) {}

  Part run() {
    part_.title = fmt::format("{} {}", s_.is_held ? "Held field" : s_.is_out ? "To memory:" : "From memory:", s_.name);
    declare_wires();
    connect_walk();
    connect_requests();
    if (s_.is_out) {
      connect_writes();
      add_unit("rtlgen_stream_out");
      return part_;
    }
    connect_reads();
    add_unit("rtlgen_stream_in");
    if (s_.is_held) add_load();
    return part_;
  }

 private:
  void wire(const std::string& name, int bits) {
    part_.wires += fmt::format("  wire {}{};\n", range(bits), wire_of(s_, name));
  }
  void taken(const char* port, const char* signal, int bits) {
    ports_.emplace_back(port, joined(from_banks(shell_, index_, parts_, signal, bits)));
  }
  void given(const std::string& port) { ports_.emplace_back(port, wire_of(s_, port)); }
  void add_unit(const char* module) {
    part_.body = instance(module, wire_of(s_, "u"), stream_parameters(shell_, s_), ports_);
  }

  void declare_wires() {
    wire("req_valid", parts_);
    wire("req_addr", s_.stripes() * kAddressBits);
    wire("req_len", s_.stripes() * 8);
    if (s_.is_out) {
      wire("wdat_valid", parts_);
      wire("wdat_data", s_.stripes() * shell_.bus_bits);
      wire("wdat_strobe", s_.stripes() * shell_.bus_bits / 8);
      wire("wdat_last", s_.stripes());
      part_.wires += fmt::format("  wire [31:0] {};\n", rows_of(shell_, s_));
      wire("ready", 1);
    } else {
      wire("valid", 1);
      wire("word", s_.word_bits);
      if (s_.is_held) wire("ready", 1);
    }
  }

  /// Clocks, start and state of the walk over memory, and what it counts.
  void connect_walk() {
    ports_ = {{"bus_clk", "bus_clk"},
              {"bus_rst", "run_bus_rst"},
              {"kernel_clk", "kernel_clk"},
              {"kernel_rst", "run_kernel_rst"},
              {"start", "walk_start"},
              {"stop", "stop"},
              {"done", fmt::format("walk_done[{}]", index_)},
              {"idle", fmt::format("idle[{}]", index_)},
              {"err_bounds", fmt::format("err_bounds[{}]", index_)},
              {"err_resp", fmt::format("err_resp[{}]", index_)}};
    for (const auto& [port, value] : s_.numbers) ports_.emplace_back(port, number(value));
    if (s_.is_out)
      ports_.emplace_back("rows_committed", rows_of(shell_, s_));
    else
      ports_.emplace_back("rows_committed", s_.has_writer ? fmt::format("rows_committed_out_{}", s_.name) : "32'd0");
    ports_.insert(ports_.end(), {{"first_buffer", s_.ping_pong ? "first_buffer" : "1'b0"},
                                 {"buf_first", buffer_pair(s_, "first")},
                                 {"buf_last", buffer_pair(s_, "last")}});
  }

  void connect_requests() {
    given("req_valid");
    taken("req_ready", s_.is_out ? "wr_ready" : "rd_ready", 0);
    given("req_addr");
    given("req_len");
  }

  void connect_writes() {
    given("wdat_valid");
    taken("wdat_ready", "wdat_ready", 0);
    given("wdat_data");
    given("wdat_strobe");
    given("wdat_last");
    taken("ack_valid", "ack_valid", 0);
    taken("ack_error", "ack_error", 1);
    std::vector<std::string> conditions = {"core_out_valid"};
    for (const ShellStream& other : shell_.streams) {
      if (other.is_out && other.array != s_.array) conditions.push_back(wire_of(other, "ready"));
    }
    ports_.insert(
        ports_.end(),
        {{"in_valid", all(conditions)}, {"in_ready", wire_of(s_, "ready")}, {"in_data", "core_out_" + s_.name}});
  }

  void connect_reads() {
    taken("dat_valid", "dat_valid", 0);
    taken("dat_data", "dat_data", 1);
    taken("dat_error", "dat_error", 1);
    const bool late = is_late(plan_, s_);
    std::vector<std::string> conditions = {late ? fmt::format("core_in_{}_ready", s_.name) : "core_in_ready"};
    for (const ShellStream& other : shell_.streams) {
      if (!late && other.array != s_.array && joins_others(plan_, other)) conditions.push_back(wire_of(other, "valid"));
    }
    ports_.insert(ports_.end(), {{"out_valid", wire_of(s_, "valid")},
                                 {"out_ready", s_.is_held ? wire_of(s_, "ready") : all(conditions)},
                                 {"out_data", wire_of(s_, "word")}});
  }

  void add_load() {
    const int bits = s_.cell_bits * s_.lanes;
    part_.wires += fmt::format("  wire load_{0}_valid, load_{0}_last;\n", s_.name);
    if (bits < s_.word_bits)
      part_.wires +=
          fmt::format("  wire unused_{0} = &{{1'b0, {0}[{1}:{2}]}};\n", wire_of(s_, "word"), s_.word_bits - 1, bits);
    part_.body += instance("rtlgen_load", "u_load_" + s_.name, {{"COUNT_BITS", "32"}},
                           {{"clk", "kernel_clk"},
                            {"rst", "run_kernel_rst"},
                            {"words", "words_of_" + s_.name},
                            {"in_valid", wire_of(s_, "valid")},
                            {"in_ready", wire_of(s_, "ready")},
                            {"load_valid", fmt::format("load_{}_valid", s_.name)},
                            {"load_last", fmt::format("load_{}_last", s_.name)}});
  }

  const plan::Plan& plan_;
  const Shell& shell_;
  const ShellStream& s_;
  int index_;
  int parts_;
  Part part_;
  Connections ports_;
};

}  // namespace

Part stream_part(const plan::Plan& plan, const ShellStream& s, int index) { return StreamMaker(plan, s, index).run(); }

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

}  // namespace rtlgen::shell
