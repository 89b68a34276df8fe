// Functions as printed: clean under every tool, and the same bits in Verilator (both languages), Icarus
// and GHDL's own simulator as in hw::Interpreter, which functions_hardware compares with the
// definition. Their tables are what no other operator has.
#include <gtest/gtest.h>

#include <array>
#include <utility>
#include <vector>

#include "../ops/operator_check.hpp"
#include "emit/banner.hpp"
#include "emit/emit.hpp"
#include "sim_bench.hpp"
#include "spec/operations.hpp"
#include "support/outside_text.hpp"
#include "tools.hpp"

namespace rtlgen {
namespace {

constexpr int kDepth = 4;
constexpr int kCycles = 300;
const emit::Banner kBanner{"0.0.0", OutsideText("configs/functions.yaml"), "01234567"};

const test::Bench& bench() {
  static const test::Bench made = [] {
    const auto piped = [](ops::Function f, int exponent, int fraction) {
      return ops::build(ops::request(f, spec::Type::float_of(exponent, fraction)), ops::test_device(), kDepth);
    };
    // Every function that has a module for floats, each in one of three formats; the deepest of float64 besides.
    constexpr std::array<std::pair<int, int>, 3> kFormats = {{{5, 10}, {8, 23}, {4, 5}}};
    std::vector<hw::Module> modules;
    for (const ops::Operator& o : ops::operators()) {
      const spec::Operation& row = spec::operation_of(o.function.op);
      if (row.form != spec::Form::kFunction || row.is_fused() || o.build.floats == nullptr) continue;
      const auto [exponent, fraction] = kFormats[modules.size() % kFormats.size()];
      modules.push_back(piped(o.function, exponent, fraction));
    }
    for (const spec::Op op : {spec::Op::kRint, spec::Op::kPow, spec::Op::kTan}) modules.push_back(piped(op, 11, 52));
    return test::make_bench(std::move(modules), kCycles, 0, 23);
  }();
  return made;
}

/// Writes the design in a language; returns the names of its source files.
std::vector<std::string> write_design(emit::Language language, const std::string& folder) {
  const auto files = emit::emit_design(bench().design, language, kBanner);
  test::write_files(folder, files);
  std::vector<std::string> names;
  for (std::size_t i = 0; i + 1 < files.size(); ++i) names.push_back(files[i].path);
  return names;
}

/// From the cycle on in which all pipelines are full.
void compare(const std::vector<std::string>& outputs) {
  const auto& expected = bench().expected;
  ASSERT_EQ(outputs.size(), expected.size()) << (outputs.empty() ? "" : outputs.front());
  for (std::size_t i = kDepth; i < outputs.size(); ++i) ASSERT_EQ(outputs[i], expected[i]) << "in cycle " << i;
}

TEST(PrintedFunctions, VerilogIsCleanAndRight) {
  RTLGEN_NEED_TOOLS();
  const std::string folder = test::fresh_folder("functions_verilog");
  const auto files = write_design(emit::Language::kVerilog, folder);
  EXPECT_EQ(test::verilator_lint(folder, files, bench().design.top), "");
  EXPECT_EQ(test::icarus_compile(folder, files, bench().design.top), "");
  EXPECT_EQ(test::yosys_read(folder, files, bench().design.top), "");
  compare(test::run_verilator(bench(), folder, files));
  const std::string second = test::fresh_folder("functions_icarus");
  compare(test::run_icarus(bench(), second, write_design(emit::Language::kVerilog, second)));
}

TEST(PrintedFunctions, VhdlIsCleanAndRight) {
  RTLGEN_NEED_TOOLS();
  for (const std::string standard : {"93", "08"}) {
    const std::string folder = test::fresh_folder("functions_vhdl" + standard);
    const auto files = write_design(emit::Language::kVhdl, folder);
    EXPECT_EQ(test::ghdl_analyse(folder, files, standard), "");
    if (standard == "93") {
      compare(test::run_ghdl(bench(), folder, files, standard));
      continue;
    }
    ASSERT_EQ(test::ghdl_synthesise(folder, "bench_top", standard, "from_vhdl.v"), "");
    compare(test::run_verilator(bench(), folder, {"from_vhdl.v"}));
  }
}

}  // namespace
}  // namespace rtlgen
