// `run` with hard blocks: it begins with the self-test of the card, whose blocks compute as assumed, or otherwise.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "card.hpp"
#include "cards/transport.hpp"
#include "cli/cards.hpp"
#include "cli/report.hpp"
#include "driver/cards/cards.hpp"
#include "driver/run/run.hpp"
#include "driver/simulate/simulate.hpp"

namespace rtlgen::test {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

/// A change of the blocks' model, and the assumptions that it breaks.
struct Break {
  Mutant mutant;
  std::vector<std::string> failed;
};

const std::vector<Break>& breaks() {
  const std::string model = "rtlgen_fp_dsp.v";
  static const std::vector<Break> kBreaks = {
      {{model, "m[23] & (m[24] | (|m[22:0]))", "(MUTANT ? m[23] : m[23] & (m[24] | (|m[22:0])))"}, {"nearest_even"}},
      {{model, "else if (e >= 11'sd255) rounded = {sign, 8'hff, 23'd0};",
        "else if (e >= 11'sd255) rounded = MUTANT ? {sign, 8'hfe, ~23'd0} : {sign, 8'hff, 23'd0};"},
       {"overflow"}},
      {{model, "product = QUIET_NAN;", "product = MUTANT ? ~QUIET_NAN | 32'h7fc00000 : QUIET_NAN;"}, {"nan_bits"}},
      // (1 + 2^-23)^2 - (1 + 2^-22) with one rounding.
      {{model, "s3 <= sum(p2, c2)",
        "s3 <= (MUTANT && p2 == 32'h3f800002 && c2 == 32'hbf800002 ? 32'h28800000 : sum(p2, c2))"},
       {"two_roundings"}},
      {{model, "c2 <= c1;", "c2 <= MUTANT && c1 == 32'h007fffff ? 32'h3f800000 : c1;"}, {"subnormal_operand"}},
      {{model, "rounded = {sign, 31'd0};", "rounded = MUTANT ? 32'd0 : {sign, 31'd0};"},
       {"sum_flushed_sign", "product_flushed_sign"}}};
  return kBreaks;
}

/// All are in one model, which the environment chooses from.
void break_blocks(runner::Sources& sources) {
  for (runner::SourceFile& file : sources.files) {
    for (std::size_t n = 0; n < breaks().size(); ++n) {
      if (file.path == breaks()[n].mutant.file) mutate(file.text, breaks()[n].mutant, n + 1);
    }
  }
}

class SelfTestRun : public testing::Test {
 protected:
  SelfTestRun() {
    options_.run.run.source.file = shape_file("hard");
    options_.run.edit_sources = break_blocks;
    options_.run.self_test = true;
  }

  driver::SimReport run() {
    Diagnostics diagnostics;
    auto report = driver::run_on_card(options_, diagnostics);
    EXPECT_TRUE(report.ok()) << diagnostics.render();
    return report.ok() ? *std::move(report) : driver::SimReport();
  }
  driver::CardsReport run_on_two() {
    Diagnostics diagnostics;
    auto report = driver::run_on_cards({options_, {}, 1, {}}, *cards::in_process(2), diagnostics);
    EXPECT_TRUE(report.ok()) << diagnostics.render();
    return report.ok() ? *std::move(report) : driver::CardsReport();
  }
  static cli::SimFacts facts() {
    cli::SimFacts facts;
    facts.backend = "sim";
    return facts;
  }

  driver::CardOptions options_;
};

TEST_F(SelfTestRun, HoldsAndTheRunFollows) {
  const driver::SimReport report = run();
  EXPECT_TRUE(report.match() && report.checked) << report.failure;
  ASSERT_TRUE(report.self_test);
  EXPECT_EQ(report.self_test->cases, 52);
  EXPECT_THAT(cli::sim_text(report, facts()), HasSubstr("\n  self-test: 17 assumptions, 52 cases hold\n"));
  const cli::Json json = cli::sim_json(report, facts());
  EXPECT_EQ(json.at("self_test").at("assumptions"), 17);
  EXPECT_TRUE(json.at("self_test").at("failures").empty());
}

TEST_F(SelfTestRun, NamesTheAssumptionThatABlockBreaks) {
  for (std::size_t n = 0; n < breaks().size(); ++n) {
    const MutantInForce in_force(static_cast<int>(n + 1));
    const driver::SimReport report = run();
    ASSERT_TRUE(report.self_test);
    EXPECT_EQ(report.self_test->failed(), breaks()[n].failed) << breaks()[n].mutant.to;
    EXPECT_FALSE(report.match());
    EXPECT_FALSE(report.card) << "the run has begun";
    EXPECT_THAT(report.failure, AllOf(HasSubstr("self-test: "), HasSubstr(breaks()[n].failed.front())));
    const std::string text = cli::sim_text(report, facts());
    EXPECT_THAT(text, AllOf(HasSubstr("  self-test: "), HasSubstr(breaks()[n].failed.front()), HasSubstr("FAILED")));
    EXPECT_THAT(text, Not(HasSubstr("cycles")));
    const cli::Json json = cli::sim_json(report, facts());
    EXPECT_EQ(json.at("match"), false);
    EXPECT_EQ(json.at("self_test").at("failed"), cli::Json(breaks()[n].failed));
  }
}

TEST_F(SelfTestRun, IsSkippedWhenAsked) {
  options_.run.self_test = false;
  const MutantInForce in_force(2);
  const driver::SimReport report = run();
  EXPECT_FALSE(report.self_test);
  ASSERT_TRUE(report.card) << "the run was not done";
  EXPECT_THAT(cli::sim_text(report, facts()), HasSubstr("\n  self-test: skipped (--no-self-test)\n"));
  EXPECT_TRUE(cli::sim_json(report, facts()).at("self_test").is_null());
}

TEST_F(SelfTestRun, IsOfEveryCard) {
  const driver::CardsReport whole = run_on_two();
  EXPECT_TRUE(whole.match()) << whole.failure;
  EXPECT_THAT(cli::cards_text(whole, "memory"), HasSubstr("self-test: 17 assumptions, 52 cases hold on every card\n"));
  const MutantInForce in_force(2);
  const driver::CardsReport broken = run_on_two();
  EXPECT_THAT(broken.failure, AllOf(HasSubstr("card 0: self-test: "), HasSubstr("(overflow)")));
  EXPECT_FALSE(broken.match());
  EXPECT_THAT(cli::cards_text(broken, "memory"), HasSubstr("FAILED   card 0: self-test: 1 of 17"));
  EXPECT_THAT(cli::cards_json(broken, "hard.yaml", "sim").at("self_test").at("failed"), cli::Json({"overflow"}));
}

/// With the model's Verilog beside what GHDL makes of a VHDL core.
TEST_F(SelfTestRun, HoldsAroundACoreInVhdl) {
  options_.run.hdl = runner::Hdl::kVhdl;
  options_.run.edit_sources = nullptr;
  const driver::SimReport report = run();
  EXPECT_TRUE(report.match()) << report.failure;
  ASSERT_TRUE(report.self_test);
  EXPECT_EQ(report.self_test->cases, 52);
}

}  // namespace
}  // namespace rtlgen::test
