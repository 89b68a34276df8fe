// Native operators: Verilog modules around $c calls, for Verilator only.
#include "runner/native.hpp"

#include <fmt/format.h>

#include <set>

namespace rtlgen::runner {

namespace {

bool is_swappable(const ops::Request& request) {
  const bool format = request.operand == spec::Type::float_of(8, 23) ||
                      request.operand == spec::Type::float_of(11, 52);
  switch (request.function) {
    case ops::Function::kAdd: case ops::Function::kSub: case ops::Function::kMul:
    case ops::Function::kDiv: case ops::Function::kSqrt:
      return format;
    default:
      return false;
  }
}

const char* function_name(ops::Function function) {
  switch (function) {
    case ops::Function::kAdd: return "add";
    case ops::Function::kSub: return "sub";
    case ops::Function::kMul: return "mul";
    case ops::Function::kDiv: return "div";
    default: return "square_root";
  }
}

std::string verilog(const ops::Request& request, int latency, const std::string& name) {
  const int w = request.operand.width;
  static const char* const kPort[] = {"a", "b"};
  std::string ports = latency > 0 ? "  input  wire clk,\n" : "";
  std::string arguments;
  for (int i = 0; i < ops::operand_count(request.function); ++i) {
    const auto at = static_cast<std::size_t>(i);
    const bool constant = at < request.constants.size() && request.constants[at].has_value();
    if (i > 0) arguments += "\", \", ";
    if (constant) {
      arguments += fmt::format("\"0x{:x}u{}\", ", *request.constants[at], w == 64 ? "ll" : "");
    } else {
      ports += fmt::format("  input  wire [{}:0] {},\n", w - 1, kPort[i]);
      arguments += fmt::format("{}, ", kPort[i]);
    }
  }
  ports += fmt::format("  output wire [{}:0] q\n", w - 1);
  const std::string call = fmt::format("$c{}(\"rtlgen_native::{}{}_{}(\", {}\")\")", w, w == 32 ? "f32" : "f64",
                                       request.flush_subnormals ? "_flush" : "",
                                       function_name(request.function), arguments);
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
      "// {0} -- native twin for simulation only: {1} cycles, same bits\nmodule {0} (\n{2});\n{3}endmodule\n",
      name, latency, ports, body);
}

}  // namespace

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
        file.text = verilog(node.request, node.latency, name);
        found = true;
      }
      RTLGEN_CHECK(found, "no file for operator " + name);
    }
  }
  return {swapped.begin(), swapped.end()};
}

std::string native_header() {
  return R"(// Float arithmetic of the CPU on bit patterns, with rtlgen's one quiet NaN.
#ifndef RTLGEN_NATIVE_H
#define RTLGEN_NATIVE_H
#include <cmath>
#include <cstdint>
#include <cstring>
namespace rtlgen_native {
template <class To, class From>
inline To as(From from) {
  To to;
  std::memcpy(&to, &from, sizeof to);
  return to;
}
template <class Bits, class Float, Bits kNan>
inline Bits bits(Float value) {
  return value != value ? kNan : as<Bits>(value);
}
inline uint32_t f32(float value) { return bits<uint32_t, float, 0x7fc00000u>(value); }
inline uint64_t f64(double value) { return bits<uint64_t, double, 0x7ff8000000000000u>(value); }
inline uint32_t flush(uint32_t v) { return (v & 0x7f800000u) == 0 ? v & 0x80000000u : v; }
inline uint64_t flush(uint64_t v) {
  return (v & 0x7ff0000000000000u) == 0 ? v & 0x8000000000000000u : v;
}
#define RTLGEN_BINARY(prefix, B, F, name, op)                                                \
  inline B prefix##_##name(B a, B b) { return prefix(as<F>(a) op as<F>(b)); }                \
  inline B prefix##_flush_##name(B a, B b) { return flush(prefix##_##name(flush(a), flush(b))); }
#define RTLGEN_FORMAT(prefix, B, F)                                                          \
  RTLGEN_BINARY(prefix, B, F, add, +)                                                        \
  RTLGEN_BINARY(prefix, B, F, sub, -)                                                        \
  RTLGEN_BINARY(prefix, B, F, mul, *)                                                        \
  RTLGEN_BINARY(prefix, B, F, div, /)                                                        \
  inline B prefix##_square_root(B a) { return prefix(std::sqrt(as<F>(a))); }                 \
  inline B prefix##_flush_square_root(B a) { return flush(prefix##_square_root(flush(a))); }
RTLGEN_FORMAT(f32, uint32_t, float)
RTLGEN_FORMAT(f64, uint64_t, double)
#undef RTLGEN_FORMAT
#undef RTLGEN_BINARY
}  // namespace rtlgen_native
#endif
)";
}

}  // namespace rtlgen::runner
