// `generate --tb`: the benches pass with the commands in their first lines, fail where the core or a word is wrong, and
// their views name signals that are there.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <regex>

#include "../cli/program.hpp"
#include "waveform.hpp"

namespace rtlgen::test {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;

/// A held input, a monitor, lanes beyond the row's end, and a remainder of steps. Names with capitals.
constexpr const char* kSmall = R"(name: Small
grid: [7, 4]
type: int16
fields:
  C: {boundary: edge}
  g: {axes: [x]}
update:
  - C: C[-1,0] + C[1,0] - C[0,1] + g
monitor:
  top: {of: C, reduce: max}
iterations: 3
hardware: {cells_per_cycle: 2, steps: 2}
)";

/// Frames with ghosts, cells that do not matter, one bit a word, passes that decide.
constexpr const char* kDeciding = R"(name: deciding
grid: [9, 5]
type: uint<1>
fields:
  c: {boundary: {x: edge, y: wrap}}
  d: {}
update:
  - c: {border: ignore, expr: "c[-1,0] ^ c[0,1]"}
  - d: d ^ d[1,1]
monitor:
  ones: {of: d, reduce: sum, type: int<8>}
until: ones > 100
iterations: 3
hardware: {cells_per_cycle: 1, steps: 2}
)";

/// A late input, three axes, blocks.
constexpr const char* kVolume = R"(name: volume
grid: [19, 3, 4]
type: int<20>
fields:
  a: {boundary: edge}
  b: {boundary: edge}
  o: {}
update:
  - u: a[0,0,1] + a[0,0,-1]
  - o: u[1,0,0] + b[-1,0,-1]
iterations: 1
hardware: {cells_per_cycle: 3, steps: 1, block: [9]}
)";

class TestBench : public Program {
 protected:
  void generate(const char* text) {
    write_file(at("it.yaml"), text);
    const auto result = rtlgen({"generate", "it.yaml", "-o", "hdl", "--tb"});
    ASSERT_EQ(result.exit_code, 0) << result.errors;
  }
  /// Runs a command where the benches are.
  [[nodiscard]] ProcessResult shell(const std::string& command) const {
    ProcessOptions options;
    options.working_directory = at("hdl/tb").string();
    // Verilator's code is compiled without optimisation: it runs once.
    options.environment = {{"MAKEFLAGS", "OPT_FAST=-O0 OPT_GLOBAL=-O0"}};
    return run_process({"sh", "-c", command}, options);
  }
  /// The command that the first lines of a bench give for a simulator.
  [[nodiscard]] std::string command(const std::string& bench, const std::string& simulator) const {
    const std::string text = read_file(at("hdl/tb/" + bench));
    std::smatch match;
    if (!std::regex_search(text, match, std::regex("(//|--) +(- )?" + simulator + " +(.*)"))) return "";
    return match[3];
  }
  void expect_pass(const std::string& bench, const std::string& simulator) const {
    const auto result = shell(command(bench, simulator));
    EXPECT_EQ(result.exit_code, 0) << simulator << result.output << result.errors;
    EXPECT_THAT(result.output, HasSubstr("PASS ")) << simulator << result.errors;
  }
  void expect_fail(const std::string& command, const std::string& why) const {
    const auto result = shell(command);
    EXPECT_NE(result.exit_code, 0) << command;
    EXPECT_THAT(result.output, HasSubstr("FAIL ")) << command << result.errors;
    EXPECT_THAT(result.output, HasSubstr(why)) << command << result.errors;
  }
  /// Replaces what a pattern matches in a file of the design; it must match.
  void edit(const std::string& file, const std::string& pattern, const std::string& text) const {
    const std::string before = read_file(at("hdl/" + file));
    const std::string after = std::regex_replace(before, std::regex(pattern), text);
    ASSERT_NE(after, before) << file << " " << pattern;
    write_file(at("hdl/" + file), after);
  }
};

