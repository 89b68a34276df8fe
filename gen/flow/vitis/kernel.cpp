// The shell under the port names that Vitis wants, and the reset it gives.
#include "flow/vitis/kernel.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "flow/packaged.hpp"
#include "shell/text.hpp"
#include "support/safe_text.hpp"

namespace rtlgen::flow::vitis {

namespace {

std::string port(const plan::BusPort& p, const std::string& bus) {
  return fmt::format("  {} wire {:<8}{}_{}", p.is_output ? "output" : "input ", shell::range(p.bits), bus, p.name);
}

std::string header(const Project& project) {
  std::string text = fmt::format("// {} -- the accelerator as a Vitis RTL kernel for {}\n", project.top(),
                                 safe::comment(project.board.name));
  text += fmt::format("// {}\n//\n", emit::origin(project.banner));
  text +=
      "// ap_clk is the clock of all ports, ap_clk_2 that of the stencil; ap_rst_n is synchronous to ap_clk. The "
      "crossings between them are\n"
      "// the shell's. Its host drives the registers itself (user managed), so XRT opens it as an xrt::ip. "
      "docs/projects.md of rtlgen.\n";
  return text + "`default_nettype none\n\n";
}

std::string ports(const Project& project) {
  const plan::Shell& s = *project.plan.shell;
  std::vector<std::string> lines = {"  input  wire         ap_clk", "  input  wire         ap_clk_2",
                                    "  input  wire         ap_rst_n",
                                    "  // Vitis wants this name, which is a word of C++ to a simulator.\n  /* "
                                    "verilator lint_off SYMRSVDWORD */\n  output wire         interrupt"};
  for (const plan::BusPort& p : plan::register_ports(s.map.address_bits)) lines.push_back(port(p, kControlPort));
  // After the comma of the port above.
  lines[4] = "  /* verilator lint_on SYMRSVDWORD */\n" + lines[4];
  for (const plan::ShellChannel& channel : s.channels) {
    for (const plan::BusPort& p : plan::channel_ports(s.bus_bits))
      lines.push_back(port(p, Packaged::memory_port(channel.number)));
  }
  return fmt::format("module {} (\n{}\n);\n\n", project.top(), fmt::join(lines, ",\n"));
}

}  // namespace

std::string kernel_text(const Project& project) {
  const plan::Shell& s = *project.plan.shell;
  shell::Connections wires = {{"bus_clk", "ap_clk"}, {"bus_rst", "bus_rst"},      {"kernel_clk", "ap_clk_2"},
                              {"irq", "interrupt"},  {"run_busy", "unused_busy"}, {"run_failed", "unused_failed"}};
  for (const plan::BusPort& p : plan::register_ports(s.map.address_bits))
    wires.emplace_back("s_axil_" + p.name, fmt::format("{}_{}", kControlPort, p.name));
  for (const plan::ShellChannel& channel : s.channels) {
    for (const plan::BusPort& p : plan::channel_ports(s.bus_bits)) {
      const std::string name = fmt::format("{}_{}", Packaged::memory_port(channel.number), p.name);
      wires.emplace_back(name, name);
    }
  }
  std::string text = header(project) + ports(project);
  text +=
      "  // Two registers, so that the platform's reset may come from far away.\n  reg first_rst = 1'b1;\n  reg "
      "bus_rst = 1'b1;\n"
      "  always @(posedge ap_clk) begin\n    first_rst <= ~ap_rst_n;\n    bus_rst <= first_rst;\n  end\n\n  wire "
      "unused_busy, unused_failed;\n";
  return text + shell::instance(s.module, "u_shell", {}, wires) + "endmodule\n\n`default_nettype wire\n";
}

}  // namespace rtlgen::flow::vitis
