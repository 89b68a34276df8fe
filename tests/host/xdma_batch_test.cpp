// Batches through the XDMA back end on a stand-in of its driver: a thread for each direction, and one that waits.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <set>
#include <thread>

#include "fake_card.hpp"
#include "host/xdma.hpp"
#include "runs.hpp"
#include "xdma_stand_in.hpp"

namespace rtlgen::test {
namespace {

using testing::HasSubstr;

constexpr std::size_t kCells = 240;

/// Which kinds of calls are in progress at the same time. Each waits a while for the others.
class Meeting {
 public:
  Meeting(std::size_t wanted, int patience_ms) : wanted_(wanted), patience_(patience_ms) {}

  void come(const std::string& who) {
    std::unique_lock lock(mutex_);
    if (have_met_) return;
    there_.insert(who);
    have_met_ = there_.size() >= wanted_;
    if (have_met_) come_.notify_all();
    come_.wait_for(lock, patience_, [this] { return have_met_; });
    there_.erase(who);
  }
  [[nodiscard]] bool have_met() {
    const std::lock_guard lock(mutex_);
    return have_met_;
  }

 private:
  std::size_t wanted_;
  std::chrono::milliseconds patience_;
  std::mutex mutex_;
  std::condition_variable come_;
  std::set<std::string> there_;
  bool have_met_ = false;
};

/// Its runs take so many reads of the control register.
class SlowCard : public FakeCard {
 public:
  using FakeCard::FakeCard;

  int reads = 0;

  void write_register(std::uint32_t offset, std::uint32_t value) override {
    if (offset == 0 && (value & 1U) != 0) left_ = reads;
    FakeCard::write_register(offset, value);
  }
  std::uint32_t read_register(std::uint32_t offset) override {
    return offset == 0 && left_-- > 0 ? 1 : FakeCard::read_register(offset);
  }

  bool wait_interrupt() override {
    left_ = 0;
    return FakeCard::wait_interrupt();
  }

 private:
  int left_ = 0;
};

class XdmaBatch : public testing::Test {
 protected:
  static constexpr std::uint64_t kRoom = 1 << 20;

  XdmaBatch() {
    options_ = host::xdma_options(described_.manifest);
    options_.patience_seconds = 2;
    for (int c = 0; c < 5; ++c) options_.channels[c] = {static_cast<std::uint64_t>(c) * kRoom, kRoom};
    files_ = std::make_shared<XdmaStandIn>(card_, options_.channels, [this](int) { return card_->wait_interrupt(); });
  }

  static void load_shared(host::Accelerator& to) {
    const Bytes row(12, 3), one(1, 4);
    to.load("row", row.data(), row.size());
    to.load("one", one.data(), one.size());
  }

  /// The states a of some grids after a batch; of those that fail their error.
  std::vector<std::string> run(int grids) {
    host::Accelerator accelerator(described_.manifest, std::make_unique<host::XdmaCard>(options_, files_));
    load_shared(accelerator);
    std::vector<Bytes> before, after(static_cast<std::size_t>(grids), Bytes(kCells));
    const Bytes other(kCells, 9);
    for (std::size_t g = 0; g < after.size(); ++g) {
      before.emplace_back(kCells, static_cast<std::uint8_t>(10 * g));
      host::Job job;
      job.loads = {{"a", before[g].data(), kCells}, {"b", other.data(), kCells}, {"c", other.data(), kCells}};
      job.reads = {{"a", after[g].data(), kCells}};
      job.steps = 3 * (g + 1);
      accelerator.submit(job);
    }
    std::vector<std::string> results;
    for (const Bytes& cells : after) {
      const std::string fault = failure([&] { accelerator.wait(); });
      results.push_back(fault == "nothing was thrown" ? std::string(cells.begin(), cells.end()) : fault);
    }
    return results;
  }

  /// The card adds 1 in each pass.
  static std::vector<std::string> expected(int grids) {
    std::vector<std::string> cells;
    for (int g = 0; g < grids; ++g) cells.emplace_back(kCells, static_cast<char>(11 * g + 1));
    return cells;
  }

