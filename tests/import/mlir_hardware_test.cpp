// Imported MLIR as hardware: MLIR -> import -> YAML -> printed Verilog in Icarus and printed VHDL in GHDL, with stalls,
// against the golden engine, which mlir_meaning.py compares with an interpreter.
#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include "imported_hardware.hpp"
#include "test_paths.hpp"

namespace rtlgen::test {
namespace {

/// One of each kind: fields that change places, two results of old values, fields of fewer axes, combines, integers.
const std::vector<std::string> kMlirInHardware = {"xdsl/heat_swap",       "xdsl/in_place",      "xdsl/offset_mapping",
                                                  "xdsl/narrow_integers", "oec/combine_nested", "oec/integers"};

class MlirHardware : public testing::TestWithParam<std::string> {};

void expect_mlir_equal(const std::string& name, runner::Hdl hdl) {
  ImportedProgram program{"MLIR", name, {}, {}, "tests/import/mlir_hardware_test.cpp"};
  program.options.file = source_folder() + "/tests/import/mlir/" + name + ".mlir";
  expect_hardware_agrees(std::move(program), hdl);
}

TEST_P(MlirHardware, VerilogAgrees) { expect_mlir_equal(GetParam(), runner::Hdl::kVerilog); }

TEST_P(MlirHardware, VhdlAgrees) { expect_mlir_equal(GetParam(), runner::Hdl::kVhdl); }

INSTANTIATE_TEST_SUITE_P(Programs, MlirHardware, testing::ValuesIn(kMlirInHardware),
                         [](const auto& program) { return program.param.substr(program.param.find('/') + 1); });

}  // namespace
}  // namespace rtlgen::test
