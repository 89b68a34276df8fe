// A card on a bus, behind the files of the XDMA driver, that outlives the programs that use it: a fault is injected,
// the card is diagnosed, repaired and used again.
#pragma once

#include <fmt/format.h>

#include <map>
#include <memory>
#include <numeric>
#include <stdexcept>
#include <string>
#include <vector>

#include "diagnose_case.hpp"
#include "host/xdma.hpp"
#include "sysfs.hpp"
#include "xdma_stand_in.hpp"

namespace rtlgen::test {

class Bench {
 public:
  static constexpr const char* kFunction = "0000:03:00.0";
  static constexpr std::uint64_t kEach = std::uint64_t{8} << 30;  ///< bytes per channel; there are two

  Bench() {
    options.card.run.run.source = {scratch_.file(), {"hardware.board=adm_pcie_ku3", "hardware.bus=512"}};
    options.card.backend = driver::CardBackend::kXdma;
    options.card.patience_seconds = 0.1;
    manifest_ = manifest_of(options);
    options.root = sys.root().string();
    design_ = std::make_unique<contract::Design>(host::read_design(manifest_));
    card = std::make_shared<SickCard>(*design_);
    restore();
  }

  /// Ends every fault of the card and of what is around it; its registers and memory stay as they are.
  void restore() {
    card->restore(*design_);
    card->declared = kEach;
    card->block->on_reset = [this] { card->reset(); };
    card->before_access = [this] { count(); };
    files = std::make_shared<XdmaStandIn>(
        card, std::map<int, host::XdmaOptions::Memory>{{0, {0, kEach}}, {1, {kEach, kEach}}},
        [this](int) { return card->is_interrupt_up(); });
    files->begun = [this](const XdmaStandIn::Call&) { count(); };
    options.card.files = files;
    sys.clear();
    put_on_bus({});
    accesses = 0;
    on_access = nullptr;
  }
  void put_on_bus(const Sysfs::Link& link, const std::string& driver = "xdma") {
    sys.clear();
    sys.function(kFunction, "0x10ee", driver, link);
    sys.write(kFunction, "resource", "0x00000000f0000000 0x00000000f00fffff 0x0000000000040200");
    sys.write(kFunction, "config", "\xee\x10\x38\x90");
    sys.xdma(kFunction, "xdma0");
  }
  /// Surprise removal: nothing responds any more.
  void pull() {
    files->is_gone = true;
    sys.silence(kFunction);
  }
  /// Another program resets the bus.
  void reset_by_another() {
    card->block->reset();
    card->block->set("events", "restarted", 1);
  }
  /// Frequencies that the card block measures.
  void set_kernel_mhz(double mhz) const {
    card->block->word("kernel_edges") =
        static_cast<std::uint32_t>(mhz / design_->shell.bus_mhz * contract::kCardWindow);
  }
  [[nodiscard]] double kernel_mhz() const { return design_->card_block->kernel_mhz; }
  void respond_to(const std::string& call, const std::string& file, std::int64_t result) {
    files->respond = [=](const XdmaStandIn::Call& c) {
      return c.what == call && c.file == file ? std::optional(result) : std::nullopt;
    };
  }

  driver::Diagnosis diagnose() {
    Diagnostics diagnostics;
    auto report = driver::diagnose(options, diagnostics);
    EXPECT_TRUE(report.ok()) << diagnostics.render();
    return report.ok() ? *report : driver::Diagnosis();
  }

  /// A program that runs two steps: "" if every cell is right.
  std::string run() {
    host::XdmaOptions xdma = host::xdma_options(manifest_);
    xdma.patience_seconds = options.card.patience_seconds;
    try {
      host::Accelerator accelerator(manifest_, std::make_unique<host::XdmaCard>(xdma, files));
      std::vector<std::uint8_t> cells(64 * 16), read(cells.size());
      std::iota(cells.begin(), cells.end(), std::uint8_t{0});
      accelerator.load("u", cells.data(), cells.size());
      for (int step = 0; step < 2; ++step) accelerator.run(1);
      accelerator.read("u", read.data(), read.size());
      for (std::size_t i = 0; i < cells.size(); ++i) {
        if (read[i] != static_cast<std::uint8_t>(cells[i] + 2)) return fmt::format("cell {} is {}", i, read[i]);
      }
      return "";
    } catch (const host::Error& fault) {
      return fault.what();
    }
  }

  std::shared_ptr<SickCard> card;
  std::shared_ptr<XdmaStandIn> files;
  Sysfs sys;
  driver::DiagnoseOptions options;
  std::int64_t accesses = 0;        ///< calls of the driver, registers and transfers since the card was repaired
  std::function<void()> on_access;  ///< after each was counted

 private:
  /// A host that polls without an end has failed. The patience of all steps together takes some million accesses on a
  /// fast machine.
  void count() {
    constexpr std::int64_t kMost = 100'000'000;
    if (++accesses > kMost) throw std::logic_error("the host polls without an end");
    if (on_access) on_access();
  }

  Scratch scratch_{kPlus};
  std::string manifest_;
  std::unique_ptr<contract::Design> design_;
};

}  // namespace rtlgen::test
