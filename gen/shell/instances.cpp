// Streams and memory channels of a shell.
#include "shell/instances.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "contract/bus_ports.hpp"
#include "contract/shell.hpp"
#include "plan/plan.hpp"
#include "shell/registers.hpp"
#include "support/index.hpp"

namespace rtlgen::shell {

namespace {

using contract::Shell;
using contract::ShellChannel;
using contract::ShellStream;
using netlist::Connection;
using netlist::Expr;
using netlist::net;
using netlist::Parameter;
using netlist::Part;

constexpr int kAddressBits = 64;

bool is_late(const plan::Plan& plan, const ShellStream& s) {
  const std::vector<int>& late = plan.core.late_arrays;
  return std::find(late.begin(), late.end(), s.array) != late.end();
}

/// The inputs of a stream's port from every bank to which it is connected, part 0 first: `signal` of the channel.
std::vector<Expr> from_banks(const Shell& shell, int stream, int parts, const std::string& signal, int bits) {
  std::vector<Expr> list(at(parts));
  for (const ShellChannel& c : shell.channels) {
    const std::vector<contract::BankPort>& ports = shell.streams[at(stream)].is_out ? c.writers : c.readers;
    for (std::size_t i = 0; i < ports.size(); ++i) {
      if (ports[i].stream != stream) continue;
      // Data is shared by all ports of a bank; handshakes have one bit per port.
      const std::string name = fmt::format("channel_{}_{}", c.number, signal);
      const bool is_shared = bits > 0 || ports.size() == 1;
      list[at(ports[i].part)] = is_shared ? net(name) : netlist::bit(name, static_cast<int>(i));
    }
  }
  return list;
}

/// The inputs of a bank's ports from its streams: part `part`, or the stripe's part, of their vector.
std::vector<Expr> to_bank(const Shell& shell, const std::vector<contract::BankPort>& ports, const std::string& signal,
                          int bits, bool by_stripe) {
  std::vector<Expr> list;
  for (const contract::BankPort& port : ports) {
    const ShellStream& stream = shell.streams[at(port.stream)];
    const int parts = by_stripe ? stream.stripes() : stream.banks() * stream.stripes();
    const int part = by_stripe ? port.stripe : port.part;
    const std::string name = wire_of(stream, signal);
    list.push_back(parts == 1 ? net(name) : netlist::slice(name, bits * (part + 1) - 1, bits * part));
  }
  return list;
}

/// The signal with the number of an output's rows in memory; the input of its field reads it, and for the first output
/// also the counter of passes.
std::string rows_of(const Shell& shell, const ShellStream& out) {
  const auto first =
      std::find_if(shell.streams.begin(), shell.streams.end(), [](const ShellStream& s) { return s.is_out; });
  return (out.ping_pong || out.array == first->array ? "" : "unused_") + wire_of(out, "rows_committed");
}

std::vector<Parameter> stream_parameters(const Shell& shell, const ShellStream& s) {
  std::vector<Parameter> list = {{"ADDR_BITS", kAddressBits},
                                 {"BUS_BITS", shell.bus_bits},
                                 {"BURST_BEATS", shell.burst_beats},
                                 {"FIFO_LOG2", shell.fifo_log2}};
  const auto put = [&](const char* name, int value) { list.push_back({name, value}); };
  if (s.is_out) put("OUTSTANDING", shell.outstanding);
  put("WORD_BITS", s.word_bits);
  put("COUNT_BITS", 32);
  put("OFFSET_BITS", 32);
  put("AXES", s.axes);
  put("BLOCKED_X", s.blocked[0] ? 1 : 0);
  put("BLOCKED_Y", s.blocked[1] ? 1 : 0);
  put("WRAP_X", s.wraps[0] ? 1 : 0);
  put("WRAP_Y", s.wraps[1] ? 1 : 0);
  put("WRAP_Z", s.wraps[2] ? 1 : 0);
  put("PING_PONG", s.ping_pong ? 1 : 0);
  if (!s.is_out) put("HAS_WRITER", s.has_writer ? 1 : 0);
  put("BANKS", s.banks());
  put("STRIPES", s.stripes());
  return list;
}

/// Both buffers' registers, buffer 1 in the high bits; a field with one buffer lists it twice.
Expr buffer_pair(const ShellStream& s, const char* end) {
  const auto name = [&](int b) { return net(fmt::format("buffer_{}_{}_of_{}", b, end, s.name)); };
  return netlist::joined({name(0), name(s.ping_pong ? 1 : 0)});
}

}  // namespace

std::string wire_of(const ShellStream& stream, const std::string& quantity) {
  return fmt::format("{}_{}_{}", quantity, stream.is_out ? "out" : "in", stream.name);
}

bool joins_others(const plan::Plan& plan, const ShellStream& s) { return !s.is_out && !s.is_held && !is_late(plan, s); }

StreamHandshake handshake_of(const plan::Plan& plan, const ShellStream& s) {
  if (s.is_held) return {net(wire_of(s, "valid")), net(wire_of(s, "ready"))};
  const bool late = is_late(plan, s);
  std::vector<Expr> conditions = {s.is_out ? std::string("core_out_valid")
                                  : late   ? fmt::format("core_in_{}_ready", s.name)
                                           : std::string("core_in_ready")};
  for (const ShellStream& other : plan.shell->streams) {
    if (late || other.array == s.array) continue;
    if (s.is_out ? other.is_out : joins_others(plan, other))
      conditions.push_back(net(wire_of(other, s.is_out ? "ready" : "valid")));
  }
  if (s.is_out) return {netlist::all(conditions), net(wire_of(s, "ready"))};
  return {net(wire_of(s, "valid")), netlist::all(conditions)};
}

namespace {

/// One stream: its unit and, for a held field, the module that loads it.
class StreamMaker {
 public:
  StreamMaker(const plan::Plan& plan, const ShellStream& s, int index)
      : plan_(plan), shell_(*plan.shell), stream_(s), index_(index), parts_(s.banks() * s.stripes()) {}

