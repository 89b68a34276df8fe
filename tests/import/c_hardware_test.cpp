// Imported C as hardware: C -> import -> YAML -> printed Verilog in Icarus and printed VHDL in GHDL, with stalls,
// against the golden engine, which c_meaning_test.cpp compares with gcc.
#include <gtest/gtest.h>

#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include "c_driver.hpp"
#include "imported_hardware.hpp"
#include "test_paths.hpp"

namespace rtlgen::test {
namespace {

/// One of each kind: bytes, integers, floats; regions, sweeps, exchanges, temporaries, `wrap`, run-time parameters.
const std::vector<std::string> kInHardware = {"column_filter",       "copyback",  "equal2d", "erode",
                                              "hls_gauss",           "hls_sobel", "life",    "median",
                                              "machsuite_stencil2d", "swap2d",    "upwards"};

class CHardware : public testing::TestWithParam<std::string> {};

void expect_equal(const std::string& name, runner::Hdl hdl) {
  const CProgram read = read_c_program(std::filesystem::path(source_folder()) / "tests/import/c" / (name + ".c"));
  ImportedProgram program{"C", name, {}, {"iterations=2"}, "tests/import/c_hardware_test.cpp"};
  program.options.file = read.path.string();
  program.options.values = read.options.values;
  expect_hardware_agrees(std::move(program), hdl);
}

TEST_P(CHardware, VerilogAgrees) { expect_equal(GetParam(), runner::Hdl::kVerilog); }

TEST_P(CHardware, VhdlAgrees) { expect_equal(GetParam(), runner::Hdl::kVhdl); }

INSTANTIATE_TEST_SUITE_P(Programs, CHardware, testing::ValuesIn(kInHardware),
                         [](const auto& program) { return program.param; });

}  // namespace
}  // namespace rtlgen::test
