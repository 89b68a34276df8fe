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

/// 2^(x * factor). For the largest x in range, the product is shifted right by `least_shift` to the scale of z.
std::uint64_t power_of(const Type& t, const Exp2Sizes& s, const Parts& x, Uint128 factor, int least_shift, bool flush) {
  if (x.nan) return quiet_nan(t);
  if (x.infinite) return out_of_range(t, x.negative, false);
  if (x.zero) return one_bits(t, false);
  const int above = s.integer_bits - 1 - (x.scale_exponent + t.fraction);
  if (above < 0) return out_of_range(t, x.negative, false);
  const int shift = least_shift + above;
  const Uint128 z = shift > 127 ? 0 : x.significand * factor >> shift;
  return two_to(t, s, x.negative, z, false, flush);
}

}  // namespace

const ExpSizes& exp_sizes(const Type& type) { return remembered<make_exp>(type); }
const PowerOfTwoSizes& exp2_sizes(const Type& type) { return remembered<make_power_of_two>(type); }

template <>
std::uint64_t function_bits<Op::kExp>(const Type& t, const std::uint64_t* operands, bool flush) {
  const ExpSizes& s = exp_sizes(t);
  return power_of(t, s.exp2, take_apart(t, operands[0], flush), s.log2e, s.least_shift, flush);
}

template <>
std::uint64_t function_bits<Op::kExp2>(const Type& t, const std::uint64_t* operands, bool flush) {
  const PowerOfTwoSizes& s = exp2_sizes(t);
  return power_of(t, s.exp2, take_apart(t, operands[0], flush), static_cast<Uint128>(1) << s.spare, 0, flush);
}

}  // namespace rtlgen::spec
