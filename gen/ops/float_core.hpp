// Parts of arithmetic from which several operators are built.
//
// IEEE 754, round to nearest even. NaN results are the positive quiet NaN with only the top fraction
// bit set. `flush`: subnormal operands count as zero of their sign, and a result whose magnitude, rounded to
// F + 1 bits with unbounded exponent, is below the smallest normal number becomes zero of its sign.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "hw/builder.hpp"

namespace rtlgen::ops {
struct Request;
}

namespace rtlgen::spec {
struct Type;
}

namespace rtlgen::ops::detail {

/// The exact value of a constant operand, +-2^power.
struct PowerOfTwo {
  int power = 0;
  bool negative = false;
};
/// With flush, a subnormal constant is zero and therefore not a power of two.
std::optional<PowerOfTwo> power_of_two(const spec::Type& type, std::uint64_t bits, bool flush);
/// The product of v[0] and v[1], or their quotient if `divide`, provided that the constant operand is a power of two.
std::optional<hw::Value> scaled_by_constant(hw::Builder& b, const Request& r, const std::vector<hw::Value>& v,
                                            bool divide);

/// x times k, or x times -k if `negative`, modulo 2^width of x, by as few additions and subtractions of shifted copies
/// as possible.
hw::Value multiply_constant(hw::Builder& b, hw::Value x, std::uint64_t k, bool negative = false);

struct Quotient {
  hw::Value quotient;   ///< as wide as the dividend
  hw::Value remainder;  ///< as wide as the divisor
};
/// Restoring division of unsigned numbers of any widths.
Quotient divide_unsigned(hw::Builder& b, hw::Value x, hw::Value d);
/// Quotient or remainder of integers.
hw::Value divide_integers(hw::Builder& b, bool is_signed, bool wants_remainder, hw::Value x, hw::Value d);
/// Whether p < q, for integers or fixed-point values.
hw::Value less(const spec::Type& type, hw::Value p, hw::Value q);
hw::Value negate_if(hw::Builder& b, hw::Value condition, hw::Value x);
/// Whether k is 2^log.
bool is_power_of_two(const hw::Bits& k, int& log);

}  // namespace rtlgen::ops::detail
