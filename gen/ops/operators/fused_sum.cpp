// Fused sums (spec/fused_sum.hpp): one alignment, exact additions, one rounding.
//
//   operands -> significands in places of four bits -> largest digit -> cut to the window -> signed sums of each factor
//   -> products by the factors -> one sum -> count zeros -> normalise -> round
//
// Sums stay in two's complement; an inversion removes their sign, and rounding adds the missing one.
#include "spec/fused_sum.hpp"

#include <algorithm>
#include <map>
#include <optional>

#include "ops/additions.hpp"
#include "ops/aligned.hpp"
#include "ops/digits.hpp"
#include "ops/exact.hpp"
#include "ops/float_common.hpp"
#include "ops/float_core.hpp"
#include "ops/operator.hpp"
#include "ops/registry.hpp"
#include "spec/aligned.hpp"
#include "support/check.hpp"

namespace rtlgen::ops {

using namespace hw;      // NOLINT(google-build-using-namespace): expression operators
using namespace detail;  // NOLINT(google-build-using-namespace): the pieces of operators

namespace {

using spec::FusedTerm;
using Terms = FusedTerm::Kind;

/// An unpacked operand; the exponent is at least 1, or the digit of an aligned operand.
struct FusedPart {
  Unpacked u;
  Value exponent;
};

/// The operand in the format: a constant, whose conversion from the aligned form is free.
Value as_format(Builder& b, const spec::Type& type, Value x) {
  if (!type.aligned) return x;
  const spec::Type format = spec::unaligned(type);
  return b.constant(format.width, spec::unaligned_bits(format, x.constant()->to_u64()));
}

/// A value that is cut to the window: magnitude * 16^(digit + offset).
struct Column {
  Value magnitude;
  Value digit;
  int offset = 0;
};

/// A term: its column, cut `down` digits lower.
struct PlacedTerm {
  std::size_t column = 0;
  int offset = 0;  ///< offset of this term; the column has the largest one of its terms
  Value negative;  ///< for a scaled term, without the sign of its factor
};

class FusedSumBuilder {
 public:
  FusedSumBuilder(Builder& b, const Request& r, const Values& operands, Additions& additions)
      : b_(b), adds_(additions), sum_(r.fused), type_(r.operand), flush_(r.flush_subnormals), bias_(bias_of(type_)) {
    // exponent - bias = (exponent + lift) - 4 * digits of the bias
    lift_ = (kDigit - bias_ % kDigit) % kDigit;
    bias_digits_ = (bias_ + lift_) / kDigit;
    for (std::size_t i = 0; i < operands.size(); ++i) parts_.push_back(part(type_, operands[i], operand_port(i)));
    for (const FusedTerm& term : sum_.terms) {
      if (term.kind == Terms::kPlain) continue;
      const auto i = static_cast<std::size_t>(term.factor);
      RTLGEN_CHECK(!type_.aligned || operands[i].constant() != nullptr, "factors of aligned sums are constants");
      const spec::Type& format = type_.aligned ? spec::unaligned(type_) : type_;
      factors_.try_emplace(term.factor, part(format, as_format(b, type_, operands[i]), operand_port(i)));
    }
  }

  Value run() {
    find_specials();
    for (const FusedTerm& term : sum_.terms) place(term);
    cut_to_window();
    return type_.aligned ? rounded_aligned(add()) : rounded(add());
  }

 private:
  FusedPart part(const spec::Type& type, Value x, const std::string& name) {
    FusedPart p{unpack(b_, type, x, flush_, name), {}};
    p.exponent = type.aligned ? p.u.exponent : p.u.exponent | zext(~p.u.normal, type.exponent);
    return p;
  }

  const FusedPart& at(int operand) const { return parts_[static_cast<std::size_t>(operand)]; }
  const FusedPart& factor(int operand) const { return factors_.at(operand); }

  /// The sign of a term, including that of its factor.
  Value sign_of(const FusedTerm& term) const {
    const Value sign = term.negative ? ~at(term.value).u.sign : at(term.value).u.sign;
    return term.kind == Terms::kPlain ? sign : sign ^ factor(term.factor).u.sign;
  }

