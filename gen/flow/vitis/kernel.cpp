// The shell with the port names that Vitis requires, and its reset.
#include "flow/vitis/kernel.hpp"

#include <fmt/format.h>

#include "board/board.hpp"
#include "contract/bus_ports.hpp"
#include "contract/shell.hpp"
#include "emit/banner.hpp"
#include "flow/packaged.hpp"
#include "flow/project.hpp"
#include "plan/plan.hpp"
#include "shell/shell.hpp"
#include "support/safe_text.hpp"

namespace rtlgen::flow::vitis {

namespace {

using netlist::Direction;
using netlist::Timing;

constexpr const char* kBusClock = "ap_clk";

std::vector<std::string> header(const Project& project) {
  return {fmt::format("{} -- the accelerator as a Vitis RTL kernel for {}", project.top(),
                      safe::comment(project.board.name)),
          emit::origin(project.banner),
          "",
          "ap_clk is the clock of all ports, ap_clk_2 that of the stencil; ap_rst_n is synchronous to ap_clk.",
          "The crossings between them are in the shell. The host drives the registers itself (user managed), so XRT",
          "opens it as an xrt::ip. See docs/projects.md of rtlgen."};
}

std::vector<netlist::Port> ports(const Project& project) {
  const contract::Shell& s = *project.plan.shell;
  netlist::Port interrupt{"interrupt", Direction::kOut, 1, Timing::kClocked, kBusClock};
  interrupt.comment = "Vitis requires this name; Verilator warns, because it is a word of C++.";
  interrupt.lint_off = "SYMRSVDWORD";
  std::vector<netlist::Port> list = {{kBusClock, Direction::kIn, 1, Timing::kClock},
                                     {"ap_clk_2", Direction::kIn, 1, Timing::kClock},
                                     {"ap_rst_n", Direction::kIn, 1, Timing::kClocked, kBusClock},
                                     interrupt};
  const auto add = [&](const std::string& bus, const std::vector<contract::BusPort>& bus_ports) {
    for (const contract::BusPort& p : bus_ports)
      list.push_back(
          {bus + "_" + p.name, p.is_output ? Direction::kOut : Direction::kIn, p.bits, Timing::kClocked, kBusClock});
  };
  add(kControlPort, contract::register_ports(s.map.address_bits));
  for (const contract::ShellChannel& channel : s.channels)
    add(Packaged::memory_port(channel.number), contract::channel_ports(s.bus_bits));
  return list;
}

}  // namespace

netlist::Module kernel_module(const Project& project) {
  const contract::Shell& s = *project.plan.shell;
  std::vector<netlist::Connection> wires = {{"bus_clk", kBusClock},      {"bus_rst", "bus_rst"},
                                            {"kernel_clk", "ap_clk_2"},  {"irq", "interrupt"},
                                            {"run_busy", "unused_busy"}, {"run_failed", "unused_failed"}};
  for (const contract::BusPort& p : contract::register_ports(s.map.address_bits))
    wires.push_back({"s_axil_" + p.name, fmt::format("{}_{}", kControlPort, p.name)});
  for (const contract::ShellChannel& channel : s.channels) {
    for (const contract::BusPort& p : contract::channel_ports(s.bus_bits)) {
      const std::string name = fmt::format("{}_{}", Packaged::memory_port(channel.number), p.name);
      wires.push_back({name, name});
    }
  }
  netlist::Part part{""};
  part.state("first_rst", 1, netlist::one());
  part.state("bus_rst", 1, netlist::one());
  part.wires(1, {"unused_busy", "unused_failed"});
  part.note("Two registers, so that the platform's reset may come from a distant place.");
  part.registers(kBusClock, {{"first_rst", ~netlist::net("ap_rst_n")}, {"bus_rst", "first_rst"}});
  part.instance(shell::shell_interface(project.plan), "u_shell", {}, std::move(wires));
  netlist::Module module{project.top(), header(project)};
  module.ports = ports(project);
  module.parts = {std::move(part)};
  return module;
}

}  // namespace rtlgen::flow::vitis
