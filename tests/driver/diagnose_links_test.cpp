// Faults of cards that reach their host without XDMA's driver: by vfio, and by a serial line. As in
// diagnose_faults_test, each fault is named by its step, and the repaired card passes again.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <deque>
#include <string>
#include <utility>
#include <vector>

#include "diagnose_case.hpp"
#include "host/uart.hpp"
#include "host/uart_line.hpp"
#include "pci_stand_in.hpp"

namespace rtlgen::test {
namespace {

using testing::HasSubstr;

/// A board, the options to reach its card, and the card.
class Linked {
 public:
  Linked(const char* board, driver::CardBackend backend) {
    options.card.run.run.source = {
        scratch_.file(), {std::string("hardware.board=") + board, "hardware.memory={u: 0}", "hardware.bus=512"}};
    options.card.backend = backend;
    options.card.patience_seconds = 0.1;
    if (backend == driver::CardBackend::kUart) options.card.device = "/dev/ttyUSB1";
    manifest = manifest_of(options);
    card = std::make_shared<SickCard>(host::read_design(manifest));
  }

  /// Without a fault, nothing fails.
  void expect_healthy() {
    const driver::Diagnosis diagnosis = diagnose();
    EXPECT_EQ(diagnosis.failure(), nullptr) << failure(diagnosis).number << ": " << failure(diagnosis).seen;
    EXPECT_EQ(diagnosis.steps.size(), static_cast<std::size_t>(driver::kDiagnoseSteps));
  }
  void expect_named(int step, const char* words) {
    const driver::Step failed = failure(diagnose());
    EXPECT_EQ(failed.number, step) << failed.seen;
    EXPECT_THAT(failed.seen, HasSubstr(words));
    EXPECT_FALSE(failed.is_endless);
    EXPECT_NE(failed.next, "");
    EXPECT_FALSE(failed.causes.empty());
  }

  std::string manifest;
  driver::DiagnoseOptions options;
  std::shared_ptr<SickCard> card;

 private:
  driver::Diagnosis diagnose() {
    Diagnostics diagnostics;
    auto report = driver::diagnose(options, diagnostics);
    EXPECT_TRUE(report.ok()) << diagnostics.render();
    return report.ok() ? *report : driver::Diagnosis();
  }

  Scratch scratch_{kPlus};
};

// ---------------------------------------------------------------- vfio

class DiagnoseVfio : public testing::Test {
 protected:
  DiagnoseVfio() {
    const host::AvalonDmaOptions dma = host::avalon_dma_options(linked_.manifest);
    linked_.card->declared = dma.channels.at(0).bytes;
    // A message for each run that has ended.
    pci_ = std::make_shared<PciStandIn>(linked_.card, dma, [card = linked_.card, seen = 0](int) mutable {
      return card->is_interrupt_up() && std::exchange(seen, card->runs) != card->runs;
    });
    linked_.options.card.pci = pci_;
  }
  ~DiagnoseVfio() override {
    pci_->is_gone = pci_->is_stuck = pci_->loses_interrupts = false;
    pci_->flip_in_read = -1;
    linked_.card->before_transfer = nullptr;
    linked_.card->never_ends = false;
    linked_.card->block->restore(host::read_design(linked_.manifest));
    linked_.expect_healthy();
  }

