// log(x) = exponent * log(2) + log(m).
#include "spec/functions/log.hpp"

#include <algorithm>
#include <cmath>

#include "spec/functions/parts.hpp"
#include "spec/type.hpp"

namespace rtlgen::spec {

namespace {

LogSizes make_log(const Type& t) {
  LogSizes s = make_logarithm(t, false, t.fraction + 5);
  s.ln2_scale = t.fraction + t.exponent + 7;
  s.ln2 = fixed_constant(s.ln2_scale, [](mpfr_ptr c) { mpfr_const_log2(c, MPFR_RNDN); });
  s.sum_scale = std::max(s.scale, s.ln2_scale);
  return s;
}

}  // namespace

const LogSizes& log_sizes(const Type& type) { return remembered(type, make_log); }

template <>
std::uint64_t function_bits<Op::kLog>(const Type& t, const std::uint64_t* operands, bool flush) {
  const std::uint64_t a = operands[0];
  const Parts x = take_apart(t, a, flush);
  if (x.nan || (x.negative && !x.zero)) return quiet_nan(t);
  if (x.zero) return infinity_bits(t, true);
  if (x.infinite) return infinity_bits(t, false);
  const LogSizes& s = log_sizes(t);
  const Int128 sum = logarithm(t, s, normalised(t, x), s.ln2);
  if (sum == 0) return zero_bits(t, false);
  return round_to(t, sum < 0, static_cast<Uint128>(sum < 0 ? -sum : sum), -s.sum_scale, flush);
}

}  // namespace rtlgen::spec
