// Fused sums are no further from the exact sum than the bound that `check` prints (spec/fused_sum.hpp), whatever the
// operands: normal numbers, subnormals and zeros, constant factors and such that are not known.
//
// The exact sum is one of 113 bits: operands have 24, products 48, so what it loses itself is less than 2^-100 of the
// largest term.
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <bit>
#include <cmath>
#include <random>
#include <thread>
#include <vector>

#include "spec/fused_sum.hpp"
#include "spec/type.hpp"

namespace rtlgen {
namespace {

using spec::FusedSum;
using spec::FusedTerm;
using Kind = FusedTerm::Kind;
__extension__ typedef __float128 Wide;

const spec::Type kFloat32 = spec::Type::float_of(8, 23);
const spec::Type kFloat16 = spec::Type::float_of(5, 10);

/// Operands: values first, then factors, which are known.
struct Form {
  const char* name;
  int values;
  std::vector<float> factors;
  std::vector<FusedTerm> terms;
  spec::Type type = kFloat32;
};

FusedTerm plain(int value, bool negative = false) { return {Kind::kPlain, negative, value, -1}; }
FusedTerm scaled(int value, int factor, bool negative = false) { return {Kind::kScaled, negative, value, factor}; }

/// The Kernels of configs/: a factor for all neighbours, one an axis, two values multiplied.
std::vector<Form> forms() {
  return {{"diffusion2d", 5, {0.2F}, {scaled(0, 5), scaled(1, 5), scaled(2, 5), scaled(3, 5), scaled(4, 5)}},
          {"diffusion3d",
           7,
           {0.4F, 0.1F},
           {scaled(0, 7), scaled(1, 8), scaled(2, 8), scaled(3, 8), scaled(4, 8), scaled(5, 8), scaled(6, 8)}},
          {"hotspot2d",
           6,
           {0.341F, 1.3e-3F, 0.0075F, 0.6F},
           {plain(0), scaled(1, 6), scaled(2, 7), scaled(3, 7), scaled(4, 8), scaled(5, 8), scaled(0, 9, true)}},
          {"differences", 6, {}, {plain(0), plain(1, true), plain(2), plain(3, true), {Kind::kProduct, false, 4, 5}}}};
}

/// Forms that zeros and subnormals decide: products, factors of all sizes, values as factors.
std::vector<Form> forms_with_zeros() {
  const std::vector<FusedTerm> product{{Kind::kProduct, false, 0, 1}, plain(2)};
  const std::vector<FusedTerm> both{{Kind::kProduct, false, 0, 1}, {Kind::kProduct, true, 2, 3}, plain(4)};
  const std::vector<FusedTerm> unknown{scaled(0, 3), scaled(1, 3, true), plain(2), scaled(2, 4)};
  const std::vector<FusedTerm> plains{plain(0), plain(1, true), plain(2)};
  std::vector<Form> out;
  for (const spec::Type& type : {kFloat32, kFloat16, spec::Type::float_of(3, 6)}) {
    out.push_back({"sum(a*b, c)", 3, {}, product, type});
    out.push_back({"a*b - c*d + e", 5, {}, both, type});
    out.push_back({"p*a - p*b + c + q*c", 5, {}, unknown, type});
    out.push_back({"a - b + c", 3, {}, plains, type});
  }
  out.push_back({"1e20*a + b + c", 3, {1e20F}, {scaled(0, 3), plain(1), plain(2)}});
  out.push_back({"1e-30*a + b + c", 3, {1e-30F}, {scaled(0, 3), plain(1), plain(2)}});
  return out;
}

std::uint32_t bits_of(float v) { return std::bit_cast<std::uint32_t>(v); }

/// The value of finite bits.
double number(const spec::Type& type, std::uint64_t bits) {
  const auto field = static_cast<int>(bits >> type.fraction & ((std::uint64_t{1} << type.exponent) - 1));
  const std::uint64_t fraction = bits & ((std::uint64_t{1} << type.fraction) - 1);
  const std::uint64_t significand = field == 0 ? fraction : fraction | std::uint64_t{1} << type.fraction;
  const int bias = (1 << (type.exponent - 1)) - 1;
  const double magnitude = std::ldexp(static_cast<double>(significand), std::max(field, 1) - bias - type.fraction);
  return (bits >> (type.width - 1) & 1) != 0 ? -magnitude : magnitude;
}

/// Finite operands: of all magnitudes, or close to each other; some are the last one's negative, or close to it.
class Samples {
 public:
  Samples(const spec::Type& type, std::uint64_t seed) : type_(type), random_(seed) {}

