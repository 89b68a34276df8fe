// Arithmetic operators as hardware modules: what can be requested, and what is returned.
//
// An operator is a pure function on bits (its `semantics`, proven against MPFR) plus a builder
// that makes a combinational hw module, which `pipeline` cuts into `latency` register ranks.
// Module ports: clk (if latency > 0), the operands `a`, `b`, `c` in order, result `q`. There is no
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

enum class Function : std::uint8_t {
  kAdd,
  kSub,
  kMul,
  kDiv,
  kRem,
  kSqrt,
  kFma,
  kLt,
  kLe,
  kEq,
  kNe,  ///< 1-bit result
  kMin,
  kMax,
  kAbs,
  kNeg,
  kExp,
  kLog,
  kSin,
  kCos,
  kTanh,
  kPow,  ///< floats of at most 24 bits of significand
  kProductLt,
  kProductLe,
  kProductEq,
  kProductNe,
  kProductGt,
  kProductGe,  ///< rounded a * b against zero: 1 bit; floats only
  kSquare,     ///< a * a, floats only
  kConvert     ///< from operand type to result type
};

/// What is wanted of one operator.
struct Request {
  Function function = Function::kAdd;
  spec::Type operand;  ///< type of a (and b, c)
  spec::Type result;   ///< type of q; equal to `operand` but for comparisons, of products too, and kConvert
  bool flush_subnormals = false;
  /// Operands known when compiled: one entry an operand, nullopt where it varies. The port of a
  /// constant operand does not exist.
  std::vector<std::optional<std::uint64_t>> constants;
  /// Of fixed-point results, where the function rounds or overflows at all.
  spec::Rounding rounding = spec::Rounding::kNearestEven;
  spec::Overflow overflow = spec::Overflow::kWrap;

  friend bool operator==(const Request&, const Request&) = default;
};

int operand_count(Function function);

/// Whether the result is that of a product's comparison with zero.
bool compares_product(Function function);

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
/// code with `build`. Operand bits beyond the type are zero.
std::uint64_t evaluate(const Request& request, const std::vector<std::uint64_t>& operands);

}  // namespace rtlgen::ops
