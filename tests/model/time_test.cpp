// The model of time without simulation: traffic, channels, parts of the sum, host, clocks, operators; and what a design
// costs to ask.
#include "model/time.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <memory>
#include <regex>
#include <tuple>

#include "board/board.hpp"
#include "dram/part_file.hpp"
#include "driver/prepare/prepare.hpp"
#include "hw/delay_model.hpp"
#include "mixes.hpp"
#include "model/bridge.hpp"
#include "model/clock.hpp"
#include "model/cycles.hpp"
#include "model/flops.hpp"
#include "model/traffic.hpp"
#include "runner/folder.hpp"
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

TimeInput input_of(const driver::Prepared& p, const spec::Extents& extents, std::int64_t iterations) {
  TimeInput input;
  input.plan = &p.plan;
  input.extents = extents;
  input.iterations = iterations;
  input.kernel_mhz = 300;
  input.bus_mhz = 300;
  input.drams = {*find_channel("ddr4-2400")};
  return input;
}

Time time_of(const TimeInput& input) {
  Diagnostics diagnostics;
  auto time = run_time(input, diagnostics);
  if (!time) throw std::runtime_error(diagnostics.render());
  return *time;
}

TEST(Traffic, WholeRowsAndGhostsOfBlocks) {
  const auto whole = prepared("bench/memory/heat.yaml");
  const auto all = stream_traffic(whole->plan, {1000, 256, 1});
  ASSERT_EQ(all.size(), 2U);
  for (const StreamTraffic& t : all) EXPECT_EQ(t.pass_beats, 63 * 256) << "1000 cells are 62.5 beats of 16";
  // Blocks of 256 with a beat of ghosts at each side: 224 of their own, 5 blocks; the first has none below, the last
  // ends with the grid.
  const auto blocks = prepared("bench/memory/heat.yaml", {"hardware.block=[256]"});
  const auto cut = stream_traffic(blocks->plan, {1024, 256, 1});
  EXPECT_EQ(cut[0].pass_beats, (15 + 3 * 16 + 9) * 256);
  EXPECT_EQ(cut[1].pass_beats, 64 * 256) << "ghosts are not written";
}

TEST(Traffic, BuffersTakeTurns) {
  const auto apart = prepared("bench/memory/heat.yaml", {"hardware.memory.t=[0, 1]"});
  const auto channels = channel_streams(*apart->plan.shell);
  ASSERT_EQ(channels.size(), 2U);
  for (std::size_t c = 0; c < 2; ++c) {
    for (std::size_t parity = 0; parity < 2; ++parity) {
      EXPECT_EQ(channels[c].readers[parity].size(), c == parity ? 1U : 0U);
      EXPECT_EQ(channels[c].writers[parity].size(), c == parity ? 0U : 1U);
    }
  }
}

constexpr const char* kHow = ": bench_dram --table > gen/model/channel_table.inc";

TEST(Channels, TheTableIsWhatTheModelsDeliver) {
  for (const Channel& channel : channels()) {
    const dram::Timings t = dram::read_timings("parts/" + channel.part);
    EXPECT_NEAR(channel.peak_gbs, t.peak_gbs(), 1e-3);
    EXPECT_NEAR(channel.latency_ns, bench::read_latency_ns(t), 0.1);
    EXPECT_EQ(channel.bank_round, static_cast<double>(t.bank_round()));
    EXPECT_NEAR(channel.on_bus(256, 512).part(1, 0), bench::part_of_peak(t, 256, 512, 1, 0), 1e-4)
        << channel.part << kHow;
    EXPECT_NEAR(channel.on_bus(256, 2048).part(2, 1), bench::part_of_peak(t, 256, 2048, 2, 1), 1e-4)
        << channel.part << kHow;
    EXPECT_NEAR(channel.on_bus(512, 4096).apart[0][2], bench::part_of_peak_apart(t, 512, 4096, 2, 1), 1e-4)
        << channel.part << kHow;
    EXPECT_LT(channel.least_group, 1) << channel.part;
    EXPECT_GT(channel.most_group, 1) << channel.part;
  }
  EXPECT_EQ(channels().size(), board::dram_models().size());
  EXPECT_EQ(find_channel("sdram"), nullptr);
}

