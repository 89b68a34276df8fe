// Pipelines that compute at once: what is one, and that the function is what the registers make of it.
#include "hw/at_once.hpp"

#include <gtest/gtest.h>

#include <deque>
#include <random>

#include "hw/builder.hpp"
#include "hw/delay_model.hpp"
#include "hw/ir.hpp"
#include "hw/pipeline.hpp"
#include "interpreter/interpreter.hpp"
#include "random_comb.hpp"

namespace rtlgen::hw {
namespace {

std::map<std::string, AtOnce> found_in(Module module) { return pipelines_at_once({module.name, {module}, {}}); }

/// Whether, from cycle `depth` on, `piped` gives what `now` makes of the inputs `depth` cycles ago.
bool agree(const Module& piped, const Module& now, std::size_t depth, std::uint64_t seed) {
  std::mt19937_64 random(seed);
  Interpreter all(piped), function(now);
  std::deque<test::Ports> last;
  for (std::size_t cycle = 0; cycle < depth + 20; ++cycle) {
    last.push_back(test::random_inputs(piped, random));
    for (const auto& [name, value] : last.back()) all.set(name, value);
    if (last.size() > depth) {
      for (const auto& [name, value] : last.front()) function.set(name, value);
      last.pop_front();
      for (const Signal& s : piped.signals) {
        if (s.kind == SignalKind::kOutput && all.get(s.name) != function.get(s.name)) return false;
      }
    }
    all.clock();
  }
  return true;
}

TEST(AtOnce, RandomPipelinesAreTheirFunctions) {
  int replaced = 0, noticed = 0;
  for (std::uint64_t seed = 0; seed < 1000; ++seed) {
    const int stages = 1 + static_cast<int>(seed % 5);
    const Module piped = pipeline(test::random_comb(seed), *DelayModel::find("generic"), stages, "piped");
    const auto found = found_in(piped);
    if (found.empty()) continue;  // no output needs an input
    const AtOnce& forms = found.at("piped");
    const Module& now = forms.modules.front();
    EXPECT_EQ(now.name, "piped_now");
    EXPECT_FALSE(now.uses_clock);
    EXPECT_TRUE(agree(piped, now, static_cast<std::size_t>(stages), seed)) << "seed " << seed;
    noticed += agree(piped, now, static_cast<std::size_t>(stages) - 1, seed) ? 0 : 1;
    replaced += forms.replaces ? 1 : 0;
    if (forms.replaces) verify(Design{"piped", forms.modules, {}});
  }
  EXPECT_GT(replaced, 20);
  EXPECT_GT(noticed, 100) << "a cycle too early would be noticed";
}

/// A module with a register behind a register, of which `change` makes something else.
template <class F>
Module two_stages(F change) {
  Builder b("m");
  const Value x = b.input("x", 8), y = b.input("y", 8);
  b.output("q", change(b, b.reg("q1", b.reg("q0", x)), y));
  return b.finish();
}

TEST(AtOnce, OnlyEqualStagesThatAlwaysMoveAreAPipeline) {
  EXPECT_TRUE(found_in(two_stages([](Builder& b, Value x, Value y) {
                return b.reg("s", x) ^ b.delay("d", y, 3);
              })).contains("m"));
  const auto is_none = [](auto change) { return found_in(two_stages(change)).empty(); };
  EXPECT_TRUE(is_none([](Builder& b, Value x, Value y) { return x ^ b.delay("d", y, 3); })) << "another depth";
  EXPECT_TRUE(is_none([](Builder& b, Value x, Value y) { return x ^ b.reg("e", b.reg("d", y), x.slice(0, 0)); }))
      << "an enable";
  EXPECT_TRUE(is_none([](Builder& b, Value x, Value y) { return x ^ b.reg("e", b.reg("d", y), Value{}, Bits(8, 1)); }))
      << "a reset";
  EXPECT_TRUE(is_none([](Builder& b, Value x, Value y) {
    return x ^ b.reg("k", b.constant(8, 7)) ^ b.delay("d", y, 2);
  })) << "a register that has its value from the second cycle on only";
}

/// Modules with instances: what is no pipeline makes none of those around it.
TEST(AtOnce, InstancesCountAsDeepAsTheyAre) {
  const Module inner = two_stages([](Builder& b, Value x, Value y) { return x ^ b.delay("d", y, 2); });
  const auto outer_with = [&](int cycles) {
    Module outer;
    outer.name = "outer";
    const auto signal = [&](const char* name, SignalKind kind) { return outer.signals.push_back({name, 8, kind, ""}); };
    const auto value = [&](SignalId id) {
      Expr e;
      e.kind = ExprKind::kSignal;
      e.width = 8;
      e.signal = id;
      return outer.exprs.push_back(e);
    };
    const SignalId a = signal("a", SignalKind::kInput), q = signal("q", SignalKind::kOutput);
    const SignalId r = signal("r", SignalKind::kWire), late = signal("late", SignalKind::kWire);
    const SignalId all = signal("all", SignalKind::kWire);
    outer.items.push_back(Instance{"m", "u_m", {}, {{"x", value(a)}, {"y", value(a)}}, {{"q", r}}});
    outer.items.push_back(DelayLine{late, value(a), cycles});
    Expr sum;
    sum.kind = ExprKind::kXor;
    sum.width = 8;
    sum.args = {value(r), value(late)};
    outer.items.push_back(Assign{all, outer.exprs.push_back(sum)});
    outer.items.push_back(Assign{q, value(all)});
    return pipelines_at_once({"outer", {inner, outer}, {}});
  };
  EXPECT_TRUE(outer_with(2).contains("outer"));
  EXPECT_FALSE(outer_with(1).contains("outer"));
  EXPECT_TRUE(outer_with(1).contains("m"));
}

}  // namespace
}  // namespace rtlgen::hw
