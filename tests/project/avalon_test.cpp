// The Avalon modules alone, between a DMA, a BAR and a memory with gaps, and faults that the benches must find.
#include <gmock/gmock.h>

#include "bench.hpp"
#include "kept_run.hpp"
#include "test_paths.hpp"

namespace rtlgen::test {
namespace {

using ::testing::HasSubstr;
using ::testing::StartsWith;

const std::string kBenches = test::source_folder() + "/tests/project";

TEST(Avalon, EveryByteIsRightAndFaultsAreFound) {
  RTLGEN_NEED_TOOLS();
  const std::vector<Fault> faults = {
      {"rtlgen_avalon_pages.v", "wire crosses = ", "sum[PAGE] & |sum[PAGE-1:0]", "1'b0", ";", "crosses a page", ""},
      {"rtlgen_avalon_pages.v", "behind <= ", "rest[COUNT_BITS-1:0] - ONE[COUNT_BITS-1:0]", "rest[COUNT_BITS-1:0]", ";",
       "", ""},
      {"rtlgen_avalon_host.v", "assign writing = ", "w_write | pending", "w_write", ";", "outstanding", ""},
      {"rtlgen_avalon_memory.v", "wire want_read = ", "s_arvalid & note_free & fits", "s_arvalid & note_free", ";",
       "is wrong", ""},
      {"rtlgen_avalon_memory.v", "fits <= s_arvalid & ", "~reading", "1'b1", " & ", "is wrong", ""},
      {"rtlgen_avalon_memory.v", "w_last <= ", "w_left == 8'd1", "w_left == 8'd0", ";", "", ""},
      {"rtlgen_avalon_registers.v", "s_write & ~busy & ", "~hold", "1'b1", ";", "a register is written before the data",
       ""}};
  // The bench's Verilog has the modules with the widths that they are judged with.
  const std::string rtl = test::source_folder() + "/rtl", top = kBenches + "/avalon_bench.v";
  EXPECT_EQ(kept_run(fresh_folder("avalon_lint"),
                     {"verilator", "--lint-only", "-Wall", "-y", rtl, "--top-module", "avalon_bench", top})
                .output,
            "");
  const Bench bench("avalon", {"--cc", "--exe", "--top-module", "avalon_bench", top, kBenches + "/avalon_bench.cpp"},
                    faults);
  EXPECT_THAT(bench.verdict(0, {"obj_dir/Vavalon_bench", "30000"}), StartsWith("ok "));
  for (std::size_t i = 0; i < faults.size(); ++i) {
    const std::string verdict = bench.verdict(i + 1, {"obj_dir/Vavalon_bench", "3000"});
    EXPECT_THAT(verdict, HasSubstr(faults[i].verdict)) << faults[i].file;
    EXPECT_THAT(verdict, ::testing::Not(StartsWith("ok"))) << faults[i].wrong;
  }
}

TEST(Agilex, RegistersAndRestartsAreRightAndFaultsAreFound) {
  RTLGEN_NEED_TOOLS();
  const std::string narrow = "rtlgen_avalon_narrow.v", restart = "rtlgen_restart.v";
  const std::vector<Fault> faults = {
      {narrow, "wire upper = ", "high & (~low | second)", "high & second", ";", "wrong", ""},
      {narrow, "wire high = ", "|s_byteenable[7:4]", "1'b1", ";", "a register is read that nobody asked for", ""},
      {restart, "wire begins = ", "wanted & ready & ~going", "wanted & ~going", ";", "while none is taken", ""},
      {restart, "busy <= ", "(bus & ~was) | wanted | going", "going", ";", "may be used", ""},
      {restart, "going <= ", "begins | (going & (clocks != MOST))", "begins | (going & (clocks != HOLD))", ";",
       "busy is shorter than eight requests", ""},
      {restart, "was <= ", "bus", "1'b0", ";", "a restart", ""},
      {restart, "", "(req & (clocks != HOLD - ONE[HOLD_LOG2+2:0]))", "1'b0", ";", "a request is too short", ""}};
  const Bench bench("agilex", {"--binary", "--timing", "--top-module", "agilex_bench", kBenches + "/agilex_bench.sv"},
                    faults);
  const std::vector<std::string> command = {"obj_dir/Vagilex_bench"};
  constexpr int kPatience = 20;
  EXPECT_THAT(bench.verdict(0, command), StartsWith("ok"));
  for (std::size_t i = 0; i < faults.size(); ++i) {
    EXPECT_THAT(bench.verdict(i + 1, command, kPatience), HasSubstr(faults[i].verdict)) << faults[i].wrong;
  }
}

}  // namespace
}  // namespace rtlgen::test
