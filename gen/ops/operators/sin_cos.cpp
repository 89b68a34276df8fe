// sin, cos and tan: the exponent selects the bits of 2/pi that matter to x modulo four quadrants.
#include "spec/functions/sin_cos.hpp"

#include <algorithm>

#include "ops/float_core.hpp"
#include "ops/float_function.hpp"

namespace rtlgen::ops {

using namespace hw;      // NOLINT(google-build-using-namespace): expression operators
using namespace detail;  // NOLINT(google-build-using-namespace): the pieces of operators

namespace {

constexpr int kLongestIndex = 9;  ///< bits of index of a table that fits into a stage of a fast clock

/// Word `index` of a table; in a longer one, a pipeline stage may precede the selection among its parts.
Value word_of(Value index, const std::vector<std::uint64_t>& words, int width) {
  if (index.width <= kLongestIndex) return table(index, words, width);
  const auto half =
      words.begin() + static_cast<std::ptrdiff_t>(std::min(words.size(), std::size_t{1} << (index.width - 1)));
  const Value rest = index.slice(index.width - 2, 0);
  return mux(index.msb(), word_of(rest, {half, words.end()}, width), word_of(rest, {words.begin(), half}, width));
}

/// The window of 2/pi for an exponent field; it does not matter for tiny x.
Value window_of(Builder& b, const spec::SinCosSizes& s, Value field) {
  std::vector<Value> parts;
  for (int low = 0; low < s.window; low += 64) {
    std::vector<std::uint64_t> words(static_cast<std::size_t>(s.tiny), 0);
    const auto& part = s.window_words[static_cast<std::size_t>(low / 64)];
    words.insert(words.end(), part.begin(), part.end());
    parts.insert(parts.begin(), word_of(field, words, std::min(64, s.window - low)));
  }
  return b.name("two_over_pi", cat(parts));
}

/// x * 2/pi modulo 4, to the nearest quadrant.
struct Turned {
  Value bits;      ///< at s.scale
  Value below;     ///< f is negative
  Value distance;  ///< |f|, in [0, 1/2], times 2^s.scale; never zero
};

Turned turned_of(Builder& b, const spec::SinCosSizes& s, const Unpacked& x) {
  const Value bits = b.name("turned", mul(window_of(b, s, x.exponent), x.significand()).slice(s.window - 1, 0));
  const Value below = bits.bit(s.scale - 1);
  const int wf = s.scale - 1;
  return {bits, below, b.name("distance", (bits.slice(wf - 1, 0) ^ repeat(below, wf)) | number(b, wf, 1))};
}

/// The table's value of f, for the second function if `second` is set.
Value ratio_of(Builder& b, const spec::Table& table, Value second, Value distance) {
  const int bits = table.index_bits + table.argument_bits;
  const Value place = distance.slice(distance.width - 1, distance.width - bits);
  return polynomial(b, table, cat({second, place})).slice(table.scale + 1, 0);
}

template <bool cosine_wanted>
Value float_sin_cos(Builder& b, const spec::Type& type, Value x, bool flush) {
  const spec::SinCosSizes& s = spec::sin_cos_sizes(type);
  const Unpacked ux = unpack(b, type, x, flush, "x");
  const Turned turned = turned_of(b, s, ux);
  const int wf = turned.distance.width;
  const Value quadrant = b.name("quadrant", add_carry(turned.bits.slice(s.window - 1, s.scale),
                                                      number(b, 2, cosine_wanted ? 1 : 0), turned.below));
  const Value cosine = quadrant.bit(0);

  const Value ratio = ratio_of(b, s.table, cosine, turned.distance);
  const auto [lifted, zeros] = normalise(b, turned.distance, "distance");
  const Value one = cat({b.one(), b.zero(s.normal_bits - 1)});
  const Value factor = b.name("factor", mux(cosine, one, lifted.slice(wf - 1, wf - s.normal_bits)));
  const Value product = b.name("product", mul(factor, ratio)).slice(s.normal_bits + s.table.scale, 0);

  const int we = std::max(type.exponent, count_bits(wf)) + 2;
  const Value scale = zext(zeros, we) + number(b, we, 1);
  Unrounded u;
  u.sign = quadrant.bit(1) ^ (turned.below & ~cosine);
  if (!cosine_wanted) u.sign = u.sign ^ ux.sign;
  lift_by_one(b, u, product, number(b, we, bias_of(type)) - (scale & repeat(~cosine, we)));
  u.sticky = b.zero();
  u.is_nan = ux.all_ones;
  u.is_inf = b.zero();
  u.is_zero = cosine_wanted ? b.zero() : ux.is_zero;
  const Value rounded = round_and_pack(b, type, u, flush);
  const Value tiny = is_tiny(b, type, ux, s.tiny);
  if (!cosine_wanted) return mux(tiny, cat({ux.sign, ux.exponent, ux.fraction}), rounded);
  const Value unit = cat({b.zero(), number(b, type.exponent, bias_of(type)), b.zero(type.fraction)});
  return mux(tiny | ux.is_zero, unit, rounded);
}

Value float_tan(Builder& b, const spec::Type& type, Value x, bool flush) {
  const spec::SinCosSizes& s = spec::sin_cos_sizes(type);
  const spec::TanSizes& tan = spec::tan_sizes(type);
  const Unpacked ux = unpack(b, type, x, flush, "x");
  const Turned turned = turned_of(b, s, ux);
  const int wf = turned.distance.width;
  const Value inverse = b.name("inverse", turned.bits.bit(s.scale) ^ turned.below);

  const Value ratio = ratio_of(b, tan.table, inverse, turned.distance);
  const auto [lifted, zeros] = normalise(b, turned.distance, "distance");
  const Value kept = lifted.slice(wf - 1, wf - s.normal_bits);
  const Value reciprocal = polynomial(b, tan.reciprocal, kept.slice(s.normal_bits - 2, 0));
  // Both factors are between 1 and 2; the reciprocal has the finer scale.
  const int wr = tan.reciprocal.scale + 2;
  const Value itself = zext(cat({kept, b.zero(tan.reciprocal.scale - s.normal_bits + 1)}), wr);
  const Value factor = b.name("factor", mux(inverse, reciprocal.slice(wr - 1, 0), itself));
  const int wp = tan.reciprocal.scale + tan.table.scale + 2;
  const Value product = b.name("product", mul(factor, ratio)).slice(wp - 1, 0);

  const int we = std::max(type.exponent, count_bits(wf)) + 2;
  const Value moved = add_or_subtract(number(b, we, bias_of(type)), zext(zeros, we) + number(b, we, 1), ~inverse);
  Unrounded u;
  u.sign = ux.sign ^ turned.below ^ inverse;
  lift_by_one(b, u, product, moved);
  u.sticky = b.zero();
  u.is_nan = ux.all_ones;
  u.is_inf = b.zero();
  u.is_zero = ux.is_zero;
  const Value rounded = round_and_pack(b, type, u, flush);
  return mux(is_tiny(b, type, ux, s.tiny), cat({ux.sign, ux.exponent, ux.fraction}), rounded);
}

}  // namespace

template <>
Operator make_operator<spec::Op::kSin>() {
  return by_tables<float_sin_cos<false>>("sin");
}

template <>
Operator make_operator<spec::Op::kCos>() {
  return by_tables<float_sin_cos<true>>("cos");
}

template <>
Operator make_operator<spec::Op::kTan>() {
  return by_tables<float_tan>("tan");
}

}  // namespace rtlgen::ops