/// The most that any streams get, but for the entry without streams.
double most_of(const Efficiency& e) {
  double most = 0;
  for (int readers = 0; readers <= kMostStreams; ++readers) {
    for (int writers = readers > 0 ? 0 : 1; writers <= kMostStreams; ++writers)
      most = std::max(most, e.part(readers, writers));
  }
  for (const auto& places : e.apart) most = std::max(most, *std::max_element(places.begin(), places.end()));
  return most;
}

TEST(Channels, NoStreamsGetTheTimeOfRefreshes) {
  for (const Channel& channel : channels()) {
    const dram::Timings t = dram::read_timings("parts/" + channel.part);
    const double roof = 1 - static_cast<double>(t.rfc) / static_cast<double>(t.refi);
    const Channel fast = grouped(channel, 100);
    for (std::size_t width = 0; width < kBusWidths; ++width) {
      for (std::size_t size = 0; size < kBurstSizes; ++size) {
        EXPECT_LE(most_of(channel.streams[width][size]), roof + 0.005) << channel.part;
        EXPECT_LE(most_of(fast.streams[width][size]), roof + 0.005) << channel.part;
      }
    }
  }
}

TEST(Channels, GroupingConcernsReadersAndWritersTogether) {
  const Channel like = *find_channel("ddr4-2400");
  const Channel slow = grouped(like, 0.5);
  const Efficiency &before = like.on_bus(512, 4096), &after = slow.on_bus(512, 4096);
  EXPECT_EQ(after.part(2, 0), before.part(2, 0));
  EXPECT_EQ(after.part(0, 2), before.part(0, 2));
  EXPECT_DOUBLE_EQ(after.part(2, 1), before.part(2, 1) / 2);
  EXPECT_DOUBLE_EQ(after.part_apart(0.25, true), before.part_apart(0.25, true) / 2);
}

TEST(Channels, EfficiencyIsInterpolatedRoundTheBanks) {
  Efficiency e;
  e.part_of_peak[5][5] = 0.5;
  EXPECT_EQ(e.part(9, 20), 0.5) << "more streams than the table has";
  e.apart[0][0] = 0.8;
  e.apart[0][15] = 0.6;
  e.apart[1][0] = 0.1;
  EXPECT_DOUBLE_EQ(e.part_apart(0, false), 0.8);
  EXPECT_DOUBLE_EQ(e.part_apart(-1.0 / 32, false), 0.7);
  EXPECT_DOUBLE_EQ(e.part_apart(5 - 1.0 / 32, false), 0.7);
  EXPECT_DOUBLE_EQ(e.part_apart(3, true), 0.1);
  Channel channel;
  for (std::size_t i = 0; i < kBurstSizes; ++i) {
    channel.streams[0][i].part_of_peak[1][0] = static_cast<double>(i);
    channel.streams[1][i].part_of_peak[1][0] = static_cast<double>(10 + i);
  }
  EXPECT_EQ(channel.on_bus(64, 64).part(1, 0), 0);
  EXPECT_EQ(channel.on_bus(256, 1000).part(1, 0), 1);
  EXPECT_EQ(channel.on_bus(256, 1500).part(1, 0), 2);
  EXPECT_EQ(channel.on_bus(1024, 8192).part(1, 0), 13);
}

TEST(Time, GroupingMattersWhereAChannelIsReadAndWritten) {
  const auto both = prepared("bench/memory/heat.yaml");
  const TimeInput input = input_of(*both, {1024, 256, 1}, 10);
  const Time time = time_of(input);
  const auto range = cycle_range(input, time);
  ASSERT_TRUE(range.has_value());
  EXPECT_LT(range->fewest, 0.97 * time.cycles);
  EXPECT_GT(range->most, 1.03 * time.cycles);
  const auto apart = prepared("bench/memory/heat.yaml", {"hardware.memory.t=[0, 1]"});
  EXPECT_FALSE(cycle_range(input_of(*apart, {1024, 256, 1}, 10), time_of(input_of(*apart, {1024, 256, 1}, 10))));
  const auto narrow = prepared("bench/memory/heat.yaml", {"hardware.cells_per_cycle=1"});
  EXPECT_FALSE(cycle_range(input_of(*narrow, {1024, 256, 1}, 10), time_of(input_of(*narrow, {1024, 256, 1}, 10))))
      << "the kernel is slower than the memory";
  TimeInput ideal = input;
  ideal.drams.clear();
  EXPECT_FALSE(cycle_range(ideal, time_of(ideal)));
}

