// Changes of the kernel clock: dividers for each clock, the limit that the build has met, and cards whose clock does
// not become what it should.
#include "host/kernel_clock.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "fake_block.hpp"

namespace rtlgen::test {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;

constexpr double kInput = 250;

const host::ClockFamily& family(const std::string& name) {
  for (const host::ClockFamily& one : host::clock_families()) {
    if (one.name == name) return one;
  }
  throw std::logic_error("no family " + name);
}

struct Wanted {
  const char* family;
  double mhz;
  host::ClockSettings settings;
};

/// Found by hand: input * multiplier / divider is in the range of the oscillator, and the detector runs at 50 MHz or
/// more.
TEST(ClockSettings, AreRightForAListOfClocks) {
  const Wanted list[] = {{"ultrascale", 200, {1, 4, 5}},         // 1000 / 5
                         {"ultrascale", 250, {1, 4, 4}},         // 1000 / 4
                         {"ultrascale", 185, {3, 11, 5}},        // 916.7 / 5 = 183.3
                         {"ultrascale", 100, {1, 4, 10}},        // 1000 / 10
                         {"ultrascale", 190, {5, 19, 5}},        // 950 / 5
                         {"ultrascale_plus", 200, {1, 4, 5}},    // 1000 / 5
                         {"ultrascale_plus", 250, {1, 6, 6}},    // 1500 / 6, not 1000 / 4: the highest oscillator
                         {"ultrascale_plus", 300, {1, 6, 5}},    // 1500 / 5
                         {"ultrascale_plus", 312.5, {1, 5, 4}},  // 1250 / 4
                         {"ultrascale_plus", 400, {5, 32, 4}}};  // 1600 / 4
  for (const Wanted& wanted : list) {
    const auto found = host::clock_settings(family(wanted.family), kInput, wanted.mhz);
    ASSERT_TRUE(found) << wanted.mhz;
    EXPECT_EQ(std::tuple(found->divider, found->multiplier, found->output),
              std::tuple(wanted.settings.divider, wanted.settings.multiplier, wanted.settings.output))
        << wanted.family << " " << wanted.mhz << ": " << found->mhz(kInput);
  }
}

/// Never above, at most 5 % below, and within every limit of the data sheet.
TEST(ClockSettings, KeepEveryLimit) {
  for (const host::ClockFamily& one : host::clock_families()) {
    for (double mhz = 20; mhz <= 250; mhz += 0.7) {
      const auto found = host::clock_settings(one, kInput, mhz);
      ASSERT_TRUE(found) << mhz;
      const double vco = kInput * found->multiplier / found->divider, made = vco / found->output;
      EXPECT_LE(made, mhz * 1.000001);
      EXPECT_GE(made, mhz * 0.95) << one.name << " " << mhz;
      EXPECT_TRUE(vco >= one.least_vco_mhz && vco <= one.most_vco_mhz) << vco;
      EXPECT_GE(kInput / found->divider, 50);
      EXPECT_TRUE(found->multiplier >= 2 && found->multiplier <= one.most_multiplier);
      EXPECT_TRUE(found->output >= 2 && found->output <= 128);
    }
  }
}

TEST(ClockSettings, NoneIsBelowTheLowestClock) {
  EXPECT_FALSE(host::clock_settings(family("ultrascale"), kInput, 600.0 / 128 - 0.1));
  EXPECT_TRUE(host::clock_settings(family("ultrascale"), kInput, 600.0 / 128 + 0.1));
  EXPECT_FALSE(host::clock_settings(family("ultrascale"), kInput, 1e-9));
}

contract::Design design_of(const std::string& generation) {
  contract::Design design;
  design.shell.bus_mhz = kInput;
  design.card_block =
      contract::CardBlockFacts{contract::kCardBegin, 200, {300}, contract::ClockSource{generation, kInput}};
  return design;
}

/// A card of whose registers only the block is there.
class ClockCard : public host::Backend {
 public:
  explicit ClockCard(const contract::Design& design) : block(design), design_(design) {
    block.set("format", "clock", 1);
    block.on_clock = [this](bool bitstream) { change(bitstream); };
  }
  void write_memory(int, std::uint64_t, const std::uint8_t*, std::uint64_t) override { FAIL(); }
  void read_memory(int, std::uint64_t, std::uint8_t*, std::uint64_t) override { FAIL(); }
  void write_register(std::uint32_t offset, std::uint32_t value) override { block.write(offset, value); }
  std::uint32_t read_register(std::uint32_t offset) override { return block.read(offset); }
  bool wait_interrupt() override { return false; }
  bool has_card_block() override { return true; }

