// The definition, step by step, on 128-bit integers.
#include "spec/fused_sum.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <set>

#include "spec/functions/soft_float.hpp"
#include "spec/real.hpp"
#include "spec/type.hpp"

namespace rtlgen::spec {

namespace {

using Terms = FusedTerm::Kind;

constexpr int kDigit = kDigitBits;

/// floor(v / 4), and the remainder.
int digits(int v) { return v >> 2; }
int places(int v) { return v & 3; }

struct FusedOperand {
  bool negative = false, nan = false, infinite = false, zero = false;
  Uint128 significand = 0;
  int exponent = 1;
};

FusedOperand number_of(const Type& type, std::uint64_t bits, bool flush) {
  const Parts parts = take_apart(type, bits, flush);
  return {parts.negative,          parts.nan, parts.infinite, parts.zero, parts.zero ? 0 : parts.significand,
          std::max(parts.field, 1)};
}

/// A term before truncation: magnitude * 2^-fraction * 16^digit.
struct Aligned {
  Uint128 magnitude = 0;
  int fraction = 0;
  int digit = 0;
};

class SumByDefinition {
 public:
  SumByDefinition(const FusedSum& sum, const Type& type, const std::uint64_t* operands, bool flush)
      : sum_(sum), type_(type), operands_(operands), flush_(flush), bias_(bias_of(type)) {}

  std::uint64_t run() {
    bool all_negative = true;
    for (const FusedTerm& term : sum_.terms) all_negative = sign_of(term) && all_negative;
    if (const auto special = special_result()) return *special;
    std::vector<Aligned> aligned;
    for (const FusedTerm& term : sum_.terms) aligned.push_back(align(term));
    int top = aligned.front().digit;
    for (const Aligned& a : aligned) top = std::max(top, a.digit);
    const Int128 total = add(aligned, top);
    if (total == 0) return zero_bits(type_, all_negative);
    const Uint128 magnitude = static_cast<Uint128>(total < 0 ? -total : total);
    return round_to(type_, total < 0, magnitude, kDigit * top - bias_ - type_.fraction - sum_.guard, flush_);
  }

 private:
  FusedOperand operand(int index) const { return number_of(type_, operands_[index], flush_); }

  bool sign_of(const FusedTerm& term) const {
    bool negative = term.negative != operand(term.value).negative;
    if (term.kind != Terms::kPlain) negative = negative != operand(term.factor).negative;
    return negative;
  }

  /// NaN or infinity, if an operand causes one.
  std::optional<std::uint64_t> special_result() const {
    bool nan = false, above = false, below = false;
    for (const FusedTerm& term : sum_.terms) {
      const FusedOperand x = operand(term.value);
      bool infinite = x.infinite;
      nan = nan || x.nan;
      if (term.kind != Terms::kPlain) {
        const FusedOperand y = operand(term.factor);
        nan = nan || y.nan || (x.infinite && y.zero) || (x.zero && y.infinite);
        infinite = infinite || y.infinite;
      }
      if (infinite) (sign_of(term) ? below : above) = true;
    }
    if (nan || (above && below)) return quiet_nan(type_);
    if (above || below) return infinity_bits(type_, below);
    return std::nullopt;
  }

  Aligned align(const FusedTerm& term) const {
    const FusedOperand x = operand(term.value);
    if (term.kind == Terms::kProduct) {
      const FusedOperand y = operand(term.factor);
      const int exponent = x.exponent + y.exponent - bias_;
      return {x.significand * y.significand << places(exponent), type_.fraction, digits(exponent)};
    }
    Aligned out{x.significand << places(x.exponent), 0, digits(x.exponent)};
    if (term.kind == Terms::kScaled) out.digit += digits(operand(term.factor).exponent - bias_);
    return out;
  }

  /// C of a factor.
  Uint128 coefficient(int factor) const {
    const FusedOperand c = operand(factor);
    return c.significand << places(c.exponent - bias_);
  }

