// Parts shared by the elementary functions: polynomials from tables, powers of two, logarithms.
//
// Sizes and tables are those of the definition (spec/functions/functions.hpp); the logic is independent of it.
#pragma once

#include <cstdint>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "ops/exact.hpp"
#include "ops/float_common.hpp"
#include "ops/registry.hpp"
#include "spec/functions/functions.hpp"

namespace rtlgen::spec {
struct Type;
}

namespace rtlgen::ops::detail {

Value number(Builder& b, int width, int value);

/// Exponent field of a finite number in `width` bits; the 0 of a subnormal counts as 1.
Value effective_exponent(const Unpacked& u, int width);

/// The value of the table's polynomial, signed, with table.width[0] bits. `row` is the index, and `argument` the
/// argument_bits bits of u (ignored if none exist).
Value polynomial(Builder& b, const spec::Table& table, Value row, Value argument);
/// The same with index and u concatenated.
Value polynomial(Builder& b, const spec::Table& table, Value index_and_argument);

/// x * k, for a signed x and k of `bits` bits: x.width + bits bits. Computed in parts, because GHDL 2.0 fails with an
/// internal error for a product with a constant of more than 32 bits.
Value times_constant(Builder& b, Value x, Uint128 k, int bits);

/// The low `width` bits of x >> amount, for any amount.
Value shifted_right(Builder& b, Value x, Value amount, int width, const std::string& name);

/// 2^z before rounding, for z = +-magnitude with integer_bits + 1 + scale bits. Sets exponent, significand and
/// sticky; signs and special cases are left to the caller.
Unrounded two_to(Builder& b, const spec::Type& type, const spec::Exp2Sizes& sizes, Value negative, Value magnitude);

/// The logarithm of a positive finite number: exponent * log(2) + log(m).
struct Logarithm {
  Value negative;
  Value magnitude;  ///< times 2^sum_scale
};
Logarithm logarithm(Builder& b, const spec::Type& type, const spec::LogSizes& sizes, const Unpacked& x, bool flush);

/// Sets exponent and significand of `u` so that its leading one is at the top; in `value` it may be one
/// place lower.
void lift_by_one(Builder& b, Unrounded& u, Value value, Value exponent_if_top);

/// Whether the exponent field of x is below `fields`.
Value is_tiny(Builder& b, const spec::Type& type, const Unpacked& x, int fields);

/// The operator of a table-based function of one or two floats.
template <auto build>
Operator by_tables(const char* name) {
  using Formats = std::vector<std::pair<int, int>>;
  constexpr bool kPairs = std::is_invocable_v<decltype(build), Builder&, const spec::Type&, Value, Value, bool>;
  return {.name = name,
          .build = {.floats = by_float<build>},
          .exact = {.floats = by_definition},
          .small_floats =
              kPairs ? Formats{{3, 2}, {2, 3}, {4, 1}} : Formats{{4, 5}, {2, 1}, {2, 6}, {3, 6}, {6, 4}, {9, 2}}};
}

}  // namespace rtlgen::ops::detail
