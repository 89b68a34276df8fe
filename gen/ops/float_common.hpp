// Pieces shared by the floating-point operators: unpacking, counting, shifting, rounding, packing.
//
// A format float<E,F> is sign | E exponent bits | F fraction bits with bias 2^(E-1) - 1. All
// functions build combinational logic; `flush` is the mode without subnormals.
#pragma once

#include <optional>
#include <utility>

#include "hw/builder.hpp"

namespace rtlgen::spec {
struct Type;
}

namespace rtlgen::ops::detail {

using hw::Builder;
using hw::Value;

/// A float taken apart. With flush, a subnormal's fraction reads as zero.
struct Unpacked {
  Value sign;
  Value exponent;  ///< E bits as stored; of an aligned form its E - 2 of the digit
  Value fraction;  ///< F bits; of an aligned form the significand, F + 4 bits
  Value normal;    ///< exponent is not zero: the hidden bit
  Value all_ones;  ///< exponent is all ones
  Value any;       ///< the fraction is not zero
  Value is_nan, is_inf;
  Value is_zero;  ///< zero (flush: or subnormal)
  bool aligned = false;
  /// hidden bit and fraction, F + 1 bits; of an aligned form F + 4
  [[nodiscard]] Value significand() const { return aligned ? fraction : hw::cat({normal, fraction}); }
};

Unpacked unpack(Builder& b, const spec::Type& type, Value x, bool flush, const std::string& name);

/// Whether x * y is NaN. `x_zero`: x counts as zero, with flush if it is subnormal.
Value product_is_nan(const Unpacked& ux, const Unpacked& uy, Value x_zero, Value y_zero);

int bias_of(const spec::Type& type);
int count_bits(int value);  ///< bits to hold 0 .. value

/// The quiet NaN with only the top fraction bit set; without sign.
Value nan_magnitude(Builder& b, const spec::Type& type);

/// Zeros above the leading one, 0 .. width-1 (the value for zero is unspecified).
Value leading_zeros(Builder& b, Value x, const std::string& name);

/// x >> amount, plus the OR of all bits that fell out; any amount.
std::pair<Value, Value> shift_right_sticky(Builder& b, Value x, Value amount, const std::string& name);

/// Place of the leading one, 0 .. width-1, bit 0 the lowest; 0 for zero.
Value leading_one(Builder& b, Value x, const std::string& name);

/// a + x, or a - x where `subtract`; one carry chain, the inversion shares its LUTs.
Value add_or_subtract(Value a, Value x, Value subtract);

/// The low `width` bits of x >> amount, plus the OR of the bits that fell out below.
std::pair<Value, Value> window(Builder& b, Value x, Value amount, int width, const std::string& name);

/// x shifted left until its top bit is one, and by how many places; unspecified for zero.
std::pair<Value, Value> normalise(Builder& b, Value x, const std::string& name);

/// A product or quotient placed for rounding by round_placed().
struct Placed {
  Value window;     ///< bit of weight two or one, hidden, F fraction bits, guard: F + 3 bits
  Value sticky;     ///< bits below the window
  Value exponent;   ///< the field of the result is exponent + step, before rounding
  Value step;       ///< depends on the top of the window; as wide as exponent
  Value shiftable;  ///< a leading zero may be shifted out: the exponent is not the smallest
  Value zero;       ///< too small to round to anything else
  Value sign, is_nan, is_inf;
};

/// Takes the window one lower if it starts with a zero, rounds to nearest even and packs. With flush
/// the exponent is signed, and a field of zero or less makes the result zero.
Value round_placed(Builder& b, const spec::Type& type, const Placed& p, bool flush);

/// The power of two k of a normal constant in [2^k, 2^(k+1)), if |k| is at most about F; zero, subnormals,
/// specials and what is not a constant have none.
std::optional<int> small_power(const spec::Type& type, Value x);

/// Places the product of x and a constant of exponent k: `product` is that of the significands as they are,
/// x's leading one in the last place but 2F + 1 if x is normal, 2F + 3 bits in all.
Placed place_scaled(Builder& b, const spec::Type& type, const Unpacked& x, Value product, int k);

/// What is to be rounded and packed.
struct Unrounded {
  Value sign;
  Value exponent;                 ///< signed, biased for the target, of the leading one
  Value significand;              ///< leading one at the top
  Value sticky;                   ///< bits below the significand
  Value is_zero, is_inf, is_nan;  ///< these win, in the order nan, inf, zero
};

/// Rounds to nearest even and packs; subnormal results are shifted into place (or flushed).
Value round_and_pack(Builder& b, const spec::Type& type, const Unrounded& u, bool flush);

/// Packs a magnitude before rounding: {base exponent, fraction} + hidden bit + round, one chain.
/// `special` replaces it by infinity or NaN, `zero` by zero, ahead of the adder.
Value pack_rounded(Builder& b, const spec::Type& type, Value base_exponent, Value hidden, Value fraction,
                   Value round_up, Value zero, Value special, Value is_nan);

/// A finite result and what replaces it: `special` gives NaN or infinity, else `zero` gives zero.
/// The fraction is cleared by constants in the last place, which become resets of the output
/// register and cost no logic.
struct Packed {
  Value sign;
  Value exponent;  ///< E bits
  Value fraction;  ///< F bits
  Value special, is_nan, zero;
};
Value pack(Builder& b, const spec::Type& type, const Packed& p);

/// Operand with subnormals read as zero of the same sign when flushing.
Value flushed(Builder& b, const spec::Type& type, Value x, bool flush);

/// Order of the numbers that the bits stand for, -0 below +0.
Value total_less(Value x, Value y);

}  // namespace rtlgen::ops::detail
