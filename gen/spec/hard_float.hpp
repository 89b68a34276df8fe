// What the hard floating-point DSP blocks of FPGAs compute, bit for bit.
//
// The language uses them for sums, differences and products of float32 (`arithmetic: hard`); docs/language.md has the
// definition for users, docs/adr/0025-hard-floats.md its reasons. Golden engine and simulation models follow the
// functions below.
//
// A subnormal operand is zero with its sign. The exact result is rounded to 24 bits, to nearest even, with an exponent
// without bounds; one below the smallest normal number is then zero with its sign, one beyond the largest infinity.
// A sum that is exactly zero is -0 if both operands are negative, else +0; the sign of a product is the exclusive or of
// the operands' signs. NaN operands, infinities of different signs in a sum, and zero times infinity give the quiet
// NaN.
//
// No vendor documents all of this. What a card does is known only where kHardAssumptions names a source; hard_cases()
// has operands that tell for every row whether it holds.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "spec/op.hpp"

namespace rtlgen::spec {

struct Type;

std::uint32_t hard_sum(std::uint32_t a, std::uint32_t b);
std::uint32_t hard_difference(std::uint32_t a, std::uint32_t b);
std::uint32_t hard_product(std::uint32_t a, std::uint32_t b);

/// The `bits` of the rows of kHardAdd, kHardSub and kHardMul (spec/operations.hpp).
template <Op op>
std::uint64_t hard_bits(const Type& type, const std::uint64_t* operands, bool flush);

/// The operation of hard blocks that stands for `op`: kAdd gives kHardAdd; none: blocks do not compute it.
std::optional<Op> hard_op(Op op);
/// kHardAdd gives kAdd; any other operation itself.
Op soft_op(Op op);
bool is_hard(Op op);

/// What the semantics assume. A source is the vendor's text that says so; "": none does, it is an assumption.
struct HardAssumption {
  std::string_view name;
  std::string_view what;
  std::string_view agilex, stratix10, arria10;  ///< sources; Cyclone 10 GX has the blocks of Arria 10
};

std::span<const HardAssumption> hard_assumptions();

enum class HardMode : std::uint8_t { kAdd, kMul, kMulAdd };  ///< a + b; a * b; a * b, rounded, + c

/// Operands for which a block returns something else than `expected` if the assumption does not hold.
struct HardCase {
  std::string_view assumption;
  HardMode mode = HardMode::kAdd;
  std::uint32_t a = 0, b = 0, c = 0;
  std::uint32_t expected = 0;
};

std::span<const HardCase> hard_cases();

/// What the functions above return for the operands of a case.
std::uint32_t hard_value(HardMode mode, std::uint32_t a, std::uint32_t b, std::uint32_t c);

}  // namespace rtlgen::spec
