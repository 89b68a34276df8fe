// Parts shared by the floating-point operators: unpacking, counting, shifting, rounding, packing.
//
// A format float<E,F> is sign | E exponent bits | F fraction bits, with bias 2^(E-1) - 1. All
// functions build combinational logic; `flush` selects the mode without subnormals.
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

/// An unpacked float. With flush, the fraction of a subnormal reads as zero.
struct Unpacked {
  Value sign;
  Value exponent;  ///< E bits as stored; for an aligned form, the E - 2 bits of the digit
  Value fraction;  ///< F bits; for an aligned form, the significand, F + 4 bits
  Value normal;    ///< exponent is not zero: the hidden bit
  Value all_ones;  ///< exponent is all ones
  Value any;       ///< the fraction is not zero
  Value is_nan, is_inf;
  Value is_zero;  ///< zero, or with flush also subnormal
  bool aligned = false;
  /// Hidden bit and fraction, F + 1 bits; for an aligned form F + 4 bits.
  [[nodiscard]] Value significand() const { return aligned ? fraction : hw::cat({normal, fraction}); }
};

Unpacked unpack(Builder& b, const spec::Type& type, Value x, bool flush, const std::string& name);

/// Whether x * y is NaN. `x_zero` and `y_zero`: the factor counts as zero, with flush also if it is subnormal.
Value product_is_nan(const Unpacked& ux, const Unpacked& uy, Value x_zero, Value y_zero);

int bias_of(const spec::Type& type);
int count_bits(int value);  ///< bits that hold 0 .. value

/// The quiet NaN with only the top fraction bit set, without sign.
Value nan_magnitude(Builder& b, const spec::Type& type);

/// The number of zeros above the leading one, 0 .. width-1 (unspecified for zero).
Value leading_zeros(Builder& b, Value x, const std::string& name);

/// x >> amount, for any amount, and the OR of all bits shifted out.
std::pair<Value, Value> shift_right_sticky(Builder& b, Value x, Value amount, const std::string& name);

/// Position of the leading one, 0 .. width-1, where bit 0 is the lowest; 0 for zero.
Value leading_one(Builder& b, Value x, const std::string& name);

/// a + x, or a - x if `subtract`, in one carry chain whose LUTs also do the inversion.
Value add_or_subtract(Value a, Value x, Value subtract);

/// The low `width` bits of x >> amount, and the OR of the bits shifted out below.
std::pair<Value, Value> window(Builder& b, Value x, Value amount, int width, const std::string& name);

/// x shifted left until its top bit is one, and the number of places; unspecified for zero.
std::pair<Value, Value> normalise(Builder& b, Value x, const std::string& name);

/// A product or quotient placed for rounding by round_placed().
struct Placed {
  Value window;     ///< bit of weight two or one, hidden, F fraction bits, guard: F + 3 bits
  Value sticky;     ///< any bit below the window is set
  Value exponent;   ///< the field of the result is exponent + step, before rounding
  Value step;       ///< depends on the top of the window; as wide as exponent
  Value shiftable;  ///< a leading zero may be shifted out: the exponent is not the smallest
  Value zero;       ///< the result is so small that it rounds to zero
  Value sign, is_nan, is_inf;
};

/// Moves the window one bit down if it starts with a zero, rounds to nearest even and packs. With flush,
/// the exponent is signed, and a field of zero or less makes the result zero.
Value round_placed(Builder& b, const spec::Type& type, const Placed& p, bool flush);

/// The exponent k of a normal constant in [2^k, 2^(k+1)), if |k| is at most about F; none for zero, subnormals,
/// specials and values that are not constant.
std::optional<int> small_power(const spec::Type& type, Value x);

/// Places the product of x and a constant of exponent k. `product` is the plain product of the significands, with 2F +
/// 3 bits; if x is normal, its leading one is 2F + 1 places above the last bit.
Placed place_scaled(Builder& b, const spec::Type& type, const Unpacked& x, Value product, int k);

/// A result before rounding and packing.
struct Unrounded {
  Value sign;
  Value exponent;                 ///< exponent of the leading one: signed, with the bias of the target
  Value significand;              ///< with the leading one at the top
  Value sticky;                   ///< any bit below the significand is set
  Value is_zero, is_inf, is_nan;  ///< take precedence, in the order NaN, infinity, zero
};

/// Rounds to nearest even and packs; subnormal results are shifted into place (or flushed).
Value round_and_pack(Builder& b, const spec::Type& type, const Unrounded& u, bool flush);

/// Rounds and packs a magnitude: {base exponent, fraction} + hidden bit + round, in one carry chain. Before the adder,
/// infinity or NaN replaces it if `special`, and zero if `zero`.
Value pack_rounded(Builder& b, const spec::Type& type, Value base_exponent, Value hidden, Value fraction,
                   Value round_up, Value zero, Value special, Value is_nan);

/// A finite result and its replacements: with `special`, NaN or infinity; otherwise with `zero`, zero. The last step
/// clears the fraction with constants, which become resets of the output register and cost no logic.
struct Packed {
  Value sign;
  Value exponent;  ///< E bits
  Value fraction;  ///< F bits
  Value special, is_nan, zero;
};
Value pack(Builder& b, const spec::Type& type, const Packed& p);

/// x, with subnormals replaced by zero of the same sign if `flush`.
Value flushed(Builder& b, const spec::Type& type, Value x, bool flush);

/// Whether x is less than y in the order of the numbers that the bits represent, with -0 below +0.
Value total_less(Value x, Value y);

}  // namespace rtlgen::ops::detail
