// Every fixed-point operator on every operand pair of formats of up to 6 bits, in every mode, and every
// conversion of every value among small formats of all kinds, against the rational oracle.
#include <set>

#include "operator_check.hpp"

namespace rtlgen::ops {
namespace {

using spec::Overflow;
using spec::Rounding;
using spec::Type;

const std::vector<std::pair<Rounding, Overflow>> kModes = {{Rounding::kNearestEven, Overflow::kWrap},
                                                           {Rounding::kNearestEven, Overflow::kSaturate},
                                                           {Rounding::kTruncate, Overflow::kWrap},
                                                           {Rounding::kTruncate, Overflow::kSaturate}};

/// The requests that differ among the four modes of `r`.
std::vector<Request> in_every_mode(Request r) {
  std::vector<Request> out;
  std::set<std::string> names;
  for (const auto& [rounding, overflow] : kModes) {
    r.rounding = rounding;
    r.overflow = overflow;
    if (names.insert(base_name(r)).second) out.push_back(r);
  }
  return out;
}

TEST(FixedPoint, EveryOperatorOnEveryPair) {
  for (int width = 1; width <= 6; ++width) {
    for (int fraction = 0; fraction <= width; ++fraction) {
      for (const Type& t : {Type::fixed_of(width, fraction), Type::ufixed_of(width, fraction)}) {
        for (const Function f : functions_of(Kind::kFixed)) {
          for (const Request& r : in_every_mode(request(f, t))) exhaust(r);
        }
      }
    }
  }
}

TEST(FixedPoint, EveryConversionOfEveryValue) {
  const std::vector<Type> fixed = {Type::fixed_of(1, 0),  Type::fixed_of(1, 1),   Type::fixed_of(6, 0),
                                   Type::fixed_of(7, 3),  Type::fixed_of(6, 6),   Type::ufixed_of(1, 1),
                                   Type::ufixed_of(5, 2), Type::ufixed_of(8, 8),  Type::fixed_of(11, 7),
                                   Type::ufixed_of(3, 0), Type::fixed_of(24, 12), Type::fixed_of(64, 64)};
  const std::vector<Type> others = {Type::float_of(3, 2), Type::float_of(2, 1), Type::float_of(5, 2),
                                    Type::float_of(4, 5), Type::int_of(1),      Type::int_of(6),
                                    Type::uint_of(5),     Type::uint_of(1)};
  const auto convert = [](const Type& from, const Type& to) {
    if (from.width > 11) return;
    for (const bool flush : {false, true}) {
      if (flush && !from.is_float() && !to.is_float()) continue;
      for (const Request& r : in_every_mode({spec::Op::kCast, from, to, flush, {std::nullopt}})) exhaust(r);
    }
  };
  for (const Type& f : fixed) {
    for (const Type& g : fixed) convert(f, g);
    for (const Type& o : others) {
      convert(f, o);
      convert(o, f);
    }
  }
}

/// Constants specialise products and quotients; also those by zero and by the most negative number.
TEST(FixedPoint, ConstantOperands) {
  for (const Type& t : {Type::fixed_of(5, 3), Type::ufixed_of(5, 2), Type::fixed_of(4, 4), Type::ufixed_of(4, 0)}) {
    for (const Function f : {spec::Op::kAdd, spec::Op::kSub, spec::Op::kMul, spec::Op::kDiv, spec::Op::kMin}) {
      for (const Request& general : in_every_mode(request(f, t))) exhaust_constants(general);
    }
  }
}

/// A name leaves a mode out only where it changes nothing.
TEST(FixedPoint, NamesSayWhichModesMatter) {
  const Type t = Type::fixed_of(16, 8);
  const auto name = [](Request r, Rounding rounding, Overflow overflow) {
    r.rounding = rounding;
    r.overflow = overflow;
    return base_name(r);
  };
  EXPECT_EQ(name(request(spec::Op::kMul, t), Rounding::kTruncate, Overflow::kSaturate), "fixed16_8_mul_trunc_sat");
  EXPECT_EQ(name(request(spec::Op::kAdd, t), Rounding::kTruncate, Overflow::kWrap), "fixed16_8_add");
  EXPECT_EQ(name(request(spec::Op::kMax, t), Rounding::kTruncate, Overflow::kSaturate), "fixed16_8_max");
  const Request widening{spec::Op::kCast, t, Type::fixed_of(20, 9), false, {std::nullopt}};
  EXPECT_EQ(name(widening, Rounding::kTruncate, Overflow::kSaturate), "fixed16_8_to_fixed20_9");
  // Rounding up the largest value carries into a whole bit that the narrower format does not have.
  const Request carrying{spec::Op::kCast, t, Type::fixed_of(12, 4), false, {std::nullopt}};
  EXPECT_EQ(name(carrying, Rounding::kNearestEven, Overflow::kSaturate), "fixed16_8_to_fixed12_4_sat");
  EXPECT_EQ(name(carrying, Rounding::kTruncate, Overflow::kSaturate), "fixed16_8_to_fixed12_4_trunc");
}

/// An operator of one mode disagrees with the oracle of another somewhere: the comparison can fail.
TEST(FixedPoint, AnotherModeIsCaught) {
  const Type t = Type::fixed_of(5, 2);
  for (const auto& built : kModes) {
    for (const auto& requested : kModes) {
      for (const Function f : {spec::Op::kMul, spec::Op::kDiv}) {
        Request r = request(f, t);
        r.rounding = built.first;
        r.overflow = built.second;
        hw::Interpreter module(build(r, test_device(), 0));
        r.rounding = requested.first;
        r.overflow = requested.second;
        int wrong = 0;
        for (std::uint64_t i = 0; i < 1024; ++i) {
          module.set("a", i % 32);
          module.set("b", i / 32);
          if (module.get("q") != evaluate(r, {i % 32, i / 32})) ++wrong;
        }
        EXPECT_EQ(wrong == 0, built == requested) << base_name(r);
      }
    }
  }
}

}  // namespace
}  // namespace rtlgen::ops
