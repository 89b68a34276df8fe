// Directed corners and biased random operands for the formats people use, against the MPFR oracle.
#include <algorithm>
#include <bit>

#include "operator_check.hpp"

namespace rtlgen::ops {
namespace {

/// Operands that provoke trouble: specials, subnormals, ones near powers of two, close exponents.
class Operands {
 public:
  Operands(const spec::Type& t, std::uint64_t seed) : t_(t), random_(seed) {
    const std::uint64_t f = (std::uint64_t{1} << t.fraction) - 1;
    const std::uint64_t inf = ((std::uint64_t{1} << t.exponent) - 1) << t.fraction;
    const std::uint64_t one = ((std::uint64_t{1} << (t.exponent - 1)) - 1) << t.fraction;
    for (const std::uint64_t m :
         {std::uint64_t{0}, std::uint64_t{1}, std::uint64_t{2}, f, f - 1, f + 1, f + 2, 2 * f + 1, one, one + 1,
          one - 1, one + f, one + f + 1, inf, inf - 1, inf - f - 1, inf + 1, inf | (f + 1) >> 1, inf + f}) {
      corners_.push_back(m);
      corners_.push_back(m | std::uint64_t{1} << (t.width - 1));
    }
  }
  [[nodiscard]] const std::vector<std::uint64_t>& corners() const { return corners_; }

  std::uint64_t any() {
    const std::uint64_t r = random_();
    if (r % 16 == 0) return corners_[random_() % corners_.size()];
    std::uint64_t fraction = random_();
    if (r % 16 < 5) fraction &= random_() & random_();   // few ones
    if (r % 16 == 5) fraction |= random_() | random_();  // few zeros
    return (random_() << t_.fraction | (fraction & ((std::uint64_t{1} << t_.fraction) - 1))) & t_.mask();
  }
  /// An exponent within a few of that of `other`: alignment and cancellation.
  std::uint64_t near(std::uint64_t other) {
    const std::uint64_t fraction_mask = (std::uint64_t{1} << t_.fraction) - 1;
    const std::uint64_t shift = (random_() % 7 - 3) << t_.fraction;
    const std::uint64_t fraction = random_() % 3 == 0 ? other ^ (random_() & random_() & random_()) : random_();
    return (((other & ~fraction_mask) + shift) | (fraction & fraction_mask)) & t_.mask();
  }