TEST(Time, MemoryPacesOneChannelAndBytesAreThoseMoved) {
  const auto p = prepared("bench/memory/heat.yaml");
  const Time time = time_of(input_of(*p, {1024, 256, 1}, 10));
  EXPECT_EQ(time.bound, Bound::kChannel);
  EXPECT_EQ(time.bound_channel, 0);
  ASSERT_EQ(time.channels.size(), 1U);
  EXPECT_EQ(time.channels[0].read_bytes, 10.0 * 1024 * 256 * 4);
  EXPECT_EQ(time.channels[0].written_bytes, 10.0 * 1024 * 256 * 4);
  EXPECT_GT(time.channels[0].busy, 0.95);
  EXPECT_LE(time.channels[0].busy, 1.0);
  EXPECT_DOUBLE_EQ(time.cell_updates_per_s, 1024.0 * 256 * 10 / time.seconds);
}

/// If one channel limits every part of a run, it is busy for all of it but the start and the end.
TEST(Time, AChannelIsBusyAsLongAsItLimitsTheRun) {
  for (const std::int64_t passes : {1, 2, 10, 11}) {
    const auto p = prepared("bench/memory/heat.yaml");
    const Time time = time_of(input_of(*p, {1024, 256, 1}, passes));
    ASSERT_EQ(time.bound, Bound::kChannel);
    EXPECT_GT(time.channels[0].busy, 1 - time.spent.edges / time.cycles - 1e-9) << passes;
    EXPECT_LT(time.channels[0].busy, 1) << passes;
    EXPECT_GT(time.spent.edges, 0);
  }
}

/// Neither a channel nor its bus is busy for longer than the run, on small grids, in seams, with blocks, gaps and a
/// chain longer than the grid, and on faster buses.
TEST(Time, NoChannelIsBusyForLongerThanTheRun) {
  const std::pair<const char*, std::vector<std::string>> designs[] = {
      {"bench/memory/heat.yaml", {}},
      {"bench/memory/heat.yaml", {"hardware.memory.t=[0, 1]"}},
      {"bench/memory/heat.yaml", {"hardware.memory.t=[0, 1]", "hardware.steps=40"}},
      {"bench/memory/heat.yaml", {"hardware.block=[256]", "hardware.steps=4"}},
      {"bench/memory/heat_power.yaml", {}},
      {"configs/heat_until.yaml", {"hardware.bus=512", "hardware.memory.t=[0, 1]", "hardware.cells_per_cycle=16"}},
      {"configs/jacobi3d.yaml", {"hardware.bus=512", "hardware.cells_per_cycle=16", "hardware.block=[32, 32]"}}};
  double most = 0;
  for (const auto& [file, sets] : designs) {
    const auto p = prepared(file, sets);
    for (const char* const part : {"ddr3-1600", "ddr4-2400", "hbm2"}) {
      for (const double bus_mhz : {75.0, 300.0, 600.0}) {
        for (const std::int64_t iterations : {1, 10, 41}) {
          TimeInput input = input_of(*p, p->stencil().whole_grid(), iterations);
          input.drams = {*find_channel(part)};
          input.bus_mhz = bus_mhz;
          const Time time = time_of(input);
          for (const ChannelTime& c : time.channels) {
            EXPECT_LT(c.busy, 1) << file << " " << part << " " << bus_mhz << " " << iterations;
            EXPECT_LT(c.bus_busy, 1) << file << " " << part << " " << bus_mhz << " " << iterations;
            most = std::max({most, c.busy, c.bus_busy});
          }
        }
      }
    }
  }
  EXPECT_GT(most, 0.99);
}