  void find_specials() {
    Value nan = b_.zero(), above = b_.zero(), below = b_.zero(), all = b_.one();
    for (const FusedTerm& term : sum_.terms) {
      const Unpacked& x = at(term.value).u;
      Value infinite = x.is_inf;
      if (term.kind == Terms::kPlain) {
        nan = nan | x.is_nan;
      } else {
        const Unpacked& y = factor(term.factor).u;
        nan = nan | product_is_nan(x, y, x.is_zero, y.is_zero);
        infinite = infinite | y.is_inf;
      }
      const Value sign = sign_of(term);
      above = above | (infinite & ~sign);
      below = below | (infinite & sign);
      all = all & sign;
    }
    is_nan_ = b_.name("is_nan", nan | (above & below));
    is_special_ = b_.name("operand_special", is_nan_ | above | below);
    minus_infinity_ = b_.name("minus_infinity", below);
    all_negative_ = b_.name("all_negative", all);
  }

  /// The exponent minus the bias, as a digit, counted from -bias_digits_, and a place.
  Value lifted(Value exponent) const {
    const int width = exponent.width + 1;
    return zext(exponent, width) + b_.constant(width, static_cast<std::uint64_t>(lift_));
  }

  Value guarded(Value magnitude) { return sum_.guard == 0 ? magnitude : cat({magnitude, b_.zero(sum_.guard)}); }

  void place(const FusedTerm& term) {
    const FusedPart& x = at(term.value);
    const Value sign = term.negative ? ~x.u.sign : x.u.sign;
    if (term.kind == Terms::kProduct) {
      columns_.push_back(column_of_product(x, factor(term.factor)));
      terms_.push_back({columns_.size() - 1, -bias_digits_, sign_of(term)});
      return;
    }
    const Value more = term.kind == Terms::kPlain ? b_.zero() : digit_of(lifted(factor(term.factor).exponent));
    const int base = term.kind == Terms::kPlain ? 0 : -bias_digits_;
    if (const Bits* known = more.constant())
      return place_known(term.value, base + static_cast<int>(known->to_u64()), sign);
    Column column = column_of(x);
    const int width = std::max(column.digit.width, more.width) + 1;
    column.digit = zext(column.digit, width) + zext(more, width);
    column.offset = base;
    columns_.push_back(column);
    terms_.push_back({columns_.size() - 1, base, sign});
  }

  /// Terms with the same value share its column: a lower cut equals a higher one without its last digits.
  void place_known(int value, int offset, Value negative) {
    const auto known = column_of_value_.find(value);
    if (known == column_of_value_.end()) {
      column_of_value_[value] = columns_.size();
      columns_.push_back(column_of(at(value)));
      columns_.back().offset = offset;
      terms_.push_back({columns_.size() - 1, offset, negative});
      return;
    }
    Column& column = columns_[known->second];
    column.offset = std::max(column.offset, offset);
    terms_.push_back({known->second, offset, negative});
  }

  Column column_of(const FusedPart& x) {
    if (x.u.aligned) return {guarded(x.u.significand()), x.exponent, 0};
    return {guarded(placed(b_, x.u.significand(), places_of(x.exponent))), digit_of(x.exponent), 0};
  }

  Column column_of_product(const FusedPart& x, const FusedPart& y) {
    const int width = type_.exponent + 1;
    const Value exponent = lifted(zext(x.exponent, width) + zext(y.exponent, width));
    const Value product = b_.name("product", mul(x.u.significand(), y.u.significand()));
    const Value magnitude = guarded(placed(b_, product, places_of(exponent)));
    return {magnitude.slice(magnitude.width - 1, type_.fraction), digit_of(exponent), -bias_digits_};
  }