 private:
  spec::Type t_;
  std::mt19937_64 random_;
  std::vector<std::uint64_t> corners_;
};

void attack(Function function, const spec::Type& t, bool flush, int rounds) {
  const Request r = request(function, t, flush);
  hw::Interpreter module(build(r, test_device(), 0));
  Operands operands(t, 20260101);
  const bool two = operand_count(function) == 2;
  int bad = 0;
  for (const std::uint64_t a : operands.corners()) {
    for (const std::uint64_t b : operands.corners()) {
      if (!agrees(module, r, two ? std::vector{a, b} : std::vector{a})) ++bad;
      if (!two || bad > 5) break;
    }
  }
  for (int i = 0; i < rounds && bad < 5; ++i) {
    const std::uint64_t a = operands.any();
    const std::uint64_t b = i % 2 == 0 ? operands.any() : operands.near(a);
    if (!agrees(module, r, two ? std::vector{a, b} : std::vector{a})) ++bad;
  }
}

/// The third operand is often near the product of the others, where sums cancel.
void attack_fma(const spec::Type& t, bool flush, int rounds) {
  const Request r = request(spec::Op::kFma, t, flush);
  const Request product = request(spec::Op::kMul, t, flush);
  hw::Interpreter module(build(r, test_device(), 0));
  Operands operands(t, 20260202);
  int bad = 0;
  for (const std::uint64_t a : operands.corners()) {
    for (const std::uint64_t b : operands.corners()) {
      for (const std::uint64_t c : {operands.corners()[operands.any() % operands.corners().size()], operands.any()}) {
        if (!agrees(module, r, {a, b, c})) ++bad;
      }
      if (bad > 5) return;
    }
  }
  const std::uint64_t sign = std::uint64_t{1} << (t.width - 1);
  for (int i = 0; i < rounds && bad < 5; ++i) {
    const std::uint64_t a = operands.any();
    const std::uint64_t b = i % 4 == 0 ? operands.near(a) : operands.any();
    const std::uint64_t c =
        i % 2 == 0 ? operands.any() : operands.near(evaluate(product, {a, b})) ^ (i % 8 == 1 ? 0 : sign);
    if (!agrees(module, r, {a, b, c})) ++bad;
  }
}

TEST(FusedMultiplyAdd, Float16) {
  for (const bool flush : {false, true}) attack_fma(spec::Type::float_of(5, 10), flush, 100000);
}
TEST(FusedMultiplyAdd, Float32) {
  for (const bool flush : {false, true}) attack_fma(spec::Type::float_of(8, 23), flush, 60000);
}
TEST(FusedMultiplyAdd, BFloat16AndFloat64) {
  attack_fma(spec::Type::float_of(8, 7), false, 50000);
  attack_fma(spec::Type::float_of(11, 52), false, 4000);
}

class LargeFormats : public testing::TestWithParam<Function> {};

TEST_P(LargeFormats, Float16) {
  for (const bool flush : {false, true}) attack(GetParam(), spec::Type::float_of(5, 10), flush, 100000);
}
TEST_P(LargeFormats, BFloat16) {
  for (const bool flush : {false, true}) attack(GetParam(), spec::Type::float_of(8, 7), flush, 50000);
}
TEST_P(LargeFormats, Float32) {
  // The interpreter is slow at hypot, which adds squares in more than 64 bits.
  const int count = GetParam() == Function(spec::Op::kHypot) ? 10000 : 100000;
  for (const bool flush : {false, true}) attack(GetParam(), spec::Type::float_of(8, 23), flush, count);
}
TEST_P(LargeFormats, Float64) {
  for (const bool flush : {false, true}) attack(GetParam(), spec::Type::float_of(11, 52), flush, 4000);
}

/// Those of one or two operands that are the nearest number: fma has tests of its own, functions by tables theirs.
std::vector<Function> nearest() {
  std::vector<Function> out = functions_of(Kind::kFloats);
  std::erase_if(out, [](Function f) { return operand_count(f) > 2 || spec::operation_of(f.op).bits != nullptr; });
  return out;
}

INSTANTIATE_TEST_SUITE_P(Operators, LargeFormats, testing::ValuesIn(nearest()));

/// Bits of a significand times 2^-(bias + F) times 2^field: subnormal where the significand starts with a zero.
std::uint64_t packed(const spec::Type& t, std::uint64_t significand, int field) {
  const std::uint64_t hidden = std::uint64_t{1} << t.fraction;
  return (significand & (hidden - 1)) | (significand < hidden ? 0 : static_cast<std::uint64_t>(field) << t.fraction);
}

/// Products about half of the smallest subnormal, or about the smallest normal with flush: those that are
/// exactly that, the ones next to them, and any whose exponents add up to about that.
void attack_products(Function function, const spec::Type& t, bool flush, int rounds) {
  const Request r = request(function, t, flush);
  hw::Interpreter module(build(r, test_device(), 0));
  Operands operands(t, 20260606);
  std::mt19937_64 random(20260607);
  const int f = t.fraction;
  const int bias = (1 << (t.exponent - 1)) - 1;
  const std::uint64_t hidden = std::uint64_t{1} << f;
  int seen[2] = {0, 0};
  const auto check = [&](std::uint64_t a, std::uint64_t b) {
    ++seen[evaluate(r, {a, b}) & 1];
    return agrees(module, r, {a, b}) && agrees(module, r, {b, a | std::uint64_t{1} << (t.width - 1)});
  };
  // 2^place as a subnormal, times a power of two: where s is at the bound, one ulp more and less.
  int bad = 0;
  for (int place = 0; place <= f && bad < 5; ++place) {
    for (int field = std::max(1, bias - place - 2); field <= bias - place + 2 && field < 2 * bias; ++field) {
      for (const int step : {-1, 0, 1}) {
        const std::uint64_t b = packed(t, hidden, field) + static_cast<std::uint64_t>(step);
        const std::uint64_t a = packed(t, std::uint64_t{1} << place, 1);
        if (!check(a, b) || !check(a + 1, b) || !check(a - 1, b)) ++bad;
      }
    }
  }
  for (int i = 0; i < rounds && bad < 5; ++i) {
    std::uint64_t few = random() & random() & random() & (hidden - 1);
    const std::uint64_t any = i % 3 == 0 ? few : i % 3 == 1 ? (~few & (hidden - 1)) : random() & (hidden - 1);
    const int one = 1 + static_cast<int>(random() % static_cast<std::uint64_t>(bias));
    const int other = std::clamp(bias - one + static_cast<int>(random() % 9) - 4, 1, 2 * bias);
    const std::uint64_t b = packed(t, hidden | any, other);
    const std::uint64_t low = random() & (hidden - 1);
    if (!check(packed(t, hidden | (i % 2 == 0 ? low : few), one), b)) ++bad;
    if (!check(low >> (random() % static_cast<std::uint64_t>(f)),
               packed(t, hidden | any,
                      bias - static_cast<int>(random() % static_cast<std::uint64_t>(std::min(bias, f + 2))))))
      ++bad;
    if (!check(operands.any(), operands.any())) ++bad;
  }
  EXPECT_GT(std::min(seen[0], seen[1]), rounds / 4) << base_name(r);
}

TEST(ComparedProducts, AboutTheBound) {
  for (const Function function : kProductComparisons) {
    for (const bool flush : {false, true}) {
      attack_products(function, spec::Type::float_of(5, 10), flush, 8000);
      attack_products(function, spec::Type::float_of(8, 7), flush, 4000);
      attack_products(function, spec::Type::float_of(8, 23), flush, 8000);
      attack_products(function, spec::Type::float_of(11, 52), flush, 1000);
      attack_products(function, spec::Type::float_of(4, 10), flush, 2000);  // two subnormals count
    }
  }
}

/// Constants about one, whose products are placed by what their power of two leaves to place; operands also
/// where products become subnormal and where they overflow.
TEST(Constants, Multiply) {
  for (const auto& [e, f] : {std::pair{5, 10}, {8, 7}, {8, 23}, {11, 52}}) {
    const spec::Type t = spec::Type::float_of(e, f);
    const std::uint64_t fraction_mask = (std::uint64_t{1} << f) - 1;
    const int bias = (1 << (e - 1)) - 1;
    Operands operands(t, 20260404);
    for (int power = -std::min(bias - 1, f + 3); power <= std::min(bias, f + 3); ++power) {
      const std::uint64_t field = static_cast<std::uint64_t>(bias + power) << f;
      Request r = request(spec::Op::kMul, t);
      const std::size_t place = power % 2 == 0 ? 0 : 1;
      const std::uint64_t k = (operands.any() & fraction_mask) | field;
      r.constants[place] = k;
      hw::Interpreter module(build(r, test_device(), 0));
      int bad = 0;
      for (int i = 0; i < 600 && bad < 5; ++i) {
        std::uint64_t v = operands.any();
        const int edge = i % 3 == 0 ? 0 : power < 0 ? -power : (1 << e) - 1 - power;
        if (i % 2 == 0)
          v = (v & ~(t.mask() >> 1)) |
              ((static_cast<std::uint64_t>(std::max(0, edge + i % 5 - 2)) << f | (v & fraction_mask)) &
               (t.mask() >> 1));
        if (i % 16 == 0) v = (v & fraction_mask) >> (i % f);
        std::vector<std::uint64_t> both = {v, v};
        both[place] = k;
        if (!agrees(module, r, both)) ++bad;
      }
    }
  }
}

/// Small numbers, by which quotients are made of tables, and their binary multiples.
TEST(Constants, Divide) {
  for (const auto& [e, f] : {std::pair{5, 10}, {8, 7}, {8, 23}, {11, 52}}) {
    const spec::Type t = spec::Type::float_of(e, f);
    const std::uint64_t bias = (std::uint64_t{1} << (e - 1)) - 1;
    Operands operands(t, 20260505);
    for (const std::uint64_t odd : {3U, 5U, 7U, 11U, 15U, 19U, 31U, 33U}) {
      const auto bits = static_cast<int>(std::bit_width(odd)) - 1;
      for (const std::uint64_t power : {0U, 2U, 5U}) {
        Request r = request(spec::Op::kDiv, t);
        const std::uint64_t k = (bias + power) << f | (odd << (f - bits) & ((std::uint64_t{1} << f) - 1));
        r.constants[1] = k | (odd % 4 == 3 ? std::uint64_t{1} << (t.width - 1) : 0);
        hw::Interpreter module(build(r, test_device(), 0));
        int bad = 0;
        for (int i = 0; i < 800 && bad < 5; ++i) {
          std::uint64_t v = operands.any();
          const auto low = static_cast<std::uint64_t>(i % 9);
          if (i % 2 == 0) v = low << f | (v & ((std::uint64_t{1} << f) - 1));
          if (!agrees(module, r, {v, *r.constants[1]})) ++bad;
        }
      }
    }
  }
}

/// Quotients of all significands, both exponents in the middle: the digits of a quotient are chosen from
/// the top bits of remainder and divisor, and these formats reach every combination they have.
TEST(Division, AllSignificands) {
  for (const int fraction : {6, 7}) {
    const spec::Type t = spec::Type::float_of(8, fraction);
    const Request r = request(spec::Op::kDiv, t);
    hw::Interpreter module(build(r, test_device(), 0));
    const std::uint64_t one = std::uint64_t{127} << fraction;
    int bad = 0;
    for (std::uint64_t a = 0; a < std::uint64_t{1} << fraction; ++a) {
      for (std::uint64_t b = 0; b < std::uint64_t{1} << fraction && bad < 5; ++b) {
        if (!agrees(module, r, {one | a, one | b})) ++bad;
      }
    }
  }
}

/// Corners of an integer type, then random bits of every magnitude.
std::uint64_t integer_operand(const spec::Type& t, int round, std::mt19937_64& random) {
  const std::uint64_t top = std::uint64_t{1} << (t.width - 1);
  const std::uint64_t corners[] = {0, 1, 2, 3, t.mask(), t.mask() - 1, top, top - 1, top + 1};
  if (round < 9) return corners[round] & t.mask();
  return (random() & t.mask()) >> (random() % static_cast<std::uint64_t>(t.width));
}

class LargeIntegers : public testing::TestWithParam<Function> {};

TEST_P(LargeIntegers, EveryWidth) {
  for (const int width : {8, 13, 32, 64}) {
    for (const spec::Type& t : {spec::Type::int_of(width), spec::Type::uint_of(width)}) {
      const Request r = request(GetParam(), t);
      hw::Interpreter module(build(r, test_device(), 0));
      std::mt19937_64 random(5);
      const bool two = operand_count(r.function) == 2;
      int bad = 0;
      for (int i = 0; i < 9 * 9 + 1500 && bad < 5; ++i) {
        const std::uint64_t a = integer_operand(t, i < 81 ? i % 9 : i, random);
        const std::uint64_t b = integer_operand(t, i < 81 ? i / 9 : i, random);
        if (!agrees(module, r, two ? std::vector{a, b} : std::vector{a})) ++bad;
      }
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Operators, LargeIntegers, testing::ValuesIn(functions_of(Kind::kWholes)));

TEST(LargeConversions, AmongFormatsAndIntegers) {
  const std::vector<spec::Type> types = {
      spec::Type::float_of(5, 10),  spec::Type::float_of(8, 7), spec::Type::float_of(8, 23),
      spec::Type::float_of(11, 52), spec::Type::int_of(8),      spec::Type::uint_of(13),
      spec::Type::int_of(32),       spec::Type::int_of(64),     spec::Type::uint_of(64)};
  for (const spec::Type& from : types) {
    for (const spec::Type& to : types) {
      if (!from.is_float() && !to.is_float()) continue;
      for (const bool flush : {false, true}) {
        const Request r{spec::Op::kCast, from, to, flush, {std::nullopt}};
        hw::Interpreter module(build(r, test_device(), 0));
        Operands floats(from.is_float() ? from : to, 20260303);
        std::mt19937_64 random(6);
        // Exponents where the other format ends: its largest and smallest numbers, and the integers.
        const std::uint64_t middle =
            from.is_float() ? ((std::uint64_t{1} << (from.exponent - 1)) - 1) << from.fraction : 0;
        int bad = 0;
        for (int i = 0; i < 2500 && bad < 5; ++i) {
          std::uint64_t a = integer_operand(from, i, random);
          if (from.is_float()) {
            const std::size_t corner = static_cast<std::size_t>(i);
            const std::uint64_t shift = (random() % 360 - 180) << from.fraction;
            a = corner < floats.corners().size() ? floats.corners()[corner]
                : i % 2 == 0
                    ? floats.any()
                    : (middle + shift + (floats.any() & ((std::uint64_t{1} << from.fraction) - 1))) & from.mask();
          }
          if (!agrees(module, r, {a})) ++bad;
        }
      }
    }
  }
}

TEST(Oracle, AgreesWithTheProcessorOnFloat32) {
  std::mt19937_64 random(3);
  const spec::Type t = spec::Type::float_of(8, 23);
  for (int i = 0; i < 200000; ++i) {
    const auto a = static_cast<std::uint32_t>(random());
    const auto b = static_cast<std::uint32_t>(random());
    const float x = std::bit_cast<float>(a);
    const float y = std::bit_cast<float>(b);
    const auto check = [&](Function f, float native) {
      const std::uint32_t want = native != native ? 0x7fc00000U : std::bit_cast<std::uint32_t>(native);
      ASSERT_EQ(evaluate(request(f, t), {a, b}), want) << std::hex << a << " " << b;
    };
    check(spec::Op::kAdd, x + y);
    check(spec::Op::kMul, x * y);
    check(spec::Op::kDiv, x / y);
  }
}

}  // namespace
}  // namespace rtlgen::ops
