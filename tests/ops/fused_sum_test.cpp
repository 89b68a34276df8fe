// Fused sums: the definition against fractions of any size, the hardware against the definition.
#include "spec/fused_sum.hpp"

#include <gmpxx.h>

#include <algorithm>
#include <map>
#include <optional>

#include "operator_check.hpp"
#include "ops/exact.hpp"
#include "spec/aligned.hpp"

namespace rtlgen::ops {
namespace {

using spec::FusedSum;
using spec::FusedTerm;
using Kind = FusedTerm::Kind;

// ---------------------------------------------------------------- requests

/// Terms as text: "a+b", "-a", "a*k1" (scaled by constant 1), "a*r" (scaled by a run-time value), "a*b".
struct Shape {
  std::vector<FusedTerm> terms;
  int operands = 0;
  std::vector<int> constant;  ///< operands that are known when compiled
};

FusedTerm plain(int value, bool negative = false) { return {Kind::kPlain, negative, value, -1}; }
FusedTerm scaled(int value, int factor, bool negative = false) { return {Kind::kScaled, negative, value, factor}; }
FusedTerm product(int value, int factor, bool negative = false) { return {Kind::kProduct, negative, value, factor}; }

Request request_for(const Shape& shape, const spec::Type& t, int guard, bool flush) {
  Request r;
  r.function = spec::Op::kFused;
  r.operand = r.result = t;
  r.flush_subnormals = flush;
  r.constants.resize(static_cast<std::size_t>(shape.operands));
  r.fused = {guard, shape.terms};
  return r;
}

/// Every kind of term, alone and beside others.
std::vector<Shape> small_shapes() {
  return {{{plain(0), plain(1)}, 2, {}},          {{plain(0), plain(1, true)}, 2, {}},
          {{plain(0), scaled(1, 2)}, 3, {2}},     {{scaled(0, 1, true), plain(0)}, 2, {1}},
          {{scaled(0, 2), scaled(1, 2)}, 3, {2}}, {{scaled(0, 2), scaled(1, 2, true)}, 3, {}},
          {{product(0, 1), plain(2)}, 3, {}},     {{product(0, 1, true), plain(2)}, 3, {}}};
}

// ---------------------------------------------------------------- the definition, again

/// Built on fractions: no window, no places, only where a term is cut.
class ByFractions {
 public:
  ByFractions(const Request& r, const std::vector<std::uint64_t>& operands) : r_(r), operands_(operands) {}

  std::uint64_t run() const {
    bool nan = false, above = false, below = false, all_negative = true;
    for (const FusedTerm& t : r_.fused.terms) {
      const bool negative = sign(t);
      all_negative = all_negative && negative;
      bool infinite = is_infinite(t.value);
      nan = nan || is_nan(t.value);
      if (t.factor >= 0) {
        nan = nan || is_nan(t.factor) || (is_infinite(t.value) && value(t.factor) == 0 && !is_infinite(t.factor)) ||
              (is_infinite(t.factor) && value(t.value) == 0 && !is_infinite(t.value));
        infinite = infinite || is_infinite(t.factor);
      }
      if (infinite) (negative ? below : above) = true;
    }
    if (nan || (above && below)) return spec::quiet_nan(r_.operand);
    if (above || below) return infinity(below);
    const mpq_class sum = finite();
    if (sum == 0) return all_negative ? std::uint64_t{1} << (r_.operand.width - 1) : 0;
    return spec::rounded(r_.operand, r_.flush_subnormals,
                         [&](mpfr_ptr q) { return mpfr_set_q(q, sum.get_mpq_t(), MPFR_RNDN); });
  }

 private:
  const spec::Type& type() const { return r_.operand; }
  int bias() const { return (1 << (type().exponent - 1)) - 1; }
  std::uint64_t bits(int i) const { return operands_[static_cast<std::size_t>(i)]; }
  int field(int i) const {
    return static_cast<int>(bits(i) >> type().fraction & ((std::uint64_t{1} << type().exponent) - 1));
  }
  int exponent(int i) const { return std::max(field(i), 1); }
  std::uint64_t fraction(int i) const { return bits(i) & ((std::uint64_t{1} << type().fraction) - 1); }
  bool is_top(int i) const { return field(i) == (1 << type().exponent) - 1; }
  bool is_nan(int i) const { return is_top(i) && fraction(i) != 0; }
  bool is_infinite(int i) const { return is_top(i) && fraction(i) == 0; }
  bool is_negative(int i) const { return bits(i) >> (type().width - 1) != 0; }
  bool sign(const FusedTerm& t) const {
    return (t.negative != is_negative(t.value)) != (t.factor >= 0 && is_negative(t.factor));
  }
  std::uint64_t infinity(bool negative) const {
    return (negative ? std::uint64_t{1} << (type().width - 1) : 0) | ((std::uint64_t{1} << type().exponent) - 1)
                                                                         << type().fraction;
  }

