// Pieces shared by the elementary functions: polynomials from tables, powers of two, logarithms.
//
// Sizes and tables are those of the definition (spec/functions/functions.hpp); the logic is built here
// on its own.
#pragma once

#include <cstdint>

#include "ops/float_common.hpp"
#include "spec/functions/functions.hpp"

namespace rtlgen::spec {
struct Type;
}

namespace rtlgen::ops::detail {

Value number(Builder& b, int width, int value);

/// Exponent field of a finite number, a subnormal's 0 counted as 1, in `width` bits.
Value effective_exponent(const Unpacked& u, int width);

/// The table's value, signed, table.width[0] bits: `row` as many bits as it takes, `argument` the
/// argument_bits of u (anything if there are none).
Value polynomial(Builder& b, const spec::Table& table, Value row, Value argument);
/// The same with index and u side by side.
Value polynomial(Builder& b, const spec::Table& table, Value index_and_argument);

/// x * k, x signed, k of `bits` bits: x.width + bits bits. In pieces, because GHDL 2.0 ends with an internal
/// error at a product with a constant of more than 32 bits.
Value times_constant(Builder& b, Value x, Uint128 k, int bits);

/// The low `width` bits of x >> amount, for any amount.
Value shifted_right(Builder& b, Value x, Value amount, int width, const std::string& name);

/// 2^z to be rounded, z = +-magnitude of integer_bits + 1 + scale bits. Sets exponent, significand,
/// sticky; signs and special cases are the caller's.
Unrounded two_to(Builder& b, const spec::Type& type, const spec::Exp2Sizes& sizes, Value negative, Value magnitude);

/// exponent * log(2) + log(m) of a positive finite number.
struct Logarithm {
  Value negative;
  Value magnitude;  ///< times 2^sum_scale
};
/// `log_of_two` is what the exponent is multiplied with, at ln2_scale.
Logarithm logarithm(Builder& b, const spec::Type& type, const spec::LogSizes& sizes, Uint128 log_of_two,
                    const Unpacked& x, bool flush);

/// `u` with exponent and significand such that its leading one is at the top: `value` may have it one
/// place lower.
void lift_by_one(Builder& b, Unrounded& u, Value value, Value exponent_if_top);

}  // namespace rtlgen::ops::detail
