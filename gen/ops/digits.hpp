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

/// Bits that hold `v`.
int bits_of(Uint128 v);

/// The bits of an exponent below those of its digit; its digit.
hw::Value places_of(hw::Value exponent);
hw::Value digit_of(hw::Value exponent);

/// x moved by `amount` times `unit` places, to the right (`down`) or to the left; what is beyond the width is up to the
/// caller.
hw::Value shifted(hw::Builder& b, hw::Value x, hw::Value amount, int unit, bool down);

/// A significand at its place in a digit: 0 to 3 to the left, three bits wider.
hw::Value placed(hw::Builder& b, hw::Value significand, hw::Value places);

/// x / 16^digits, cut.
hw::Value cut(hw::Builder& b, hw::Value x, hw::Value digits, const std::string& name);

/// `negative` ? -value : value; the value in two's complement, its magnitude at most `bound`.
struct SignedSum {
  hw::Value value, negative;
  Uint128 bound = 0;
  bool shares_luts = false;  ///< with a sum behind it, whose second operand it is: the last step of a cut
};

/// Of at least one, added two by two.
SignedSum sum_of(hw::Builder& b, std::vector<SignedSum> terms, Additions& additions);

/// Zeros above the leading one of x, or of ~x where it is `negative`.
hw::Value leading_zeros_of(hw::Builder& b, hw::Value x, hw::Value negative, const std::string& name);

/// Of at least one, all of one width, unsigned.
hw::Value largest(std::vector<hw::Value> digits);

}  // namespace rtlgen::ops::detail
