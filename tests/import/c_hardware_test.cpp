// Imported C as hardware: C -> import -> YAML -> printed Verilog in Icarus and printed VHDL in GHDL, with stalls,
// against the golden engine, which c_meaning_test.cpp compares with gcc.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <filesystem>

#include "c_driver.hpp"
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

namespace fs = std::filesystem;

/// One of each kind: bytes, integers, floats; regions, sweeps, exchanges, temporaries, `wrap`, run-time parameters.
const std::vector<std::string> kInHardware = {"column_filter",       "copyback",  "equal2d", "erode",
                                              "hls_gauss",           "hls_sobel", "life",    "median",
                                              "machsuite_stencil2d", "swap2d",    "upwards"};

class CHardware : public testing::TestWithParam<std::string> {};

void expect_equal(const std::string& name, runner::Hdl hdl) {
  const fs::path source(source_folder());
  const CProgram program = read_c_program(source / "tests/import/c" / (name + ".c"));
  const runner::TemporaryFolder folder;
  const fs::path yaml = folder.path() / (name + ".yaml");
  driver::ImportOptions import;
  import.file = program.path.string();
  import.out = yaml.string();
  import.values = program.options.values;
  Diagnostics diagnostics;
  ASSERT_TRUE(driver::import_program(import, diagnostics).ok()) << diagnostics.render();
  driver::SimOptions options;
  options.run.source = {yaml.string(), {"iterations=2"}};
  options.hdl = hdl;
  options.simulator = hdl == runner::Hdl::kVerilog ? runner::Simulator::kIcarus : runner::Simulator::kGhdl;
  options.random_stalls = true;
  auto evidence = evidence_of("C program " + name, options);
  ASSERT_TRUE(evidence);
  evidence->path(source, "tests/import/c_hardware_test.cpp");
  RTLGEN_UNLESS_PROVEN(*evidence);
  const auto report = driver::simulate(options, diagnostics);
  ASSERT_TRUE(report.ok()) << diagnostics.render();
  EXPECT_TRUE(report->match()) << report->failure;
  EXPECT_EQ(report->mismatches, 0);
  EXPECT_EQ(report->unknown, 0);
  EXPECT_EQ(report->ignored, 0);
}

TEST_P(CHardware, VerilogAgrees) { expect_equal(GetParam(), runner::Hdl::kVerilog); }

TEST_P(CHardware, VhdlAgrees) { expect_equal(GetParam(), runner::Hdl::kVhdl); }

INSTANTIATE_TEST_SUITE_P(Programs, CHardware, testing::ValuesIn(kInHardware),
                         [](const auto& program) { return program.param; });

}  // namespace
}  // namespace rtlgen::test
