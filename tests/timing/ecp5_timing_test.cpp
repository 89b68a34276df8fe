// The figures of ecp5-8 that docs/evidence/timing.md quotes: what operators and cores reach in static timing.
#include <gtest/gtest.h>

#include <algorithm>
#include <stdexcept>
#include <string>

#include "contract/clock.hpp"
#include "hw/delay_model.hpp"
#include "hw/ir.hpp"
#include "operators.hpp"
#include "path.hpp"
#include "timed.hpp"
#include "tools.hpp"

namespace rtlgen::bench {
namespace {

constexpr const char* kDevice = "ecp5-8";

Named named(const std::string& name) {
  const std::vector<Named> all = named_operators();
  const auto found = std::find_if(all.begin(), all.end(), [&](const Named& n) { return n.name == name; });
  if (found == all.end()) throw std::runtime_error("no operator is called " + name);
  return *found;
}

Timed operator_at(const std::string& name, double mhz) {
  return time_operator(named(name).request, mhz, *hw::DelayModel::find(kDevice));
}

Timed core_at(const std::string& name, int steps, double mhz) {
  const auto found =
      std::find_if(cores().begin(), cores().end(), [&](const Core& c) { return c.name == name && c.steps == steps; });
  if (found == cores().end()) throw std::runtime_error("no core is called " + name);
  return time_core(*found, mhz, kDevice);
}

/// The statement of docs/evidence/timing.md about an adder.
bool is_quick_adder(const Timed& t) { return t.mhz() >= 200; }
constexpr int kAdderLuts = 850;

/// Mapped as what is in no Kernel.
Timed adder_outside_of_kernels(double mhz) {
  const int period_ps = contract::Clock::of_mhz(mhz).period_ps;
  const hw::DelayModel& device = *hw::DelayModel::find(kDevice);
  BetweenRegisters adder = between_registers(named("float32 add").request, device, period_ps);
  adder.design.top = adder.design.modules.back().name = "other_core";
  return time_design(adder.design, adder.stages, period_ps, device);
}

/// The range of a figure.
struct Aim {
  const char* what;
  double least;
};
constexpr Aim kChainPart = {"16 Executors, of one", 0.95};
constexpr Aim kChainMhz = {"16 Executors, MHz", 190};
constexpr Aim kCorePart = {"diffusion2d, of its product", 0.9};

/// "": as it has to be.
std::string judged(const Aim& aim, double figure) { return figure < aim.least ? std::string(aim.what) : ""; }

TEST(Ecp5, AnAdderOf400Mhz) {
  RTLGEN_NEED_TOOLS("sta");
  const Timed t = operator_at("float32 add", 400);
  EXPECT_TRUE(is_quick_adder(t)) << t.mhz() << " MHz";
  EXPECT_LE(t.area.luts(), kAdderLuts);
  const Timed slow = operator_at("float32 add", 100);
  EXPECT_FALSE(is_quick_adder(slow)) << "one of 100 MHz is found: " << slow.mhz() << " MHz";
  EXPECT_GT(adder_outside_of_kernels(400).area.luts(), t.area.luts()) << "an adder without a target is larger";
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

TEST(Ecp5, WhatIsSlowerIsFound) {
  for (const Aim& a : {kChainPart, kChainMhz, kCorePart}) {
    EXPECT_EQ(judged(a, a.least), "") << a.what;
    EXPECT_NE(judged(a, 0.99 * a.least), "") << a.what;
  }
}

/// Each part of an operand goes to two blocks: from registers of their own, which Yosys would make one.
TEST(Ecp5, AMultiplierOf200Mhz) {
  RTLGEN_NEED_TOOLS("sta");
  const Timed t = operator_at("float32 mul", 200);
  EXPECT_GE(t.mhz(), 200);
  const Timed slow = operator_at("float32 mul", 100);
  EXPECT_LT(slow.mhz(), 200) << "one of 100 MHz is found";
}

TEST(Path, IsSaidInWords) {
  EXPECT_EQ(bench::path_text({"FFQ_0", "FFQ_0", "LUT_1", "LUT_0", "CARRY", "CARRY", "LUTC_0", "MAC_3", "FFP", "FFP"}),
            "FF, 2 LUT, 2 CARRY, LUT, DSP sum, FF");
  EXPECT_EQ(bench::path_text({}), "");
}

}  // namespace
}  // namespace rtlgen::bench
