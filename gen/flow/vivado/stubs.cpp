// Modules made of the tables of IP ports alone: what a top connects must be there, at this width.
#include "flow/vivado/stubs.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "flow/vivado/host_side.hpp"
#include "flow/vivado/top.hpp"
#include "support/diagnostics.hpp"

namespace rtlgen::flow::vivado {

namespace {

std::string module_text(const board::IpUse& use, const std::string& module, const std::string& body) {
  std::vector<std::string> ports;
  for (const board::IpPort& port : use.ip.ports) {
    const char* const word = port.direction == board::Direction::kIn    ? "input "
                             : port.direction == board::Direction::kOut ? "output"
                                                                        : "inout ";
    ports.push_back(fmt::format("  {} wire {}{}", word, shell::range(use.bits_of(port)), port.name));
  }
  return fmt::format("module {} (\n{}\n);\n{}endmodule\n\n", module, fmt::join(ports, ",\n"), body);
}

/// An instance of a model whose ports are the IP's without `prefix`, but for those at pins and those that it does not
/// have.
std::string model_of(const board::IpUse& use, const std::string& model, const shell::Connections& parameters,
                     const std::string& prefix, const std::set<std::string>& without) {
  shell::Connections ports;
  for (const board::IpPort& port : use.ip.ports) {
    if (without.contains(port.name)) continue;
    std::string name = port.name.starts_with(prefix) ? port.name.substr(prefix.size()) : port.name;
    if (name.starts_with("c0_")) name = name.substr(3);
    ports.emplace_back(name, port.name);
  }
  return shell::instance(model, "u_model", parameters, ports);
}

int half_ps(double ns) { return static_cast<int>(std::lround(ns * 500)); }

board::IpUse clock_use(const Project& project) {
  board::IpUse use;
  use.ip = project.wiring.clock_wizard;
  return use;
}

/// What gives bus_clk: PCIe without its lanes, or the board's clocks.
std::string host_shim(const board::Wiring& w) {
  const HostIp host = host_ip(w);
  const std::string half = fmt::to_string(half_ps(1e3 / w.user_mhz));
  if (w.uart) {
    const auto output = [&](const char* name) {
      const auto found = std::find_if(host.use.parameters.begin(), host.use.parameters.end(),
                                      [&](const auto& p) { return p.first == name; });
      RTLGEN_CHECK(found != host.use.parameters.end(), std::string("the board's clocks have no ") + name);
      return fmt::to_string(half_ps(1e3 / std::stod(found->second)));
    };
    return module_text(host.use, host.module,
                       model_of(host.use, "clocks_model",
                                {{"HALF_PS_1", half},
                                 {"HALF_PS_2", output("CLKOUT2_REQUESTED_OUT_FREQ")},
                                 {"HALF_PS_3", output("CLKOUT3_REQUESTED_OUT_FREQ")}},
                                "", {}));
  }
  std::set<std::string> lanes;
  for (const board::IpPort& port : host.use.ip.ports) {
    if (port.name.starts_with("pci_exp")) lanes.insert(port.name);
  }
  return module_text(host.use, host.module,
                     model_of(host.use, "xdma_model",
                              {{"DATA", fmt::to_string(host.use.sizes.at("data"))},
                               {"IRQS", fmt::to_string(host.use.sizes.at("irqs"))},
                               {"HALF_PS", half}},
                              "", lanes));
}

}  // namespace

std::string black_boxes(const Project& project) {
  std::string text =
      "// Ports of the vendor's IP and primitives, for lint.\n/* verilator lint_off DECLFILENAME */\n/* verilator "
      "lint_off UNUSED */\n/* verilator lint_off UNDRIVEN */\n\n";
  const HostIp host = host_ip(project.wiring);
  text += module_text(host.use, host.module, "") + module_text(clock_use(project), clock_module(), "");
  for (std::size_t k = 0; k < project.wiring.memory.size(); ++k)
    text += module_text(project.wiring.memory[k].use, memory_module(k), "");
  if (project.wiring.uart) return text;
  text += "module IBUF (input wire I, output wire O);\nendmodule\n\n";
  return text + fmt::format(
                    "module {} #(parameter [1:0] REFCLK_HROW_CK_SEL = 2'b00) (input wire I, input wire IB, input wire "
                    "CEB, output wire O, output wire ODIV2);\nendmodule\n",
                    project.wiring.clock_buffer);
}

std::string model_shims(const Project& project) {
  const board::Wiring& w = project.wiring;
  const std::set<std::string> pins = {"dbg_clk", "dbg_bus"};
  std::string text = host_shim(w);
  const board::IpUse clock = clock_use(project);
  text +=
      module_text(clock, clock_module(),
                  model_of(clock, "clock_model", {{"HALF_PS", fmt::to_string(project.plan.period_ps / 2)}}, "", {}));
  for (std::size_t k = 0; k < w.memory.size(); ++k) {
    const board::IpUse& use = w.memory[k].use;
    std::set<std::string> without = pins;
    for (const board::IpPort& port : use.ip.ports) {
      if (port.name.find("_s_axi_ctrl_") != std::string::npos || port.name.ends_with("_interrupt"))
        without.insert(port.name);
    }
    for (const board::PortPins& port : use.pins) {
      if (port.port.find("sys_clk") == std::string::npos) without.insert(ip_port_of(port.port));
    }
    text += module_text(use, memory_module(k),
                        model_of(use, use.ip.name == "mig_7series" ? "mig_model" : "ddr_model",
                                 {{"CHANNEL", fmt::to_string(k)},
                                  {"DATA", fmt::to_string(use.sizes.at("data"))},
                                  {"ADDRESS", fmt::to_string(use.sizes.at("address"))},
                                  {"IDS", fmt::to_string(use.sizes.at("ids"))},
                                  {"HALF_PS", fmt::to_string(half_ps(w.memory[k].ui_ns))}},
                                 "c0_" + use.ip.name + "_", without));
  }
  return text;
}

}  // namespace rtlgen::flow::vivado
