// The path from the host to the channels, and from each channel to the clock of its controller.
#include "flow/bus_parts.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "contract/shell.hpp"
#include "flow/card_block.hpp"
#include "flow/project.hpp"
#include "plan/plan.hpp"

namespace rtlgen::flow {

namespace {

using netlist::Connection;
using netlist::Expr;
using netlist::net;
using netlist::Part;

constexpr int kAddress = 64;

/// Whether this signal of a splitter is shared by all channels.
bool is_one_for_all(const std::string& name) {
  static const std::set<std::string> kShared = {"awaddr", "awlen", "wdata", "wstrb", "wlast", "araddr", "arlen"};
  return kShared.contains(name);
}

/// Whether this signal of a join is separate for each master.
bool is_request(const std::string& name) {
  return name != "bresp" && name != "rdata" && name != "rresp" && name != "rlast";
}

bool is_response(const std::string& name) {
  static const std::set<std::string> kResponses = {"awready", "wready", "bvalid", "arready", "rvalid"};
  return kResponses.contains(name);
}

/// `from` to "host_<channel>_*".
void add_split(const Project& project, const std::string& from, Part& part) {
  const int bus = project.plan.shell->bus_bits;
  const std::size_t channels = project.wiring.memory.size();
  std::vector<Connection> ports = {{"clk", "bus_clk"}, {"rst", "bus_rst"}};
  std::vector<netlist::Assign> shared;
  for (const BusWire& w : axi_wires(bus)) ports.push_back({"s_" + w.name, from + w.name});
  for (const BusWire& w : axi_wires(bus)) {
    if (is_one_for_all(w.name)) {
      part.wire("every_" + w.name, w.bits);
      ports.push_back({"m_" + w.name, "every_" + w.name});
      for (std::size_t k = 0; k < channels; ++k)
        shared.push_back({fmt::format("host_{}_{}", k, w.name), "every_" + w.name});
      continue;
    }
    std::vector<Expr> each;
    for (std::size_t k = 0; k < channels; ++k) each.push_back(net(fmt::format("host_{}_{}", k, w.name)));
    ports.push_back({"m_" + w.name, netlist::joined(each)});
  }
  part.leaf("rtlgen_axi_split", "u_split",
            {{"CHANNELS", static_cast<int>(channels)},
             {"CHANNEL_BITS", project.wiring.memory.front().use.sizes.at("address")},
             {"BUS_BITS", bus},
             {"ADDR_BITS", kAddress}},
            std::move(ports));
  part.items.insert(part.items.end(), shared.begin(), shared.end());
}

/// Adds the module that widens the host's transfers to `to`: "host_*" with IDs, or "dma_*" without (`host_ids` 0).
void add_host(int host_bits, int host_ids, int bus, const std::string& to, Part& part) {
  const std::string from = host_ids > 0 ? "host_" : "dma_";
  std::vector<Connection> ports = {{"clk", "bus_clk"}, {"rst", "bus_rst"}};
  for (const BusWire& w : axi_wires(host_bits)) ports.push_back({"s_" + w.name, from + w.name});
  for (const char* size : {"awsize", "arsize"}) ports.push_back({std::string("s_") + size, from + size});
  for (const char* id : {"awid", "bid", "arid", "rid"}) {
    const bool is_response_id = *id == 'b' || *id == 'r';
    if (host_ids == 0 && is_response_id) part.wire(std::string("unused_dma_") + id);
    ports.push_back({std::string("s_") + id, host_ids > 0     ? net(from + id)
                                             : is_response_id ? net(std::string("unused_dma_") + id)
                                                              : netlist::zero()});
  }
  for (const BusWire& w : axi_wires(bus)) ports.push_back({"m_" + w.name, to + w.name});
  part.leaf("rtlgen_axi_host", "u_host",
            {{"HOST_BITS", host_bits}, {"BUS_BITS", bus}, {"ADDR_BITS", kAddress}, {"ID_BITS", std::max(host_ids, 1)}},
            std::move(ports));
}

/// The wires on the memory side of a join, with its ID bit.
std::vector<BusWire> joined_wires(int bus) {
  std::vector<BusWire> all = axi_wires(bus);
  for (const char* id : {"awid", "bid", "arid", "rid"}) all.push_back({id, 1});
  return all;
}

/// Whether this signal of a join is a handshake of responses.
bool is_response_handshake(const std::string& name) {
  return name == "bvalid" || name == "bready" || name == "rvalid" || name == "rready";
}

void add_join(const Project& project, std::size_t k, Part& part) {
  const int bus = project.plan.shell->bus_bits;
  const bool used = has_accelerator(project, k), guarded = has_card_block(project);
  const auto wire = [&](const char* prefix, const BusWire& w) { return fmt::format("{}_{}_{}", prefix, k, w.name); };
  std::vector<Connection> ports = {{"clk", "bus_clk"}, {"rst", "bus_rst"}};
  std::vector<netlist::Assign> responses;
  for (const BusWire& w : axi_wires(bus)) {
    // Without an accelerator, its responses must not block those of the host.
    const Expr core = used                            ? net(wire("core", w))
                      : is_response(w.name)           ? net(wire("unused_core", w))
                      : is_response_handshake(w.name) ? netlist::one()
                                                      : netlist::zeros(w.bits);
    if (is_request(w.name)) {
      const bool filtered = guarded && is_response_handshake(w.name);
      if (filtered) part.wire(wire("sent", w));
      ports.push_back({"s_" + w.name, netlist::concat({net(wire(filtered ? "sent" : "host", w)), core})});
      if (!used && is_response(w.name)) part.wire(wire("unused_core", w));
      continue;
    }
    part.wire(wire("resp", w), w.bits);
    ports.push_back({"s_" + w.name, wire("resp", w)});
    responses.push_back({wire("host", w), wire("resp", w)});
    if (used) responses.push_back({wire("core", w), wire("resp", w)});
  }
  for (const BusWire& w : joined_wires(bus)) ports.push_back({"m_" + w.name, wire("near", w)});
  part.leaf("rtlgen_axi_join", fmt::format("u_join_{}", k), {{"BUS_BITS", bus}, {"ADDR_BITS", kAddress}},
            std::move(ports));
  part.items.insert(part.items.end(), responses.begin(), responses.end());
}

}  // namespace

bool has_accelerator(const Project& project, std::size_t channel) {
  const auto& channels = project.plan.shell->channels;
  return std::any_of(channels.begin(), channels.end(), [&](const contract::ShellChannel& c) {
    return static_cast<std::size_t>(c.number) == channel % channels_of_kernel(project);
  });
}

void add_wires(Part& part, const std::vector<BusWire>& wires, const std::string& prefix) {
  for (const BusWire& w : wires) part.wire(prefix + w.name, w.bits);
}

std::vector<BusWire> axi_wires(int bus) {
  return {{"awvalid", 1}, {"awready", 1},     {"awaddr", kAddress}, {"awlen", 8},  {"wvalid", 1}, {"wready", 1},
          {"wdata", bus}, {"wstrb", bus / 8}, {"wlast", 1},         {"bvalid", 1}, {"bready", 1}, {"bresp", 2},
          {"arvalid", 1}, {"arready", 1},     {"araddr", kAddress}, {"arlen", 8},  {"rvalid", 1}, {"rready", 1},
          {"rdata", bus}, {"rresp", 2},       {"rlast", 1}};
}

Part host_part(const Project& project, int host_bits, int host_ids) {
  const int bus = project.plan.shell->bus_bits;
  const std::size_t channels = project.wiring.memory.size();
  const bool guarded = has_card_block(project);
  const std::string all = guarded ? "tested_" : "wide_", to = channels > 1 ? all : "host_0_";
  Part part{"Host transfers, widened to the bus"};
  part.note(fmt::format("From the host to the channels: host_*, {}wide_* (bus width), {}host_<channel>_*.",
                        guarded ? "dma_* (guarded), " : "", guarded && channels > 1 ? "tested_*, " : ""));
  for (std::size_t k = 0; k < channels; ++k) add_wires(part, axi_wires(bus), fmt::format("host_{}_", k));
  if (channels > 1) add_wires(part, axi_wires(bus), all);
  if (guarded) add_transfer_guard(project, host_bits, host_ids, part);
  add_host(host_bits, guarded ? 0 : host_ids, bus, guarded ? "wide_" : to, part);
  if (guarded) add_memory_test(project, to, part);
  if (channels > 1) add_split(project, all, part);
  return part;
}

Part channel_part(const Project& project, std::size_t k) {
  const int bus = project.plan.shell->bus_bits;
  Part part{fmt::format("Memory channel {}", k)};
  const std::string clock = fmt::format("memory_clk_{}", k), bus_rst = fmt::format("bus_rst_at_{}", k);
  const bool guarded = has_card_block(project);
  if (!guarded) part.wire(bus_rst);
  std::vector<Connection> ports = {{"near_clk", "bus_clk"},
                                   {"near_rst", guarded ? fmt::format("near_rst_{}", k) : "bus_rst"},
                                   {"far_clk", clock},
                                   {"far_rst", fmt::format("far_rst_{}", k)}};
  for (const BusWire& w : joined_wires(bus)) {
    for (const auto& [side, wires] : {std::pair{"s_", "near"}, {"m_", "far"}}) {
      part.wire(fmt::format("{}_{}_{}", wires, k, w.name), w.bits);
      ports.push_back({side + w.name, fmt::format("{}_{}_{}", wires, k, w.name)});
    }
  }
  add_join(project, k, part);
  if (guarded) {
    add_response_filter(project, k, part);
    add_channel_reset(k, part);
  } else {
    part.leaf("rtlgen_sync", "u_" + bus_rst, {{"INIT", 1}}, {{"clk", clock}, {"in", "bus_rst"}, {"out", bus_rst}});
  }
  part.leaf("rtlgen_axi_cross", fmt::format("u_cross_{}", k),
            {{"BUS_BITS", bus}, {"ADDR_BITS", kAddress}, {"ID_BITS", 1}}, std::move(ports));
  return part;
}

std::vector<std::string> bus_leaves(const Project& project) {
  std::vector<std::string> leaves = {"rtlgen_queue", "rtlgen_axi_host", "rtlgen_axi_join", "rtlgen_axi_cross"};
  if (project.wiring.memory.size() > 1) leaves.emplace_back("rtlgen_axi_split");
  if (kernels_of(project) > 1) leaves.emplace_back("rtlgen_axil_split");
  if (has_card_block(project)) {
    const std::vector<std::string> block = card_block_leaves(project);
    leaves.insert(leaves.end(), block.begin(), block.end());
  }
  return leaves;
}

}  // namespace rtlgen::flow