  void next(std::vector<std::uint64_t>& values, std::size_t count) {
    const std::uint64_t how = random_();
    const unsigned spread = (how & 3) == 0 ? 254 : 1 + (how >> 2 & 15);
    const unsigned base = (how >> 8 & 0xff) % (255 - spread);
    for (std::size_t i = 0; i < count; ++i) {
      const std::uint64_t r = random_();
      std::uint64_t bits = (r & 0x807fffffU) | (base + (r >> 32) % (spread + 1)) << 23;
      if (i > 0 && (r >> 60) < 3) bits = (values[i - 1] ^ 0x80000000U) + (r >> 50 & 1);
      if ((bits & 0x7f800000U) == 0x7f800000U) bits &= 0x80000000U;
      values[i] = bits;
    }
  }

  /// Each operand zero, subnormal, among the largest, close to 1, or any finite number, of either sign.
  void next_with_zeros(std::vector<std::uint64_t>& values, std::size_t count) {
    const std::uint64_t hidden = std::uint64_t{1} << type_.fraction;
    const std::uint64_t top = (std::uint64_t{1} << type_.exponent) - 1;
    for (std::size_t i = 0; i < count; ++i) {
      const std::uint64_t r = random_(), sign = (r >> 63) << (type_.width - 1), fraction = r & (hidden - 1);
      const std::uint64_t how = r >> 56 & 7, part = r >> 40 & 3;
      const std::uint64_t field = how < 4   ? 0
                                  : how < 5 ? top - 1 - part % (top - 1)
                                  : how < 6 ? (top >> 1) + part % (top >> 1)
                                            : (r >> 32) % top;
      values[i] = sign | field << type_.fraction | (how < 2 ? 0 : fraction);
    }
  }

