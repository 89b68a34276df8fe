// Shifts, sums and counts in digits of four bits: the pieces of fused sums (docs/adr/0023-fused-sums.md).
#pragma once

#include <string>
#include <vector>

#include "hw/builder.hpp"
#include "spec/fused_sum.hpp"
#include "support/int128.hpp"

namespace rtlgen::ops::detail {

class Additions;

constexpr int kDigit = spec::kDigitBits;

/// The number of bits that hold `v`.
int bits_of(Uint128 v);

/// The low bits of an exponent, which select a place within a digit; and the bits above, which select the digit.
hw::Value places_of(hw::Value exponent);
hw::Value digit_of(hw::Value exponent);

/// x shifted by `amount` times `unit` places, to the right (`down`) or to the left; bits beyond the
/// width are the responsibility of the caller.
hw::Value shifted(hw::Builder& b, hw::Value x, hw::Value amount, int unit, bool down);

/// A significand shifted to its place within a digit: 0 to 3 places to the left, three bits wider.
hw::Value placed(hw::Builder& b, hw::Value significand, hw::Value places);

/// x / 16^digits, truncated.
hw::Value cut(hw::Builder& b, hw::Value x, hw::Value digits, const std::string& name);

/// The number `negative` ? -value : value; the value is in two's complement, and its magnitude is at most `bound`.
struct SignedSum {
  hw::Value value, negative;
  Uint128 bound = 0;
  bool shares_luts = false;  ///< the last step of a cut, which can share the LUTs of a sum if it is the second operand
};

/// The sum of at least one term, added pairwise.
SignedSum sum_of(hw::Builder& b, std::vector<SignedSum> terms, Additions& additions);

/// The number of zeros above the leading one of x, or of ~x if `negative`.
hw::Value leading_zeros_of(hw::Builder& b, hw::Value x, hw::Value negative, const std::string& name);

/// The largest of at least one unsigned value, all of the same width.
hw::Value largest(std::vector<hw::Value> digits);

}  // namespace rtlgen::ops::detail
