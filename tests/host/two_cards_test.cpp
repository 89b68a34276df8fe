// `run --backend xdma --cards 2`: two cards behind the XDMA driver's stand-in, each with device files of its own, every
// bit compared.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "driver/cards/cards.hpp"
#include "driver/design/hdl.hpp"
#include "driver/prepare/prepare.hpp"
#include "driver/simulate/card.hpp"
#include "host/design.hpp"
#include "host/simulated_card.hpp"
#include "support/diagnostics.hpp"
#include "support/result.hpp"
#include "test_paths.hpp"
#include "with_block.hpp"
#include "xdma_stand_in.hpp"

namespace rtlgen::test {
namespace {

using testing::HasSubstr;

/// A machine with several cards: each call goes to the stand-in whose device it names.
class Machine : public host::DeviceFiles {
 public:
  std::vector<std::shared_ptr<XdmaStandIn>> cards;

  int open(const std::string& path, int flags) override {
    for (std::size_t c = 0; c < cards.size(); ++c) {
      if (path.compare(0, cards[c]->device.size(), cards[c]->device) != 0) continue;
      const int file = cards[c]->open(path, flags);
      return file < 0 ? file : static_cast<int>(c) * kEach + file;
    }
    return -ENOENT;
  }
  void close(int file) override { of(file).close(file % kEach); }
  int lock(int file, Lock kind) override { return of(file).lock(file % kEach, kind); }
  std::int64_t read_at(int file, void* data, std::size_t bytes, std::uint64_t offset) override {
    return of(file).read_at(file % kEach, data, bytes, offset);
  }
  std::int64_t write_at(int file, const void* data, std::size_t bytes, std::uint64_t offset) override {
    return of(file).write_at(file % kEach, data, bytes, offset);
  }
  std::int64_t read(int file, void* data, std::size_t bytes) override {
    return of(file).read(file % kEach, data, bytes);
  }
  int wait_readable(int file, int milliseconds) override { return of(file).wait_readable(file % kEach, milliseconds); }
  void* map(int file, std::size_t bytes) override { return of(file).map(file % kEach, bytes); }
  void unmap(void*, std::size_t) override {}
  std::vector<std::string> paths(const std::string& prefix) override {
    std::vector<std::string> all;
    for (const auto& card : cards) {
      for (std::string& path : card->paths(prefix)) all.push_back(std::move(path));
    }
    return all;
  }

 private:
  static constexpr int kEach = 1000;
  XdmaStandIn& of(int file) { return *cards.at(static_cast<std::size_t>(file / kEach)); }
};

class TwoCards : public testing::Test {
 protected:
  TwoCards() {
    const driver::Source source{
        test::source_folder() + "/configs/hotspot2d.yaml",
        {"hardware.bus=512", "hardware.memory={t: [0, 1], power: 0}", "hardware.board=adm_pcie_ku3"}};
    options_.card.run.run.source = source;
    options_.card.run.run.iterations = 20;
    options_.card.backend = driver::CardBackend::kXdma;
    options_.card.device = "3";
    Diagnostics diagnostics;
    const auto prepared = driver::prepare(source, diagnostics);
    driver::CardSource build;
    build.native_operators = true;
    const runner::CardProgram program = driver::build_card(**prepared, build);
    const host::Design design = host::read_design(driver::manifest(**prepared));
    machine_ = std::make_shared<Machine>();
    constexpr std::uint64_t kEach = std::uint64_t{8} << 30;
    for (const char* device : {"/dev/xdma3", "/dev/xdma4"}) {
      auto card = std::make_shared<host::SimulatedCard>(program.path, host::SimulatedOptions{});
      auto files =
          std::make_shared<XdmaStandIn>(std::make_shared<WithBlock>(card, design),
                                        std::map<int, host::XdmaOptions::Memory>{{0, {0, kEach}}, {1, {kEach, kEach}}},
                                        [card](int milliseconds) { return card->wait(milliseconds * 1e3); });
      files->device = device;
      machine_->cards.push_back(std::move(files));
    }
    options_.card.files = machine_;
  }

  driver::CardsReport run() {
    Diagnostics diagnostics;
    const auto transport = cards::in_process(2);
    auto report = driver::run_on_cards(options_, *transport, diagnostics);
    EXPECT_TRUE(report.ok()) << diagnostics.render();
    return report.ok() ? *std::move(report) : driver::CardsReport();
  }

  driver::CardsOptions options_;
  std::shared_ptr<Machine> machine_;
};

TEST_F(TwoCards, AreNumberedFromTheDeviceOn) {
  const driver::CardsReport report = run();
  EXPECT_TRUE(report.match() && report.checked) << report.failure;
  EXPECT_FALSE(report.is_simulated);
  EXPECT_EQ(report.choice.each(), 1) << "nothing is predicted, so nothing is overlapped";
  EXPECT_FALSE(report.choice.predicted) << "of a real machine times are not known";
  for (const auto& card : machine_->cards) EXPECT_GT(card->count("write_at", "h2c_0"), 0);
}

/// Transfers through the device files beside a run.
TEST_F(TwoCards, HaveSlabsThatAreExchangedBesideARun) {
  for (options_.slabs = 2; options_.slabs <= 3; ++options_.slabs) {
    const driver::CardsReport report = run();
    EXPECT_TRUE(report.match() && report.checked) << options_.slabs << ": " << report.failure;
    EXPECT_EQ(report.choice.each(), options_.slabs);
  }
}

TEST_F(TwoCards, OneThatIsMissingOrGoneIsNamed) {
  const auto failure = [&] {
    try {
      run();
    } catch (const EnvironmentError& fault) {
      return std::string(fault.what());
    }
    return std::string("nothing was thrown");
  };
  machine_->cards[1]->flip_in_read = 1000;
  EXPECT_GT(run().mismatches, 0);
  machine_->cards[1]->is_gone = true;
  EXPECT_THAT(failure(), HasSubstr("the card does not respond"));
  machine_->cards.pop_back();
  EXPECT_THAT(failure(), HasSubstr("/dev/xdma4_user does not exist"));
}

}  // namespace
}  // namespace rtlgen::test
