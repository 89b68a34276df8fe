// The pipeliner: same function, exactly the requested latency, stages as short as promised.
#include "hw/pipeline.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <deque>
#include <functional>

#include "hw/builder.hpp"
#include "hw/delay_model.hpp"
#include "hw/product.hpp"
#include "hw/timing.hpp"
#include "interpreter/interpreter.hpp"
#include "random_comb.hpp"
#include "support/errors.hpp"

namespace rtlgen::hw {
namespace {

using test::Ports;

/// A row with coarse figures: what `DelayModel::of` says of an expression is what a schedule counts.
DelayModel device() { return *DelayModel::find("generic"); }

/// The longest path that ends in a register or an output and starts in a register or an input.
int longest_stage_ps(const Module& m, const DelayModel& model) {
  std::map<SignalId, ExprId> wired;
  // Timing of the module as it is: logic cut off from the carry chain that absorbed it takes time again.
  const Timing timing = timing_of(m, model);
  int longest = 0;
  std::vector<ExprId> ends;
  for (const Item& item : m.items) {
    if (const auto* a = std::get_if<Assign>(&item)) {
      wired[a->target] = a->value;
      ends.push_back(a->value);
    }
    if (const auto* r = std::get_if<Register>(&item)) ends.push_back(r->d);
    if (const auto* d = std::get_if<DelayLine>(&item)) ends.push_back(d->d);
  }
  const std::function<int(ExprId)> arrival = [&](ExprId id) {
    const Expr& e = m.exprs[id];
    if (e.kind == ExprKind::kSignal) {
      const auto value = wired.find(e.signal);
      return value == wired.end() ? 0 : arrival(value->second);
    }
    int start = 0;
    for (const ExprId a : e.args) start = std::max(start, arrival(a));
    return start + timing.ps[id];
  };
  for (const ExprId end : ends) longest = std::max(longest, arrival(end));
  return longest;
}

/// Whether some shift, or multiplexer behind a multiplexer, of 16 bits or more is steered by logic of its
/// own stage.
bool shifts_by_what_it_computes(const Module& m) {
  std::map<SignalId, ExprId> wired;
  for (const Item& item : m.items) {
    if (const auto* a = std::get_if<Assign>(&item)) wired[a->target] = a->value;
  }
  const std::function<bool(ExprId, const std::function<bool(const Expr&)>&)> any_source = [&](ExprId id,
                                                                                              const auto& is) {
    const Expr& e = m.exprs[id];
    if (e.kind == ExprKind::kSignal) return wired.contains(e.signal) && any_source(wired.at(e.signal), is);
    if (!is_wiring(e.kind)) return is(e);
    return std::any_of(e.args.begin(), e.args.end(), [&](ExprId a) { return any_source(a, is); });
  };
  const auto logic = [](const Expr&) { return true; };
  const auto wide_mux = [](const Expr& e) { return e.kind == ExprKind::kMux && e.width >= 16; };
  return std::any_of(m.exprs.begin(), m.exprs.end(), [&](const Expr& e) {
    if (e.width < 16) return false;
    if (e.kind == ExprKind::kShr || e.kind == ExprKind::kShl) return any_source(e.args[1], logic);
    return e.kind == ExprKind::kMux && any_source(e.args[0], logic) &&
           (any_source(e.args[1], wide_mux) || any_source(e.args[2], wide_mux));
  });
}

int register_bits(const Module& m) {
  int bits = 0;
  for (const Item& item : m.items) {
    if (const auto* r = std::get_if<Register>(&item)) bits += m.signals[r->q].width;
    if (const auto* d = std::get_if<DelayLine>(&item)) bits += m.signals[d->q].width * d->cycles;
  }
  return bits;
}

/// New inputs at every edge; outputs must be those of `stages` edges before.
void check_latency(const Module& comb, const Module& piped, int stages, std::uint64_t seed) {
  std::mt19937_64 random(seed);
  Interpreter run(piped);
  std::deque<Ports> expected;
  for (int t = 0; t < 2 * stages + 12; ++t) {
    const Ports inputs = test::random_inputs(comb, random);
    expected.push_back(test::reference_outputs(comb, inputs));
    for (const auto& [port, value] : inputs) run.set(port, value);
    if (t >= stages) {
      for (const auto& [port, value] : expected.front()) {
        ASSERT_EQ(run.get(port), value) << port << " of seed " << seed << ", " << stages << " stages";
      }
      expected.pop_front();
    }
    run.clock();
  }
}

TEST(Pipeline, RandomModulesAreLateByExactlyTheStages) {
  for (std::uint64_t seed = 0; seed < 300; ++seed) {
    const Module comb = test::rebuilt(test::random_comb(seed, {30, seed % 4 == 3}));
    for (int stages = 0; stages <= 5; ++stages) {
      for (const Cut cut : {Cut::kFewStages, Cut::kFewLuts}) {
        check_latency(comb, pipeline(comb, device(), stages, "piped", cut), stages, seed);
      }
    }
  }
}

TEST(Pipeline, UnsimplifiedModulesWork) {
  for (std::uint64_t seed = 0; seed < 100; ++seed) {
    const Module comb = test::random_comb(seed, {20, false});
    for (const int stages : {1, 3}) {
      check_latency(comb, pipeline(comb, device(), stages, "piped"), stages, seed);
    }
  }
}

TEST(Pipeline, PortsAndNameAreKept) {
  for (std::uint64_t seed = 0; seed < 30; ++seed) {
    const Module comb = test::rebuilt(test::random_comb(seed));
    const auto ports = [](const Module& m) {
      std::vector<std::tuple<std::string, int, SignalKind>> all;
      for (const Signal& s : m.signals) {
        if (s.kind != SignalKind::kWire) all.emplace_back(s.name, s.width, s.kind);
      }
      return all;
    };
    for (const int stages : {0, 2}) {
      const Module piped = pipeline(comb, device(), stages, "renamed");
      EXPECT_EQ(piped.name, "renamed");
      EXPECT_EQ(ports(piped), ports(comb));
      EXPECT_FALSE(piped.uses_reset);
    }
  }
}

/// The most that the registers of DSP blocks can add to a path through all products.
int stages_of_products(const Module& comb, const DelayModel& model) {
  int stages = 0;
  for (const Expr& e : comb.exprs) {
    const bool product = e.kind == ExprKind::kMul || e.kind == ExprKind::kMulSigned;
    if (product) stages += product_tiles(comb, e, e.width, model).stages();
  }
  return stages;
}

TEST(Pipeline, EnoughStagesMeetThePeriod) {
  const DelayModel model = device();
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    const Module comb = test::rebuilt(test::random_comb(seed, {40, false}));
    // Operators slower than a stage are left to the synthesiser's retiming: no period below them.
    int slowest = 0;
    for (const Expr& e : comb.exprs) slowest = std::max(slowest, model.of(comb, e));
    const int needed_before = critical_path_ps(comb, model) / std::max(slowest, 1);
    for (const int budget : {slowest, slowest + 300, 2 * slowest + 500}) {
      const int with_registered_amounts = stages_needed(comb, model, budget + model.register_overhead, Cut::kFewLuts);
      const int stages = stages_needed(comb, model, budget + model.register_overhead);
      EXPECT_LE(stages, with_registered_amounts);
      if (stages > 0) {
        const Module few_luts = pipeline(comb, model, with_registered_amounts, "piped", Cut::kFewLuts);
        EXPECT_LE(longest_stage_ps(few_luts, model), std::max(budget, model.lut)) << "seed " << seed;
      }
      if (stages == 0) {
        EXPECT_EQ(critical_path_ps(comb, model), 0);
        continue;
      }
      const Module piped = pipeline(comb, model, stages, "piped");
      EXPECT_LE(longest_stage_ps(piped, model), std::max(budget, model.lut)) << "seed " << seed;
      EXPECT_LE(stages, 2 * needed_before + 2 + stages_of_products(comb, model)) << "seed " << seed;
    }
  }
}

Module adder_chain(int adders, int width) {
  Builder b("chain");
  Value sum = b.input("x0", width);
  for (int i = 1; i <= adders; ++i) {
    sum = b.name("sum" + std::to_string(i), sum + b.input("x" + std::to_string(i), width));
  }
  b.output("y", sum);
  return b.finish();
}

TEST(Pipeline, StagesNeededCountsWhatFitsAPeriod) {
  const DelayModel model = device();
  const Module chain = adder_chain(6, 16);
  const int adder = model.carry_base + 16 * model.carry_per_bit;
  EXPECT_EQ(critical_path_ps(chain, model), 6 * adder);
  const auto needed = [&](int logic) { return stages_needed(chain, model, logic + model.register_overhead); };
  EXPECT_EQ(needed(6 * adder), 1);
  EXPECT_EQ(needed(6 * adder - 1), 2);
  EXPECT_EQ(needed(3 * adder), 2);
  EXPECT_EQ(needed(2 * adder), 3);
  EXPECT_EQ(needed(adder), 6);
  EXPECT_EQ(longest_stage_ps(pipeline(chain, model, 3, "p"), model), 2 * adder);
  EXPECT_EQ(longest_stage_ps(pipeline(chain, model, 4, "p"), model), 2 * adder);
  EXPECT_EQ(longest_stage_ps(pipeline(chain, model, 6, "p"), model), adder);
  EXPECT_EQ(longest_stage_ps(pipeline(chain, model, 9, "p"), model), adder);
}

TEST(Pipeline, AStageTakesWhatThePeriodLeaves) {
  const DelayModel model = device();
  const Module chain = adder_chain(6, 16);
  const int adder = model.carry_base + 16 * model.carry_per_bit;
  const auto longest = [&](int stages, int logic) {
    const Module piped = pipeline(chain, model, stages, "p", Cut::kFewStages, logic + model.register_overhead);
    check_latency(chain, piped, stages, 5);
    return longest_stage_ps(piped, model);
  };
  EXPECT_EQ(longest(6, 2 * adder), 2 * adder);
  EXPECT_EQ(longest(6, adder), adder);
  EXPECT_EQ(longest(3, adder), 2 * adder) << "too few for the period: as fast as they can be";
}

TEST(Pipeline, WiringNeedsNoStage) {
  Builder b("wiring");
  const Value x = b.input("x", 8);
  b.output("y", cat({~x.slice(3, 0), x, b.constant(2, 1)}));
  const Module m = b.finish();
  EXPECT_EQ(critical_path_ps(m, device()), 0);
  EXPECT_EQ(stages_needed(m, device(), 1000), 0);
  EXPECT_EQ(register_bits(pipeline(m, device(), 3, "p")), 3 * 8) << "constants are not stored";
}

TEST(Pipeline, RegistersSitOnTheNarrowForm) {
  Builder b("narrow");
  const Value x = b.input("x", 8);
  b.output("y", b.name("wide", cat({zext(x, 30), ~x})));
  EXPECT_EQ(register_bits(pipeline(b.finish(), device(), 2, "p")), 2 * 8);
}

TEST(Pipeline, WideResultsOfNarrowOperandsAreComputedLate) {
  Builder b("late");
  const Value x = b.input("x", 4);
  const Value y = b.input("y", 4);
  const Value shifted = b.name("shifted", shl(zext(x, 32), y));
  Value sum = b.input("s0", 16);
  for (int i = 1; i < 5; ++i) sum = sum + b.input("s" + std::to_string(i), 16);
  b.output("o", shifted ^ zext(sum, 32));
  const Module comb = b.finish();
  const Module piped = pipeline(comb, device(), 3, "p");
  std::vector<std::string> names;
  for (const Signal& s : piped.signals) names.push_back(s.name);
  EXPECT_THAT(names, ::testing::IsSupersetOf({"x_s1", "y_s1", "shifted_s2"}));
  EXPECT_THAT(names, ::testing::Not(::testing::Contains("shifted_s1"))) << "8 bits will do";
  check_latency(comb, piped, 3, 1);
}

TEST(Pipeline, NamesSayTheValueAndTheStage) {
  const Module piped = pipeline(adder_chain(3, 16), device(), 3, "p");
  std::vector<std::string> names;
  for (const Signal& s : piped.signals) names.push_back(s.name);
  EXPECT_THAT(names, ::testing::IsSupersetOf(
                         {"sum1", "sum2", "sum3", "sum1_s1", "sum2_s2", "sum3_s3", "x2_s1", "x3_s1", "x3_s2"}));
  EXPECT_THAT(names, ::testing::Not(::testing::Contains("x0_s1")));
}

/// Operands that wait, and nothing else.
TEST(Pipeline, TheFirstStageOfOperandsCanBeKept) {
  Module piped = pipeline(adder_chain(3, 16), device(), 3, "p");
  keep_first_stage(piped);
  std::vector<std::string> kept;
  for (const Item& item : piped.items) {
    const auto* r = std::get_if<Register>(&item);
    if (r != nullptr && r->is_kept) kept.push_back(piped.signals[r->q].name);
  }
  EXPECT_THAT(kept, ::testing::UnorderedElementsAre("x2_s1", "x3_s1"));
  verify_pipeline(piped, 3);
}

TEST(Pipeline, TheSameInputGivesTheSameModule) {
  const Module comb = test::rebuilt(test::random_comb(7));
  const auto shape = [&] {
    const Module m = pipeline(comb, device(), 3, "p");
    std::vector<std::pair<std::string, int>> signals;
    for (const Signal& s : m.signals) signals.emplace_back(s.name, s.width);
    return std::make_pair(signals, m.exprs.size());
  };
  EXPECT_EQ(shape(), shape());
}

/// An amount that is a sum, shifted by as a whole or bit by bit.
Module shifter(bool in_steps, int width) {
  Builder b("shifter");
  const Value amount = b.name("amount", b.input("a0", 4) + b.input("a1", 4));
  const Value x = b.input("x", width);
  Value y = in_steps ? x : shr(x, amount);
  for (int k = 4; in_steps && k-- > 0;) y = mux(amount.bit(k), zext(y.slice(width - 1, 1 << k), width), y);
  b.output("y", y);
  return b.finish();
}

TEST(Pipeline, AmountsOfWideShiftsComeFromRegisters) {
  const DelayModel model = device();
  for (const bool in_steps : {false, true}) {
    const Module wide = shifter(in_steps, 26);
    const Module narrow = shifter(in_steps, 12);
    const int period = critical_path_ps(wide, model) + model.register_overhead;
    EXPECT_EQ(stages_needed(wide, model, period), 1);
    EXPECT_EQ(stages_needed(wide, model, period, Cut::kFewLuts), 2);
    EXPECT_EQ(stages_needed(narrow, model, period, Cut::kFewLuts), 1) << "not worth a rank";
    EXPECT_TRUE(shifts_by_what_it_computes(pipeline(wide, model, 1, "p")));
    EXPECT_TRUE(shifts_by_what_it_computes(pipeline(wide, model, 1, "p", Cut::kFewLuts))) << "too few ranks for that";
    for (const int stages : {2, 3, 5}) {
      const Module piped = pipeline(wide, model, stages, "p", Cut::kFewLuts);
      EXPECT_FALSE(shifts_by_what_it_computes(piped)) << stages;
      check_latency(wide, piped, stages, 3);
    }
  }
}

TEST(Pipeline, CountingLeadingZerosIsNoShift) {
  Builder b("count");
  Value rest = b.input("x", 64);
  std::vector<Value> zeros;
  while (rest.width > 1) {
    const Value top = rest.slice(rest.width - 1, rest.width / 2);
    zeros.push_back(~reduce_or(top));
    rest = mux(zeros.back(), rest.slice(rest.width / 2 - 1, 0), top);
  }
  b.output("y", cat(zeros));
  const Module count = b.finish();
  const int period = critical_path_ps(count, device()) + device().register_overhead;
  EXPECT_EQ(stages_needed(count, device(), period, Cut::kFewLuts), 1);
}

TEST(Pipeline, StateIsRefused) {
  Builder b("state");
  b.output("o", b.reg("q", b.input("x", 8)));
  const Module m = b.finish();
  EXPECT_THROW(pipeline(m, device(), 2, "p"), InternalError);
}

TEST(VerifyPipeline, FindsAMissingOrExtraRegister) {
  const Module good = pipeline(adder_chain(3, 16), device(), 3, "p");
  EXPECT_NO_THROW(verify_pipeline(good, 3));
  EXPECT_THROW(verify_pipeline(good, 2), InternalError);
  EXPECT_THROW(verify_pipeline(good, 4), InternalError);
  int registers = 0;
  for (std::size_t i = 0; i < good.items.size(); ++i) {
    const auto* r = std::get_if<Register>(&good.items[i]);
    if (r == nullptr) continue;
    ++registers;
    Module missing = good;
    missing.items[i] = Assign{r->q, r->d};
    EXPECT_THROW(verify_pipeline(missing, 3), InternalError) << good.signals[r->q].name;
    Module extra = good;
    extra.items[i] = DelayLine{r->q, r->d, 2};
    EXPECT_THROW(verify_pipeline(extra, 3), InternalError) << good.signals[r->q].name;
  }
  EXPECT_EQ(registers, 6) << "three sums, x2 once, x3 twice";
}

}  // namespace
}  // namespace rtlgen::hw
