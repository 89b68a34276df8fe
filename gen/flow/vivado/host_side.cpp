// The host's transfers: from PCIe's beats to the bus, and to the memory channel that an address is in.
#include <fmt/ranges.h>

#include "flow/vivado/top.hpp"

namespace rtlgen::flow::vivado {

namespace {

struct Signal {
  const char* name;
  int bits;
};

constexpr int kAddress = 64;

std::vector<Signal> signals_of(int bus) {
  return {{"awvalid", 1}, {"awready", 1}, {"awaddr", kAddress}, {"awlen", 8}, {"wvalid", 1}, {"wready", 1}, {"wdata", bus},
          {"wstrb", bus / 8}, {"wlast", 1}, {"bvalid", 1}, {"bready", 1}, {"bresp", 2}, {"arvalid", 1}, {"arready", 1},
          {"araddr", kAddress}, {"arlen", 8}, {"rvalid", 1}, {"rready", 1}, {"rdata", bus}, {"rresp", 2}, {"rlast", 1}};
}

bool is_one_for_all(const std::string& name) {
  return name == "awaddr" || name == "awlen" || name == "wdata" || name == "wstrb" || name == "wlast" || name == "araddr" || name == "arlen";
}

/// "wide_*" to "asked_<channel>_*".
void split(const Project& project, shell::Part& part) {
  const int bus = project.plan.shell->bus_bits;
  const std::size_t channels = project.wiring.memory.size();
  shell::Connections ports = {{"clk", "bus_clk"}, {"rst", "bus_rst"}};
  std::string shared;
  for (const Signal& s : signals_of(bus)) ports.emplace_back(std::string("s_") + s.name, std::string("wide_") + s.name);
  for (const Signal& s : signals_of(bus)) {
    std::vector<std::string> each;
    for (std::size_t k = channels; k-- > 0;) each.push_back(fmt::format("asked_{}_{}", k, s.name));
    if (!is_one_for_all(s.name)) {
      ports.emplace_back(std::string("m_") + s.name, fmt::format("{{{}}}", fmt::join(each, ", ")));
      continue;
    }
    part.wires += fmt::format("  wire {}every_{};\n", shell::range(s.bits), s.name);
    ports.emplace_back(std::string("m_") + s.name, std::string("every_") + s.name);
    for (std::size_t k = 0; k < channels; ++k) shared += fmt::format("  assign asked_{}_{} = every_{};\n", k, s.name, s.name);
  }
  part.body += shell::instance("rtlgen_axi_split", "u_split",
                               {{"CHANNELS", fmt::to_string(channels)}, {"CHANNEL_BITS", fmt::to_string(project.wiring.memory.front().use.sizes.at("address"))}, {"BUS_BITS", fmt::to_string(bus)}, {"ADDR_BITS", fmt::to_string(kAddress)}}, ports);
  part.body += shared + "\n";
}

}  // namespace

shell::Part host_part(const Project& project) {
  const board::IpUse& use = project.wiring.pcie;
  const int bus = project.plan.shell->bus_bits;
  const std::size_t channels = project.wiring.memory.size();
  shell::Part part{"The host's transfers, as wide as the bus", "", ""};
  for (std::size_t k = 0; k < channels; ++k) {
    for (const Signal& s : signals_of(bus)) part.wires += fmt::format("  wire {}asked_{}_{};\n", shell::range(s.bits), k, s.name);
  }
  if (channels > 1) {
    for (const Signal& s : signals_of(bus)) part.wires += fmt::format("  wire {}wide_{};\n", shell::range(s.bits), s.name);
  }
  shell::Connections ports = {{"clk", "bus_clk"}, {"rst", "bus_rst"}};
  for (const char* name : {"awvalid", "awready", "awid", "awaddr", "awlen", "awsize", "wvalid", "wready", "wdata", "wstrb", "wlast", "bvalid", "bready", "bid", "bresp",
                           "arvalid", "arready", "arid", "araddr", "arlen", "arsize", "rvalid", "rready", "rid", "rdata", "rresp", "rlast"}) {
    ports.emplace_back(std::string("s_") + name, std::string("host_") + name);
  }
  for (const Signal& s : signals_of(bus)) ports.emplace_back(std::string("m_") + s.name, std::string(channels > 1 ? "wide_" : "asked_0_") + s.name);
  part.body = shell::instance("rtlgen_axi_host", "u_host",
                              {{"HOST_BITS", fmt::to_string(use.sizes.at("data"))}, {"BUS_BITS", fmt::to_string(bus)}, {"ADDR_BITS", fmt::to_string(kAddress)}, {"ID_BITS", "4"}}, ports);
  if (channels > 1) split(project, part);
  return part;
}

}  // namespace rtlgen::flow::vivado