  Part run() {
    part_.title = fmt::format("{} {}",
                              stream_.is_held  ? "Held field"
                              : stream_.is_out ? "To memory:"
                                               : "From memory:",
                              stream_.name);
    declare_wires();
    connect_walk();
    connect_requests();
    if (stream_.is_out) {
      connect_writes();
      add_unit("rtlgen_stream_out");
      return part_;
    }
    connect_reads();
    add_unit("rtlgen_stream_in");
    if (stream_.is_held) add_load();
    return part_;
  }

 private:
  void wire(const std::string& name, int bits) { part_.wire(wire_of(stream_, name), bits); }
  void taken(const char* port, const char* signal, int bits) {
    ports_.push_back({port, netlist::joined(from_banks(shell_, index_, parts_, signal, bits))});
  }
  void given(const std::string& port) { ports_.push_back({port, wire_of(stream_, port)}); }
  void add_unit(const char* module) {
    part_.leaf(module, wire_of(stream_, "u"), stream_parameters(shell_, stream_), ports_);
  }

  void declare_wires() {
    wire("req_valid", parts_);
    wire("req_addr", stream_.stripes() * kAddressBits);
    wire("req_len", stream_.stripes() * 8);
    if (stream_.is_out) {
      wire("wdat_valid", parts_);
      wire("wdat_data", stream_.stripes() * shell_.bus_bits);
      wire("wdat_strobe", stream_.stripes() * shell_.bus_bits / 8);
      wire("wdat_last", stream_.stripes());
      part_.wire(rows_of(shell_, stream_), 32);
      wire("ready", 1);
    } else {
      wire("valid", 1);
      wire("word", stream_.word_bits);
      if (stream_.is_held) wire("ready", 1);
    }
  }

