// Everything printed passes every tool's checks, without a waiver; and the checks can fail.
#include <gtest/gtest.h>

#include <algorithm>

#include "emit/banner.hpp"
#include "emit/emit.hpp"
#include "hw/builder.hpp"
#include "hw/ir.hpp"
#include "random_module.hpp"
#include "support/outside_text.hpp"
#include "tools.hpp"

namespace rtlgen {
namespace {

const emit::Banner kBanner{"0.0.0", OutsideText("configs/random.yaml"), "01234567"};

std::vector<std::string> source_names(const std::vector<emit::File>& files) {
  std::vector<std::string> names;
  for (const emit::File& file : files) {
    const bool list = file.path == "files.f" || file.path == "files.txt";
    if (!list) names.push_back(file.path);
  }
  return names;
}

void check_design(const hw::Design& design, const std::string& folder_name) {
  ASSERT_NO_THROW(hw::verify(design));
  const std::string folder = test::fresh_folder(folder_name);
  const auto verilog = emit::emit_design(design, emit::Language::kVerilog, kBanner);
  const auto vhdl = emit::emit_design(design, emit::Language::kVhdl, kBanner);
  test::write_files(folder, verilog);
  test::write_files(folder, vhdl);
  const auto names = source_names(verilog);
  EXPECT_EQ(test::verilator_lint(folder, names, design.top), "");
  EXPECT_EQ(test::icarus_compile(folder, names, design.top), "");
  EXPECT_EQ(test::yosys_read(folder, names, design.top), "");
  for (const std::string standard : {"93", "08"}) {
    EXPECT_EQ(test::ghdl_analyse(folder, source_names(vhdl), standard), "");
    EXPECT_EQ(test::ghdl_synthesise(folder, design.top, standard, "synth" + standard + ".v"), "");
  }
  EXPECT_EQ(test::read_text(folder + "/synth93.v"), test::read_text(folder + "/synth08.v"));
}

hw::Design alone(hw::Module module) {
  hw::Design design;
  design.top = module.name;
  design.modules.push_back(std::move(module));
  return design;
}

/// Registers with the attribute `keep`, after logic and after each other (docs/evidence/tools_workarounds.md, 20).
TEST(Lint, KeptRegisters) {
  RTLGEN_NEED_TOOLS();
  hw::Builder b("kept");
  const hw::Value a = b.input("a", 8), c = b.input("c", 8);
  const hw::Value first = b.kept_reg("first", a);
  const hw::Value second = b.kept_reg("second", first + c);
  b.output("q", b.reg("third", second));
  check_design(alone(b.finish()), "lint_kept");
}

TEST(Lint, RandomModules) {
  RTLGEN_NEED_TOOLS();
  for (std::uint64_t seed = 0; seed < 12; ++seed) {
    SCOPED_TRACE(seed);
    test::RandomOptions options;
    options.expressions = 30 + static_cast<int>(seed) * 10;
    options.tables = options.roms = true;
    options.state = seed % 4 != 3;
    check_design(alone(test::random_module(seed, options)), "lint_" + std::to_string(seed));
  }
}

TEST(Lint, HierarchyWithLeaves) {
  RTLGEN_NEED_TOOLS();
  check_design(test::random_design(100), "lint_design");
}

TEST(Lint, ToolsSeeFaults) {
  RTLGEN_NEED_TOOLS();
  const hw::Design design = alone(test::random_module(1));
  const std::string folder = test::fresh_folder("lint_faults");
  auto verilog = emit::emit_design(design, emit::Language::kVerilog, kBanner);
  auto vhdl = emit::emit_design(design, emit::Language::kVhdl, kBanner);
  const auto replace = [](std::string& text, const std::string& from, const std::string& to) {
    const std::size_t at = text.find(from);
    ASSERT_NE(at, std::string::npos) << from;
    text.replace(at, from.size(), to);
  };
  replace(verilog[0].text, "  assign ", "  assign undeclared_name = ");
  replace(vhdl[1].text, "architecture rtl of", "architecture rtl off");
  test::write_files(folder, verilog);
  test::write_files(folder, vhdl);
  EXPECT_NE(test::verilator_lint(folder, source_names(verilog), design.top), "");
  EXPECT_NE(test::icarus_compile(folder, source_names(verilog), design.top), "");
  EXPECT_NE(test::yosys_read(folder, source_names(verilog), design.top), "");
  EXPECT_NE(test::ghdl_analyse(folder, source_names(vhdl), "93"), "");
  EXPECT_NE(test::ghdl_analyse(folder, source_names(vhdl), "08"), "");
}

}  // namespace
}  // namespace rtlgen
