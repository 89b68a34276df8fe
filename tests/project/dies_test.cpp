// The regions of a part of several dies: every Executor is on one, in the order of the chain, and the registers of hops
// are assigned to crossings, in the projects of Vivado and Vitis.
#include <fmt/format.h>
#include <gmock/gmock.h>

#include "board/board.hpp"
#include "core_checks.hpp"
#include "driver/prepare/prepare.hpp"
#include "elaborate/elaborate.hpp"
#include "hw/ir.hpp"
#include "project.hpp"
#include "support/process.hpp"
#include "test_paths.hpp"
#include "tools.hpp"

namespace rtlgen::test {
namespace {

using ::testing::HasSubstr;

/// Instances and registers of the core, as Vivado names them; and cells of other modules that look alike.
std::string cells_of(const driver::PlannedProject& project) {
  const hw::Design design = elaborate::elaborate(project.model.prepared->plan);
  std::string text = "u_shell/u_core/executor_0/kernel_hop/q_reg\nu_shell/hopeful\n";
  for (const hw::Module& m : design.modules) {
    if (m.name != design.top) continue;
    for (const hw::Item& item : m.items) {
      if (const auto* r = std::get_if<hw::Register>(&item))
        text += fmt::format("u_shell/u_core/{}_reg\n", m.signals[r->q].name);
      if (const auto* i = std::get_if<hw::Instance>(&item)) text += fmt::format("u_shell/u_core/{}\n", i->name);
    }
  }
  return text;
}

std::string judged(const driver::PlannedProject& project, const std::string& path, const std::string& wrong = "",
                   const std::string& instead = "") {
  const std::string folder = fresh_folder("project_dies_" + project.board.id);
  std::string text = file_of(project, path);
  if (!wrong.empty()) {
    EXPECT_THAT(text, HasSubstr(wrong));
    text.replace(text.find(wrong), wrong.size(), instead);
  }
  put_files(folder, {{"cells.txt", cells_of(project)}, {"dies.tcl", text}});
  return run_in(folder, {"tclsh", test::source_folder() + "/tests/project/dies.tcl", "dies.tcl"}).output;
}

TEST(Dies, GroupsOfExecutorsHaveARegionEach) {
  RTLGEN_NEED_TOOLS();
  const auto card = planned(kTiny, "vcu118", {"hardware.steps=5", "hardware.hops=2"});
  EXPECT_EQ(judged(card, "constraints/dies.xdc"), "ok SLR0 SLR0 SLR1 SLR1 SLR2\n");
  EXPECT_THAT(file_of(card, "build.tcl"), HasSubstr("constraints/dies.xdc"));
  const auto kernel = planned(kTiny, "u250", {"hardware.steps=4", "hardware.hops=3"});
  EXPECT_EQ(judged(kernel, "dies.tcl"), "ok SLR0 SLR1 SLR2 SLR3\n");
  EXPECT_THAT(file_of(kernel, "Makefile"), HasSubstr("STEPS.OPT_DESIGN.TCL.PRE=$(CURDIR)/dies.tcl"));
}

TEST(Dies, AWrongRegionIsFound) {
  RTLGEN_NEED_TOOLS();
  const auto card = planned(kTiny, "vcu118", {"hardware.steps=5", "hardware.hops=2"});
  const auto verdict = [&](const char* wrong, const char* instead) {
    return judged(card, "constraints/dies.xdc", wrong, instead);
  };
  EXPECT_THAT(verdict("executor_2", "executor_1"), HasSubstr("on two dies"));
  EXPECT_THAT(verdict(" || NAME =~ */executor_3", ""), HasSubstr("executor_3 is on no die"));
  EXPECT_THAT(verdict("*/executor_4", "*/executor_5"), HasSubstr("no cell is"));
  EXPECT_THAT(verdict("*/hop*_reg*", "*/hop1*_reg*"), HasSubstr("at a crossing"));
}

TEST(Dies, WithoutHopsThereAreNone) {
  for (const emit::File& file : planned(kTiny, "vcu118").files()) EXPECT_THAT(file.path, Not(HasSubstr("dies")));
}

}  // namespace
}  // namespace rtlgen::test
