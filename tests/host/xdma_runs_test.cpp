// Runs of an accelerator through the XDMA back end on a stand-in of its driver: interrupts that do not come, cards that
// hang, go away or are others.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <numeric>

#include "fake_card.hpp"
#include "host/xdma.hpp"
#include "runs.hpp"
#include "xdma_stand_in.hpp"

namespace rtlgen::test {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using Call = XdmaStandIn::Call;

/// Runs of an accelerator whose card does what a test wants.
class XdmaRuns : public testing::Test {
 protected:
  static constexpr std::uint64_t kRoom = 1 << 20;

  XdmaRuns() {
    options_ = host::xdma_options(described_.manifest);
    options_.patience_seconds = 0.2;
    for (int c = 0; c < 5; ++c) options_.channels[c] = {static_cast<std::uint64_t>(c) * kRoom, kRoom};
    files_ = std::make_shared<XdmaStandIn>(card_, options_.channels, [this](int) { return card_->wait_interrupt(); });
  }
  std::unique_ptr<host::Accelerator> open() {
    return std::make_unique<host::Accelerator>(described_.manifest, std::make_unique<host::XdmaCard>(options_, files_));
  }

  Described described_{kMany};
  std::shared_ptr<FakeCard> card_ = std::make_shared<FakeCard>(described_);
  host::XdmaOptions options_;
  std::shared_ptr<XdmaStandIn> files_;
};

TEST_F(XdmaRuns, GiveWhatTheCardGives) {
  Opened direct(described_);
  const auto expected = results(*direct.accelerator);
  for (const std::size_t limit : {0U, 1U, 7U, 100U}) {
    if (limit > 0) files_->limit = [limit](std::size_t) { return limit; };
    const auto accelerator = open();
    EXPECT_EQ(results(*accelerator), expected) << limit;
    EXPECT_TRUE(accelerator->backend().notes().empty());
    EXPECT_EQ(accelerator->monitors(), direct.accelerator->monitors());
  }
  // Every channel's bytes went to its own place on the card, every run ended with its event.
  for (int c = 0; c < 5; ++c) {
    EXPECT_TRUE(std::any_of(files_->calls.begin(), files_->calls.end(), [&](const Call& call) {
      return (call.file == "h2c_0" || call.file == "c2h_0") && call.bytes > 0 &&
             call.offset / kRoom == static_cast<std::uint64_t>(c);
    })) << c;
  }
  EXPECT_EQ(files_->count("read", "events_0"), 4 * 3);
}

/// The end is read from the registers, and the user gets a message.
TEST_F(XdmaRuns, EndWithoutAnInterruptToo) {
  Opened direct(described_);
  files_->loses_interrupts = true;
  const auto accelerator = open();
  EXPECT_EQ(results(*accelerator), results(*direct.accelerator));
  ASSERT_EQ(accelerator->backend().notes().size(), 1U);
  EXPECT_THAT(accelerator->backend().notes()[0], HasSubstr("3 of the runs ended without an interrupt"));
}

/// An event that a killed program left behind ends nothing.
TEST_F(XdmaRuns, AreNotEndedByAnOldEvent) {
  const auto accelerator = open();
  load_all(*accelerator);
  files_->stale_events = 2;
  card_->hangs = true;
  EXPECT_EQ(failure([&] { accelerator->run(3); }),
            "the run did not end within the time limit of the back end and was cancelled");
}

TEST_F(XdmaRuns, ThatStandStillAreCancelledInTime) {
  const auto accelerator = open();
  load_all(*accelerator);
  card_->hangs = true;
  EXPECT_EQ(failure([&] { accelerator->run(3); }),
            "the run did not end within the time limit of the back end and was cancelled");
  // Events without end do not make it wait without end.
  load_all(*accelerator);
  files_->respond = [](const Call& call) -> std::optional<std::int64_t> {
    if (call.file != "events_0") return std::nullopt;
    return call.what == "read" ? 4 : 1;
  };
  card_->is_stuck = true;
  EXPECT_THAT(failure([&] { accelerator->run(3); }), HasSubstr("the run does not end, not even when cancelled"));
  files_->respond = nullptr;
  card_->hangs = card_->is_stuck = card_->busy = false;
  load_all(*accelerator);
  EXPECT_NO_THROW(accelerator->run(3));
}

/// As long as data moves, no patience is too short.
TEST_F(XdmaRuns, ThatMoveDataAreWaitedFor) {
  const auto accelerator = open();
  load_all(*accelerator);
  card_->hangs = true;
  const auto begin = std::chrono::steady_clock::now();
  files_->respond = [&](const Call& call) -> std::optional<std::int64_t> {
    if (call.what != "wait_readable") return std::nullopt;
    card_->set("beats_read_0", card_->get("beats_read_0") + 1);
    if (std::chrono::steady_clock::now() - begin > std::chrono::seconds(1))
      card_->hangs = false, card_->busy = false, card_->pending = 1;
    return std::nullopt;
  };
  EXPECT_NO_THROW(accelerator->run(3));
  EXPECT_GE(std::chrono::steady_clock::now() - begin, std::chrono::seconds(1));
}

TEST_F(XdmaRuns, ACardThatIsNotThereOrAnotherOneIsRefused) {
  files_->is_gone = true;
  EXPECT_THAT(failure<host::DeviceError>([&] { open(); }),
              HasSubstr("the card does not respond: its registers read as all ones"));
  files_->is_gone = false;
  card_->set("digest", 0x12345678);
  EXPECT_THAT(failure<host::DeviceError>([&] { open(); }),
              AllOf(HasSubstr("its digest is 0x12345678, not 0x"), HasSubstr("built from another description")));
  card_->set("identity", 0);
  EXPECT_THAT(failure<host::DeviceError>([&] { open(); }), HasSubstr("its identity is 0x00000000"));
}

TEST_F(XdmaRuns, ACardThatGoesAwayIsNoticed) {
  const auto accelerator = open();
  load_all(*accelerator);
  files_->is_gone = true;
  EXPECT_THAT(failure<host::DeviceError>([&] { accelerator->run(3); }), HasSubstr("the card no longer responds"));
  files_->is_gone = false;
  card_->hangs = true;
  files_->respond = [&](const Call& call) -> std::optional<std::int64_t> {
    files_->is_gone = files_->is_gone || call.what == "wait_readable";
    return std::nullopt;
  };
  EXPECT_THAT(failure<host::DeviceError>([&] { accelerator->run(3); }), HasSubstr("/dev/xdma0 no longer responds"));
  EXPECT_THAT(failure<host::DeviceError>([&] { load_all(*accelerator); }), HasSubstr("Input/output error"));
}

TEST_F(XdmaRuns, ArraysThatTheMemoryHasNoRoomForAreRefused) {
  options_.channels[1].bytes = 100;
  const auto accelerator = open();
  EXPECT_THAT(failure([&] { load_all(*accelerator); }),
              HasSubstr("the arrays do not fit in memory at these extents: channel 1 has 100 bytes"));
}

}  // namespace
}  // namespace rtlgen::test
