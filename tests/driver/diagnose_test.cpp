// `diagnose` on a fake card: a healthy card passes, and the right step names each fault.
#include "driver/diagnose/diagnose.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "diagnose_case.hpp"
#include "host/pci_facts.hpp"
#include "sysfs.hpp"
#include "xdma_stand_in.hpp"

namespace rtlgen::test {
namespace {

using testing::HasSubstr;
using Outcome = driver::StepOutcome;

/// Two words per beat.
constexpr const char* kWide = R"(name: plus
grid: [64, 16]
type: uint<8>
fields:
  u: {}
update:
  - u: u + 1
hardware: {cells_per_cycle: 8, steps: 1, bus: 128, memory: {u: [0, 1]}}
)";
constexpr std::uint64_t kRowBytes = 64, kGridBytes = 1024;

TEST(Diagnose, AHealthyCardPassesAllSteps) {
  const driver::Diagnosis diagnosis = Case().diagnose({});
  ASSERT_EQ(diagnosis.steps.size(), static_cast<std::size_t>(driver::kDiagnoseSteps));
  for (const driver::Step& step : diagnosis.steps) {
    // The fake card has neither hard blocks nor a card block.
    const std::set<std::string> absent = {"hard-blocks", "card", "clocks", "calibration", "tester"};
    const Outcome expected = absent.contains(step.name) ? Outcome::kSkipped : Outcome::kPassed;
    EXPECT_EQ(step.outcome, expected) << step.number << " " << step.seen;
    EXPECT_NE(step.seen, "") << step.number;
  }
  EXPECT_EQ(diagnosis.failure(), nullptr);
  EXPECT_THAT(diagnosis.steps.back().seen, HasSubstr("64 x 16: 1,024 cells match bit for bit"));
}

class DiagnoseIll : public testing::TestWithParam<Ill> {};

TEST_P(DiagnoseIll, IsNamedByItsStep) { expect_named(GetParam()); }

void swap_reads(SickCard& card) {
  card.channel_of = [](int channel, bool is_write) { return is_write ? channel : 1 - channel; };
}
void swap_both(SickCard& card) {
  card.channel_of = [](int channel, bool) { return 1 - channel; };
}
void share_memory(SickCard& card) {
  card.channel_of = [](int, bool) { return 0; };
}
void stick_bit(SickCard& card) {
  card.spoils = [](int channel, std::uint64_t address, std::uint8_t& byte) {
    if (channel == 1 && address % 8 == 5) byte |= 0x04U;
  };
}
void fail_at_offset(SickCard& card) {
  card.before_transfer = [](int channel, std::uint64_t address, std::uint64_t, bool is_write) {
    if (channel == 0 && is_write && address % 64 == 36) throw host::DeviceError("Invalid argument (errno 22)");
  };
}
void lose_block(SickCard& card) {
  card.spoils = [](int, std::uint64_t address, std::uint8_t& byte) {
    if (address >= 0x8000 && address < 0x8040) byte = 0;
  };
}
void wrong_lane(SickCard& card) {
  card.spoils_result = [](std::uint64_t, std::uint64_t at, std::uint8_t& byte) {
    if (at % 8 == 3) byte ^= 0x10U;
  };
}
/// One of the two words of a beat.
void wrong_byte_lane(SickCard& card) {
  card.spoils_result = [](std::uint64_t bytes, std::uint64_t at, std::uint8_t& byte) {
    if (bytes == kGridBytes && at % 16 == 13) byte ^= 0x10U;
  };
}
void wrong_from_row(SickCard& card) {
  card.spoils_result = [](std::uint64_t bytes, std::uint64_t at, std::uint8_t& byte) {
    if (bytes == kGridBytes && at >= 9 * kRowBytes) byte = static_cast<std::uint8_t>(byte + 7);
  };
}
void wrong_words(SickCard& card) {
  card.spoils_result = [](std::uint64_t bytes, std::uint64_t at, std::uint8_t& byte) {
    if (bytes == kGridBytes && at / 8 % 4 == 1) byte ^= 0x80U;
  };
}
void one_cell(SickCard& card) {
  card.spoils_result = [](std::uint64_t bytes, std::uint64_t at, std::uint8_t& byte) {
    if (bytes == kGridBytes && at == 70) byte ^= 1U;
  };
}

const Ill kIlls[] = {
    {"AllOnes", [](SickCard& c) { c.reads_all_ones = true; }, driver::kResponseStep, "registers read as all ones"},
    {"OtherIdentity", [](SickCard& c) { c.set("identity", 0x12345678); }, driver::kResponseStep, "identity 0x12345678"},
    {"ZeroIdentity", [](SickCard& c) { c.set("identity", 0); }, driver::kResponseStep, "identity 0x00000000", true,
     kPlus, "held in reset"},
    {"StuckRegisterBit", [](SickCard& c) { c.stuck_low = 0x10; }, driver::kRegistersStep, "bit 4 read as 0"},
    {"LostRegisterAddress", [](SickCard& c) { c.lost_address = 0x20; }, driver::kRegistersStep,
     "an address bit is lost"},
    {"OtherDigest", [](SickCard& c) { c.set("digest", c.get("digest") + 1); }, driver::kDesignStep, "digest 0x", true,
     kPlus, "built from another description"},
    {"OtherContract", [](SickCard& c) { c.set("version", 9U << contract::kContractShift); }, driver::kDesignStep,
     "version 9 of the contract"},
    {"Busy", [](SickCard& c) { c.is_busy = true; }, driver::kIdleStep, "control 0x001", true, kPlus,
     "a run of another program"},
    {"StuckDataBit", stick_bit, driver::kMemoryStep, "channel 1, address 0x5"},
    {"StuckDataBitLane", stick_bit, driver::kMemoryStep, "byte lane 5 of 8; bits 0x04 read as 1", true, kPlus,
     "byte lane of the DRAM of channel 1"},
    {"SwappedReads", swap_reads, driver::kMemoryStep, "channel 0 returns what was written to channel 1", true, kPlus,
     "swapped"},
    {"SharedMemory", share_memory, driver::kMemoryStep, "channel 0 returns what was written to channel 1"},
    {"ErrorAtOffset", fail_at_offset, driver::kMemoryStep,
     "cannot write 4 bytes at address 0x64 (offset 36 of 64): Invalid argument"},
    {"LostBlock", lose_block, driver::kMemoryStep, "64 of 65536 bytes differ; the first at channel 0, address 0x8000",
     true, kPlus, "addresses of channel 0"},
    {"Wraps", [](SickCard& c) { c.real_bytes = std::uint64_t{1} << 22; }, driver::kCapacityStep,
     "channel 0: address 0x400000 holds what was written to address 0x0: addresses wrap, the channel has 4 MiB"},
    {"SwappedForTheCore", swap_both, driver::kSmallestStep, "channels 0 and 1 are swapped: if the host exchanges them",
     false, kPlus, "number the memory channels differently"},
    {"NeverEnds", [](SickCard& c) { c.never_ends = true; }, driver::kSmallestStep,
     "the run did not end within the time", false},
    {"LosesInterrupt", [](SickCard& c) { c.loses_interrupt = true; }, driver::kInterruptStep,
     "no interrupt came, and the end was polled"},
    {"NeverSeesEnd", [](SickCard& c) { c.never_sees_end = true; }, driver::kInterruptStep,
     "as registers show, but no interrupt came"},
    {"Vanishes", [](SickCard& c) { c.vanishes = true; }, driver::kSmallestStep, "no longer responds", true, kPlus,
     "left the bus"},
    {"ErrorResponse", [](SickCard& c) { c.fails_with = 1U | 1U << 8; }, driver::kSmallestStep,
     "memory responded to a read with an error", false},
    {"WrongLane", wrong_lane, driver::kSmallestStep, "one lane (3 of 8)", false, kPlus, "the core, lane 3"},
    {"WrongByteLane", wrong_byte_lane, driver::kGridStep, "byte lane 13 of 16", false, kWide,
     "DRAM byte lane 13 of channel 1"},
    {"WrongFromRow", wrong_from_row, driver::kGridStep, "all 8 lanes, from row 9 on", false, kPlus,
     "lost or repeated a word"},
    {"EveryFourthWord", wrong_words, driver::kGridStep, "every 4 words", false, kPlus, "FIFO of the shell"},
    {"OneCell", one_cell, driver::kGridStep,
     "1 of 1,024 cells differs: one lane (6 of 8), byte lane 6 of 8, one cell. The first: 'u' at (6, 1, 0)", false},
    {"WritesNothing", [](SickCard& c) { c.writes_nothing = true; }, driver::kSmallestStep, "nearly every cell", false,
     kPlus, "the core has read different data"},
};

INSTANTIATE_TEST_SUITE_P(All, DiagnoseIll, testing::ValuesIn(kIlls),
                         [](const auto& tested) { return std::string(tested.param.name); });

TEST(Diagnose, SkipsTheEndOfARunThatDoesNotEnd) {
  const driver::Diagnosis diagnosis = Case().diagnose([](SickCard& c) { c.never_ends = true; });
  ASSERT_EQ(diagnosis.steps.back().number, driver::kSmallestStep);
  EXPECT_EQ(at(diagnosis, driver::kInterruptStep).outcome, Outcome::kSkipped);
  EXPECT_THAT(at(diagnosis, driver::kInterruptStep).seen,
              HasSubstr("see step " + std::to_string(driver::kSmallestStep)));
  EXPECT_EQ(at(diagnosis, driver::kHardBlocksStep).outcome, Outcome::kSkipped);
  EXPECT_THAT(at(diagnosis, driver::kHardBlocksStep).seen, HasSubstr("no hard"));
}

TEST(Diagnose, DoesNotDisturbARun) {
  const driver::Diagnosis diagnosis = Case().diagnose([](SickCard& c) { c.is_busy = true; });
  ASSERT_EQ(diagnosis.steps.back().number, driver::kIdleStep);
  EXPECT_EQ(at(diagnosis, driver::kRegistersStep).outcome, Outcome::kSkipped);
}

TEST(Diagnose, GoesOnWithoutInterruptsIfAllowed) {
  Case healthy;
  healthy.options.accepts_polling = true;
  const driver::Diagnosis diagnosis = healthy.diagnose([](SickCard& c) { c.loses_interrupt = true; });
  EXPECT_EQ(diagnosis.failure(), nullptr) << failure(diagnosis).seen;
  EXPECT_THAT(at(diagnosis, driver::kInterruptStep).seen, HasSubstr("accepted (--polling)"));
}

TEST(Diagnose, SkipsASizeThatIsNotKnown) {
  const driver::Diagnosis diagnosis = Case().diagnose([](SickCard& c) { c.declared = ~std::uint64_t{0}; });
  EXPECT_EQ(diagnosis.failure(), nullptr) << failure(diagnosis).seen;
  EXPECT_EQ(at(diagnosis, driver::kCapacityStep).outcome, Outcome::kSkipped);
  EXPECT_THAT(at(diagnosis, driver::kCapacityStep).seen, HasSubstr("the size of the memory is unknown"));
}

/// A call that never returns ends its step, and the ladder.
TEST(Diagnose, EndsAStepThatHangs) {
  const auto gate = std::make_shared<Gate>();
  Case hangs;
  hangs.options.limit_seconds = 1;
  const driver::Step step = failure(hangs.diagnose([gate](SickCard& card) {
    card.before_transfer = [gate](int channel, std::uint64_t, std::uint64_t, bool) {
      if (channel == 1) gate->wait();
    };
  }));
  EXPECT_EQ(step.number, driver::kMemoryStep);
  EXPECT_TRUE(step.is_endless);
  EXPECT_TRUE(step.is_device);
  EXPECT_THAT(step.seen, HasSubstr("did not end within its limit of 1 s"));
  EXPECT_THAT(step.next, HasSubstr("dmesg"));
  gate->open();
}

TEST(Diagnose, ASoakFindsWhatComesLater) {
  constexpr int kHealthy = 600;  // the first climb has fewer transfers
  Case soaked;
  soaked.options.soak_minutes = 1;
  soaked.options.card.backend = driver::CardBackend::kSimulation;  // few transfers
  const driver::Step step = failure(soaked.diagnose([](SickCard& card) {
    card.spoils = [&card](int, std::uint64_t, std::uint8_t& byte) {
      if (card.transfers > kHealthy) byte ^= 1U;
    };
  }));
  EXPECT_GE(step.round, 1);
  EXPECT_GE(step.number, driver::kMemoryStep);
  EXPECT_THAT(step.seen, HasSubstr("differ"));
}

TEST(Diagnose, RepeatsForTheTimeOfASoak) {
  Case soaked;
  soaked.options.soak_minutes = 0.0001;
  soaked.options.card.backend = driver::CardBackend::kSimulation;  // small transfers
  const driver::Diagnosis diagnosis = soaked.diagnose({});
  EXPECT_EQ(diagnosis.failure(), nullptr) << failure(diagnosis).seen;
  EXPECT_GE(diagnosis.rounds, 1);
}

TEST(Diagnose, ShowsEachStepOnce) {
  Case shown;
  std::vector<int> numbers;
  shown.options.show = [&](const driver::Step& step) { numbers.push_back(step.number); };
  shown.diagnose([](SickCard& c) { c.set("digest", 1); });
  EXPECT_EQ(numbers, (std::vector<int>{1, 2, 3, 4, 5, 6, 7}));
}

// ---------------------------------------------------------------- behind a driver

/// The card behind the XDMA driver's files.
class DiagnoseXdma : public testing::Test {
 protected:
  DiagnoseXdma() {
    options_.card.run.run.source = {scratch_.file(), {"hardware.board=adm_pcie_ku3", "hardware.bus=512"}};
    options_.card.backend = driver::CardBackend::kXdma;
    options_.card.patience_seconds = 0.1;
    card_ = std::make_shared<SickCard>(host::read_design(manifest_of(options_)));
    card_->declared = kEach;
    files_ = std::make_shared<XdmaStandIn>(
        card_, std::map<int, host::XdmaOptions::Memory>{{0, {0, kEach}}, {1, {kEach, kEach}}},
        [card = card_](int) { return card->is_interrupt_up(); });
    options_.card.files = files_;
  }