 private:
  spec::Type type_;
  std::mt19937_64 random_;
};

/// |result - exact| less half an ulp, as a part of the largest term, in which operands count as `least` at least;
/// nothing where the result is infinite.
double excess(const Form& form, const std::vector<std::uint64_t>& operands, std::uint64_t bits, double least) {
  const spec::Type& type = form.type;
  const auto field = static_cast<int>(bits >> type.fraction & ((std::uint64_t{1} << type.exponent) - 1));
  if (field == (1 << type.exponent) - 1) return 0;
  const auto of = [&](int i) -> Wide { return number(type, operands[static_cast<std::size_t>(i)]); };
  const auto counted = [&](Wide v) -> Wide { return std::max(v < 0 ? -v : v, Wide{least}); };
  Wide exact = 0, largest = 0;
  for (const FusedTerm& t : form.terms) {
    const Wide other = t.factor < 0 ? Wide{1} : of(t.factor), term = of(t.value) * other;
    exact += t.negative ? -term : term;
    largest = std::max(largest, counted(of(t.value)) * (t.factor < 0 ? Wide{1} : counted(other)));
  }
  const int bias = (1 << (type.exponent - 1)) - 1;
  const Wide off = exact - Wide{number(type, bits)},
             half = std::ldexp(1.0, std::max(field, 1) - bias - type.fraction - 1);
  const Wide more = (off < 0 ? -off : off) - half;
  return more <= 0 ? 0 : largest == 0 ? HUGE_VAL : static_cast<double>(more / largest);
}

/// A random case, and its bound.
struct Trial {
  bool with_zeros = false;
  bool counts_least = true;  ///< the control: zeros and subnormals count as what they are
};

/// The largest excess of many samples, as a part of the bound.
double worst(const Form& form, int guard, std::uint64_t seed, std::uint64_t samples, const Trial& trial) {
  const FusedSum sum{guard, form.terms};
  std::vector<std::uint64_t> operands(static_cast<std::size_t>(form.values) + form.factors.size());
  std::vector<std::optional<std::uint64_t>> constants(operands.size());
  for (std::size_t i = 0; i < form.factors.size(); ++i) {
    const std::size_t at = static_cast<std::size_t>(form.values) + i;
    constants[at] = operands[at] = bits_of(form.factors[i]);
  }
  const spec::FusedError error = spec::error_of(sum, form.type, constants);
  Samples draw(form.type, seed);
  double most = 0;
  for (std::uint64_t n = 0; n < samples; ++n) {
    const auto count = static_cast<std::size_t>(form.values);
    trial.with_zeros ? draw.next_with_zeros(operands, count) : draw.next(operands, count);
    const std::uint64_t bits = spec::fused_sum_bits(sum, form.type, operands.data(), false);
    most =
        std::max(most, excess(form, operands, bits, trial.counts_least ? error.least_operand : 0) / error.of_largest);
  }
  return most;
}

/// On all cores.
double worst_of(const Form& form, int guard, std::uint64_t samples, const Trial& trial = {}) {
  const unsigned cores = std::max(1U, std::thread::hardware_concurrency());
  std::vector<double> most(cores);
  std::vector<std::thread> threads;
  for (unsigned k = 0; k < cores; ++k)
    threads.emplace_back(
        [&, k] { most[k] = worst(form, guard, 1000 * static_cast<unsigned>(guard) + k, samples / cores, trial); });
  for (std::thread& t : threads) t.join();
  return *std::max_element(most.begin(), most.end());
}

void expect_within(std::uint64_t samples) {
  for (const Form& form : forms()) {
    for (const int guard : {0, 4}) {
      const double most = worst_of(form, guard, samples);
      EXPECT_LE(most, 1) << form.name << ", " << guard << " guard bits";
      EXPECT_GT(most, 0.1) << form.name << ": the bound is loose, or the samples are harmless";
    }
  }
}

TEST(FusedError, StaysWithinItsBound) { expect_within(400000); }

/// 10^7 samples per form (label all).
TEST(FusedError, DISABLED_StaysWithinItsBoundOfTenMillion) { expect_within(5000000); }

void expect_within_with_zeros(std::uint64_t samples) {
  for (const Form& form : forms_with_zeros()) {
    for (const int guard : {0, 4})
      EXPECT_LE(worst_of(form, guard, samples, {.with_zeros = true}), 1)
          << form.name << " in " << form.type.name() << ", " << guard << " guard bits";
  }
}

TEST(FusedError, HoldsForZerosAndSubnormals) { expect_within_with_zeros(20000); }

/// 10^8 results in total (label all).
TEST(FusedError, DISABLED_HoldsForZerosAndSubnormalsOfAHundredMillion) { expect_within_with_zeros(4000000); }

/// The control: a zero times a large value sets the window as the smallest normal number times that value does.
TEST(FusedError, IsExceededIfZerosCountAsNothing) {
  for (const Form& form : forms_with_zeros()) {
    const bool has_window = form.type == kFloat32 || form.type == kFloat16;  // wider than all numbers of float<3,6>
    if (!has_window || form.terms[0].kind == Kind::kPlain || form.factors == std::vector<float>{1e-30F}) continue;
    EXPECT_GT(worst_of(form, 4, 20000, {.with_zeros = true, .counts_least = false}), 1)
        << form.name << " in " << form.type.name();
  }
}

/// sum(a*b, c) of docs/language_fused.md: 2.4 % off, and within the bound that counts the zero as 2^-14.
TEST(FusedError, AZeroFactorWidensTheWindow) {
  const Form form = forms_with_zeros()[4];
  const std::vector<std::uint64_t> operands{0, 0x7b53, 0x1419};  // 0, 60000, 0.001
  const FusedSum sum{4, form.terms};
  const std::uint64_t bits = spec::fused_sum_bits(sum, kFloat16, operands.data(), false);
  EXPECT_EQ(number(kFloat16, bits), 0.0009765625);
  const spec::FusedError error = spec::error_of(sum, kFloat16, {3, std::nullopt});
  EXPECT_EQ(error.least_operand, 0x1p-14);
  EXPECT_LE(excess(form, operands, bits, error.least_operand), error.of_largest);
  EXPECT_GT(excess(form, operands, bits, 0), error.of_largest);
}

/// The control: with fewer guard bits than the bound is for.
TEST(FusedError, FewerGuardBitsExceedIt) {
  const Form form = forms()[3];
  const std::vector<std::optional<std::uint64_t>> unknown(6);
  const double few = spec::error_of({2, form.terms}, kFloat32, unknown).of_largest;
  const double more = spec::error_of({4, form.terms}, kFloat32, unknown).of_largest;
  EXPECT_GT(worst_of(form, 2, 100000) * few, more);
}

}  // namespace
}  // namespace rtlgen
