// Yosys proves that the VHDL, by way of GHDL's synthesis, means what the Verilog means.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "emit/banner.hpp"
#include "emit/emit.hpp"
#include "hw/builder.hpp"
#include "random_module.hpp"
#include "support/outside_text.hpp"
#include "tools.hpp"

namespace rtlgen {
namespace {

const emit::Banner kBanner{"0.0.0", OutsideText("configs/random.yaml"), "01234567"};

/// Prints a design both ways and has GHDL turn the VHDL into `from_vhdl.v`; returns the Verilog
/// files, or nothing with a failure recorded.
std::vector<std::string> print_both(const hw::Design& design, const std::string& folder) {
  hw::verify(design);
  const auto verilog = emit::emit_design(design, emit::Language::kVerilog, kBanner);
  const auto vhdl = emit::emit_design(design, emit::Language::kVhdl, kBanner);
  test::write_files(folder, verilog);
  test::write_files(folder, vhdl);
  std::vector<std::string> verilog_names;
  std::vector<std::string> vhdl_names;
  for (std::size_t i = 0; i + 1 < verilog.size(); ++i) verilog_names.push_back(verilog[i].path);
  for (std::size_t i = 0; i + 1 < vhdl.size(); ++i) vhdl_names.push_back(vhdl[i].path);
  EXPECT_EQ(test::ghdl_analyse(folder, vhdl_names, "08"), "");
  EXPECT_EQ(test::ghdl_synthesise(folder, design.top, "08", "from_vhdl.v"), "");
  return verilog_names;
}

hw::Design alone(hw::Module module) {
  hw::Design design;
  design.top = module.name;
  design.modules.push_back(std::move(module));
  return design;
}

hw::Design sample(std::uint64_t seed) {
  test::RandomOptions options;
  options.expressions = 60;
  options.tables = options.roms = seed % 2 != 0;
  options.state = seed % 3 != 2;
  return alone(test::random_module(seed, options));
}

TEST(Equivalence, RandomModules) {
  RTLGEN_NEED_TOOLS();
  for (std::uint64_t seed = 200; seed < 216; ++seed) {
    SCOPED_TRACE(seed);
    const hw::Design design = sample(seed);
    const std::string folder = test::fresh_folder("equiv_" + std::to_string(seed));
    const auto verilog = print_both(design, folder);
    EXPECT_EQ(test::yosys_equivalent(folder, verilog, {"from_vhdl.v"}, design.top), "");
  }
}

/// Each bit of constants of 64 and 96 bits alone, and a few more: GHDL loses some (tools_workarounds.md, 15).
TEST(Equivalence, ConstantsOfWholeWords) {
  RTLGEN_NEED_TOOLS();
  hw::Builder b("words");
  const hw::Value s = b.input("s", 1);
  for (const int width : {32, 64, 96}) {
    const hw::Value a = b.input(fmt::format("a{}", width), width);
    hw::Value sum = b.zero(width);
    for (int bit = 0; bit < width; bit += 8) {
      hw::Bits bits(width, 0);
      bits.set_bit(bit, true);
      if (bit % 16 == 0) bits.set_bit(width - 1, true);
      sum = sum ^ hw::mux(s, b.constant(bits), a) ^ (a & b.constant(bits)) ^ (a + b.constant(bits));
    }
    b.output(fmt::format("y{}", width), sum);
  }
  const hw::Design design = alone(b.finish());
  const std::string folder = test::fresh_folder("equiv_words");
  const auto verilog = print_both(design, folder);
  EXPECT_EQ(test::yosys_equivalent(folder, verilog, {"from_vhdl.v"}, design.top), "");
}

TEST(Equivalence, HierarchyWithLeaves) {
  RTLGEN_NEED_TOOLS();
  const hw::Design design = test::random_design(300);
  const std::string folder = test::fresh_folder("equiv_design");
  const auto verilog = print_both(design, folder);
  EXPECT_EQ(test::yosys_equivalent(folder, verilog, {"from_vhdl.v"}, design.top), "");
}

TEST(Equivalence, ModuleByModule) {
  RTLGEN_NEED_TOOLS();
  const hw::Design design = test::random_design(301);
  const std::string inner = design.modules.front().name;
  const std::string folder = test::fresh_folder("equiv_boxes");
  const auto verilog = print_both(design, folder);
  EXPECT_EQ(test::yosys_equivalent(folder, verilog, {"from_vhdl.v"}, inner), "");
  EXPECT_EQ(test::yosys_equivalent(folder, verilog, {"from_vhdl.v"}, design.top, {inner}), "");
  // A wrong connection of the box is noticed although the box is not opened.
  std::string text = test::read_text(folder + "/random_top.v");
  const std::size_t at = text.find(".in0(x_in0)");
  ASSERT_NE(at, std::string::npos);
  text.replace(at, 11, ".in0(x_in1)");
  test::write_files(folder, {{"random_top.v", text}});
  EXPECT_NE(test::yosys_equivalent(folder, verilog, {"from_vhdl.v"}, design.top, {inner}), "");
}

/// The proof must fail when one operator, one constant or one register's reset is changed.
TEST(Equivalence, FindsMutations) {
  RTLGEN_NEED_TOOLS();
  const hw::Design design = sample(202);
  const std::string folder = test::fresh_folder("equiv_mutated");
  const auto verilog = print_both(design, folder);
  const std::string text = test::read_text(folder + "/" + verilog.front());
  const std::pair<const char*, const char*> mutations[] = {
      {" + ", " - "},    {" ^ ", " & "}, {" == ", " != "}, {"$signed", "$unsigned"}, {"if (rst)", "if (~rst)"},
      {"[0:4]", "[0:3]"}};
  int tried = 0;
  for (const auto& [from, to] : mutations) {
    if (text.find(from) == std::string::npos) continue;
    ++tried;
    // From the end, where the outputs are; a place that no output depends on proves nothing.
    bool found = false;
    std::size_t at = text.rfind(from);
    for (int place = 0; place < 16 && at != std::string::npos && !found; ++place) {
      std::string mutated = text;
      mutated.replace(at, std::string(from).size(), to);
      test::write_files(folder, {{"mutated.v", mutated}});
      found = !test::yosys_equivalent(folder, {"mutated.v"}, {"from_vhdl.v"}, design.top).empty();
      at = at == 0 ? std::string::npos : text.rfind(from, at - 1);
    }
    EXPECT_TRUE(found) << "no change of '" << from << "' to '" << to << "' was noticed";
  }
  EXPECT_GE(tried, 4);
}

}  // namespace
}  // namespace rtlgen