  [[nodiscard]] double mhz() { return block.word("kernel_edges") * kInput / contract::kCardWindow; }
  [[nodiscard]] std::uint32_t field(const char* word, const char* name) {
    const contract::CardField& f = contract::card_word(word).field(name);
    return (block.word(word) & f.mask()) >> f.bit;
  }

  FakeBlock block;
  int loads = 0, restores = 0;
  enum class Fault { kNone, kRefuses, kIgnores, kNeverLocks, kWrong, kNeverAgain } fault = Fault::kNone;

 private:
  /// As the hardware does it, at once.
  void change(bool bitstream) {
    ++(bitstream ? restores : loads);
    block.set("clock", "refused", 0);
    block.set("clock", "ignored", 0);
    const bool breaks = fault == Fault::kNeverAgain || (fault != Fault::kNone && !bitstream);
    if (breaks && fault == Fault::kRefuses) return block.set("clock", "refused", 1);
    if (breaks && fault == Fault::kIgnores) return block.set("clock", "ignored", 1);
    const bool locks = !breaks || fault == Fault::kWrong;
    block.set("clock", "busy", locks ? 0 : 1);
    block.set("state", "kernel_locked", locks ? 1 : 0);
    block.set("state", "in_reset", locks ? 0 : 1);
    block.load_clock(design_, bitstream, breaks ? 1.01 : 1);
  }

  const contract::Design& design_;
};

class KernelClock : public testing::Test {
 protected:
  double set(double mhz) { return host::change_kernel_clock(design_, block_, mhz); }
  /// The text of an Error, after which nothing has changed, or of a DeviceError after "device: ".
  std::string refusal(double mhz) {
    try {
      set(mhz);
    } catch (const host::DeviceError& fault) {
      return std::string("device: ") + fault.what();
    } catch (const host::Error& fault) {
      EXPECT_EQ(card_.loads + card_.restores, 0) << fault.what();
      return fault.what();
    }
    return "";
  }

