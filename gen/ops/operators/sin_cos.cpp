// sin, cos and tan: the exponent selects the bits of 2/pi that matter to x modulo four quadrants.
#include "spec/functions/sin_cos.hpp"

#include <algorithm>

#include "ops/exact.hpp"
#include "ops/float_core.hpp"
#include "ops/float_function.hpp"
#include "ops/registry.hpp"

namespace rtlgen::ops {

using namespace hw;      // NOLINT(google-build-using-namespace): expression operators
using namespace detail;  // NOLINT(google-build-using-namespace): the pieces of operators

namespace {

/// The window of 2/pi for an exponent field; what it is for tiny x does not matter.
Value window_of(Builder& b, const spec::SinCosSizes& s, Value field) {
  std::vector<Value> parts;
  for (int low = 0; low < s.window; low += 64) {
    std::vector<std::uint64_t> words(static_cast<std::size_t>(s.tiny), 0);
    const auto& part = s.window_words[static_cast<std::size_t>(low / 64)];
    words.insert(words.end(), part.begin(), part.end());
    parts.insert(parts.begin(), table(field, words, std::min(64, s.window - low)));
  }
  return b.name("two_over_pi", cat(parts));
}

template <bool cosine_wanted>
Value float_sin_cos(Builder& b, const spec::Type& type, Value x, bool flush) {
  const spec::SinCosSizes& s = spec::sin_cos_sizes(type);
  const Unpacked ux = unpack(b, type, x, flush, "x");
  const Value turned = b.name("turned", mul(window_of(b, s, ux.exponent), ux.significand()).slice(s.window - 1, 0));
  const Value half = turned.bit(s.scale - 1);
  const int wf = s.scale - 1;
  const Value distance = b.name("distance", (turned.slice(wf - 1, 0) ^ repeat(half, wf)) | number(b, wf, 1));
  const Value quadrant =
      b.name("quadrant", add_carry(turned.slice(s.window - 1, s.scale), number(b, 2, cosine_wanted ? 1 : 0), half));
  const Value cosine = quadrant.bit(0);

  const int bits = s.table.index_bits + s.table.argument_bits;
  const Value placed = cat({cosine, distance.slice(wf - 1, wf - bits)});
  const Value ratio = polynomial(b, s.table, placed).slice(s.table.scale + 1, 0);
  const auto [lifted, zeros] = normalise(b, distance, "distance");
  const Value one = cat({b.one(), b.zero(s.normal_bits - 1)});
  const Value factor = b.name("factor", mux(cosine, one, lifted.slice(wf - 1, wf - s.normal_bits)));
  const Value product = b.name("product", mul(factor, ratio)).slice(s.normal_bits + s.table.scale, 0);

  const int we = std::max(type.exponent, count_bits(wf)) + 2;
  const Value scale = zext(zeros, we) + number(b, we, 1);
  Unrounded u;
  u.sign = quadrant.bit(1) ^ (half & ~cosine);
  if (!cosine_wanted) u.sign = u.sign ^ ux.sign;
  lift_by_one(b, u, product, number(b, we, bias_of(type)) - (scale & repeat(~cosine, we)));
  u.sticky = b.zero();
  u.is_nan = ux.all_ones;
  u.is_inf = b.zero();
  u.is_zero = cosine_wanted ? b.zero() : ux.is_zero;
  const Value rounded = round_and_pack(b, type, u, flush);
  const Value tiny = b.name("tiny", ult(ux.exponent, number(b, type.exponent, s.tiny)));
  const Value small = cosine_wanted ? cat({b.zero(), number(b, type.exponent, bias_of(type)), b.zero(type.fraction)})
                                    : cat({ux.sign, ux.exponent, ux.fraction});
  return mux(cosine_wanted ? tiny | ux.is_zero : tiny, small, rounded);
}

Value float_tan(Builder& b, const spec::Type& type, Value x, bool flush) {
  const spec::SinCosSizes& s = spec::sin_cos_sizes(type);
  const spec::TanSizes& tan = spec::tan_sizes(type);
  const Unpacked ux = unpack(b, type, x, flush, "x");
  const Value turned = b.name("turned", mul(window_of(b, s, ux.exponent), ux.significand()).slice(s.window - 1, 0));
  const Value below = turned.bit(s.scale - 1);
  const int wf = s.scale - 1;
  const Value distance = b.name("distance", (turned.slice(wf - 1, 0) ^ repeat(below, wf)) | number(b, wf, 1));
  const Value inverse = b.name("inverse", turned.bit(s.scale) ^ below);

  const int bits = tan.table.index_bits + tan.table.argument_bits;
  const Value ratio =
      polynomial(b, tan.table, cat({inverse, distance.slice(wf - 1, wf - bits)})).slice(tan.table.scale + 1, 0);
  const auto [lifted, zeros] = normalise(b, distance, "distance");
  const Value kept = lifted.slice(wf - 1, wf - s.normal_bits);
  const Value reciprocal = polynomial(b, tan.reciprocal, kept.slice(s.normal_bits - 2, 0));
  // Both factors are from 1 to 2, the reciprocal's scale the finer one.
  const int wr = tan.reciprocal.scale + 2;
  const Value itself = zext(cat({kept, b.zero(tan.reciprocal.scale - s.normal_bits + 1)}), wr);
  const Value factor = b.name("factor", mux(inverse, reciprocal.slice(wr - 1, 0), itself));
  const int wp = tan.reciprocal.scale + tan.table.scale + 2;
  const Value product = b.name("product", mul(factor, ratio)).slice(wp - 1, 0);

  const int we = std::max(type.exponent, count_bits(wf)) + 2;
  const Value moved = add_or_subtract(number(b, we, bias_of(type)), zext(zeros, we) + number(b, we, 1), ~inverse);
  Unrounded u;
  u.sign = ux.sign ^ below ^ inverse;
  lift_by_one(b, u, product, moved);
  u.sticky = b.zero();
  u.is_nan = ux.all_ones;
  u.is_inf = b.zero();
  u.is_zero = ux.is_zero;
  const Value rounded = round_and_pack(b, type, u, flush);
  const Value tiny = b.name("tiny", ult(ux.exponent, number(b, type.exponent, s.tiny)));
  return mux(tiny, cat({ux.sign, ux.exponent, ux.fraction}), rounded);
}

template <bool cosine_wanted>
Operator sin_cos(const char* name) {
  return {.name = name,
          .build = {.floats = by_float<float_sin_cos<cosine_wanted>>},
          .exact = {.floats = by_definition},
          .small_floats = {{4, 5}, {2, 1}, {2, 6}, {3, 6}, {6, 4}, {9, 2}}};
}

}  // namespace

template <>
Operator make_operator<spec::Op::kSin>() {
  return sin_cos<false>("sin");
}

template <>
Operator make_operator<spec::Op::kCos>() {
  return sin_cos<true>("cos");
}

template <>
Operator make_operator<spec::Op::kTan>() {
  return {.name = "tan",
          .build = {.floats = by_float<float_tan>},
          .exact = {.floats = by_definition},
          .small_floats = {{4, 5}, {2, 1}, {2, 6}, {3, 6}, {6, 4}, {9, 2}}};
}

}  // namespace rtlgen::ops