  void cut_to_window() {
    lowest_ = columns_.front().offset;
    for (const Column& c : columns_) lowest_ = std::min(lowest_, c.offset);
    int most = 0;
    for (const Column& c : columns_) most = std::max(most, (1 << c.digit.width) - 1 + c.offset - lowest_);
    const int width = count_bits(most);
    std::vector<Value> digits;
    for (const Column& c : columns_)
      digits.push_back(zext(c.digit, width) + b_.constant(width, static_cast<std::uint64_t>(c.offset - lowest_)));
    top_ = b_.name("top_digit", largest(digits));
    for (std::size_t i = 0; i < columns_.size(); ++i) {
      const Value down = b_.name("down", top_ - digits[i]);
      columns_[i].magnitude = cut(b_, columns_[i].magnitude, down, "cut");
    }
  }

  /// The value of a term; nullopt if it is always zero.
  std::optional<SignedSum> value_of(const PlacedTerm& term) {
    const Column& column = columns_[term.column];
    const int lost = kDigit * (column.offset - term.offset);
    if (lost >= column.magnitude.width) return std::nullopt;
    const Value magnitude = column.magnitude.slice(column.magnitude.width - 1, lost);
    return SignedSum{cat({b_.zero(), magnitude}), term.negative, (static_cast<Uint128>(1) << magnitude.width) - 1,
                     true};
  }

  SignedSum add() {
    std::vector<SignedSum> all;
    std::map<int, std::vector<SignedSum>> scaled;  // by factor
    for (std::size_t i = 0; i < terms_.size(); ++i) {
      const FusedTerm& term = sum_.terms[i];
      const auto value = value_of(terms_[i]);
      if (value) (term.kind == Terms::kScaled ? scaled[term.factor] : all).push_back(*value);
    }
    std::vector<std::pair<int, std::vector<SignedSum>>> factors(scaled.begin(), scaled.end());
    if (adds_.any_in_blocks()) std::ranges::stable_sort(factors, {}, [](const auto& f) { return f.second.size(); });
    for (const auto& [factor, terms] : factors)
      all.push_back(multiplied(sum_of(b_, terms, adds_), factors_.at(factor), terms.size()));
    return sum_of(b_, all, adds_);
  }

  /// The product with the factor's significand in its place, without the last F bits, and rounded to odd.
  SignedSum multiplied(const SignedSum& sum, const FusedPart& factor, std::size_t terms) {
    Value coefficient = placed(b_, factor.u.significand(), places_of(lifted(factor.exponent)));
    const Bits* known = coefficient.constant();
    const Uint128 most = known != nullptr ? known->to_u64() : (static_cast<Uint128>(1) << coefficient.width) - 1;
    coefficient = coefficient.slice(std::max(1, bits_of(most)) - 1, 0);
    // A single term is not negative.
    const Value product =
        b_.name("product", terms == 1 ? cat({b_.zero(), mul(sum.value.slice(sum.value.width - 2, 0), coefficient)})
                                      : mul_signed(sum.value, cat({b_.zero(), coefficient})));
    const Value lost = reduce_or(product.slice(type_.fraction - 1, 0));
    const Uint128 bound = (sum.bound * most >> type_.fraction) + 1;
    const int width = std::min(bits_of(bound) + 1, product.width - type_.fraction);
    const Value kept = product.slice(type_.fraction + width - 1, type_.fraction);
    return {b_.name("scaled", width > 1 ? cat({kept.slice(width - 1, 1), kept.bit(0) | lost}) : kept | lost),
            sum.negative ^ factor.u.sign, bound};
  }

  Value rounded(const SignedSum& sum);
  Value rounded_aligned(const SignedSum& sum);
  Value packed(Value rounded, int exponent_bits, Value empty, Value sign);