/// A host that decides between passes starts each run from the buffer that the previous one wrote.
TEST(Time, RunsOfOnePassTakeTurnsWithTheBuffers) {
  const auto p = prepared("configs/heat_until.yaml",
                          {"hardware.bus=512", "hardware.memory.t=[0, 1]", "hardware.cells_per_cycle=16"});
  ASSERT_TRUE(p->stencil().decides_between_passes());
  const Time time = time_of(input_of(*p, p->stencil().grid, 16 * p->plan.core.steps));
  ASSERT_EQ(time.channels.size(), 2U);
  EXPECT_GT(time.channels[0].busy, 0);
  EXPECT_NEAR(time.channels[0].busy, time.channels[1].busy, 0.02 * time.channels[0].busy);
}

/// A pass that FIFOs hold is read while nothing is written: on a controller that loses much at turns, that is faster
/// per word than a large one. Start and end weigh less in long runs, so the comparison is between lengths of runs.
TEST(Time, FifosKeepReadsAndWritesOfSmallGridsApart) {
  const auto p = prepared("bench/memory/heat.yaml", {"grid=[128, 1024]"});
  const auto word_cycles = [&](std::int64_t rows) {
    const auto cycles = [&](std::int64_t passes) {
      TimeInput input = input_of(*p, {128, rows, 1}, passes);
      input.drams = {*find_channel("ddr4-2400-x16")};
      const Time time = time_of(input);
      EXPECT_EQ(time.bound, Bound::kChannel);
      return time.cycles;
    };
    return (cycles(30) - cycles(10)) / static_cast<double>(20 * 8 * rows);
  };
  const double held = word_cycles(64), twice = word_cycles(128), large = word_cycles(1024);
  EXPECT_LT(held, 0.85 * large) << "an array of 512 beats, two FIFOs";
  EXPECT_GT(twice, 1.05 * held);
  EXPECT_LT(twice, large);
  EXPECT_NEAR(word_cycles(32), held, 0.02 * held) << "all of it is held as well";
}

/// Memory that limits a run reads ahead while the core starts: that is part of its own time.
TEST(Time, ReadsGoAheadOfTheStart) {
  const auto p = prepared("bench/memory/heat.yaml");
  const Time time = time_of(input_of(*p, {128, 32, 1}, 1));
  ASSERT_EQ(time.bound, Bound::kChannel);
  const double busy = time.channels[0].busy * time.cycles;
  EXPECT_LT(time.cycles, busy + time.spent.edges);
  EXPECT_GT(time.cycles, busy);
  EXPECT_GE(time.spent.memory, 0);
}

TEST(Time, IdealMemoryIsTheIdealCycles) {
  const auto p = prepared("bench/memory/heat.yaml");
  TimeInput input = input_of(*p, {1024, 256, 1}, 10);
  input.drams.clear();
  const Time time = time_of(input);
  EXPECT_EQ(time.cycles, static_cast<double>(time.ideal_cycles));
  EXPECT_EQ(time.bound, Bound::kKernel);
  EXPECT_DOUBLE_EQ(time.seconds, time.cycles / 300e6);
}

TEST(Time, ASlowBusPaces) {
  const auto p = prepared("bench/memory/heat.yaml", {"hardware.memory.t=[0, 1]"});
  TimeInput input = input_of(*p, {1024, 256, 1}, 10);
  input.bus_mhz = 100;
  const Time time = time_of(input);
  EXPECT_EQ(time.bound, Bound::kBus);
  EXPECT_NEAR(time.cycles, 3.0 * 1024 * 256 / 16 * 10, 0.02 * time.cycles) << "a beat is a word of 16 cells";
}

TEST(Time, TheSeamCostsWhereBuffersTakeTurns) {
  const auto one = prepared("bench/memory/heat.yaml", {"hardware.steps=8", "hardware.memory.t=[0, 1]"});
  const Time time = time_of(input_of(*one, {1024, 64, 1}, 80));
  EXPECT_GT(time.seam, 1000) << "nine lags of 8 rows and more, each word of which takes two of the channel";
}

TEST(Time, HostTransfersAreBytesAndLatencies) {
  const auto p = prepared("bench/memory/heat.yaml");
  TimeInput input = input_of(*p, {1024, 256, 1}, 10);
  input.link = HostLink{2, 1, 20000, 0, 0, 5000};
  const double transfers = 1024 * 256 * 4 * (0.5 + 1) * 1e-9 + 2 * 20e-6 + 5e-6;
  EXPECT_NEAR(time_of(input).host_seconds, transfers, 1e-9);
  input.link->register_write_ns = 500;
  EXPECT_GT(time_of(input).host_seconds, transfers + 20 * 500e-9) << "addresses, extents, counts";
}

