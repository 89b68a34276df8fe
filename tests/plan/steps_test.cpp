// The steps of a plan, each alone: from values to values (docs/architecture.md).
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "analysis/ghosts.hpp"
#include "contract/frame.hpp"
#include "frontend/frontend.hpp"
#include "hw/delay_model.hpp"
#include "plan/extents.hpp"
#include "plan/forms/forms.hpp"
#include "plan/interface/interface.hpp"
#include "plan/lags/order.hpp"
#include "plan/lags/positions.hpp"
#include "plan/lags/reads.hpp"
#include "plan/memo.hpp"
#include "plan/plan.hpp"
#include "plan/storage/memories.hpp"
#include "plan/storage/windows.hpp"
#include "plan/timing/timing.hpp"
#include "spec/stencil.hpp"
#include "support/check.hpp"
#include "support/diagnostics.hpp"
#include "support/index.hpp"
#include "support/result.hpp"

namespace rtlgen::test {
namespace {

using contract::Distance;
using contract::ExtentPlan;
using contract::FrameShape;
using plan::Order;
using testing::ElementsAre;

bool same(const FrameShape& a, const FrameShape& b) {
  return a.row_words == b.row_words && a.rows == b.rows && a.planes == b.planes;
}

// ---------------------------------------------------------------- order

constexpr FrameShape kFrame{8, 6, 4};

TEST(LeastFrame, HoldsWhatIsRequired) {
  plan::LeastFrame least(Order(kFrame, ExtentPlan::kRuntime));
  EXPECT_TRUE(same(least.shape(), {1, 1, 1}));
  least.apart({}, {0, 1, -2}, 1);  // a row less two words is at least one word in rows of three
  EXPECT_TRUE(same(least.shape(), {3, 1, 1}));
  least.apart({}, {1, -2, 5}, 1);  // a plane less two rows
  EXPECT_TRUE(same(least.shape(), {3, 3, 1}));
  least.start({1, -3, -4});  // counters start at row 3 and word 4
  EXPECT_TRUE(same(least.shape(), {5, 4, 1}));
  least.cover({2, 6, 9});
  EXPECT_TRUE(same(least.shape(), {5, 6, 1}));
}

TEST(LeastFrame, SequenceDoesNotMatter) {
  const std::vector<Distance> all{{0, 1, -2}, {1, -2, 5}, {1, -4, -1}, {0, 2, -6}};
  std::vector<std::size_t> sequence{0, 1, 2, 3};
  const Order order(kFrame, ExtentPlan::kRuntime);
  FrameShape together{1, 1, 1};
  for (const Distance& d : all) {
    plan::LeastFrame alone(order);
    alone.apart({}, d, 1);
    together = plan::larger(together, alone.shape());
  }
  EXPECT_TRUE(same(together, {7, 5, 1}));
  do {
    plan::LeastFrame least(order);
    for (const std::size_t i : sequence) least.apart({}, all[i], 1);
    EXPECT_TRUE(same(least.shape(), together));
  } while (std::next_permutation(sequence.begin(), sequence.end()));
}

TEST(LeastFrame, PlainWordsRequireNothing) {
  plan::LeastFrame least(Order(kFrame, ExtentPlan::kFlat));
  least.apart({}, {0, 1, -2}, 9);
  least.start({0, -3, -3});
  least.cover(kFrame);
  EXPECT_TRUE(same(least.shape(), {1, 1, 1}));
}

TEST(LeastFrame, FitsAlongEveryAxis) {
  EXPECT_TRUE(plan::fits({8, 6, 4}, kFrame));
  EXPECT_FALSE(plan::fits({9, 1, 1}, kFrame));
  EXPECT_FALSE(plan::fits({1, 7, 1}, kFrame));
  EXPECT_FALSE(plan::fits({1, 1, 5}, kFrame));
}

// ---------------------------------------------------------------- the steps of one program

/// A description, and everything that its steps take besides earlier steps.
struct Steps {
  spec::Stencil stencil;
  plan::Target target;
  Order order;
  plan::Memo memo{};
  Diagnostics diagnostics{};

