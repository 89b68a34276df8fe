// Monitors against their definition written a cell at a time; passes, `until` and `next` by example.
#include "golden/monitored.hpp"

#include <gtest/gtest.h>

#include "frontend/frontend.hpp"
#include "ops/operator.hpp"
#include "ops/request.hpp"
#include "random_stencil.hpp"
#include "support/diagnostics.hpp"
#include "support/int128.hpp"

namespace rtlgen::test {
namespace {

using golden::Grid;
using spec::Reduction;
using spec::Type;

/// A rule to get wrong, to prove that the check finds it.
enum class Wrong : std::uint8_t { kNothing, kForgetsTheLastCell, kMinimumTakesNan, kChangeOfTheSign, kSquareOfTheCast };

std::uint64_t naive(const spec::Stencil& s, const spec::Monitor& m, const Grid& now, const Grid& old, Wrong wrong) {
  const Type& t = now.type;
  const bool flush = s.subnormals == spec::Subnormals::kFlush;
  const auto op = [&](ops::Function f, const Type& operand, const Type& result, const std::vector<std::uint64_t>& v) {
    return ops::evaluate(
        {f, operand, result, flush && (operand.is_float() || result.is_float()), {}, s.rounding, s.overflow}, v);
  };
  const auto signed_value = [&](std::uint64_t v) {
    return t.is_signed() && (v >> (t.width - 1) & 1) != 0 ? static_cast<Int128>(v) - (static_cast<Int128>(1) << t.width)
                                                          : static_cast<Int128>(v);
  };
  std::uint64_t result = 0;
  const std::int64_t cells = now.cells() - (wrong == Wrong::kForgetsTheLastCell && now.cells() > 1 ? 1 : 0);
  for (std::int64_t i = 0; i < cells; ++i) {
    std::uint64_t v = now.get(i);
    if (m.reduction == Reduction::kSum || m.reduction == Reduction::kSumSquares) {
      const bool square = m.reduction == Reduction::kSumSquares;
      if (square && wrong != Wrong::kSquareOfTheCast) v = op(spec::Op::kMul, t, t, {v, v});
      if (t != m.type) v = op(spec::Op::kCast, t, m.type, {v});
      if (square && wrong == Wrong::kSquareOfTheCast) v = op(spec::Op::kMul, m.type, m.type, {v, v});
      result = (result + v) & m.type.mask();
      continue;
    }
    if (m.reduction == Reduction::kMaxChange && t.is_float()) {
      v = op(spec::Op::kSub, t, t, {v, old.get(i)});
      if (wrong != Wrong::kChangeOfTheSign) v = op(spec::Op::kAbs, t, t, {v});
    } else if (m.reduction == Reduction::kMaxChange) {
      const Int128 difference = signed_value(v) - signed_value(old.get(i));
      const auto largest = static_cast<Int128>(t.is_signed() ? t.mask() >> 1 : t.mask());
      v = static_cast<std::uint64_t>(std::min(difference < 0 ? -difference : difference, largest));
    }
    const auto f = m.reduction == Reduction::kMin ? spec::Op::kMin : spec::Op::kMax;
    const bool nan = t.is_float() && op(spec::Op::kNe, t, Type::boolean(), {v, v}) != 0;
    if (wrong == Wrong::kMinimumTakesNan && nan && f == spec::Op::kMin) return v;
    // A single cell too goes through the operation, with itself.
    result = op(f, t, t, {i == 0 ? v : result, v});
  }
  return result;
}

spec::Stencil program(const Type& type, const spec::Extents& extents, Reduction reduction, const Type& result,
                      Random& random) {
  spec::Stencil s;
  s.name = "m";
  s.axes = 2;
  s.grid = extents;
  if (random.chance(30)) s.subnormals = spec::Subnormals::kFlush;
  if (random.chance(50)) s.rounding = spec::Rounding::kTruncate;
  if (random.chance(50)) s.overflow = spec::Overflow::kSaturate;
  spec::Array array;
  array.name = "a";
  array.type = type;
  s.arrays.push_back(array);
  s.monitors.push_back({"m", reduction, spec::ArrayId(0), result, {}});
  return s;
}

/// The number of programs in which the engine and the naive monitor differ.
int differences(Wrong wrong) {
  Random random(5);
  int count = 0;
  for (const Type& type : all_types()) {
    for (int i = 0; i < 30; ++i) {
      const spec::Extents extents{random.chance(20)   ? 1
                                  : random.chance(10) ? 600
                                                      : random.between(1, 40),
                                  random.between(1, 3), 1};
      const auto reduction = static_cast<Reduction>(random.below(5));
      const bool sum = reduction == Reduction::kSum || reduction == Reduction::kSumSquares;
      const Type wide = type.is_integer() && random.chance(50) ? Type::int_of(random.between(3, 64))
                                                               : Type{spec::TypeKind::kFixed, 64, 0, 32};
      const spec::Stencil s = program(type, extents, reduction, sum ? wide : type, random);
      const Grid now = hard_grid(type, extents, random);
      const Grid old = hard_grid(type, extents, random);
      const std::uint64_t got = golden::evaluate_monitor(s, s.monitors[spec::MonitorId(0)], now, &old);
      const std::uint64_t want = naive(s, s.monitors[spec::MonitorId(0)], now, old, wrong);
      if (got == want) continue;
      ++count;
      if (wrong == Wrong::kNothing) {
        ADD_FAILURE() << type.name() << " reduction " << static_cast<int>(reduction) << std::hex << ": got " << got
                      << ", expected " << want;
      }
    }
  }
  return count;
}

TEST(Monitored, EveryReductionOfEveryType) { EXPECT_EQ(differences(Wrong::kNothing), 0); }

TEST(Monitored, ABrokenRuleIsFound) {
  for (const Wrong wrong :
       {Wrong::kForgetsTheLastCell, Wrong::kMinimumTakesNan, Wrong::kChangeOfTheSign, Wrong::kSquareOfTheCast}) {
    EXPECT_GT(differences(wrong), 0) << static_cast<int>(wrong);
  }
}

golden::MonitoredRun run(const std::string& text, std::int64_t iterations, std::map<int, Grid> inputs = {}) {
  Diagnostics diagnostics;
  const auto s = frontend::load_text(text, "monitored.yaml", {}, diagnostics);
  if (!s) throw std::runtime_error(diagnostics.render());
  if (inputs.empty()) inputs.emplace(0, Grid(s->arrays[spec::ArrayId(0)].type, s->grid));
  std::vector<std::uint64_t> params;
  for (const spec::Param& p : s->params) params.push_back(p.value);
  return golden::run_monitored(*s, s->grid, inputs, iterations, params);
}

const char* const kCount =
    "name: count\ngrid: [4]\ntype: int32\nfields: {a: {}}\nupdate:\n  - a: a + x + 1\n"
    "monitor:\n  total: {of: a, reduce: sum}\n  change: {of: a, reduce: max_change}\n  low: {of: a, reduce: min}\n"
    "hardware: {steps: 3}\n";

TEST(Monitored, PassesAreThoseOfTheHardwareTheRemainderFirst) {
  const auto r = run(kCount, 8);
  ASSERT_EQ(r.passes.size(), 3U);
  const std::int64_t steps[] = {2, 5, 8};
  for (std::size_t i = 0; i < 3; ++i) {
    EXPECT_EQ(r.passes[i].steps, steps[i]);
    const auto n = static_cast<std::uint64_t>(steps[i]);
    // Cell x holds n (x + 1); the last step of a pass changes it by x + 1.
    EXPECT_EQ(r.passes[i].monitors, (std::vector<std::uint64_t>{10 * n, 4, n}));
  }
  EXPECT_FALSE(r.stopped);
  EXPECT_EQ(r.iterations, 8);
}

TEST(Monitored, UntilEndsTheRunAfterItsPass) {
  const auto r = run(std::string(kCount) + "until: low >= 4\n", 100);
  EXPECT_TRUE(r.stopped);
  EXPECT_EQ(r.iterations, 4);  // a first pass of 1 step, then one of 3
  EXPECT_EQ(r.results.at(0).get(3), 16U);
}

TEST(Monitored, NextFeedsTheFollowingPass) {
  const auto r =
      run("name: feed\ngrid: [4]\ntype: int32\nfields: {a: {}}\n"
          "params:\n  k: {runtime: true, value: 1, next: int32(total) + nx*k}\n"
          "update:\n  - a: a + k\nmonitor: {total: {of: a, reduce: sum}}\nhardware: {steps: 1}\n",
          3);
  // k = 1: a = 1, total 4; k = 4 + 4 = 8: a = 9, total 36; k = 36 + 32 = 68: a = 77.
  EXPECT_EQ(r.passes[1].params[0], 8U);
  EXPECT_EQ(r.passes[2].params[0], 68U);
  EXPECT_EQ(r.results.at(0).get(0), 77U);
}

TEST(ByStep, TheLastValueHoldsAndExpressionsFollowTheStep) {
  const std::string text =
      "name: l\ngrid: [1]\ntype: int32\nfields: {a: {}}\n"
      "params:\n  k: {values: [1, 10, 100]}\n  e: {value: 1000*step*k}\nupdate:\n  - a: a + k + e\n"
      "monitor: {m: {of: a, reduce: max}}\n";
  const std::uint64_t expected[] = {1, 10011, 210111, 510211};
  for (std::int64_t n = 1; n <= 4; ++n) EXPECT_EQ(run(text, n).results.at(0).get(0), expected[n - 1]) << n;
}

}  // namespace
}  // namespace rtlgen::test
