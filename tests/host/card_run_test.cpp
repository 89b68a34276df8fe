// `run` on a card behind the XDMA driver's stand-in: the compiled simulation that `sim --memory board` has, every bit
// compared.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstring>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

#include "driver/batch/batch.hpp"
#include "driver/design/hdl.hpp"
#include "driver/prepare/prepare.hpp"
#include "driver/run/run.hpp"
#include "driver/simulate/card.hpp"
#include "host/design.hpp"
#include "host/simulated_card.hpp"
#include "pci_stand_in.hpp"
#include "support/diagnostics.hpp"
#include "support/errors.hpp"
#include "support/result.hpp"
#include "test_paths.hpp"
#include "with_block.hpp"
#include "xdma_stand_in.hpp"

namespace rtlgen::test {
namespace {

using testing::AllOf;
using testing::Contains;
using testing::HasSubstr;
using testing::Not;
using Call = XdmaStandIn::Call;

/// hotspot2d, its temperatures in two channels of a board with two.
driver::Source hotspot() {
  return {test::source_folder() + "/configs/hotspot2d.yaml",
          {"hardware.bus=512", "hardware.memory={t: [0, 1], power: 0}", "hardware.board=adm_pcie_ku3"}};
}

class CardRun : public testing::Test {
 protected:
  CardRun() {
    options_.run.run.source = hotspot();
    options_.run.run.iterations = 20;
    options_.backend = driver::CardBackend::kXdma;
    options_.patience_seconds = 1;
  }

  /// A card as it is after programming, behind its driver.
  void insert() {
    Diagnostics diagnostics;
    const auto prepared = driver::prepare(hotspot(), diagnostics);
    ASSERT_TRUE(prepared.ok()) << diagnostics.render();
    driver::CardSource build;
    build.native_operators = true;
    const runner::CardProgram program = driver::build_card(**prepared, build);
    manifest_ = driver::manifest(**prepared);
    host::SimulatedOptions simulated;
    const auto models = driver::plain_models();
    simulated.dram = models.at("ddr4-2400.txt");
    simulated.link = models.at("pcie3x8.txt");
    card_ = std::make_shared<host::SimulatedCard>(program.path, simulated);
    constexpr std::uint64_t kEach = std::uint64_t{8} << 30;
    // The card has a microsecond per millisecond of the host's: it is a simulation.
    design_ = host::read_design(manifest_);
    front_ = std::make_shared<WithBlock>(card_, design_);
    files_ = std::make_shared<XdmaStandIn>(
        front_, std::map<int, host::XdmaOptions::Memory>{{0, {0, kEach}}, {1, {kEach, kEach}}},
        [card = card_](int milliseconds) { return card->wait(milliseconds * 1e3); });
    options_.files = files_;
  }

  driver::SimReport run() {
    Diagnostics diagnostics;
    auto report = driver::run_on_card(options_, diagnostics);
    EXPECT_TRUE(report.ok()) << diagnostics.render();
    return report.ok() ? *std::move(report) : driver::SimReport();
  }
  std::string failure() {
    try {
      run();
    } catch (const EnvironmentError& fault) {
      return fault.what();
    }
    return "nothing was thrown";
  }

