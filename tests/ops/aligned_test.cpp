// Operators on hex-aligned floats, against the oracle of the format: every operand of small formats, corners and biased
// operands of those that people use.
#include "spec/aligned.hpp"

#include <algorithm>
#include <deque>
#include <functional>
#include <set>

#include "operator_check.hpp"

namespace rtlgen::ops {
namespace {

/// Operands and result, if it is a float, in aligned form.
Request aligned_request(Function f, const spec::Type& format, bool flush = false) {
  return request(f, spec::aligned(format), flush);
}

const std::vector<Function>& aligned_functions() {
  static const std::vector<Function> all = {
      spec::Op::kAdd, spec::Op::kSub, spec::Op::kMul, kSquare,        spec::Op::kLt,  spec::Op::kLe,
      spec::Op::kEq,  spec::Op::kNe,  spec::Op::kMin, spec::Op::kMax, spec::Op::kNeg, spec::Op::kAbs,
      kProductLt,     kProductLe,     kProductEq,     kProductNe,     kProductGt,     kProductGe};
  return all;
}

/// A module and what it is compared with: aligned bits of operands that are given in the format.
class Checked {
 public:
  /// `built`: another request than what is expected of it, for a control.
  Checked(Request wanted, const Request& built)
      : request_(std::move(wanted)), module_(build(built, test_device(), 0)) {}
  explicit Checked(const Request& r) : Checked(r, r) {}

  bool operator()(const std::vector<std::uint64_t>& format_bits) {
    std::vector<std::uint64_t> operands;
    for (const std::uint64_t bits : format_bits)
      operands.push_back(request_.operand.aligned ? spec::aligned_bits(spec::unaligned(request_.operand), bits) : bits);
    for (std::size_t i = 0; i < operands.size(); ++i) {
      if (request_.constants[i]) operands[i] = *request_.constants[i];
      if (!request_.constants[i]) module_.set(operand_port(i), operands[i]);
    }
    const std::uint64_t got = module_.get("q"), want = evaluate(request_, operands);
    if (got == want) return true;
    if (++wrong_ == 1) {
      first_ = fmt::format("{}: {:x} instead of {:x} of", base_name(request_), got, want);
      for (const std::uint64_t o : operands) first_ += fmt::format(" {:x}", o);
    }
    return false;
  }
  [[nodiscard]] int wrong() const { return wrong_; }
  [[nodiscard]] const std::string& first() const { return first_; }

