// Interpreter: state of every kind, edge by edge. Expressions are in equivalence_test.cpp.
#include "interpreter/interpreter.hpp"

#include <gtest/gtest.h>

#include "hw/builder.hpp"
#include "support/errors.hpp"

namespace rtlgen::hw {
namespace {

TEST(Interpreter, RegistersTakeEnableAndReset) {
  Builder b("m");
  const Value x = b.input("x", 8);
  b.output("held", b.reg("q", x, b.input("en", 1), Bits(8, 0x5a)));
  b.output("free", b.reg("r", x));
  Interpreter m(b.finish());
  m.set("x", 1);
  m.set("en", 0);
  m.clock(true);
  EXPECT_EQ(m.get("held"), 0x5aU) << "reset wins over a missing enable";
  EXPECT_EQ(m.get("free"), 1U) << "a register without a reset value ignores rst";
  m.set("x", 2);
  m.clock();
  EXPECT_EQ(m.get("held"), 0x5aU);
  EXPECT_EQ(m.get("free"), 2U);
  m.set("en", 1);
  m.set("x", 3);
  EXPECT_EQ(m.get("held"), 0x5aU) << "nothing moves before the edge";
  m.clock();
  EXPECT_EQ(m.get("held"), 3U);
}

TEST(Interpreter, AllStateMovesAtOnce) {
  Builder b("m");
  const Value a = b.declare_reg("a", 4, Bits(4, 1));
  const Value c = b.declare_reg("c", 4, Bits(4, 2));
  b.drive(a, c);
  b.drive(c, a);
  b.output("oa", a);
  b.output("oc", c);
  Interpreter m(b.finish());
  m.clock(true);
  EXPECT_EQ(m.get("oa"), 1U);
  m.clock();
  EXPECT_EQ(m.get("oa"), 2U);
  EXPECT_EQ(m.get("oc"), 1U);
}

/// Delay lines and circulating memories are late by exactly what they say.
void check_delays(int width) {
  for (const int cycles : {1, 2, 3, 7}) {
    Builder b("m");
    const Value x = zext(b.input("x", 16), width);
    const Value late = b.delay("late", x, cycles);
    const Value address = b.declare_reg("address", 3, Bits(3, 0));
    const Value last = eq(address, b.constant(3, static_cast<std::uint64_t>(cycles - 1)));
    b.drive(address, mux(last, b.constant(3, 0), address + b.constant(3, 1)));
    const Value word = b.memory("ring", cycles, MemoryStyle::kAuto, address, x, {});
    b.output("late_o", late.slice(15, 0));
    b.output("word_o", word.slice(15, 0));
    Interpreter m(b.finish());
    m.clock(true);
    for (int t = 0; t < 40; ++t) {
      m.set("x", static_cast<std::uint64_t>(1000 + t));
      m.clock();
      // After this edge a line of n shows what went in n edges ago, counting this one; a ring of n
      // words reads before it writes and registers what it reads: one edge more.
      if (t <= cycles) continue;
      EXPECT_EQ(m.get("late_o"), static_cast<std::uint64_t>(1000 + t - cycles + 1));
      EXPECT_EQ(m.get("word_o"), static_cast<std::uint64_t>(1000 + t - cycles));
    }
  }
}

TEST(Interpreter, DelaysOfNarrowModules) { check_delays(16); }
TEST(Interpreter, DelaysOfWideModules) { check_delays(100); }

TEST(Interpreter, AMemoryHoldsWithoutEnable) {
  Builder b("m");
  const Value x = b.input("x", 8);
  b.output("o", b.memory("ram", 4, MemoryStyle::kAuto, b.input("a", 2), x, b.input("en", 1)));
  Interpreter m(b.finish());
  const auto edge = [&](std::uint64_t a, std::uint64_t value, std::uint64_t enable) {
    m.set("a", a);
    m.set("x", value);
    m.set("en", enable);
    m.clock();
    return m.get("o");
  };
  edge(1, 11, 1);
  edge(2, 22, 1);
  EXPECT_EQ(edge(1, 99, 1), 11U) << "the old word is read";
  EXPECT_EQ(edge(2, 77, 0), 11U) << "without enable the read port holds";
  EXPECT_EQ(edge(2, 0, 1), 22U) << "and nothing was written";
  EXPECT_EQ(edge(1, 0, 1), 99U);
}

TEST(Interpreter, AMemoryOnlyReadsWithoutWrite) {
  Builder b("m");
  b.output("o", b.memory("ram", 4, MemoryStyle::kAuto, b.input("a", 2), b.input("x", 8), b.input("en", 1), "",
                         b.input("we", 1)));
  Interpreter m(b.finish());
  const auto edge = [&](std::uint64_t value, std::uint64_t enable, std::uint64_t write) {
    m.set("a", 1);
    m.set("x", value);
    m.set("en", enable);
    m.set("we", write);
    m.clock();
    return m.get("o");
  };
  edge(11, 1, 1);
  EXPECT_EQ(edge(22, 1, 0), 11U);
  EXPECT_EQ(edge(33, 0, 1), 11U);
  EXPECT_EQ(edge(44, 1, 1), 11U) << "neither wrote";
  EXPECT_EQ(edge(0, 1, 0), 44U);
}

TEST(Interpreter, AMemoryIsNotReadWhereItIsWritten) {
  Builder b("m");
  b.output("o", b.memory("ram", 4, MemoryStyle::kBlock, b.input("a", 2), b.input("x", 8), b.input("en", 1), "",
                         b.input("we", 1), b.input("from", 2)));
  Interpreter m(b.finish());
  const auto edge = [&](std::uint64_t a, std::uint64_t from, std::uint64_t enable, std::uint64_t write) {
    m.set("a", a);
    m.set("from", from);
    m.set("x", 10 + a);
    m.set("en", enable);
    m.set("we", write);
    m.clock();
    return m.get("o");
  };
  edge(1, 0, 1, 1);
  EXPECT_EQ(edge(2, 1, 1, 1), 11U);
  EXPECT_EQ(edge(2, 2, 1, 0), 12U) << "without a write an address may be the other";
  EXPECT_EQ(edge(1, 1, 0, 1), 12U) << "nor without enable";
  EXPECT_THROW(edge(1, 1, 1, 1), InternalError);
}

TEST(Interpreter, WhatItCannotDoIsRefused) {
  Builder b("m");
  b.output("o", b.instance("leaf", "u0", {{"a", b.input("x", 8)}}, {{"q", "u0_q", 8}})[0]);
  EXPECT_THROW(Interpreter{b.finish()}, InternalError);
}

}  // namespace
}  // namespace rtlgen::hw