TEST(Flops, AsThePapersCount) {
  // Zohouri 2018, table 2: 9, 13, 15, 17 a cell update.
  EXPECT_EQ(flops_written(prepared("configs/diffusion2d.yaml")->reference()), 9);
  EXPECT_EQ(flops_written(prepared("configs/diffusion3d.yaml")->reference()), 13);
  EXPECT_EQ(flops_written(prepared("configs/hotspot2d.yaml")->reference()), 15);
  EXPECT_EQ(flops_written(prepared("configs/hotspot3d.yaml")->reference()), 16)
      << "17 with the product of two constants";
  EXPECT_EQ(flops_written(prepared("configs/life.yaml")->reference()), 0);
  const auto p = prepared("configs/diffusion2d.yaml");
  EXPECT_LE(flops_built(p->plan), 9);
  EXPECT_GT(flops_built(p->plan), 0);
}

TEST(Clock, PublishedRowsAndTheSchedule) {
  const ClockEstimate full = estimate_clock(*hw::DelayModel::find("stratixv"), 0.9, 400);
  EXPECT_GE(full.rows.size(), 3U);
  for (const PublishedClock* row : full.rows) {
    EXPECT_EQ(row->device, "stratixv");
    EXPECT_NEAR(row->logic_percent, 90, 15);
  }
  EXPECT_LE(full.low_mhz, full.typical_mhz);
  EXPECT_LE(full.typical_mhz, full.high_mhz);
  EXPECT_EQ(estimate_clock(*hw::DelayModel::find("stratixv"), 0.9, 200).high_mhz, 200)
      << "not above what it is scheduled for";
  const ClockEstimate unknown = estimate_clock(*hw::DelayModel::find("agilex"), 0.5, 500);
  EXPECT_TRUE(unknown.rows.empty());
  EXPECT_FALSE(unknown.known()) << "never what was requested";
  EXPECT_NE(unknown.basis.find("unknown"), std::string::npos);
  const ClockEstimate predicted =
      estimate_clock(*hw::DelayModel::find("ice40hx"), 0, 200, LongestPath{10000, "heat_core"});
  EXPECT_EQ(predicted.typical_mhz, 100);
  EXPECT_NE(predicted.basis.find("in heat_core, from the delays of ice40hx (27 routed"), std::string::npos);
  for (const PublishedClock& row : published_clocks()) EXPECT_NE(row.source.find("20"), std::string::npos);
}

/// A period of whole picoseconds, 666 of them, would belong to 1501 MHz.
TEST(Clock, TheScheduledClockIsTheRequestedOne) {
  const auto of = [](double mhz) { return estimate_clock(*hw::DelayModel::find("stratixv"), 0.9, mhz); };
  EXPECT_EQ(of(1500).scheduled_mhz, 1500);
  EXPECT_NE(of(1500).basis.find("capped at the 1500 MHz of the schedule"), std::string::npos) << of(1500).basis;
  EXPECT_EQ(of(7.5).typical_mhz, 7.5);
}

TEST(Clock, WhatIsPredictedHasARowAndItsError) {
  const auto basis = [](const char* device) {
    return estimate_clock(*hw::DelayModel::find(device), 0, 200, LongestPath{10000, "heat_core"}).basis;
  };
  const std::string never = "not compared with place and route);";
  EXPECT_NE(basis("ice40hx").find("ice40hx (27 routed cores: mean error 6 %, worst 17 %);"), std::string::npos);
  EXPECT_NE(basis("ice40up").find("ice40up (27 routed cores: mean error 6 %, worst 13 %);"), std::string::npos);
  EXPECT_NE(basis("ecp5-8").find("from the delays of ecp5-8 (" + never), std::string::npos);
  EXPECT_NE(basis("ecp5").find("from the delays of ecp5 (an assumption, " + never), std::string::npos);
  for (const std::string& name : hw::DelayModel::names()) {
    const hw::DelayModel& row = *hw::DelayModel::find(name);
    if (!row.cells) continue;
    EXPECT_EQ(basis(name.c_str()).find("not compared") == std::string::npos, row.is_compared) << name;
  }
}

