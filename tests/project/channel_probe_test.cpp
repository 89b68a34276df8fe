// The probes of memory channels in the top of a board with two channels, whose memory gives error responses, none, or
// too many: the host names array, row, pass and address.
#include "host/channel_probe.hpp"

#include <gmock/gmock.h>

#include "host/design.hpp"
#include "top_runs.hpp"

namespace rtlgen::test {
namespace {

using ::testing::HasSubstr;

constexpr int kBeatBytes = 64;
const spec::Extents kProbedGrid = {64, 64, 1};
constexpr int kRowBeats = 2;  ///< length of a row of 64 cells of two bytes

/// A host that soon gives up waiting for an interrupt.
class Hasty : public Shared {
 public:
  explicit Hasty(std::shared_ptr<host::SimulatedCard> card) : Shared(card), waits_(std::move(card)) {}
  bool wait_interrupt() override { return waits_->wait(50000); }

 private:
  std::shared_ptr<host::SimulatedCard> waits_;
};

class ProbedTop : public ::testing::Test {
 protected:
  /// The first run writes the addresses of the arrays.
  ProbedTop() { EXPECT_EQ(top_.run(kProbedGrid, 4, 1), ""); }

  [[nodiscard]] std::uint32_t value(const std::string& name) {
    return top_.card().read_register(design_.shell.map.find(name).offset);
  }
  /// The number of the first beat of a row in a buffer.
  int beat(const std::string& buffer, int row) {
    return static_cast<int>(value(buffer)) / kBeatBytes + row * kRowBeats;
  }
  void set(rtlgen_card_fault fault, int channel, int value) { top_.card().set_fault(fault, channel, value); }
  /// Fields of a run of four passes.
  std::string run(std::uint64_t seed = 2) { return top_.run(kProbedGrid, 8, seed); }

