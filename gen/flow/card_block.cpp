// Connects the modules of the card block, and the words of its table.
#include "flow/card_block.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "contract/bus_ports.hpp"
#include "contract/card_map.hpp"
#include "contract/shell.hpp"
#include "flow/bus_parts.hpp"
#include "flow/project.hpp"
#include "plan/plan.hpp"
#include "support/check.hpp"

namespace rtlgen::flow {

namespace {

using contract::CardField;
using contract::CardGroup;
using contract::CardWord;
using netlist::Connection;
using netlist::Expr;
using netlist::net;
using netlist::Part;

constexpr int kWord = 32, kHalf = 16, kTransferBits = 64;

/// The value of each word without fields, and of each field ("state.in_reset").
using Values = std::map<std::string, Expr>;

int channels_of(const Project& project) { return static_cast<int>(project.wiring.memory.size()); }

std::string of_channel(const char* name, int k) { return fmt::format("{}_{}", name, k); }

/// One bit per channel: "{ready_1, ready_0}".
Expr channel_bits(const Project& project, const char* name) {
  std::vector<Expr> bits;
  for (int k = 0; k < channels_of(project); ++k) bits.push_back(net(of_channel(name, k)));
  return netlist::joined(bits);
}

/// Removes a value: each is used once.
Expr taken(Values& values, const std::string& name) {
  const auto found = values.find(name);
  RTLGEN_CHECK(found != values.end(), "the card block gives no " + name);
  Expr value = std::move(found->second);
  values.erase(found);
  return value;
}

/// A word from its fields, with zeros between them. A field per channel has as many bits as the card has channels.
Expr word_of(const Project& project, const CardWord& word, Values& values) {
  if (word.channel >= channels_of(project)) return netlist::zeros(kWord);
  if (word.fields.empty()) return taken(values, word.name);
  std::vector<CardField> fields = word.fields;
  std::ranges::sort(fields, {}, &CardField::bit);
  std::vector<Expr> low_first;
  int at = 0;
  const auto zeros_to = [&](int bit) {
    if (bit > at) low_first.push_back(netlist::zeros(bit - at));
  };
  for (const CardField& field : fields) {
    zeros_to(field.bit);
    low_first.push_back(taken(values, word.name + "." + field.name));
    at = field.bit + (field.per_channel ? channels_of(project) : field.bits);
  }
  zeros_to(kWord);
  return netlist::joined(low_first);
}

Expr group_of(const Project& project, CardGroup group, Values values) {
  std::vector<Expr> words;
  for (const CardWord& word : contract::card_map()) {
    if (word.group != group) continue;
    words.push_back(word_of(project, word, values));
    words.back().note = fmt::format("{:#05x} {}", word.offset(), word.name);
  }
  RTLGEN_CHECK(values.empty(), "the card block has no " + values.begin()->first);
  return netlist::joined(words);
}

/// The bits of a word or field in the net of its group, whose words have `word_bits` bits.
Expr field_of(const Project& project, const std::string& group, int word_bits, const std::string& word,
              const std::string& field = "") {
  const CardWord& w = contract::card_word(word);
  const int base = word_bits * w.index;
  if (field.empty()) return netlist::slice(group, base + kWord - 1, base);
  const CardField& f = w.field(field);
  const int bits = f.per_channel ? channels_of(project) : f.bits;
  return netlist::slice(group, base + f.bit + bits - 1, base + f.bit);
}

Expr setting(const Project& project, const std::string& word, const std::string& field = "") {
  return field_of(project, "card_settings", kWord, word, field);
}
Expr request(const Project& project, const std::string& word, const std::string& field) {
  return field_of(project, "card_requests", kHalf, word, field);
}
Expr event(const Project& project, const std::string& field) {
  return field_of(project, "card_events", kWord, "events", field);
}

/// Whether this refusal has closed the firewall.
Expr closes(const std::string& guard) {
  constexpr unsigned kNoResponse = 4, kBroken = 5;
  const std::string kind = guard + "_kind";
  return net(guard + "_refused") &
         (netlist::equal(kind, netlist::decimal(3, kNoResponse)) | netlist::equal(kind, netlist::decimal(3, kBroken)));
}

/// The words of the chosen probe, in the order of the table.
void add_probe_values(Values& values) {
  const int first = contract::card_word("probe_read_at").index;
  for (const CardWord& word : contract::card_map()) {
    if (word.group != CardGroup::kStatus || !word.name.starts_with("probe_")) continue;
    const int base = kWord * (word.index - first);
    if (word.fields.empty()) values[word.name] = netlist::slice("probe_words", base + kWord - 1, base);
    for (const CardField& field : word.fields)
      values[word.name + "." + field.name] =
          netlist::slice("probe_words", base + field.bit + field.bits - 1, base + field.bit);
  }
  constexpr int kCount = 8;
  values["probe_flags.unrequested_reads"] = netlist::slice("unrequested_counts", kCount - 1, 0);
  values["probe_flags.unrequested_writes"] = netlist::slice("unrequested_counts", 2 * kCount - 1, kCount);
  values["format.probes"] = netlist::one();
}

/// Adds the state of a change of the kernel clock, and the clock that the build meets; zeros if it cannot be changed.
void add_clock_values(const Project& project, Values& values) {
  const bool changes = project.wiring.can_change_clock();
  values["format.clock"] = changes ? netlist::one() : netlist::zero();
  for (const char* flag : {"busy", "refused", "ignored", "changed"})
    values[fmt::format("clock.{}", flag)] = changes ? net(fmt::format("clock_{}", flag)) : netlist::zero();
  values["met.tenths"] = changes ? netlist::slice("bitstream_word", kHalf - 1, 0) : netlist::zeros(kHalf);
  values["met.mark"] = changes ? netlist::slice("bitstream_word", kWord - 1, kHalf) : netlist::zeros(kHalf);
}

Values status_values(const Project& project) {
  const int channels = channels_of(project);
  Values values = {{"magic", netlist::hex(kWord, contract::kCardMagic)},
                   {"format.version", netlist::decimal(8, static_cast<unsigned>(contract::kCardFormat))},
                   {"format.channels", netlist::decimal(8, static_cast<unsigned>(channels))},
                   {"format.kernels", netlist::decimal(8, kernels_of(project))},
                   {"format.tester", netlist::one()},
                   {"digest", netlist::hex(kWord, project.identity)},
                   {"state.kernel_locked", net("kernel_runs")},
                   {"state.in_reset", net("bus_rst")},
                   {"state.run_busy", net("run_busy")},
                   {"state.run_failed", net("run_failed")},
                   {"state.registers_closed", net("registers_closed")},
                   {"state.transfers_closed", net("transfers_closed")},
                   {"state.calibrated", channel_bits(project, "memory_calibrated")},
                   {"state.ready", channel_bits(project, "ready")},
                   {"state.cal_failed", channel_bits(project, "memory_failed")},
                   {"kernel_edges", net("kernel_edges")},
                   {"refusal.transfer_kind", netlist::slice("first_transfer", kTransferBits + 2, kTransferBits)},
                   {"refusal.transfer_write", netlist::bit("first_transfer", kTransferBits + 3)},
                   {"refusal.register_kind", netlist::slice("first_register", 26, 24)},
                   {"refusal.register_write", netlist::bit("first_register", 27)},
                   {"refusal.register_address", netlist::slice("first_register", 23, 0)},
                   {"refused_low", netlist::slice("first_transfer", 31, 0)},
                   {"refused_high", netlist::slice("first_transfer", 63, 32)},
                   {"test.busy", net("test_busy")},
                   {"test.done", net("test_done")},
                   {"test.no_response", net("test_no_response")},
                   {"test.not_ready", net("test_not_ready")},
                   {"test.bad_response", net("test_bad_response")},
                   {"test.aborted", net("test_aborted")},
                   {"test_wrong", net("test_wrong_beats")},
                   {"test_bytes_low", netlist::slice("test_wrong_bytes", 31, 0)},
                   {"test_bytes_high", netlist::slice("test_wrong_bytes", 63, 32)},
                   {"test_bad_page", net("test_bad_page")},
                   {"test_bad_word.beat", net("test_bad_beat")},
                   {"test_bad_word.lane", net("test_bad_lane")},
                   {"test_seen", net("test_seen")},
                   {"test_write_clocks", net("test_write_clocks")},
                   {"test_read_clocks", net("test_read_clocks")},
                   {"restarts.bus", net("restarts")},
                   {"restarts.memory", net("memory_losses")}};
  add_clock_values(project, values);
  for (int k = 0; k < channels; ++k) values[of_channel("memory_edges", k)] = net(of_channel("memory_edges", k));
  add_probe_values(values);
  return values;
}

Values event_values(const Project& project) {
  return {{"events.kernel_lost", net("kernel_lost")},
          {"events.restarted", net("restarted")},
          {"events.register_refused", net("register_refused")},
          {"events.transfer_refused", net("transfer_refused")},
          {"events.registers_closed", closes("register")},
          {"events.transfers_closed", closes("transfer")},
          {"events.memory_lost", channel_bits(project, "lost")},
          {"events.run_error", channel_bits(project, "probe_error")},
          {"events.unrequested", channel_bits(project, "unrequested")}};
}

/// Adds the firewall of the registers, and the register of its first refusal.
void add_register_guard(const Project& project, int address_bits, Part& part) {
  std::vector<Connection> ports = {{"clk", "bus_clk"}, {"rst", "card_rst"}, {"behind_rst", "bus_rst"}};
  for (const contract::BusPort& port : contract::register_ports(address_bits)) {
    ports.push_back({"s_" + port.name, "reg_" + port.name});
    ports.push_back({"m_" + port.name, "access_" + port.name});
    part.wire("access_" + port.name, port.bits);
  }
  part.wires(1, {"registers_closed", "register_refused", "register_write", "card_write"});
  part.wire("register_kind", 3);
  part.wire("register_address", address_bits);
  part.wires(10, {"card_write_at", "card_read_at"});
  part.wires(kWord, {"card_wdata", "card_rdata"});
  part.wire("card_wstrb", 4);
  part.wire("first_register", 28);
  ports.insert(ports.end(), {{"closed", "registers_closed"},
                             {"refused", "register_refused"},
                             {"refused_write", "register_write"},
                             {"refused_kind", "register_kind"},
                             {"refused_address", "register_address"},
                             {"card_write", "card_write"},
                             {"card_write_at", "card_write_at"},
                             {"card_wdata", "card_wdata"},
                             {"card_wstrb", "card_wstrb"},
                             {"card_read_at", "card_read_at"},
                             {"card_rdata", "card_rdata"}});
  part.leaf("rtlgen_axil_guard", "u_register_guard",
            {{"ADDR_BITS", address_bits},
             {"KERNELS", static_cast<int>(kernels_of(project))},
             {"KERNEL_BITS", board::kKernelOffsetBits},
             {"MAP_BITS", project.plan.shell->map.address_bits},
             {"CARD_BEGIN", static_cast<int>(contract::kCardBegin)},
             {"LIMIT_LOG2", contract::kCardRegisterLimitLog2}},
            std::move(ports));
  const int shown = std::min(address_bits, 24);
  if (address_bits > shown)
    part.unread("unused_register_address", {netlist::slice("register_address", address_bits - 1, shown)});
  const Expr address = netlist::low_bits("register_address", shown, address_bits);
  part.leaf("rtlgen_first", "u_first_register", {{"WIDTH", 28}},
            {{"clk", "bus_clk"},
             {"take", "register_refused"},
             {"kept", event(project, "register_refused")},
             {"value", netlist::concat({net("register_write"), net("register_kind"),
                                        shown < 24 ? netlist::extend(address, 24) : address})},
             {"first", "first_register"}});
}

/// Adds a meter that counts the edges of `clock` in a window of the bus clock.
void add_meter(const std::string& clock, const std::string& edges, Part& part) {
  part.wire(edges, kWord);
  part.leaf("rtlgen_clock_meter", "u_" + edges, {},
            {{"metered_clk", clock}, {"clk", "bus_clk"}, {"rst", "card_rst"}, {"edges", edges}});
}

}  // namespace

bool has_card_block(const Project& project) { return project.wiring.has_card_block(); }

std::string kernel_registers(const Project& project) { return has_card_block(project) ? "access_" : "reg_"; }

std::vector<BusWire> clock_port() {
  constexpr int kAddress = 11, kStrobe = 4, kResponse = 2;
  return {{"awaddr", kAddress}, {"awvalid", 1}, {"awready", 1}, {"wdata", kWord},     {"wstrb", kStrobe},
          {"wvalid", 1},        {"wready", 1},  {"bvalid", 1},  {"bresp", kResponse}, {"bready", 1}};
}

void add_clock_change(const Project& project, Part& part) {
  std::vector<Connection> ports = {{"clk", "bus_clk"},
                                   {"rst", ~net("kernel_resetn")},
                                   {"change", request(project, "clock_load", "settings")},
                                   {"restore", request(project, "clock_load", "bitstream")},
                                   {"feedback", netlist::concat({setting(project, "clock_feedback", "multiplier"),
                                                                 setting(project, "clock_feedback", "divider")})},
                                   {"divide", setting(project, "clock_divide", "divider")},
                                   {"locked", "kernel_runs"}};
  for (const char* flag : {"busy", "refused", "ignored", "changed"}) {
    const std::string wire = fmt::format("clock_{}", flag);
    part.wire(wire, 1);
    ports.push_back({flag, wire});
  }
  add_wires(part, clock_port(), "clock_");
  for (const BusWire& w : clock_port()) ports.push_back({"m_" + w.name, "clock_" + w.name});
  part.leaf("rtlgen_clock_change", "u_clock_change", {}, std::move(ports));
}

void add_card_resets(const Project& project, Part& part) {
  const int channels = channels_of(project);
  part.state("card_rst", 1, netlist::one());
  part.wires(1, {"bus_rst", "kernel_resetn", "kernel_lost", "restarted"});
  part.wire("memory_stop", channels);
  part.wires(16, {"restarts", "memory_losses"});
  part.note("Losing the host resets everything; losing the kernel clock or a memory, all but the card block.");
  part.registers("bus_clk", {{"card_rst", ~net("bus_up")}});
  part.leaf("rtlgen_card_reset", "u_card_reset", {{"CHANNELS", channels}},
            {{"clk", "bus_clk"},
             {"rst", "card_rst"},
             {"kernel_runs",
              project.wiring.can_change_clock() ? net("kernel_runs") & ~net("clock_busy") : net("kernel_runs")},
             {"lost", channel_bits(project, "lost")},
             {"calibrated", channel_bits(project, "memory_calibrated")},
             {"ask_bus", request(project, "reset", "bus")},
             {"ask_kernel", request(project, "reset", "kernel")},
             {"ask_memory", request(project, "reset", "memory")},
             {"bus_rst", "bus_rst"},
             {"kernel_resetn", "kernel_resetn"},
             {"memory_stop", "memory_stop"},
             {"kernel_lost", "kernel_lost"},
             {"restarted", "restarted"},
             {"restarts", "restarts"},
             {"losses", "memory_losses"}});
}

Part card_block_part(const Project& project, int address_bits) {
  Part part{"The card block: registers that always respond"};
  const int status = contract::card_words(CardGroup::kStatus), events = contract::card_words(CardGroup::kEvents),
            settings = contract::card_words(CardGroup::kSettings),
            requests = contract::card_words(CardGroup::kRequests);
  part.wire("card_events", kWord * events);
  part.wire("card_settings", kWord * settings);
  part.wire("card_requests", kHalf * requests);
  part.unread("unused_card", {"card_events", "card_settings", "card_requests"});
  add_register_guard(project, address_bits, part);
  add_meter("kernel_clk", "kernel_edges", part);
  for (int k = 0; k < channels_of(project); ++k) {
    const std::string calibrated = of_channel("memory_calibrated", k);
    add_meter(of_channel("memory_clk", k), of_channel("memory_edges", k), part);
    part.wire(calibrated);
    part.leaf("rtlgen_sync", "u_" + calibrated, {},
              {{"clk", "bus_clk"}, {"in", of_channel("calibrated", k)}, {"out", calibrated}});
  }
  part.leaf("rtlgen_card", "u_card",
            {{"STATUS", status}, {"EVENTS", events}, {"SETTINGS", settings}, {"REQUESTS", requests}},
            {{"clk", "bus_clk"},
             {"rst", "card_rst"},
             {"write", "card_write"},
             {"write_at", "card_write_at"},
             {"wdata", "card_wdata"},
             {"wstrb", "card_wstrb"},
             {"read_at", "card_read_at"},
             {"rdata", "card_rdata"},
             {"status", group_of(project, CardGroup::kStatus, status_values(project))},
             {"occurred", group_of(project, CardGroup::kEvents, event_values(project))},
             {"events", "card_events"},
             {"settings", "card_settings"},
             {"requests", "card_requests"}});
  return part;
}

void add_transfer_guard(const Project& project, int host_bits, int host_ids, Part& part) {
  const int channels = channels_of(project);
  const CardField& limit = contract::card_word("transfer_limit").field("clocks");
  std::vector<BusWire> wires = axi_wires(host_bits);
  wires.insert(wires.end(), {{"awsize", 3}, {"arsize", 3}});
  std::vector<Connection> ports = {{"clk", "bus_clk"},
                                   {"rst", "card_rst"},
                                   {"behind_rst", "bus_rst"},
                                   {"ready", channel_bits(project, "ready")},
                                   {"limit", setting(project, "transfer_limit", "clocks")},
                                   {"pause", "test_pause"},
                                   {"idle", "host_idle"},
                                   {"closed", "transfers_closed"},
                                   {"refused", "transfer_refused"},
                                   {"refused_write", "transfer_write"},
                                   {"refused_kind", "transfer_kind"},
                                   {"refused_address", "transfer_address"}};
  for (const char* id : {"awid", "bid", "arid", "rid"})
    ports.push_back({fmt::format("s_{}", id), fmt::format("host_{}", id)});
  for (const BusWire& w : wires) {
    ports.push_back({"s_" + w.name, "host_" + w.name});
    ports.push_back({"m_" + w.name, "dma_" + w.name});
  }
  add_wires(part, wires, "dma_");
  part.wires(1, {"host_idle", "transfers_closed", "transfer_refused", "transfer_write"});
  part.wire("transfer_kind", 3);
  part.wire("transfer_address", kTransferBits);
  part.wire("first_transfer", kTransferBits + 4);
  part.leaf("rtlgen_axi_guard", "u_transfer_guard",
            {{"HOST_BITS", host_bits},
             {"ADDR_BITS", kTransferBits},
             {"ID_BITS", host_ids},
             {"CHANNELS", channels},
             {"CHANNEL_BITS", project.wiring.memory.front().use.sizes.at("address")},
             {"LIMIT_BITS", limit.bits},
             {"DEFAULT_LIMIT", contract::kCardTransferLimit}},
            std::move(ports));
  part.leaf("rtlgen_first", "u_first_transfer", {{"WIDTH", kTransferBits + 4}},
            {{"clk", "bus_clk"},
             {"take", "transfer_refused"},
             {"kept", event(project, "transfer_refused")},
             {"value", netlist::concat({net("transfer_write"), net("transfer_kind"), net("transfer_address")})},
             {"first", "first_transfer"}});
}

void add_memory_test(const Project& project, const std::string& to, Part& part) {
  const int bus = project.plan.shell->bus_bits;
  std::vector<Connection> ports = {{"clk", "bus_clk"},
                                   {"rst", "card_rst"},
                                   {"behind_rst", "bus_rst"},
                                   {"ready", channel_bits(project, "ready")},
                                   {"start", request(project, "test_start", "start")},
                                   {"first", setting(project, "test_page")},
                                   {"pages", setting(project, "test_pages")},
                                   {"seed", setting(project, "test_seed")},
                                   {"mode", setting(project, "test_mode", "pattern")},
                                   {"writes", ~setting(project, "test_mode", "skip_write")},
                                   {"reads", ~setting(project, "test_mode", "skip_read")},
                                   {"host_idle", "host_idle"}};
  const auto out = [&](const char* name, int bits) {
    const std::string wire = fmt::format("test_{}", name);
    part.wire(wire, bits);
    ports.push_back({name, wire});
  };
  for (const char* flag : {"pause", "busy", "done", "no_response", "not_ready", "bad_response", "aborted"})
    out(flag, 1);
  for (const char* word : {"wrong_beats", "bad_page", "seen", "write_clocks", "read_clocks"}) out(word, kWord);
  out("wrong_bytes", 64);
  for (const char* byte : {"bad_beat", "bad_lane"}) out(byte, 8);
  add_wires(part, axi_wires(bus), "wide_");
  for (const BusWire& w : axi_wires(bus)) {
    ports.push_back({"s_" + w.name, "wide_" + w.name});
    ports.push_back({"m_" + w.name, to + w.name});
  }
  part.leaf("rtlgen_memory_test", "u_memory_test",
            {{"CHANNELS", channels_of(project)},
             {"CHANNEL_BITS", project.wiring.memory.front().use.sizes.at("address")},
             {"BUS_BITS", bus},
             {"ADDR_BITS", kTransferBits}},
            std::move(ports));
}

void add_channel_reset(std::size_t k, Part& part) {
  const int n = static_cast<int>(k);
  part.wires(1, {of_channel("near_rst", n), of_channel("far_rst", n), of_channel("ready", n), of_channel("lost", n)});
  part.leaf("rtlgen_channel_reset", of_channel("u_reset", n), {},
            {{"clk", "bus_clk"},
             {"rst", "bus_rst"},
             {"near_rst", of_channel("near_rst", n)},
             {"ready", of_channel("ready", n)},
             {"lost", of_channel("lost", n)},
             {"far_clk", of_channel("memory_clk", n)},
             {"far_busy", of_channel("far_busy", n)},
             {"far_rst", of_channel("far_rst", n)}});
}

std::vector<std::string> card_block_leaves(const Project& project) {
  std::vector<std::string> leaves = {"rtlgen_axi_guard",     "rtlgen_axil_guard",     "rtlgen_card",
                                     "rtlgen_card_reset",    "rtlgen_clock_meter",    "rtlgen_memory_test",
                                     "rtlgen_channel_reset", "rtlgen_first",          "rtlgen_channel_probe",
                                     "rtlgen_skid",          "rtlgen_axi_unrequested"};
  if (project.wiring.can_change_clock()) leaves.emplace_back("rtlgen_clock_change");
  return leaves;
}

}  // namespace rtlgen::flow
