// Native operators: Verilog modules around $c calls, for Verilator only.
#include "ops/native.hpp"

#include <fmt/format.h>

#include "ops/operator.hpp"
#include "ops/registry.hpp"
#include "ops/variants.hpp"
#include "support/check.hpp"
#include "support/counted.hpp"

namespace rtlgen::ops {

bool has_native(const Request& request) {
  const bool format = request.operand == spec::Type::float_of(8, 23) || request.operand == spec::Type::float_of(11, 52);
  return format && !operator_of(request.function).native.empty();
}

std::string native_verilog(const Request& request, int latency, const std::string& name) {
  RTLGEN_CHECK(has_native(request), "no native operator of " + base_name(request));
  const int w = request.operand.width;
  std::string ports = latency > 0 ? "  input  wire clk,\n" : "";
  std::string arguments;
  for (int i = 0; i < operand_count(request); ++i) {
    const auto at = static_cast<std::size_t>(i);
    const bool constant = at < request.constants.size() && request.constants[at].has_value();
    if (i > 0) arguments += "\", \", ";
    if (constant) {
      arguments += fmt::format("\"0x{:x}u{}\", ", *request.constants[at], w == 64 ? "ll" : "");
    } else {
      ports += fmt::format("  input  wire [{}:0] {},\n", w - 1, operand_port(at));
      arguments += fmt::format("{}, ", operand_port(at));
    }
  }
  if (request.function == kSquare) arguments += "\", \", " + arguments;
  ports += fmt::format("  output wire [{}:0] q\n", w - 1);
  const std::string call =
      fmt::format("$c{}(\"rtlgen_native::{}{}_{}(\", {}\")\")", w, w == 32 ? "f32" : "f64",
                  request.flush_subnormals ? "_flush" : "", operator_of(request.function).native, arguments);
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
      "// {0} -- native operator for simulation only: {1}, same bits\nmodule {0} (\n{2});\n{3}endmodule\n", name,
      counted(latency, "cycle"), ports, body);
}

}  // namespace rtlgen::ops
