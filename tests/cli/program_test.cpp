// The program as a user runs it: exit statuses, streams, files, and that a fault writes nothing.
#include "program.hpp"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <regex>
#include <sstream>

#include "test_paths.hpp"

namespace rtlgen::test {
namespace {

// ---------------------------------------------------------------- help, version, bad options

TEST_F(Program, HelpTeachesWithExamples) {
  for (const std::vector<std::string>& arguments :
       std::vector<std::vector<std::string>>{{"--help"}, {"help"}, {"sim", "--help"}, {"help", "sim"}, {"sim", "-h"}}) {
    const auto result = rtlgen(arguments);
    EXPECT_EQ(result.exit_code, 0);
    EXPECT_NE(result.output.find("Examples:"), std::string::npos);
    EXPECT_NE(result.output.find("rtlgen sim "), std::string::npos);
  }
}

TEST_F(Program, WholeStencilsInTheDocumentationAreValid) {
  const fs::path source = test::source_folder();
  std::vector<fs::path> pages = {source / "README.md"};
  for (const auto& entry : fs::directory_iterator(source / "docs")) {
    if (entry.path().extension() == ".md") pages.push_back(entry.path());
  }
  int stencils = 0;
  for (const fs::path& page : pages) {
    const std::string text = read_file(page);
    const std::string open = "```yaml\n";
    for (std::size_t at = text.find(open); at != std::string::npos; at = text.find(open, at + 1)) {
      const std::size_t begin = at + open.size();
      const std::string block = text.substr(begin, text.find("```", begin) - begin);
      if (block.find("name:") == std::string::npos || block.find("update:") == std::string::npos) continue;
      write_file(file_, block);
      const auto result = rtlgen({"check", file_});
      EXPECT_EQ(result.exit_code, 0) << page << "\n" << block << result.errors;
      ++stencils;
    }
  }
  EXPECT_GE(stencils, 3);
}

TEST_F(Program, FieldsInTheExamplesOfHelpExist) {
  const std::string help = rtlgen({"--help"}).output;
  const std::string option = "--output ";
  int outputs = 0;
  for (std::size_t at = help.find(option); at != std::string::npos; at = help.find(option, at + 1)) {
    const std::size_t line = help.rfind('\n', at) + 1;
    std::istringstream words(help.substr(line, at - line));
    std::string program, command, file;
    words >> program >> command >> file;
    const std::size_t field = at + option.size();
    const std::string name = help.substr(field, help.find('=', field) - field);
    const auto result = rtlgen({"golden", file, "--iterations", "1", "--output", name + "=out.npy"});
    EXPECT_EQ(result.exit_code, 0) << file << " " << name << "\n" << result.errors;
    ++outputs;
  }
  EXPECT_GE(outputs, 2);
}

TEST_F(Program, TooLargeForTheMemoryIsNoBug) {
  const auto result = run_process(
      {"sh", "-c",
       "ulimit -v 2000000; exec " + test::program() + " golden " + file_ + " --set grid=[1000000,1000000]"});
  EXPECT_EQ(result.exit_code, 3) << result.errors;
  EXPECT_NE(result.errors.find("memory"), std::string::npos);
}

TEST_F(Program, Version) {
  const auto result = rtlgen({"--version"});
  EXPECT_EQ(result.exit_code, 0);
  EXPECT_EQ(result.output.rfind("rtlgen ", 0), 0U);
}

TEST_F(Program, BadOptionsAreInvalidInput) {
  for (const std::vector<std::string>& arguments :
       std::vector<std::vector<std::string>>{{},
                                             {"frobnicate"},
                                             {"check"},
                                             {"sim", file_, "--hdl", "chisel"},
                                             {"sim", file_, "--simulator", "modelsim"},
                                             {"sim", file_, "--operators", "quick"},
                                             {"sim", file_, "--stalls", "some"},
                                             {"sim", file_, "--memory", "dram"},
                                             {"sim", file_, "--iterations", "0"},
                                             {"sim", file_, "--iterations", "many"},
                                             {"sim", file_, "--iterations", "-3"},
                                             {"sim", file_, "--iterations", "1.5"},
                                             {"sim", file_, "--iterations", "2147483648"},
                                             {"golden", file_, "--iterations", "99999999999999999999"},
                                             {"sim", file_, "--seed", "-x"},
                                             {"sim", file_, "--seed", "-1"},
                                             {"sim", file_, "--seed", "99999999999999999999"},
                                             {"golden", file_, "--extents", "0,6"},
                                             {"golden", file_, "--extents", "a,b"},
                                             {"golden", file_, "--extents", "99999999999999999999,6"},
                                             {"golden", file_, "--input", "c=a.npy", "--input", "c=b.npy"},
                                             {"golden", file_, "--input", "c=/dev/zero"},
                                             {"check", file_, "--json", "-", "--json", "-"},
                                             {"check", file_, "--set", "=3"},
                                             {"check", file_, "--set", "grid=[12,6"},
                                             {"check", file_, "--set", "hardware.device=abacus"},
                                             {"sim", file_, "--extents", "12"},
                                             {"sim", file_, "--extents", "13,6"},
                                             {"sim", file_, "--input", "c"},
                                             {"sim", file_, "--input", "d=x.npy"},
                                             {"sim", file_, "--output", "d=x.npy"},
                                             {"sim", file_, "--output", "c=x.npy", "--output", "c=y.npy"},
                                             {"sim", file_, "--simulator", "icarus", "--hdl", "vhdl"},
                                             {"sim", file_, "--simulator", "ghdl", "--hdl", "verilog"},
                                             {"sim", file_, "--operators", "native", "--hdl", "vhdl"},
                                             {"sim", file_, "--simulator", "icarus", "--trace", "x.fst"},
                                             {"sim", file_, "--set", "hardware.stepz=3"},
                                             {"generate", file_},
                                             {"generate", file_, "-o", "out", "--hdl", "both", "--set", "grid"},
                                             {"golden", file_, "--hdl", "vhdl"}}) {
    const auto result = rtlgen(arguments);
    EXPECT_EQ(result.exit_code, 2) << command_line(arguments) << "\n" << result.output << result.errors;
    EXPECT_FALSE(result.errors.empty()) << command_line(arguments);
    EXPECT_EQ(entries(), std::vector<std::string>{"small.yaml"}) << command_line(arguments);
  }
}

TEST_F(Program, FaultyStencilIsLocated) {
  write_file(file_, std::string(kLife) + "colour: red\n");
  for (const std::vector<std::string>& arguments : std::vector<std::vector<std::string>>{
           {"check", file_}, {"golden", file_}, {"sim", file_}, {"generate", file_, "-o", "out"}}) {
    const auto result = rtlgen(arguments);
    EXPECT_EQ(result.exit_code, 2);
    EXPECT_NE(result.errors.find("small.yaml:10:1: error["), std::string::npos) << result.errors;
    EXPECT_FALSE(fs::exists(at("out")));
  }
}

TEST_F(Program, QuotesOfHostileFilesAreShortAndHarmless) {
  write_file(file_, "name: \"" + std::string(100000, 'x') + "\"\n\x1b[2Jgrid: [4]\n");
  const auto result = rtlgen({"check", file_});
  EXPECT_EQ(result.exit_code, 2);
  EXPECT_EQ(result.errors.find('\x1b'), std::string::npos);
  EXPECT_LT(result.errors.size(), 1000U);
  write_file(file_, std::string(kLife) + "description: " + std::string(100000, '[') + "\n");
  const auto nested = rtlgen({"check", file_});
  EXPECT_EQ(nested.exit_code, 2);
  EXPECT_LT(nested.errors.size(), 1000U) << nested.errors.size();
}

// ---------------------------------------------------------------- check, golden

TEST_F(Program, CheckSaysWhatWasUnderstood) {
  const auto result = rtlgen({"check", file_});
  EXPECT_EQ(result.exit_code, 0) << result.errors;
  EXPECT_NE(result.output.find("small_core, 2 cells per cycle, 2 Executors"), std::string::npos) << result.output;
}

/// "1 rows" is no English.
TEST_F(Program, OneIsSingular) {
  static const std::regex kPlural(
      "(^|[^0-9.,])1 (more )?(rows|cells|steps|passes|words|planes|cycles|variants|files|taps|points|modules|operators|"
      "additions|multiplications|others|temporaries|conversions|ghosts|bits|boards|cards)\\b");
  const std::string one = "hardware={steps: 1, cells_per_cycle: 1}";
  const std::vector<std::vector<std::string>> commands = {
      {"check", file_, "--set", one},
      {"check", file_, "--set", one, "--set", "grid=[1, 1]", "--set", "update=[{c: \"c ^ 1\"}]"},
      {"golden", file_, "--iterations", "1"},
      {"golden", file_, "--set", one, "--set", "grid=[1]", "--set", "update=[{c: \"c ^ 1\"}]"},
      {"model", file_, "--set", one, "--iterations", "1"},
      {"sweep", file_, "--over", "hardware.steps=1", "-o", "swept"},
      {"explore", file_, "--board", "icebreaker", "--steps", "1", "--cells-per-cycle", "1", "--iterations", "1"}};
  for (const std::vector<std::string>& command : commands) {
    const auto result = rtlgen(command);
    std::smatch found;
    EXPECT_EQ(result.exit_code, 0) << command_line(command) << result.errors;
    EXPECT_FALSE(std::regex_search(result.output, found, kPlural)) << found.str() << "\n" << result.output;
  }
  EXPECT_NE(rtlgen({"golden", file_, "--iterations", "1"}).output.find("12 x 6 cells, 1 step, golden engine"),
            std::string::npos);
}

TEST_F(Program, CheckSaysHowTheGridIsCut) {
  const auto cut = rtlgen({"check", test::source_folder() + "/tests/sim/shapes/blocks_2d.yaml"});
  EXPECT_EQ(cut.exit_code, 0);
  EXPECT_NE(cut.output.find("20 cells along x, 12 of them owned (4 ghosts below, 4 above)"), std::string::npos)
      << cut.output;
  EXPECT_NE(cut.output.find("4 per pass over the whole grid: 1.778 cells streamed per cell of the grid"),
            std::string::npos)
      << cut.output;
}

TEST_F(Program, JsonOnStandardOutputMovesTextToStandardError) {
  const auto result = rtlgen({"check", file_, "--json", "-"});
  EXPECT_EQ(result.exit_code, 0);
  const auto json = nlohmann::json::parse(result.output);
  EXPECT_EQ(json["valid"], true);
  EXPECT_NE(result.errors.find("small_core"), std::string::npos);
}

TEST_F(Program, GoldenWritesWhatItIsAskedFor) {
  const auto result = rtlgen({"golden", file_, "--iterations", "2", "--output", "c=c.npy", "--json", "r.json"});
  EXPECT_EQ(result.exit_code, 0) << result.errors;
  EXPECT_TRUE(fs::exists(at("c.npy")));
  const auto json = nlohmann::json::parse(read_file(at("r.json")));
  EXPECT_EQ(json["cell_updates"], 12 * 6 * 2);
}

// ---------------------------------------------------------------- sim

TEST_F(Program, MissingToolsAreNamedWithTheirPackage) {
  const std::string path = path_with({"g++", "make", "sh"});
  const auto expect = [&](const std::vector<std::string>& arguments, const std::string& package) {
    const auto result = rtlgen(arguments, path);
    EXPECT_EQ(result.exit_code, 3) << result.errors;
    EXPECT_NE(result.errors.find("apt-get install " + package), std::string::npos) << result.errors;
  };
  expect({"sim", file_, "--output", "c=c.npy"}, "verilator");
  expect({"sim", file_, "--simulator", "icarus"}, "iverilog");
  expect({"sim", file_, "--simulator", "ghdl"}, "ghdl");
  fs::create_symlink(*find_program("verilator"), at("bin") / "verilator");
  expect({"sim", file_, "--hdl", "vhdl"}, "ghdl");
  EXPECT_EQ(entries(), (std::vector<std::string>{"bin", "small.yaml"}));
}

TEST_F(Program, WaveformsAreWhatTheirNameSays) {
  write_file(at("w.vcd"), "old");
  const auto refused = rtlgen({"sim", file_, "--trace", "w.vcd", "--set", "grid=[0]"});
  EXPECT_EQ(refused.exit_code, 2);
  EXPECT_EQ(read_file(at("w.vcd")), "old");
  const auto result = rtlgen({"sim", file_, "--trace", "w.vcd"});
  ASSERT_EQ(result.exit_code, 0) << result.errors;
  const std::string waves = read_file(at("w.vcd"));
  EXPECT_NE(waves.find("$enddefinitions $end"), std::string::npos);
  EXPECT_NE(waves.find("in_valid"), std::string::npos);
  std::vector<std::string> left = entries();
  std::erase(left, "cache");
  EXPECT_EQ(left, (std::vector<std::string>{"small.yaml", "w.vcd"}));
}

TEST_F(Program, SimReportsAndWrites) {
  const auto result = rtlgen(
      {"sim", file_, "--stalls", "random", "--seed", "5", "--json", "-", "--output", "c=c.npy", "--trace", "w.fst"});
  ASSERT_EQ(result.exit_code, 0) << result.errors;
  const auto json = nlohmann::json::parse(result.output);
  for (const char* key : {"match", "mismatches", "cell_updates", "cycles", "cells_per_cycle", "ideal_cells_per_cycle",
                          "efficiency", "hdl", "memory", "config", "within_bound", "total_lag", "total_latency"}) {
    EXPECT_TRUE(json.contains(key)) << key;
  }
  EXPECT_EQ(json["match"], true);
  EXPECT_EQ(json["cell_updates"], 12 * 6 * 3);
  EXPECT_EQ(json["ideal_cells_per_cycle"], 4);
  EXPECT_NEAR(json["efficiency"].get<double>(), 216.0 / (json["cycles"].get<double>() * 4), 1e-9);
  EXPECT_GT(fs::file_size(at("w.fst")), 100U);
  // The golden engine alone gives the same file.
  EXPECT_EQ(rtlgen({"golden", file_, "--seed", "5", "--output", "c=g.npy"}).exit_code, 0);
  EXPECT_EQ(read_file(at("c.npy")), read_file(at("g.npy")));
}

// ---------------------------------------------------------------- import

constexpr const char* kSoda = R"(kernel: edge
burst width: 64
unroll factor: 2
iterate: 2
input uint8: a(12, *)
output uint8: b(0, 0) = a(1, 0) - a(-1, 0)
)";

TEST_F(Program, ImportWritesYamlThatTheOtherCommandsTake) {
  write_file(at("edge.soda"), kSoda);
  ASSERT_EQ(rtlgen({"import", "edge.soda", "--extent", "6", "-o", "edge.yaml"}).exit_code, 0);
  const ProcessResult golden = rtlgen({"golden", "edge.yaml", "--json", "-"});
  ASSERT_EQ(golden.exit_code, 0) << golden.errors;
  EXPECT_EQ(nlohmann::json::parse(golden.output).at("cell_updates"), 12 * 6 * 2);
  const ProcessResult shown = rtlgen({"import", "edge.soda", "--extent", "6"});
  EXPECT_EQ(shown.output, read_file(at("edge.yaml")));
  EXPECT_EQ(rtlgen({"import", "edge.soda", "--extent", "6", "-o", "-"}).output, shown.output);
  EXPECT_FALSE(fs::exists(at("-")));
  const ProcessResult json = rtlgen({"import", "edge.soda", "--extent", "6", "--json", "-"});
  EXPECT_EQ(nlohmann::json::parse(json.output).at("yaml"), shown.output);
}

TEST_F(Program, ImportRefusesWithoutWriting) {
  write_file(at("edge.soda"), std::string(kSoda) + "local uint8: c(0, 0) = tan(");
  const ProcessResult refused = rtlgen({"import", "edge.soda", "-o", "edge.yaml"});
  EXPECT_EQ(refused.exit_code, 2);
  EXPECT_NE(refused.errors.find("edge.soda:7:28: error[RG0611]"), std::string::npos) << refused.errors;
  EXPECT_FALSE(fs::exists(at("edge.yaml")));
  EXPECT_EQ(rtlgen({"import", "none.soda"}).exit_code, 3);
  write_file(at("edge.soda"), kSoda);
  EXPECT_EQ(rtlgen({"import", "edge.soda", "-o", "small.yaml"}).exit_code, 3);
  EXPECT_EQ(read_file(at("small.yaml")), kLife);
  EXPECT_EQ(rtlgen({"import", "edge.soda", "-o", "small.yaml", "--force"}).exit_code, 0);
}

}  // namespace
}  // namespace rtlgen::test
