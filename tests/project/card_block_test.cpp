// Faults of clocks and memory in the tops of boards with several channels, of AMD and of Intel: the host never hangs
// and says what is wrong, and once the fault is over, the next run is right without a power cycle.
#include "host/card_block.hpp"

#include <gmock/gmock.h>

#include <cmath>

#include "contract/card_map.hpp"
#include "host/card_check.hpp"
#include "host/design.hpp"
#include "host/kernel_clock.hpp"
#include "top_runs.hpp"

namespace rtlgen::test {
namespace {

using ::testing::HasSubstr;

/// A board, where the fields are, and how the host reaches the card.
struct Reached {
  Board board;
  Top::Link link;
};

void PrintTo(const Reached& reached, std::ostream* out) { *out << reached.board.id; }

const Reached kAmd{{"vcu118", "{t: [0, 1], power: 1}"}, Top::Link::kStraight};
/// Their DMAs do not see the card's error responses.
const Reached kTables{{"de5net", "{t: [0, 1], power: 1}"}, Top::Link::kVfio};
const Reached kQueues{{"de10_agilex", "{t: [0, 1], power: 1}"}, Top::Link::kVfio};

class Faults : public ::testing::Test {
 protected:
  explicit Faults(const Reached& reached) : reached_(reached) { EXPECT_EQ(top_.run({32, 8, 1}, 2, 1), ""); }

  void set(rtlgen_card_fault fault, int value = 1, int channel = 0) { top_.card().set_fault(fault, channel, value); }

  /// The reason why a program that begins now stops.
  std::string opened() {
    try {
      top_.open(reached_.link);
      return "";
    } catch (const host::DeviceError& error) {
      return error.what();
    }
  }
  /// The reason that ends a run during which the fault begins.
  std::string ended(rtlgen_card_fault fault, int channel = 0) {
    constexpr double kRunningNs = 20000;
    GoldenRun run(project_, top_.accelerator(), {64, 64, 1}, 2);
    run.start(400);
    EXPECT_FALSE(top_.card().wait(kRunningNs)) << "the run is over before its fault begins";
    set(fault, 1, channel);
    try {
      top_.accelerator().wait();
      return run.difference();
    } catch (const host::DeviceError& error) {
      return error.what();
    }
  }
  void expect_right_again(rtlgen_card_fault fault, int channel = 0) {
    set(fault, 0, channel);
    EXPECT_EQ(opened(), "");
    EXPECT_EQ(top_.run({48, 9, 1}, 3, 3), "");
  }