  Int128 add(const std::vector<Aligned>& aligned, int top) const {
    Int128 total = 0;
    std::map<int, Int128> scaled;  // by factor
    for (std::size_t i = 0; i < aligned.size(); ++i) {
      const FusedTerm& term = sum_.terms[i];
      const int down = kDigit * (top - aligned[i].digit) + aligned[i].fraction - sum_.guard;
      const Uint128 magnitude = aligned[i].magnitude;
      const Uint128 kept = down > 127 ? 0 : down >= 0 ? magnitude >> down : magnitude << -down;
      // The sign of a product with a factor is that of the sum of its terms.
      const bool negative = term.kind == Terms::kScaled ? term.negative != operand(term.value).negative : sign_of(term);
      const auto value = static_cast<Int128>(kept);
      (term.kind == Terms::kScaled ? scaled[term.factor] : total) += negative ? -value : value;
    }
    for (const auto& [factor, sum] : scaled) {
      const Int128 product = sum * static_cast<Int128>(coefficient(factor));
      Int128 kept = product >> type_.fraction;
      if (kept << type_.fraction != product) kept |= 1;
      total += operand(factor).negative ? -kept : kept;
    }
    return total;
  }

  const FusedSum& sum_;
  const Type& type_;
  const std::uint64_t* operands_;
  bool flush_;
  int bias_;
};

}  // namespace

int additions_of(const FusedSum& sum) { return static_cast<int>(sum.terms.size()) - 1; }

int products_of(const FusedSum& sum) {
  int products = 0;
  std::set<int> factors;
  for (const FusedTerm& term : sum.terms) {
    if (term.kind == Terms::kProduct) ++products;
    if (term.kind == Terms::kScaled) factors.insert(term.factor);
  }
  return products + static_cast<int>(factors.size());
}

FusedError error_of(const FusedSum& sum, const Type& type, const std::vector<std::optional<std::uint64_t>>& constants) {
  // Each term is truncated by less than one unit, or by less than C / 2^F units if it has a factor. The sum of a factor
  // is rounded to odd, which also adds an error of less than one unit.
  double units = 0;
  std::map<int, int> scaled;  // terms by factor
  int products = 0;
  for (const FusedTerm& term : sum.terms) {
    products += term.kind != Terms::kPlain ? 1 : 0;
    if (term.kind == Terms::kScaled)
      ++scaled[term.factor];
    else
      units += 1;
  }
  for (const auto& [factor, terms] : scaled) {
    double times = 1 << kDigit;
    if (const auto bits = constants.at(static_cast<std::size_t>(factor))) {
      const FusedOperand c = number_of(type, *bits, false);
      times = std::ldexp(static_cast<double>(c.significand << places(c.exponent - bias_of(type))), -type.fraction);
    }
    units += terms * times + 1;
  }
  const double roundings = static_cast<double>(sum.terms.size()) - (products > 0 ? 0 : 1);
  const double off = std::ldexp(roundings, -type.fraction - 1);
  const double smallest = std::ldexp(1.0, 1 - bias_of(type));
  FusedError error;
  error.of_largest = std::ldexp(units, -type.fraction - sum.guard);
  error.least_operand = products > 0 ? smallest : 0;
  error.of_magnitudes = off < 1 ? off / (1 - off) : HUGE_VAL;
  // Half of the smallest subnormal for each product, before sums are rounded.
  error.of_products = products * std::ldexp(smallest, -type.fraction - 1) * (1 + error.of_magnitudes);
  return error;
}

int most_guard(const Type& type, std::size_t terms) {
  const int significand = type.fraction + kDigit;  // including the places of its digit
  const int carries = count_bits(terms);
  return std::min(kMostGuard, 126 - 2 * significand - carries);
}

std::uint64_t fused_sum_bits(const FusedSum& sum, const Type& type, const std::uint64_t* operands, bool flush) {
  return SumByDefinition(sum, type, operands, flush).run();
}

}  // namespace rtlgen::spec
