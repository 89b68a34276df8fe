// Operators on hex-aligned floats (spec/aligned.hpp): the values are those of the format, significands move by digits
// of four bits.
//
// All functions take and return aligned bits, unless said otherwise, and build combinational logic. `form` is the
// aligned form. Results are canonical, as spec::aligned_bits() makes them. `flush` as in ops/float_core.hpp.
#pragma once

#include <cstdint>
#include <string>
#include <utility>

#include "ops/float_common.hpp"

namespace rtlgen::ops::detail {

/// Between a format's bits and its aligned form. Every pattern stays what it is, payloads of NaNs too.
Value to_aligned(Builder& b, const spec::Type& form, Value x);
Value from_aligned(Builder& b, const spec::Type& form, Value x);

/// x + y, or x - y.
Value aligned_add(Builder& b, const spec::Type& form, Value x, Value y, bool subtract, bool flush);

/// x * y; either may be a constant, and both the same value.
Value aligned_mul(Builder& b, const spec::Type& form, Value x, Value y, bool flush);

/// Whether the product of numbers other than zero rounds to something else than zero.
Value aligned_product_stays(Builder& b, const spec::Type& form, const Unpacked& ux, const Unpacked& uy, bool flush);

// ---------------------------------------------------------------- pieces

/// A result in whole digits, to be rounded.
struct PlacedDigits {
  Value window;       ///< significand, F + 4 bits; its highest digit is zero only where `digit` is
  Value guard, rest;  ///< the bit below, and whether there is any below that
  Value digit;        ///< E - 2 bits; before settled() it may have more
  Value sign;
  /// Of sums in two's complement: window and guard are those of an inverted number then, a little below the magnitude,
  /// and `rest` is of the bits that were not inverted. None: never.
  Value negative = {};
};

/// What makes a result infinite, NaN or zero, whatever window and digit are.
struct Exceptions {
  Value special;  ///< infinity or NaN
  Value is_nan, zero;
  bool may_overflow = true;
};

/// The result with these exceptions in window and digit, where the row that rounds has room for them: what rounding
/// carries up to infinity, or to the smallest normal number, has its bits already.
PlacedDigits settled(Builder& b, const spec::Type& form, PlacedDigits p, const Exceptions& x, bool flush);

/// Rounds to nearest even at the place where the leading one is, and packs.
Value round_digits(Builder& b, const spec::Type& form, const PlacedDigits& p, bool flush);

/// The low `width` bits of x >> 4 * digits, and whether any bit fell out below.
std::pair<Value, Value> digit_window(Builder& b, Value x, Value digits, int width, const std::string& name);

/// Which digit of x is the highest that is not zero, of those whose lowest bit is `low`, `low` + 4 ...; 0 if none is.
Value leading_digit(Builder& b, Value x, int low, const std::string& name);

}  // namespace rtlgen::ops::detail