  static mpq_class power(int exponent) {
    const mpz_class p = mpz_class(1) << static_cast<unsigned long>(std::abs(exponent));
    return exponent >= 0 ? mpq_class(p) : mpq_class(1, p);
  }
  static mpz_class floor_of(const mpq_class& v) {
    mpz_class out;
    mpz_fdiv_q(out.get_mpz_t(), v.get_num_mpz_t(), v.get_den_mpz_t());
    return out;
  }
  static int floor_quarter(int v) { return v >= 0 ? v / 4 : -((3 - v) / 4); }

  /// The magnitude.
  mpq_class value(int i) const {
    if (field(i) == 0 && r_.flush_subnormals) return 0;
    const mpz_class significand =
        mpz_class(static_cast<unsigned long>(fraction(i))) +
        (field(i) == 0 ? mpz_class(0) : mpz_class(1) << static_cast<unsigned long>(type().fraction));
    return mpq_class(significand) * power(exponent(i) - bias() - type().fraction);
  }

  /// The digit of a term: where its window would start if it were alone.
  int digit(const FusedTerm& t) const {
    switch (t.kind) {
      case Kind::kPlain:
        return floor_quarter(exponent(t.value));
      case Kind::kScaled:
        return floor_quarter(exponent(t.value)) + floor_quarter(exponent(t.factor) - bias());
      case Kind::kProduct:
        break;
    }
    return floor_quarter(exponent(t.value) + exponent(t.factor) - bias());
  }

  mpq_class finite() const {
    int top = digit(r_.fused.terms[0]);
    for (const FusedTerm& t : r_.fused.terms) top = std::max(top, digit(t));
    const mpq_class unit = power(4 * top - bias() - type().fraction - r_.fused.guard);
    mpz_class total = 0;
    std::map<int, mpz_class> groups;
    for (const FusedTerm& t : r_.fused.terms) {
      if (t.kind != Kind::kScaled) {
        const mpq_class whole = t.kind == Kind::kPlain ? value(t.value) : mpq_class(value(t.value) * value(t.factor));
        const mpz_class cut = floor_of(whole / unit);
        total += sign(t) ? mpz_class(-cut) : cut;
        continue;
      }
      // In units of the window over the factor's digit.
      const int k = floor_quarter(exponent(t.factor) - bias());
      const mpz_class cut = floor_of(value(t.value) / (unit / power(4 * k)));
      groups[t.factor] += t.negative != is_negative(t.value) ? mpz_class(-cut) : cut;
    }
    for (const auto& [factor, sum] : groups) {
      const int k = floor_quarter(exponent(factor) - bias());
      const mpq_class exact = mpq_class(sum) * value(factor) / power(4 * k);
      mpz_class cut = floor_of(exact);
      if (mpq_class(cut) != exact && cut % 2 == 0) cut += 1;
      total += is_negative(factor) ? mpz_class(-cut) : cut;
    }
    return mpq_class(total) * unit;
  }