  contract::Design design_ = design_of("ultrascale");
  ClockCard card_{design_};
  host::CardBlock block_{*design_.card_block, card_};
};

TEST_F(KernelClock, IsTheHighestThatTheDividersMake) {
  card_.block.meets(210);
  EXPECT_NEAR(set(185), 183.33, 0.01);
  EXPECT_NEAR(card_.mhz(), 183.33, 0.1);
  EXPECT_EQ(card_.field("events", "kernel_lost"), 0U) << "it was meant";
  EXPECT_NEAR(host::expected_kernel_mhz(block_), 183.33, 0.01);
  EXPECT_THAT(host::clock_note(design_, block_), HasSubstr("was set to 183.3 MHz on the card; the project has 200.0"));
}

TEST_F(KernelClock, OfTheProjectIsThatOfTheBitstream) {
  card_.block.meets(210);
  EXPECT_NEAR(set(100), 100, 0.01);
  EXPECT_EQ(set(200), 200);
  EXPECT_EQ(card_.restores, 1);
  EXPECT_EQ(host::clock_note(design_, block_), "");
  // No divider makes more, up to here.
  EXPECT_EQ(set(202), 200);
  EXPECT_EQ(card_.restores, 2);
}

TEST_F(KernelClock, IsNotAboveWhatTheBuildMeets) {
  card_.block.meets(205.3);
  EXPECT_THAT(refusal(205), AllOf(HasSubstr("205.00 MHz are above the limit of 204.46 MHz"),
                                  HasSubstr("the bitstream meets 205.3 MHz, and 20 ps are for the jitter")));
  EXPECT_EQ(refusal(204.4), "");
}

TEST_F(KernelClock, IsNotAboveWhatCrossingsAreConstrainedFor) {
  card_.block.meets(290);
  EXPECT_THAT(refusal(260), HasSubstr("the crossings to the bus clock are constrained for at most 250.0 MHz"));
  EXPECT_EQ(set(250), 250);
}

TEST_F(KernelClock, OfABuildThatMissedTiming) {
  card_.block.meets(187.3);
  EXPECT_THAT(host::clock_note(design_, block_),
              HasSubstr("200.0 MHz, but the bitstream meets only 187.3 MHz, so bits may be wrong: a lower clock helps "
                        "(--clock 186)"));
  EXPECT_THAT(refusal(200), HasSubstr("200.00 MHz are above the limit of 186.60 MHz"));
  EXPECT_LE(set(186), 186);
  EXPECT_THAT(host::clock_note(design_, block_), HasSubstr("was set to"));
}

TEST_F(KernelClock, OfABuildThatDoesNotSay) {
  EXPECT_THAT(refusal(150), HasSubstr("the bitstream does not say which clock it meets"));
  EXPECT_EQ(set(200), 200) << "that is the project's";
}

TEST_F(KernelClock, TooLow) {
  card_.block.meets(210);
  EXPECT_THAT(refusal(2), HasSubstr("2.000 MHz are below its lowest clock, 4.688 MHz"));
  EXPECT_THAT(refusal(-1), HasSubstr("a kernel clock of -1 MHz"));
}

TEST_F(KernelClock, OfCardsThatCannot) {
  card_.block.meets(210);
  card_.block.set("state", "run_busy", 1);
  EXPECT_THAT(refusal(150), HasSubstr("a run is active on this card"));
  card_.block.set("state", "run_busy", 0);
  card_.block.set("format", "clock", 0);
  EXPECT_THAT(refusal(150), HasSubstr("the bitstream is of an rtlgen that could not do it"));
  EXPECT_EQ(host::expected_kernel_mhz(block_), 200);
  design_.card_block->clock->family = "ultrascale_x";
  EXPECT_THAT(refusal(150), HasSubstr("its source in 'ultrascale_x' is not known"));
  design_.card_block->clock.reset();
  EXPECT_THAT(refusal(150), HasSubstr("the manifest is of an rtlgen that could not do it"));
}

TEST_F(KernelClock, ThatIsRefusedOrIgnoredByItsSource) {
  card_.block.meets(210);
  card_.fault = ClockCard::Fault::kRefuses;
  EXPECT_EQ(refusal(150), "device: the kernel clock was not changed: its source responded with an error");
  card_.fault = ClockCard::Fault::kIgnores;
  EXPECT_EQ(refusal(150), "device: the kernel clock was not changed: its source did not load the settings");
  card_.fault = ClockCard::Fault::kNone;
  EXPECT_EQ(set(150), 150);
}

TEST_F(KernelClock, ThatNeverLocks) {
  card_.block.meets(210);
  card_.fault = ClockCard::Fault::kNeverLocks;
  EXPECT_EQ(refusal(150), "device: the kernel clock was not changed: it does not lock at 150.0 MHz");
  EXPECT_EQ(card_.field("state", "kernel_locked"), 1U) << "the bitstream's clock is back";
  card_.fault = ClockCard::Fault::kNeverAgain;
  EXPECT_EQ(refusal(150),
            "device: the kernel clock was not changed: it does not lock at 150.0 MHz; the clock of the bitstream does "
            "not come back: program the card again");
  EXPECT_EQ(block_.trouble(), "the kernel clock has not locked since it was changed");
  // The next program helps itself.
  card_.fault = ClockCard::Fault::kNone;
  block_.open();
  EXPECT_EQ(block_.trouble(), "");
}

/// One of a hundred more than it was set to.
TEST_F(KernelClock, ThatIsMeasuredToBeAnother) {
  card_.block.meets(210);
  card_.fault = ClockCard::Fault::kWrong;
  EXPECT_THAT(refusal(150),
              AllOf(HasSubstr("device: the kernel clock was not changed: it was set to 150.00 MHz, and 151.4"),
                    HasSubstr("MHz are measured")));
  EXPECT_NEAR(card_.mhz(), 200, 0.1) << "the bitstream's clock is back";
}

}  // namespace
}  // namespace rtlgen::test
