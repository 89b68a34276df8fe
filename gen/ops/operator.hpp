// Arithmetic operators as hardware modules: what can be requested, and what is returned.
//
// An operator is a pure function on bits (its exact evaluation, by MPFR, GMP and integers) plus a builder
// that makes a combinational hw module, which `pipeline` cuts into `latency` register ranks; registry.hpp has them all.
// Module ports: clk (if latency > 0), the operands `a`, `b`, `c` ... in order, result `q`. There is no
// valid and no reset: a new set of operands every clock, the result `latency` clocks later.
//
// The same request gives the same module, byte for byte; its name says everything
// that distinguishes it, e.g. `float32_add_l5`, `float32_mul_k3dcccccd_l3`.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "hw/delay_model.hpp"
#include "hw/ir.hpp"
#include "hw/pipeline.hpp"
#include "spec/program.hpp"

namespace rtlgen::ops {

/// What an operator makes of its operation.
enum class Variant : std::uint8_t {
  kPlain,
  kSquare,           ///< kMul: a * a, one operand; floats only
  kOfProduct,        ///< comparisons: rounded a * b against zero; floats only
  kOfProductSwapped  ///< zero against rounded a * b
};

/// Which function an operator computes: an operation of the language, or a variant of one.
struct Function {
  spec::Op op = spec::Op::kAdd;
  Variant variant = Variant::kPlain;

  constexpr Function() = default;
  // Every operation is a function: implicit.
  constexpr Function(spec::Op of, Variant as = Variant::kPlain) : op(of), variant(as) {}
  friend bool operator==(const Function&, const Function&) = default;
};

/// What is wanted of one operator.
struct Request {
  Function function;
  spec::Type operand;  ///< type of the operands; of a selection its condition's
  spec::Type result;   ///< type of q; equal to `operand` but for comparisons, of products too, selections and casts
  bool flush_subnormals = false;
  /// Operands known when compiled: one entry per operand, nullopt where it varies. The port of a
  /// constant operand does not exist.
  std::vector<std::optional<std::uint64_t>> constants;
  /// Of fixed-point results, where the function rounds or overflows at all.
  spec::Rounding rounding = spec::Rounding::kNearestEven;
  spec::Overflow overflow = spec::Overflow::kWrap;

  friend bool operator==(const Request&, const Request&) = default;
};

int operand_count(Function function);

/// The port of operand `index`: a, b, c ...
std::string operand_port(std::size_t index);

/// Whether the result is that of a product's comparison with zero.
constexpr bool compares_product(Function function) {
  return function.variant == Variant::kOfProduct || function.variant == Variant::kOfProductSwapped;
}

/// Whether the result depends on `rounding`, and whether on `overflow`; with the other setting the request
/// is the same operator.
bool uses_rounding(const Request& request);
bool uses_overflow(const Request& request);

/// Name without latency: float32_add, float32_mul_k3dcccccd, int12_div, float32_to_int8,
/// fixed16_8_mul_trunc_sat, ...
std::string base_name(const Request& request);

/// Register ranks needed so that every path fits `period_ps` on `device`, the last rank being the
/// output register; 0 when the operator is wiring only (negation, exponent shuffles that fold away).
int latency_for(const Request& request, const hw::DelayModel& device, int period_ps, hw::Cut cut = hw::Cut::kFewRanks);

/// The module with exactly `latency` register ranks, spread evenly over its delay (latency 0:
/// combinational, without clk). Inputs are taken unregistered.
hw::Module build(const Request& request, const hw::DelayModel& device, int latency, hw::Cut cut = hw::Cut::kFewRanks);

/// What the operator returns, bit for bit: the reference for tests and constant folding. Shares no
/// code with `build`, nor with the golden engine. Operand bits beyond the type are zero.
std::uint64_t evaluate(const Request& request, const std::vector<std::uint64_t>& operands);

}  // namespace rtlgen::ops
