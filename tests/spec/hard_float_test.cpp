// Results of hard blocks, against the machine's doubles rounded by hand, and the table of what is assumed of them.
#include "spec/hard_float.hpp"

#include <gtest/gtest.h>

#include <array>
#include <bit>
#include <cmath>
#include <fstream>
#include <iterator>
#include <optional>
#include <random>
#include <set>
#include <string>

#include "test_paths.hpp"

namespace rtlgen::spec {
namespace {

constexpr std::uint32_t kSign = 0x80000000U;

/// A block by doubles: sums of floats in a double, rounded again to 24 bits, are those rounded once (53 >= 2 * 24 + 2),
/// and products are exact. `broken` is an assumption of the table that it does not keep.
class Doubles {
 public:
  explicit Doubles(std::string broken = "") : broken_(std::move(broken)) {}

  [[nodiscard]] std::uint32_t value(HardMode mode, std::uint32_t a, std::uint32_t b, std::uint32_t c) const {
    if (mode == HardMode::kAdd) return sum(a, b);
    if (mode == HardMode::kMul) return product(a, b);
    if (breaks("two_roundings"))
      return float_bits(std::fma(number(a), number(b), number(c)), "sum_flushed", "sum_flushed_sign");
    return sum(product(a, b), c);
  }

 private:
  [[nodiscard]] bool breaks(const char* assumption) const { return broken_ == assumption; }

  [[nodiscard]] double number(std::uint32_t x) const {
    const bool subnormal = (x & 0x7f800000U) == 0;
    if (subnormal && breaks("subnormal_operand")) return std::bit_cast<float>(x);
    if (subnormal) return (x & kSign) != 0 && !breaks("subnormal_operand_sign") ? -0.0 : 0.0;
    return std::bit_cast<float>(x);
  }
  static bool is_nan(std::uint32_t x) { return (x & ~kSign) > 0x7f800000U; }
  static bool is_inf(std::uint32_t x) { return (x & ~kSign) == 0x7f800000U; }

  [[nodiscard]] std::uint32_t nan() const { return breaks("nan_bits") ? 0xffffffffU : 0x7fc00000U; }

  /// A NaN operand, before anything is computed.
  [[nodiscard]] std::optional<std::uint32_t> of_nan(std::uint32_t a, std::uint32_t b) const {
    for (const std::uint32_t x : {a, b}) {
      if (!is_nan(x)) continue;
      const bool quiet = (x & 0x400000U) != 0;
      if (breaks(quiet ? "nan_operand" : "signalling_nan")) return 0x7f800000U;
      return nan();
    }
    return std::nullopt;
  }

  [[nodiscard]] std::uint32_t sum(std::uint32_t a, std::uint32_t b) const {
    if (const auto found = of_nan(a, b)) return *found;
    const double exact = number(a) + number(b);
    if (std::isnan(exact)) return breaks("invalid") ? 0x7f800000U : nan();
    if (breaks("infinity") && (is_inf(a) || is_inf(b))) return nan();
    if (breaks("zero_sum_sign") && exact == 0) return kSign;
    return float_bits(exact, "sum_flushed", "sum_flushed_sign");
  }

  [[nodiscard]] std::uint32_t product(std::uint32_t a, std::uint32_t b) const {
    if (const auto found = of_nan(a, b)) return *found;
    const double exact = number(a) * number(b);
    if (std::isnan(exact)) return breaks("invalid") ? 0 : nan();
    if (breaks("infinity") && (is_inf(a) || is_inf(b))) return nan();
    if (breaks("zero_product_sign") && exact == 0) return 0;
    return float_bits(exact, "product_flushed", "product_flushed_sign");
  }

  [[nodiscard]] std::uint32_t float_bits(double exact, const char* flushed, const char* flushed_sign) const {
    constexpr int kPlaces = 24;
    if (std::isinf(exact) || exact == 0) return std::bit_cast<std::uint32_t>(static_cast<float>(exact));
    int exponent = 0;
    const double scaled = std::ldexp(std::frexp(exact, &exponent), kPlaces);
    const double whole = breaks("nearest_even") ? std::trunc(scaled) : std::nearbyint(scaled);
    const double rounded = std::ldexp(whole, exponent - kPlaces);
    const bool negative = std::signbit(exact);
    const double judged = breaks("flushed_after_rounding") ? exact : rounded;
    if (std::fabs(judged) < 0x1p-126) {
      if (breaks(flushed)) return std::bit_cast<std::uint32_t>(static_cast<float>(exact));
      return negative != breaks(flushed_sign) ? kSign : 0;
    }
    if (std::fabs(rounded) >= 0x1p128) return (negative ? kSign : 0) | (breaks("overflow") ? 0x7f7fffffU : 0x7f800000U);
    return std::bit_cast<std::uint32_t>(static_cast<float>(rounded));
  }

