// A board's own top, Verilated with models behind the real ports of PCIe and memory IP, run by the host's library.
#pragma once

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <latch>
#include <thread>

#include "../host/pci_stand_in.hpp"
#include "../host/xdma_stand_in.hpp"
#include "driver/design/hdl.hpp"
#include "faults.hpp"
#include "golden_run.hpp"
#include "host/simulated_card.hpp"
#include "host/xdma.hpp"
#include "runner/card.hpp"

namespace rtlgen::test {

/// A card that another process owns too.
class Shared : public host::Backend {
 public:
  explicit Shared(std::shared_ptr<host::Backend> card) : card_(std::move(card)) {}
  void write_memory(int channel, std::uint64_t address, const std::uint8_t* data, std::uint64_t bytes) override {
    card_->write_memory(channel, address, data, bytes);
  }
  void read_memory(int channel, std::uint64_t address, std::uint8_t* data, std::uint64_t bytes) override {
    card_->read_memory(channel, address, data, bytes);
  }
  void write_register(std::uint32_t offset, std::uint32_t value) override { card_->write_register(offset, value); }
  std::uint32_t read_register(std::uint32_t offset) override { return card_->read_register(offset); }
  bool wait_interrupt() override { return card_->wait_interrupt(); }
  std::uint64_t capacity(int channel) override { return card_->capacity(channel); }
  bool has_card_block() override { return card_->has_card_block(); }
  bool sees_refusals() override { return card_->sees_refusals(); }
  int kernel() override { return card_->kernel(); }

 private:
  std::shared_ptr<host::Backend> card_;
};

/// The project's top as a card, and the accelerator on it: straight, by the XDMA driver's device files, or by vfio.
class Top {
 public:
  enum class Link { kStraight, kXdma, kVfio };

  explicit Top(const driver::PlannedProject& project, const host::SimulatedOptions& options = {}, const Edit& edit = {},
               Link link = Link::kStraight)
      : project_(project),
        card_(std::make_shared<host::SimulatedCard>(driver::build_project_top(project, edit).path, options)) {
    open(link);
  }

  /// The program begins again.
  void open(Link link = Link::kStraight) {
    const std::string manifest = driver::manifest(*project_.model.prepared);
    accelerator_.reset();
    if (link == Link::kStraight) {
      accelerator_ = std::make_unique<host::Accelerator>(manifest, std::make_unique<Shared>(card_));
      return;
    }
    // The card has a microsecond per millisecond of the host's: it is a simulation.
    const auto work = [card = card_](int milliseconds) { return card->wait(milliseconds * 1e3); };
    if (link == Link::kVfio) {
      const host::AvalonDmaOptions dma = host::avalon_dma_options(manifest);
      pci_ = std::make_shared<PciStandIn>(card_, dma, work);
      accelerator_ = std::make_unique<host::Accelerator>(manifest, std::make_unique<host::AvalonDmaCard>(dma, pci_));
      return;
    }
    const host::XdmaOptions xdma = host::xdma_options(manifest);
    files_ = std::make_shared<XdmaStandIn>(card_, xdma.channels, work);
    accelerator_ = std::make_unique<host::Accelerator>(manifest, std::make_unique<host::XdmaCard>(xdma, files_));
  }

  /// Resets the slot: a program that was open has lost its card.
  void reset() {
    card_->reset();
    open();
  }

  host::SimulatedCard& card() { return *card_; }
  host::Accelerator& accelerator() { return *accelerator_; }
  XdmaStandIn& files() { return *files_; }
  PciStandIn& pci() { return *pci_; }

  /// "" if every bit is the golden engine's and no rule of AXI was broken.
  std::string run(const spec::Extents& extents, std::int64_t steps, std::uint64_t seed) {
    const std::string fault = golden_run(project_, *accelerator_, extents, steps, seed);
    const auto violation = card_->statistics().violation;
    if (violation == 0) return fault;
    return fault + fmt::format("{}AXI rule {}", fault.empty() ? "" : ", ", violation % 256);
  }