TEST_F(TestBench, PassesInEverySimulatorAndNamesItsSignals) {
  ASSERT_NO_FATAL_FAILURE(generate(kSmall));
  for (const char* simulator : {"Icarus", "Verilator"}) expect_pass("Small_tb.sv", simulator);
  expect_pass("Small_tb.vhd", "GHDL");
  for (const char* simulator : {"XSim", "Questa"}) {
    EXPECT_NE(command("Small_tb.sv", simulator), "");
    EXPECT_NE(command("Small_tb.vhd", simulator), "");
  }
  EXPECT_EQ(shell("vvp -N Small_tb.vvp +wave && ghdl -r --std=08 Small_tb --vcd=vhdl.vcd").exit_code, 0);
  for (const auto& [wave, view] : {std::pair("Small_tb.vcd", "Small_tb"), std::pair("vhdl.vcd", "Small_tb_vhdl")}) {
    const auto there = signals_of_vcd(read_file(at("hdl/tb") / wave));
    const auto gtkwave = signals_of_gtkwave(read_file(at("hdl/tb") / (std::string(view) + ".gtkw")));
    const auto surfer = signals_of_surfer(read_file(at("hdl/tb") / (std::string(view) + ".sucl")));
    EXPECT_GT(gtkwave.size(), 60U);
    EXPECT_EQ(gtkwave.size(), surfer.size());
    EXPECT_THAT(lacking(gtkwave, there, true), IsEmpty());
    EXPECT_THAT(lacking(surfer, there, false), IsEmpty());
    EXPECT_EQ(lacking({"Small_tb.core.nothing"}, there, true).size(), 1U);
  }
  const std::string view = read_file(at("hdl/tb/Small_tb.gtkw"));
  for (const char* group : {"-Executor 0\n", "-Executor 1\n", "-Dimension C_dimension\n", "-Kernel kernel_0_l1\n"})
    EXPECT_THAT(view, HasSubstr(group));
}

TEST_F(TestBench, FailsWithAWrongBitAWrongCoreAndWithoutItsFiles) {
  ASSERT_NO_FATAL_FAILURE(generate(kSmall));
  const std::string icarus = command("Small_tb.sv", "Icarus"), ghdl = command("Small_tb.vhd", "GHDL");
  // Word 21 is the second of the second row of the last pass: x is 2 and 3, and step 3 has been done.
  const std::string words = read_file(at("hdl/tb/vectors/out_C.hex"));
  std::string wrong = words;
  char& digit = wrong.at(9 * 21 + 3);
  digit = digit == '0' ? '1' : '0';
  write_file(at("hdl/tb/vectors/out_C.hex"), wrong);
  expect_fail(icarus, "MISMATCH C at x=3 y=1 z=0 after step 3");
  expect_fail(ghdl, "MISMATCH C at x=3 y=1 z=0 after step 3");
  write_file(at("hdl/tb/vectors/out_C.hex"), words);
  // A bench that compares nothing has not shown anything.
  const std::string keep = read_file(at("hdl/tb/vectors/keep_C.hex"));
  std::string nothing = keep;
  for (char& c : nothing) c = c == '\n' ? c : '0';
  write_file(at("hdl/tb/vectors/keep_C.hex"), nothing);
  expect_fail("vvp -N Small_tb.vvp", " faults: 0; 2 of 58 values compared");
  expect_fail("ghdl -r --std=08 Small_tb", " faults: 0; 2 of 58 values compared");
  write_file(at("hdl/tb/vectors/keep_C.hex"), keep);
  edit("verilog/Small_core.v", "assign out_valid = .*;", "assign out_valid = 1'b0;");
  edit("vhdl/Small_core.vhd", "out_valid <= .*;", "out_valid <= '0';");
  expect_fail(icarus, "time-out");
  expect_fail(ghdl, "time-out");
  edit("verilog/Small_core.v", "assign out_valid = .*;", "assign out_valid = 1'b1;");
  edit("vhdl/Small_core.vhd", "out_valid <= .*;", "out_valid <= '1';");
  expect_fail(icarus, "MISMATCH C at x=0 y=0 z=0 after step 1");
  expect_fail(ghdl, "MISMATCH C at x=0 y=0 z=0 after step 1");
}

TEST_F(TestBench, PassesWithWhatCoresCanHave) {
  for (const auto& [text, name] : {std::pair(kDeciding, "deciding"), std::pair(kVolume, "volume")}) {
    ASSERT_NO_FATAL_FAILURE(generate(text));
    expect_pass(std::string(name) + "_tb.sv", "Icarus");
    expect_pass(std::string(name) + "_tb.vhd", "GHDL");
    EXPECT_THAT(read_file(at("hdl/tb") / (std::string(name) + "_tb.sv")),
                HasSubstr(text == kDeciding ? "RUNS = 2;" : "RUNS = 1;"));
  }
  // Files that simulators leave beside the benches are no reason to keep the folder.
  EXPECT_EQ(rtlgen({"generate", "it.yaml", "-o", "hdl"}).exit_code, 0);
  EXPECT_FALSE(fs::exists(at("hdl/tb")));
}

