// Names of the ports of the shell and of the kernel.
#include "flow/packaged.hpp"

#include <fmt/format.h>

#include "contract/shell.hpp"
#include "flow/project.hpp"
#include "plan/plan.hpp"

namespace rtlgen::flow {

std::string Packaged::memory_port(int channel) { return fmt::format("m_axi_{}", channel); }

Packaged packaged_of(const Project& project) {
  const contract::Shell& s = *project.plan.shell;
  Packaged out;
  for (const std::string& file : project.core) out.files.push_back("rtl/core/" + file);
  for (const std::string& file : project.shell) out.files.push_back("rtl/shell/" + file);
  std::string control;
  if (project.wiring.platform) {
    out.module = project.top();
    out.bus_clock = "ap_clk", out.kernel_clock = "ap_clk_2", out.reset = "ap_rst_n", out.interrupt = "interrupt";
    out.reset_is_low = true;
    control = "s_axi_control";
    out.files.push_back(fmt::format("rtl/kernel/{}.v", out.module));
    out.constraints = fmt::format("constraints/{}.xdc", out.module);
  } else {
    out.module = s.module;
    out.bus_clock = "bus_clk", out.kernel_clock = "kernel_clk", out.reset = "bus_rst", out.interrupt = "irq";
    out.status_leds = {"run_busy", "run_failed"};
    control = "s_axil";
    out.constraints = fmt::format("rtl/shell/{}.xdc", out.module);
  }
  out.axi.push_back({control, false, contract::register_ports(s.map.address_bits)});
  for (const contract::ShellChannel& channel : s.channels)
    out.axi.push_back({Packaged::memory_port(channel.number), true, contract::channel_ports(s.bus_bits)});
  out.bus_bits = s.bus_bits, out.burst_beats = s.burst_beats, out.outstanding = s.outstanding;
  return out;
}

}  // namespace rtlgen::flow
