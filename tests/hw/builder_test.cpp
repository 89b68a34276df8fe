// Builder: names, ports, state, and what finish() drops.
#include "hw/builder.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/errors.hpp"

namespace rtlgen::hw {
namespace {

using ::testing::ElementsAre;

std::vector<std::string> signal_names(const Module& m) {
  std::vector<std::string> names;
  for (const Signal& s : m.signals) names.push_back(s.name);
  return names;
}

template <class T>
std::vector<T> items_of(const Module& m) {
  std::vector<T> found;
  for (const Item& item : m.items) {
    if (const auto* one = std::get_if<T>(&item)) found.push_back(*one);
  }
  return found;
}

TEST(Builder, NamesBecomeUniqueAndLegal) {
  Builder b("m");
  const Value x = b.input("x", 8);
  const Value y = b.input("y", 8);
  const Value sum = b.name("Sum", x + y);
  const Value difference = b.name("sum", x - y);
  const Value both = b.name("begin", x & y);
  const Value clock = b.name("clk", x | y);
  b.output("o", cat({sum, difference, both, clock}));
  const Module m = b.finish();
  EXPECT_THAT(signal_names(m), ElementsAre("x", "y", "Sum", "sum_2", "begin_v", ::testing::Not("clk"), "o"));
}

TEST(Builder, PortNamesAreExactOrAnError) {
  Builder b("m");
  const Value x = b.input("x", 8);
  EXPECT_THROW(b.input("X", 8), InternalError);
  EXPECT_THROW(b.output("x", x), InternalError);
  EXPECT_THROW(b.input("rst", 1), InternalError);
}

TEST(Builder, NamingTwiceOrNamingAPortMakesNoWire) {
  Builder b("m");
  const Value x = b.input("x", 8);
  EXPECT_EQ(b.name("port", x).id, x.id);
  EXPECT_NE(b.name("three", b.constant(8, 3)).constant(), nullptr);
  const Value first = b.name("first", ~x);
  EXPECT_EQ(b.name("second", ~x).id, first.id);
  EXPECT_EQ(b.name("third", first).id, first.id);
  b.output("o", first);
  EXPECT_THAT(signal_names(b.finish()), ElementsAre("x", "first", "o"));
}

TEST(Builder, WhatNothingReadsIsDropped) {
  Builder b("m");
  const Value x = b.input("x", 8);
  b.input("unread", 4);
  b.section("nothing lives here");
  b.name("dead", x + b.constant(8, 1));
  b.reg("dead_register", x, {}, Bits(8, 0));
  b.memory("dead_memory", 4, MemoryStyle::kAuto, x.slice(1, 0), x, {});
  b.section("result");
  b.output("o", ~x);
  const Module m = b.finish();
  EXPECT_THAT(signal_names(m), ElementsAre("x", "unread", "o"));
  EXPECT_EQ(m.exprs.size(), 2U);
  ASSERT_EQ(items_of<Section>(m).size(), 1U);
  EXPECT_EQ(items_of<Section>(m)[0].text, "result");
  EXPECT_FALSE(m.uses_reset) << "the only register with a reset is gone";
}

TEST(Builder, ARegisterThatOnlyFeedsItselfIsDropped) {
  Builder b("m");
  const Value x = b.input("x", 8);
  const Value count = b.declare_reg("count", 4);
  b.drive(count, count + b.constant(4, 1));
  b.output("o", x);
  EXPECT_THAT(signal_names(b.finish()), ElementsAre("x", "o"));
}

TEST(Builder, ClockAndResetFollowFromState) {
  Builder comb("comb");
  comb.output("o", ~comb.input("x", 1));
  const Module plain = comb.finish();
  EXPECT_FALSE(plain.uses_clock);
  EXPECT_FALSE(plain.uses_reset);

  Builder clocked("clocked");
  clocked.output("o", clocked.reg("q", clocked.input("x", 1)));
  const Module with_clock = clocked.finish();
  EXPECT_TRUE(with_clock.uses_clock);
  EXPECT_FALSE(with_clock.uses_reset);

  Builder reset("reset");
  reset.output("o", reset.reg("q", reset.input("x", 1), {}, Bits(1, 1)));
  EXPECT_TRUE(reset.finish().uses_reset);
}

TEST(Builder, DelaysAreNothingARegisterOrALine) {
  Builder b("m");
  const Value x = b.input("x", 8);
  EXPECT_EQ(b.delay("d0", x, 0).id, x.id);
  EXPECT_NE(b.delay("d9", b.constant(8, 5), 9).constant(), nullptr);
  b.output("o1", b.delay("d1", x, 1));
  b.output("o5", b.delay("d5", x, 5));
  EXPECT_THROW(b.delay("dm", x, -1), InternalError);
  const Module m = b.finish();
  EXPECT_EQ(items_of<Register>(m).size(), 1U);
  ASSERT_EQ(items_of<DelayLine>(m).size(), 1U);
  EXPECT_EQ(items_of<DelayLine>(m)[0].cycles, 5);
}

TEST(Builder, AnEnableThatIsAlwaysOneIsNone) {
  Builder b("m");
  const Value x = b.input("x", 8);
  b.output("o", b.reg("q", x, b.one()));
  b.output("p", b.reg("r", x, b.input("en", 1)));
  const auto registers = items_of<Register>(b.finish());
  ASSERT_EQ(registers.size(), 2U);
  EXPECT_FALSE(registers[0].enable.valid());
  EXPECT_TRUE(registers[1].enable.valid());
}

TEST(Builder, DeclaredStateMustBeDrivenOnce) {
  Builder b("m");
  const Value x = b.input("x", 8);
  const Value q = b.declare_reg("q", 8);
  EXPECT_THROW(b.drive(q, x.slice(3, 0)), InternalError);
  b.output("o", q);
  Builder forgotten("forgotten");
  forgotten.output("o", forgotten.declare_wire("w", 4));
  EXPECT_THROW(forgotten.finish(), InternalError);
  b.drive(q, x);
  EXPECT_THROW(b.drive(q, x), InternalError);
  EXPECT_NO_THROW(b.finish());
}

TEST(Builder, CombinationalLoopsAreRefused) {
  Builder b("m");
  const Value x = b.input("x", 8);
  const Value w = b.declare_wire("w", 8);
  b.assign(w, w + x);
  b.output("o", w);
  EXPECT_THROW(b.finish(), InternalError);
}

TEST(Builder, InstancesStayEvenUnread) {
  Builder b("m");
  const Value x = b.input("x", 8);
  const auto outs = b.instance("leaf", "u0", {{"a", x}}, {{"q", "u0_q", 8}, {"f", "unused_f", 1}});
  ASSERT_EQ(outs.size(), 2U);
  EXPECT_EQ(outs[0].width, 8);
  b.output("o", outs[0]);
  const Module m = b.finish();
  EXPECT_TRUE(m.uses_clock);
  EXPECT_THAT(signal_names(m), ElementsAre("x", "u0_q", "unused_f", "o"));
  EXPECT_TRUE(m.signals[SignalId(2)].unused);
}

}  // namespace
}  // namespace rtlgen::hw
