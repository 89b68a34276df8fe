// The XRT back end on a stand-in of XRT's classes: buffers in banks, registers, interrupts, and everything that can
// fail.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>

#include "fake_card.hpp"
#include "host/xrt_card.hpp"
#include "runs.hpp"
#include "xrt_stand_in.hpp"

namespace rtlgen::test {
namespace {

using testing::HasSubstr;

class Xrt : public testing::Test {
 protected:
  explicit Xrt(const char* yaml = kMany) : described_(yaml), card_(described_) {
    xrt::machine = &machine_;
    machine_.card = &card_;
    // Channel c is connected to bank 2c + 1; the others are not used.
    for (int bank = 0; bank < 12; ++bank) machine_.bank_bytes[bank] = 1 << 20;
    for (int c = 0; c < 5; ++c) machine_.channel_of_bank[2 * c + 1] = c;
    options_.xclbin = "many.xclbin";
    options_.kernel = "many_shell";
    options_.patience_seconds = 0.2;
  }
  std::unique_ptr<host::Accelerator> open() {
    return std::make_unique<host::Accelerator>(described_.manifest, std::make_unique<host::XrtCard>(options_));
  }

  xrt::Machine machine_;
  Described described_;
  FakeCard card_;
  host::XrtOptions options_;
};

/// The same design without stripes: banks of an Alveo have addresses of their own.
class XrtRuns : public Xrt {
 protected:
  XrtRuns() : Xrt(unstriped().c_str()) {}
  static std::string unstriped() {
    std::string yaml = kMany;
    return yaml.replace(yaml.find("c: [[3, 4]]"), 11, "c: [3], d: [4]");
  }
};

TEST_F(XrtRuns, GiveWhatTheCardGives) {
  Opened direct(described_);
  const auto expected = results(*direct.accelerator);
  for (const bool lost : {false, true}) {
    machine_.loses_interrupts = lost;
    const auto accelerator = open();
    EXPECT_EQ(results(*accelerator), expected);
    EXPECT_EQ(accelerator->notes().size(), lost ? 1U : 0U);
    // The accelerator has the addresses of the banks.
    EXPECT_GE(card_.get("buffer_0_first_of_b"), xrt::Machine::bank_address(5));
    EXPECT_LT(card_.get("buffer_0_last_of_b"), xrt::Machine::bank_address(6));
  }
  for (const auto& [bank, bytes] : machine_.given) EXPECT_EQ(bytes, 0U) << "bank " << bank << " is not given back";
}

/// XRT may refuse a kernel's interrupts, and may give the same one again and again.
TEST_F(XrtRuns, NeedNoInterrupts) {
  machine_.fails = "create_interrupt_notify";
  auto accelerator = open();
  load_all(*accelerator);
  accelerator->run(3);
  EXPECT_THAT(accelerator->notes(),
              testing::ElementsAre("XRT gives no interrupts of this kernel (create_interrupt_notify failed: No such "
                                   "device): the end of a run is read from its registers"));
  EXPECT_EQ(std::count(machine_.calls.begin(), machine_.calls.end(), "wait"), 0);
  machine_.fails.clear();
  machine_.loses_interrupts = true;
  accelerator = open();
  for (int run = 0; run < 3; ++run) {
    load_all(*accelerator);
    accelerator->run(3);
  }
  EXPECT_THAT(accelerator->notes(), testing::ElementsAre(HasSubstr("3 of the runs ended without an interrupt")));
  EXPECT_EQ(std::count(machine_.calls.begin(), machine_.calls.end(), "wait"), 2) << "in the first run only";
}

/// A run that hangs shows how often the back end looks: it pauses, although an interrupt is always there.
TEST_F(XrtRuns, RepeatedInterruptsAreNoBusyLoop) {
  machine_.repeats_interrupts = true;
  const auto accelerator = open();
  load_all(*accelerator);
  card_.hangs = true;
  machine_.calls.clear();
  EXPECT_THROW(accelerator->run(3), host::Error);
  EXPECT_LT(std::count(machine_.calls.begin(), machine_.calls.end(), "wait"), 150);
}

TEST_F(XrtRuns, NamedBanksAreTaken) {
  for (int c = 0; c < 5; ++c) options_.banks[c] = 2 * (4 - c) + 1;
  for (int c = 0; c < 5; ++c) machine_.channel_of_bank[2 * (4 - c) + 1] = c;
  const auto accelerator = open();
  load_all(*accelerator);
  accelerator->run(3);
  EXPECT_GE(card_.get("buffer_0_first_of_b"), xrt::Machine::bank_address(5));
  EXPECT_GE(card_.get("buffer_0_first_of_a"), xrt::Machine::bank_address(9));
}

/// An xclbin has the banks that are in use alone, so they are those of the channels in use.
TEST_F(XrtRuns, BanksAreThoseOfTheChannelsInUse) {
  machine_.channel_of_bank = {{1, 0}, {3, 1}, {5, 3}, {7, 2}, {9, 4}};
  options_.channels = {0, 1, 3, 2, 4};
  const auto accelerator = open();
  load_all(*accelerator);
  accelerator->run(3);
  EXPECT_GE(card_.get("buffer_0_first_of_b"), xrt::Machine::bank_address(7));
  EXPECT_LT(card_.get("buffer_0_first_of_c"), xrt::Machine::bank_address(7));
}

TEST_F(XrtRuns, EveryCallThatFailsIsNamed) {
  const struct {
    const char* call;
    const char* text;
  } faults[] = {{"xclbin", "XRT cannot read many.xclbin: xclbin failed: No such device"},
                {"device", "XRT cannot open card 0"},
                {"load_xclbin", "XRT cannot load many.xclbin"},
                {"ip", "XRT cannot open the kernel many_shell of many.xclbin"},
                {"bo", "bytes in bank 1"},
                {"sync", "XRT cannot write "},
                {"write_register", "XRT cannot write register 0x"},
                {"read_register", "XRT cannot read register 0x"},
                {"wait", "XRT cannot wait for the interrupt"}};
  for (const auto& f : faults) {
    machine_.fails = f.call;
    EXPECT_THAT(failure<host::DeviceError>([&] {
                  const auto accelerator = open();
                  load_all(*accelerator);
                  accelerator->run(3);
                }),
                HasSubstr(f.text))
        << f.call;
  }
  machine_.fails.clear();
  const auto accelerator = open();
  load_all(*accelerator);
  machine_.fails = "sync";
  Bytes back(240);
  EXPECT_THAT(failure<host::DeviceError>([&] { accelerator->read("a", back.data(), back.size()); }),
              HasSubstr("XRT cannot read "));
  options_.kernel = "other";
  machine_.fails.clear();
  EXPECT_THAT(failure<host::DeviceError>([&] { open(); }), HasSubstr("No IP matching 'other'"));
}

TEST_F(XrtRuns, ThatStandStillOrLoseTheCardEnd) {
  auto accelerator = open();
  load_all(*accelerator);
  card_.hangs = true;
  EXPECT_EQ(failure([&] { accelerator->run(3); }),
            "the run did not end within the time limit of the back end and was cancelled");
  card_.hangs = false;
  load_all(*accelerator);
  machine_.is_gone = true;
  EXPECT_THAT(failure<host::DeviceError>([&] { accelerator->run(3); }), HasSubstr("no longer responds"));
}

TEST_F(XrtRuns, BanksThatAreTooSmallOrMissingAreRefused) {
  machine_.bank_bytes[1] = 1024;
  const auto small = open();
  EXPECT_THAT(failure([&] { load_all(*small); }),
              HasSubstr("the arrays do not fit in memory at these extents: channel 0 has 1024 bytes"));
  machine_.bank_bytes[1] = 1 << 20;
  machine_.given[1] = (1 << 20) - 100;
  EXPECT_THAT(failure([&] { open(); }), HasSubstr("Cannot allocate memory")) << "somebody else's buffers";
  machine_.given[1] = 0;
  options_.banks = {{0, 1}};
  EXPECT_THAT(failure([&] { open(); }), HasSubstr("many.xclbin connects no bank to memory channel"));
}

TEST_F(Xrt, StripesNeedOneAddress) {
  const auto accelerator = open();
  load_all(*accelerator);
  EXPECT_THAT(failure([&] { accelerator->run(3); }),
              HasSubstr("'c' is striped over channels 3, 4, whose base addresses differ on this card"));
}

}  // namespace
}  // namespace rtlgen::test
