// The figures of ecp5-8 that docs/timing.md quotes: what operators and cores reach in static timing.
#include <gtest/gtest.h>

#include <algorithm>
#include <stdexcept>
#include <string>

#include "hw/delay_model.hpp"
#include "timed.hpp"
#include "tools.hpp"

namespace rtlgen::bench {
namespace {

constexpr const char* kDevice = "ecp5-8";

Timed operator_at(const std::string& name, double mhz) {
  const std::vector<Named> all = named_operators();
  const auto found = std::find_if(all.begin(), all.end(), [&](const Named& n) { return n.name == name; });
  if (found == all.end()) throw std::runtime_error("no operator is called " + name);
  return time_operator(found->request, mhz, *hw::DelayModel::find(kDevice));
}

Timed core_at(const std::string& name, int steps, double mhz) {
  const auto found =
      std::find_if(cores().begin(), cores().end(), [&](const Core& c) { return c.name == name && c.steps == steps; });
  if (found == cores().end()) throw std::runtime_error("no core is called " + name);
  return time_core(*found, mhz, kDevice);
}

/// What an adder has to be.
bool is_quick_adder(const Timed& t) { return t.mhz() >= 200 && t.area.luts() <= 850; }

/// What a figure is asked to be, and what it is at least where it misses that: it gets no worse unseen, and is no
/// exception any more where it does not.
struct Bound {
  const char* what;
  double aim;
  double at_least;
};
/// With abc9, by which projects for ECP5 are mapped, the longest path of the chain has four LUTs in front of an enable,
/// that of diffusion2d six and multiplexers behind a sum. Mapped without it both meet their aims, but an adder does
/// not.
constexpr Bound kChainPart = {"16 Executors, of one", 0.95, 0.82};
constexpr Bound kChainMhz = {"16 Executors, MHz", 190, 181};
constexpr Bound kCorePart = {"diffusion2d, of its product", 0.9, 0.72};

/// "": as it has to be.
std::string judged(const Bound& bound, double figure) {
  if (figure < bound.at_least) return std::string(bound.what) + " got worse";
  return figure >= bound.aim ? std::string(bound.what) + " meets its aim, and is no exception" : "";
}

/// An operator that misses its clock, and by how much they may: no further than that unseen. Each part of an operand of
/// the multiplier goes to two blocks, and Yosys merges the copies of its register, so one net has both loads.
struct Exception {
  const char* name;
  double mhz;
  int most_ps;
};
constexpr Exception kExceptions[] = {{"float32 mul", 200, 100}};

bool is_within(const Exception& e, const Timed& t) { return t.report.slack_ps >= -e.most_ps; }

TEST(Ecp5, AnAdderOf400Mhz) {
  RTLGEN_NEED_TOOLS("sta");
  const Timed t = operator_at("float32 add", 400);
  EXPECT_TRUE(is_quick_adder(t)) << t.mhz() << " MHz, " << t.area.luts() << " LUT";
  const Timed slow = operator_at("float32 add", 100);
  EXPECT_FALSE(is_quick_adder(slow)) << "one of 100 MHz is found: " << slow.mhz() << " MHz";
}

TEST(Ecp5, AChainOf16Executors) {
  RTLGEN_NEED_TOOLS("sta");
  const Timed one = core_at("shift16", 1, 200), chain = core_at("shift16", 16, 200);
  EXPECT_GE(one.report.slack_ps, 0);
  EXPECT_EQ(judged(kChainPart, chain.mhz() / one.mhz()), "") << chain.mhz() << " of " << one.mhz() << " MHz";
  EXPECT_EQ(judged(kChainMhz, chain.mhz()), "") << chain.mhz();
}

TEST(Ecp5, ACoreNearItsSlowestOperator) {
  RTLGEN_NEED_TOOLS("sta");
  const Timed op = operator_at("float32 mul", 100), core = core_at("diffusion2d", 2, 100);
  EXPECT_EQ(judged(kCorePart, core.mhz() / op.mhz()), "") << core.mhz() << " of " << op.mhz() << " MHz";
}

TEST(Ecp5, WhatIsSlowerOrMeetsItsAimIsFound) {
  for (const Bound& b : {kChainPart, kChainMhz, kCorePart}) {
    EXPECT_EQ(judged(b, b.at_least), "") << b.what;
    EXPECT_NE(judged(b, 0.99 * b.at_least), "") << b.what;
    EXPECT_NE(judged(b, b.aim), "") << b.what;
  }
}

TEST(Ecp5, ExceptionsAreNoWorse) {
  RTLGEN_NEED_TOOLS("sta");
  for (const Exception& e : kExceptions) {
    Timed t = operator_at(e.name, e.mhz);
    EXPECT_TRUE(is_within(e, t)) << e.name << ": " << t.report.slack_ps << " ps";
    EXPECT_LT(t.report.slack_ps, 0) << e.name << " holds its clock, and is no exception";
    t.report.slack_ps -= e.most_ps;
    EXPECT_FALSE(is_within(e, t));
  }
}

}  // namespace
}  // namespace rtlgen::bench