TEST_F(TestBench, OtherFilesBesideItAreKept) {
  ASSERT_NO_FATAL_FAILURE(generate(kVolume));
  write_file(at("hdl/tb/notes.txt"), "mine");
  EXPECT_EQ(rtlgen({"generate", "it.yaml", "-o", "hdl", "--tb"}).exit_code, 3);
  EXPECT_EQ(read_file(at("hdl/tb/notes.txt")), "mine");
}

TEST_F(TestBench, TakesTheRunThatSimTakes) {
  write_file(at("it.yaml"), kSmall);
  std::string cells;
  for (int i = 0; i < 18; ++i) cells += std::to_string(i) + (i % 6 == 5 ? "\n" : " ");
  write_file(at("c.txt"), cells);
  const auto result = rtlgen({"generate", "it.yaml", "-o", "hdl", "--tb", "--hdl", "verilog", "--extents", "6x3",
                              "--iterations", "1", "--input", "C=c.txt", "--seed", "3"});
  ASSERT_EQ(result.exit_code, 0) << result.errors;
  EXPECT_EQ(read_file(at("hdl/tb/vectors/in_C.hex")),
            "00010000\n00030002\n00050004\n00070006\n00090008\n000b000a\n000d000c\n000f000e\n00110010\n");
  EXPECT_THAT(read_file(at("hdl/tb/run.json")), HasSubstr("\"cfg_row_words\": 3"));
  EXPECT_FALSE(fs::exists(at("hdl/tb/Small_tb.vhd")));
  EXPECT_THAT(read_file(at("hdl/tb/Small_tb.sv")), HasSubstr("integer SEED = 4,"));
}

TEST_F(TestBench, RefusesWhatHasNoBench) {
  write_file(at("it.yaml"), kSmall);
  write_file(at("c.txt"), "0\n");
  const auto refused = [&](std::vector<std::string> options, const char* what) {
    options.insert(options.begin(), {"generate", "it.yaml", "-o", "hdl"});
    const auto result = rtlgen(options);
    EXPECT_EQ(result.exit_code, 2) << what;
    EXPECT_THAT(result.errors, HasSubstr(what));
    EXPECT_FALSE(fs::exists(at("hdl")));
  };
  refused({"--extents", "4x3"}, "--extents needs --tb");
  refused({"--seed", "5"}, "--seed needs --tb");
  refused({"--tb", "--extents", "900x900"}, "RG0501");
  refused({"--tb", "--input", "q=c.txt"}, "RG0802");
  refused({"--tb", "--iterations", "100000000"}, "RG0820");
}

TEST_F(TestBench, ViewsOfTraces) {
  write_file(at("it.yaml"), kSmall);
  for (const std::string hdl : {"verilog", "vhdl"}) {
    const auto result =
        rtlgen({"sim", "it.yaml", "--hdl", hdl, "--trace", "w.vcd", "--view", "w.gtkw", "--view", "w.sucl"});
    ASSERT_EQ(result.exit_code, 0) << result.errors;
    const auto there = signals_of_vcd(read_file(at("w.vcd")));
    const auto gtkwave = signals_of_gtkwave(read_file(at("w.gtkw")));
    EXPECT_GT(gtkwave.size(), 60U);
    EXPECT_THAT(lacking(gtkwave, there, true), IsEmpty()) << hdl;
    EXPECT_THAT(lacking(signals_of_surfer(read_file(at("w.sucl"))), there, false), IsEmpty()) << hdl;
  }
  auto result = rtlgen({"sim", "it.yaml", "--view", "other.gtkw"});
  EXPECT_EQ(result.exit_code, 2);
  EXPECT_THAT(result.errors, HasSubstr("add --trace wave.fst"));
  result = rtlgen({"sim", "it.yaml", "--trace", "w.vcd", "--view", "view.ron"});
  EXPECT_EQ(result.exit_code, 2);
  EXPECT_THAT(result.errors, HasSubstr("RG0831"));
  EXPECT_FALSE(fs::exists(at("other.gtkw")));
}

}  // namespace
}  // namespace rtlgen::test