  const Request& r_;
  const std::vector<std::uint64_t>& operands_;
};

bool as_defined(const Request& r, const std::vector<std::uint64_t>& operands) {
  const std::uint64_t got = evaluate(r, operands), want = ByFractions(r, operands).run();
  if (got == want) return true;
  std::string list;
  for (const std::uint64_t o : operands) list += fmt::format(" {:x}", o);
  ADD_FAILURE() << fmt::format("{}({}): {:x}, expected {:x}", base_name(r), list, got, want);
  return false;
}

/// All operands in turn; false at the tenth that `right` finds wrong.
template <class F>
void for_all(const Request& r, F right) {
  std::vector<std::uint64_t> operands(r.constants.size());
  int bad = 0;
  for (bool more = true; more && bad < 10;) {
    if (!right(operands)) ++bad;
    more = false;
    for (std::size_t i = 0; i < operands.size() && !more; ++i) {
      more = operands[i] < r.operand.mask();
      operands[i] = more ? operands[i] + 1 : 0;
    }
  }
}

TEST(FusedSumDefinition, OfSmallFormatsIsThatOfFractions) {
  for (const auto& [e, f] : {std::pair{2, 1}, {3, 1}, {2, 2}}) {
    for (const Shape& shape : small_shapes()) {
      for (const bool flush : {false, true}) {
        for (const int guard : {0, 1, 4}) {
          const Request r = request_for(shape, spec::Type::float_of(e, f), guard, flush);
          for_all(r, [&](const auto& operands) { return as_defined(r, operands); });
        }
      }
    }
  }
}

// ---------------------------------------------------------------- hardware

/// The same sum of aligned values, if its factors are constants.
std::optional<Request> aligned_request(const Request& r) {
  if (!spec::can_align(r.operand)) return std::nullopt;
  for (const FusedTerm& t : r.fused.terms) {
    if (t.kind == Kind::kProduct || (t.factor >= 0 && !r.constants[static_cast<std::size_t>(t.factor)]))
      return std::nullopt;
  }
  Request to = r;
  to.operand = to.result = spec::aligned(r.operand);
  for (auto& constant : to.constants)
    if (constant) constant = spec::aligned_bits(r.operand, *constant);
  return to;
}

/// `operands` are those of the format.
bool agrees_aligned(hw::Interpreter& module, const Request& aligned, const spec::Type& format,
                    std::vector<std::uint64_t> operands) {
  for (std::uint64_t& bits : operands) bits = spec::aligned_bits(format, bits);
  return agrees(module, aligned, operands);
}

/// All operands; constants are built in one after the other.
void exhaust_sum(const Shape& shape, const spec::Type& t, int guard, bool flush) {
  const Request general = request_for(shape, t, guard, flush);
  const std::size_t known = shape.constant.size();
  ASSERT_LE(known, 1U);
  const std::uint64_t inf = ((std::uint64_t{1} << t.exponent) - 1) << t.fraction;
  // A coefficient is a positive finite number.
  for (std::uint64_t k = 1; k < (known == 0 ? 2 : inf); ++k) {
    Request r = general;
    for (const int c : shape.constant) r.constants[static_cast<std::size_t>(c)] = k;
    hw::Interpreter module(build(r, test_device(), 0));
    const auto aligned = aligned_request(r);
    hw::Interpreter second(build(aligned.value_or(r), test_device(), 0));
    for_all(r, [&](std::vector<std::uint64_t>& operands) {
      for (const int c : shape.constant) {
        if (operands[static_cast<std::size_t>(c)] != k) return true;
      }
      return agrees(module, r, operands) && (!aligned || agrees_aligned(second, *aligned, t, operands));
    });
  }
}

TEST(FusedSumHardware, OfSmallFormatsOnAllOperands) {
  for (const auto& [e, f] : {std::pair{2, 1}, {3, 1}, {2, 2}, {3, 2}, {4, 1}}) {
    for (const Shape& shape : small_shapes()) {
      for (const bool flush : {false, true}) exhaust_sum(shape, spec::Type::float_of(e, f), e == 3 ? 4 : 1, flush);
    }
  }
}

/// Those of stencils, with coefficients from tiny to large.
std::vector<Request> large_requests(const spec::Type& t, bool flush) {
  const auto number = [&](double v) {
    return spec::rounded(t, false, [&](mpfr_ptr q) { return mpfr_set_d(q, v, MPFR_RNDN); });
  };
  std::vector<Request> out;
  const auto add = [&](Shape shape, const std::vector<std::pair<int, double>>& constants) {
    for (const int guard : {4, 0, 7}) {
      Request r = request_for(shape, t, guard, flush);
      for (const auto& [index, v] : constants) r.constants[static_cast<std::size_t>(index)] = number(v);
      out.push_back(r);
    }
  };
  Shape sum{{plain(0), plain(1), plain(2, true), plain(3), plain(4)}, 5, {}};
  add(sum, {});
  Shape dot{{scaled(0, 5), scaled(1, 6), scaled(2, 6, true), scaled(3, 7), scaled(4, 7)}, 8, {5, 6, 7}};
  add(dot, {{5, 0.6}, {6, 0.1}, {7, 0.12}});
  Shape hot{{plain(0), scaled(0, 5, true), scaled(1, 6), scaled(2, 6), scaled(3, 7), plain(4)}, 8, {4, 5, 6, 7}};
  add(hot, {{4, 5.3333e-3}, {5, 2.2e-3}, {6, 5.87e-4}, {7, 5.3333e-3}});
  Shape run_time{{plain(0), scaled(1, 3), scaled(2, 3, true), scaled(0, 3)}, 4, {}};
  add(run_time, {});
  Shape products{{product(0, 1), product(2, 3, true), plain(4), scaled(0, 5)}, 6, {5}};
  add(products, {{5, 3.5}});
  Shape wide{{scaled(0, 2), scaled(1, 3)}, 4, {2, 3}};
  add(wide, {{2, t.exponent >= 8 ? 1e30 : 30000.0}, {3, t.exponent >= 8 ? 1e-30 : 1e-4}});
  return out;
}

/// Operands near each other, near the ends of the range, and their opposites.
class Draw {
 public:
  explicit Draw(const spec::Type& t) : t_(t), random_(77) {}

