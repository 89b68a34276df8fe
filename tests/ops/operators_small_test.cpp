// Every operator on every operand pair of small formats, against the MPFR oracle.
#include <deque>
#include <set>

#include "hw/builder.hpp"
#include "operator_check.hpp"
#include "ops/float_core.hpp"
#include "ops/registry.hpp"
#include "ops/root.hpp"
#include "support/errors.hpp"

namespace rtlgen::ops {
namespace {

TEST(SmallFormats, EveryFloatOperatorOnAllOperands) {
  for (const Function function : functions_of(Kind::kFloats)) {
    for (const auto& [e, f] : operator_of(function).small_floats) {
      for (const bool flush : {false, true}) exhaust(request(function, spec::Type::float_of(e, f), flush));
    }
  }
}

/// Every registered operator is tested under its name.
TEST(Registry, HasEveryOperationOnceAndNoLeaf) {
  std::set<std::string> names;
  for (const Operator& o : operators()) {
    EXPECT_EQ(&operator_of(o.function), &o) << o.name;
    EXPECT_EQ(o.has_module(), !o.name.empty());
    EXPECT_TRUE(o.has_module() || o.logic != nullptr) << spec::operation_of(o.function.op).symbol;
    if (!o.has_module()) continue;
    EXPECT_TRUE(names.insert(o.name).second) << o.name << " twice";
  }
  EXPECT_THROW(operator_of(spec::Op::kTap), InternalError);
  for (const char* name : {"add", "sqrt", "fma", "exp", "to", "square", "product_ge0"})
    EXPECT_TRUE(names.contains(name)) << name;
}

/// Ports have different names for any number of operands, and none is that of the result.
TEST(Registry, NamesThePortsOfAnyNumberOfOperands) {
  std::set<std::string> ports{"q", "clk"};
  for (std::size_t i = 0; i < 100; ++i) EXPECT_TRUE(ports.insert(operand_port(i)).second) << i;
  EXPECT_EQ(operand_port(2), "c");
}

/// Formats in which two subnormals can have a product that is not zero, and in which they cannot; with exponent
/// ranges below and above the width of the product.
TEST(SmallFormats, EveryComparisonOfAProductOnEveryPair) {
  for (const auto& [e, f] : {std::pair{2, 1}, {2, 2}, {2, 4}, {3, 1}, {3, 2}, {3, 4}, {4, 1}, {4, 3}, {5, 2}}) {
    for (const Function function : kProductComparisons) {
      for (const bool flush : {false, true}) exhaust(request(function, spec::Type::float_of(e, f), flush));
    }
  }
}

TEST(SmallFormats, ComparisonsOfAProductTakeConstants) {
  for (const bool flush : {false, true}) {
    for (const auto& [e, f] : {std::pair{2, 1}, {3, 2}, {4, 1}})
      exhaust_constants(request(kProductGt, spec::Type::float_of(e, f), flush));
    exhaust_constants(request(kProductLe, spec::Type::float_of(3, 1), flush));
  }
}

/// The root of every radicand of up to 12 bits whose first pair is not zero, and whether anything is left of it.
TEST(Root, IsThatOfEveryRadicandAndSaysWhetherItIsExact) {
  for (const bool ends_early : {false, true}) {
    for (int width = ends_early ? 6 : 2; width <= 12; width += 2) {
      hw::Builder b("root");
      const auto [root, inexact] = detail::root_of(b, b.input("a", width), ends_early);
      b.output("q", root);
      b.output("left", inexact);
      hw::Interpreter module(b.finish());
      for (std::uint64_t a = std::uint64_t{1} << (width - 2); a < std::uint64_t{1} << width; a += ends_early ? 16 : 1) {
        std::uint64_t expected = 0;
        while ((expected + 1) * (expected + 1) <= a) ++expected;
        module.set("a", a);
        EXPECT_EQ(module.get("q"), expected) << a;
        EXPECT_EQ(module.get("left"), expected * expected == a ? 0 : 1) << a << " of " << width << " bits";
      }
    }
  }
}

TEST(SmallFormats, EveryIntegerOperatorOnEveryPair) {
  for (const int width : {1, 2, 5, 6}) {
    for (const bool is_signed : {false, true}) {
      const spec::Type t = is_signed ? spec::Type::int_of(width) : spec::Type::uint_of(width);
      for (const Function function : functions_of(Kind::kWholes)) exhaust(request(function, t));
    }
  }
}

TEST(SmallFormats, EveryConversionOfEveryValue) {
  const std::vector<spec::Type> types = {
      spec::Type::float_of(3, 2), spec::Type::float_of(4, 3), spec::Type::float_of(5, 2), spec::Type::float_of(5, 10),
      spec::Type::float_of(2, 6), spec::Type::int_of(1),      spec::Type::int_of(6),      spec::Type::uint_of(5),
      spec::Type::uint_of(11),    spec::Type::int_of(12)};
  for (const spec::Type& from : types) {
    for (const spec::Type& to : types) {
      for (const bool flush : {false, true}) {
        if (flush && !from.is_float() && !to.is_float()) continue;
        exhaust({spec::Op::kCast, from, to, flush, {std::nullopt}});
      }
    }
  }
}

TEST(SmallFormats, ConstantOperandsSpecialise) {
  for (const Function function : std::initializer_list<Function>{spec::Op::kAdd, spec::Op::kSub, spec::Op::kMul,
                                                                 spec::Op::kDiv, spec::Op::kRem, spec::Op::kMin}) {
    for (const spec::Type& t : {spec::Type::float_of(3, 2), spec::Type::int_of(5), spec::Type::uint_of(5)}) {
      if (t.is_float() && function == spec::Op::kRem) continue;
      exhaust_constants(request(function, t));
    }
  }
}

TEST(SmallFormats, PowersOfTwoOfEveryFormatScale) {
  for (const auto& [e, f] : {std::pair{2, 1}, {4, 3}, {3, 4}, {5, 2}, {2, 6}}) {
    const spec::Type t = spec::Type::float_of(e, f);
    for (const bool flush : {false, true}) {
      for (std::uint64_t k = 0; k <= t.mask(); ++k) {
        if (!detail::power_of_two(t, k, flush)) continue;
        for (const Function function : std::initializer_list<Function>{spec::Op::kMul, spec::Op::kDiv}) {
          Request r = request(function, t, flush);
          r.constants[1] = k;
          hw::Interpreter module(build(r, test_device(), 0));
          int bad = 0;
          for (std::uint64_t v = 0; v <= t.mask() && bad < 3; ++v) {
            if (!agrees(module, r, {v, k})) ++bad;
          }
        }
      }
    }
  }
}

TEST(SmallFormats, EveryConstantOfEveryFormatMultipliesAndDivides) {
  for (const auto& [e, f] : {std::pair{2, 1}, {4, 3}, {3, 4}, {5, 2}, {2, 6}, {3, 1}, {4, 4}}) {
    const spec::Type t = spec::Type::float_of(e, f);
    for (const bool flush : {false, true}) {
      for (std::uint64_t k = 0; k <= t.mask(); ++k) {
        for (const Function function : std::initializer_list<Function>{spec::Op::kMul, spec::Op::kDiv}) {
          if (function == spec::Op::kDiv && flush) continue;  // as if it were no constant
          const std::size_t place = function == spec::Op::kDiv ? 1 : k % 2;
          Request r = request(function, t, flush);
          r.constants[place] = k;
          r.expands_products = k / 2 % 2 == 1;
          hw::Interpreter module(build(r, test_device(), 0));
          int bad = 0;
          for (std::uint64_t v = 0; v <= t.mask() && bad < 3; ++v) {
            std::vector<std::uint64_t> operands = {v, v};
            operands[place] = k;
            if (!agrees(module, r, operands)) ++bad;
          }
        }
      }
    }
  }
}

TEST(Names, TellWhichOperandIsConstant) {
  Request r = request(spec::Op::kFma, spec::Type::float_of(3, 2));
  std::set<std::string> names;
  for (const std::size_t place : {0U, 1U, 2U}) {
    r.constants.assign(3, std::nullopt);
    r.constants[place] = 12;
    names.insert(base_name(r));
  }
  EXPECT_EQ(names.size(), 3U);
}

TEST(SmallFormats, PipelinedModulesEqualTheCombinationalOneDelayed) {
  std::mt19937_64 random(7);
  const spec::Type t = spec::Type::float_of(4, 5);
  for (const Function function : std::initializer_list<Function>{spec::Op::kAdd, spec::Op::kMul, spec::Op::kDiv,
                                                                 spec::Op::kSqrt, spec::Op::kMin, kProductGt}) {
    for (const int latency : {1, 2, 3, 5, 7}) {
      const Request r = request(function, t);
      hw::Interpreter piped(build(r, test_device(), latency));
      std::vector<std::vector<std::uint64_t>> history;
      for (int cycle = 0; cycle < 300; ++cycle) {
        history.push_back({random() & t.mask(), random() & t.mask()});
        history.back().resize(static_cast<std::size_t>(operand_count(function)));
        piped.set("a", history.back()[0]);
        if (history.back().size() > 1) piped.set("b", history.back()[1]);
        piped.clock();
        if (cycle + 1 < latency) continue;
        const auto& then = history[static_cast<std::size_t>(cycle + 1 - latency)];
        ASSERT_EQ(piped.get("q"), evaluate(r, then)) << base_name(r) << " latency " << latency;
      }
    }
  }
}

TEST(LargeFormats, OperatorsAsKernelsHaveThemEqualTheCombinationalOneDelayed) {
  std::mt19937_64 random(8);
  for (const auto& [e, f] : {std::pair{8, 23}, {5, 20}}) {
    const spec::Type t = spec::Type::float_of(e, f);
    for (const Function function :
         std::initializer_list<Function>{spec::Op::kAdd, spec::Op::kSub, spec::Op::kMul, spec::Op::kDiv, kProductLe}) {
      for (const bool flush : {false, true}) {
        const Request r = request(function, t, flush);
        const int latency = latency_for(r, test_device(), 5000, hw::Cut::kFewLuts);
        EXPECT_GE(latency, latency_for(r, test_device(), 5000));
        hw::Interpreter piped(build(r, test_device(), latency, hw::Cut::kFewLuts));
        std::deque<std::uint64_t> expected;
        for (int cycle = 0; cycle < 300; ++cycle) {
          // Near each other in exponent, every other time.
          const std::uint64_t x = random() & t.mask();
          const std::uint64_t y = cycle % 2 == 0 ? random() & t.mask() : x ^ (random() & (t.mask() >> (e - 2)));
          piped.set("a", x);
          piped.set("b", y);
          piped.clock();
          expected.push_back(evaluate(r, {x, y}));
          if (cycle + 1 < latency) continue;
          ASSERT_EQ(piped.get("q"), expected.front()) << base_name(r) << " latency " << latency;
          expected.pop_front();
        }
      }
    }
  }
}

TEST(SmallFormats, AWrongOperatorIsCaught) {
  // An adder asked to subtract must disagree with the oracle of addition somewhere.
  const Request add = request(spec::Op::kAdd, spec::Type::float_of(3, 2));
  const Request sub = request(spec::Op::kSub, spec::Type::float_of(3, 2));
  hw::Interpreter module(build(sub, test_device(), 0));
  int wrong = 0;
  for (std::uint64_t a = 0; a < 64; ++a) {
    for (std::uint64_t b = 0; b < 64; ++b) {
      module.set("a", a);
      module.set("b", b);
      if (module.get("q") != evaluate(add, {a, b})) ++wrong;
    }
  }
  EXPECT_GT(wrong, 1000);
}

}  // namespace
}  // namespace rtlgen::ops