  std::string broken_;
};

constexpr std::array kModes{HardMode::kAdd, HardMode::kMul, HardMode::kMulAdd};

std::string case_text(HardMode mode, std::uint32_t a, std::uint32_t b, std::uint32_t c) {
  std::array<char, 80> text{};
  std::snprintf(text.data(), text.size(), "mode %d of %08x %08x %08x", static_cast<int>(mode), a, b, c);
  return text.data();
}

std::vector<std::uint32_t> corners() {
  std::vector<std::uint32_t> all;
  for (const std::uint32_t exponent :
       {0U, 1U, 2U, 23U, 24U, 25U, 102U, 103U, 104U, 126U, 127U, 128U, 150U, 151U, 152U, 230U, 253U, 254U, 255U}) {
    for (const std::uint32_t fraction : {0U, 1U, 2U, 0x3fffffU, 0x400000U, 0x400001U, 0x7ffffeU, 0x7fffffU}) {
      all.push_back(exponent << 23 | fraction);
      all.push_back(kSign | exponent << 23 | fraction);
    }
  }
  return all;
}

TEST(HardFloats, CornersWithCornersAreThoseOfDoubles) {
  const Doubles doubles;
  const auto all = corners();
  for (const std::uint32_t a : all) {
    for (const std::uint32_t b : all) {
      for (const HardMode mode : {HardMode::kAdd, HardMode::kMul})
        ASSERT_EQ(hard_value(mode, a, b, 0), doubles.value(mode, a, b, 0)) << case_text(mode, a, b, 0);
      ASSERT_EQ(hard_difference(a, b), doubles.value(HardMode::kAdd, a, b ^ kSign, 0)) << case_text({}, a, b, 0);
    }
  }
}

/// Exponents near each other, or such that a product is near the ends of the range; few ones or many.
std::uint32_t biased(std::mt19937_64& random, std::uint32_t near) {
  const std::uint64_t r = random();
  auto exponent = static_cast<std::uint32_t>(r >> 8 & 0xff);
  if (r % 4 == 0) exponent = ((near >> 23 & 0xff) + static_cast<std::uint32_t>(r >> 16 & 3) - 1) & 0xff;
  if (r % 4 == 1) exponent = (127 - (near >> 23 & 0xff) + static_cast<std::uint32_t>(r >> 16 & 3)) & 0xff;
  auto fraction = static_cast<std::uint32_t>(random() & 0x7fffff);
  if ((r >> 20 & 7) < 3) fraction &= static_cast<std::uint32_t>(random() & random());
  if ((r >> 20 & 7) == 3) fraction |= static_cast<std::uint32_t>(random() & 0x7fffff);
  return static_cast<std::uint32_t>(r >> 63) << 31 | exponent << 23 | fraction;
}

TEST(HardFloats, AMillionBiasedOperandsOfEachModeAreThoseOfDoubles) {
  const Doubles doubles;
  std::mt19937_64 random(25);
  for (int i = 0; i < 1'000'000; ++i) {
    const std::uint32_t a = biased(random, 0x3f800000U), b = biased(random, a);
    const std::uint32_t c = biased(random, hard_product(a, b));
    for (const HardMode mode : kModes)
      ASSERT_EQ(hard_value(mode, a, b, c), doubles.value(mode, a, b, c)) << case_text(mode, a, b, c);
  }
}

TEST(HardFloats, EveryCaseIsWhatItsTableSays) {
  for (const HardCase& c : hard_cases())
    EXPECT_EQ(hard_value(c.mode, c.a, c.b, c.c), c.expected)
        << c.assumption << ": " << case_text(c.mode, c.a, c.b, c.c);
}

/// A block that does not keep one assumption is found by a case of that name.
TEST(HardFloats, EveryAssumptionHasACaseThatFailsWithoutIt) {
  std::set<std::string> names;
  for (const HardAssumption& assumption : hard_assumptions()) {
    const std::string name(assumption.name);
    EXPECT_TRUE(names.insert(name).second) << name << " twice";
    const Doubles block(name);
    bool found = false;
    for (const HardCase& c : hard_cases())
      found = found || (c.assumption == name && block.value(c.mode, c.a, c.b, c.c) != c.expected);
    EXPECT_TRUE(found) << "no case notices a block without " << name;
  }
  for (const HardCase& c : hard_cases()) EXPECT_TRUE(names.contains(std::string(c.assumption))) << c.assumption;
}

/// The documentation has the table as it is.
TEST(HardFloats, TheTableOfTheLanguageIsThisOne) {
  std::ifstream file(test::source_folder() + "/docs/language_fused.md");
  const std::string text((std::istreambuf_iterator<char>(file)), std::istreambuf_iterator<char>());
  const auto source = [](std::string_view named) { return std::string(named.empty() ? "assumption" : named); };
  for (const HardAssumption& a : hard_assumptions()) {
    const std::string row = "\n| `" + std::string(a.name) + "` | " + std::string(a.what) + " | " + source(a.agilex) +
                            " | " + source(a.stratix10) + " | " + source(a.arria10) + " |\n";
    EXPECT_NE(text.find(row), std::string::npos) << "docs/language_fused.md lacks" << row;
  }
}

TEST(HardFloats, OperationsAndTheirSoftOnesBelongTogether) {
  for (const Op op : {Op::kAdd, Op::kSub, Op::kMul}) {
    ASSERT_TRUE(hard_op(op).has_value());
    EXPECT_TRUE(is_hard(*hard_op(op)));
    EXPECT_FALSE(is_hard(op));
    EXPECT_EQ(soft_op(*hard_op(op)), op);
  }
  for (const Op op : {Op::kDiv, Op::kFma, Op::kMin, Op::kHardAdd}) EXPECT_FALSE(hard_op(op).has_value());
}

}  // namespace
}  // namespace rtlgen::spec