  Described described_{kMany};
  std::shared_ptr<SlowCard> card_ = std::make_shared<SlowCard>(described_);
  host::XdmaOptions options_;
  std::shared_ptr<XdmaStandIn> files_;
};

TEST_F(XdmaBatch, GivesTheBitsOfSingleRuns) {
  for (int i = 0; i < 5; ++i) EXPECT_EQ(run(8), expected(8));
  files_->limit = [](std::size_t) { return std::size_t{50}; };
  EXPECT_EQ(run(4), expected(4));
}

/// The thread that waits for the interrupt, after a thousand reads.
TEST_F(XdmaBatch, LongRunsEndWithTheirInterrupt) {
  EXPECT_EQ(run(5), expected(5));
  EXPECT_EQ(files_->count("read", "events_0"), 0) << "short runs are polled";
  card_->reads = 1200;
  EXPECT_EQ(run(5), expected(5));
  EXPECT_EQ(files_->count("read", "events_0"), 5);
  card_->reads = 1000;  // the end is seen when the interrupt is polled
  EXPECT_EQ(run(5), expected(5));
}

/// While the second grid runs, the third is uploaded and the first downloaded: calls that take place at the same time.
TEST_F(XdmaBatch, DirectionsAndTheRunOverlap) {
  Meeting meeting(3, 5000);
  std::atomic<int> starts = 0;
  files_->begun = [&](const XdmaStandIn::Call& call) {
    if (call.what == "write_at" && call.file == "user" && call.offset == 0) ++starts;
    if (starts < 2) return;
    const bool is_poll = call.what == "read_at" && call.file == "user" && call.offset == 0;
    if (call.file == "h2c_0" || call.file == "c2h_0" || is_poll) meeting.come(call.file);
  };
  EXPECT_EQ(run(6), expected(6));
  EXPECT_TRUE(meeting.have_met());
}

TEST_F(XdmaBatch, SingleRunsDoNotOverlap) {
  Meeting meeting(2, 20);
  files_->begun = [&](const XdmaStandIn::Call& call) {
    if (call.file == "h2c_0" || call.file == "c2h_0" || call.file == "events_0") meeting.come(call.file);
  };
  host::Accelerator accelerator(described_.manifest, std::make_unique<host::XdmaCard>(options_, files_));
  results(accelerator);
  EXPECT_FALSE(meeting.have_met());
}

TEST_F(XdmaBatch, AFailedTransferIsThatOfItsGrid) {
  int uploads = 0;
  files_->respond = [&](const XdmaStandIn::Call& call) -> std::optional<std::int64_t> {
    constexpr int kShared = 2, kSecond = 5;  // a, b and c of the first grid; c lies in two channels
    if (call.what == "write_at" && call.file == "h2c_0" && ++uploads == kShared + kSecond) return -EIO;
    return std::nullopt;
  };
  const auto results = run(3);
  EXPECT_EQ(results[0], expected(3)[0]);
  EXPECT_THAT(results[1], HasSubstr("ticket 2: cannot write"));
  EXPECT_EQ(results[2], expected(3)[2]);
}

TEST_F(XdmaBatch, ACardThatIsGoneFailsAllGridsThatAreLeft) {
  files_->respond = [&](const XdmaStandIn::Call& call) -> std::optional<std::int64_t> {
    if (call.what == "read_at" && call.file == "user" && call.offset == 0 && card_->runs == 2) files_->is_gone = true;
    return std::nullopt;
  };
  const auto results = run(4);
  EXPECT_THAT(results[1], HasSubstr("ticket 2: "));
  EXPECT_THAT(results[3], HasSubstr("ticket 4: "));
}

/// Transfers that wait are dropped with the card; those in progress are waited for.
TEST_F(XdmaBatch, MayBeLeft) {
  Bytes cells(kCells, 1), after(kCells);
  {
    host::Accelerator accelerator(described_.manifest, std::make_unique<host::XdmaCard>(options_, files_));
    load_shared(accelerator);
    host::Job job;
    job.loads = {{"a", cells.data(), kCells}, {"b", cells.data(), kCells}, {"c", cells.data(), kCells}};
    job.reads = {{"a", after.data(), kCells}};
    job.steps = 3;
    for (int g = 0; g < 3; ++g) accelerator.submit(job);
  }
  EXPECT_EQ(run(2), expected(2)) << "the card can be opened again";
}

}  // namespace
}  // namespace rtlgen::test