  const Reached reached_;
  driver::PlannedProject project_ = tiny(reached_.board.id, reached_.board.memory);
  Top top_{project_, {}, {}, reached_.link};
  host::Design design_ = host::read_design(driver::manifest(*project_.model.prepared));
  host::CardBlock block_{*design_.card_block, top_.card()};
};

class FaultyTop : public Faults, public ::testing::WithParamInterface<Reached> {
 protected:
  FaultyTop() : Faults(GetParam()) {}
  [[nodiscard]] bool is_amd() const { return reached_.link == Top::Link::kStraight; }
};

std::string name_of(const ::testing::TestParamInfo<Reached>& reached) { return reached.param.board.id; }

INSTANTIATE_TEST_SUITE_P(Boards, FaultyTop, ::testing::Values(kAmd, kTables, kQueues), name_of);

/// The interconnect of Intel's PCIe systems decodes addresses beyond memory.
class FaultyAmdTop : public Faults {
 protected:
  FaultyAmdTop() : Faults(kAmd) {}
};

/// Only Intel's controllers say that their calibration has failed.
class FaultyIntelTop : public FaultyTop {};

INSTANTIATE_TEST_SUITE_P(Boards, FaultyIntelTop, ::testing::Values(kTables, kQueues), name_of);

TEST_P(FaultyTop, KernelClockThatNeverLocks) {
  set(RTLGEN_CARD_KERNEL_UNLOCKED);
  top_.card().reset();
  EXPECT_THAT(opened(), HasSubstr("the card is not ready: the kernel clock is not locked"));
  EXPECT_THAT(host::check_clocks(design_, block_).seen, HasSubstr("the kernel clock is not locked"));
  expect_right_again(RTLGEN_CARD_KERNEL_UNLOCKED);
}

TEST_P(FaultyTop, KernelClockThatLosesItsLock) {
  EXPECT_THAT(ended(RTLGEN_CARD_KERNEL_UNLOCKED),
              HasSubstr("a reset of the card has ended the run: the kernel clock lost its lock"));
  expect_right_again(RTLGEN_CARD_KERNEL_UNLOCKED);
}

TEST_P(FaultyTop, KernelClockThatStandsStill) {
  set(RTLGEN_CARD_KERNEL_STOPPED);
  EXPECT_THAT(host::check_clocks(design_, block_).seen, HasSubstr("the kernel clock has stopped"));
  expect_right_again(RTLGEN_CARD_KERNEL_STOPPED);
}

TEST_P(FaultyTop, KernelClockThatIsSlow) {
  set(RTLGEN_CARD_KERNEL_SLOW, 500);
  const host::Finding finding = host::check_clocks(design_, block_);
  EXPECT_FALSE(finding.holds) << finding.seen;
  EXPECT_THAT(finding.causes.front(), HasSubstr("the kernel clock has another source or another divider"));
  set(RTLGEN_CARD_KERNEL_SLOW, 0);
  EXPECT_TRUE(host::check_clocks(design_, block_).holds);
  EXPECT_EQ(top_.run({48, 9, 1}, 3, 3), "");
}

TEST_P(FaultyTop, MemoryThatIsNeverCalibrated) {
  set(RTLGEN_CARD_MEMORY_UNCALIBRATED, 1, 1);
  top_.card().reset();
  EXPECT_THAT(opened(), HasSubstr("the card is not ready: memory channel 1 is not calibrated"));
  expect_right_again(RTLGEN_CARD_MEMORY_UNCALIBRATED, 1);
}

TEST_P(FaultyTop, MemoryThatLosesItsCalibration) {
  EXPECT_THAT(ended(RTLGEN_CARD_MEMORY_UNCALIBRATED, 1),
              HasSubstr("a reset of the card has ended the run: memory lost its calibration or its clock"));
  expect_right_again(RTLGEN_CARD_MEMORY_UNCALIBRATED, 1);
}

TEST_P(FaultyTop, MemoryWhoseClockStops) {
  set(RTLGEN_CARD_MEMORY_STOPPED);
  EXPECT_THAT(host::check_clocks(design_, block_).seen, HasSubstr("the clock of memory channel 0 has stopped"));
  set(RTLGEN_CARD_MEMORY_STOPPED, 0);
  EXPECT_TRUE(host::check_clocks(design_, block_).holds);
}

TEST_P(FaultyTop, MemoryThatDoesNotRespond) {
  set(RTLGEN_CARD_MEMORY_SILENT);
  EXPECT_THAT(top_.run({32, 8, 1}, 2, 3), HasSubstr("no response within the limit; now the firewall of the transfers"));
  EXPECT_EQ(block_.read("state", "transfers_closed"), 1U);
  expect_right_again(RTLGEN_CARD_MEMORY_SILENT);
}

TEST_P(FaultyTop, MemoryWithAStuckBit) {
  constexpr int kBit = 77;
  set(RTLGEN_CARD_MEMORY_STUCK, kBit + 1, 1);
  host::OnCardTest test;
  test.channels = block_.channels();
  test.channel_bytes = top_.card().capacity(0);
  test.bytes = 1 << 14;
  const host::Finding finding = host::check_on_card(test, design_, block_);
  EXPECT_FALSE(finding.holds);
  EXPECT_THAT(finding.seen, HasSubstr("memory channel 1: "));
  EXPECT_THAT(finding.seen, HasSubstr("in byte lane 9; the first at address 0x"));
  set(RTLGEN_CARD_MEMORY_STUCK, 0, 1);
  const host::Finding again = host::check_on_card(test, design_, block_);
  EXPECT_TRUE(again.holds) << again.seen;
  EXPECT_THAT(again.seen, HasSubstr("GB/s read"));
  EXPECT_EQ(top_.run({48, 9, 1}, 3, 3), "");
}

TEST_F(FaultyAmdTop, TransfersBeyondMemory) {
  std::uint8_t byte = 0;
  EXPECT_THROW(top_.card().read_memory(block_.channels(), 0, &byte, 1), host::Error);
  EXPECT_THAT(block_.refused_transfer(), HasSubstr("nothing is at this address"));
  EXPECT_EQ(block_.trouble(), "") << "the firewall stays open";
  EXPECT_EQ(top_.run({48, 9, 1}, 3, 3), "");
}

TEST_P(FaultyTop, RegistersWhereNothingIs) {
  EXPECT_EQ(top_.card().read_register(0x4000), is_amd() ? 0xffffffffU : 0xfa11ed01U);
  EXPECT_EQ(block_.read("refusal", "register_kind"), 1U);
  EXPECT_EQ(block_.read("refusal", "register_address"), 0x4000U);
  EXPECT_EQ(top_.run({48, 9, 1}, 3, 3), "");
}

TEST_P(FaultyIntelTop, MemoryThatFailsItsCalibration) {
  set(RTLGEN_CARD_MEMORY_UNCALIBRATED, 2, 1);
  top_.card().reset();
  EXPECT_THAT(opened(), HasSubstr("the card is not ready: memory channel 1 has failed its calibration"));
  expect_right_again(RTLGEN_CARD_MEMORY_UNCALIBRATED, 1);
}

/// From before its first beat to after its end.
TEST_P(FaultyTop, ResetInAnyStateOfARun) {
  for (const double ns : {10.0, 100.0, 400.0, 1500.0, 6000.0, 25000.0, 100000.0}) {
    GoldenRun run(project_, top_.accelerator(), {64, 64, 1}, 2);
    run.start(20);
    static_cast<void>(top_.card().wait(ns));
    top_.accelerator().reset();
    EXPECT_EQ(top_.run({48, 9, 1}, 3, 3), "") << "reset after " << ns << " ns";
  }
}

TEST_P(FaultyTop, ResetDuringARun) {
  GoldenRun run(project_, top_.accelerator(), {64, 64, 1}, 2);
  run.start(400);
  top_.accelerator().reset();
  EXPECT_EQ(top_.run({48, 9, 1}, 3, 3), "");
}

/// Cards whose bitstream says what it meets.
class ClockedTop : public Faults {
 protected:
  ClockedTop() : Faults(kAmd) { meets(245.3); }

