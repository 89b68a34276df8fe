// A hand-written module of rtl/ between registers, whose ports would have no delay otherwise: for its static timing.
#pragma once

#include <fmt/format.h>

#include <string>
#include <vector>

#include "netlist/netlist.hpp"
#include "test_paths.hpp"
#include "tools.hpp"

namespace rtlgen::synthesis {

/// With these parameters; it has one clock, `clk`.
struct TimedModule {
  std::string name;
  std::vector<netlist::Parameter> parameters;
};

/// Verilog of a module around_<name> with the same ports, a register behind each.
inline std::string between_registers(const TimedModule& one) {
  std::string ports, registers, moves, connections, parameters;
  for (const netlist::Port& port : netlist::leaf_interface(one.name, one.parameters).ports) {
    if (port.name == "clk") continue;
    const std::string range = fmt::format("[{}:0]", port.width - 1);
    const bool is_input = port.direction == netlist::Direction::kIn;
    ports += fmt::format(",\n  {} {} {}", is_input ? "input wire" : "output reg", range, port.name);
    registers += fmt::format("  {} {} inner_{};\n", is_input ? "reg" : "wire", range, port.name);
    moves += is_input ? fmt::format("    inner_{0} <= {0};\n", port.name)
                      : fmt::format("    {0} <= inner_{0};\n", port.name);
    connections += fmt::format(", .{0}(inner_{0})", port.name);
  }
  for (const netlist::Parameter& p : one.parameters)
    parameters += fmt::format("{}.{}({})", parameters.empty() ? "" : ", ", p.name, std::get<std::int64_t>(p.value));
  return fmt::format(
      "module around_{0}(input wire clk{1});\n{2}  {0} #({3}) u_module (.clk(clk){4});\n"
      "  always @(posedge clk) begin\n{5}  end\nendmodule\n",
      one.name, ports, registers, parameters, connections, moves);
}

/// The replacement for a text of a module, to make it slower.
struct Worse {
  std::string right, wrong;
};

/// The text of these files of rtl/, without suffix, after the replacements; each has to be possible.
inline std::string module_texts(const std::vector<std::string>& files, const std::vector<Worse>& worse) {
  std::string text;
  for (const std::string& file : files)
    text += test::read_text(fmt::format("{}/rtl/{}.v", test::source_folder(), file)) + "\n";
  for (const auto& [right, wrong] : worse) {
    const std::size_t at = text.find(right);
    if (at == std::string::npos) {
      ADD_FAILURE() << "no module has " << right;
      continue;
    }
    text.replace(at, right.size(), wrong);
  }
  return text;
}

}  // namespace rtlgen::synthesis