  driver::Diagnosis diagnose() {
    Diagnostics diagnostics;
    auto report = driver::diagnose(options_, diagnostics);
    EXPECT_TRUE(report.ok()) << diagnostics.render();
    return report.ok() ? *report : driver::Diagnosis();
  }

  static constexpr std::uint64_t kEach = std::uint64_t{8} << 30;
  Scratch scratch_{kPlus};
  driver::DiagnoseOptions options_;
  std::shared_ptr<SickCard> card_;
  std::shared_ptr<XdmaStandIn> files_;
};

TEST_F(DiagnoseXdma, PassesAllStepsIfHealthy) {
  const driver::Diagnosis diagnosis = diagnose();
  EXPECT_EQ(diagnosis.failure(), nullptr) << failure(diagnosis).number << failure(diagnosis).seen;
  ASSERT_EQ(diagnosis.steps.size(), static_cast<std::size_t>(driver::kDiagnoseSteps));
  EXPECT_THAT(at(diagnosis, driver::kCapacityStep).seen, HasSubstr("channel 1: 8192 MiB"));
}

TEST_F(DiagnoseXdma, NamesALostInterrupt) {
  files_->loses_interrupts = true;
  const driver::Step step = failure(diagnose());
  EXPECT_EQ(step.number, driver::kInterruptStep) << step.seen;
  EXPECT_THAT(step.next, HasSubstr("--backend xdma --polling"));
}

TEST_F(DiagnoseXdma, NamesAMissingFile) {
  files_->nodes = {"c2h_0", "h2c_0", "user"};
  const driver::Step step = failure(diagnose());
  EXPECT_EQ(step.number, 1) << step.seen;
  EXPECT_THAT(step.seen, HasSubstr("/dev/xdma0_events_0"));
}

TEST_F(DiagnoseXdma, NamesAWrongByteLane) {
  files_->flip_in_read = 3;  // the byte in each transfer
  const driver::Step step = failure(diagnose());
  EXPECT_EQ(step.number, driver::kMemoryStep) << step.seen;
  EXPECT_THAT(step.seen, HasSubstr("byte lane 3 of 64"));
}

// ---------------------------------------------------------------- the bus

host::PciNeeds needing(const std::string& driver, bool iommu = false) {
  host::PciNeeds needs;
  needs.driver = driver;
  needs.iommu = iommu;
  return needs;
}

TEST(PciFacts, OfAHealthyFunction) {
  Sysfs sys;
  sys.function("0000:03:00.0", "0x10ee", "xdma", {});
  const host::PciFacts facts = host::pci_facts("0000:03:00.0", sys.root().string());
  EXPECT_EQ(facts.text(), "10ee:9038 at 0000:03:00.0, link x8 Gen3 of x8 Gen3, driver xdma");
  const host::Finding finding = host::check_function(facts, needing("xdma"));
  EXPECT_TRUE(finding.holds);
  EXPECT_TRUE(finding.causes.empty());
}

TEST(PciFacts, OfADegradedLink) {
  Sysfs sys;
  sys.function("0000:03:00.0", "0x10ee", "xdma", {"4", "2.5 GT/s PCIe"});
  const host::Finding finding =
      host::check_function(host::pci_facts("0000:03:00.0", sys.root().string()), needing("xdma"));
  EXPECT_TRUE(finding.holds);  // it works, and the user should know
  EXPECT_THAT(finding.seen, HasSubstr("link x4 Gen1 of x8 Gen3"));
  EXPECT_THAT(finding.seen, HasSubstr("check slot and seating"));
  EXPECT_FALSE(finding.causes.empty());
}

TEST(PciFacts, OfAFunctionThatIsNotThereOrHasAnotherDriver) {
  Sysfs sys;
  sys.function("0000:03:00.0", "0x1172", "", {});
  sys.function("0000:04:00.0", "0x1172", "vfio-pci", {});
  const auto check = [&](const char* address) {
    return host::check_function(host::pci_facts(address, sys.root().string()), needing("vfio-pci", true));
  };
  EXPECT_THAT(check("0000:05:00.0").seen, HasSubstr("no PCI function 0000:05:00.0 exists"));
  EXPECT_FALSE(check("0000:03:00.0").holds);
  EXPECT_THAT(check("0000:03:00.0").seen, HasSubstr("no driver"));
  EXPECT_FALSE(check("0000:04:00.0").holds);
  EXPECT_THAT(check("0000:04:00.0").causes.front(), HasSubstr("IOMMU"));
  EXPECT_EQ(host::functions_by("0x1172", sys.root().string()).size(), 2U);
}

/// Without a card: the step says what is on the bus.
driver::Step without_card(driver::CardBackend backend, const char* board, const std::string& root,
                          const std::string& device = "") {
  Case absent;
  absent.options.card.backend = backend;
  absent.options.card.device = device;
  absent.options.root = root;
  if (*board != '\0')
    absent.options.card.run.run.source.sets = {std::string("hardware.board=") + board, "hardware.memory={u: 0}",
                                               "hardware.bus=512"};
  Diagnostics diagnostics;
  auto report = driver::diagnose(absent.options, diagnostics);
  EXPECT_TRUE(report.ok()) << diagnostics.render();
  return report.ok() ? failure(*report) : driver::Step();
}

TEST(DiagnoseBus, NamesACardThatItsDriverLacks) {
  Sysfs sys;
  sys.function("0000:03:00.0", "0x10ee", "", {});
  const driver::Step step = without_card(driver::CardBackend::kXdma, "kcu105", sys.root().string());
  EXPECT_EQ(step.number, 1);
  EXPECT_THAT(step.seen, HasSubstr("/dev/xdma0_user"));
  EXPECT_THAT(step.seen, HasSubstr("on the bus: 10ee:9038 at 0000:03:00.0, link x8 Gen3 of x8 Gen3, no driver"));
  EXPECT_THAT(step.next, HasSubstr("lspci"));
}

TEST(DiagnoseBus, NamesAnEmptyBus) {
  Sysfs sys;
  const driver::Step step = without_card(driver::CardBackend::kVfio, "de5net", sys.root().string());
  EXPECT_EQ(step.number, 1);
  EXPECT_THAT(step.seen, HasSubstr("no function of PCI vendor 1172 is on the bus"));
}

/// The options' fault, not the card's.
TEST(DiagnoseBus, NeedsTheNameOfAPort) {
  Case unnamed;
  unnamed.options.card.backend = driver::CardBackend::kUart;
  unnamed.options.card.run.run.source.sets = {"hardware.board=arty_a7_100", "hardware.memory={u: 0}",
                                              "hardware.bus=512"};
  Diagnostics diagnostics;
  EXPECT_FALSE(driver::diagnose(unnamed.options, diagnostics).ok());
  EXPECT_THAT(diagnostics.render(), HasSubstr("give it with --device"));
}

/// Numbers that no use case takes, whoever calls it.
TEST(DiagnoseBus, RefusesNumbersThatCannotBe) {
  for (const bool is_soak : {true, false}) {
    Case wrong;
    (is_soak ? wrong.options.soak_minutes : wrong.options.limit_seconds) = -1;
    Diagnostics diagnostics;
    EXPECT_FALSE(driver::diagnose(wrong.options, diagnostics).ok());
    EXPECT_THAT(diagnostics.render(), HasSubstr(is_soak ? "--soak" : "--limit"));
  }
}

TEST(DiagnoseBus, NamesAPortThatIsNotThere) {
  const driver::Step step = without_card(driver::CardBackend::kUart, "arty_a7_100", "", "/dev/ttyNone9");
  EXPECT_EQ(step.number, 1);
  EXPECT_THAT(step.seen, HasSubstr("/dev/ttyNone9: No such file"));
}

}  // namespace
}  // namespace rtlgen::test