/// The errors that are printed are those of the tables.
TEST(Clock, ErrorsAreThoseOfTheDocumentation) {
  const std::string page = runner::read_file(test::source_folder() + "/docs/evidence/timing.md");
  const std::regex total("27 cores, median of 5 seeds: mean error ([0-9.]+) %, worst ([0-9.]+) %");
  std::vector<std::string> errors;
  for (auto at = std::sregex_iterator(page.begin(), page.end(), total); at != std::sregex_iterator(); ++at)
    errors.push_back(
        fmt::format("mean error {:.0f} %, worst {:.0f} %", std::stod((*at)[1].str()), std::stod((*at)[2].str())));
  ASSERT_EQ(errors.size(), 2U) << "HX8K and UP5K";
  const auto worth = [](const char* device) { return estimate_clock(*hw::DelayModel::find(device), 0, 200).worth; };
  EXPECT_NE(worth("ice40hx").find(errors[0]), std::string::npos) << errors[0];
  EXPECT_NE(worth("ice40up").find(errors[1]), std::string::npos) << errors[1];
}

/// Rows that were not compared with place and route are marked, and no clock is chosen by them.
TEST(Clock, DerivedDelaysAreAHint) {
  for (const char* device : {"xc7", "xc7-1", "xcu", "xcup"}) {
    const hw::DelayModel& row = *hw::DelayModel::find(device);
    EXPECT_FALSE(defends_clock(row)) << device;
    const ClockEstimate estimate = estimate_clock(row, 0, 200, LongestPath{10000, "heat_core"});
    EXPECT_EQ(estimate.known(), device == std::string("xcup")) << device << ": other designs are published";
    EXPECT_FALSE(estimate.is_predicted()) << device;
    const std::string hint = "rough estimate: 100 MHz, a path of 10.00 ns in heat_core, from the delays of ";
    EXPECT_NE(estimate.basis.find(hint + device + " (derived, not compared with place and route)"), std::string::npos)
        << estimate.basis;
  }
  for (const char* device : {"ice40hx", "ice40up", "ecp5", "ecp5-8"})
    EXPECT_TRUE(defends_clock(*hw::DelayModel::find(device))) << device;
  EXPECT_FALSE(defends_clock(*hw::DelayModel::find("stratixv")));
}

/// A published row or two of a device say nothing of another design.
TEST(Clock, FewerThanThreeRowsOfADeviceLeaveItUnknown) {
  const auto rows = std::ranges::count_if(published_clocks(), [](const auto& row) { return row.device == "xcu"; });
  ASSERT_EQ(rows, 1);
  for (const char* device : {"xcu", "xcu-1"}) {
    const ClockEstimate one = estimate_clock(*hw::DelayModel::find(device), 0.5, 200);
    EXPECT_FALSE(one.known());
    EXPECT_TRUE(one.rows.empty());
    EXPECT_EQ(one.basis, "unknown: too few published designs of family xcu, and none routed");
  }
  EXPECT_TRUE(estimate_clock(*hw::DelayModel::find("xc5v"), 0.5, 200).known());
}

/// UltraScale and UltraScale+ share a family of delays, but no published design; grades share theirs.
TEST(Clock, PublishedDesignsAreOfTheDevice) {
  for (const auto& [name, device, rows] :
       {std::tuple{"xcup", "xcup", 8U}, {"xcup-1", "xcup", 8U}, {"stratix10", "stratix10", 11U}}) {
    const ClockEstimate estimate = estimate_clock(*hw::DelayModel::find(name), 0.7, 1000);
    EXPECT_EQ(estimate.rows.size(), rows) << name;
    for (const PublishedClock* row : estimate.rows) EXPECT_EQ(row->device, device) << name;
  }
  const ClockEstimate plus = estimate_clock(*hw::DelayModel::find("xcup"), 0.7, 1000);
  EXPECT_EQ(plus.low_mhz, 158);
  EXPECT_EQ(plus.typical_mhz, 256) << "the median";
  EXPECT_EQ(plus.high_mhz, 316);
  EXPECT_EQ(estimate_clock(*hw::DelayModel::find("stratix10"), 0.0, 1000).rows.size(), 13U) << "none is near";
  EXPECT_FALSE(estimate_clock(*hw::DelayModel::find("agilex"), 0.7, 1000).known());
  for (const PublishedClock& row : published_clocks())
    EXPECT_NE(hw::DelayModel::find(row.device), nullptr) << row.device << ": no estimate would find it";
}