 private:
  Request request_;
  hw::Interpreter module_;
  int wrong_ = 0;
  std::string first_;
};

/// All operands of the format; stops at the first fault.
void exhaust_format(const Request& r, const spec::Type& format, Checked& check) {
  std::vector<std::uint64_t> operands(r.constants.size());
  for (bool more = true; more && check.wrong() == 0;) {
    check(operands);
    more = false;
    for (std::size_t i = 0; i < operands.size() && !more; ++i) {
      more = !r.constants[i] && operands[i] < format.mask();
      operands[i] = more ? operands[i] + 1 : 0;
    }
  }
}

void exhaust_format(const Request& r, const spec::Type& format) {
  Checked check(r);
  exhaust_format(r, format, check);
  EXPECT_EQ(check.wrong(), 0) << check.first();
}

/// Exponents of three bits, of which one is the digit; bias + F of every remainder by four; two subnormals whose
/// product is not zero, and whose is.
const std::vector<std::pair<int, int>> kSmall = {{3, 1}, {3, 2}, {3, 3}, {3, 4}, {4, 1},
                                                 {4, 2}, {4, 3}, {5, 1}, {5, 2}};

TEST(AlignedSmall, EveryOperatorOnAllOperands) {
  for (const auto& [e, f] : kSmall) {
    const spec::Type format = spec::Type::float_of(e, f);
    for (const Function function : aligned_functions())
      for (const bool flush : {false, true}) exhaust_format(aligned_request(function, format, flush), format);
  }
}

/// Bounds of the product that are reached, and that are not, in more digits than a format of few exponents has.
TEST(AlignedSmall, ComparisonsOfAProductOnAllOperands) {
  for (const auto& [e, f] : {std::pair{4, 5}, {5, 3}, {3, 5}}) {
    const spec::Type format = spec::Type::float_of(e, f);
    for (const Function function : {kProductLe, kProductGt}) exhaust_format(aligned_request(function, format), format);
  }
}

TEST(AlignedSmall, FusedMultiplyAddOnAllOperands) {
  for (const auto& [e, f] : {std::pair{3, 1}, {3, 2}, {4, 1}}) {
    const spec::Type format = spec::Type::float_of(e, f);
    for (const bool flush : {false, true}) exhaust_format(aligned_request(spec::Op::kFma, format, flush), format);
  }
}

TEST(AlignedSmall, EveryConstantMultiplies) {
  for (const auto& [e, f] : {std::pair{3, 2}, {3, 4}, {4, 1}, {4, 3}, {5, 2}, {6, 1}}) {
    const spec::Type format = spec::Type::float_of(e, f);
    for (const bool flush : {false, true}) {
      for (std::uint64_t k = 0; k <= format.mask(); ++k) {
        Request r = aligned_request(spec::Op::kMul, format, flush);
        r.constants[k % 2] = spec::aligned_bits(format, k);
        exhaust_format(r, format);
      }
    }
  }
}

TEST(AlignedSmall, ConstantsOfOtherOperators) {
  const spec::Type format = spec::Type::float_of(4, 2);
  for (const Function function : std::initializer_list<Function>{spec::Op::kAdd, spec::Op::kSub, spec::Op::kLt,
                                                                 spec::Op::kMax, kProductGt, kProductLe}) {
    for (std::uint64_t k = 0; k <= format.mask(); ++k) {
      Request r = aligned_request(function, format);
      r.constants[k % 2] = spec::aligned_bits(format, k);
      exhaust_format(r, format);
    }
  }
}

/// Into the form and back, and conversions of other formats; NaNs keep their payload, whatever subnormals are.
TEST(AlignedConversions, OfEveryPattern) {
  for (const auto& [e, f] : {std::pair{3, 1}, {3, 4}, {4, 3}, {5, 2}, {5, 10}, {8, 7}}) {
    const spec::Type format = spec::Type::float_of(e, f), form = spec::aligned(format);
    for (const bool flush : {false, true}) {
      Checked in({spec::Op::kCast, format, form, flush, {std::nullopt}});
      Checked out({spec::Op::kCast, form, format, flush, {std::nullopt}});
      for (std::uint64_t bits = 0; bits <= format.mask() && in.wrong() + out.wrong() == 0; ++bits) {
        in({bits});
        out({bits});
        ASSERT_EQ(evaluate({spec::Op::kCast, format, form, flush, {}}, {bits}), spec::aligned_bits(format, bits));
      }
      EXPECT_EQ(in.wrong() + out.wrong(), 0) << in.first() << out.first();
    }
  }
}

TEST(AlignedConversions, BetweenFormats) {
  const spec::Type small = spec::Type::float_of(4, 3), large = spec::Type::float_of(5, 10);
  exhaust_format({spec::Op::kCast, spec::aligned(large), spec::aligned(small), false, {std::nullopt}}, large);
  exhaust_format({spec::Op::kCast, spec::aligned(small), spec::aligned(large), false, {std::nullopt}}, small);
  exhaust_format({spec::Op::kCast, spec::aligned(large), spec::Type::int_of(9), false, {std::nullopt}}, large);
  Checked to_small({spec::Op::kCast, spec::Type::int_of(9), spec::aligned(small), false, {std::nullopt}});
  for (std::uint64_t v = 0; v < 512; ++v) to_small({v});
  EXPECT_EQ(to_small.wrong(), 0) << to_small.first();
}

// ---------------------------------------------------------------- formats that people use

/// Specials, subnormals and powers of two; few and many ones; exponents near those of another operand, as far as
/// alignment reaches.
class Biased {
 public:
  Biased(const spec::Type& t, std::uint64_t seed) : t_(t), random_(seed) {
    const std::uint64_t one = std::uint64_t{1} << t.fraction, inf = ((std::uint64_t{1} << t.exponent) - 1)
                                                                    << t.fraction;
    const std::uint64_t middle = ((std::uint64_t{1} << (t.exponent - 1)) - 1) << t.fraction;
    for (const std::uint64_t m :
         {std::uint64_t{0}, std::uint64_t{1}, std::uint64_t{2}, one - 2,   one - 1,    one,     one + 1,
          2 * one - 1,      2 * one,          4 * one - 1,      4 * one,   middle - 1, middle,  middle + 1,
          middle + one - 1, middle + one,     inf - 1,          inf - one, inf,        inf + 1, inf | one >> 1,
          inf + one - 1}) {
      corners_.push_back(m);
      corners_.push_back(m | std::uint64_t{1} << (t.width - 1));
    }
  }
  [[nodiscard]] const std::vector<std::uint64_t>& corners() const { return corners_; }

