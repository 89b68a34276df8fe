// Imported MLIR as hardware: MLIR -> import -> YAML -> printed Verilog in Icarus and printed VHDL in GHDL, with stalls,
// against the golden engine, which mlir_meaning.py compares with an interpreter.
#include <gtest/gtest.h>

#include <filesystem>

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
namespace {

/// One of each kind: fields that change places, two results of old values, fields of fewer axes, combines, integers.
const std::vector<std::string> kMlirInHardware = {"xdsl/heat_swap",       "xdsl/in_place",      "xdsl/offset_mapping",
                                                  "xdsl/narrow_integers", "oec/combine_nested", "oec/integers"};

class MlirHardware : public testing::TestWithParam<std::string> {};

void expect_mlir_equal(const std::string& name, runner::Hdl hdl) {
  const std::filesystem::path source(source_folder());
  const runner::TemporaryFolder folder;
  const std::filesystem::path yaml = folder.path() / (name.substr(name.find('/') + 1) + ".yaml");
  driver::ImportOptions import;
  import.file = (source / "tests/import/mlir" / (name + ".mlir")).string();
  import.out = yaml.string();
  Diagnostics diagnostics;
  ASSERT_TRUE(driver::import_program(import, diagnostics).ok()) << diagnostics.render();
  driver::SimOptions options;
  options.run.source = {yaml.string(), {}};
  options.hdl = hdl;
  options.simulator = hdl == runner::Hdl::kVerilog ? runner::Simulator::kIcarus : runner::Simulator::kGhdl;
  options.random_stalls = true;
  auto evidence = evidence_of("MLIR program " + name, options);
  ASSERT_TRUE(evidence);
  evidence->path(source, "tests/import/mlir_hardware_test.cpp");
  RTLGEN_UNLESS_PROVEN(*evidence);
  const auto report = driver::simulate(options, diagnostics);
  ASSERT_TRUE(report.ok()) << diagnostics.render();
  EXPECT_TRUE(report->match()) << report->failure;
  EXPECT_EQ(report->mismatches, 0);
  EXPECT_EQ(report->unknown, 0);
  EXPECT_EQ(report->ignored, 0);
}

TEST_P(MlirHardware, VerilogAgrees) { expect_mlir_equal(GetParam(), runner::Hdl::kVerilog); }

TEST_P(MlirHardware, VhdlAgrees) { expect_mlir_equal(GetParam(), runner::Hdl::kVhdl); }

INSTANTIATE_TEST_SUITE_P(Programs, MlirHardware, testing::ValuesIn(kMlirInHardware),
                         [](const auto& program) { return program.param.substr(program.param.find('/') + 1); });

}  // namespace
}  // namespace rtlgen::test