  Linked linked_{"de5net", driver::CardBackend::kVfio};
  std::shared_ptr<PciStandIn> pci_;
};

TEST_F(DiagnoseVfio, PassesIfHealthy) { linked_.expect_healthy(); }

TEST_F(DiagnoseVfio, NamesACardThatIsNotProgrammed) {
  pci_->is_gone = true;
  linked_.expect_named(driver::kCardStep, "registers read as all ones");
}
TEST_F(DiagnoseVfio, NamesAKernelClockWithoutALock) {
  linked_.card->block->set("state", "kernel_locked", 0);
  linked_.expect_named(driver::kClocksStep, "the kernel clock is not locked");
}
TEST_F(DiagnoseVfio, NamesMemoryThatHasFailedItsCalibration) {
  linked_.card->block->set("state", "cal_failed", 1);
  linked_.card->block->set("state", "calibrated", 0);
  linked_.card->block->set("state", "ready", 0);
  linked_.expect_named(driver::kCalibrationStep, "memory channel 0 has failed its calibration");
}
TEST_F(DiagnoseVfio, NamesADmaThatEndsNoDescriptor) {
  pci_->is_stuck = true;
  linked_.expect_named(driver::kMemoryStep, "the DMA has not finished descriptor");
}
TEST_F(DiagnoseVfio, NamesAWrongByteLane) {
  pci_->flip_in_read = 5;
  linked_.expect_named(driver::kMemoryStep, "byte lane 5 of 64");
}
TEST_F(DiagnoseVfio, NamesALostInterrupt) {
  pci_->loses_interrupts = true;
  linked_.expect_named(driver::kInterruptStep, "no interrupt came");
}
TEST_F(DiagnoseVfio, NamesACardThatIsPulled) {
  linked_.card->before_transfer = [this](int, std::uint64_t, std::uint64_t, bool) {
    if (linked_.card->transfers == 20) pci_->is_gone = true;
  };
  linked_.expect_named(driver::kMemoryStep, "the card no longer responds: its registers read as all ones");
}
TEST_F(DiagnoseVfio, NamesARunThatDoesNotEnd) {
  linked_.card->never_ends = true;
  linked_.expect_named(driver::kSmallestStep, "the run did not end within the time limit");
}

// ---------------------------------------------------------------- a serial line

std::uint32_t crc32(const host::LineBytes& bytes, std::size_t from) {
  std::uint32_t value = 0xffffffff;
  for (std::size_t i = from; i < bytes.size(); ++i) {
    value ^= bytes[i];
    for (int bit = 0; bit < 8; ++bit) value = (value >> 1U) ^ ((value & 1U) != 0 ? 0xedb88320U : 0U);
  }
  return ~value;
}

/// The board's end of a serial line: frames of rtlgen_uart_host.
class SickPort : public host::SerialPort {
 public:
  explicit SickPort(std::shared_ptr<SickCard> card) : card_(std::move(card)) {}

  bool is_silent = false, is_unplugged = false;
  int echoes_wrong = 0;         ///< every so many responses, a bit is wrong; 0: never
  std::uint8_t version = 1;     ///< version of the protocol
  std::uint8_t bus_status = 0;  ///< response to each access to memory

  std::int64_t write(const void* data, std::size_t bytes) override {
    if (is_unplugged) return -EIO;
    const auto* const first = static_cast<const std::uint8_t*>(data);
    frame_.insert(frame_.end(), first, first + bytes);
    constexpr std::size_t kHead = 9, kCrc = 4;
    if (frame_.size() < kHead) return static_cast<std::int64_t>(bytes);
    const std::size_t content = frame_[1] == kWriteRegister || frame_[1] == kWriteMemory ? count() : 0;
    if (frame_.size() >= kHead + content + kCrc) respond();
    return static_cast<std::int64_t>(bytes);
  }
  std::int64_t read(void* data, std::size_t most, int /*milliseconds*/) override {
    if (is_unplugged) return -EIO;
    const std::size_t now = std::min(most, back_.size());
    std::copy_n(back_.begin(), now, static_cast<std::uint8_t*>(data));
    back_.erase(back_.begin(), back_.begin() + static_cast<std::ptrdiff_t>(now));
    return static_cast<std::int64_t>(now);
  }
  void discard() override {
    back_.clear();
    frame_.clear();
  }

 private:
  enum : std::uint8_t { kHello, kWriteRegister, kReadRegister, kWriteMemory, kReadMemory };

