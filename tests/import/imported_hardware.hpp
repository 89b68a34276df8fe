// An imported program as hardware: import -> YAML -> printed Verilog in Icarus or printed VHDL in GHDL, with stalls,
// against the golden engine.
#pragma once

#include <gtest/gtest.h>

#include <filesystem>
#include <string>
#include <vector>

#include "driver/import/import_program.hpp"
#include "driver/prepare/prepare.hpp"
#include "driver/simulate/simulate.hpp"
#include "evidence.hpp"
#include "proven_case.hpp"
#include "runner/folder.hpp"
#include "support/diagnostics.hpp"
#include "support/result.hpp"
#include "test_paths.hpp"

namespace rtlgen::test {

struct ImportedProgram {
  std::string kind, name;         ///< "C", "swap2d"; a name may be a path
  driver::ImportOptions options;  ///< without `out`
  std::vector<std::string> sets;  ///< settings of the YAML
  std::string test;               ///< the file of the test, below the source folder: part of the evidence
};

inline void expect_hardware_agrees(ImportedProgram program, runner::Hdl hdl) {
  const std::filesystem::path source(source_folder());
  const runner::TemporaryFolder folder;
  const auto yaml = folder.path() / (std::filesystem::path(program.name).filename().string() + ".yaml");
  program.options.out = yaml.string();
  Diagnostics diagnostics;
  ASSERT_TRUE(driver::import_program(program.options, diagnostics).ok()) << diagnostics.render();
  driver::SimOptions options;
  options.run.source = {yaml.string(), program.sets};
  options.hdl = hdl;
  options.simulator = hdl == runner::Hdl::kVerilog ? runner::Simulator::kIcarus : runner::Simulator::kGhdl;
  options.random_stalls = true;
  auto evidence = evidence_of(program.kind + " program " + program.name, options);
  ASSERT_TRUE(evidence);
  evidence->path(source, program.test);
  evidence->path(source, "tests/import/imported_hardware.hpp");
  RTLGEN_UNLESS_PROVEN(*evidence);
  const auto report = driver::simulate(options, diagnostics);
  ASSERT_TRUE(report.ok()) << diagnostics.render();
  EXPECT_TRUE(report->match()) << report->failure;
  EXPECT_EQ(report->mismatches, 0);
  EXPECT_EQ(report->unknown, 0);
  EXPECT_EQ(report->ignored, 0);
}

}  // namespace rtlgen::test
