// The top around a shell, the header for card.cpp, and the build.
#include "runner/card.hpp"

#include <fmt/format.h>

#include "contract/bus_ports.hpp"
#include "contract/shell.hpp"
#include "runner/simulated_design.hpp"
#include "runner/systemc.hpp"
#include "runner/verilator.hpp"

namespace rtlgen::runner {

namespace {

constexpr const char* kTop = "rtlgen_card";

/// The shell with a checker beside every channel.
std::string top_text(const contract::Shell& shell) {
  std::string ports, pins = ".bus_clk(bus_clk), .bus_rst(bus_rst), .kernel_clk(kernel_clk), .irq(irq)", body;
  const auto port = [&](const contract::BusPort& pin, const std::string& prefix) {
    const std::string range = pin.bits > 1 ? fmt::format("[{}:0] ", pin.bits - 1) : "";
    ports += fmt::format(",\n  {} wire {}{}_{}", pin.is_output ? "output" : "input", range, prefix, pin.name);
    pins += fmt::format(",\n    .{0}_{1}({0}_{1})", prefix, pin.name);
  };
  for (const contract::BusPort& pin : contract::register_ports(shell.map.address_bits)) port(pin, "s_axil");
  std::string found = "32'd0";
  for (const contract::ShellChannel& c : shell.channels) {
    const std::string prefix = fmt::format("m_axi_{}", c.number);
    std::string watched;
    for (const contract::BusPort& pin : contract::channel_ports(shell.bus_bits)) {
      port(pin, prefix);
      watched += fmt::format(", .{1}({0}_{1})", prefix, pin.name);
    }
    body += fmt::format(
        "  wire [7:0] rule_{0};\n  axi_checker #(.BUS_BITS({1}), .OUTSTANDING({2}), .QUIET(1)) u_check_{0} "
        "(.clk(bus_clk), .rst(bus_rst), .violation(rule_{0}){3});\n",
        c.number, shell.bus_bits, shell.outstanding, watched);
    found = fmt::format("rule_{0} != 8'd0 ? {{16'd0, 8'd{1}, rule_{0}}} : {2}", c.number, c.number + 1, found);
  }
  return fmt::format(
      "module {} (\n  input wire bus_clk, bus_rst, kernel_clk,\n  output wire irq,\n  output wire [31:0] "
      "violation{}\n);\n\n"
      "  {} u_shell (\n    {}\n  );\n\n{}  assign violation = {};\n\nendmodule\n",
      kTop, ports, shell.module, pins, body, found);
}

std::string adapter_text(const contract::Shell& shell) {
  std::string numbers, connections;
  for (std::size_t i = 0; i < shell.channels.size(); ++i) {
    numbers += fmt::format("{}{}", i > 0 ? ", " : "", shell.channels[i].number);
    connections += fmt::format("  RTLGEN_CONNECT_AXI(top, m_axi_{}, wires[{}]);\n", shell.channels[i].number, i);
  }
  return fmt::format(
      "// The facts about this shell for card.cpp.\n#include \"V{0}.h\"\n#include \"system/pins.hpp\"\n\nusing Top = "
      "V{0};\n"
      "constexpr int kBusBits = {1}, kAddressBits = {2}, kChannelCount = {3};\nconstexpr int kChannels[] = {{{4}}};\n"
      "template <typename Wires>\nvoid connect_channels(Top& top, Wires& wires) {{\n{5}}}\n",
      kTop, shell.bus_bits, shell.map.address_bits, shell.channels.size(), numbers, connections);
}

SystemcBuild systemc_of(const SimulatedDesign& design, const CardBuild& build) {
  SystemcBuild out;
  out.top = kTop;
  out.shared = true;
  out.models = model_sources();
  std::erase_if(out.models, [](const SourceFile& file) { return file.path.starts_with("vendor/"); });
  out.hdl = build.shell;
  if (build.core.hdl == Hdl::kVerilog) {
    out.hdl.insert(out.hdl.end(), build.core.files.begin(), build.core.files.end());
  } else {
    out.hdl.push_back({"from_vhdl.v", verilog_of_vhdl(design.core.module, build.core)});
  }
  out.hdl.push_back({"axi_checker.v", checker_source()});
  out.hdl.push_back({fmt::format("{}.v", kTop), top_text(*design.shell)});
  out.sources = {{"card_adapter.hpp", adapter_text(*design.shell)}};
  out.flags = {"-Wno-fatal", "-Wno-lint", "-Wno-style"};
  if (build.core.native) {
    out.sources.push_back({"native.hpp", harness_source("native.hpp")});
    // Float arithmetic must be rounded one operation at a time.
    out.flags.insert(out.flags.end(), {"-CFLAGS", "-ffp-contract=off -include native.hpp"});
  }
  return out;
}

}  // namespace

CardProgram build_card(const SimulatedDesign& design, const CardBuild& build) {
  return shared_card(systemc_of(design, build), build.use_cache);
}

}  // namespace rtlgen::runner
