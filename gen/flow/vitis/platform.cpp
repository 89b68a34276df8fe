// Connects a kernel's ports to those of the platform's model, whose memory ports are vectors with one part per channel.
#include "flow/vitis/platform.hpp"

#include <fmt/format.h>

#include <cmath>

#include "contract/bus_ports.hpp"
#include "contract/shell.hpp"
#include "emit/leaf_sources.hpp"
#include "flow/packaged.hpp"
#include "flow/project.hpp"
#include "flow/vitis/kernel.hpp"
#include "flow/vitis/scripts.hpp"
#include "netlist/print.hpp"
#include "plan/plan.hpp"

namespace rtlgen::flow::vitis {

namespace {

/// The kernel's ports to a memory channel are slices of the platform's vectors.
void connect_memory(const contract::Shell& s, int channels, const contract::BusPort& p, netlist::Part& part,
                    std::vector<netlist::Connection>& kernel) {
  // The kernel does not read the bits of channels that it does not use.
  std::vector<netlist::Expr> unread;
  part.wire(p.name, channels * p.bits);
  std::size_t next = 0;
  for (int c = 0; c < channels; ++c) {
    const netlist::Expr bits =
        channels == 1 ? netlist::net(p.name) : netlist::slice(p.name, (c + 1) * p.bits - 1, c * p.bits);
    const bool used = next < s.channels.size() && s.channels[next].number == c;
    if (used)
      kernel.push_back({fmt::format("{}_{}", Packaged::memory_port(c), p.name), bits});
    else if (p.is_output)
      part.assign(bits, netlist::zeros(p.bits));
    else
      unread.push_back(bits);
    next += used ? 1 : 0;
  }
  if (!unread.empty()) part.unread("unused_" + p.name, std::move(unread));
}

}  // namespace

std::string platform_text(const Project& project) {
  const contract::Shell& s = *project.plan.shell;
  const int channels = s.channels.back().number + 1;
  netlist::Module wrapper{project.top() + "_platform"};
  wrapper.role = netlist::Role::kStandIn;
  wrapper.ports = {{"clock_p"}, {"clock_n"}, {"reset_n"}};
  netlist::Part part{""};
  part.wires(1, {"ap_clk", "ap_clk_2", "ap_rst_n", "interrupt"});
  std::vector<netlist::Connection> kernel, platform;
  netlist::Interface model{"platform_model", {"CHANNELS", "BUS_BITS", "BUS_HALF_PS", "KERNEL_HALF_PS"}, {}};
  const auto of_model = [&](const std::string& name, bool is_input, int width) {
    model.ports.push_back({name, is_input ? netlist::Direction::kIn : netlist::Direction::kOut, width});
    platform.push_back({name, name});
  };
  for (const char* pin : {"clock_p", "clock_n", "reset_n"}) of_model(pin, true, 1);
  for (const char* wire : {"ap_clk", "ap_clk_2", "ap_rst_n", "interrupt"}) {
    of_model(wire, std::string(wire) == "interrupt", 1);
    kernel.push_back({wire, wire});
  }
  for (const contract::BusPort& p : contract::register_ports(s.map.address_bits)) {
    constexpr int kAddress = 32;
    const std::string name = fmt::format("{}_{}", kControlPort, p.name);
    const bool address = p.name.ends_with("addr");
    const int bits = address ? kAddress : p.bits;
    part.wire(name, bits);
    if (address) part.unread("unused_" + p.name, {netlist::slice(name, bits - 1, s.map.address_bits)});
    kernel.push_back({name, address ? netlist::slice(name, s.map.address_bits - 1, 0) : netlist::net(name)});
    of_model(name, p.is_output, bits);
  }
  for (const contract::BusPort& p : contract::channel_ports(s.bus_bits)) {
    connect_memory(s, channels, p, part, kernel);
    of_model(p.name, p.is_output, channels * p.bits);
  }
  part.instance(kernel_module(project).interface(), "u_kernel", {}, std::move(kernel));
  part.instance(std::move(model), "u_platform",
                {{"CHANNELS", channels},
                 {"BUS_BITS", s.bus_bits},
                 {"BUS_HALF_PS", std::lround(5e5 / bus_mhz(project))},
                 {"KERNEL_HALF_PS", std::lround(5e5 / kernel_mhz(project))}},
                std::move(platform));
  wrapper.parts = {std::move(part)};
  std::string text = netlist::verilog(wrapper);
  for (const char* leaf : {"rtlgen_queue", "rtlgen_axi_host", "rtlgen_axi_join", "rtlgen_axi_cross", "rtlgen_irq"})
    text += "\n" + std::string(emit::leaf_source(std::string(leaf) + ".v"));
  return text;
}

}  // namespace rtlgen::flow::vitis
