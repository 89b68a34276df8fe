// Probes of each memory channel, which listen between the accelerator and rtlgen_axi_join, and filters, which stand
// between the host and rtlgen_axi_join. The card block shows what both have seen.
#include <fmt/format.h>

#include <algorithm>
#include <bit>

#include "contract/card_map.hpp"
#include "contract/shell.hpp"
#include "flow/bus_parts.hpp"
#include "flow/card_block.hpp"
#include "flow/project.hpp"
#include "plan/plan.hpp"

namespace rtlgen::flow {

namespace {

using netlist::Connection;
using netlist::Expr;
using netlist::net;
using netlist::Part;

constexpr int kProbeWord = 32, kProbeBits = 256, kProbedAddress = 64, kUnrequestedBits = 16;

/// The bit of this channel's event.
Expr channel_event(const char* field, std::size_t k) {
  const contract::CardWord& events = contract::card_word("events");
  return netlist::bit("card_events", kProbeWord * events.index + events.field(field).bit + static_cast<int>(k));
}

/// Whether a probe watches this wire of a channel: not the data, nor what only writes have.
bool is_watched(const std::string& name) {
  return name != "wdata" && name != "wstrb" && name != "wlast" && name != "awlen" && name != "rdata";
}

void add_probe(const Project& project, std::size_t k, const Expr& kept, Part& part) {
  const int bus = project.plan.shell->bus_bits, shift = std::countr_zero(static_cast<unsigned>(bus / 8));
  const int at_bits = std::min(kProbeWord, project.wiring.memory[k].use.sizes.at("address") - shift);
  const std::string error = fmt::format("probe_error_{}", k), words = fmt::format("probe_words_{}", k);
  std::vector<Connection> ports = {
      {"clk", "bus_clk"}, {"rst", "bus_rst"}, {"busy", busy_of_kernel(project, k / channels_of_kernel(project))},
      {"kept", kept},     {"error", error},   {"words", words}};
  for (const BusWire& w : axi_wires(bus)) {
    if (is_watched(w.name)) ports.push_back({"s_" + w.name, fmt::format("core_{}_{}", k, w.name)});
  }
  part.wire(error);
  part.wire(words, kProbeBits);
  part.leaf("rtlgen_channel_probe", fmt::format("u_probe_{}", k),
            {{"ADDR_BITS", kProbedAddress},
             {"SHIFT", shift},
             {"AT_BITS", at_bits},
             {"OUTSTANDING_LOG2", std::countr_zero(static_cast<unsigned>(project.plan.shell->outstanding))}},
            std::move(ports));
}

/// `words` of a channel, or zeros while another one is chosen.
Expr if_chosen(const Project& project, std::size_t k, Expr words, int word_bits) {
  const int bits = static_cast<int>(std::bit_width(project.wiring.memory.size() - 1));
  if (bits == 0) return words;
  const int chosen = kProbeWord * contract::card_word("probe_channel").index;
  const Expr is_chosen = netlist::equal(netlist::slice("card_settings", chosen + bits - 1, chosen),
                                        netlist::decimal(bits, static_cast<unsigned>(k)));
  return std::move(words) & netlist::repeat(is_chosen, word_bits);
}

}  // namespace

void add_response_filter(const Project& project, std::size_t k, Part& part) {
  const auto wire = [&](const char* of, const std::string& name) { return net(fmt::format("{}_{}_{}", of, k, name)); };
  const std::string dropped = fmt::format("dropped_{}", k), counts = fmt::format("unrequested_counts_{}", k),
                    unrequested = fmt::format("unrequested_{}", k);
  part.wires(1, {dropped, unrequested});
  part.wire(counts, kUnrequestedBits);
  std::vector<Connection> ports = {{"clk", "bus_clk"},   {"rst", "bus_rst"}, {"kept", channel_event("unrequested", k)},
                                   {"dropped", dropped}, {"counts", counts}, {"m_rlast", wire("resp", "rlast")}};
  for (const std::string name :
       {"wvalid", "wready", "wlast", "bvalid", "bready", "arvalid", "arready", "rvalid", "rready"})
    ports.push_back({"s_" + name, wire("host", name)});
  for (const std::string name : {"bvalid", "bready", "rvalid", "rready"})
    ports.push_back({"m_" + name, wire("sent", name)});
  part.leaf("rtlgen_axi_unrequested", fmt::format("u_unrequested_{}", k), {}, std::move(ports));
  // Without an accelerator, its responses are always wrong.
  part.assign(unrequested, has_accelerator(project, k)
                               ? net(dropped)
                               : net(dropped) | wire("unused_core", "bvalid") | wire("unused_core", "rvalid"));
}

Part channel_probes_part(const Project& project) {
  Part part{"Probes of the memory channels, and the one that the card block shows"};
  const std::size_t channels = project.wiring.memory.size();
  part.wire("probe_words", kProbeBits);
  part.wire("unrequested_counts", kUnrequestedBits);
  std::vector<Expr> shown, counts;
  for (std::size_t k = 0; k < channels; ++k) {
    counts.push_back(if_chosen(project, k, net(fmt::format("unrequested_counts_{}", k)), kUnrequestedBits));
    if (!has_accelerator(project, k)) {
      part.wire(fmt::format("probe_error_{}", k));
      part.assign(fmt::format("probe_error_{}", k), netlist::zero());
      continue;
    }
    add_probe(project, k, channel_event("run_error", k), part);
    shown.push_back(if_chosen(project, k, net(fmt::format("probe_words_{}", k)), kProbeBits));
  }
  part.assign("probe_words", netlist::some(shown));
  part.assign("unrequested_counts", netlist::some(counts));
  part.unread("unused_probe", {"probe_words"});
  return part;
}

}  // namespace rtlgen::flow