  std::string manifest_;  ///< manifest of the card
  driver::CardOptions options_;
  contract::Design design_;
  std::shared_ptr<host::SimulatedCard> card_;
  std::shared_ptr<WithBlock> front_;
  std::shared_ptr<XdmaStandIn> files_;
};

TEST_F(CardRun, IsBitExactThroughTheDeviceFiles) {
  insert();
  for (const std::size_t limit : {0U, 4095U}) {
    if (limit > 0) files_->limit = [limit](std::size_t) { return limit; };
    const driver::SimReport report = run();
    EXPECT_TRUE(report.match() && report.checked) << report.failure;
    EXPECT_EQ(report.iterations, 20);
    ASSERT_TRUE(report.card);
    EXPECT_TRUE(report.card->notes.empty());
    EXPECT_GT(report.card->counters.beats.at(1)[0] + report.card->counters.beats.at(1)[1], 0U) << "the second channel";
  }
  EXPECT_GT(files_->count("read", "events_0"), 0);
  EXPECT_EQ(card_->statistics().violation, 0U);
}

TEST_F(CardRun, AtAnotherClock) {
  insert();
  front_->block.meets(210);
  front_->block.on_clock = [this](bool bitstream) { front_->block.load_clock(design_, bitstream); };
  options_.run.clock_mhz = 185;
  driver::SimReport report = run();
  EXPECT_TRUE(report.match() && report.checked) << report.failure;
  ASSERT_TRUE(report.card);
  EXPECT_NEAR(report.card->kernel_mhz, 183.33, 0.01);
  EXPECT_THAT(report.card->notes, testing::Contains(HasSubstr("the kernel clock was set to 183.3 MHz on the card")));
  // It stays, and is known.
  options_.run.clock_mhz = 0;
  EXPECT_NEAR(run().card->kernel_mhz, 183.33, 0.01);
  options_.run.clock_mhz = 240;
  Diagnostics diagnostics;
  EXPECT_FALSE(driver::run_on_card(options_, diagnostics));
  EXPECT_THAT(diagnostics.render(),
              AllOf(HasSubstr("--clock: error[RG"), HasSubstr("240.00 MHz are above the limit of 209")));
  // The project's.
  options_.run.clock_mhz = 200;
  report = run();
  EXPECT_EQ(report.card->kernel_mhz, 200);
  EXPECT_TRUE(report.card->notes.empty());
}

/// A clock that is not measured to be what it was set to ends the run before it begins.
TEST_F(CardRun, AtAClockThatDoesNotCome) {
  insert();
  front_->block.meets(210);
  front_->block.on_clock = [this](bool bitstream) { front_->block.load_clock(design_, bitstream, 1.05); };
  options_.run.clock_mhz = 150;
  EXPECT_THAT(failure(), HasSubstr("the kernel clock was not changed: it was set to 150.00 MHz, and 157"));
}

/// One bit on the way back, and one of a register.
TEST_F(CardRun, OneWrongBitIsFound) {
  insert();
  files_->flip_in_read = 1000;
  const driver::SimReport report = run();
  EXPECT_FALSE(report.match());
  EXPECT_GE(report.mismatches, 1);
  // Without the comparison the fault is not found.
  options_.run.check = false;
  const driver::SimReport unchecked = run();
  EXPECT_TRUE(unchecked.match() && !unchecked.checked);
}

/// By threads of the back end, which take turns at the simulation.
TEST_F(CardRun, ABatchIsBitExactThroughTheDeviceFiles) {
  insert();
  driver::BatchOptions batch{options_, 5};
  Diagnostics diagnostics;
  auto report = driver::run_batch(batch, diagnostics);
  ASSERT_TRUE(report.ok()) << diagnostics.render();
  EXPECT_TRUE(report->match() && report->checked);
  EXPECT_EQ(report->grids.size(), 5U);
  EXPECT_FALSE(report->predicted) << "of a real machine times are not known";
  files_->flip_in_read = 1000;
  report = driver::run_batch(batch, diagnostics);
  ASSERT_TRUE(report.ok()) << diagnostics.render();
  for (const driver::BatchGrid& grid : report->grids) EXPECT_GE(grid.mismatches, 1) << grid.name;
  files_->flip_in_read = -1;
  // A transfer of the third grid fails: the others are right, and the card is to blame.
  int reads = 0;
  files_->respond = [&](const Call& call) -> std::optional<std::int64_t> {
    if (call.what == "read_at" && call.file == "c2h_0" && ++reads == 3) return -EIO;
    return std::nullopt;
  };
  report = driver::run_batch(batch, diagnostics);
  ASSERT_TRUE(report.ok()) << diagnostics.render();
  EXPECT_TRUE(report->has_device_failed);
  for (std::size_t g = 0; g < 5; ++g) EXPECT_EQ(report->grids[g].match(), g != 2) << g;
  EXPECT_THAT(report->grids[2].failure, HasSubstr("ticket 3: cannot read"));
}

TEST_F(CardRun, WithoutTheComparisonGivesTheSameCells) {
  insert();
  const driver::SimReport checked = run();
  options_.run.check = false;
  const driver::SimReport unchecked = run();
  EXPECT_EQ(unchecked.measured.outputs, checked.measured.outputs);
  EXPECT_EQ(unchecked.golden_seconds < 1, true);
  EXPECT_EQ(unchecked.cell_updates, checked.cell_updates);
}

TEST_F(CardRun, OtherBitstreamsAndBrokenDriversEndIt) {
  insert();
  options_.run.run.source.sets.emplace_back("params.cap.value=0.25");
  EXPECT_THAT(failure(), AllOf(HasSubstr("its digest is 0x"), HasSubstr("built from another description")));
  options_.run.run.source.sets.pop_back();
  files_->is_gone = true;
  EXPECT_THAT(failure(), HasSubstr("the card does not respond"));
  files_->is_gone = false;
  files_->respond = [](const Call& call) -> std::optional<std::int64_t> {
    if (call.what == "read_at" && call.file == "c2h_0") return -EIO;
    return std::nullopt;
  };
  EXPECT_THAT(failure(), HasSubstr("bytes at card address"));
  files_->respond = nullptr;
  EXPECT_EQ(failure(), "nothing was thrown") << "and then it works again";
}

TEST_F(CardRun, WhatIsNoHardwareMayDiffer) {
  insert();
  options_.run.run.source.sets = {"iterations=40", "hardware.board=adm_pcie_ku3",
                                  "hardware.memory={t: [0, 1], power: 0}", "hardware.bus=512"};
  EXPECT_TRUE(run().match());
}

/// The card is as an older rtlgen would have made it: of the same program, with another plan.
TEST_F(CardRun, TheManifestOfItsProjectMakesAnOlderCardRun) {
  insert();
  const auto message_of = [&] {
    Diagnostics diagnostics;
    EXPECT_FALSE(driver::run_on_card(options_, diagnostics).ok());
    return diagnostics.render();
  };
  options_.run.run.source.sets.emplace_back("hardware.clock_mhz=100");
  EXPECT_THAT(failure(), HasSubstr("its digest is 0x"));
  options_.run.manifest = {"old/manifest.json", manifest_};
  const driver::SimReport report = run();
  EXPECT_TRUE(report.match()) << report.failure;
  EXPECT_EQ(report.card->kernel_mhz, 200) << "clocks are the card's";
  options_.run.run.source.sets.emplace_back("hardware.steps=4");
  EXPECT_THAT(message_of(), AllOf(HasSubstr("old/manifest.json: error[RG0805]"),
                                  HasSubstr("belongs to another program: its number of time steps per pass differs"),
                                  HasSubstr("the manifest has 8, the description 4")));
  options_.run.run.source.sets.back() = "type=float16";
  EXPECT_THAT(message_of(), HasSubstr("its fields differ"));
  options_.run.run.source.sets.back() = "hardware.memory={t: 0, power: 1}";
  options_.run.run.source.sets.erase(options_.run.run.source.sets.begin() + 1);
  EXPECT_TRUE(run().match()) << "where fields lie is the card's";
}

TEST_F(CardRun, AManifestThatIsNotTheCardsIsRefused) {
  insert();
  const auto given = [&](const auto& change) {
    nlohmann::json json = nlohmann::json::parse(manifest_);
    change(json);
    options_.run.manifest = {"m.json", json.dump()};
  };
  const auto message_of = [&] {
    Diagnostics diagnostics;
    EXPECT_FALSE(driver::run_on_card(options_, diagnostics).ok());
    return diagnostics.render();
  };
  given([](auto& json) { json["digest"] = "00000001"; });
  EXPECT_THAT(failure(), HasSubstr("not 0x00000001"));
  given([](auto& json) { json.erase("contract"); });
  EXPECT_THAT(failure(), HasSubstr("but the manifest follows version 0"));
  given([](auto& json) { json["contract"] = 9; });
  EXPECT_THAT(message_of(), AllOf(HasSubstr("this manifest cannot be used"), HasSubstr("follows version 9")));
  given([](auto& json) { json.erase("shell"); });
  EXPECT_THAT(message_of(), HasSubstr("without a shell"));
  options_.run.manifest = {"m.json", "no JSON"};
  EXPECT_THAT(message_of(), HasSubstr("m.json: error[RG0805]: this is not JSON, so no manifest"));
  options_.run.manifest = {"m.json", "{no JSON"};
  EXPECT_THAT(message_of(), AllOf(HasSubstr("m.json: error[RG0805]: this manifest cannot be used"),
                                  HasSubstr("line 1, column 3"), Not(HasSubstr("json.exception"))));
}

/// The memory responds to a burst with an error: the run's own failure, not the driver's.
TEST_F(CardRun, ARunThatFailsOnTheCardSaysSo) {
  insert();
  host::SimulatedOptions bad;
  bad.bad_read = 20;
  card_->set_memory(bad);
  const driver::SimReport report = run();
  EXPECT_FALSE(report.match());
  EXPECT_THAT(report.failure, HasSubstr("memory responded to a read with an error"));
}

TEST_F(CardRun, AnInterruptThatIsLostIsNoted) {
  insert();
  files_->loses_interrupts = true;
  const driver::SimReport report = run();
  EXPECT_TRUE(report.match()) << report.failure;
  ASSERT_EQ(report.card->notes.size(), 1U);
}

TEST_F(CardRun, AMachineWithoutADriverIsTold) {
  options_.device = "/dev/no_such_xdma";
  EXPECT_THAT(failure(), AllOf(HasSubstr("/dev/no_such_xdma_user does not exist"), HasSubstr("dma_ip_drivers")));
}

TEST_F(CardRun, ChannelsThatTheBoardHasNotAreRefused) {
  const auto refusal = [&](const std::string& board) {
    options_.run.run.source.sets.back() = "hardware.board=" + board;
    Diagnostics diagnostics;
    EXPECT_FALSE(driver::run_on_card(options_, diagnostics).ok());
    return diagnostics.render();
  };
  EXPECT_THAT(refusal("kcu105"),
              HasSubstr("error[RG0216]: memory channel 1 does not exist: kcu105 has only channel 0"));
  options_.run.run.source.sets.pop_back();
  Diagnostics diagnostics;
  EXPECT_FALSE(driver::run_on_card(options_, diagnostics).ok());
  EXPECT_THAT(diagnostics.render(), HasSubstr("name a board whose memory is known"));
}

TEST(DevicePath, IsANumberOrAPath) {
  EXPECT_EQ(driver::device_path(""), "/dev/xdma0");
  EXPECT_EQ(driver::device_path("12"), "/dev/xdma12");
  EXPECT_EQ(driver::device_path("/dev/mine"), "/dev/mine");
}

/// Before the card is opened.
TEST(CardKernels, AreNumbers) {
  driver::CardOptions options;
  options.run.run.source = hotspot();
  options.backend = driver::CardBackend::kXdma;
  const auto refusal = [&](const std::string& kernel) {
    options.kernel = kernel;
    Diagnostics diagnostics;
    EXPECT_FALSE(driver::run_on_card(options, diagnostics).ok());
    return diagnostics.render();
  };
  EXPECT_THAT(refusal("first"), HasSubstr("kernels of this card are numbered, but 'first' is not a number"));
  EXPECT_THAT(refusal("1"), HasSubstr("there is no kernel 1: hardware.kernels is 1"));
}

/// The same for a card of Intel's, by vfio.
TEST(VfioRun, EveryBitIsCompared) {
  const driver::Source source{test::source_folder() + "/configs/hotspot2d.yaml",
                              {"hardware.bus=512", "hardware.memory={t: [0, 1], power: 0}", "hardware.board=de5net"}};
  Diagnostics diagnostics;
  const auto prepared = driver::prepare(source, diagnostics);
  ASSERT_TRUE(prepared.ok()) << diagnostics.render();
  driver::CardSource build;
  build.native_operators = true;
  const auto card =
      std::make_shared<host::SimulatedCard>(driver::build_card(**prepared, build).path, host::SimulatedOptions());
  driver::CardOptions options;
  options.run.run.source = source;
  options.run.run.iterations = 20;
  options.backend = driver::CardBackend::kVfio;
  const auto pci =
      std::make_shared<PciStandIn>(std::make_shared<WithBlock>(card, host::read_design(driver::manifest(**prepared))),
                                   host::avalon_dma_options(driver::manifest(**prepared)),
                                   rises_of([card](int milliseconds) { return card->wait(milliseconds * 1e3); }));
  options.pci = pci;
  auto report = driver::run_on_card(options, diagnostics);
  ASSERT_TRUE(report.ok()) << diagnostics.render();
  EXPECT_TRUE(report->match());
  EXPECT_THAT(report->card->notes, testing::IsEmpty());
  const std::string folder = testing::TempDir() + "/vfio_built";
  options.run.manifest = {folder + "/manifest.json", driver::manifest(**prepared)};
  for (const auto& [text, is_noted] : {std::pair{"slack -0.336\nkernel 200.000 187.4\n", true},
                                       {"slack 0.01\nkernel 200.000 204.1\n", false},
                                       {"slack 0.01\nkernel 200.000 ?\n", false}}) {
    std::filesystem::create_directories(folder + "/build");
    std::ofstream(folder + "/build/timing.txt") << text;
    report = driver::run_on_card(options, diagnostics);
    ASSERT_TRUE(report.ok()) << diagnostics.render();
    const auto warned = Contains(AllOf(HasSubstr("the kernel clock is 200.0 MHz, but the build meets only 187.4 MHz"),
                                       HasSubstr("(--set hardware.clock_mhz=187)")));
    if (is_noted)
      EXPECT_THAT(report->card->notes, warned);
    else
      EXPECT_THAT(report->card->notes, Not(Contains(HasSubstr("kernel clock")))) << text;
  }
  // Refused before the card is opened, with what the build says.
  options.run.clock_mhz = 150;
  Diagnostics refused;
  std::ofstream(folder + "/build/timing.txt") << "slack -0.336\nkernel 200.000 187.4\n";
  EXPECT_FALSE(driver::run_on_card(options, refused).ok());
  EXPECT_THAT(refused.render(),
              AllOf(HasSubstr("rtlgen does not reconfigure the PLLs of Intel cards"),
                    HasSubstr("the build meets 187.4 MHz of 200.0"), HasSubstr("--set hardware.clock_mhz=187")));
  options.run.clock_mhz = 0;
  options.run.manifest.reset();
  pci->flip_in_read = 0;
  report = driver::run_on_card(options, diagnostics);
  ASSERT_TRUE(report.ok()) << diagnostics.render();
  EXPECT_FALSE(report->match());
  options.run.run.source.sets.back() = "hardware.board=vcu118";
  EXPECT_FALSE(driver::run_on_card(options, diagnostics).ok());
  EXPECT_THAT(diagnostics.render(), AllOf(HasSubstr("RG0811"), HasSubstr("vcu118 has none"),
                                          HasSubstr("de5net, catapult_v3 and de10_agilex")));
}

}  // namespace
}  // namespace rtlgen::test
