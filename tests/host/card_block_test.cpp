// The card block in the host library: a card that is not ready, resets, arrays that are lost, transfers that are
// refused.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <numeric>

#include "fake_block.hpp"
#include "fake_card.hpp"
#include "host/design.hpp"

namespace rtlgen::test {
namespace {

using ::testing::HasSubstr;

constexpr const char* kBlockYaml = R"(name: plus
grid: [64, 16]
type: uint<8>
fields:
  u: {}
update:
  - u: u + 1
hardware: {board: kcu105, clock_mhz: 200, cells_per_cycle: 8, steps: 1, bus: 64}
)";
constexpr std::size_t kBlockCells = 1024;

class BlockCard : public FakeCard {
 public:
  explicit BlockCard(const Described& described) : FakeCard(described), block(host::read_design(described.manifest)) {
    block.on_reset = [this] { reset(); };
  }
  bool has_card_block() override { return true; }
  void write_register(std::uint32_t offset, std::uint32_t value) override {
    return block.has(offset) ? block.write(offset, value) : FakeCard::write_register(offset, value);
  }
  std::uint32_t read_register(std::uint32_t offset) override {
    return block.has(offset) ? block.read(offset) : FakeCard::read_register(offset);
  }

  /// The effect of a reset of the bus on the accelerator.
  void reset() {
    registers[0x04] = registers[0x08] = 0;
    pending = 0;
    busy = hangs = is_stuck = false;
  }

  FakeBlock block;
};

class HostCardBlock : public testing::Test {
 protected:
  HostCardBlock()
      : described_(kBlockYaml),
        card_(new BlockCard(described_)),
        given_(card_),
        cells_(kBlockCells),
        read_(kBlockCells) {
    std::iota(cells_.begin(), cells_.end(), std::uint8_t{0});
  }

  host::Accelerator& open() {
    if (!accelerator_) accelerator_ = std::make_unique<host::Accelerator>(described_.manifest, std::move(given_));
    return *accelerator_;
  }
  void load() { open().load("u", cells_.data(), kBlockCells); }
  void expect_run() {
    load();
    open().run(2);
    open().read("u", read_.data(), kBlockCells);
    for (std::size_t i = 0; i < kBlockCells; ++i) ASSERT_EQ(read_[i], static_cast<std::uint8_t>(cells_[i] + 2)) << i;
  }
  host::Job job() {
    host::Job job;
    job.loads.push_back({"u", cells_.data(), kBlockCells});
    job.reads.push_back({"u", read_.data(), kBlockCells});
    job.steps = 1;
    return job;
  }
  template <typename Call>
  std::string device_error(const Call& call) {
    try {
      call();
    } catch (const host::DeviceError& error) {
      return error.what();
    } catch (const host::Error& error) {
      return std::string("not of the device: ") + error.what();
    }
    return "";
  }

