// Builds of projects of open tools: what their script says of the router, of tools that are missing, of what does not
// fit.
#include <gmock/gmock.h>

#include <algorithm>
#include <map>
#include <set>

#include "driver/prepare/prepare.hpp"
#include "open_runs.hpp"

namespace rtlgen::test {
namespace {

using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Not;

/// A project whose nextpnr writes its options to build/options and `log` to its log; the word SEED in `log` is the
/// seed.
std::string with_stand_ins(const std::string& log, int status) {
  const auto project = planned_open(kLine, "hx8k_breakout", {"hardware.clock_mhz=48"});
  const std::string folder = written_open(project, "open_build");
  put_files(folder, {{"bin/nextpnr-ice40",
                      "#!/bin/sh\necho \"$@\" >>build/options\nwhile [ $# -gt 1 ]; do case $1 in -l) log=$2 ;; --asc) "
                      "out=$2 ;; --seed) seed=$2 ;; esac; shift; done\nsed \"s/SEED/$seed/\" >\"$log\" <<'EOF'\n" +
                          log + "EOF\necho \"$seed\" >\"$out\"\nexit " + std::to_string(status) + "\n"},
                     {"bin/icepack", "#!/bin/sh\ncp $1 $2\n"},
                     {"bin/yosys", "#!/bin/sh\ntouch build/line_hx8k_breakout.json.new\n"}});
  for (const char* tool : {"nextpnr-ice40", "icepack", "yosys"})
    std::filesystem::permissions(folder + "/bin/" + tool, std::filesystem::perms::owner_all);
  return folder;
}

/// The output of the build's script in such a project.
std::string built_in(const std::string& folder, const std::string& options = "") {
  ProcessOptions merged;
  merged.merge_stderr = true;
  const ProcessResult make =
      run_process({"/bin/sh", "-c", "cd " + folder + " && PATH=$PWD/bin:$PATH make " + options}, merged);
  const bool packed = std::filesystem::exists(folder + "/build/line_hx8k_breakout.bin");
  const bool untimed = std::filesystem::exists(folder + "/build/line_hx8k_breakout_untimed.bin");
  EXPECT_EQ(packed || untimed, make.ok());
  return (packed ? "packed: " : untimed ? "packed untimed: " : "not packed: ") + make.output;
}

std::string built_with(const std::string& log, int status, const std::string& options = "") {
  return built_in(with_stand_ins(log, status), options);
}

const std::string kLate = "Info: Max frequency for clock 'core_clk': 40.50 MHz (FAIL at 48.00 MHz)\n";

TEST(OpenBuild, SaysWhatTheRouterReachedAndWhatDoesNotFit) {
  const std::string met =
      "Info:  ICESTORM_LC:  2997/ 7680    39%\nInfo: Max frequency for clock 'core_clk': 30.00 MHz (FAIL at 48.00 "
      "MHz)\n"
      "Info: Max frequency for clock 'core_clk': 51.25 MHz (PASS at 48.00 MHz)\n";
  EXPECT_THAT(built_with(met, 0),
              AllOf(HasSubstr("packed: "), HasSubstr("reached 51.25 MHz"), HasSubstr("2997/ 7680")));
  EXPECT_THAT(built_with(kLate, 0),
              AllOf(HasSubstr("not packed: "),
                    HasSubstr("timing is not met: slack -3.858 ns, kernel meets 40.50 MHz of 48.0000"),
                    HasSubstr("--set hardware.clock_mhz=40"), HasSubstr("make EXPLORE=4")));
  EXPECT_THAT(built_with(kLate, 0, "ALLOW_TIMING=1"),
              AllOf(HasSubstr("packed untimed: "), HasSubstr("may compute wrong bits")));
  const std::string full =
      "Info: \t         ICESTORM_LC:  5000/ 7680    65%\nInfo: \t        ICESTORM_RAM:    40/   32   125%\n";
  EXPECT_THAT(built_with(full, 1), AllOf(HasSubstr("not packed: "), HasSubstr("of ICESTORM_RAM 125 % are needed"),
                                         HasSubstr("a grid with shorter rows")));
  EXPECT_THAT(built_with("", 1), HasSubstr("nextpnr failed: see build/attempt_1/route.log"));
  EXPECT_THAT(built_with("", 0), HasSubstr("nothing has a clock"));
}

/// The output of open.sh if the router has no place for a resource of the family.
std::string advice_on(const std::string& folder, const std::string& family, const std::string& resource) {
  const std::string tool = folder + "/bin/nextpnr-" + family;
  put_files(folder, {{"bin/nextpnr-" + family, "#!/bin/sh\necho 'Info: \t " + resource +
                                                   ":    40/   32   125%' >build/attempt_1/route.log\nexit 1\n"}});
  std::filesystem::permissions(tool, std::filesystem::perms::owner_all);
  ProcessOptions merged;
  merged.merge_stderr = true;
  const std::string build = "cd " + folder + " && mkdir -p build && PATH=$PWD/bin:$PATH FAMILY=" + family +
                            " TOP=t PART= MHZ=48 sh flow/open.sh route 1";
  const ProcessResult route = run_process({"/bin/sh", "-c", build}, merged);
  EXPECT_FALSE(route.ok());
  EXPECT_THAT(route.output, HasSubstr("of " + resource + " 125 % are needed"));
  return route.output;
}

/// The keys of `hardware` in a text, with their values where it names one.
std::set<std::string> keys_in(const std::string& text) {
  std::set<std::string> keys;
  const std::regex key("hardware\\.([a-z_]+)(: ([a-z]+))?");
  for (auto at = std::sregex_iterator(text.begin(), text.end(), key); at != std::sregex_iterator(); ++at)
    keys.insert("hardware." + (*at)[1].str() + "=" + ((*at)[3].matched ? (*at)[3].str() : "1"));
  return keys;
}

/// The message of `check` about a key, for a device of the family; "": it is accepted.
std::string message_of_key(const std::string& key, const std::string& family) {
  Diagnostics diagnostics;
  const std::string device = family == "ice40" ? "ice40hx" : "ecp5";
  const bool taken = driver::prepare({config("life"), {"hardware.device=" + device, key}}, diagnostics).ok();
  return taken ? "" : diagnostics.render();
}

TEST(OpenBuild, AdvisesKeysThatTheLanguageTakes) {
  EXPECT_THAT(message_of_key("hardware.ram=logic", "ice40"), HasSubstr("'ram' cannot be 'logic'"));
  EXPECT_THAT(message_of_key("hardware.ram=distributed", "ice40"), HasSubstr("RG0403"));
  EXPECT_THAT(message_of_key("hardware.lanes=1", "ecp5"), HasSubstr("lanes"));
  const std::string folder = written_open(planned_open(kLine, "ulx3s", {"hardware.clock_mhz=48"}), "open_advice");
  const std::map<std::string, std::vector<std::string>> resources = {
      {"ice40", {"ICESTORM_LC", "ICESTORM_RAM", "ICESTORM_DSP", "SB_IO"}},
      {"ecp5", {"TRELLIS_COMB", "TRELLIS_FF", "TRELLIS_RAMW", "DP16KD", "MULT18X18D", "TRELLIS_IO"}}};
  std::set<std::string> advised;
  for (const auto& [family, names] : resources) {
    for (const std::string& name : names) {
      const std::set<std::string> keys = keys_in(advice_on(folder, family, name));
      EXPECT_FALSE(keys.empty()) << name;
      for (const std::string& key : keys) EXPECT_EQ(message_of_key(key, family), "") << name << ": " << key;
      advised.insert(keys.begin(), keys.end());
    }
  }
  // No advice of the script is for a resource that is missing above.
  EXPECT_EQ(advised, keys_in(read_text(folder + "/flow/open.sh")));
}

TEST(OpenBuild, RoutesAgainWithAnotherSeedAndNotWithTheSame) {
  const std::string folder =
      with_stand_ins("Info: Max frequency for clock 'core_clk': 51.25 MHz (PASS at 48.00 MHz)\n", 0);
  const auto runs_after = [&](const std::string& options) {
    built_in(folder, options);
    const std::string all = read_text(folder + "/build/options");
    return std::vector<std::ptrdiff_t>{std::count(all.begin(), all.end(), '\n'),
                                       static_cast<std::ptrdiff_t>(all.find("--seed 2") != std::string::npos)};
  };
  EXPECT_THAT(runs_after(""), ElementsAre(1, 0));
  EXPECT_THAT(runs_after(""), ElementsAre(1, 0));
  EXPECT_THAT(runs_after("SEED=2"), ElementsAre(2, 1));
  EXPECT_THAT(runs_after("SEED=2"), ElementsAre(2, 1));
}

/// Four seeds, two at a time: the one that reaches the highest clock is packed.
TEST(OpenBuild, KeepsTheBestOfSeveralSeeds) {
  const std::string folder =
      with_stand_ins("Info: Max frequency for clock 'core_clk': 4SEED.25 MHz (PASS at 48.00 MHz)\n", 0);
  EXPECT_THAT(built_in(folder, "EXPLORE=4 ATTEMPT=6 JOBS=2"),
              AllOf(HasSubstr("packed: "), HasSubstr("4 attempts, 2 at a time"),
                    HasSubstr("attempt 6: timing is not met, slack -0.788 ns, kernel meets 46.25 MHz"),
                    HasSubstr("attempt 9 is the best"), HasSubstr("the kernel clock meets 49.25 MHz of 48.0000")));
  EXPECT_EQ(read_text(folder + "/build/line_hx8k_breakout.bin"), "9\n");
  ProcessOptions merged;
  merged.merge_stderr = true;
  EXPECT_THAT(run_process({"make", "-C", folder, "clock"}, merged).output,
              HasSubstr("kernel clock: at most 49.25 MHz; the project has 48.0000 MHz"));
  EXPECT_THAT(built_in(folder, "EXPLORE=2 ATTEMPT=5"),
              AllOf(HasSubstr("not packed: "), HasSubstr("kernel meets 46.25")));
}

struct Missing {
  const char *tool, *family, *step, *from;
};

const Missing kTools[] = {
    {"yosys", "ice40", "synth", "Debian's package yosys has it, and OSS CAD Suite: https://"},
    {"nextpnr-ice40", "ice40", "route", "Debian's package nextpnr-ice40 has it, and OSS CAD Suite: https://"},
    {"icepack", "ice40", "pack", "Debian's package fpga-icestorm has it, and OSS CAD Suite"},
    {"openFPGALoader", "ice40", "program", "Debian's package openfpgaloader has it, and OSS CAD Suite"},
    {"yosys", "ecp5", "synth", "Debian's package yosys has it, and OSS CAD Suite: https://"},
    {"nextpnr-ecp5", "ecp5", "route", "OSS CAD Suite has it: https://"},
    {"ecppack", "ecp5", "pack", "OSS CAD Suite has it: https://"},
    {"openFPGALoader", "ecp5", "program", "Debian's package openfpgaloader has it, and OSS CAD Suite"}};

/// Each step of the script, without the tool and with a stand-in for it.
TEST(OpenBuild, NamesAToolThatIsMissing) {
  const auto project = planned_open(kLine, "ulx3s", {"hardware.clock_mhz=48"});
  const std::string folder = written_open(project, "open_missing");
  ProcessOptions merged;
  merged.merge_stderr = true;
  for (const Missing& missing : kTools) {
    SCOPED_TRACE(std::string(missing.tool) + " " + missing.family);
    const auto run = [&](const std::string& path) {
      return run_process({"/bin/sh", "-c",
                          "cd " + folder + " && TOP=t FAMILY=" + missing.family + " PATH=" + path +
                              " /bin/sh flow/open.sh " + missing.step},
                         merged);
    };
    const ProcessResult without = run("/nowhere");
    EXPECT_EQ(without.exit_code, 3);
    EXPECT_THAT(without.output, HasSubstr(std::string(missing.tool) + " is not in PATH: " + missing.from));
    // The control: where it is there, the step fails for want of files, or not at all.
    const std::string tool = folder + "/stand-in/" + missing.tool;
    put_files(folder, {{std::string("stand-in/") + missing.tool, "#!/bin/sh\nexit 0\n"}});
    std::filesystem::permissions(tool, std::filesystem::perms::owner_all);
    const ProcessResult with = run(folder + "/stand-in");
    EXPECT_NE(with.exit_code, 3);
    EXPECT_THAT(with.output, Not(HasSubstr("is not in PATH")));
    std::filesystem::remove(tool);
  }
}

/// A PATH of nothing but what the script calls beside the tools.
std::string plain_path(const std::string& folder) {
  std::filesystem::create_directories(folder + "/plain");
  for (const char* tool : {"sh", "make", "mkdir", "cat", "sed", "awk", "rm", "mv", "cp", "sort", "tail", "touch", "ln"})
    std::filesystem::create_symlink(find_program(tool).value(), folder + "/plain/" + tool);
  return folder + "/plain:" + folder + "/bin";
}

TEST(OpenBuild, MakeSaysWhichToolIsMissing) {
  const std::string folder =
      with_stand_ins("Info: Max frequency for clock 'core_clk': 51.25 MHz (PASS at 48.00 MHz)\n", 0);
  const std::string path = plain_path(folder);
  ProcessOptions merged;
  merged.merge_stderr = true;
  const auto make = [&](const std::string& target) {
    return run_process({"/bin/sh", "-c", "cd " + folder + " && PATH=" + path + " make " + target}, merged);
  };
  for (const char* tool : {"yosys", "nextpnr-ice40", "icepack"}) {
    const std::string is = folder + "/bin/" + tool, was = folder + "/" + tool;
    std::filesystem::rename(is, was);
    const ProcessResult without = make("");
    EXPECT_FALSE(without.ok());
    EXPECT_THAT(without.output, HasSubstr(std::string(tool) + " is not in PATH: Debian's package"));
    std::filesystem::rename(was, is);
  }
  EXPECT_TRUE(make("").ok());
  const ProcessResult program = make("program");
  EXPECT_FALSE(program.ok());
  EXPECT_THAT(program.output, HasSubstr("openFPGALoader is not in PATH: Debian's package openfpgaloader has it"));
  put_files(folder, {{"bin/openFPGALoader", "#!/bin/sh\necho loads $3\n"}});
  std::filesystem::permissions(folder + "/bin/openFPGALoader", std::filesystem::perms::owner_all);
  EXPECT_THAT(make("program").output, HasSubstr("loads build/line_hx8k_breakout.bin"));
}

/// A shift register, and memories that each take a block RAM.
std::string filler(const std::string& top, int registers, int memories) {
  return fmt::format(
      "module {}(input clk, output uart_tx);\n  reg [{}:0] r;\n  wire [{}:0] q;\n  assign uart_tx = r[{}] ^ ^q;\n"
      "  always @(posedge clk) r <= {{r, ~r[{}]}};\n  genvar i;\n"
      "  generate for (i = 0; i < {}; i = i + 1) begin : g\n    (* ram_style = \"block\" *) reg [15:0] m [0:255];\n"
      "    reg [15:0] d;\n    always @(posedge clk) begin d <= m[r[7:0]]; m[r[15:8]] <= {{r[15:0]}} ^ i; end\n"
      "    assign q[i] = ^d;\n  end endgenerate\n  assign q[{}] = 1'b0;\nendmodule\n",
      top, registers - 1, memories, registers - 1, registers - 1, memories, memories);
}

/// The output of the project's make for a design of its board: the router itself decides.
ProcessResult routed(const std::string& board, int registers, int memories) {
  const auto project = planned_open(kLine, board, {"hardware.clock_mhz=12"});
  const std::string folder = written_open(project, "open_full"), top = project.flow().top();
  put_files(folder, {{"build/filler.v", filler(top, registers, memories)}});
  const ProcessResult yosys = run_process({"yosys", "-q", "-p",
                                           "read_verilog " + folder + "/build/filler.v; synth_ice40 -top " + top +
                                               " -json " + folder + "/build/" + top + ".json"});
  EXPECT_TRUE(yosys.ok()) << yosys.errors;
  ProcessOptions merged;
  merged.merge_stderr = true;
  return run_process({"make", "-C", folder, "ALLOW_TIMING=1"}, merged);
}

TEST(OpenBuild, TheRouterSaysWhatDoesNotFit) {
  RTLGEN_NEED_TOOLS("nextpnr-ice40", "icepack", "yosys");
  struct Device {
    const char* board;
    int cells, memories;
  };
  for (const Device& device : {Device{"icebreaker", 5280, 30}, Device{"hx8k_breakout", 7680, 32}}) {
    SCOPED_TRACE(device.board);
    const ProcessResult fits = routed(device.board, 100, 2);
    EXPECT_TRUE(fits.ok()) << fits.output;
    EXPECT_THAT(fits.output, Not(HasSubstr("found no place")));
    const ProcessResult cells = routed(device.board, device.cells * 11 / 10, 2);
    EXPECT_FALSE(cells.ok());
    EXPECT_THAT(cells.output, AllOf(HasSubstr("found no place and route: of ICESTORM_LC 11"),
                                    HasSubstr("fewer hardware.steps or hardware.cells_per_cycle, or a narrower type")));
    const ProcessResult memories = routed(device.board, 100, device.memories + 3);
    EXPECT_FALSE(memories.ok());
    EXPECT_THAT(memories.output, AllOf(HasSubstr("found no place and route: of ICESTORM_RAM 1"),
                                       HasSubstr("a grid with shorter rows, fewer hardware.steps")));
  }
}

}  // namespace
}  // namespace rtlgen::test
