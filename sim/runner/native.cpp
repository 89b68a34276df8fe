// Native operators: Verilog modules around $c calls, for Verilator only.
#include "runner/native.hpp"

#include <fmt/format.h>

#include <set>

#include "ops/variants.hpp"

namespace rtlgen::runner {

namespace {

/// Formats that the CPU has.
bool is_swappable(const ops::Request& request) {
  const bool format = request.operand == spec::Type::float_of(8, 23) || request.operand == spec::Type::float_of(11, 52);
  return format && !ops::operator_of(request.function).native.empty();
}

}  // namespace

std::string native_verilog(const ops::Request& request, int latency, const std::string& name) {
  RTLGEN_CHECK(is_swappable(request), "no native operator of " + ops::base_name(request));
  const int w = request.operand.width;
  std::string ports = latency > 0 ? "  input  wire clk,\n" : "";
  std::string arguments;
  for (int i = 0; i < ops::operand_count(request.function); ++i) {
    const auto at = static_cast<std::size_t>(i);
    const bool constant = at < request.constants.size() && request.constants[at].has_value();
    if (i > 0) arguments += "\", \", ";
    if (constant) {
      arguments += fmt::format("\"0x{:x}u{}\", ", *request.constants[at], w == 64 ? "ll" : "");
    } else {
      ports += fmt::format("  input  wire [{}:0] {},\n", w - 1, ops::operand_port(at));
      arguments += fmt::format("{}, ", ops::operand_port(at));
    }
  }
  if (request.function == ops::kSquare) arguments += "\", \", " + arguments;
  ports += fmt::format("  output wire [{}:0] q\n", w - 1);
  const std::string call =
      fmt::format("$c{}(\"rtlgen_native::{}{}_{}(\", {}\")\")", w, w == 32 ? "f32" : "f64",
                  request.flush_subnormals ? "_flush" : "", ops::operator_of(request.function).native, arguments);
  std::string body;
  if (latency == 0) {
    body = fmt::format("  assign q = {};\n", call);
  } else {
    std::string registers;
    std::string moves = fmt::format("    s1 <= {};\n", call);
    for (int s = 1; s <= latency; ++s) {
      registers += fmt::format("  reg [{}:0] s{};\n", w - 1, s);
      if (s > 1) moves += fmt::format("    s{} <= s{};\n", s, s - 1);
    }
    body = fmt::format("{}  always @(posedge clk) begin\n{}  end\n  assign q = s{};\n", registers, moves, latency);
  }
  return fmt::format(
      "// {0} -- native operator for simulation only: {1} cycles, same bits\nmodule {0} (\n{2});\n{3}endmodule\n", name,
      latency, ports, body);
}

std::vector<std::string> use_native_operators(const plan::Plan& plan, Sources& sources) {
  std::set<std::string> swapped;
  for (const plan::StagePlan& stage : plan.executor.stages) {
    for (const plan::NodeSchedule& node : stage.kernel.nodes) {
      if (!node.is_operator || !is_swappable(node.request)) continue;
      const std::string name = fmt::format("{}_l{}", ops::base_name(node.request), node.latency);
      if (!swapped.insert(name).second) continue;
      bool found = false;
      for (SourceFile& file : sources.files) {
        if (!file.path.ends_with("/" + name + ".v") && file.path != name + ".v") continue;
        file.text = native_verilog(node.request, node.latency, name);
        found = true;
      }
      RTLGEN_CHECK(found, "no file for operator " + name);
    }
  }
  return {swapped.begin(), swapped.end()};
}

}  // namespace rtlgen::runner
