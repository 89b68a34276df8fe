// Modules generated from the tables of IP ports, so that every port that a top connects exists with the same width.
#include "flow/vivado/stubs.hpp"

#include <algorithm>
#include <cmath>
#include <set>

#include "board/board.hpp"
#include "flow/card_block.hpp"
#include "flow/debug.hpp"
#include "flow/project.hpp"
#include "flow/vivado/host_side.hpp"
#include "flow/vivado/register_debugger.hpp"
#include "flow/vivado/top.hpp"
#include "netlist/print.hpp"
#include "plan/plan.hpp"
#include "support/check.hpp"

namespace rtlgen::flow::vivado {

namespace {

/// A module with the ports of an IP.
netlist::Module module_of(const board::IpUse& use, const std::string& name, netlist::Role role) {
  netlist::Module module{name};
  module.ports = ip_interface(use, name, {}).ports;
  module.role = role;
  return module;
}

/// A module around an instance of a model, with the IP's ports without `prefix`, except those at pins and those that
/// the model lacks.
netlist::Module shim_of(const board::IpUse& use, const std::string& name, const std::string& model,
                        const std::vector<netlist::Parameter>& parameters, const std::string& prefix,
                        const std::set<std::string>& without) {
  netlist::Module shim = module_of(use, name, netlist::Role::kStandIn);
  netlist::Interface border{model, {}, {}};
  for (const netlist::Parameter& p : parameters) border.parameters.push_back(p.name);
  std::vector<netlist::Connection> ports;
  for (const netlist::Port& port : shim.ports) {
    if (without.contains(port.name)) continue;
    netlist::Port its = port;
    if (its.name.starts_with(prefix)) its.name = its.name.substr(prefix.size());
    if (its.name.starts_with("c0_")) its.name = its.name.substr(3);
    ports.push_back({its.name, port.name});
    border.ports.push_back(std::move(its));
  }
  netlist::Part part{""};
  part.instance(std::move(border), "u_model", parameters, std::move(ports));
  shim.parts = {std::move(part)};
  return shim;
}

int half_ps(double ns) { return static_cast<int>(std::lround(ns * 500)); }

board::IpUse clock_use(const Project& project) {
  board::IpUse use;
  use.ip = project.wiring.clock_wizard;
  return use;
}

/// The source of bus_clk: PCIe without its lanes, or the board's clocks.
netlist::Module host_shim(const board::Wiring& w) {
  const HostIp host = host_ip(w);
  const int half = half_ps(1e3 / w.user_mhz);
  if (w.uart) {
    const auto output = [&](const char* name) {
      const auto found = std::find_if(host.use.parameters.begin(), host.use.parameters.end(),
                                      [&](const auto& p) { return p.first == name; });
      RTLGEN_CHECK(found != host.use.parameters.end(), std::string("the board's clocks have no ") + name);
      return half_ps(1e3 / std::stod(found->second));
    };
    return shim_of(host.use, host.module, "clocks_model",
                   {{"HALF_PS_1", half},
                    {"HALF_PS_2", output("CLKOUT2_REQUESTED_OUT_FREQ")},
                    {"HALF_PS_3", output("CLKOUT3_REQUESTED_OUT_FREQ")}},
                   "", {});
  }
  std::set<std::string> lanes;
  for (const board::IpPort& port : host.use.ip.ports) {
    if (port.name.starts_with("pci_exp")) lanes.insert(port.name);
  }
  return shim_of(host.use, host.module, "xdma_model",
                 {{"DATA", host.use.sizes.at("data")}, {"IRQS", host.use.sizes.at("irqs")}, {"HALF_PS", half}}, "",
                 lanes);
}

/// The source of kernel_clk. One whose clock can be changed locks within the range of its oscillator alone.
netlist::Module clock_shim(const Project& project) {
  std::vector<netlist::Parameter> parameters = {{"HALF_PS", project.plan.clock.period_ps / 2}};
  if (!has_card_block(project)) return shim_of(clock_use(project), clock_module(), "clock_model", parameters, "", {});
  const bool is_plus = project.board.generation == "ultrascale_plus";
  parameters.insert(parameters.end(),
                    {{"LEAST_VCO_MHZ", is_plus ? 800 : 600}, {"MOST_VCO_MHZ", is_plus ? 1600 : 1200}});
  return shim_of(clock_use(project), clock_module(), "dynamic_clock_model", parameters, "", {});
}

}  // namespace

std::string black_boxes(const Project& project) {
  const auto kBox = netlist::Role::kBlackBox;
  const HostIp host = host_ip(project.wiring);
  std::vector<netlist::Module> boxes = {module_of(host.use, host.module, kBox),
                                        module_of(clock_use(project), clock_module(), kBox)};
  for (std::size_t k = 0; k < project.wiring.memory.size(); ++k)
    boxes.push_back(module_of(project.wiring.memory[k].use, memory_module(k), kBox));
  if (has_register_debugger(project)) boxes.push_back(module_of(register_debugger(project), "card_jtag", kBox));
  if (!project.wiring.uart) boxes.insert(boxes.end(), {input_buffer(), clock_buffer(project.wiring)});
  if (has_card_block(project)) boxes.push_back(bitstream_access());
  return black_boxes_text("IP and primitives", boxes);
}

std::string model_shims(const Project& project) {
  const board::Wiring& w = project.wiring;
  std::vector<netlist::Module> shims = {host_shim(w), clock_shim(project)};
  for (std::size_t k = 0; k < w.memory.size(); ++k) {
    const board::IpUse& use = w.memory[k].use;
    std::set<std::string> without = {"dbg_clk", "dbg_bus"};
    for (const board::IpPort& port : use.ip.ports) {
      if (port.name.find("_s_axi_ctrl_") != std::string::npos || port.name.ends_with("_interrupt"))
        without.insert(port.name);
    }
    for (const board::PortPins& port : use.pins) {
      if (port.port.find("sys_clk") == std::string::npos) without.insert(ip_port_of(port.port));
    }
    shims.push_back(shim_of(use, memory_module(k), use.ip.name == "mig_7series" ? "mig_model" : "ddr_model",
                            {{"CHANNEL", static_cast<int>(k)},
                             {"DATA", use.sizes.at("data")},
                             {"ADDRESS", use.sizes.at("address")},
                             {"IDS", use.sizes.at("ids")},
                             {"HALF_PS", half_ps(w.memory[k].ui_ns)}},
                            "c0_" + use.ip.name + "_", without));
  }
  if (has_register_debugger(project))
    shims.push_back(shim_of(register_debugger(project), "card_jtag", "jtag_axi_model", {}, "", {}));
  return netlist::verilog(shims);
}

}  // namespace rtlgen::flow::vivado
