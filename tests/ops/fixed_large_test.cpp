// Fixed-point operators of wide formats: corners and biased random operands, in every mode, against the
// rational oracle; and the oracle itself against machine arithmetic.
#include <algorithm>
#include <cmath>

#include "operator_check.hpp"

namespace rtlgen::ops {
namespace {

using spec::Overflow;
using spec::Rounding;
using spec::Type;

const std::vector<Type> kFormats = {Type::fixed_of(16, 8),  Type::ufixed_of(16, 16), Type::fixed_of(18, 17),
                                    Type::fixed_of(32, 16), Type::ufixed_of(33, 7),  Type::fixed_of(48, 0),
                                    Type::fixed_of(64, 32), Type::fixed_of(64, 64),  Type::ufixed_of(64, 1),
                                    Type::ufixed_of(64, 64)};

/// Ends of the range, units around zero and one, values with few bits, any magnitude.
std::uint64_t operand(const Type& t, std::mt19937_64& random) {
  const std::uint64_t top = std::uint64_t{1} << (t.width - 1);
  const std::uint64_t one = t.fraction >= 64 ? 0 : std::uint64_t{1} << t.fraction;
  const std::uint64_t corners[] = {0,       1,       2,   3,       t.mask(), t.mask() - 1, top,
                                   top - 1, top + 1, one, one + 1, one - 1,  one >> 1,     0 - one};
  const std::uint64_t r = random();
  if (r % 4 == 0) return corners[(r >> 8) % std::size(corners)] & t.mask();
  std::uint64_t bits = random() & t.mask();
  if (r % 4 == 1) bits &= random() & random();
  bits >>= (r >> 8) % static_cast<std::uint64_t>(t.width);
  return (r >> 20) % 2 == 0 ? bits : (0 - bits) & t.mask();
}

Request with_modes(Request r, unsigned modes) {
  if ((modes & 1) != 0) r.rounding = Rounding::kTruncate;
  if ((modes & 2) != 0) r.overflow = Overflow::kSaturate;
  return r;
}

class WideFixed : public testing::TestWithParam<Function> {};

TEST_P(WideFixed, AgreesWithTheOracle) {
  const bool two = operand_count(GetParam()) == 2;
  for (const Type& t : kFormats) {
    for (unsigned modes = 0; modes < 4; ++modes) {
      const Request r = with_modes(request(GetParam(), t), modes);
      hw::Interpreter module(build(r, test_device(), 0));
      std::mt19937_64 random(modes + 7);
      int bad = 0;
      for (int i = 0; i < (GetParam() == spec::Op::kDiv ? 300 : 1500) && bad < 3; ++i) {
        const std::uint64_t a = operand(t, random);
        std::uint64_t b = operand(t, random);
        // Quotients and products near the ends of the range and near halves of a unit.
        if (GetParam() == spec::Op::kDiv && i % 3 == 0) b = (a >> (i % t.width)) + (random() & 3);
        if (!agrees(module, r, two ? std::vector{a, b & t.mask()} : std::vector{a})) ++bad;
      }
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Operators, WideFixed, testing::ValuesIn(functions_of(Kind::kFixed)));

/// A float whose exponent is where the fixed-point format begins or ends, or any.
std::uint64_t float_operand(const Type& from, const Type& to, std::mt19937_64& random) {
  const std::uint64_t r = random();
  const std::uint64_t fraction_mask = (std::uint64_t{1} << from.fraction) - 1;
  const std::uint64_t sign = (r & 1) << (from.width - 1);
  if (r % 8 == 0) return random() & from.mask();
  const auto top = static_cast<std::int64_t>((std::uint64_t{1} << from.exponent) - 1);
  const auto places = static_cast<std::int64_t>((r >> 8) % static_cast<std::uint64_t>(to.width + 6)) - 3 - to.fraction;
  const std::int64_t exponent = std::clamp<std::int64_t>(top / 2 + places, 0, top);
  std::uint64_t fraction = random() & fraction_mask;
  if (r % 8 < 4) fraction &= random() & random() & random();
  if (r % 8 == 4) fraction |= random() | random();
  return sign | static_cast<std::uint64_t>(exponent) << from.fraction | (fraction & fraction_mask);
}

TEST(WideFixed, Conversions) {
  std::vector<Type> types = kFormats;
  for (const Type& t : {Type::float_of(5, 10), Type::float_of(8, 7), Type::float_of(8, 23), Type::float_of(11, 52),
                        Type::float_of(2, 1), Type::float_of(2, 52), Type::float_of(11, 1), Type::int_of(8),
                        Type::int_of(64), Type::uint_of(64), Type::uint_of(13)}) {
    types.push_back(t);
  }
  for (const Type& from : types) {
    for (const Type& to : types) {
      if (!from.is_fixed() && !to.is_fixed()) continue;
      for (unsigned modes = 0; modes < 4; ++modes) {
        if (modes != 0 && !to.is_fixed()) break;
        const bool flush = modes == 1 && (from.is_float() || to.is_float());
        const Request r = with_modes({spec::Op::kCast, from, to, flush, {std::nullopt}}, modes);
        hw::Interpreter module(build(r, test_device(), 0));
        std::mt19937_64 random(modes + 11);
        int bad = 0;
        for (int i = 0; i < 200 && bad < 3; ++i) {
          if (!agrees(module, r, {from.is_float() ? float_operand(from, to, random) : operand(from, random)})) ++bad;
        }
      }
    }
  }
}

/// The oracle itself, against arithmetic of the machine on a format that it has room for.
TEST(WideFixed, OracleAgreesWithTheMachine) {
  const Type t = Type::fixed_of(24, 12);
  std::mt19937_64 random(3);
  const auto value = [](std::uint64_t bits) { return static_cast<std::int64_t>(bits << 40) >> 40; };
  const auto wrapped = [&](double units) {
    return static_cast<std::uint64_t>(static_cast<std::int64_t>(units)) & t.mask();
  };
  for (int i = 0; i < 20000; ++i) {
    const std::uint64_t a = operand(t, random);
    const std::uint64_t b = operand(t, random);
    // Products of 24 bits are exact in double, and nearbyint is to nearest even.
    const double product = static_cast<double>(value(a)) * static_cast<double>(value(b)) / 4096.0;
    ASSERT_EQ(evaluate(request(spec::Op::kMul, t), {a, b}), wrapped(std::nearbyint(product)));
    ASSERT_EQ(evaluate(with_modes(request(spec::Op::kMul, t), 1), {a, b}), wrapped(std::floor(product)));
    const std::int64_t sum = value(a) + value(b);
    const std::int64_t held = std::clamp<std::int64_t>(sum, -(1 << 23), (1 << 23) - 1);
    ASSERT_EQ(evaluate(with_modes(request(spec::Op::kAdd, t), 2), {a, b}), static_cast<std::uint64_t>(held) & t.mask());
    // The quotient of two such numbers is never so near a half that a double cannot tell.
    if (b == 0) continue;
    const double quotient = static_cast<double>(value(a)) * 4096.0 / static_cast<double>(value(b));
    ASSERT_EQ(evaluate(request(spec::Op::kDiv, t), {a, b}), wrapped(std::nearbyint(quotient)));
    ASSERT_EQ(evaluate(with_modes(request(spec::Op::kDiv, t), 1), {a, b}), wrapped(std::floor(quotient)));
  }
}

}  // namespace
}  // namespace rtlgen::ops
