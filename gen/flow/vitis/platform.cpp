// Connects a kernel's ports to those of the platform's model, whose memory ports are vectors with a part a channel.
#include "flow/vitis/platform.hpp"

#include <fmt/format.h>

#include <cmath>

#include "emit/leaf_sources.hpp"
#include "flow/packaged.hpp"
#include "flow/vitis/kernel.hpp"
#include "flow/vitis/scripts.hpp"
#include "plan/contract.hpp"
#include "shell/text.hpp"

namespace rtlgen::flow::vitis {

std::string platform_text(const Project& project) {
  const plan::Shell& s = *project.plan.shell;
  const int channels = s.channels.back().number + 1;
  std::string wires;
  shell::Connections kernel = {
      {"ap_clk", "ap_clk"}, {"ap_clk_2", "ap_clk_2"}, {"ap_rst_n", "ap_rst_n"}, {"interrupt", "interrupt"}};
  shell::Connections platform = {{"clock_p", "clock_p"}, {"clock_n", "clock_n"}, {"reset_n", "reset_n"}};
  platform.insert(platform.end(), kernel.begin(), kernel.end());
  for (const plan::BusPort& p : plan::register_ports(s.map.address_bits)) {
    const std::string name = fmt::format("{}_{}", kControlPort, p.name);
    const bool address = p.name.ends_with("addr");
    wires += fmt::format("  wire {}{};\n", shell::range(address ? 32 : p.bits), name);
    kernel.emplace_back(name, address ? fmt::format("{}[{}:0]", name, s.map.address_bits - 1) : name);
    platform.emplace_back(name, name);
  }
  std::string idle;
  for (const plan::BusPort& p : plan::channel_ports(s.bus_bits)) {
    wires += fmt::format("  wire {}{};\n", shell::range(channels * p.bits), p.name);
    platform.emplace_back(p.name, p.name);
    std::size_t next = 0;
    for (int c = 0; c < channels; ++c) {
      const std::string part =
          channels == 1 ? p.name : fmt::format("{}[{}:{}]", p.name, (c + 1) * p.bits - 1, c * p.bits);
      const bool used = next < s.channels.size() && s.channels[next].number == c;
      if (used)
        kernel.emplace_back(fmt::format("{}_{}", Packaged::memory_port(c), p.name), part);
      else if (p.is_output)
        idle += fmt::format("  assign {} = {}'d0;\n", part, p.bits);
      next += used ? 1 : 0;
    }
  }
  std::string text = fmt::format(
                         "module {}_platform (input wire clock_p, input wire clock_n, input wire reset_n);\n  wire "
                         "ap_clk, ap_clk_2, ap_rst_n, interrupt;\n",
                         project.top()) +
                     wires + idle;
  text += shell::instance(project.top(), "u_kernel", {}, kernel);
  text += shell::instance("platform_model", "u_platform",
                          {{"CHANNELS", fmt::to_string(channels)},
                           {"BUS_BITS", fmt::to_string(s.bus_bits)},
                           {"BUS_HALF_PS", fmt::to_string(std::lround(5e5 / bus_mhz(project)))},
                           {"KERNEL_HALF_PS", fmt::to_string(std::lround(5e5 / kernel_mhz(project)))}},
                          platform);
  text += "endmodule\n";
  for (const char* leaf : {"rtlgen_queue", "rtlgen_axi_host", "rtlgen_axi_join", "rtlgen_axi_cross", "rtlgen_irq"})
    text += "\n" + std::string(emit::leaf_source(std::string(leaf) + ".v"));
  return text;
}

}  // namespace rtlgen::flow::vitis
