// Floats unpacked and packed on integers: the frame of every function's definition.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>

#include "spec/type.hpp"
#include "support/int128.hpp"

namespace rtlgen::spec {

inline int bias_of(const Type& t) { return (1 << (t.exponent - 1)) - 1; }
/// The number of bits, at least 1, that hold every value from 0 to `value`.
inline int count_bits(std::uint64_t value) { return std::max(1, static_cast<int>(std::bit_width(value))); }
/// Place of the leading one; 0 for zero.
inline int leading_place(Uint128 v) {
  const auto high = static_cast<std::uint64_t>(v >> 64);
  return high != 0 ? 63 + count_bits(high) : count_bits(static_cast<std::uint64_t>(v)) - 1;
}

/// An unpacked float; with `flush`, a subnormal is zero.
struct Parts {
  bool negative = false;
  bool nan = false, infinite = false, zero = false;
  int field = 0;                  ///< exponent as stored
  std::uint64_t significand = 0;  ///< hidden bit and fraction
  int scale_exponent = 0;         ///< value = significand * 2^scale_exponent
};
Parts take_apart(const Type& t, std::uint64_t bits, bool flush);

/// A significand with its leading one at place F, also for subnormals, and the matching exponent.
struct Normal {
  std::uint64_t significand = 0;
  int exponent = 0;  ///< exponent of the leading one, unbiased
};
Normal normalised(const Type& t, const Parts& p);

/// significand * 2^exponent, not zero, rounded to nearest even.
std::uint64_t round_to(const Type& t, bool negative, Uint128 significand, int exponent, bool flush);

std::uint64_t zero_bits(const Type& t, bool negative);
std::uint64_t infinity_bits(const Type& t, bool negative);
std::uint64_t one_bits(const Type& t, bool negative);

}  // namespace rtlgen::spec