  Builder& b_;
  Additions& adds_;
  const spec::FusedSum& sum_;
  const spec::Type& type_;
  bool flush_;
  int bias_, lift_ = 0, bias_digits_ = 0;
  int lowest_ = 0;  ///< the least of the digits' offsets: top_ counts from it
  std::vector<FusedPart> parts_;
  std::map<int, FusedPart> factors_;  ///< by operand, never aligned
  std::vector<Column> columns_;
  std::map<int, std::size_t> column_of_value_;
  std::vector<PlacedTerm> terms_;  ///< in the order of sum_.terms
  Value top_;
  Value is_nan_, is_special_, minus_infinity_, all_negative_;
};

/// A negative value is normalised inverted: (magnitude - 1), with ones below. `rest` refers to the original bits.
Value FusedSumBuilder::rounded(const SignedSum& sum) {
  const int significand = type_.fraction + 1;
  const Value negative = sum.value.msb();
  // One place below the last, so that an inverted value is not zero.
  const int places = sum.value.width;
  Value raw = cat({sum.value.slice(places - 2, 0), b_.zero(std::max(1, significand + 3 - places))});
  const Value zeros = leading_zeros_of(b_, raw, negative, "zeros");
  // A one at the top of `raw` has the exponent field base + 1.
  const int offset = kDigit * lowest_ - type_.fraction - sum_.guard + places - 3;
  const int reach = kDigit * ((1 << top_.width) - 1) + std::abs(offset) + 2 * raw.width;
  const int we = count_bits(reach) + 1;
  const Value high =
      b_.name("highest", zext(cat({top_, b_.zero(2)}), we) +
                             b_.constant(we, static_cast<std::uint64_t>(offset) & ((std::uint64_t{1} << we) - 1)));
  const Value left = b_.name("exponent_left", high - zext(zeros, we));
  const Value beyond = b_.name("beyond", left.msb());

  // Subnormal results are shifted less, and even to the right if the window lies below them.
  const int down = flush_ ? 0 : std::clamp(-offset, 0, raw.width + 2);
  Value amount = zeros;
  if (!flush_) {
    const Value ahead = down == 0 ? high : high + b_.constant(we, static_cast<std::uint64_t>(down));
    const Value least = -offset > down ? ahead & ~repeat(ahead.msb(), we) : ahead;
    const Value whole = zext(zeros, we) + b_.constant(we, static_cast<std::uint64_t>(down));
    amount = b_.name("amount", mux(beyond, least, whole).slice(count_bits(raw.width - 1 + down) - 1, 0));
  }
  if (down > 0) raw = cat({repeat(negative, down), raw});
  const Value normal = b_.name("normalised", shifted(b_, raw, amount, 1, false));
  const int w = normal.width;
  const Value kept = normal.slice(w - 1, w - significand) ^ repeat(negative, significand);
  const Value guard = normal.bit(w - significand - 1) ^ negative;
  const Value rest = b_.name("rest", reduce_or(normal.slice(w - significand - 2, 0)));
  const Value up = b_.name("round_up", mux(negative, guard | (~rest & kept.bit(0)), guard & (rest | kept.bit(0))));
  const Value base = flush_ ? left : left & ~repeat(beyond, we);
  const Value hidden = flush_ ? b_.one() : kept.msb();
  const Value chain =
      b_.name("rounded", add_carry(cat({base, kept.slice(type_.fraction - 1, 0)}),
                                   zext(cat({hidden, b_.zero(type_.fraction)}), we + type_.fraction), up));
  const Value empty = b_.name("is_zero", ~reduce_or(sum.value));
  return packed(chain, we, empty, negative ^ sum.negative);
}

/// The same by whole digits: those of the window, and those above and below. The place of the leading one within
/// its digit is found when the window is rounded.
Value FusedSumBuilder::rounded_aligned(const SignedSum& sum) {
  const int w = type_.fraction + kDigit, digits = type_.exponent - 2;
  const Value negative = sum.value.msb();
  Value raw = sum.value.slice(sum.value.width - 2, 0);
  const int first = type_.fraction + sum_.guard;  // lowest bit of the digit that top_ counts
  int below = kDigit - first % kDigit;            // at least one, so that an inverted value is not zero
  while (w + sum_.guard + below < w + 2) below += kDigit;
  const int digits_above = std::max(0, (raw.width - first - 1) / kDigit);
  const int fill = first + kDigit * (digits_above + 1) - raw.width;
  if (fill > 0) raw = cat({repeat(negative, fill), raw});
  raw = cat({raw, b_.zero(below)});
  std::vector<Value> some;
  for (int high = raw.width - 1; high > 0; high -= kDigit)
    some.push_back(reduce_or(raw.slice(high, high - kDigit + 1) ^ repeat(negative, kDigit)));
  const Value zeros = b_.name("zero_digits", leading_zeros(b_, cat(some), "zeros"));

  const int count = static_cast<int>(some.size()), offset = lowest_ + digits_above;
  const int we = std::max(count_bits((1 << top_.width) + std::abs(offset) + 2 * count), digits) + 1;
  const auto number = [&](int value) {
    return b_.constant(we, static_cast<std::uint64_t>(value) & ((std::uint64_t{1} << we) - 1));
  };
  const Value highest = b_.name("highest", zext(top_, we) + number(offset));
  const Value left = b_.name("digit_left", highest - zext(zeros, we));
  const Value beyond = b_.name("beyond", left.msb());
  // There is no digit below 0: shifted less, and even to the right if the window lies below it.
  const int down = flush_ ? 0 : std::clamp(-offset, 0, count + 1);
  Value amount = zeros;
  if (!flush_) {
    const Value ahead = down == 0 ? highest : highest + number(down);
    const Value least = -offset > down ? ahead & ~repeat(ahead.msb(), we) : ahead;
    amount = b_.name("amount",
                     mux(beyond, least, zext(zeros, we) + number(down)).slice(count_bits(count - 1 + down) - 1, 0));
  }
  if (down > 0) raw = cat({repeat(negative, kDigit * down), raw});
  const Value normal = b_.name("normalised", shifted(b_, raw, amount, kDigit, false));
  const int low = normal.width - w;
  const Value empty = b_.name("is_zero", ~reduce_or(sum.value));
  PlacedDigits p;
  p.window = normal.slice(normal.width - 1, low) ^ repeat(negative, w);
  p.guard = normal.bit(low - 1) ^ negative;
  p.rest = b_.name("rest", reduce_or(normal.slice(low - 2, 0)));
  p.negative = negative;
  p.digit = b_.name("digit", left.slice(we - 2, 0) & repeat(~beyond, we - 1));
  p.sign = mux(is_special_, minus_infinity_, mux(empty, all_negative_, negative ^ sum.negative));
  const Value zero = flush_ ? empty | beyond : empty;
  return round_digits(b_, type_, settled(b_, type_, p, {is_special_, is_nan_, zero, true}, flush_), flush_);
}

Value FusedSumBuilder::packed(Value rounded, int exponent_bits, Value empty, Value sign) {
  const int f = type_.fraction;
  const Value field = rounded.slice(f + exponent_bits - 1, f);
  Value over =
      reduce_and(field.slice(type_.exponent - 1, 0)) | reduce_or(field.slice(exponent_bits - 2, type_.exponent));
  Packed p;
  p.zero = empty;
  if (flush_) {
    over = over & ~field.msb();
    p.zero = empty | field.msb() | ~reduce_or(field);
  }
  p.exponent = field.slice(type_.exponent - 1, 0);
  p.fraction = rounded.slice(f - 1, 0);
  p.is_nan = is_nan_;
  p.special = b_.name("special", is_special_ | (over & ~empty));
  p.sign = mux(is_special_, minus_infinity_, mux(empty, all_negative_, sign));
  return pack(b_, type_, p);
}

Value sum_with(Builder& b, const Request& r, const Values& operands, Additions& additions) {
  return FusedSumBuilder(b, r, operands, additions).run();
}

Value fused_sum(Builder& b, const Request& r, const Values& operands) {
  Additions additions = chosen_additions(r, sum_with);
  return sum_with(b, r, operands, additions);
}

std::uint64_t exact_fused_sum(const Request& r, const Operands& operands) {
  return spec::fused_sum_bits(r.fused, r.operand, operands.data(), r.flush_subnormals);
}

}  // namespace

std::vector<int> block_sum_savings(const Request& r) {
  return r.fused.terms.empty() ? std::vector<int>() : savings_of(r, sum_with);
}

template <>
Operator make_operator<spec::Op::kFused>() {
  return {.name = "sum", .build = {.floats = fused_sum}, .exact = {.floats = exact_fused_sum}, .has_aligned = true};
}

}  // namespace rtlgen::ops
