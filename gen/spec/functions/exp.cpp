// exp(x) = 2^(x log2(e)), and exp2.
#include "spec/functions/exp.hpp"

#include <algorithm>
#include <cmath>

#include "spec/functions/parts.hpp"
#include "spec/type.hpp"

namespace rtlgen::spec {

namespace {

ExpSizes make_exp(const Type& t) {
  ExpSizes s;
  s.exp2 = make_exp2(t);
  s.log2e_scale = s.exp2.integer_bits + t.fraction + 6;
  s.log2e = fixed_constant(s.log2e_scale, [](mpfr_ptr c) {
    mpfr_const_log2(c, MPFR_RNDN);
    mpfr_ui_div(c, 1, c, MPFR_RNDN);
  });
  s.least_shift = t.fraction + s.log2e_scale - s.exp2.scale - s.exp2.integer_bits + 1;
  return s;
}

PowerOfTwoSizes make_power_of_two(const Type& t) {
  PowerOfTwoSizes s;
  s.exp2 = make_exp2(t);
  s.spare = s.exp2.integer_bits - 1 + s.exp2.scale - t.fraction;
  return s;
}

}  // namespace

const ExpSizes& exp_sizes(const Type& type) { return remembered(type, make_exp); }
const PowerOfTwoSizes& exp2_sizes(const Type& type) { return remembered(type, make_power_of_two); }

template <>
std::uint64_t function_bits<Op::kExp>(const Type& t, const std::uint64_t* operands, bool flush) {
  const std::uint64_t a = operands[0];
  const Parts x = take_apart(t, a, flush);
  if (x.nan) return quiet_nan(t);
  if (x.infinite) return out_of_range(t, x.negative, false);
  if (x.zero) return one_bits(t, false);
  const ExpSizes& s = exp_sizes(t);
  const int above = s.exp2.integer_bits - 1 - (x.scale_exponent + t.fraction);
  if (above < 0) return out_of_range(t, x.negative, false);
  const int shift = s.least_shift + above;
  const Uint128 product = x.significand * s.log2e;
  const Uint128 z = shift > 127 ? 0 : product >> shift;
  return two_to(t, s.exp2, x.negative, z, false, flush);
}

template <>
std::uint64_t function_bits<Op::kExp2>(const Type& t, const std::uint64_t* operands, bool flush) {
  const Parts x = take_apart(t, operands[0], flush);
  if (x.nan) return quiet_nan(t);
  if (x.infinite) return out_of_range(t, x.negative, false);
  if (x.zero) return one_bits(t, false);
  const PowerOfTwoSizes& s = exp2_sizes(t);
  const int above = s.exp2.integer_bits - 1 - (x.scale_exponent + t.fraction);
  if (above < 0) return out_of_range(t, x.negative, false);
  const Uint128 placed = static_cast<Uint128>(x.significand) << s.spare;
  const Uint128 z = above > 127 ? 0 : placed >> above;
  return two_to(t, s.exp2, x.negative, z, false, flush);
}

}  // namespace rtlgen::spec