  std::vector<std::uint64_t> operands(std::size_t count) {
    std::vector<std::uint64_t> out;
    const std::uint64_t mode = random_() % 8;
    const std::uint64_t top = (std::uint64_t{1} << t_.exponent) - 1;
    const std::uint64_t base = random_() % top;
    for (std::size_t i = 0; i < count; ++i) {
      std::uint64_t exponent = random_() & top;
      if (mode < 4) exponent = std::min(top - 1, base + random_() % (mode == 3 ? 30 : 6));
      if (mode == 4) exponent = random_() % std::min<std::uint64_t>(top, 28);
      if (mode == 5) exponent = top - random_() % 6;
      std::uint64_t fraction = random_();
      if (random_() % 4 == 0) fraction &= random_() & random_();
      if (random_() % 8 == 0) fraction |= random_() | random_();
      if (random_() % 16 == 0) fraction = 0;
      const std::uint64_t mask = (std::uint64_t{1} << t_.fraction) - 1;
      out.push_back((random_() & 1) << (t_.width - 1) | exponent << t_.fraction | (fraction & mask));
      if (i > 0 && random_() % 6 == 0) out.back() = out[random_() % i] ^ (std::uint64_t{1} << (t_.width - 1));
    }
    return out;
  }

 private:
  spec::Type t_;
  std::mt19937_64 random_;
};

void attack_sums(const spec::Type& t, int rounds) {
  Draw draw(t);
  for (const bool flush : {false, true}) {
    for (const Request& r : large_requests(t, flush)) {
      hw::Interpreter module(build(r, test_device(), 0));
      const auto aligned = aligned_request(r);
      hw::Interpreter second(build(aligned.value_or(r), test_device(), 0));
      int bad = 0;
      for (int i = 0; i < rounds && bad < 3; ++i) {
        std::vector<std::uint64_t> operands = draw.operands(r.constants.size());
        for (std::size_t k = 0; k < operands.size(); ++k) operands[k] = r.constants[k].value_or(operands[k]);
        if (!agrees(module, r, operands) || (i % 16 == 0 && !as_defined(r, operands))) ++bad;
        if (aligned && !agrees_aligned(second, *aligned, t, operands)) ++bad;
      }
    }
  }
}

TEST(FusedSumHardware, OfFloat32) { attack_sums(spec::Type::float_of(8, 23), 20000); }
TEST(FusedSumHardware, OfFloat16) { attack_sums(spec::Type::float_of(5, 10), 20000); }
TEST(FusedSumHardware, OfBFloat16) { attack_sums(spec::Type::float_of(8, 7), 20000); }
TEST(FusedSumHardware, OfFloat64) { attack_sums(spec::Type::float_of(11, 52), 2000); }

// ---------------------------------------------------------------- controls of the checks

TEST(FusedSumChecks, FindAWrongGuard) {
  Request r = request_for({{plain(0), plain(1), plain(2)}, 3, {}}, spec::Type::float_of(8, 23), 4, false);
  Request other = r;
  other.fused.guard = 3;
  Draw draw(r.operand);
  int different = 0;
  for (int i = 0; i < 2000; ++i) {
    const auto operands = draw.operands(3);
    different += evaluate(r, operands) != ByFractions(other, operands).run() ? 1 : 0;
  }
  EXPECT_GT(different, 20);
}

TEST(FusedSum, DoesNotDependOnTheOrderOfItsTerms) {
  const spec::Type t = spec::Type::float_of(8, 23);
  const Request a = request_for({{plain(0), plain(1), scaled(2, 3)}, 4, {}}, t, 4, false);
  Request b = a;
  std::reverse(b.fused.terms.begin(), b.fused.terms.end());
  Draw draw(t);
  for (int i = 0; i < 5000; ++i) {
    const auto operands = draw.operands(4);
    EXPECT_EQ(evaluate(a, operands), evaluate(b, operands));
  }
  EXPECT_NE(base_name(a), base_name(b));
}

TEST(FusedSum, HasRoomForEveryGuardThatIsAllowed) {
  EXPECT_EQ(spec::most_guard(spec::Type::float_of(8, 23), 9), 32);
  EXPECT_EQ(spec::most_guard(spec::Type::float_of(11, 52), 9), 10);
  EXPECT_EQ(spec::most_guard(spec::Type::float_of(11, 52), 256), 5);
  Request r = request_for({{scaled(0, 1), scaled(2, 1), scaled(3, 1)}, 4, {}}, spec::Type::float_of(11, 52), 12, false);
  r.fused.guard = spec::most_guard(r.operand, 3);
  Draw draw(r.operand);
  for (int i = 0; i < 20000; ++i) {
    if (!as_defined(r, draw.operands(4))) return;
  }
}

}  // namespace
}  // namespace rtlgen::ops
