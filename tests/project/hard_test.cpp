// Projects for families with hard floating-point blocks have the module around the vendor's cell, simulations the
// model.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "contract/shell.hpp"
#include "driver/design/design_files.hpp"
#include "driver/prepare/prepare.hpp"
#include "emit/file.hpp"
#include "model/area/infrastructure.hpp"
#include "plan/plan.hpp"
#include "project.hpp"

namespace rtlgen {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;

const std::vector<std::string> kHard = {"arithmetic=hard"};

TEST(HardProject, OfAnAgilexHasItsCellsInBothLanguages) {
  const auto verilog = test::planned("hotspot2d", "de10_agilex", kHard);
  const std::string cell = test::file_of(verilog, "rtl/core/rtlgen_fp_dsp.v");
  EXPECT_THAT(cell, HasSubstr("tennm_fp_mac #("));
  EXPECT_THAT(cell, Not(HasSubstr("function")));
  EXPECT_THAT(test::file_of(verilog, "build.tcl"), HasSubstr("rtl/core/rtlgen_fp_dsp.v"));
  const auto vhdl = test::planned("hotspot2d", "de10_agilex", kHard, driver::HdlChoice::kVhdl);
  EXPECT_THAT(test::file_of(vhdl, "rtl/core/rtlgen_fp_dsp.vhd"), HasSubstr("use tennm.tennm_components.tennm_fp_mac;"));
}

/// The blocks of the self-test are the core's module, around the vendor's cell: the shell has no copy.
TEST(HardProject, TheShellTestsTheCoresBlock) {
  for (const driver::HdlChoice hdl : {driver::HdlChoice::kVerilog, driver::HdlChoice::kVhdl}) {
    const auto project = test::planned("hotspot2d", "de10_agilex", kHard, hdl);
    EXPECT_THAT(test::file_of(project, "rtl/shell/hotspot2d_shell.v"),
                AllOf(HasSubstr("u_hard_add ("), HasSubstr("u_hard_mul_add (")));
    for (const emit::File& file : project.files()) EXPECT_THAT(file.path, Not(HasSubstr("rtl/shell/rtlgen_fp_dsp")));
  }
}

/// The counts of `model` and of a project's README around the core.
TEST(HardProject, BlocksOfTheShellAreCounted) {
  const auto dsps = [](std::vector<std::string> sets) {
    Diagnostics diagnostics;
    sets.insert(sets.end(), {"hardware.device=agilex", "hardware.bus=512"});
    const auto prepared = driver::prepare({test::config("hotspot2d"), sets}, diagnostics);
    EXPECT_TRUE(prepared.ok()) << diagnostics.render();
    return model::shell_area(*(*prepared)->plan.shell, model::fabric_of("agilex")).dsps;
  };
  EXPECT_EQ(dsps(kHard), 2) << "a sum, and a product with a sum; no product is alone";
  EXPECT_EQ(dsps({}), 0);
}

TEST(HardProject, WithoutHardArithmeticHasNone) {
  for (const emit::File& file : test::planned("hotspot2d", "de10_agilex").files())
    EXPECT_THAT(file.path, Not(HasSubstr("fp_dsp")));
}

/// Files that `generate` writes and simulators accept.
TEST(HardProject, TheDesignItselfHasTheModel) {
  Diagnostics diagnostics;
  driver::Source source{test::config("hotspot2d"), {"arithmetic=hard", "hardware.device=arria10"}};
  const auto prepared = driver::prepare(source, diagnostics);
  ASSERT_TRUE(prepared.ok()) << diagnostics.render();
  bool found = false;
  for (const emit::File& file : driver::design_files(**prepared, driver::HdlChoice::kVerilog)) {
    if (file.path != "verilog/rtlgen_fp_dsp.v") continue;
    found = true;
    EXPECT_THAT(file.text, HasSubstr("function [31:0] sum"));
  }
  EXPECT_TRUE(found);
}

/// A board without blocks is refused where the first operation stands.
TEST(HardProject, OfAnotherFamilyIsRefused) {
  Diagnostics diagnostics;
  EXPECT_FALSE(driver::plan_project(
                   {{test::config("hotspot2d"), kHard}, "kcu105", "", driver::HdlChoice::kVerilog, false}, diagnostics)
                   .ok());
  EXPECT_THAT(diagnostics.render(), HasSubstr("hotspot2d.yaml:34:34: error[RG0406]: xcu has no hard"));
}

}  // namespace
}  // namespace rtlgen
