// `diagnose --margin`: the highest kernel clock with correct bits, and proof that it is the requested clock.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "bench.hpp"

namespace rtlgen::test {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::StartsWith;

/// A card whose lane 3 is wrong above a frequency.
class DiagnoseMargin : public testing::Test {
 protected:
  DiagnoseMargin() {
    bench_.options.finds_margin = true;
    bench_.options.set_clock = [this](double mhz) {
      mhz_ = mhz;
      if (is_deaf_) return std::string();
      if (is_stuck_ && mhz < 1.02 * bench_.kernel_mhz()) return std::string("the PLL is stuck");
      bench_.set_kernel_mhz(mhz);
      return std::string();
    };
    bench_.card->spoils_result = [this](std::uint64_t, std::uint64_t at, std::uint8_t& byte) {
      if (mhz_ > highest_ * bench_.kernel_mhz() && at % 8 == 3) byte ^= 1U;
    };
  }

  const driver::Step& margin() {
    diagnosis_ = bench_.diagnose();
    EXPECT_EQ(diagnosis_.steps.size(), static_cast<std::size_t>(driver::kMarginStep)) << failure(diagnosis_).seen;
    return diagnosis_.steps.back();
  }

  Bench bench_;
  driver::Diagnosis diagnosis_;
  double mhz_ = 0, highest_ = 1.12;
  bool is_deaf_ = false;   ///< the command says that it sets the clock, and does not
  bool is_stuck_ = false;  ///< the clock cannot be set back
};

TEST_F(DiagnoseMargin, IsTheHighestClockWithEqualBits) {
  const driver::Step step = margin();
  EXPECT_EQ(step.outcome, driver::StepOutcome::kPassed) << step.seen;
  EXPECT_THAT(step.seen, AllOf(StartsWith("bits are equal up to "), HasSubstr("1.10 times the design's clock; at "),
                               HasSubstr("one lane (3 of 8)")));
  EXPECT_NEAR(mhz_, bench_.kernel_mhz(), 1) << "the clock is set back";
}

TEST_F(DiagnoseMargin, EndsAtTheHighestClockThatIsTried) {
  highest_ = 2;
  EXPECT_THAT(margin().seen, HasSubstr("1.50 times the design's clock; that is the highest that was tried"));
}

TEST_F(DiagnoseMargin, DoesNotTrustTheCommand) {
  is_deaf_ = true;
  const driver::Step step = margin();
  EXPECT_EQ(step.outcome, driver::StepOutcome::kFailed);
  EXPECT_THAT(step.seen,
              AllOf(StartsWith("the kernel clock cannot be set to "), HasSubstr("the card block measures ")));
  EXPECT_TRUE(step.is_device);
  EXPECT_NE(step.next, "");
}

TEST_F(DiagnoseMargin, NamesAClockThatCannotBeSetBack) {
  is_stuck_ = true;
  const driver::Step step = margin();
  EXPECT_EQ(step.outcome, driver::StepOutcome::kFailed);
  EXPECT_THAT(step.seen, AllOf(HasSubstr("after the clock was set back to "), HasSubstr("the PLL is stuck")));
}

TEST_F(DiagnoseMargin, FollowsAHealthyDiagnosisOnly) {
  bench_.card->fails_with = 16;
  const driver::Diagnosis diagnosis = bench_.diagnose();
  EXPECT_EQ(failure(diagnosis).number, driver::kSmallestStep);
  EXPECT_EQ(mhz_, 0) << "the clock was changed";
}

TEST_F(DiagnoseMargin, NeedsACommandOnARealCard) {
  bench_.options.set_clock = nullptr;
  Diagnostics diagnostics;
  EXPECT_FALSE(driver::diagnose(bench_.options, diagnostics).ok());
  EXPECT_THAT(diagnostics.render(), AllOf(HasSubstr("the kernel clock of this card cannot be set by its host"),
                                          HasSubstr("--set-clock COMMAND")));
}

}  // namespace
}  // namespace rtlgen::test
