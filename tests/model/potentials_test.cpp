// Potentials and roofline: each cause as the only loss, and none; the shares of a run's cycles on real plans.
#include "model/potentials.hpp"

#include <gtest/gtest.h>

#include <memory>

#include "driver/model/model.hpp"
#include "driver/prepare/prepare.hpp"
#include "model/roofline.hpp"
#include "support/diagnostics.hpp"
#include "support/result.hpp"
#include "test_paths.hpp"

namespace rtlgen::model {
namespace {

std::shared_ptr<const driver::Prepared> prepared(const std::string& file, const std::vector<std::string>& sets = {}) {
  Diagnostics diagnostics;
  auto result = driver::prepare({test::source_folder() + "/" + file, sets}, diagnostics);
  if (!result) throw std::runtime_error(diagnostics.render());
  return *result;
}

Time time_of(const driver::Prepared& p, const spec::Extents& extents, std::int64_t iterations, const char* dram,
             double bus_mhz = 300) {
  TimeInput input;
  input.plan = &p.plan;
  input.extents = extents;
  input.iterations = iterations;
  input.kernel_mhz = 300;
  input.bus_mhz = bus_mhz;
  if (dram != nullptr) input.drams = {*find_channel(dram)};
  Diagnostics diagnostics;
  auto time = run_time(input, diagnostics);
  if (!time) throw std::runtime_error(diagnostics.render());
  return *time;
}

/// A run of 100 cycles, by hand.
Time run(const Spent& spent, std::vector<ChannelTime> channels = {}) {
  Time time;
  time.spent = spent;
  time.cycles = spent.total();
  time.seconds = 1;
  time.channels = std::move(channels);
  return time;
}

Potentials of(const Time& time, const std::vector<Use>& uses = {}, bool memory = true) {
  return potentials({&time, memory, uses});
}

// ---------------------------------------------------------------- shares of a run

void expect_whole(const Time& time, const std::string& what) {
  const Spent& s = time.spent;
  EXPECT_NEAR(s.total(), time.cycles, 1e-6 * time.cycles) << what;
  for (const double share : {s.useful, s.remainder, s.tails, s.ghosts, s.gaps, s.ends, s.waiting, s.edges, s.memory})
    EXPECT_GE(share, -1e-6) << what;
}

TEST(Spent, IsTheWholeRun) {
  for (const char* file :
       {"bench/memory/heat.yaml", "configs/hotspot2d.yaml", "configs/heat1d.yaml", "configs/jacobi3d.yaml",
        "configs/wave2d.yaml", "configs/heat_until.yaml", "configs/ground2d.yaml"}) {
    const auto core = prepared(file), shell = prepared(file, {"hardware.bus.bits=512"});
    const spec::Stencil& s = core->stencil();
    expect_whole(time_of(*core, s.whole_grid(), s.iterations, nullptr), file);
    for (const char* dram : {"ddr3-1600", "ddr4-2400", "hbm2"})
      expect_whole(time_of(*shell, s.whole_grid(), s.iterations, dram), std::string(file) + ", " + dram);
  }
}

TEST(Spent, OnlyFillDrainAndEdgesWhereEverythingIsWhole) {
  const Time time = time_of(*prepared("bench/memory/heat.yaml"), {1024, 256, 1}, 10, nullptr);
  EXPECT_DOUBLE_EQ(time.spent.useful, 1024.0 * 256 * 10 / 16);
  EXPECT_EQ(time.spent.remainder + time.spent.tails + time.spent.ghosts + time.spent.gaps + time.spent.waiting +
                time.spent.memory,
            0);
  EXPECT_DOUBLE_EQ(time.spent.edges, 6) << "counters are loaded, advance along two axes, entrance, its register, FIFO";
  EXPECT_GT(time.spent.ends, 64) << "a row of lag and a Kernel";
}

TEST(Spent, EachCauseOfIdleness) {
  const auto p = prepared("bench/memory/heat.yaml", {"hardware.steps=4"});
  const Time tails = time_of(*p, {1000, 256, 1}, 8, nullptr);
  EXPECT_DOUBLE_EQ(tails.spent.tails, 2 * 256 * 0.5) << "1000 cells are 62.5 words";
  EXPECT_EQ(tails.spent.remainder, 0);
  const Time remainder = time_of(*p, {1024, 256, 1}, 10, nullptr);
  EXPECT_DOUBLE_EQ(remainder.spent.remainder, 64 * 256 * (3 - 2.5)) << "three passes for two and a half";
  EXPECT_EQ(remainder.spent.tails, 0);
  const auto blocks = prepared("bench/memory/heat.yaml", {"hardware.block=[256]"});
  const Time ghosts = time_of(*blocks, {1024, 256, 1}, 10, nullptr);
  EXPECT_DOUBLE_EQ(ghosts.spent.ghosts, 10.0 * 256 * (5 * 16 - 64)) << "five blocks of 16 words";
  const Time waiting =
      time_of(*prepared("configs/heat1d.yaml", {"hardware.bus.bits=512"}), {300, 1, 1}, 50, "ddr4-2400");
  EXPECT_EQ(waiting.bound, Bound::kWaiting);
  EXPECT_GT(waiting.spent.waiting, 0.1 * waiting.cycles);
}

TEST(Spent, MemoryIsWhatItTakesLongerThanTheKernel) {
  const auto p = prepared("bench/memory/heat.yaml");
  const Time slow = time_of(*p, {1024, 256, 1}, 10, "ddr4-2400"), ideal = time_of(*p, {1024, 256, 1}, 10, nullptr);
  EXPECT_NEAR(slow.spent.memory, slow.cycles - ideal.cycles, 200) << "but for start and end of a run";
  EXPECT_EQ(time_of(*prepared("bench/memory/heat.yaml", {"hardware.steps=8", "hardware.cells_per_cycle=4"}),
                    {1024, 256, 1}, 80, "ddr4-2400")
                .spent.memory,
            0);
}

// ---------------------------------------------------------------- potentials

TEST(Potentials, ComputeIsWhatTheScarcestLeaves) {
  const Time time = run({.useful = 100});
  EXPECT_DOUBLE_EQ(*of(time, {{"LUT", 500, 1000}, {"DSP", 75, 100}}).compute.value, 0.25);
  EXPECT_EQ(*of(time, {{"LUT", 1000, 1000}, {"DSP", 75, 100}}).compute.value, 0) << "full";
  EXPECT_EQ(*of(time, {{"LUT", 1500, 1000}}).compute.value, 0) << "more than full";
  EXPECT_DOUBLE_EQ(*of(time, {{"LUT", 300, 1000, false, 100, 0.5}}).compute.value, 0.2) << "400 of 500 that may be";
  EXPECT_DOUBLE_EQ(*of(time, {{"LUT", 100, 1000}, {"DSP", 0, 100}}).compute.value, 0.9)
      << "what is not in use does not bind";
}

TEST(Potentials, UnknownFiguresAreNotGuessed) {
  const Time time = run({.useful = 100});
  EXPECT_FALSE(of(time).compute.value);
  EXPECT_FALSE(of(time, {{"LUT", 500, std::nullopt}}).compute.value);
  const Potential some = of(time, {{"ALM", 500, std::nullopt}, {"DSP", 75, 100}}).compute;
  EXPECT_DOUBLE_EQ(*some.value, 0.25);
  EXPECT_TRUE(some.at_most);
  EXPECT_NE(some.why.find("the number of ALM is unknown"), std::string::npos) << some.why;
  const std::string doubtful = of(time, {{"LUT", 500, 1000, true}}).compute.why;
  EXPECT_NE(doubtful.find("500 of 1,000 LUT used"), std::string::npos) << doubtful;
  EXPECT_NE(doubtful.find("the board's number is unverified"), std::string::npos) << doubtful;
  EXPECT_EQ(of(time, {{"LUT", 500, 1000}}).compute.why.find("unverified"), std::string::npos);
  const Potentials blind = of(time, {}, false);
  EXPECT_FALSE(blind.memory.value);
  EXPECT_FALSE(blind.balance.value);
  EXPECT_TRUE(blind.items.value);
}

TEST(Potentials, NoneWhereNothingIsLost) {
  ChannelTime channel;
  channel.busy = 1;
  const Potentials p = of(run({.useful = 100}, {channel}), {{"LUT", 1000, 1000}});
  for (const Potential* one : {&p.compute, &p.memory, &p.balance, &p.items}) EXPECT_EQ(*one->value, 0) << one->why;
}

TEST(Potentials, MemoryAlone) {
  ChannelTime channel;
  channel.busy = 1;
  const Potentials p = of(run({.useful = 60, .memory = 40}, {channel}));
  EXPECT_DOUBLE_EQ(*p.memory.value, 0.4);
  EXPECT_EQ(*p.items.value, 0);
  EXPECT_DOUBLE_EQ(*p.balance.value, 0.4) << "the kernel works 60 of 100 cycles beside a channel that always does";
}

TEST(Potentials, TooLittleInFlightAlone) {
  for (double Spent::*cause :
       {&Spent::remainder, &Spent::tails, &Spent::ghosts, &Spent::gaps, &Spent::ends, &Spent::waiting, &Spent::edges}) {
    Spent spent{.useful = 75};
    spent.*cause = 25;
    const Potentials p = of(run(spent));
    EXPECT_DOUBLE_EQ(*p.items.value, 0.25) << p.items.why;
    EXPECT_EQ(*p.memory.value, 0);
  }
  EXPECT_NE(of(run({.useful = 75, .tails = 5, .ghosts = 20})).items.why.find("ghost zones"), std::string::npos);
}

TEST(Potentials, BalanceIsTheLongestAgainstTheSecond) {
  ChannelTime busy, idle;
  busy.busy = 0.5;
  idle.number = 1;
  idle.busy = 0.1;
  idle.bus_busy = 0.05;
  const Potentials kernel = of(run({.useful = 100}, {busy, idle}));
  EXPECT_DOUBLE_EQ(*kernel.balance.value, 0.5);
  EXPECT_EQ(kernel.parts.front().name, "the kernel");
  busy.busy = 1;
  idle.busy = 0.25;
  const Potentials channels = of(run({.useful = 20, .memory = 80}, {busy, idle}));
  EXPECT_DOUBLE_EQ(*channels.balance.value, 0.75) << "a channel of four times the other's load";
  EXPECT_EQ(channels.parts.front().name, "memory channel 0");
  idle.busy = 1;
  EXPECT_EQ(*of(run({.useful = 20, .memory = 80}, {busy, idle})).balance.value, 0) << "equal loads";
}

TEST(Potentials, OfARealRunOnUnequalChannels) {
  const auto uneven =
      prepared("configs/wave2d.yaml", {"hardware.bus.bits=512", "hardware.cells_per_cycle=16", "hardware.steps=1"});
  const Time time = time_of(*uneven, uneven->stencil().whole_grid(), 30, "ddr3-1600");
  const Potentials p = of(time);
  EXPECT_GT(*p.memory.value, 0.2);
  EXPECT_GT(*p.balance.value, 0.2) << "all fields lie in one channel";
  for (const Potential* one : {&p.memory, &p.balance, &p.items}) {
    EXPECT_GE(*one->value, 0);
    EXPECT_LT(*one->value, 1);
  }
}

TEST(Potentials, WhatAChannelMakesOfItsPins) {
  const auto p = prepared("bench/memory/heat.yaml");
  const Time whole = time_of(*p, {1024, 256, 1}, 10, "ddr4-2400");
  const ChannelUse even = of(whole).channels.at(0);
  EXPECT_DOUBLE_EQ(even.of_cells, 1);
  EXPECT_GT(even.of_peak, 0.7);
  EXPECT_LT(even.of_peak, 1);
  EXPECT_DOUBLE_EQ(even.unused(), 1 - even.of_peak);
  const ChannelUse rests = of(time_of(*p, {1000, 256, 1}, 10, "ddr4-2400")).channels.at(0);
  EXPECT_NEAR(rests.of_cells, 62.5 / 63, 1e-9) << "1000 cells are 62.5 beats";
}

// ---------------------------------------------------------------- roofline

TEST(Roofline, ComputeAndMemory) {
  const auto p = prepared("bench/memory/heat.yaml");
  const Time time = time_of(*p, {1024, 256, 1}, 10, "ddr4-2400");
  const Roof roof = roof_of({&p->plan, &time, {1024, 256, 1}, 10, 300, 7, 19.2, 76.8, 0.25});
  EXPECT_DOUBLE_EQ(roof.compute, 16 * 300e6 * 7);
  EXPECT_DOUBLE_EQ(roof.board_compute, 4 * roof.compute);
  EXPECT_DOUBLE_EQ(roof.intensity, 7.0 / 8) << "a cell is read and written a step";
  EXPECT_DOUBLE_EQ(roof.bytes_s(), 19.2e9);
  EXPECT_DOUBLE_EQ(roof.allowed(), 19.2e9 * 7 / 8) << "left of the ridge";
  EXPECT_LE(roof.attained, roof.allowed());
  EXPECT_GT(roof.attained, 0.8 * roof.allowed());
  const auto chained = prepared("bench/memory/heat.yaml", {"hardware.steps=10"});
  const Time right = time_of(*chained, {1024, 256, 1}, 10, "ddr4-2400");
  const Roof far = roof_of({&chained->plan, &right, {1024, 256, 1}, 10, 300, 7, 19.2, 0, 0});
  EXPECT_DOUBLE_EQ(far.intensity, 10 * roof.intensity);
  EXPECT_GT(far.bytes_s() * far.intensity, 16 * 300e6 * 7) << "the slope of one Executor lies below";
  EXPECT_EQ(far.board_compute, 0) << "not known";
}

TEST(Roofline, WithoutFloatsOrMemory) {
  const auto p = prepared("configs/life.yaml");
  const spec::Extents grid = p->stencil().whole_grid();
  const Time time = time_of(*p, grid, p->stencil().iterations, nullptr);
  const Roof roof = roof_of({&p->plan, &time, grid, p->stencil().iterations, 300, 0, 0, 0, 0});
  EXPECT_EQ(roof.unit, "cell updates/s");
  EXPECT_EQ(roof.each, "cell updates");
  EXPECT_EQ(roof.ridge(), 0);
  EXPECT_DOUBLE_EQ(roof.allowed(), roof.compute);
  EXPECT_GT(roof.intensity, 0) << "bytes of the core's ports";
}

}  // namespace
}  // namespace rtlgen::model
