// log(x) = exponent * log(2) + log(m), to bases e, 2 and 10.
#include "spec/functions/log.hpp"

#include <algorithm>
#include <cmath>

#include "spec/functions/parts.hpp"
#include "spec/type.hpp"

namespace rtlgen::spec {

namespace {

LogSizes make_log(const Type& t) {
  LogSizes s = make_logarithm(t, Base::kE, t.fraction + 5);
  s.two_scale = t.fraction + t.exponent + 7;
  s.log_of_two = fixed_constant(s.two_scale, [](mpfr_ptr c) { mpfr_const_log2(c, MPFR_RNDN); });
  s.sum_scale = std::max(s.scale, s.two_scale);
  return s;
}

LogSizes make_log2(const Type& t) { return make_logarithm(t, Base::kTwo, t.fraction + 5); }

/// Values can be less than half of those for base e.
LogSizes make_log10(const Type& t) {
  LogSizes s = make_logarithm(t, Base::kTen, t.fraction + 7);
  s.two_scale = t.fraction + t.exponent + 8;
  s.log_of_two = fixed_constant(s.two_scale, [](mpfr_ptr c) {
    mpfr_set_ui(c, 2, MPFR_RNDN);
    mpfr_log10(c, c, MPFR_RNDN);
  });
  s.sum_scale = std::max(s.scale, s.two_scale);
  return s;
}

std::uint64_t log_of(const Type& t, const LogSizes& (*sizes)(const Type&), std::uint64_t a, bool flush) {
  const Parts x = take_apart(t, a, flush);
  if (x.nan || (x.negative && !x.zero)) return quiet_nan(t);
  if (x.zero) return infinity_bits(t, true);
  if (x.infinite) return infinity_bits(t, false);
  const LogSizes& s = sizes(t);
  const LogParts l = logarithm(t, s, normalised(t, x));
  const Int128 one = 1;
  const Int128 sum = l.exponent * static_cast<Int128>(s.log_of_two) * (one << (s.sum_scale - s.two_scale)) +
                     l.part * (one << (s.sum_scale - s.scale));
  if (sum == 0) return zero_bits(t, false);
  return round_to(t, sum < 0, static_cast<Uint128>(sum < 0 ? -sum : sum), -s.sum_scale, flush);
}

}  // namespace

const LogSizes& log_sizes(const Type& type) { return remembered<make_log>(type); }
const LogSizes& log2_sizes(const Type& type) { return remembered<make_log2>(type); }
const LogSizes& log10_sizes(const Type& type) { return remembered<make_log10>(type); }

template <>
std::uint64_t function_bits<Op::kLog>(const Type& t, const std::uint64_t* operands, bool flush) {
  return log_of(t, log_sizes, operands[0], flush);
}

template <>
std::uint64_t function_bits<Op::kLog2>(const Type& t, const std::uint64_t* operands, bool flush) {
  return log_of(t, log2_sizes, operands[0], flush);
}

template <>
std::uint64_t function_bits<Op::kLog10>(const Type& t, const std::uint64_t* operands, bool flush) {
  return log_of(t, log10_sizes, operands[0], flush);
}

}  // namespace rtlgen::spec
