// Faulty hardware must be found and named: the negative tests of the simulation runner.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <tuple>

#include "contract/run_settings.hpp"
#include "driver/design/hdl.hpp"
#include "driver/prepare/prepare.hpp"
#include "driver/simulate/simulate.hpp"
#include "golden/grid.hpp"
#include "plan/plan.hpp"
#include "runner/runner.hpp"
#include "small_runs.hpp"
#include "support/diagnostics.hpp"
#include "support/errors.hpp"
#include "support/result.hpp"

namespace rtlgen::test {
namespace {

driver::SimReport run(const driver::SimOptions& options) {
  Diagnostics diagnostics;
  auto report = driver::simulate(options, diagnostics);
  EXPECT_TRUE(report.ok()) << diagnostics.render();
  return *std::move(report);
}

driver::SimOptions life(std::int64_t iterations) {
  return small_run("life", {"grid=[24, 10]", "hardware.steps=2", "hardware.cells_per_cycle=4"}, iterations);
}

TEST(Fault, SoundHardwareMatches) {
  const auto report = run(life(5));
  EXPECT_TRUE(report.match());
  EXPECT_FALSE(report.fault.has_value());
}

/// Life whose border does not matter: after three steps what lies three cells inside still does.
TEST(Fault, JustInsideTheIgnoredBorderIsFound) {
  const auto ignoring = [](const std::string& fault) {
    auto options = small_run(
        "life", {"grid=[24, 10]", "hardware.steps=1", "hardware.cells_per_cycle=4", "update.0.count.border=ignore"}, 3);
    options.random_stalls = false;
    // A fault at one place of the grid: the last cell that matters, or the first that does not.
    options.edit_sources =
        replace("_executor.v", "assign alive_new_word = ", "assign alive_new_word = " + fault + " ^ ");
    return run(options);
  };
  const std::int64_t inside = (24 - 2 * 3) * (10 - 2 * 3);
  const auto sound = ignoring("4'b0000");
  EXPECT_TRUE(sound.match());
  EXPECT_EQ(sound.ignored, 240 - inside);
  // Lane 3 of every word is inverted in every step: cells 3, 7, .. 23, of which 3 .. 19 lie in the rest.
  const auto faulty = ignoring("4'b1000");
  EXPECT_FALSE(faulty.match());
  ASSERT_TRUE(faulty.fault.has_value());
  EXPECT_EQ(faulty.fault->step, 0);
  EXPECT_EQ(faulty.fault->cell.cell, (spec::Extents{3, 1, 0}));  // x = 3 of the first row that matters
  EXPECT_EQ(faulty.ignored, 240 - inside);
}

TEST(Fault, WrongLaneIsNamed) {
  auto options = life(5);
  // Lane 2 of the Executor's word is inverted: every step is wrong from the first on.
  options.edit_sources = replace("_executor.v", "{alive_new_l3, alive_new_l2,", "{alive_new_l3, ~alive_new_l2,");
  const auto report = run(options);
  EXPECT_FALSE(report.match());
  ASSERT_TRUE(report.fault.has_value());
  EXPECT_EQ(report.fault->cell.lane, 2);
  EXPECT_EQ(report.fault->cell.cell, (spec::Extents{2, 0, 0}));
  EXPECT_EQ(report.fault->step, 0);
  // 5 steps in Executors of 2: the first pass forwards once, so step 0 is the second Executor's.
  EXPECT_EQ(report.fault->pass, 0);
  EXPECT_EQ(report.fault->executor, 1);
  EXPECT_NE(report.fault->cell.expected, report.fault->cell.got);
}

TEST(Fault, ExchangedComponentsAreFound) {
  auto options = small_run(
      "colour_filter", {"grid=[12, 7]", "hardware.cells_per_cycle=2", "inputs={image: {kind: random, high: 256}}"}, 1);
  options.simulator = runner::Simulator::kIcarus;
  EXPECT_TRUE(run(options).match());
  const std::pair<const char*, const char*> changes[] = {
      {".in_image_r(in_image_r_q)", ".in_image_r(in_image_g_q)"},        // at the entrance of the chain
      {".out_sharp_b(e0_out_sharp_b)", ".out_sharp_b(e0_out_sharp_r)"},  // and where they leave it
  };
  for (const auto& [right, wrong] : changes) {
    options.edit_sources = replace("_core.v", right, wrong);
    EXPECT_FALSE(run(options).match()) << wrong;
  }
}

TEST(Fault, WrongMonitorIsNamed) {
  const std::vector<std::string> sets = {"grid=[24, 10]", "hardware.steps=2", "hardware.cells_per_cycle=4",
                                         "monitor.living={of: alive, reduce: sum}"};
  auto options = small_run("life", sets, 5);
  EXPECT_TRUE(run(options).match());
  options.edit_sources = replace("_core.v", "assign mon_living = ", "assign mon_living = 64'd1 ^ ");
  const auto report = run(options);
  EXPECT_FALSE(report.match());
  EXPECT_EQ(report.mismatches, 0);  // the cells are right
  ASSERT_TRUE(report.monitor_fault.has_value());
  EXPECT_EQ(report.monitor_fault->pass, 0);
  EXPECT_EQ(report.monitor_fault->monitor, 0);
  EXPECT_EQ(report.monitor_fault->got, report.monitor_fault->expected ^ 1U);
}

TEST(Fault, CoreThatGivesNothingHangs) {
  auto options = life(2);
  options.random_stalls = false;
  options.edit_sources = replace("_core.v", "assign out_valid = ", "assign out_valid = 1'b0 & ");
  const auto report = run(options);
  EXPECT_FALSE(report.match());
  EXPECT_NE(report.failure.find("hang"), std::string::npos) << report.failure;
}

TEST(Fault, UnstableOutputIsFound) {
  auto options = life(4);
  // The payload follows out_ready: it changes while it is not taken.
  options.edit_sources = replace("_core.v", "assign out_alive = ", "assign out_alive = {4{out_ready}} ^ ");
  const auto report = run(options);
  EXPECT_NE(report.failure.find("unstable"), std::string::npos) << report.failure;
}

TEST(Fault, WordsTooManyAreFound) {
  auto options = life(2);
  options.random_stalls = false;
  options.edit_sources = replace("_core.v", "assign out_valid = ", "assign out_valid = done | ");
  const auto report = run(options);
  EXPECT_NE(report.failure.find("extra_output"), std::string::npos) << report.failure;
}

/// Every test bench notices when the core does not take the words of an input with its own handshake.
TEST(Fault, UnreadWordsOfALateInputAreFound) {
  using runner::Hdl;
  using runner::Simulator;
  for (const auto& [simulator, hdl, assign] :
       {std::tuple{Simulator::kVerilator, Hdl::kVerilog, "assign in_power_ready = "},
        std::tuple{Simulator::kIcarus, Hdl::kVerilog, "assign in_power_ready = "},
        std::tuple{Simulator::kGhdl, Hdl::kVhdl, "in_power_ready <= "}}) {
    auto options = small_run("hotspot2d",
                             {"inputs.t={kind: random, low: 300, high: 350}", "inputs.power={kind: random}",
                              "grid=[12, 7]", "hardware.steps=1", "hardware.cells_per_cycle=2"},
                             2);
    options.simulator = simulator;
    options.hdl = hdl;
    const auto sound = run(options);
    EXPECT_TRUE(sound.match()) << sound.failure;
    const std::string none = hdl == Hdl::kVerilog ? "1'b0 & " : "'0' and ";
    options.edit_sources = replace(hdl == Hdl::kVerilog ? "_core.v" : "_core.vhd", assign, assign + none);
    EXPECT_NE(run(options).failure.find("unread_input"), std::string::npos) << static_cast<int>(simulator);
  }
}

TEST(Fault, HdlThatNoToolAcceptsIsOurBug) {
  auto options = life(2);
  options.edit_sources = replace("_core.v", "endmodule", "endmodul");
  Diagnostics diagnostics;
  EXPECT_THROW((void)driver::simulate(options, diagnostics), InternalError);
}

TEST(Refusal, ExtentsOutsideTheLimitsAreRefusedByTheHardware) {
  Diagnostics diagnostics;
  const auto prepared = driver::prepare(life(1).run.source, diagnostics);
  ASSERT_TRUE(prepared.ok()) << diagnostics.render();
  const plan::Plan& plan = (*prepared)->plan;
  auto sources = runner::Sources{};
  driver::SimOptions options = life(1);
  options.edit_sources = [&](runner::Sources& s) { sources = s; };
  run(options);
  const auto simulation = runner::Simulation::build(driver::simulated(plan), sources, {});
  runner::Run wrong;
  wrong.extents = {24, 10, 1};
  wrong.settings = *contract::run_settings(plan.core, wrong.extents, 1, diagnostics);
  const int array = plan.core.input_arrays.front();
  wrong.inputs[array] = golden::Grid((*prepared)->stencil().arrays[spec::ArrayId(array)].type, wrong.extents);
  wrong.settings.frame.rows = 11;
  const auto outcome = simulation.run(wrong);
  EXPECT_FALSE(outcome.ended);
  EXPECT_NE(outcome.failure.find("config_error"), std::string::npos) << outcome.failure;
}

TEST(OneModel, ServesEveryExtentAndIterationCount) {
  for (const auto& extents : std::vector<std::vector<std::int64_t>>{{24, 10}, {23, 9}, {13, 4}, {16, 2}}) {
    for (const std::int64_t iterations : {1, 2, 7}) {
      auto options = life(iterations);
      options.run.extents = extents;
      const auto report = run(options);
      EXPECT_TRUE(report.match()) << extents[0] << " x " << extents[1] << ", " << iterations << ": " << report.failure;
    }
  }
}

TEST(Native, GivesTheSameBitsAtTheSameTime) {
  auto options = small_run("hotspot2d", {"inputs.t={kind: random, low: 300, high: 350}", "hardware.steps=2", ""}, 3);
  for (const char* form : {"aligned", "ieee"}) {
    options.run.source.sets.back() = fmt::format("hardware.arithmetic={}", form);
    options.native_operators = false;
    const auto rtl = run(options);
    options.native_operators = true;
    const auto native = run(options);
    EXPECT_TRUE(rtl.match()) << form;
    EXPECT_TRUE(native.match()) << form;
    EXPECT_TRUE(native.native_operators) << form;
    EXPECT_EQ(rtl.measured.cycles, native.measured.cycles) << form;
    EXPECT_EQ(rtl.measured.first_output, native.measured.first_output) << form;
  }
}

TEST(Native, AFaultInsideIsFound) {
  auto options = small_run("hotspot2d", {"inputs.t={kind: random, low: 300, high: 350}", "hardware.steps=2"}, 3);
  options.native_operators = true;
  options.edit_sources = replace("float32_add_l0.v", "f32_add", "f32_sub");
  EXPECT_FALSE(run(options).match());
}

/// A run so long that it is optimised: delay lines are rings, pipelines compute at once, and Executors with native
/// operators are no blocks.
driver::SimOptions long_run() {
  auto options = small_run("diffusion2d",
                           {"grid=[64,32]", "inputs.t={kind: random, low: 0, high: 100}", "hardware.steps=4"}, 1024);
  options.random_stalls = false;
  return options;
}

TEST(LongRun, MatchesInEveryCycle) {
  for (const bool native : {false, true}) {
    auto options = long_run();
    options.native_operators = native;
    const auto report = run(options);
    EXPECT_TRUE(report.match());
    EXPECT_EQ(report.measured.cycles, report.predicted_cycles);
  }
}

TEST(LongRun, ADelayThatIsTooShortIsFound) {
  auto options = long_run();
  options.native_operators = true;
  options.edit_sources = replace("_kernel_1_t.v", "_at == ", "_at != ");
  EXPECT_FALSE(run(options).match());
}

TEST(LongRun, AFaultOfWhatComputesAtOnceIsFound) {
  auto options = long_run();
  for (const auto& [right, wrong] :
       {std::pair{"_at == ", "_at != "}, std::pair{"assign q = q_late", "assign q = ~q_late"}}) {
    options.edit_sources = replace("_kernel_1_t.v", right, wrong);
    EXPECT_FALSE(run(options).match()) << wrong;
  }
}

}  // namespace
}  // namespace rtlgen::test