  void meets(double mhz) {
    constexpr double kShownNs = 3000;
    set(RTLGEN_CARD_CLOCK_MET, static_cast<int>(std::lround(mhz * 10)));
    static_cast<void>(top_.card().wait(kShownNs));
  }
  /// The reason why the clock was not set, with the message about the card's fault.
  std::string refusal(double mhz) {
    try {
      top_.accelerator().set_clock(mhz);
      return "";
    } catch (const host::Error& error) {
      return error.what();
    }
  }
  /// The frequency that the card itself counts.
  double measured() {
    // A window that began before the change has ended, and one more.
    static_cast<void>(top_.card().wait(2e3 * static_cast<double>(contract::kCardWindow) / design_.shell.bus_mhz));
    return block_.read("kernel_edges") * design_.shell.bus_mhz / static_cast<double>(contract::kCardWindow);
  }
};

TEST_F(ClockedTop, ClocksAreMeasuredAndRunsAreRight) {
  for (const double mhz : {150.0, 100.0, 61.8, 244.0, 185.0}) {
    const double set = top_.accelerator().set_clock(mhz);
    EXPECT_LE(set, mhz);
    EXPECT_GT(set, 0.96 * mhz);
    EXPECT_NEAR(measured(), set, 0.2);
    EXPECT_EQ(top_.accelerator().kernel_mhz(), set);
    EXPECT_EQ(top_.run({48, 9, 1}, 3, 3), "") << mhz;
  }
  const host::Finding finding = host::check_clocks(design_, block_);
  EXPECT_TRUE(finding.holds) << finding.seen;
  EXPECT_THAT(finding.expected, HasSubstr("the kernel clock 183.3 MHz"));
  EXPECT_THAT(top_.accelerator().notes(), ::testing::Contains(HasSubstr("was set to 183.3 MHz on the card")));
  // Another program has it too, until a program sets the project's.
  EXPECT_EQ(opened(), "");
  EXPECT_NEAR(top_.accelerator().kernel_mhz(), 183.33, 0.01);
  EXPECT_EQ(top_.accelerator().set_clock(200), 200);
  EXPECT_EQ(top_.accelerator().kernel_mhz(), 0);
  EXPECT_NEAR(measured(), 200, 0.2);
  EXPECT_EQ(top_.run({48, 9, 1}, 3, 3), "");
}

/// Arrays are in memory, which a change leaves alone.
TEST_F(ClockedTop, ArraysStay) {
  GoldenRun run(project_, top_.accelerator(), {64, 64, 1}, 2);
  EXPECT_EQ(refusal(120), "");
  run.start(20);
  top_.accelerator().wait();
  EXPECT_EQ(run.difference(), "");
}

TEST_F(ClockedTop, NoneIsSetDuringARun) {
  GoldenRun run(project_, top_.accelerator(), {64, 64, 1}, 2);
  run.start(400);
  EXPECT_THAT(refusal(120), HasSubstr("a run is in progress"));
  // By another program, which does not know of the run.
  EXPECT_THROW(host::change_kernel_clock(design_, block_, 120), host::Error);
  top_.accelerator().wait();
  EXPECT_EQ(run.difference(), "");
}

TEST_F(ClockedTop, NoneIsAboveWhatTheBuildMeets) {
  EXPECT_THAT(refusal(245), HasSubstr("245.00 MHz are above the limit of 244.10 MHz: the bitstream meets 245.3 MHz"));
  meets(187.3);
  EXPECT_THAT(refusal(200), HasSubstr("200.00 MHz are above the limit of 186.60 MHz"));
  EXPECT_THAT(top_.accelerator().notes(), ::testing::Contains(HasSubstr("but the bitstream meets only 187.3 MHz")));
  EXPECT_EQ(refusal(186), "");
  EXPECT_EQ(top_.run({48, 9, 1}, 3, 3), "");
  meets(0);
  EXPECT_THAT(refusal(150), HasSubstr("the bitstream does not say which clock it meets"));
}

TEST_F(ClockedTop, AClockThatDoesNotCome) {
  const std::pair<int, const char*> faults[] = {{1, "its source responded with an error"},
                                                {2, "its source did not load the settings"},
                                                {4, "it does not lock at 150.0 MHz"}};
  for (const auto& [fault, message] : faults) {
    set(RTLGEN_CARD_CLOCK_CHANGE, fault);
    EXPECT_EQ(refusal(150), std::string("the kernel clock was not changed: ") + message);
    set(RTLGEN_CARD_CLOCK_CHANGE, 0);
    EXPECT_EQ(opened(), "");
    EXPECT_EQ(top_.run({48, 9, 1}, 3, 3), "") << fault;
  }
}

TEST_F(ClockedTop, ASourceThatDoesNotRespond) {
  set(RTLGEN_CARD_CLOCK_CHANGE, 3);
  EXPECT_EQ(refusal(150),
            "the kernel clock was not changed: its source does not respond; the clock of the bitstream does not come "
            "back: program the card again");
  expect_right_again(RTLGEN_CARD_CLOCK_CHANGE);
}

/// The host is gone before the clock is there.
TEST_F(ClockedTop, AnUnfinishedChangeIsDiagnosedAndMended) {
  set(RTLGEN_CARD_CLOCK_CHANGE, 4);
  block_.write("clock_feedback", 0x0601);
  block_.write("clock_divide", 10);
  block_.request("clock_load", "settings");
  const host::Finding finding = host::check_clocks(design_, block_);
  EXPECT_FALSE(finding.holds);
  EXPECT_EQ(finding.seen, "the kernel clock is not locked");
  EXPECT_THAT(finding.causes.front(), HasSubstr("its last change, to 150.0 MHz (--clock), has not ended"));
  EXPECT_THAT(block_.trouble(), HasSubstr("the kernel clock has not locked since it was changed"));
  expect_right_again(RTLGEN_CARD_CLOCK_CHANGE);
  EXPECT_EQ(top_.accelerator().kernel_mhz(), 0);
}

/// The divider behind the oscillator is wrong by one: only the measurement finds it.
TEST(ClockOfATop, AWrongDividerIsFound) {
  const Fault fault = {"rtlgen_clock_change.v",
                       "m_wdata <= state == INPUTS ? ",
                       "{24'd0, divide}",
                       "{24'd0, divide + 8'd1}",
                       " : OF_REGISTERS",
                       "it was set to 150.00 MHz, and 12",
                       ""};
  const driver::PlannedProject project = tiny("kcu105");
  const auto outcome = [&](std::size_t number) -> std::string {
    const Awake awake(number);
    Top top(project, {}, with_faults({fault}));
    top.card().set_fault(RTLGEN_CARD_CLOCK_MET, 0, 2453);
    static_cast<void>(top.card().wait(3000));
    try {
      return fmt::format("{}", top.accelerator().set_clock(150));
    } catch (const host::DeviceError& error) {
      return error.what();
    }
  };
  EXPECT_EQ(outcome(0), "150");
  EXPECT_THAT(outcome(1), HasSubstr(fault.verdict));
}

}  // namespace
}  // namespace rtlgen::test
