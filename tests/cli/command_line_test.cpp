// Mistakes on the command line: each names the wrong word and what would be right, and writes nothing.
#include <gtest/gtest.h>

#include "cli/usage.hpp"
#include "frontend/board/board_file.hpp"
#include "program.hpp"
#include "test_paths.hpp"

namespace rtlgen::test {
namespace {

struct Mistake {
  std::vector<std::string> words;    ///< FILE stands for the stencil
  std::vector<std::string> message;  ///< texts that standard error must hold
};

class CommandLine : public Program {
 protected:
  void expect(const std::vector<Mistake>& mistakes) const {
    for (Mistake m : mistakes) {
      std::replace(m.words.begin(), m.words.end(), std::string("FILE"), std::string("small.yaml"));
      const auto result = rtlgen(m.words);
      EXPECT_EQ(result.exit_code, 2) << command_line(m.words) << "\n" << result.output << result.errors;
      EXPECT_EQ(result.output, "") << command_line(m.words);
      for (const std::string& message : m.message)
        EXPECT_NE(result.errors.find(message), std::string::npos) << command_line(m.words) << "\n"
                                                                  << message << "\n"
                                                                  << result.errors;
      EXPECT_EQ(entries(), std::vector<std::string>{"small.yaml"}) << command_line(m.words);
    }
  }
};

TEST_F(CommandLine, CommandsThatAreNone) {
  expect({{{}, {"a command is missing", "check ", "boards "}},
          {{"chekc", "FILE"}, {"there is no command 'chekc'; did you mean 'check'?"}},
          {{"help", "chekc"}, {"did you mean 'check'?"}},
          {{"Sim", "FILE"}, {"did you mean 'sim'?"}},
          {{"frobnicate"}, {"there is no command 'frobnicate'", "commands: new, check, generate, "}},
          {{"init"}, {"there is no command 'init'; rtlgen new NAME"}},
          {{"simulate", "FILE"}, {"sim simulates"}},
          {{"FILE"}, {"'small.yaml' is a file; a command comes first: rtlgen check small.yaml"}},
          {{"--set", "grid=[4]", "check", "FILE"}, {"'--set' comes before the command"}},
          {{"--versoin"}, {"there is no option '--versoin'; did you mean '--version'?"}}});
}

TEST_F(CommandLine, OptionsThatAreNone) {
  expect({{{"sim", "FILE", "--iteration", "3"}, {"sim has no option '--iteration'; did you mean '--iterations'?"}},
          {{"sim", "FILE", "--iteration=3"}, {"sim has no option '--iteration'; did you mean '--iterations'?"}},
          {{"sim", "--no_cache", "FILE"}, {"did you mean '--no-cache'?"}},
          {{"check", "FILE", "--iterations", "3"},
           {"check has no option '--iterations'; generate, sim, run, golden, report, model, explore, advise have it"}},
          {{"golden", "FILE", "--trace", "w.fst"}, {"golden has no option '--trace'; sim has it"}},
          {{"check", "FILE", "-o", "out"}, {"check has no option '-o'; generate, "}},
          {{"sim", "FILE", "FILE"}, {"sim: unexpected argument 'small.yaml'; FILE is 'small.yaml'"}},
          {{"golden", "FILE", "--extents", "12", "6"}, {"golden: unexpected argument '6'", "64,48"}}});
}

TEST_F(CommandLine, ValuesThatAreNone) {
  expect(
      {{{"check"}, {"check: FILE is missing: the stencil"}},
       {{"generate", "FILE"}, {"--out DIR is missing: folder to write"}},
       {{"sim", "FILE", "--iterations"}, {"--iterations N needs a value: time steps"}},
       {{"sim", "FILE", "--seed", "1", "--seed", "2"}, {"--seed is given more than once"}},
       {{"sim", "FILE", "--hdl", "sv"}, {"--hdl: 'sv' is not one of verilog, vhdl"}},
       {{"sim", "FILE", "--hdl", "Verilog"}, {"did you mean 'verilog'?"}},
       {{"sim", "FILE", "--simulator", "gdhl"}, {"'gdhl' is not one of verilator, icarus, ghdl; did you mean 'ghdl'?"}},
       {{"run", "FILE", "--backend", "xdmaa"}, {"is not one of sim, xdma, xrt, vfio, uart; did you mean 'xdma'?"}},
       {{"sim", "FILE", "--simulator", "ghdl", "--operators", "native"},
        {"--operators native", "--simulator verilator and --hdl verilog"}},
       {{"run", "FILE", "--device", "1"}, {"run: --device cannot be used with --backend sim"}},
       {{"model", "FILE", "--cards", "2", "--network", "1"},
        {"--network US,GB/S takes 2 values, separated by commas: network between cards"}},
       {{"model", "FILE", "--clock", "fast"}, {"--clock"}},
       {{"synth", "FILE", "--device", "xc8"}, {"'xc8' is not one of ", "did you mean 'xc7'?"}}});
}

/// An option that another one makes meaningless is not accepted silently.
TEST_F(CommandLine, OptionsWithoutEffect) {
  expect({{{"sim", "FILE", "--dram", "ddr4-2400"}, {"sim: --dram needs --memory ddr or --memory board"}},
          {{"sim", "FILE", "--link", "pcie3x8"}, {"sim: --link needs --memory board"}},
          {{"sim", "FILE", "--memory", "ddr", "--link", "pcie3x8"}, {"sim: --link needs --memory board"}},
          {{"run", "FILE", "--speeds", "2,1"}, {"run: --speeds needs --cards 2 or more"}},
          {{"run", "FILE", "--batch", "4", "--cards", "2"}, {"run: --cards cannot be used with --batch"}},
          {{"run", "FILE", "--clock", "100", "--cards", "2"}, {"run: --clock cannot be used with several cards"}},
          {{"run", "FILE", "--clock", "100"},
           {"--clock: error[RG", "cannot be changed: a simulated card has the clock of its description"}},
          {{"run", "FILE", "--clock", "100", "--backend", "vfio"},
           {"rtlgen does not reconfigure the PLLs of Intel cards", "`make clock` in the project",
            "--set hardware.clock_mhz="}},
          {{"run", "FILE", "--clock", "100", "--backend", "xrt", "--xclbin", "x.xclbin"},
           {"XRT sets the clocks of its cards itself"}},
          {{"run", "FILE", "--clock", "100", "--backend", "uart", "--device", "/dev/none"},
           {"the kernel clock of this board is made by its bitstream"}},
          {{"explore", "FILE", "--board", "kcu105", "--link", "pcie3x8"}, {"explore: --link needs --batch"}},
          {{"run", "FILE", "--cards", "1", "--slabs", "1"}, {"run: --slabs needs --cards 2 or more"}},
          {{"generate", "FILE", "-o", "out", "--no-cache"}, {"generate: --no-cache needs --card"}},
          {{"generate", "FILE", "-o", "out", "--operators", "rtl"}, {"generate: --operators needs --card"}},
          {{"golden", "FILE", "--accuracy", "--probes", "p.csv"}, {"--accuracy writes no field", "--probes"}},
          {{"report", "FILE", "-o", "out", "--simulate", "none", "--no-cache"},
           {"report: --no-cache cannot be used with --simulate none"}},
          {{"import", "FILE", "--force"}, {"import: --force needs --out"}},
          {{"explore", "FILE", "--board", "icebreaker", "--force"}, {"explore: --force needs --write"}},
          {{"explore", "FILE", "--board", "icebreaker", "--all-boards"},
           {"--board", "cannot be used with", "--all-boards"}},
          {{"synth", "FILE", "--board", "kcu105", "--device", "xc7"}, {"--device xc7: error[RG0218]"}},
          {{"new", "--list", "mine"}, {"cannot be used with", "--list", "NAME"}},
          {{"new", "--list", "--from", "life"}, {"cannot be used with", "--list", "--from"}}});
  for (const char* option : {"--task=0", "--jobs=2", "--retry", "--stop", "--force"})
    expect({{{"sweep", "FILE", "--over", "hardware.steps=1,2", "-o", "out", "--slurm", "job", option},
             {std::string("sweep: ") + std::string(option).substr(0, std::string(option).find('=')) +
              " cannot be used with --slurm, which runs nothing"}}});
  for (const char* option : {"--jobs=2", "--stop"})
    expect({{{"sweep", "FILE", "--over", "hardware.steps=1,2", "-o", "out", "--task", "0", option},
             {"cannot be used with --task, which runs one variant"}}});
}

TEST_F(CommandLine, Extents) {
  for (const char* text : {"10,6", "10x6", "10X6", "10*6", "10, 6", "[10, 6]", " 10 x 6 "}) {
    const auto result = rtlgen({"golden", file_, "--extents", text});
    EXPECT_EQ(result.exit_code, 0) << text << result.errors;
    EXPECT_NE(result.output.find("10 x 6 cells"), std::string::npos) << text << result.output;
  }
  EXPECT_EQ(rtlgen({"golden", file_, "--extents=10x6"}).exit_code, 0);
  expect({{{"golden", "FILE", "--extents", "0,5"}, {"--extents: '0' in '0,5' is not a number of cells", "64x48"}},
          {{"golden", "FILE", "--extents", "-3,5"}, {"'-3'"}},
          {{"golden", "FILE", "--extents", "10xx6"}, {"'' in '10xx6'"}},
          {{"golden", "FILE", "--extents", "ten,6"}, {"'ten' in 'ten,6'"}},
          {{"golden", "FILE", "--extents", "1e3,6"}, {"'1e3'"}},
          {{"golden", "FILE", "--extents", "99999999999999999999,6"}, {"'99999999999999999999'"}},
          {{"golden", "FILE", "--extents", "5,5,5"}, {"3 extents for a grid of 2 axes"}},
          {{"golden", "FILE", "--extents", "13,6"}, {"13 cells along axis x", "1 to 12"}}});
}

/// With a row less the region's last row would read beyond the grid.
TEST_F(CommandLine, ExtentsHaveRoomForRegions) {
  write_file(at("regions.yaml"),
             "name: r\ngrid: [6, 5]\nfields: {t: {}}\nupdate:\n  - t: {expr: \"t[0,1] + t\", region: {y: [1, 3]}}\n");
  const auto refused = rtlgen({"golden", "regions.yaml", "--extents", "6,4"});
  EXPECT_EQ(refused.exit_code, 2);
  EXPECT_NE(refused.errors.find("4 cells along axis y"), std::string::npos) << refused.errors;
  EXPECT_NE(refused.errors.find("regions and grid allow 5 to 5"), std::string::npos) << refused.errors;
  EXPECT_EQ(rtlgen({"golden", "regions.yaml", "--extents", "4,5"}).exit_code, 0);
}

TEST_F(CommandLine, ABoardOfOnesOwnIsNamedByItsPathFromTheDescription) {
  // The same tree in two folders is the same design.
  std::string manifests[2];
  for (const int k : {0, 1}) {
    const std::string tree = k == 0 ? "first" : "second/deeper";
    fs::create_directories(at(tree + "/mine"));
    fs::copy_file(file_, at(tree + "/small.yaml"));
    write_file(at(tree + "/mine/board.yaml"), frontend::board_texts().at("kcu105"));
    ProcessOptions options;
    options.working_directory = at(tree).string();
    const auto result =
        run_process({test::program(), "generate", "small.yaml", "--board", "./mine", "-o", "out"}, options);
    EXPECT_EQ(result.exit_code, 0) << result.errors;
    manifests[k] = read_file(at(tree + "/out/manifest.json"));
  }
  EXPECT_EQ(manifests[0], manifests[1]);
  // From elsewhere it is still found.
  const auto outside = rtlgen({"check", "first/small.yaml", "--board", "second/deeper/mine"});
  EXPECT_EQ(outside.exit_code, 0) << outside.errors;
}

TEST_F(CommandLine, NewWritesWhatCheckTakes) {
  expect({{{"new", "A__b"}, {"error[RG0211]: 'A__b' is not a valid name"}},
          {{"new"}, {"a name is missing"}},
          {{"new", "b", "--from", "hotspot2"}, {"'hotspot2' is neither a file nor a shipped stencil"}},
          {{"new", "b", "--json", "b.yaml"}, {"RG0830"}}});
  EXPECT_FALSE(fs::exists(at("b.yaml")));
  fs::create_directories(at("my dir"));
  const auto made = rtlgen({"new", "my dir/heat"});
  EXPECT_EQ(made.exit_code, 0) << made.errors;
  EXPECT_NE(made.output.find("  rtlgen check 'my dir/heat.yaml' "), std::string::npos) << made.output;
  EXPECT_EQ(rtlgen({"check", "my dir/heat.yaml"}).exit_code, 0);
  const auto again = rtlgen({"new", "my dir/heat"});
  EXPECT_EQ(again.exit_code, 3);
  EXPECT_NE(again.errors.find("my dir/heat.yaml already exists and was not overwritten"), std::string::npos)
      << again.errors;
}

TEST_F(CommandLine, EveryCommandThatHasABoardTakesOne) {
  for (const char* command :
       {"check", "generate", "sim", "run", "report", "synth", "model", "explore", "advise", "project"}) {
    const auto help = rtlgen({command, "--help"}).output;
    EXPECT_NE(help.find("--board BOARD"), std::string::npos) << command;
  }
  const auto check = rtlgen({"check", file_, "--board", "kcu105"});
  EXPECT_EQ(check.exit_code, 0) << check.errors;
  EXPECT_NE(check.output.find("  board kcu105\n"), std::string::npos) << check.output;
  // The family is the board's, whatever the file says.
  EXPECT_EQ(rtlgen({"generate", file_, "--board", "de5net", "-o", "out"}).exit_code, 0);
  EXPECT_NE(read_file(at("out/manifest.json")).find("stratixv"), std::string::npos);
  fs::remove_all(at("out"));
  expect({{{"check", "FILE", "--board", "kcu10"}, {"did you mean 'kcu105'?"}},
          {{"generate", "FILE", "--board", "kcu10", "-o", "out"}, {"did you mean 'kcu105'?"}}});
}

/// The first description in a folder that an example of a help text names, or "".
std::string file_in_a_folder(const std::string& help) {
  std::istringstream lines(help.substr(help.find("Examples:\n")));
  for (std::string line; std::getline(lines, line);) {
    std::istringstream words(line.starts_with("  ") ? line : "");
    for (std::string word; words >> word;) {
      if (word.ends_with(".yaml") && word.find('/') != std::string::npos && !word.starts_with("docs/")) return word;
    }
  }
  return "";
}

TEST_F(CommandLine, EveryCommandHasExamplesOfItsOwn) {
  for (const char* command : {"new", "check", "generate", "sim", "run", "golden", "report", "import", "model",
                              "explore", "advise", "synth", "calibrate", "project", "sweep", "boards"}) {
    const auto help = rtlgen({command, "--help"});
    EXPECT_EQ(help.exit_code, 0) << command;
    const std::size_t examples = help.output.find("Examples:\n");
    ASSERT_NE(examples, std::string::npos) << command;
    EXPECT_NE(help.output.find("  rtlgen " + std::string(command) + " ", examples), std::string::npos) << command;
    EXPECT_LT(std::count(help.output.begin(), help.output.end(), '\n'), 64) << command << " is no short help";
    EXPECT_EQ(rtlgen({"help", command}).output, help.output) << command;
    EXPECT_EQ(file_in_a_folder(help.output), "") << command << ": who has installed rtlgen has no such file";
  }
  EXPECT_EQ(file_in_a_folder("Examples:\n  rtlgen sim examples/host/heat.yaml\n"), "examples/host/heat.yaml");
}

TEST_F(CommandLine, WordsInPlaceOfOptions) {
  EXPECT_EQ(rtlgen({"version"}).output, rtlgen({"--version"}).output);
  EXPECT_EQ(rtlgen({"help"}).output, rtlgen({"--help"}).output);
  EXPECT_EQ(cli::with_plain_words({"sim", "help"}), (std::vector<std::string>{"sim", "help"}));
}

}  // namespace
}  // namespace rtlgen::test
