// Sums and products on integers: align, add or multiply, normalise, round once.
#include "spec/hard_float.hpp"

#include <algorithm>
#include <array>
#include <bit>

#include "spec/type.hpp"
#include "support/check.hpp"

namespace rtlgen::spec {

namespace {

constexpr std::uint32_t kHardSign = 0x80000000U;
constexpr std::uint32_t kHardInfinity = 0x7f800000U;
constexpr std::uint32_t kHardNan = 0x7fc00000U;
constexpr int kHardFraction = 23;
constexpr int kHardTop = 255;  ///< the exponent field of infinities and NaN

/// An operand as a block uses it.
struct HardOperand {
  explicit HardOperand(std::uint32_t bits)
      : exponent(static_cast<int>(bits >> kHardFraction & 0xff)),
        is_negative((bits & kHardSign) != 0),
        significand(exponent == 0 ? 0 : (bits & 0x7fffffU) | 0x800000U) {}
  [[nodiscard]] bool is_nan() const { return exponent == kHardTop && significand != 0x800000U; }
  [[nodiscard]] bool is_infinite() const { return exponent == kHardTop && significand == 0x800000U; }
  [[nodiscard]] bool is_zero() const { return significand == 0; }

  int exponent;
  bool is_negative;
  std::uint32_t significand;
};

/// significand * 2^(exponent - 127 - 63), not zero, rounded.
std::uint32_t hard_rounded(bool is_negative, int exponent, std::uint64_t significand) {
  const std::uint32_t sign = is_negative ? kHardSign : 0;
  const int zeros = std::countl_zero(significand);
  significand <<= zeros;
  exponent -= zeros;
  constexpr std::uint64_t kHalf = std::uint64_t{1} << 39;
  std::uint64_t kept = significand >> 40;
  const std::uint64_t rest = significand & (2 * kHalf - 1);
  if (rest > kHalf || (rest == kHalf && (kept & 1) != 0)) ++kept;
  if (kept >> 24 != 0) ++exponent;  // a power of two: its fraction is zero
  if (exponent <= 0) return sign;
  if (exponent >= kHardTop) return sign | kHardInfinity;
  return sign | static_cast<std::uint32_t>(exponent) << kHardFraction | (static_cast<std::uint32_t>(kept) & 0x7fffffU);
}

}  // namespace

std::uint32_t hard_sum(std::uint32_t a, std::uint32_t b) {
  HardOperand x(a), y(b);
  if (x.is_nan() || y.is_nan()) return kHardNan;
  if (x.is_infinite() || y.is_infinite()) {
    if (x.is_infinite() && y.is_infinite() && x.is_negative != y.is_negative) return kHardNan;
    return (x.is_infinite() ? a : b);
  }
  if (x.is_zero() && y.is_zero()) return x.is_negative && y.is_negative ? kHardSign : 0;
  if (x.exponent < y.exponent) std::swap(x, y);
  // The larger operand has its top bit at place 62. For the bits of the smaller one below place 0, it only matters
  // whether they are zero.
  const auto large = std::uint64_t{x.significand} << 39;
  const auto whole = std::uint64_t{y.significand} << 39;
  const int down = std::min(x.exponent - y.exponent, 63);
  const std::uint64_t small = whole >> down | (whole << 1 << (63 - down) != 0 ? 1U : 0U);
  if (x.is_negative == y.is_negative) return hard_rounded(x.is_negative, x.exponent + 1, large + small);
  if (large == small) return 0;
  const bool is_swapped = large < small;
  return hard_rounded(x.is_negative != is_swapped, x.exponent + 1, is_swapped ? small - large : large - small);
}

std::uint32_t hard_difference(std::uint32_t a, std::uint32_t b) { return hard_sum(a, b ^ kHardSign); }

std::uint32_t hard_product(std::uint32_t a, std::uint32_t b) {
  const HardOperand x(a), y(b);
  const bool is_negative = x.is_negative != y.is_negative;
  const std::uint32_t sign = is_negative ? kHardSign : 0;
  if (x.is_nan() || y.is_nan()) return kHardNan;
  if (x.is_infinite() || y.is_infinite()) return x.is_zero() || y.is_zero() ? kHardNan : sign | kHardInfinity;
  if (x.is_zero() || y.is_zero()) return sign;
  constexpr int kUp = 63 - 2 * kHardFraction;  // the product of two significands of 1.0 has its one at place 63
  return hard_rounded(is_negative, x.exponent + y.exponent - 127 + 1,
                      (std::uint64_t{x.significand} * y.significand) << (kUp - 1));
}

std::uint32_t hard_value(HardMode mode, std::uint32_t a, std::uint32_t b, std::uint32_t c) {
  if (mode == HardMode::kAdd) return hard_sum(a, b);
  return mode == HardMode::kMul ? hard_product(a, b) : hard_sum(hard_product(a, b), c);
}

namespace {

std::uint32_t hard_operand(const Type& type, std::uint64_t bits) {
  RTLGEN_CHECK(type == Type::float_of(8, 23), "hard blocks compute float32");
  return static_cast<std::uint32_t>(bits);
}

}  // namespace

template <>
std::uint64_t hard_bits<Op::kHardAdd>(const Type& t, const std::uint64_t* v, bool) {
  return hard_sum(hard_operand(t, v[0]), hard_operand(t, v[1]));
}
template <>
std::uint64_t hard_bits<Op::kHardSub>(const Type& t, const std::uint64_t* v, bool) {
  return hard_difference(hard_operand(t, v[0]), hard_operand(t, v[1]));
}
template <>
std::uint64_t hard_bits<Op::kHardMul>(const Type& t, const std::uint64_t* v, bool) {
  return hard_product(hard_operand(t, v[0]), hard_operand(t, v[1]));
}

std::optional<Op> hard_op(Op op) {
  switch (op) {
    case Op::kAdd:
      return Op::kHardAdd;
    case Op::kSub:
      return Op::kHardSub;
    case Op::kMul:
      return Op::kHardMul;
    default:
      return std::nullopt;
  }
}

Op soft_op(Op op) {
  switch (op) {
    case Op::kHardAdd:
      return Op::kAdd;
    case Op::kHardSub:
      return Op::kSub;
    case Op::kHardMul:
      return Op::kMul;
    default:
      return op;
  }
}

bool is_hard(Op op) { return soft_op(op) != op; }

}  // namespace rtlgen::spec