  [[nodiscard]] std::size_t count() const { return frame_[3] + std::size_t{256} * frame_[4]; }
  [[nodiscard]] std::uint32_t word(std::size_t at) const {
    std::uint32_t value = 0;
    std::memcpy(&value, &frame_[at], sizeof value);
    return value;
  }

  host::LineBytes content() {
    constexpr std::size_t kData = 9;
    const std::uint32_t address = word(5);
    host::LineBytes bytes;
    if (frame_[1] == kHello) bytes = {'R', 'U', version, 10};
    if (frame_[1] == kWriteRegister) card_->write_register(address, word(kData));
    if (frame_[1] == kReadRegister) host::append_number(bytes, card_->read_register(address), 4);
    if (frame_[1] == kWriteMemory && bus_status == 0) card_->write_memory(0, address, &frame_[kData], count());
    if (frame_[1] == kReadMemory) {
      bytes.resize(count());
      card_->read_memory(0, address, bytes.data(), bytes.size());
    }
    return bytes;
  }

  void respond() {
    const bool is_memory = frame_[1] >= kWriteMemory;
    const host::LineBytes bytes = content();
    host::LineBytes response = {0x5A, is_memory ? bus_status : std::uint8_t{0}, frame_[2]};
    host::append_number(response, bytes.size(), 2);
    response.insert(response.end(), bytes.begin(), bytes.end());
    host::append_number(response, crc32(response, 1), 4);
    if (echoes_wrong > 0 && ++responses_ % echoes_wrong == 0) response.back() ^= 1U;
    if (!is_silent) back_.insert(back_.end(), response.begin(), response.end());
    frame_.clear();
  }

  std::shared_ptr<SickCard> card_;
  host::LineBytes frame_;
  std::deque<std::uint8_t> back_;
  int responses_ = 0;
};

class DiagnoseUart : public testing::Test {
 protected:
  DiagnoseUart() {
    linked_.card->declared = host::uart_options(linked_.manifest).channels.at(0).bytes;
    plug();
  }
  ~DiagnoseUart() override {
    plug();
    linked_.card->never_ends = false;
    linked_.expect_healthy();
  }
  void plug() {
    port_ = std::make_shared<SickPort>(linked_.card);
    linked_.options.card.port = port_;
  }

  Linked linked_{"arty_a7_100", driver::CardBackend::kUart};
  std::shared_ptr<SickPort> port_;
};

TEST_F(DiagnoseUart, PassesIfHealthy) { linked_.expect_healthy(); }

TEST_F(DiagnoseUart, PassesOnALineThatChangesAByteNowAndThen) {
  port_->echoes_wrong = 50;
  linked_.expect_healthy();
}
TEST_F(DiagnoseUart, NamesABoardThatDoesNotRespond) {
  port_->is_silent = true;
  linked_.expect_named(driver::kResponseStep, "is it the board's serial line, and is the board programmed?");
}
TEST_F(DiagnoseUart, NamesABoardThatIsUnplugged) {
  port_->is_unplugged = true;
  linked_.expect_named(driver::kResponseStep, "is the board still plugged in?");
}
TEST_F(DiagnoseUart, NamesALineThatChangesEveryByte) {
  port_->echoes_wrong = 1;
  linked_.expect_named(driver::kResponseStep, "loses or changes bytes");
}
TEST_F(DiagnoseUart, NamesADesignForBoardsWithoutMemory) {
  port_->version = 2;
  linked_.expect_named(driver::kResponseStep, "is for a board without memory");
}
TEST_F(DiagnoseUart, NamesAMemoryThatRespondsWithErrors) {
  port_->bus_status = 3;
  linked_.expect_named(driver::kMemoryStep, "reports a bus error");
}
TEST_F(DiagnoseUart, NamesARunThatDoesNotEnd) {
  linked_.card->never_ends = true;
  linked_.expect_named(driver::kSmallestStep, "the run did not end within the time limit");
}

}  // namespace
}  // namespace rtlgen::test
