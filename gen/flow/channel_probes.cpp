// The probes of the memory channels, which listen between each accelerator and rtlgen_axi_join.
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

constexpr int kProbeWord = 32, kProbeBits = 256, kProbedAddress = 64;

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

}  // namespace

Part channel_probes_part(const Project& project) {
  Part part{"Probes of the memory channels, and the one that the card block shows"};
  const std::size_t channels = project.wiring.memory.size();
  const int bits = static_cast<int>(std::bit_width(channels - 1));
  const int chosen = kProbeWord * contract::card_word("probe_channel").index;
  const contract::CardWord& events = contract::card_word("events");
  const int first_event = kProbeWord * events.index + events.field("run_error").bit;
  part.wire("probe_words", kProbeBits);
  std::vector<Expr> shown;
  for (std::size_t k = 0; k < channels; ++k) {
    if (!has_accelerator(project, k)) {
      part.wire(fmt::format("probe_error_{}", k));
      part.assign(fmt::format("probe_error_{}", k), netlist::zero());
      continue;
    }
    add_probe(project, k, netlist::bit("card_events", first_event + static_cast<int>(k)), part);
    Expr words = net(fmt::format("probe_words_{}", k));
    if (bits > 0) {
      const Expr is_chosen = netlist::equal(netlist::slice("card_settings", chosen + bits - 1, chosen),
                                            netlist::decimal(bits, static_cast<unsigned>(k)));
      words = std::move(words) & netlist::repeat(is_chosen, kProbeBits);
    }
    shown.push_back(std::move(words));
  }
  part.assign("probe_words", netlist::some(shown));
  part.unread("unused_probe", {"probe_words"});
  return part;
}

}  // namespace rtlgen::flow