  Described described_;
  BlockCard* card_;
  std::unique_ptr<BlockCard> given_;
  std::unique_ptr<host::Accelerator> accelerator_;
  std::vector<std::uint8_t> cells_, read_;
};

TEST_F(HostCardBlock, OpensAHealthyCard) {
  card_->block.word("events") = ~0U;
  expect_run();
  EXPECT_EQ(card_->block.word("events"), 0U) << "old events say nothing of this program";
}

TEST_F(HostCardBlock, NamesWhatIsNotReady) {
  card_->block.set("state", "calibrated", 0);
  card_->block.set("state", "ready", 0);
  EXPECT_EQ(device_error([&] { open(); }), "the card is not ready: memory channel 0 is not calibrated");
}

TEST_F(HostCardBlock, RefusesAnotherBlock) {
  card_->block.word("magic") = 0x12345678;
  EXPECT_THAT(device_error([&] { open(); }), HasSubstr("its card block begins with 0x12345678"));
}

TEST_F(HostCardBlock, ResetsAFirewallThatHasClosed) {
  card_->block.set("state", "transfers_closed", 1);
  expect_run();
  EXPECT_EQ(card_->block.word("restarts"), 1U);
}

TEST_F(HostCardBlock, ArraysAreLostWithACalibration) {
  load();
  card_->block.set("restarts", "memory", 1);
  EXPECT_THAT(device_error([&] { open().run(1); }), HasSubstr("lost its calibration, and with it all arrays"));
  EXPECT_EQ(card_->runs, 0);
  EXPECT_THROW(open().run(1), host::Error) << "nothing is loaded";
  expect_run();
  card_->block.set("restarts", "memory", 2);
  EXPECT_NE(device_error([&] { open().read("u", read_.data(), kBlockCells); }), "")
      << "what was read is not the result";
}

TEST_F(HostCardBlock, AResetEndsARun) {
  load();
  card_->hangs = true;
  open().start(1);
  card_->reset();
  card_->block.set("events", "kernel_lost", 1);
  EXPECT_EQ(device_error([&] { open().wait(); }),
            "a reset of the card has ended the run: the kernel clock lost its lock");
  expect_run();
}

TEST_F(HostCardBlock, NamesARegisterFirewallThatClosesDuringARun) {
  load();
  card_->hangs = true;
  open().start(1);
  card_->registers[0x04] = contract::kCardRefusal << 8U | 4U;
  card_->block.set("state", "registers_closed", 1);
  EXPECT_EQ(device_error([&] { open().wait(); }),
            "the accelerator no longer responds: the firewall of the registers is closed");
}

TEST_F(HostCardBlock, ACardMayVanish) {
  load();
  card_->hangs = card_->is_stuck = true;
  open().start(1);
  card_->registers[0x04] = card_->block.word("magic") = card_->block.word("restarts") = ~0U;
  EXPECT_THAT(device_error([&] { open().wait(); }), HasSubstr("the card no longer responds"));
  EXPECT_THAT(device_error([&] { open().submit(job()); }), HasSubstr("the card no longer responds"));
}

TEST_F(HostCardBlock, ResetsACardWhoseRunDoesNotEnd) {
  load();
  card_->hangs = card_->is_stuck = true;
  EXPECT_EQ(
      device_error([&] { open().run(1); }),
      "not of the device: the run did not end, not even when cancelled: memory or a clock had stopped. The card was "
      "reset");
  EXPECT_EQ(card_->block.word("restarts"), 1U);
  expect_run();
}

TEST_F(HostCardBlock, TellsARefusalOnce) {
  open();
  card_->memory_fails = true;
  card_->block.set("refusal", "transfer_kind", 2);
  card_->block.set("refusal", "transfer_write", 1);
  card_->block.word("refused_low") = 0x40;
  EXPECT_EQ(device_error([&] { load(); }),
            "no memory today; a write at card address 0x40 was refused: the memory channel is not ready");
  EXPECT_EQ(device_error([&] { load(); }), "not of the device: no memory today") << "another fault, of no firewall";
}

TEST_F(HostCardBlock, ResetDropsEverything) {
  load();
  open().reset();
  EXPECT_EQ(card_->block.word("restarts"), 1U);
  EXPECT_THROW(open().run(1), host::Error) << "nothing is loaded";
  const host::Ticket ticket = open().submit(job());
  open().reset();
  EXPECT_THROW(open().wait(ticket), host::Error);
  expect_run();
}

TEST_F(HostCardBlock, AResetFailsTheJobsInProgress) {
  const host::Ticket first = open().submit(job());
  card_->block.set("restarts", "bus", 7);
  EXPECT_EQ(device_error([&] { open().wait(first); }), "ticket 1: a reset of the card has ended the run");
  const host::Ticket second = open().submit(job());
  open().wait(second);
  EXPECT_EQ(read_[1], 2);
}

TEST(HostCardBlockAbsent, HasNoReset) {
  const Described described(kBlockYaml);
  const Opened opened(described);  // a simulation of the shell alone has no block
  EXPECT_THROW(opened.accelerator->reset(), host::Error);
}

/// A card whose probe of channel 0 shows what a test sets.
class HostProbes : public HostCardBlock {
 protected:
  HostProbes() { card_->block.set("format", "probes", 1); }