/// The page about the model counts the designs of each family that has an estimate.
TEST(Clock, PublishedDesignsAreThoseOfTheDocumentation) {
  const std::map<std::string, std::string> names = {{"stratixv", "Stratix V"},
                                                    {"arria10", "Arria 10"},
                                                    {"stratix10", "Stratix 10"},
                                                    {"xcup", "UltraScale+"},
                                                    {"xc5v", "Virtex-5"}};
  const std::string page = runner::read_file(test::source_folder() + "/docs/time_model.md");
  std::map<std::string, int> designs;
  for (const PublishedClock& row : published_clocks()) ++designs[row.device];
  for (const auto& [device, count] : designs) {
    EXPECT_EQ(names.contains(device), count >= 3) << device;
    if (count < 3) continue;
    const std::string line = fmt::format("\n| {} | {} | ", names.at(device), count);
    EXPECT_NE(page.find(line), std::string::npos) << line;
    EXPECT_EQ(page.find(fmt::format("\n| {} | {} | ", names.at(device), count + 1)), std::string::npos);
  }
}

TEST(Clock, WhatIsReachedIsPredictedOfOthersOrUnknown) {
  const auto text = [](const char* device, double mhz, const std::optional<LongestPath>& path = {}) {
    return reached_text(estimate_clock(*hw::DelayModel::find(device), 0.9, mhz, path));
  };
  const LongestPath path{10000, "c"};
  EXPECT_EQ(text("ice40hx", 200, path),
            "100.0 MHz predicted, from a path of 10.00 ns in c (27 routed cores: mean error 6 %, worst 17 %)");
  EXPECT_EQ(text("ecp5-8", 200, path),
            "100.0 MHz predicted, from a path of 10.00 ns in c (not compared with place and route)");
  for (const double mhz : {400, 100})
    EXPECT_EQ(text("stratixv", mhz),
              "other designs of this family reached 226 to 285 MHz; this one has not been routed");
  EXPECT_EQ(text("agilex", 400), "the clock that this design reaches is unknown");
  EXPECT_EQ(text("xcu", 100), "the clock that this design reaches is unknown");
  const std::string hint =
      "; rough estimate: 100 MHz, from a path of 10.00 ns in c (derived, not compared with place and route)";
  EXPECT_EQ(text("xcu", 100, path), "the clock that this design reaches is unknown" + hint);
  EXPECT_EQ(text("xcup", 100, path),
            "other designs of this family reached 158 to 316 MHz; this one has not been routed" + hint);
}

/// Behind a serial line the longer path of core and bridge is the clock, and the text says which one it is.
TEST(Clock, TheLongerPathOfCoreAndBridgeBinds) {
  const hw::DelayModel& row = *hw::DelayModel::find("ice40hx");
  const LongestPath bridge = bridge_path(row).value();
  const auto of_core = [&](int ps) { return estimate_clock(row, 0, 200, LongestPath{ps, "heat_core"}, bridge); };
  const ClockEstimate slow = of_core(2 * bridge.ps), fast = of_core(bridge.ps / 2);
  EXPECT_EQ(slow.predicted->module, "heat_core");
  EXPECT_NE(slow.basis.find("; the core is the limit, and the bridge to the serial line reaches "), std::string::npos);
  EXPECT_EQ(fast.predicted->module, kBridge);
  EXPECT_EQ(fast.predicted->ps, bridge.ps);
  EXPECT_EQ(fast.typical_mhz, bridge.mhz());
  EXPECT_NE(reached_text(fast).find("; the bridge to the serial line is the limit, and the core reaches "),
            std::string::npos);
  EXPECT_EQ(estimate_clock(row, 0, 200, LongestPath{bridge.ps / 2, "heat_core"}).basis.find("binds"),
            std::string::npos);
  EXPECT_FALSE(bridge_path(*hw::DelayModel::find("xc7")));
}

}  // namespace
}  // namespace rtlgen::model
