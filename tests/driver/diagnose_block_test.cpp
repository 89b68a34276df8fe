// `diagnose` on a fake card with a card block: the right step names each fault that only the block shows.
#include <string>

#include "diagnose_case.hpp"

namespace rtlgen::test {
namespace {

using testing::HasSubstr;
using testing::Not;

constexpr const char* kBlock = R"(name: plus
grid: [64, 16]
type: uint<8>
fields:
  u: {}
update:
  - u: u + 1
hardware: {board: kcu105, clock_mhz: 200, cells_per_cycle: 8, steps: 1}
)";

TEST(DiagnoseBlock, PassesItsStepsIfHealthy) {
  const driver::Diagnosis diagnosis = Case(kBlock).diagnose({});
  EXPECT_EQ(diagnosis.failure(), nullptr) << failure(diagnosis).seen;
  EXPECT_THAT(at(diagnosis, driver::kCardStep).seen, HasSubstr("card block of format 1, digest 0x"));
  EXPECT_THAT(at(diagnosis, driver::kClocksStep).seen,
              HasSubstr("the kernel clock 200.0 MHz; the clock of memory channel 0 300.1 MHz"));
  EXPECT_EQ(at(diagnosis, driver::kCalibrationStep).seen, "memory is calibrated");
  EXPECT_THAT(at(diagnosis, driver::kTesterStep).seen, HasSubstr("channel 0: 4194.30 GB/s written"));
  EXPECT_THAT(at(diagnosis, driver::kIdleStep).seen, Not(HasSubstr("LEDs")));
}

TEST(DiagnoseBlock, ResetsAFirewallThatHasClosed) {
  const driver::Diagnosis diagnosis = Case(kBlock).diagnose([](SickCard& c) {
    c.block->set("state", "transfers_closed", 1);
    c.block->set("refusal", "transfer_kind", 4);
    c.block->word("refused_low") = 0x40;
  });
  EXPECT_EQ(diagnosis.failure(), nullptr) << failure(diagnosis).seen;
  EXPECT_THAT(at(diagnosis, driver::kCalibrationStep).seen,
              HasSubstr("a firewall had closed (a read at card address 0x40 was refused: no response within the limit) "
                        "and was reset"));
}

void uncalibrated(SickCard& card) {
  card.block->set("state", "calibrated", 0);
  card.block->set("state", "ready", 0);
}
void calibration_failed(SickCard& card) {
  uncalibrated(card);
  card.block->set("state", "cal_failed", 1);
}
void closes_again(SickCard& card) {
  const auto close = [block = &*card.block] {
    block->set("state", "transfers_closed", 1);
    block->set("state", "ready", 0);
  };
  close();
  card.block->on_reset = close;
}
void tester_finds_beats(SickCard& card) {
  card.block->on_test = [block = &*card.block] {
    block->word("test_wrong") = 3;
    block->word("test_bytes_low") = 1U << 5U;
    block->word("test_bytes_high") = 1U << 1U;
    block->word("test_bad_page") = 2;
    block->set("test_bad_word", "beat", 1);
    block->set("test_bad_word", "lane", 2);
  };
}
void tester_ends(SickCard& card, const char* flag) {
  card.block->on_test = [block = &*card.block, flag] {
    block->word("test") = 0;
    block->set("test", flag, 1);
  };
}

const Ill kBlockIlls[] = {
    {"NoBlock", [](SickCard& c) { c.block->word("magic") = 0; }, driver::kCardStep,
     "the card block begins with 0x00000000", true, kBlock, "without a card block"},
    {"BlockReadsAllOnes", [](SickCard& c) { c.reads_all_ones = true; }, driver::kCardStep, "registers read as all ones",
     true, kBlock, "not programmed"},
    {"StuckScratchBit", [](SickCard& c) { c.block->stuck_low = 0x200; }, driver::kCardStep,
     "the scratch register: wrote 0x00000200, read 0x00000000", true, kBlock},
    {"OtherDigestOfBlock", [](SickCard& c) { c.block->word("digest") += 1; }, driver::kCardStep, "digest 0x", true,
     kBlock, "built from another description"},
    {"KernelUnlocked", [](SickCard& c) { c.block->set("state", "kernel_locked", 0); }, driver::kClocksStep,
     "the kernel clock is not locked", true, kBlock, "no reference clock"},
    {"KernelStands", [](SickCard& c) { c.block->word("kernel_edges") = 0; }, driver::kClocksStep,
     "the kernel clock has stopped", true, kBlock, "has no source"},
    {"KernelSlow", [](SickCard& c) { c.block->word("kernel_edges") /= 2; }, driver::kClocksStep,
     "the kernel clock 100.0 MHz", true, kBlock, "another divider"},
    {"MemoryClockStands", [](SickCard& c) { c.block->word("memory_edges_0") = 0; }, driver::kClocksStep,
     "the clock of memory channel 0 has stopped", true, kBlock},
    {"Uncalibrated", uncalibrated, driver::kCalibrationStep, "memory channel 0 is not calibrated", true, kBlock,
     "seating"},
    {"CalibrationFailed", calibration_failed, driver::kCalibrationStep, "memory channel 0 has failed its calibration",
     true, kBlock},
    {"ClosesAgain", closes_again, driver::kCalibrationStep, "the firewall of the transfers is closed", true, kBlock},
    {"TesterFindsBeats", tester_finds_beats, driver::kTesterStep,
     "memory channel 0: 3 of 262144 beats differ, in byte lanes 5, 33; the first at address 0x2048: wrote 0x", true,
     kBlock, "byte lane of the DRAM"},
    {"TesterStops", [](SickCard& c) { tester_ends(c, "no_response"); }, driver::kTesterStep,
     "memory channel 0: memory stopped responding", true, kBlock},
    {"TesterAborted", [](SickCard& c) { tester_ends(c, "aborted"); }, driver::kTesterStep,
     "memory channel 0: a reset ended the test", true, kBlock},
};

class DiagnoseBlockIll : public testing::TestWithParam<Ill> {};

TEST_P(DiagnoseBlockIll, IsNamedByItsStep) { expect_named(GetParam()); }

INSTANTIATE_TEST_SUITE_P(All, DiagnoseBlockIll, testing::ValuesIn(kBlockIlls),
                         [](const auto& ill) { return std::string(ill.param.name); });

}  // namespace
}  // namespace rtlgen::test