  /// The start of a field's buffer, once the registers of a run are written; in beats of 8 bytes, as a row.
  std::uint32_t row(const std::string& buffer, std::uint32_t row) {
    return static_cast<std::uint32_t>(card_->get("buffer_" + buffer + "_first_of_u")) / 8 + row * 8;
  }
  /// The effect of the next run.
  void sees(const std::string& flag) {
    card_->block.set("events", "run_error", 1);
    card_->block.set("probe_flags", "kept", 1);
    card_->block.set("probe_flags", flag, 1);
  }
  std::string fault() {
    try {
      open().wait();
    } catch (const host::Error& error) {
      return error.what();
    }
    return "";
  }
};

TEST_F(HostProbes, AddTheFirstErrorToTheFaultOfARun) {
  load();
  card_->fails_with = 1U | 1U << 8U;
  open().start(3);
  card_->set("passes_done", 1);
  sees("read_error");
  card_->block.word("probe_error_at") = row("1", 12);
  EXPECT_EQ(fault(),
            fmt::format("the run failed: memory responded to a read with an error (field 'u'); memory channel 0: "
                        "an error response to the read at row 12 of 'u', pass 2, address {:#x}",
                        row("1", 12) * 8));
  EXPECT_EQ(card_->block.word("events"), 0U) << "the host has read it";
}

/// The accelerator sees nothing of these.
TEST_F(HostProbes, FailARunWithWrongResponses) {
  load();
  open().start(1);
  sees("write_unrequested");
  EXPECT_EQ(fault(), "the run failed: memory channel 0: a response to a write that was not requested");
  EXPECT_EQ(card_->block.word("events"), 0U);
  card_->block.word("probe_flags") = 0;
  expect_run();
}

/// Data of a transfer may be shifted by what was not requested.
TEST_F(HostProbes, FailWhateverMemoryHasSentWithoutARequest) {
  load();
  expect_run();
  card_->block.set("events", "unrequested", 1);
  card_->block.set("probe_flags", "unrequested_reads", 2);
  card_->block.set("probe_flags", "unrequested_writes", 1);
  EXPECT_EQ(device_error([&] { load(); }),
            "memory is not to be trusted: memory channel 0 sent what the host had not requested: 2 beats of data and 1 "
            "response to writes");
  EXPECT_EQ(card_->block.word("events"), 0U) << "the host has read it";
  load();
  open().start(1);
  card_->block.set("events", "unrequested", 1);
  card_->block.set("probe_flags", "unrequested_writes", 0);
  EXPECT_EQ(fault(), "the run failed: memory channel 0 sent what the host had not requested: 2 beats of data");
  EXPECT_EQ(card_->block.word("events"), 0U);
  // An accelerator elsewhere on the card has to know this one.
  card_->block.set("events", "unrequested", 2);
  load();
  expect_run();
}

/// Another grid may have got its data.
TEST_F(HostProbes, FailEveryGridInProgressIfMemoryHasSentWhatWasNotRequested) {
  const host::Ticket first = open().submit(job()), second = open().submit(job());
  card_->block.set("events", "unrequested", 1);
  for (const host::Ticket ticket : {first, second}) {
    EXPECT_THAT(device_error([&] { open().wait(ticket); }),
                HasSubstr("memory channel 0 sent what the host had not requested"))
        << ticket;
  }
  const host::Ticket third = open().submit(job());
  open().wait(third);
  EXPECT_EQ(read_[1], 2);
}

TEST_F(HostProbes, AnEarlierErrorIsNotThatOfARun) {
  load();
  sees("read_unrequested");
  open().start(1);
  EXPECT_EQ(fault(), "");
}

TEST_F(HostProbes, NameWhatHasNoResponse) {
  load();
  card_->hangs = card_->is_stuck = true;
  open().start(2);
  card_->set("passes_done", 0);
  card_->block.set("probe_bursts", "reads", 3);
  card_->block.set("probe_bursts", "writes", 1);
  card_->block.word("probe_read_oldest") = row("0", 5);
  card_->block.word("probe_write_oldest") = row("1", 2);
  EXPECT_EQ(
      fault(),
      fmt::format("the run did not end, not even when cancelled: memory channel 0 has not responded to 3 reads, the "
                  "first of them at row 5 of 'u', pass 1, address {:#x}; memory channel 0 has not responded to 1 "
                  "write, the first of them at row 2 of 'u', pass 1, address {:#x}. The card was reset",
                  row("0", 5) * 8, row("1", 2) * 8));
}

/// Its counts are those of that time, and the run may have gone on.
TEST_F(HostProbes, NameTheErrorBeforeARunHangs) {
  load();
  card_->hangs = card_->is_stuck = true;
  open().start(2);
  sees("fewer_beats");
  card_->block.set("probe_bursts", "reads", 3);
  card_->block.word("probe_error_at") = row("0", 5);
  EXPECT_EQ(fault(),
            fmt::format("the run did not end, not even when cancelled: memory channel 0: fewer beats than requested by "
                        "the read at row 5 of 'u', address {:#x}. The card was reset",
                        row("0", 5) * 8));
  EXPECT_EQ(card_->block.word("events"), 0U) << "the host has read it";
}

/// A bitstream of an earlier rtlgen, whose block gives 0 for these words, and whatever comes later in that bit.
TEST_F(HostProbes, AreNotReadIfThereAreNone) {
  card_->block.set("format", "probes", 0);
  load();
  open().start(1);
  sees("read_unrequested");
  EXPECT_EQ(fault(), "");
  EXPECT_NE(card_->block.word("events"), 0U);
}

TEST_F(HostProbes, AnUnknownAddressHasNoRow) {
  load();
  open().start(1);
  sees("write_error");
  card_->block.word("probe_error_at") = 0x100000;
  EXPECT_EQ(fault(), "the run failed: memory channel 0: an error response to the write at address 0x800000");
}

}  // namespace
}  // namespace rtlgen::test