  driver::PlannedProject project_ = tiny("vcu118", "{t: [0, 1], power: 1}");
  Top top_{project_};
  host::Design design_ = host::read_design(driver::manifest(*project_.model.prepared));
  host::CardBlock block_{*design_.card_block, top_.card()};
  host::ChannelProbes probes_{design_, block_, 0};
};

TEST_F(ProbedTop, ARunThatEndsWellLeavesItsCounts) {
  EXPECT_EQ(run(), "");
  for (const int channel : {0, 1}) {
    const host::ChannelProbe probe = probes_.read(channel);
    EXPECT_TRUE(probe.has("recording"));
    EXPECT_FALSE(probe.has("kept"));
    EXPECT_EQ(probe.reads + probe.writes, 0U);
    EXPECT_GE(probe.most_reads, 1U);
    EXPECT_LE(probe.most_reads, 16U);
    EXPECT_GE(probe.most_writes, 1U);
    EXPECT_LE(probe.most_writes, 16U);
    EXPECT_GT(probe.longest_read, 5U) << "the clock crossing alone takes longer";
    EXPECT_LT(probe.longest_read, 5000U);
    EXPECT_GT(probe.longest_write, 5U);
  }
  // The last of four passes reads what the third one wrote, and writes the first buffer again.
  EXPECT_EQ(probes_.read(0).write_at,
            value("buffer_0_last_of_t") / kBeatBytes * kBeatBytes - (kRowBeats - 1) * kBeatBytes);
  EXPECT_EQ(probes_.outstanding({}), "");
  EXPECT_EQ(probes_.errors({}), "");
}

TEST_F(ProbedTop, NamesTheReadThatFailed) {
  const int at = beat("buffer_0_first_of_t", 20);
  set(RTLGEN_CARD_MEMORY_BAD_READ, 0, 1 + at);
  EXPECT_EQ(run(),
            fmt::format("the run failed: memory responded to a read with an error (field 't'); memory channel 0: an "
                        "error response to the read at row 20 of 't', pass 1, address {:#x}",
                        at * kBeatBytes));
  set(RTLGEN_CARD_MEMORY_BAD_READ, 0, 0);
  EXPECT_EQ(run(), "");
}

/// The second pass reads the second buffer.
TEST_F(ProbedTop, NamesThePassByTheBuffer) {
  const int at = beat("buffer_1_first_of_t", 3);
  set(RTLGEN_CARD_MEMORY_BAD_READ, 1, 1 + at);
  EXPECT_THAT(run(), HasSubstr(fmt::format("memory channel 1: an error response to the read at row 3 of 't', pass 2, "
                                           "address {:#x}",
                                           at * kBeatBytes)));
}

TEST_F(ProbedTop, NamesTheWriteThatFailed) {
  const int at = beat("buffer_1_first_of_t", 30);
  set(RTLGEN_CARD_MEMORY_BAD_WRITE, 1, 1 + at);
  EXPECT_THAT(run(), HasSubstr(fmt::format("memory channel 1: an error response to the write at row 30 of 't', pass 1, "
                                           "address {:#x}",
                                           at * kBeatBytes)));
}

/// All words stay as they are, also through a reset, until the host clears the event or starts a run.
TEST_F(ProbedTop, KeepsTheFirstErrorUntilItIsCleared) {
  const int at = beat("buffer_0_first_of_t", 20);
  set(RTLGEN_CARD_MEMORY_BAD_READ, 0, 1 + at);
  GoldenRun run(project_, top_.accelerator(), kProbedGrid, 2);
  run.start(8);
  ASSERT_TRUE(top_.card().wait(1e6));
  EXPECT_EQ(block_.read("events", "run_error"), 1U);
  const host::ChannelProbe before = probes_.read(0);
  EXPECT_TRUE(before.has("kept") && before.has("read_error"));
  EXPECT_FALSE(before.has("recording"));
  EXPECT_EQ(before.error_at, static_cast<std::uint64_t>(at * kBeatBytes));
  EXPECT_GT(before.read_at, before.error_at) << "later bursts were on their way";
  block_.reset();
  const host::ChannelProbe after = probes_.read(0);
  EXPECT_EQ(block_.read("events", "run_error"), 1U);
  EXPECT_EQ(after.error_at, before.error_at);
  EXPECT_EQ(after.read_at, before.read_at);
  EXPECT_EQ(after.oldest_read, before.oldest_read);
  EXPECT_EQ(after.reads, before.reads);
  EXPECT_EQ(after.most_reads, before.most_reads);
  EXPECT_EQ(after.flags, before.flags);
  set(RTLGEN_CARD_MEMORY_BAD_READ, 0, 0);
  top_.open();
  EXPECT_EQ(block_.read("events", "run_error"), 0U);
  EXPECT_EQ(probes_.read(0).error_at, before.error_at) << "opening the card does not clear the words";
  EXPECT_EQ(this->run(), "");
  EXPECT_TRUE(probes_.read(0).has("recording"));
}

TEST_F(ProbedTop, NamesTheReadThatGetsNoResponse) {
  const int at = beat("buffer_0_first_of_t", 20);
  host::Accelerator accelerator(
      driver::manifest(*project_.model.prepared),
      std::make_unique<Hasty>(std::shared_ptr<host::SimulatedCard>(&top_.card(), [](auto*) {})));
  set(RTLGEN_CARD_MEMORY_LOST_READ, 0, 1 + at);
  GoldenRun run(project_, accelerator, kProbedGrid, 2);
  run.start(8);
  const auto message = [&]() -> std::string {
    try {
      accelerator.wait();
      return "";
    } catch (const host::Error& error) {
      return error.what();
    }
  }();
  EXPECT_THAT(message,
              HasSubstr("the run did not end, not even when cancelled: memory channel 0 has not responded to "));
  EXPECT_THAT(message,
              HasSubstr(fmt::format(" reads, the first of them at row 20 of 't', pass 1, address {:#x}. The card was "
                                    "reset",
                                    at * kBeatBytes)));
  EXPECT_EQ(message.find("memory channel 1"), std::string::npos) << message;
  set(RTLGEN_CARD_MEMORY_LOST_READ, 0, 0);
  top_.open();
  EXPECT_EQ(this->run(), "");
}

TEST_F(ProbedTop, NamesAResponseThatNobodyRequested) {
  constexpr double kStartedNs = 700;
  GoldenRun run(project_, top_.accelerator(), kProbedGrid, 2);
  run.start(8);
  ASSERT_FALSE(top_.card().wait(kStartedNs));
  ASSERT_EQ(probes_.read(1).write_at, 0U) << "there are writes already";
  set(RTLGEN_CARD_MEMORY_EXTRA_WRITE, 1, 1);
  try {
    top_.accelerator().wait();
    FAIL() << "the run ends well";
  } catch (const host::Error& error) {
    EXPECT_STREQ(error.what(), "the run failed: memory channel 1: a response to a write that was not requested");
  }
  EXPECT_EQ(this->run(), "");
  // After a run; the next one is not to blame.
  set(RTLGEN_CARD_MEMORY_EXTRA_READ, 0, 1);
  static_cast<void>(top_.card().wait(kStartedNs));
  EXPECT_EQ(block_.read("events", "run_error"), 1U);
  EXPECT_TRUE(probes_.read(0).has("read_unrequested"));
  EXPECT_EQ(probes_.errors({}), "memory channel 0: data that was not requested");
  EXPECT_EQ(this->run(), "");
}

/// A control: a probe that keeps the wrong address gives a wrong text.
TEST(ProbeOfATop, AWrongAddressIsFound) {
  const Fault fault = {"rtlgen_channel_probe.v", "error_at <= ", "oldest_read", "read_at", ";", "row 20 of", ""};
  const driver::PlannedProject project = tiny("kcu105");
  const host::Design design = host::read_design(driver::manifest(*project.model.prepared));
  const auto outcome = [&](std::size_t number) {
    const Awake awake(number);
    Top top(project, {}, with_faults({fault}));
    EXPECT_EQ(top.run(kProbedGrid, 4, 1), "");
    const std::uint32_t first = top.card().read_register(design.shell.map.find("buffer_0_first_of_t").offset);
    top.card().set_fault(RTLGEN_CARD_MEMORY_BAD_READ, 0, 1 + static_cast<int>(first) / kBeatBytes + 20 * kRowBeats);
    return top.run(kProbedGrid, 8, 2);
  };
  EXPECT_THAT(outcome(0), HasSubstr(fault.verdict));
  EXPECT_THAT(outcome(1), ::testing::AllOf(HasSubstr("an error response to the read at"),
                                           ::testing::Not(HasSubstr(fault.verdict))));
}

}  // namespace
}  // namespace rtlgen::test
