// The adapter of a top, and the build.
#include "runner/top.hpp"

#include <fmt/format.h>

#include <cmath>

#include "runner/systemc.hpp"

namespace rtlgen::runner {

namespace {

std::string adapter_text(const TopBuild& build) {
  std::string pins;
  for (const std::string& clock : build.clocks) pins += fmt::format("  top.{} = level;\n", clock);
  for (const std::string& clock : build.inverted) pins += fmt::format("  top.{} = !level;\n", clock);
  const std::string level = build.oscillator.empty() ? "" : fmt::format(" top.{} = level; ", build.oscillator);
  return fmt::format(
      "// The facts about this board for top_card.cpp.\n#include \"V{0}.h\"\n#include \"V{0}__Dpi.h\"\n#include "
      "\"verilated.h\"\n#include <algorithm>\n\nusing Top = V{0};\n"
      "constexpr int kChannels = {1}, kHostBits = {2}, kBusBits = {3}, kAddressBits = {4}, kMostBeats = "
      "{7}, kOscillatorHalfPs = {12};\nconstexpr bool kEcc = {8};\nconstexpr double kUartBitPs = {9};\n"
      "inline void oscillate([[maybe_unused]] Top& top, [[maybe_unused]] bool level) {{{13}}}\n"
      "inline void perst(Top& top, bool level) {{ top.{5} = level; }}\ninline void clock_pins(Top& top, bool level) "
      "{{\n{6}}}\n"
      "inline void line_to_card([[maybe_unused]] Top& top, [[maybe_unused]] bool level) {{{10}}}\ninline bool "
      "line_from_card([[maybe_unused]] const Top& top) {{ return {11}; }}\n",
      build.top, build.channels, build.host_bits, build.bus_bits, build.address_bits, build.reset, pins,
      build.most_beats, build.ecc, build.uart_bit_ns * 1e3, build.uart_bit_ns > 0 ? " top.uart_rx = level; " : "",
      build.uart_bit_ns > 0 ? "top.uart_tx != 0" : "true", std::lround(build.oscillator_ns * 500), level);
}

SystemcBuild systemc_of(const TopBuild& build) {
  SystemcBuild out;
  out.top = build.top;
  out.shared = true;
  out.timed = true;
  out.card = "vendor/top_card.cpp";
  out.hdl = build.hdl;
  for (SourceFile& file : model_sources()) {
    const bool verilog = file.path.ends_with(".v");
    const bool systemc = file.path == "system/axi_memory.hpp" || file.path == "system/pcie_host.hpp" ||
                         file.path == "system/pins.hpp" || file.path == "system/clock.hpp";
    if (file.path == "vendor/platform_model.v" && !build.platform) continue;
    if (!systemc) (verilog ? out.hdl : out.models).push_back(std::move(file));
  }
  if (build.platform) out.hdl.push_back({"axi_checker.v", checker_source()});
  out.sources = {{"top_adapter.hpp", adapter_text(build)}};
  out.flags = {"-Wno-fatal", "-Wno-lint", "-Wno-style", "--timescale-override", "1ps/1ps"};
  for (const std::string& parameter : build.parameters) out.flags.push_back("-G" + parameter);
  return out;
}

}  // namespace

CardProgram build_top(const TopBuild& build) { return shared_card(systemc_of(build), build.use_cache); }

}  // namespace rtlgen::runner
