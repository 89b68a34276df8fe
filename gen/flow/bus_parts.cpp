// The host's way to the channels, and each channel's way to its controller's clock.
#include "flow/bus_parts.hpp"

#include <fmt/ranges.h>

#include <algorithm>
#include <set>

namespace rtlgen::flow {

namespace {

using shell::Part;

constexpr int kAddress = 64;

std::string wire(const BusWire& w, const std::string& prefix) {
  return fmt::format("  wire {}{}{};\n", shell::range(w.bits), prefix, w.name);
}

/// Of a splitter: what all channels are shown alike.
bool is_one_for_all(const std::string& name) {
  static const std::set<std::string> kShared = {"awaddr", "awlen", "wdata", "wstrb", "wlast", "araddr", "arlen"};
  return kShared.contains(name);
}

/// What a join is given by its masters, each its own.
bool is_asked(const std::string& name) {
  return name != "bresp" && name != "rdata" && name != "rresp" && name != "rlast";
}

bool is_answer(const std::string& name) {
  static const std::set<std::string> kAnswers = {"awready", "wready", "bvalid", "arready", "rvalid"};
  return kAnswers.contains(name);
}

bool is_used(const Project& project, std::size_t k) {
  const auto& channels = project.plan.shell->channels;
  return std::any_of(channels.begin(), channels.end(), [&](const plan::ShellChannel& c) {
    return static_cast<std::size_t>(c.number) == k % channels_of_kernel(project);
  });
}

/// "wide_*" to "asked_<channel>_*".
void add_split(const Project& project, Part& part) {
  const int bus = project.plan.shell->bus_bits;
  const std::size_t channels = project.wiring.memory.size();
  shell::Connections ports = {{"clk", "bus_clk"}, {"rst", "bus_rst"}};
  std::string shared;
  for (const BusWire& w : axi_wires(bus)) ports.emplace_back("s_" + w.name, "wide_" + w.name);
  for (const BusWire& w : axi_wires(bus)) {
    if (is_one_for_all(w.name)) {
      part.wires += wire(w, "every_");
      ports.emplace_back("m_" + w.name, "every_" + w.name);
      for (std::size_t k = 0; k < channels; ++k)
        shared += fmt::format("  assign asked_{0}_{1} = every_{1};\n", k, w.name);
      continue;
    }
    std::vector<std::string> each;
    for (std::size_t k = 0; k < channels; ++k) each.push_back(fmt::format("asked_{}_{}", k, w.name));
    ports.emplace_back("m_" + w.name, shell::joined(each));
  }
  part.body += shell::instance("rtlgen_axi_split", "u_split",
                               {{"CHANNELS", fmt::to_string(channels)},
                                {"CHANNEL_BITS", fmt::to_string(project.wiring.memory.front().use.sizes.at("address"))},
                                {"BUS_BITS", fmt::to_string(bus)},
                                {"ADDR_BITS", fmt::to_string(kAddress)}},
                               ports);
  part.body += shared + "\n";
}

/// Those at the memory's side of a join, with its ID bit.
std::vector<BusWire> joined_wires(int bus) {
  std::vector<BusWire> all = axi_wires(bus);
  for (const char* id : {"awid", "bid", "arid", "rid"}) all.push_back({id, 1});
  return all;
}

void add_join(const Project& project, std::size_t k, Part& part) {
  const int bus = project.plan.shell->bus_bits;
  const bool used = is_used(project, k);
  shell::Connections ports = {{"clk", "bus_clk"}, {"rst", "bus_rst"}};
  std::string answers;
  for (const BusWire& w : axi_wires(bus)) {
    const std::string core = used                ? fmt::format("core_{}_{}", k, w.name)
                             : is_answer(w.name) ? fmt::format("unused_core_{}_{}", k, w.name)
                                                 : fmt::format("{}'d0", w.bits);
    if (is_asked(w.name)) {
      ports.emplace_back("s_" + w.name, fmt::format("{{asked_{}_{}, {}}}", k, w.name, core));
      if (!used && is_answer(w.name)) part.wires += fmt::format("  wire unused_core_{}_{};\n", k, w.name);
      continue;
    }
    part.wires += wire(w, fmt::format("given_{}_", k));
    ports.emplace_back("s_" + w.name, fmt::format("given_{}_{}", k, w.name));
    answers += fmt::format("  assign asked_{0}_{1} = given_{0}_{1};\n", k, w.name);
    if (used) answers += fmt::format("  assign core_{0}_{1} = given_{0}_{1};\n", k, w.name);
  }
  for (const BusWire& w : joined_wires(bus)) ports.emplace_back("m_" + w.name, fmt::format("near_{}_{}", k, w.name));
  part.body += shell::instance("rtlgen_axi_join", fmt::format("u_join_{}", k),
                               {{"BUS_BITS", fmt::to_string(bus)}, {"ADDR_BITS", fmt::to_string(kAddress)}}, ports) +
               answers + "\n";
}

}  // namespace

std::vector<BusWire> axi_wires(int bus) {
  return {{"awvalid", 1}, {"awready", 1},     {"awaddr", kAddress}, {"awlen", 8},  {"wvalid", 1}, {"wready", 1},
          {"wdata", bus}, {"wstrb", bus / 8}, {"wlast", 1},         {"bvalid", 1}, {"bready", 1}, {"bresp", 2},
          {"arvalid", 1}, {"arready", 1},     {"araddr", kAddress}, {"arlen", 8},  {"rvalid", 1}, {"rready", 1},
          {"rdata", bus}, {"rresp", 2},       {"rlast", 1}};
}

Part host_part(const Project& project, int host_bits, int host_ids) {
  const int bus = project.plan.shell->bus_bits;
  const std::size_t channels = project.wiring.memory.size();
  Part part{"The host's transfers, as wide as the bus", "", ""};
  shell::Connections ports = {{"clk", "bus_clk"}, {"rst", "bus_rst"}};
  for (const BusWire& w : axi_wires(host_bits)) ports.emplace_back("s_" + w.name, "host_" + w.name);
  for (const char* extra : {"awid", "awsize", "bid", "arid", "arsize", "rid"})
    ports.emplace_back(std::string("s_") + extra, std::string("host_") + extra);
  for (const BusWire& w : axi_wires(bus))
    ports.emplace_back("m_" + w.name, (channels > 1 ? "wide_" : "asked_0_") + w.name);
  for (std::size_t k = 0; k < channels; ++k) {
    for (const BusWire& w : axi_wires(bus)) part.wires += wire(w, fmt::format("asked_{}_", k));
  }
  part.body = shell::instance("rtlgen_axi_host", "u_host",
                              {{"HOST_BITS", fmt::to_string(host_bits)},
                               {"BUS_BITS", fmt::to_string(bus)},
                               {"ADDR_BITS", fmt::to_string(kAddress)},
                               {"ID_BITS", fmt::to_string(host_ids)}},
                              ports);
  if (channels == 1) return part;
  for (const BusWire& w : axi_wires(bus)) part.wires += wire(w, "wide_");
  add_split(project, part);
  return part;
}

Part channel_part(const Project& project, std::size_t k) {
  const int bus = project.plan.shell->bus_bits;
  Part part{fmt::format("Memory channel {}", k), fmt::format("  wire bus_rst_at_{};\n", k), ""};
  shell::Connections ports = {{"near_clk", "bus_clk"},
                              {"near_rst", "bus_rst"},
                              {"far_clk", fmt::format("memory_clk_{}", k)},
                              {"far_rst", fmt::format("far_rst_{}", k)}};
  for (const BusWire& w : joined_wires(bus)) {
    part.wires += wire(w, fmt::format("near_{}_", k)) + wire(w, fmt::format("far_{}_", k));
    ports.emplace_back("s_" + w.name, fmt::format("near_{}_{}", k, w.name));
    ports.emplace_back("m_" + w.name, fmt::format("far_{}_{}", k, w.name));
  }
  add_join(project, k, part);
  part.body += shell::instance(
      "rtlgen_sync", fmt::format("u_bus_rst_at_{}", k), {{"INIT", "1"}},
      {{"clk", fmt::format("memory_clk_{}", k)}, {"in", "bus_rst"}, {"out", fmt::format("bus_rst_at_{}", k)}});
  part.body += shell::instance(
      "rtlgen_axi_cross", fmt::format("u_cross_{}", k),
      {{"BUS_BITS", fmt::to_string(bus)}, {"ADDR_BITS", fmt::to_string(kAddress)}, {"ID_BITS", "1"}}, ports);
  return part;
}

std::vector<std::string> bus_leaves(const Project& project) {
  std::vector<std::string> leaves = {"rtlgen_queue", "rtlgen_axi_host", "rtlgen_axi_join", "rtlgen_axi_cross"};
  if (project.wiring.memory.size() > 1) leaves.emplace_back("rtlgen_axi_split");
  if (kernels_of(project) > 1) leaves.emplace_back("rtlgen_axil_split");
  return leaves;
}

}  // namespace rtlgen::flow