  explicit Steps(const std::string& text, ExtentPlan extents = ExtentPlan::kRuntime)
      : stencil(loaded(text)),
        target{*hw::DelayModel::find(stencil.hardware.device), contract::Clock::of_mhz(stencil.hardware.clock_mhz)},
        order(contract::frame_shape(stencil.grid, stencil.hardware.cells_per_cycle), extents) {}

  static spec::Stencil loaded(const std::string& text) {
    Diagnostics diagnostics;
    auto stencil = frontend::load_text(text, "steps.yaml", {}, diagnostics);
    RTLGEN_CHECK(stencil.ok(), diagnostics.render());
    return *std::move(stencil);
  }

  plan::Reads reads() const { return plan::reads_of(stencil, analysis::Ghosts{}, order, target); }
  plan::Positions positions(const plan::Reads& reads) {
    return plan::positions_of(stencil, reads, order, target, memo.lags);
  }
  plan::Windows windows(const plan::Positions& positions) const {
    return plan::windows_of(stencil, positions, order, target);
  }
  Result<plan::Timing> timing(const plan::Reads& reads, const plan::Positions& positions,
                              const plan::Windows& windows) {
    return plan::timing_of(stencil, reads, positions, windows, plan::DspChoices(reads.stages.size()), target,
                           diagnostics, memo.operators);
  }
  Result<plan::Memories> memories(const plan::Positions& positions, const plan::Windows& windows,
                                  const plan::Timing& timing) {
    return plan::memories_of(stencil, positions, windows, timing, order, target, diagnostics);
  }
};

/// A plus of cells on rows of 16 words of two cells; `edge` is its rule.
constexpr const char* kPlus = R"yaml(name: plus
grid: [32, 20]
type: uint8
fields: {a: {}}
update:
  - a: a[-1,0] + a[1,0] + a[0,-1] + a[0,1]
hardware: {cells_per_cycle: 2}
)yaml";

const spec::StageId kFirst(0);
const spec::StreamId kField(0), kResult(1);

TEST(Steps, ReadsAreWordsAndLanes) {
  const Steps steps(kPlus);
  const plan::Reads reads = steps.reads();
  ASSERT_EQ(reads.stages.size(), 1U);
  ASSERT_EQ(reads.consumers.size(), 2U) << "the stage and the exit";
  EXPECT_EQ(reads.stages[kFirst].name, "a");
  EXPECT_EQ(reads.stages[kFirst].taps.size(), 4U);
  std::vector<std::string> needs;
  for (const plan::Need& need : reads.consumers[0].needs) {
    EXPECT_EQ(need.stream, kField);
    needs.push_back(fmt::format("{} {} {}", need.offset.rows, need.offset.words, need.lane));
  }
  std::sort(needs.begin(), needs.end());
  needs.erase(std::unique(needs.begin(), needs.end()), needs.end());
  // Lane 0 reads the last lane of the word before, and lane 1 the first one of the next; the rule `edge` reads the
  // cell.
  EXPECT_THAT(needs, ElementsAre("-1 0 0", "-1 0 1", "0 -1 1", "0 0 0", "0 0 1", "0 1 0", "1 0 0", "1 0 1"));
  EXPECT_TRUE(same(reads.least, {1, 1, 1}));
}

TEST(Steps, PositionsFollowTheFurthestRead) {
  Steps steps(kPlus);
  const plan::Positions positions = steps.positions(steps.reads());
  EXPECT_EQ(positions.lag_of(kFirst), (Distance{0, 1, 0}));
  EXPECT_EQ(positions.exit_lag(), (Distance{0, 1, 0}));
  EXPECT_EQ(positions.streams[kField].lag, Distance{});
  EXPECT_EQ(positions.streams[kResult].lag, (Distance{0, 1, 0}));
  EXPECT_FALSE(positions.streams[kField].source || positions.streams[kField].results);
  EXPECT_TRUE(same(positions.least, {1, 1, 1}));
}

TEST(Steps, RowsAreLongEnoughForTheLag) {
  Steps steps("name: far\ngrid: [32, 20]\ntype: uint8\nfields: {a: {}}\nupdate:\n  - a: a[5,0] + a[0,1]\n");
  const plan::Positions positions = steps.positions(steps.reads());
  EXPECT_EQ(positions.lag_of(kFirst), (Distance{0, 1, 0}));
  EXPECT_TRUE(same(positions.least, {5, 1, 1})) << "a row covers the five words that are read ahead";
}

TEST(Steps, WindowsHoldTheWordsBetweenFirstAndLast) {
  Steps steps(kPlus);
  const plan::Windows windows = steps.windows(steps.positions(steps.reads()));
  const plan::StreamWindow& window = windows.streams[kField];
  std::vector<std::string> words;
  for (const plan::WindowWord& w : window.words)
    words.push_back(fmt::format("{} {} {}", w.distance.rows, w.distance.words, w.lanes.size()));
  EXPECT_THAT(words, ElementsAre("0 0 2", "1 -1 1", "1 0 2", "1 1 1", "2 0 2"));
  EXPECT_TRUE(window.buffered);
  EXPECT_EQ(window.buffered_words, 2 * 16 + 1);
  EXPECT_EQ(window.buffered_cells, 2 * (2 * 16 + 1));
  EXPECT_FALSE(windows.streams[kResult].buffered) << "read as it arrives";
  EXPECT_TRUE(windows.streams[kResult].paths.empty());
  for (const plan::Path& path : window.paths) EXPECT_EQ(path.max_depth, steps.order.frame().count(path.depth));
  EXPECT_TRUE(plan::fits({3, 1, 1}, windows.least)) << "the delay of a row less two words";
}

TEST(Steps, TimingFollowsTheWindow) {
  Steps steps(kPlus);
  const plan::Reads reads = steps.reads();
  const plan::Positions positions = steps.positions(reads);
  const plan::Windows windows = steps.windows(positions);
  const auto timing = steps.timing(reads, positions, windows);
  ASSERT_TRUE(timing.ok());
  const plan::StageTimes& stage = timing->stages[kFirst];
  EXPECT_EQ(timing->streams[kField].ready_cycle, 0);
  EXPECT_EQ(timing->streams[kField].home_cycle, 0);
  EXPECT_EQ(stage.sample_cycle, 1) << "the cycle after the window is loaded";
  EXPECT_EQ(stage.ready_cycle, 1 + stage.kernel.latency);
  EXPECT_EQ(timing->streams[kResult].ready_cycle, stage.ready_cycle);
  EXPECT_EQ(timing->latency, stage.ready_cycle);
  EXPECT_EQ(stage.kernel.module, "plus_kernel");
  EXPECT_EQ(stage.taps.size(), reads.stages[kFirst].taps.size());
}

TEST(Steps, DelaysOfOneDepthShareAPointer) {
  Steps steps(kPlus);
  const plan::Reads reads = steps.reads();
  const plan::Positions positions = steps.positions(reads);
  const plan::Windows windows = steps.windows(positions);
  const auto timing = steps.timing(reads, positions, windows);
  const auto memories = steps.memories(positions, windows, *timing);
  ASSERT_TRUE(memories.ok());
  for (const plan::Segment& s : memories->segments[kField]) {
    EXPECT_EQ(s.memory >= 0, plan::circulates(s.storage));
    if (s.memory < 0) continue;
    EXPECT_EQ(memories->memories[at(s.memory)].depth, s.max_depth - s.lead);
    EXPECT_EQ(memories->pointers[at(s.pointer)].cycle, timing->streams[kField].home_cycle);
  }
  EXPECT_EQ(memories->memories.size(), 4U) << "two rows of two lanes";
  EXPECT_EQ(memories->pointers.size(), 2U) << "a row less one word and a row less two: registers would cost more";
}

TEST(Steps, AResultIsWrittenBeforeItIsRead) {
  constexpr const char* kSweep =
      "name: rows\ngrid: [{}, 20]\ntype: float32\nfields: {{a: {{}}}}\nupdate:\n"
      "  - a: {{expr: \"a + a[0,-1; y=constant(0)] * 0.5\", order: forward y}}\n";
  for (const int cells : {4, 64}) {
    Steps steps(fmt::format(fmt::runtime(kSweep), cells));
    const plan::Reads reads = steps.reads();
    const plan::Positions positions = steps.positions(reads);
    const plan::Windows windows = steps.windows(positions);
    const auto timing = steps.timing(reads, positions, windows);
    ASSERT_TRUE(timing.ok());
    const spec::StreamId own(positions.streams.size() - 1);
    ASSERT_TRUE(positions.streams[own].results.has_value());
    EXPECT_EQ(positions.streams[own].results->depth, (Distance{0, 1, 0}));
    const auto memories = steps.memories(positions, windows, *timing);
    EXPECT_EQ(memories.ok(), cells == 64) << "a row of 4 words is shorter than the Kernel";
    if (!memories) {
      EXPECT_THAT(steps.diagnostics.render(), testing::HasSubstr("RG0408"));
      continue;
    }
    const int way = timing->stages[kFirst].ready_cycle -
                    (timing->streams[own].ready_cycle - positions.streams[own].results->read_cycles);
    EXPECT_TRUE(same(memories->least, {way + 1, 1, 1})) << "rows of this many words are long enough";
    EXPECT_NE(memories->results[own].read_pointer, memories->results[own].write_pointer);
  }
}

TEST(Steps, HeldArraysAreReadAtSources) {
  Steps steps(
      "name: held\ngrid: [32, 20]\ntype: uint8\nfields: {a: {}, h: {axes: [x]}, s: {axes: []}}\nupdate:\n"
      "  - a: a[0,1] + h + s\n");
  const plan::Positions positions = steps.positions(steps.reads());
  const plan::PlacedStream& held = positions.streams[spec::StreamId(1)];
  ASSERT_TRUE(held.source.has_value());
  EXPECT_EQ(held.source->depth, 32);
  EXPECT_EQ(held.lag, (Distance{0, 1, 0})) << "where its reader is";
  EXPECT_FALSE(positions.streams[spec::StreamId(2)].source.has_value()) << "a single value";
  for (const plan::Need& need : positions.consumers[0].needs) EXPECT_NE(need.stream, spec::StreamId(2));
}

TEST(Steps, TheInterfaceTakesTheLeastFrame) {
  Steps steps(kPlus);
  Diagnostics diagnostics;
  const auto plan = plan::make_plan(steps.stencil, diagnostics);
  ASSERT_TRUE(plan.ok());
  const plan::Ends ends{2, 3};
  const FrameShape least{5, 4, 1};
  const plan::Interface outside =
      plan::interface_of(steps.stencil, {plan->executor, plan->frame, least, ExtentPlan::kRuntime, ends, 7});
  EXPECT_EQ(outside.core.minimum, (spec::Extents{4 * 2 + 1, 4, 1})) << "five words, the last one with one cell";
  EXPECT_EQ(outside.core.total_latency, plan->executor.latency + 5);
  EXPECT_EQ(outside.core.monitor_latency, 7);
  EXPECT_EQ(outside.fifo_width, 2 * 8);
  EXPECT_EQ(outside.core.minimum[0] > plan->core.minimum[0], true) << "the plan's own frame is smaller";
}

/// Whatever the steps give alone, the plan has.
TEST(Steps, ThePlanIsTheirs) {
  Steps steps(kPlus);
  const plan::Reads reads = steps.reads();
  const plan::Positions positions = steps.positions(reads);
  const plan::Windows windows = steps.windows(positions);
  const auto timing = steps.timing(reads, positions, windows);
  Diagnostics diagnostics;
  const auto plan = plan::make_plan(steps.stencil, diagnostics);
  ASSERT_TRUE(plan.ok() && timing.ok());
  for (const plan::StreamPlan& stream : plan->executor.streams) {
    EXPECT_EQ(stream.lag, positions.streams[stream.stream].lag);
    EXPECT_EQ(stream.buffered_cells, windows.streams[stream.stream].buffered_cells);
    EXPECT_EQ(stream.home_cycle, timing->streams[stream.stream].home_cycle);
  }
  EXPECT_EQ(plan->executor.latency, timing->latency);
  EXPECT_EQ(plan->clock.period_ps, 5000);
  EXPECT_EQ(plan->clock.mhz, 200);
}

// ---------------------------------------------------------------- boundary multiplexers

/// A read with `cells` boundary cases along x and `constants` along y.
plan::TapRead read_with(std::size_t cells, std::size_t constants) {
  plan::TapRead read;
  read.axis[0].cases.resize(cells);
  read.axis[1].cases.resize(constants);
  for (analysis::EdgeCase& c : read.axis[1].cases) c.is_constant = true;
  return read;
}

/// A LUT takes 600 ps, registers 500 ps.
plan::TapTiming timed(const plan::TapRead& read, int arrival_ps, double mhz) {
  static const hw::DelayModel device;
  return plan::time_multiplexers(read, arrival_ps, {device, contract::Clock::of_mhz(mhz)});
}

TEST(Multiplexers, WorkInOneCycleIfTheyFit) {
  const plan::TapTiming t = timed(read_with(3, 1), 0, 200);  // 4500 ps: seven levels
  EXPECT_EQ(t.cycle, 0);
  EXPECT_EQ(t.arrival_ps, (2 + 1) * 600);
  EXPECT_EQ(t.slowest_ps, t.arrival_ps);
  EXPECT_EQ(t.fan, 1 << 7);
}

TEST(Multiplexers, OfALateValueWaitForTheNextCycle) {
  EXPECT_EQ(timed(read_with(3, 0), 3300, 200).cycle, 0) << "4500 ps in all";
  const plan::TapTiming t = timed(read_with(3, 0), 3301, 200);
  EXPECT_EQ(t.cycle, 1);
  EXPECT_EQ(t.arrival_ps, 2 * 600);
}

TEST(Multiplexers, OfSeveralAxesAreApartIfTheClockIsFast) {
  const plan::TapTiming t = timed(read_with(3, 3), 0, 500);  // 1500 ps: two levels
  EXPECT_EQ(t.cell_cycle[0], 0);
  EXPECT_EQ(t.constant_cycle[1], 1);
  EXPECT_EQ(t.constant_cycle[0], 1) << "constants along x come last";
  EXPECT_EQ(t.cycle, 1);
  EXPECT_EQ(t.arrival_ps, 2 * 600);
}

TEST(Multiplexers, OfManyCasesTakeSeveralCycles) {
  const plan::TapTiming t = timed(read_with(7, 0), 0, 500);  // three levels, two in a cycle
  EXPECT_EQ(t.cell_mux_stages[0], 2);
  EXPECT_EQ(t.cell_cycle[0], 1);
  EXPECT_EQ(t.arrival_ps, 600);
  EXPECT_EQ(t.slowest_ps, 2 * 600);
  EXPECT_EQ(t.fan, 4);
}

TEST(Multiplexers, NoneAreNeededInside) {
  const plan::TapTiming t = timed(read_with(0, 0), 1234, 200);
  EXPECT_EQ(t.cycle, 0);
  EXPECT_EQ(t.arrival_ps, 1234);
}

// ---------------------------------------------------------------- clock

TEST(Clock, ThePeriodIsRoundedDown) {
  EXPECT_EQ(contract::Clock::of_mhz(200).period_ps, 5000);
  EXPECT_EQ(contract::Clock::of_mhz(300).period_ps, 3333);
  EXPECT_EQ(contract::Clock::of_mhz(300).mhz, 300) << "not 300.03";
  EXPECT_EQ(contract::Clock{}.period_ps, contract::Clock::of_mhz(contract::Clock{}.mhz).period_ps);
}

}  // namespace
}  // namespace rtlgen::test