  /// Connects clocks, start, state and counters of the walk over memory.
  void connect_walk() {
    const auto mine = [&](const char* wires) {
      return netlist::bit_of(wires, index_, static_cast<int>(shell_.streams.size()));
    };
    ports_ = {{"bus_clk", "bus_clk"},           {"bus_rst", "run_bus_rst"}, {"kernel_clk", "kernel_clk"},
              {"kernel_rst", "run_kernel_rst"}, {"start", "walk_start"},    {"stop", "stop"},
              {"done", mine("walk_done")},      {"idle", mine("idle")},     {"err_bounds", mine("err_bounds")},
              {"err_resp", mine("err_resp")}};
    for (const auto& [port, value] : stream_.numbers) ports_.push_back({port, number_of(value)});
    const Expr committed = stream_.is_out       ? net(rows_of(shell_, stream_))
                           : stream_.has_writer ? net("rows_committed_out_" + stream_.name)
                                                : netlist::zeros(32);
    ports_.push_back({"rows_committed", committed});
    ports_.insert(ports_.end(), {{"first_buffer", stream_.ping_pong ? net("first_buffer") : netlist::zero()},
                                 {"buf_first", buffer_pair(stream_, "first")},
                                 {"buf_last", buffer_pair(stream_, "last")}});
  }

  void connect_requests() {
    given("req_valid");
    taken("req_ready", stream_.is_out ? "wr_ready" : "rd_ready", 0);
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
    ports_.insert(ports_.end(), {{"in_valid", handshake_of(plan_, stream_).valid},
                                 {"in_ready", wire_of(stream_, "ready")},
                                 {"in_data", "core_out_" + stream_.name}});
  }

  void connect_reads() {
    taken("dat_valid", "dat_valid", 0);
    taken("dat_data", "dat_data", 1);
    taken("dat_error", "dat_error", 1);
    ports_.insert(ports_.end(), {{"out_valid", wire_of(stream_, "valid")},
                                 {"out_ready", handshake_of(plan_, stream_).ready},
                                 {"out_data", wire_of(stream_, "word")}});
  }

  void add_load() {
    const int bits = stream_.cell_bits * stream_.lanes;
    const std::string load = "load_" + stream_.name, word = wire_of(stream_, "word");
    part_.wires(1, {load + "_valid", load + "_last"});
    if (bits < stream_.word_bits) part_.unread("unused_" + word, {netlist::slice(word, stream_.word_bits - 1, bits)});
    part_.leaf("rtlgen_load", "u_" + load, {{"COUNT_BITS", 32}},
               {{"clk", "kernel_clk"},
                {"rst", "run_kernel_rst"},
                {"words", "words_of_" + stream_.name},
                {"in_valid", wire_of(stream_, "valid")},
                {"in_ready", wire_of(stream_, "ready")},
                {"load_valid", load + "_valid"},
                {"load_last", load + "_last"}});
  }