  std::uint64_t any() {
    const std::uint64_t r = random_();
    if (r % 16 == 0) return corners_[random_() % corners_.size()];
    return put(random_(), fraction(r >> 8));
  }
  std::uint64_t near(std::uint64_t other) {
    const std::uint64_t r = random_();
    const std::uint64_t reach = r % 2 == 0 ? 7 : 2 * static_cast<std::uint64_t>(t_.fraction) + 9;
    const std::uint64_t field = (other >> t_.fraction) + random_() % reach - reach / 2;
    const std::uint64_t same = other ^ (random_() & random_() & random_());
    return put(field ^ (r >> 60 << t_.exponent), r % 3 == 0 ? same : fraction(r >> 8));
  }
  /// For a product about the smallest numbers, or about the largest.
  std::uint64_t partner(std::uint64_t other) {
    const std::uint64_t bias = (std::uint64_t{1} << (t_.exponent - 1)) - 1;
    const std::uint64_t sum = random_() % 2 == 0 ? bias : 3 * bias;
    return put(sum - (other >> t_.fraction) + random_() % 9 - 4 - random_() % static_cast<std::uint64_t>(t_.fraction),
               fraction(random_()));
  }

 private:
  [[nodiscard]] std::uint64_t put(std::uint64_t high, std::uint64_t low) const {
    return (high << t_.fraction | (low & ((std::uint64_t{1} << t_.fraction) - 1))) & t_.mask();
  }
  std::uint64_t fraction(std::uint64_t r) {
    if (r % 4 == 0) return random_() & random_() & random_();
    if (r % 4 == 1) return random_() | random_() | random_();
    if (r % 8 == 2) return (std::uint64_t{1} << random_() % static_cast<std::uint64_t>(t_.fraction)) - r / 8 % 2;
    return random_();
  }
  spec::Type t_;
  std::mt19937_64 random_;
  std::vector<std::uint64_t> corners_;
};

void attack_aligned(const Request& r, const spec::Type& format, int rounds) {
  Checked check(r);
  Biased operands(format, 20261125);
  const std::size_t n = r.constants.size();
  // If there are three operands, the third is one in seven.
  std::size_t count = 0;
  for (const std::uint64_t a : operands.corners()) {
    for (const std::uint64_t c : operands.corners()) {
      if (n == 1 && c != 0) break;
      if (n < 3) check(n == 1 ? std::vector{a} : std::vector{a, c});
      for (const std::uint64_t d : operands.corners())
        if (n == 3 && ++count % 7 == 0) check({a, c, d});
    }
  }
  for (int i = 0; i < rounds && check.wrong() == 0; ++i) {
    const std::uint64_t a = operands.any();
    const std::uint64_t c = i % 3 == 0 ? operands.any() : i % 3 == 1 ? operands.near(a) : operands.partner(a);
    std::vector<std::uint64_t> all = {a, c};
    if (n == 1) all = {i % 2 == 0 ? a : c};
    if (n == 3) {
      // About the product.
      const Request product = request(spec::Op::kMul, format, r.flush_subnormals);
      all.push_back(i % 4 == 0 ? operands.any() : operands.near(evaluate(product, {a, c})));
    }
    check(all);
  }
  EXPECT_EQ(check.wrong(), 0) << check.first();
}

/// The widest has 64 bits in aligned form; float64 has none.
const std::vector<std::pair<int, int>> kUsed = {{5, 10}, {8, 7}, {8, 23}, {8, 53}};

class AlignedUsed : public testing::TestWithParam<int> {};

TEST_P(AlignedUsed, EveryOperator) {
  const auto& [e, f] = kUsed[static_cast<std::size_t>(GetParam())];
  const spec::Type format = spec::Type::float_of(e, f);
  for (const Function function : aligned_functions())
    for (const bool flush : {false, true}) attack_aligned(aligned_request(function, format, flush), format, 2000);
  for (const bool flush : {false, true})
    attack_aligned(aligned_request(spec::Op::kFma, format, flush), format, f == 53 ? 1000 : 4000);
}

TEST_P(AlignedUsed, Constants) {
  const auto& [e, f] = kUsed[static_cast<std::size_t>(GetParam())];
  const spec::Type format = spec::Type::float_of(e, f);
  Biased operands(format, 20261126);
  const int bias = (1 << (e - 1)) - 1;
  for (int power = -std::min(bias - 1, f + 9); power <= std::min(bias, f + 9); ++power) {
    const std::uint64_t low = power % 3 == 0 ? 0 : operands.any() & ((std::uint64_t{1} << f) - 1);
    Request r = aligned_request(spec::Op::kMul, format, power % 5 == 0);
    r.constants[power % 2 == 0 ? 0 : 1] =
        spec::aligned_bits(format, static_cast<std::uint64_t>(bias + power) << f | low);
    Checked check(r);
    for (const std::uint64_t v : operands.corners()) check({v, v});
    for (int i = 0; i < 500; ++i) {
      // Every third time a subnormal, or near where results are the smallest or the largest.
      const std::uint64_t any = operands.any(),
                          edge = static_cast<std::uint64_t>(power < 0 ? -power : 2 * bias - power);
      const std::uint64_t v = i % 3 == 0 ? (any & ((std::uint64_t{1} << f) - 1)) >> (i % f)
                              : i % 3 == 1
                                  ? ((edge + any % 5 - 2) << f | (any & ((std::uint64_t{1} << f) - 1))) & format.mask()
                                  : any;
      check({v, v});
    }
    EXPECT_EQ(check.wrong(), 0) << check.first();
  }
}

TEST_P(AlignedUsed, Conversions) {
  const auto& [e, f] = kUsed[static_cast<std::size_t>(GetParam())];
  const spec::Type format = spec::Type::float_of(e, f), form = spec::aligned(format);
  attack_aligned({spec::Op::kCast, format, form, false, {std::nullopt}}, format, 50000);
  attack_aligned({spec::Op::kCast, form, format, false, {std::nullopt}}, format, 50000);
}

INSTANTIATE_TEST_SUITE_P(Formats, AlignedUsed, testing::Range(0, 4));

TEST(AlignedPipelines, EqualTheCombinationalOneDelayed) {
  for (const auto& [e, f] : {std::pair{8, 23}, {4, 5}}) {
    const spec::Type format = spec::Type::float_of(e, f);
    for (const Function function : std::initializer_list<Function>{spec::Op::kAdd, spec::Op::kSub, spec::Op::kMul,
                                                                   spec::Op::kMin, spec::Op::kFma, kProductLe}) {
      for (const int latency : {1, 2, 5, 8}) {
        const Request r = aligned_request(function, format);
        hw::Interpreter piped(
            build(r, test_device(), latency, latency % 2 == 0 ? hw::Cut::kFewLuts : hw::Cut::kFewStages));
        Biased operands(format, 9);
        std::deque<std::uint64_t> expected;
        for (int cycle = 0; cycle < 200; ++cycle) {
          std::vector<std::uint64_t> all = {operands.any()};
          while (all.size() < r.constants.size()) all.push_back(operands.near(all[0]));
          for (std::size_t i = 0; i < all.size(); ++i) {
            all[i] = spec::aligned_bits(format, all[i]);
            piped.set(operand_port(i), all[i]);
          }
          piped.clock();
          expected.push_back(evaluate(r, all));
          if (cycle + 1 < latency) continue;
          ASSERT_EQ(piped.get("q"), expected.front()) << base_name(r) << " latency " << latency;
          expected.pop_front();
        }
      }
    }
  }
}

/// The reference is that of the format: an aligned operator returns what the plain one does, in the form.
TEST(AlignedReference, IsThatOfTheFormat) {
  const spec::Type format = spec::Type::float_of(3, 3);
  for (const Function function : aligned_functions()) {
    const Request plain = request(function, format), held = aligned_request(function, format);
    for (std::uint64_t a = 0; a <= format.mask(); ++a) {
      for (std::uint64_t c = 0; c <= (plain.constants.size() > 1 ? format.mask() : 0); ++c) {
        std::vector<std::uint64_t> bits = {a, c},
                                   placed = {spec::aligned_bits(format, a), spec::aligned_bits(format, c)};
        bits.resize(plain.constants.size());
        placed.resize(plain.constants.size());
        const std::uint64_t q = evaluate(plain, bits);
        ASSERT_EQ(evaluate(held, placed), plain.result.is_float() ? spec::aligned_bits(format, q) : q);
      }
    }
  }
}

/// Operators that do nearly the same are distinguished: the other sign, the other mode of subnormals, the next
/// constant.
TEST(AlignedControls, BrokenCopiesAreFound) {
  const spec::Type format = spec::Type::float_of(4, 2);
  const auto found = [&](const Request& wanted, const Request& built) {
    Checked check(wanted, built);
    exhaust_format(wanted, format, check);
    return check.wrong() > 0;
  };
  Request copy;
  for (const Function function : std::initializer_list<Function>{spec::Op::kAdd, spec::Op::kMul, spec::Op::kMin,
                                                                 spec::Op::kNeg, spec::Op::kLt, kProductEq, kSquare}) {
    EXPECT_TRUE(found(aligned_request(function, format, false), aligned_request(function, format, true)));
    EXPECT_TRUE(found(aligned_request(function, format, true), aligned_request(function, format, false)));
  }
  EXPECT_TRUE(found(aligned_request(spec::Op::kAdd, format), aligned_request(spec::Op::kSub, format)));
  EXPECT_TRUE(found(aligned_request(kProductLt, format), aligned_request(kProductLe, format)));
  for (std::uint64_t k = 20; k < 24; ++k) {
    Request scaled = aligned_request(spec::Op::kMul, format), other = scaled;
    scaled.constants[1] = spec::aligned_bits(format, k);
    other.constants[1] = spec::aligned_bits(format, k + 1);
    EXPECT_TRUE(found(scaled, other));
  }
}

TEST(AlignedNames, SayTheForm) {
  const spec::Type format = spec::Type::float_of(8, 23), form = spec::aligned(format);
  EXPECT_EQ(base_name(aligned_request(spec::Op::kAdd, format)), "hex32_add");
  EXPECT_EQ(base_name({spec::Op::kCast, format, form, false, {std::nullopt}}), "float32_to_hex32");
  EXPECT_EQ(base_name({spec::Op::kCast, form, format, false, {std::nullopt}}), "hex32_to_float32");
}

}  // namespace
}  // namespace rtlgen::ops
