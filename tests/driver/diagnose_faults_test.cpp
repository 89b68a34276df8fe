// Faults of a card: `diagnose` ends with a sentence that names the culprit, and once the fault is repaired, the next
// run is right. The number of accesses limits the host, not the time.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cerrno>
#include <iterator>
#include <set>
#include <string>

#include "bench.hpp"

namespace rtlgen::test {
namespace {

using testing::HasSubstr;
using Call = XdmaStandIn::Call;

/// A fault, the step that names it, and how. One that does no harm is only mentioned.
struct Fault {
  const char* name;
  void (*inject)(Bench&);
  int step;
  const char* words;
  const char* cause = "";
  bool is_harmless = false;
};
constexpr bool kHarmless = true;

void PrintTo(const Fault& fault, std::ostream* out) { *out << fault.name; }

FakeBlock& block(Bench& b) { return *b.card->block; }

// ---- On the bus
void not_on_bus(Bench& b) {
  b.sys.clear();
  b.files->nodes = {};
}
void no_permission(Bench& b) { b.respond_to("open", "user", -EACCES); }
void held(Bench& b, const char* file) {
  b.respond_to("lock", file, -EWOULDBLOCK);
  b.files->held_by = "process 4711 (python3)";
}
void no_address(Bench& b) {
  b.sys.write(Bench::kFunction, "resource", "0x0000000000000000 0x00000000000fffff 0x0000000020040200");
}
void small_bar(Bench& b) {
  b.sys.write(Bench::kFunction, "resource", "0x00000000f0000000 0x00000000f0000fff 0x0000000000040200");
}

// ---- Clocks and calibration
void never_locks(Bench& b) {
  block(b).set("state", "kernel_locked", 0);
  block(b).set("state", "in_reset", 1);
}
/// Until the block has been read so often.
void until_read(Bench& b, int reads, void (*begin)(Bench&), void (*end)(Bench&)) {
  begin(b);
  block(b).on_read = [&b, reads, end, count = 0]() mutable {
    if (++count == reads) end(b);
  };
}
void locks(Bench& b) {
  block(b).set("state", "kernel_locked", 1);
  block(b).set("state", "in_reset", 0);
}
void uncalibrated(Bench& b) {
  block(b).set("state", "calibrated", 1);
  block(b).set("state", "ready", 1);
}
void calibrated(Bench& b) {
  block(b).set("state", "calibrated", 3);
  block(b).set("state", "ready", 3);
}
void calibration_fails(Bench& b) {
  uncalibrated(b);
  block(b).set("state", "cal_failed", 2);
}
void closed(Bench& b) {
  block(b).set("state", "transfers_closed", 1);
  block(b).set("refusal", "transfer_kind", 4);
}
void closes_again(Bench& b) {
  closed(b);
  block(b).on_reset = [&b] { closed(b); };
}

/// As a host reads an access that ends with an error.
void registers_refused(Bench& b) {
  b.card->set("identity", host::kAllOnes);
  block(b).set("refusal", "register_kind", 1);
}

// ---- Memory
void stuck_bit(Bench& b) {
  b.card->spoils = [](int channel, std::uint64_t address, std::uint8_t& byte) {
    if (channel == 1 && address % 64 == 37) byte |= 0x04U;
  };
}
void swapped_reads(Bench& b) {
  b.card->channel_of = [](int channel, bool is_write) { return is_write ? channel : 1 - channel; };
}
void shared_memory(Bench& b) {
  b.card->channel_of = [](int, bool) { return 0; };
}
void lost_block(Bench& b) {
  b.card->spoils = [](int, std::uint64_t address, std::uint8_t& byte) {
    if (address >= 0x8000 && address < 0x8040) byte = 0;
  };
}
/// Memory does not respond: the firewall closes, and the driver gets an error.
void silent_memory(Bench& b) {
  b.card->before_transfer = [&b](int, std::uint64_t, std::uint64_t, bool) {
    closed(b);
    block(b).set("events", "transfer_refused", 1);
    throw host::DeviceError("Input/output error (errno 5)");
  };
}
void pulled_in_transfer(Bench& b) {
  b.card->before_transfer = [&b](int, std::uint64_t, std::uint64_t, bool) {
    if (b.card->transfers != 20) return;
    b.files->is_gone = true;
    b.sys.remove(Bench::kFunction);
    throw host::DeviceError("Input/output error (errno 5)");
  };
}
void reset_in_transfer(Bench& b) {
  b.card->before_transfer = [&b](int, std::uint64_t, std::uint64_t, bool) {
    if (b.card->transfers != 20) return;
    b.reset_by_another();
    throw host::DeviceError("Input/output error (errno 5)");
  };
}
void short_transfers(Bench& b) {
  b.files->limit = [](std::size_t bytes) { return bytes > 64 ? bytes / 2 : bytes; };
}
void interrupted_calls(Bench& b) {
  b.files->respond = [count = 0](const Call& call) mutable -> std::optional<std::int64_t> {
    const bool may_be = call.what == "read_at" || call.what == "write_at";
    if (may_be && ++count % 2 == 0) return -EINTR;
    return std::nullopt;
  };
}

// ---- The memory tester
void tester_finds(Bench& b) {
  block(b).on_test = [&b] {
    block(b).word("test_wrong") = 3;
    block(b).word("test_bytes_high") = 1U << 5U;
  };
}
void tester_ends(Bench& b, const char* flag) {
  block(b).on_test = [&b, flag] {
    block(b).word("test") = 0;
    block(b).set("test", flag, 1);
  };
}

// ---- Runs
void kernel_stops(Bench& b) {
  b.card->never_ends = b.card->ignores_cancel = true;
  b.card->on_start = [&b] { block(b).word("kernel_edges") = 0; };
}
/// The bus is reset in each run.
void loses(Bench& b, const char* event, std::uint32_t losses) {
  b.card->on_start = [&b, event, losses] {
    b.card->reset();
    block(b).set("events", event, 1);
    block(b).word("restarts") += 1U | losses << 16U;
  };
}
/// The words of the probe of channel 0 when a run begins.
void probed(Bench& b, const char* flag) {
  block(b).set("format", "probes", 1);
  block(b).set("events", "run_error", 1);
  block(b).set("probe_flags", flag, 1);
  block(b).word("probe_error_at") = 0x7f;
}
void hangs_with_reads(Bench& b) {
  b.card->never_ends = b.card->ignores_cancel = true;
  block(b).set("format", "probes", 1);
  b.card->on_start = [&b] { block(b).set("probe_bursts", "reads", 2); };
}
void wrong(Bench& b, bool (*is_wrong)(std::uint64_t bytes, std::uint64_t at)) {
  b.card->spoils_result = [is_wrong](std::uint64_t bytes, std::uint64_t at, std::uint8_t& byte) {
    if (is_wrong(bytes, at)) byte ^= 0x10U;
  };
}
/// The description's grid, not the smallest; a row has 64 bytes.
bool is_grid(std::uint64_t bytes) { return bytes == 1024; }

const Fault kFaults[] = {
    {"NotOnTheBus", not_on_bus, driver::kBusStep, "no function of PCI vendor 10ee is on the bus"},
    {"NoDriver", [](Bench& b) { b.files->nodes = {}; }, driver::kBusStep, "the XDMA driver is not loaded"},
    {"OtherDriver", [](Bench& b) { b.put_on_bus({}, "vfio-pci"); }, driver::kBusStep, "driver vfio-pci",
     "bound to vfio-pci instead of xdma"},
    {"NoPermission", no_permission, driver::kBusStep, "give your user read and write access"},
    {"TwoProcesses", [](Bench& b) { held(b, "events_0"); }, driver::kBusStep,
     "in use by another program: process 4711 (python3)"},
    {"TwoProcessesInMemory", [](Bench& b) { held(b, "c2h_0"); }, driver::kBusStep,
     "in use by another program: process 4711 (python3)"},
    {"NoInterruptFile",
     [](Bench& b) {
       b.files->nodes = {"c2h_0", "h2c_0", "user"};
     },
     driver::kBusStep,
     "/dev/xdma0_events_0 does not exist: /dev/xdma0 exists, but its bitstream lacks this channel or interrupt"},
    {"NoAddressForRegisters", no_address, driver::kBusStep, "BAR 0 has no address",
     "programmed after the start of the machine"},
    {"OtherBarSize", small_bar, driver::kBusStep, "BAR 0 has 4096 bytes", "another bitstream"},
    {"PulledBefore", [](Bench& b) { b.pull(); }, driver::kBusStep, "its configuration reads as all ones",
     "surprise removal"},
    {"NarrowLink",
     [](Bench& b) {
       b.put_on_bus({"4", "8.0 GT/s PCIe"});
     },
     driver::kBusStep, "link x4 Gen3 of x8 Gen3, driver xdma, below the board's x8 Gen3: check slot and seating",
     "fewer lanes", kHarmless},
    {"SlowLink",
     [](Bench& b) {
       b.put_on_bus({"8", "2.5 GT/s PCIe"});
     },
     driver::kBusStep, "link x8 Gen1 of x8 Gen3, driver xdma, below the board's", "lower generation", kHarmless},
    {"LinkWithErrors",
     [](Bench& b) { b.sys.write(Bench::kFunction, "aer_dev_nonfatal", "DLP 12\nTOTAL_ERR_NONFATAL 12"); },
     driver::kBusStep, "12 link errors reported", "the slot, a riser", kHarmless},

    {"NotProgrammed", [](Bench& b) { b.files->is_gone = true; }, driver::kCardStep, "registers read as all ones",
     "not programmed"},
    {"OtherBitstream", [](Bench& b) { block(b).word("magic") = 0; }, driver::kCardStep,
     "the card block begins with 0x00000000", "another bitstream"},
    {"OtherDigestOfBlock", [](Bench& b) { block(b).word("digest") += 1; }, driver::kCardStep, "digest 0x",
     "another description"},
    {"StuckBitOfBus", [](Bench& b) { block(b).stuck_low = 0x200; }, driver::kCardStep,
     "the scratch register: wrote 0x00000200, read 0x00000000"},

    {"KernelNeverLocks", never_locks, driver::kClocksStep, "the kernel clock is not locked", "no reference clock"},
    {"KernelLocksLate", [](Bench& b) { until_read(b, 500, never_locks, locks); }, driver::kClocksStep,
     "the kernel clock ", "", kHarmless},
    {"KernelStandsStill", [](Bench& b) { block(b).word("kernel_edges") = 0; }, driver::kClocksStep,
     "the kernel clock has stopped", "has no source"},
    {"KernelHalfAsFast", [](Bench& b) { block(b).word("kernel_edges") /= 2; }, driver::kClocksStep, "the kernel clock ",
     "another divider"},
    {"MemoryClockStandsStill", [](Bench& b) { block(b).word("memory_edges_1") = 0; }, driver::kClocksStep,
     "the clock of memory channel 1 has stopped", "has no source"},

    {"NeverCalibrated", uncalibrated, driver::kCalibrationStep, "memory channel 1 is not calibrated", "seating"},
    {"CalibratedLate", [](Bench& b) { until_read(b, 1500, uncalibrated, calibrated); }, driver::kCalibrationStep,
     "all 2 memory channels are calibrated", "", kHarmless},
    {"CalibrationFails", calibration_fails, driver::kCalibrationStep, "memory channel 1 has failed its calibration"},
    {"CrossingStandsStill", [](Bench& b) { block(b).set("state", "ready", 2); }, driver::kCalibrationStep,
     "memory channel 0 is calibrated, but its clock does not run"},
    {"FirewallWasClosed", closed, driver::kCalibrationStep, "was refused: no response within the limit) and was reset",
     "", kHarmless},
    {"FirewallClosesAgain", closes_again, driver::kCalibrationStep, "the firewall of the transfers is closed"},
    {"StaysInReset", [](Bench& b) { block(b).set("state", "in_reset", 1); }, driver::kCalibrationStep,
     "the accelerator is in reset"},

    {"OtherIdentity", [](Bench& b) { b.card->set("identity", 0x12345678); }, driver::kResponseStep,
     "identity 0x12345678", "wrong bitstream"},
    {"AcceleratorDoesNotRespond", [](Bench& b) { b.card->set("identity", contract::kCardRefusal << 8U | 4U); },
     driver::kResponseStep, "the firewall of the registers refuses the access: no response within the limit"},
    {"RegistersRefused", registers_refused, driver::kResponseStep,
     "the firewall of the registers refuses the access: nothing is at this address"},
    {"StuckRegisterBit", [](Bench& b) { b.card->stuck_low = 0x10; }, driver::kRegistersStep, "bit 4 read as 0"},
    {"LostRegisterAddress", [](Bench& b) { b.card->lost_address = 0x20; }, driver::kRegistersStep,
     "an address bit is lost"},
    {"OtherContract", [](Bench& b) { b.card->set("version", 0x02010203); }, driver::kDesignStep,
     "version 2 of the contract", "another contract"},
    {"OtherDigest", [](Bench& b) { b.card->set("digest", 1); }, driver::kDesignStep, "digest 0x00000001",
     "another description"},
    {"BusyForEver", [](Bench& b) { b.card->is_busy = true; }, driver::kIdleStep, "control 0x001",
     "a run of another program is active"},

    {"StuckDataBit", stuck_bit, driver::kMemoryStep, "byte lane 37 of 64; bits 0x04 read as 1",
     "byte lane of the DRAM of channel 1"},
    {"SwappedReads", swapped_reads, driver::kMemoryStep, "channel 0 returns what was written to channel 1", "swapped"},
    {"SharedMemory", shared_memory, driver::kMemoryStep, "channel 0 returns what was written to channel 1"},
    {"LostBlock", lost_block, driver::kMemoryStep, "the first at channel 0, address 0x8000"},
    {"SilentMemory", silent_memory, driver::kMemoryStep, "was refused: no response within the limit",
     "has stopped, or has lost a request"},
    {"DriverRefuses", [](Bench& b) { b.respond_to("write_at", "h2c_0", -EINVAL); }, driver::kMemoryStep,
     "Invalid argument (errno 22)", "the DMA driver refuses"},
    {"DriverMovesNothing", [](Bench& b) { b.respond_to("read_at", "c2h_0", 0); }, driver::kMemoryStep,
     "the driver moved nothing"},
    {"WrongByteOfTransfers", [](Bench& b) { b.files->flip_in_read = 3; }, driver::kMemoryStep, "byte lane 3 of 64"},
    {"ShortTransfers", short_transfers, driver::kMemoryStep, "channel 1: ", "", kHarmless},
    {"InterruptedCalls", interrupted_calls, driver::kMemoryStep, "channel 1: ", "", kHarmless},
    {"PulledInTransfer", pulled_in_transfer, driver::kMemoryStep,
     "the card no longer responds: the function 0000:03:00.0 is no longer on the bus", "surprise removal"},
    {"ResetInTransfer", reset_in_transfer, driver::kMemoryStep,
     "the card was reset during this step: a program requested it", "another program resets the card"},

    {"TesterFindsByteLane", tester_finds, driver::kTesterStep, "in byte lane 37; the first at address",
     "byte lane of the DRAM"},
    {"TesterGetsNoResponse", [](Bench& b) { tester_ends(b, "no_response"); }, driver::kTesterStep,
     "memory channel 0: memory stopped responding", "the memory controller hangs"},
    {"TesterGetsErrors", [](Bench& b) { tester_ends(b, "bad_response"); }, driver::kTesterStep,
     "memory channel 0: memory responded with an error"},
    {"TesterIsAborted", [](Bench& b) { tester_ends(b, "aborted"); }, driver::kTesterStep,
     "memory channel 0: a reset ended the test"},
    {"TesterNeverEnds", [](Bench& b) { tester_ends(b, "busy"); }, driver::kTesterStep, "the test does not end"},
    {"AddressesWrap", [](Bench& b) { b.card->real_bytes = std::uint64_t{1} << 22; }, driver::kCapacityStep,
     "addresses wrap, the channel has 4 MiB", "smaller memory module"},

    {"LostInterrupts", [](Bench& b) { b.files->loses_interrupts = true; }, driver::kInterruptStep,
     "no interrupt came, and the end was polled", "not wired"},
    {"SpuriousInterrupts", [](Bench& b) { b.files->stale_events = 5; }, driver::kInterruptStep,
     "the interrupt was noticed within", "", kHarmless},
    {"KernelStopsInRun", kernel_stops, driver::kSmallestStep, "the kernel clock has stopped", "has no source"},
    {"KernelLosesLockInRun", [](Bench& b) { loses(b, "kernel_lost", 0); }, driver::kSmallestStep,
     "a reset of the card has ended the run: the kernel clock lost its lock", "reference clock"},
    {"CalibrationLostInRun", [](Bench& b) { loses(b, "memory_lost", 1); }, driver::kSmallestStep,
     "a reset of the card has ended the run: memory lost its calibration or its clock"},
    {"RunNeverEnds", [](Bench& b) { b.card->never_ends = true; }, driver::kSmallestStep,
     "the run did not end within the time limit"},
    {"ErrorOfRead", [](Bench& b) { b.card->fails_with = 1U | 1U << 8U; }, driver::kSmallestStep,
     "memory responded to a read with an error"},
    {"ErrorOfWrite", [](Bench& b) { b.card->fails_with = 2U | 2U << 8U; }, driver::kSmallestStep,
     "memory responded to a write with an error"},
    {"ErrorOfReadWithItsAddress",
     [](Bench& b) {
       b.card->fails_with = 1U | 1U << 8U;
       block(b).set("format", "probes", 1);
       b.card->on_start = [&b] { probed(b, "read_error"); };
     },
     driver::kSmallestStep, "memory channel 0: an error response to the read at ", "an ECC error in the module"},
    {"DataThatNobodyRequested",
     [](Bench& b) {
       block(b).set("format", "probes", 1);
       b.card->on_start = [&b] { probed(b, "read_unrequested"); };
     },
     driver::kSmallestStep, "memory channel 0: data that was not requested", "was reset alone, or repeats responses"},
    {"MoreBeatsThanRequested",
     [](Bench& b) {
       block(b).set("format", "probes", 1);
       b.card->on_start = [&b] { probed(b, "more_beats"); };
     },
     driver::kSmallestStep, "more beats than requested by the read at ", "has lost or repeated a beat"},
    {"ReadsWithoutAResponse", hangs_with_reads, driver::kSmallestStep,
     "memory channel 0 has not responded to 2 reads, the first of them at ", "has lost a request or a response"},
    {"ErrorOfAnEarlierRun", [](Bench& b) { probed(b, "write_error"); }, driver::kCardStep,
     "; the last run on it: memory channel 0: an error response to the write at address 0x", "", kHarmless},
    {"OutsideItsBuffer", [](Bench& b) { b.card->fails_with = 4U; }, driver::kSmallestStep,
     "an access outside its buffer"},
    {"LostResponse", [](Bench& b) { b.card->fails_with = 16U; }, driver::kSmallestStep,
     "no data moved within the time of the watchdog"},
    {"PulledInRun", [](Bench& b) { b.card->on_start = [&b] { b.pull(); }; }, driver::kSmallestStep,
     "the card no longer responds: the configuration of 0000:03:00.0 reads as all ones", "surprise removal"},
    {"WrongLane", [](Bench& b) { wrong(b, [](std::uint64_t, std::uint64_t at) { return at % 8 == 3; }); },
     driver::kSmallestStep, "one lane (3 of 8)", "lane 3"},
    {"WritesNothing", [](Bench& b) { b.card->writes_nothing = true; }, driver::kSmallestStep, "nearly every cell"},
    {"SwappedForTheCore", [](Bench& b) { b.card->channel_of = [](int channel, bool) { return 1 - channel; }; },
     driver::kSmallestStep, "channels 0 and 1 are swapped"},
    {"Overflow",
     [](Bench& b) {
       wrong(b, [](std::uint64_t bytes, std::uint64_t at) { return is_grid(bytes) && at >= 9 * std::uint64_t{64}; });
     },
     driver::kGridStep, "from row 9 on", "lost or repeated a word"},
    {"EntryOfAFifo",
     [](Bench& b) {
       wrong(b, [](std::uint64_t bytes, std::uint64_t at) { return is_grid(bytes) && at / 8 % 4 == 1; });
     },
     driver::kGridStep, "every 4 words", "FIFO of the shell"},
    {"OneCell",
     [](Bench& b) { wrong(b, [](std::uint64_t bytes, std::uint64_t at) { return is_grid(bytes) && at == 70; }); },
     driver::kGridStep, "1 of 1,024 cells differs"},
};

/// The control: without a fault, everything passes.
void expect_healthy(Bench& bench) {
  bench.restore();
  EXPECT_EQ(bench.run(), "");
  const driver::Diagnosis diagnosis = bench.diagnose();
  EXPECT_EQ(diagnosis.failure(), nullptr) << failure(diagnosis).number << ": " << failure(diagnosis).seen;
  ASSERT_EQ(diagnosis.steps.size(), static_cast<std::size_t>(driver::kDiagnoseSteps));
  for (const driver::Step& step : diagnosis.steps)
    EXPECT_EQ(step.outcome == driver::StepOutcome::kSkipped, step.number == driver::kHardBlocksStep) << step.seen;
}

class DiagnoseFault : public testing::TestWithParam<Fault> {};

TEST_P(DiagnoseFault, IsNamedAndMended) {
  const Fault& fault = GetParam();
  Bench bench;
  fault.inject(bench);
  const driver::Diagnosis diagnosis = bench.diagnose();
  ASSERT_GE(diagnosis.steps.size(), static_cast<std::size_t>(fault.step)) << failure(diagnosis).seen;
  const driver::Step& step = at(diagnosis, fault.step);
  if (fault.is_harmless) {
    EXPECT_EQ(diagnosis.failure(), nullptr) << failure(diagnosis).number << ": " << failure(diagnosis).seen;
  } else {
    EXPECT_EQ(failure(diagnosis).number, fault.step) << failure(diagnosis).seen;
    EXPECT_NE(step.expected, "");
    EXPECT_NE(step.next, "");
  }
  EXPECT_FALSE(step.is_endless);
  EXPECT_THAT(step.seen, HasSubstr(fault.words));
  const std::string cause = step.causes.empty() ? "" : step.causes.front();
  EXPECT_THAT(cause, HasSubstr(fault.cause));
  bench.restore();
  EXPECT_EQ(bench.run(), "") << "the next run";
}

INSTANTIATE_TEST_SUITE_P(All, DiagnoseFault, testing::ValuesIn(kFaults),
                         [](const auto& fault) { return std::string(fault.param.name); });

TEST(DiagnoseFaults, AreAtLeastFortyOfDifferentNames) {
  std::set<std::string> names;
  for (const Fault& fault : kFaults) names.insert(fault.name);
  EXPECT_EQ(names.size(), std::size(kFaults));
  EXPECT_GE(names.size(), 40U);
}

TEST(DiagnoseFaults, LeaveAHealthyCardThatPasses) {
  Bench bench;
  expect_healthy(bench);
  kernel_stops(bench);
  ASSERT_NE(bench.diagnose().failure(), nullptr);
  expect_healthy(bench);
}

/// The number of accesses of a healthy diagnosis.
std::int64_t accesses_of(Bench& bench) {
  bench.restore();
  EXPECT_EQ(bench.diagnose().failure(), nullptr);
  return bench.accesses;
}

/// Diagnoses with something that happens before access `n`, and expects a sentence with `words` or no harm at all.
void expect_ended(Bench& bench, std::int64_t n, void (Bench::*happens)(), const char* words, bool may_pass) {
  bench.restore();
  bench.on_access = [&bench, n, happens] {
    if (bench.accesses == n) (bench.*happens)();
  };
  const driver::Diagnosis diagnosis = bench.diagnose();
  const driver::Step step = failure(diagnosis);
  if (!may_pass || diagnosis.failure() != nullptr) {
    EXPECT_THAT(step.seen, HasSubstr(words)) << "access " << n;
  }
  EXPECT_FALSE(step.is_endless) << "access " << n;
  bench.restore();
  EXPECT_EQ(bench.run(), "") << "after access " << n;
}

/// Each access up to the first transfers, then evenly many.
std::vector<std::int64_t> chosen(std::int64_t all) {
  constexpr std::int64_t kFirst = 150, kMore = 30;
  std::vector<std::int64_t> list;
  for (std::int64_t n = 1; n < std::min(all, kFirst); n += 5) list.push_back(n);
  for (std::int64_t n = kFirst; n < all; n += std::max<std::int64_t>(1, (all - kFirst) / kMore)) list.push_back(n);
  return list;
}

TEST(DiagnoseFaults, ACardMayBePulledBetweenAnyTwoAccesses) {
  Bench bench;
  for (const std::int64_t n : chosen(accesses_of(bench))) expect_ended(bench, n, &Bench::pull, "as all ones", false);
}

TEST(DiagnoseFaults, AnotherProgramMayResetTheCardBetweenAnyTwoAccesses) {
  Bench bench;
  for (const std::int64_t n : chosen(accesses_of(bench)))
    expect_ended(bench, n, &Bench::reset_by_another, "reset", true);
}

}  // namespace
}  // namespace rtlgen::test