  const plan::Plan& plan_;
  const Shell& shell_;
  const ShellStream& stream_;
  int index_;
  int parts_;
  Part part_;
  std::vector<Connection> ports_;
};

}  // namespace

Part stream_part(const plan::Plan& plan, const ShellStream& s, int index) { return StreamMaker(plan, s, index).run(); }

namespace {

constexpr const char* kBurst[] = {"valid", "ready", "addr", "len"};

/// Whether this port of a bank is part of a burst's request: "awaddr".
bool is_request(const std::string& port) {
  return std::any_of(std::begin(kBurst), std::end(kBurst), [&](const char* name) {
    return port == std::string("ar") + name || port == std::string("aw") + name;
  });
}

/// Adds a module between a bank and its bus, with `direction` "ar" or "aw": requests of the bank are on wires with the
/// same names after `channel`.
void add_rebase(Part& part, const ShellChannel& c, const std::string& channel, const std::string& axi,
                const char* direction) {
  std::vector<Connection> ports = {
      {"clk", "bus_clk"}, {"rst", "run_bus_rst"}, {"base", number_of(ShellChannel::base_of(c.number))}};
  for (const char* name : kBurst) {
    ports.push_back({std::string("in_") + name, fmt::format("{}_{}{}", channel, direction, name)});
    ports.push_back({std::string("out_") + name, fmt::format("{}_{}{}", axi, direction, name)});
  }
  part.leaf("rtlgen_rebase", fmt::format("u_{}_{}", channel, direction), {{"ADDR_BITS", kAddressBits}}, ports);
}

}  // namespace

Part channel_part(const Shell& shell, const ShellChannel& c) {
  const std::string name = fmt::format("channel_{}", c.number);
  const std::string axi = fmt::format("m_axi_{}", c.number);
  const int readers = std::max<int>(1, static_cast<int>(c.readers.size())),
            writers = std::max<int>(1, static_cast<int>(c.writers.size()));
  const bool reads = !c.readers.empty(), writes = !c.writers.empty();
  Part part{fmt::format("Memory channel {}", c.number)};
  const auto wire = [&](const std::string& port, int bits, bool used = true) {
    std::string made = fmt::format("{}{}_{}", used ? "" : "unused_", name, port);
    part.wire(made, bits);
    return made;
  };
  const auto from = [&](const std::vector<contract::BankPort>& of, const std::string& signal, int bits,
                        bool by_stripe) {
    return of.empty() ? netlist::zeros(bits) : netlist::joined(to_bank(shell, of, signal, bits, by_stripe));
  };
  std::vector<Connection> ports = {{"clk", "bus_clk"}, {"rst", "run_bus_rst"}};
  ports.push_back({"rd_req_valid", from(c.readers, "req_valid", 1, false)});
  ports.push_back({"rd_req_ready", wire("rd_ready", readers, reads)});
  ports.push_back({"rd_req_addr", from(c.readers, "req_addr", kAddressBits, true)});
  ports.push_back({"rd_req_len", from(c.readers, "req_len", 8, true)});
  ports.push_back({"rd_dat_valid", wire("dat_valid", readers, reads)});
  ports.push_back({"rd_dat_data", wire("dat_data", shell.bus_bits, reads)});
  ports.push_back({"rd_dat_error", wire("dat_error", 1, reads)});
  ports.push_back({"rd_dat_last", wire("dat_last", 1, false)});
  ports.push_back({"wr_req_valid", from(c.writers, "req_valid", 1, false)});
  ports.push_back({"wr_req_ready", wire("wr_ready", writers, writes)});
  ports.push_back({"wr_req_addr", from(c.writers, "req_addr", kAddressBits, true)});
  ports.push_back({"wr_req_len", from(c.writers, "req_len", 8, true)});
  ports.push_back({"wdat_valid", from(c.writers, "wdat_valid", 1, false)});
  ports.push_back({"wdat_ready", wire("wdat_ready", writers, writes)});
  ports.push_back({"wdat_data", from(c.writers, "wdat_data", shell.bus_bits, true)});
  ports.push_back({"wdat_strobe", from(c.writers, "wdat_strobe", shell.bus_bits / 8, true)});
  ports.push_back({"wdat_last", from(c.writers, "wdat_last", 1, true)});
  ports.push_back({"ack_valid", wire("ack_valid", writers, writes)});
  ports.push_back({"ack_error", wire("ack_error", 1, writes)});
  for (const contract::BusPort& port : contract::channel_ports(shell.bus_bits)) {
    const bool moves = c.has_base && is_request(port.name);
    ports.push_back({"m_axi_" + port.name, moves ? net(wire(port.name, port.bits)) : net(axi + "_" + port.name)});
  }
  part.leaf("rtlgen_bank", "u_" + name,
            {{"READERS", readers},
             {"WRITERS", writers},
             {"ADDR_BITS", kAddressBits},
             {"BUS_BITS", shell.bus_bits},
             {"ID_BITS", 1},
             {"OUTSTANDING", shell.outstanding},
             {"GROUP", reads && writes ? shell.group : 0}},
            ports);
  for (const char* direction : {"ar", "aw"}) {
    if (c.has_base) add_rebase(part, c, name, axi, direction);
  }
  for (const bool written : {false, true}) {
    const std::string channel = axi + (written ? "_w" : "_r");
    add_counter(part, fmt::format("beats_{}_{}", written ? "written" : "read", c.number), 64, "bus_clk", "run_bus_rst",
                net(channel + "valid") & net(channel + "ready"));
  }
  return part;
}

}  // namespace rtlgen::shell
