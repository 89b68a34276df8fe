// Operators on hex-aligned floats (spec/aligned.hpp): the values are those of the format, but significands move by
// digits of four bits.
//
// All functions take and return aligned bits, unless stated otherwise, and build combinational logic. `form` is the
// aligned form. Results are canonical, as from spec::aligned_bits(). `flush` is as in ops/float_core.hpp.
#pragma once

#include <cstdint>
#include <string>
#include <utility>

#include "ops/float_common.hpp"

namespace rtlgen::ops::detail {

/// Convert between the bits of a format and its aligned form. Both keep every pattern, including the payloads of NaNs.
Value to_aligned(Builder& b, const spec::Type& form, Value x);
Value from_aligned(Builder& b, const spec::Type& form, Value x);

/// x + y, or x - y.
Value aligned_add(Builder& b, const spec::Type& form, Value x, Value y, bool subtract, bool flush);

/// x * y; either may be a constant, and both may be the same value.
Value aligned_mul(Builder& b, const spec::Type& form, Value x, Value y, bool flush);

/// Whether the product of two non-zero numbers rounds to a non-zero number.
Value aligned_product_stays(Builder& b, const spec::Type& form, const Unpacked& ux, const Unpacked& uy, bool flush);

// ---------------------------------------------------------------- pieces

/// A result in whole digits, before rounding.
struct PlacedDigits {
  Value window;       ///< significand, F + 4 bits; its highest digit is zero only if `digit` is zero
  Value guard, rest;  ///< the bit below, and whether any bit below that is set
  Value digit;        ///< E - 2 bits; before settled() it may have more
  Value sign;
  /// For sums in two's complement: if it is high, window and guard are those of an inverted number, slightly below the
  /// magnitude, and `rest` belongs to the bits that were not inverted. Invalid: never.
  Value negative = {};
};

/// Conditions under which a result is infinite, NaN or zero, regardless of window and digit.
struct Exceptions {
  Value special;  ///< infinity or NaN
  Value is_nan, zero;
  bool may_overflow = true;
};

/// Puts these exceptions into the window and the digit of a result, where they cost no extra LUTs because the adder
/// that rounds has free inputs. If rounding carries to infinity or to the smallest normal number, the bits are already
/// right.
PlacedDigits settled(Builder& b, const spec::Type& form, PlacedDigits p, const Exceptions& x, bool flush);

/// Rounds to nearest even, at a position that depends on the leading one, and packs.
Value round_digits(Builder& b, const spec::Type& form, const PlacedDigits& p, bool flush);

/// The low `width` bits of x >> 4 * digits, and whether any bit that was shifted out is set.
std::pair<Value, Value> digit_window(Builder& b, Value x, Value digits, int width, const std::string& name);

/// The index of the highest non-zero digit of x, among those whose lowest bit is `low`, `low` + 4 ...; 0 if all are 0.
Value leading_digit(Builder& b, Value x, int low, const std::string& name);

}  // namespace rtlgen::ops::detail
