// Results of the hard floating-point DSP blocks of FPGAs, bit for bit.
//
// The language uses them for sums, differences and products of float32 (`arithmetic: hard`). docs/language_fused.md has
// the definition for users, docs/adr/0025-hard-floats.md the reasons. The golden engine and the simulation models
// follow the functions below.
//
// A subnormal operand counts as zero with its sign. The exact result is rounded to 24 bits, to nearest even, with an
// unbounded exponent; then a result below the smallest normal number becomes zero with its sign, and one beyond the
// largest becomes infinity. A sum that is exactly zero is -0 if both operands are negative, else +0; the sign of a
// product is the exclusive or of the operands' signs. NaN operands, infinities of different signs in a sum, and zero
// times infinity give the quiet NaN.
//
// No vendor documents all of this. The behaviour of a card is known only for rows of kHardAssumptions that name a
// source; hard_cases() has operands that test every row.
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

/// The `bits` of the rows kHardAdd, kHardSub and kHardMul (spec/operations.hpp).
template <Op op>
std::uint64_t hard_bits(const Type& type, const std::uint64_t* operands, bool flush);

/// The operation of hard blocks for `op`: kAdd gives kHardAdd. None if blocks do not compute it.
std::optional<Op> hard_op(Op op);
/// The reverse: kHardAdd gives kAdd; any other operation is returned unchanged.
Op soft_op(Op op);
bool is_hard(Op op);

/// An assumption of the semantics. A source is the vendor's text that confirms it; "": unconfirmed.
struct HardAssumption {
  std::string_view name;
  std::string_view what;
  std::string_view agilex, stratix10, arria10;  ///< sources; Cyclone 10 GX has the blocks of Arria 10
};

std::span<const HardAssumption> hard_assumptions();

enum class HardMode : std::uint8_t { kAdd, kMul, kMulAdd };  ///< a + b; a * b; a * b, rounded, + c

/// Operands for which a block returns something other than `expected` if the assumption is wrong.
struct HardCase {
  std::string_view assumption;
  HardMode mode = HardMode::kAdd;
  std::uint32_t a = 0, b = 0, c = 0;
  std::uint32_t expected = 0;
};

std::span<const HardCase> hard_cases();

/// The result of the functions above for the operands of a case.
std::uint32_t hard_value(HardMode mode, std::uint32_t a, std::uint32_t b, std::uint32_t c);

}  // namespace rtlgen::spec
