// Products on iCE40 UltraPlus: the netlist that Yosys makes of them, with SB_MAC16, has the bits of the source. Without
// `keep` on a product Yosys 0.23 crashes, or loses it, where two registers follow (docs/evidence/tools_workarounds.md).
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <regex>

#include "emit/banner.hpp"
#include "emit/emit.hpp"
#include "hw/builder.hpp"
#include "hw/delay_model.hpp"
#include "hw/pipeline.hpp"
#include "kept_run.hpp"
#include "support/outside_text.hpp"
#include "support/process.hpp"
#include "tools.hpp"

namespace rtlgen {
namespace {

/// A product of which bits from `used` on are not read.
struct Shape {
  int width_a, width_b, used;
  bool is_signed;
};

constexpr Shape kShapes[] = {{24, 24, 48, false}, {16, 16, 32, false}, {11, 11, 22, false},
                             {8, 8, 16, false},   {20, 20, 40, true},  {32, 32, 32, true}};
constexpr int kStandardPs = 41666, kFastPs = 15000;

/// A product between registers, and two more registers behind it.
hw::Design design_of(const Shape& s, int period_ps, bool kept) {
  const hw::DelayModel& device = *hw::DelayModel::find("ice40up");
  hw::Builder comb("product");
  const hw::Value x = comb.input("a", s.width_a), y = comb.input("b", s.width_b);
  comb.output("q", (s.is_signed ? mul_signed(x, y) : mul(x, y)).slice(s.used - 1, 0));
  const hw::Module flat = comb.finish();
  hw::Module product = hw::pipeline(flat, device, hw::stages_needed(flat, device, period_ps), "product");
  product.keeps_products = product.keeps_products && kept;
  hw::Builder top("product_top");
  const hw::Value a = top.reg("a_s1", top.input("a", s.width_a)), b = top.reg("b_s1", top.input("b", s.width_b));
  const auto q = top.instance("product", "u_product", {{"a", a}, {"b", b}}, {{"q", "product_q", s.used}});
  top.output("q", top.reg("q_s2", top.reg("q_s1", q[0])));
  return {.top = "product_top", .modules = {product, top.finish()}, .leaves = {}};
}

/// Random operands into both; an x in the netlist, as of a bit that nothing drives, differs too.
std::string testbench(const Shape& s) {
  return fmt::format(R"(
module testbench;
  reg clk = 0;
  reg [{0}:0] a = 0;
  reg [{1}:0] b = 0;
  wire [{2}:0] is, wanted;
  netlist u_netlist (.clk(clk), .a(a), .b(b), .q(is));
  product_top u_source (.clk(clk), .a(a), .b(b), .q(wanted));
  integer n, wrong = 0;
  initial begin
    for (n = 0; n < 400; n = n + 1) begin
      a = n % 8 == 0 ? ~0 : {{$random, $random}};
      b = n % 16 == 0 ? ~0 : {{$random, $random}};
      #5 clk = 1;
      #5 clk = 0;
      if (n > 30 && is !== wanted) wrong = wrong + 1;
    end
    $display("wrong %0d", wrong);
  end
endmodule
)",
                     s.width_a - 1, s.width_b - 1, s.used - 1);
}

/// Yosys' models of the cells, without those of PLLs, which model nothing.
std::string cells() {
  const std::filesystem::path yosys = find_program("yosys").value();
  const std::string text =
      test::read_text((yosys.parent_path().parent_path() / "share/yosys/ice40/cells_sim.v").string());
  return std::regex_replace(text, std::regex("module SB_PLL40_[^]*?endmodule"), "");
}

/// The output of the command, which reads no file but those that it names.
std::string output_of(const std::string& folder, const std::vector<std::string>& command,
                      const std::vector<std::string>& results = {}) {
  ProcessOptions options;
  options.working_directory = folder;
  options.timeout_seconds = 120;
  options.merge_stderr = true;
  const ProcessResult result = test::kept_run(command, options, results);
  return result.ok() ? result.output : fmt::format("{} failed: {}", command[0], result.output);
}

/// The output of the testbench, or the tool that failed; `blocks`: SB_MAC16 of the netlist.
std::string simulated(const Shape& s, int period_ps, bool kept, int& blocks) {
  const std::string folder =
      test::fresh_folder(fmt::format("ice40_{}_{}_{}_{}", s.width_a, s.used, period_ps, kept ? "kept" : "not_kept"));
  std::string sources;
  for (const emit::File& file : emit::emit_design(design_of(s, period_ps, kept), emit::Language::kVerilog,
                                                  {"0.0.0", OutsideText("products"), "01234567"})) {
    if (file.path.ends_with(".v")) sources += file.text;
  }
  std::ofstream(folder + "/design.v") << sources;
  std::ofstream(folder + "/testbench.v") << testbench(s);
  std::ofstream(folder + "/cells.v") << cells();
  const std::string mapped =
      output_of(folder,
                {"yosys", "-q", "-p",
                 "read_verilog design.v; synth_ice40 -dsp -top product_top; rename product_top netlist; "
                 "write_verilog -noattr netlist.v"},
                {"netlist.v"});
  if (mapped.find("failed") != std::string::npos) return mapped;
  const std::string netlist = test::read_text(folder + "/netlist.v");
  for (std::size_t at = 0; (at = netlist.find("SB_MAC16 ", at)) != std::string::npos; ++at) ++blocks;
  const std::string compiled = output_of(folder,
                                         {"iverilog", "-DNO_ICE40_DEFAULT_ASSIGNMENTS", "-o", "sim", "-s", "testbench",
                                          "testbench.v", "netlist.v", "design.v", "cells.v"},
                                         {"sim"});
  if (compiled.find("failed") != std::string::npos) return compiled;
  return output_of(folder, {"vvp", "-n", "sim"});
}

TEST(Ice40Products, HaveTheirBitsInBlocks) {
  RTLGEN_NEED_TOOLS("vvp");
  for (const Shape& s : kShapes) {
    for (const int period_ps : {kStandardPs, kFastPs}) {
      int blocks = 0;
      EXPECT_EQ(simulated(s, period_ps, true, blocks), "wrong 0\n")
          << s.width_a << " x " << s.width_b << " in " << period_ps << " ps";
      EXPECT_GT(blocks, 0);
    }
  }
}

TEST(Ice40Products, AreLostWhereYosysMayPackWhatFollows) {
  RTLGEN_NEED_TOOLS("vvp");
  int lost = 0, blocks = 0;
  for (const Shape& s : kShapes) {
    const std::string output = simulated(s, kStandardPs, false, blocks);
    EXPECT_FALSE(output.starts_with("iverilog")) << output;
    lost += output != "wrong 0\n" ? 1 : 0;
  }
  EXPECT_GT(lost, 0);
}

}  // namespace
}  // namespace rtlgen
