// Builder's folding and simplification, and both ways of the interpreter, against the bit-serial
// reference on random modules.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "interpreter/interpreter.hpp"
#include "random_comb.hpp"

namespace rtlgen::hw {
namespace {

using test::CombOptions;
using test::Ports;

/// "" or the first output of `module` that differs from `expected`.
std::string difference(Interpreter& module, const Ports& inputs, const Ports& expected) {
  for (const auto& [port, value] : inputs) module.set(port, value);
  for (const auto& [port, value] : expected) {
    const std::uint64_t got = module.get(port);
    if (got != value) {
      return port + " is " + std::to_string(got) + " instead of " + std::to_string(value);
    }
  }
  return "";
}

void check_module(std::uint64_t seed, const CombOptions& options) {
  const Module raw = test::random_comb(seed, options);
  verify(raw);
  std::mt19937_64 random(seed);
  Interpreter plain(raw);
  Interpreter built(test::rebuilt(raw));
  for (int trial = 0; trial < 12; ++trial) {
    const Ports inputs = test::random_inputs(raw, random);
    const Ports expected = test::reference_outputs(raw, inputs);
    ASSERT_EQ(difference(plain, inputs, expected), "") << "interpreter, seed " << seed;
    ASSERT_EQ(difference(built, inputs, expected), "") << "builder, seed " << seed;
    Ports some = inputs;
    std::erase_if(some, [&](const auto&) { return random() % 2 == 0; });
    Interpreter specialised(test::rebuilt(raw, some));
    ASSERT_EQ(difference(specialised, inputs, expected), "") << "some constants, seed " << seed;
  }
}

TEST(Equivalence, ModulesOfAtMost64Bits) {
  for (std::uint64_t seed = 0; seed < 1500; ++seed) check_module(seed, {40, false});
}

TEST(Equivalence, SmallModulesManySeeds) {
  for (std::uint64_t seed = 10000; seed < 15000; ++seed) check_module(seed, {5, false});
}

TEST(Equivalence, ModulesOfManyLimbs) {
  for (std::uint64_t seed = 0; seed < 400; ++seed) check_module(seed, {30, true});
}

TEST(Equivalence, ConstantInputsFoldToConstantOutputs) {
  for (std::uint64_t seed = 0; seed < 400; ++seed) {
    const Module raw = test::random_comb(seed, {40, seed % 2 == 0});
    std::mt19937_64 random(seed);
    const Ports inputs = test::random_inputs(raw, random);
    const Module folded = test::rebuilt(raw, inputs);
    for (const Expr& e : folded.exprs) ASSERT_EQ(e.kind, ExprKind::kConst) << "seed " << seed;
    for (const auto& [port, value] : test::reference_outputs(raw, inputs)) {
      for (const Item& item : folded.items) {
        const auto& assign = std::get<Assign>(item);
        if (folded.signals[assign.target].name != port) continue;
        const Bits& bits = folded.exprs[assign.value].bits;
        ASSERT_EQ(bits.to_u64(), value) << port << ", seed " << seed;
      }
    }
  }
}

TEST(Equivalence, SimplifyingNeverAddsOperators) {
  std::size_t before = 0;
  std::size_t after = 0;
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    const Module raw = test::random_comb(seed, {40, false});
    before += raw.exprs.size();
    after += test::rebuilt(raw).exprs.size();
  }
  EXPECT_LT(after * 10, before * 7) << "random modules are full of what can be simplified";
}

// The comparison itself must notice one wrong output, whichever it is.
TEST(Equivalence, AnInvertedOutputIsFound) {
  for (std::uint64_t seed = 0; seed < 30; ++seed) {
    const Module raw = test::random_comb(seed, {10, seed % 2 == 0});
    for (std::size_t i = 0; i < raw.items.size(); ++i) {
      const auto& assign = std::get<Assign>(raw.items[i]);
      const Signal& target = raw.signals[assign.target];
      if (target.kind != SignalKind::kOutput) continue;
      Module mutant = raw;
      Expr inverted;
      inverted.kind = ExprKind::kNot;
      inverted.width = target.width;
      inverted.args = {assign.value};
      std::get<Assign>(mutant.items[i]).value = mutant.exprs.push_back(inverted);
      std::mt19937_64 random(seed);
      const Ports inputs = test::random_inputs(raw, random);
      Interpreter wrong(mutant);
      EXPECT_THAT(difference(wrong, inputs, test::reference_outputs(raw, inputs)),
                  ::testing::StartsWith(target.name + " is "));
    }
  }
}

}  // namespace
}  // namespace rtlgen::hw