 private:
  const driver::PlannedProject& project_;
  std::shared_ptr<host::SimulatedCard> card_;
  std::shared_ptr<XdmaStandIn> files_;
  std::shared_ptr<PciStandIn> pci_;
  std::unique_ptr<host::Accelerator> accelerator_;
};

/// Two accelerators on one card, which run at the same time.
class TwoKernels {
 public:
  using Open = std::function<std::unique_ptr<host::Backend>(int kernel)>;

  TwoKernels(const driver::PlannedProject& project, std::shared_ptr<host::SimulatedCard> card, const Open& open)
      : project_(project), card_(std::move(card)) {
    const std::string manifest = driver::manifest(*project.model.prepared);
    for (int kernel : {0, 1}) accelerators_.push_back(std::make_unique<host::Accelerator>(manifest, open(kernel)));
  }

  /// Every bit of both is the golden engine's, and both were busy at once.
  void run_at_once() {
    std::vector<std::unique_ptr<GoldenRun>> runs;
    for (const std::size_t k : {0U, 1U})
      runs.push_back(std::make_unique<GoldenRun>(project_, *accelerators_[k], spec::Extents{48, 40, 1}, k + 1));
    const double begin = card_->statistics().time_ns;
    for (const auto& run : runs) run->start(40);
    // Who only begins to wait when the runs are over finds no interrupt any more.
    std::latch both(2);
    std::thread other([&] {
      both.arrive_and_wait();
      accelerators_[1]->wait();
    });
    both.arrive_and_wait();
    accelerators_[0]->wait();
    other.join();
    const double clocks = (card_->statistics().time_ns - begin) * project_.wiring.user_mhz / 1e3;
    const double busy =
        static_cast<double>(accelerators_[0]->counters().cycles_busy + accelerators_[1]->counters().cycles_busy);
    EXPECT_GT(busy, 1.3 * clocks) << "one after the other";
    for (const auto& run : runs) EXPECT_EQ(run->difference(), "");
    EXPECT_EQ(card_->statistics().violation, 0U);
  }

 private:
  const driver::PlannedProject& project_;
  std::shared_ptr<host::SimulatedCard> card_;
  std::vector<std::unique_ptr<host::Accelerator>> accelerators_;
};

inline host::SimulatedOptions slow(std::uint64_t seed) {
  host::SimulatedOptions options;
  options.latency_most = 60;
  options.ready_percent = 70;
  options.seed = seed;
  return options;
}

/// The tiny stencil for a board, its fields where `memory` says; "": all in the first channel.
inline driver::PlannedProject tiny(const std::string& board, const std::string& memory = "",
                                   const std::vector<std::string>& more = {}) {
  std::vector<std::string> sets = more;
  if (!memory.empty()) sets.push_back("hardware.memory=" + memory);
  return planned(kTiny, board, sets);
}

/// A board, and where the fields lie: in all its channels.
struct Board {
  const char* id;
  std::string memory;
};

inline void PrintTo(const Board& board, std::ostream* out) { *out << board.id; }

/// A board's top with the tiny stencil, and the faults that its model can have.
class BoardTop : public ::testing::TestWithParam<Board> {
 protected:
  explicit BoardTop(std::vector<Fault> (*faults_of)(const driver::PlannedProject&)) : faults_(faults_of(project_)) {}

  driver::PlannedProject project_ = tiny(GetParam().id, GetParam().memory);
  std::vector<Fault> faults_;
  Edit edit_ = with_faults(faults_);
};

/// Straight: twice, the second time with rows that are no whole beats, and after a reset of the slot.
inline void expect_runs(const driver::PlannedProject& project, const Edit& edit) {
  Top top(project, slow(1), edit);
  EXPECT_EQ(top.run({64, 20, 1}, 5, 1), "");
  EXPECT_EQ(top.run({30, 17, 1}, 4, 2), "") << "again, with rows that are no whole beats";
  top.reset();
  EXPECT_EQ(top.run({64, 8, 1}, 3, 3), "") << "after the slot's reset: memory is calibrated again";
}

/// Checks a run of a core that is no tiny one.
inline void expect_runs_another(const driver::PlannedProject& project, const spec::Extents& extents) {
  Top top(project, slow(2));
  EXPECT_EQ(top.run(extents, 5, 1), "");
}

}  // namespace rtlgen::test
