// The program as a user runs it: exit statuses, streams, files, and that a fault writes nothing.
#include "program.hpp"

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstdlib>
#include <nlohmann/json.hpp>

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
  const fs::path source = RTLGEN_SOURCE_DIR;
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
    const std::size_t config = help.find("configs/", line);
    const std::string file = help.substr(config, help.find(' ', config) - config);
    const std::size_t field = at + option.size();
    const std::string name = help.substr(field, help.find('=', field) - field);
    const auto result = rtlgen(
        {"golden", std::string(RTLGEN_SOURCE_DIR) + "/" + file, "--iterations", "1", "--output", name + "=out.npy"});
    EXPECT_EQ(result.exit_code, 0) << file << " " << name << "\n" << result.errors;
    ++outputs;
  }
  EXPECT_GE(outputs, 2);
}

TEST_F(Program, TooLargeForTheMemoryIsNoBug) {
  const auto result = run_process({"sh", "-c",
                                   "ulimit -v 2000000; exec " + std::string(RTLGEN_PROGRAM) + " golden " + file_ +
                                       " --set grid=[1000000,1000000]"});
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

// ---------------------------------------------------------------- check, golden

TEST_F(Program, CheckSaysWhatWasUnderstood) {
  const auto result = rtlgen({"check", file_});
  EXPECT_EQ(result.exit_code, 0) << result.errors;
  EXPECT_NE(result.output.find("small_core, 2 cells a cycle, 2 Executors"), std::string::npos) << result.output;
}

TEST_F(Program, CheckSaysHowTheGridIsCut) {
  const auto cut = rtlgen({"check", std::string(RTLGEN_SOURCE_DIR) + "/tests/sim/shapes/blocks_2d.yaml"});
  EXPECT_EQ(cut.exit_code, 0);
  EXPECT_NE(cut.output.find("20 cells along x, 12 of them its own (4 below, 4 above)"), std::string::npos)
      << cut.output;
  EXPECT_NE(cut.output.find("4 a pass over the whole grid: 1.778 cells streamed for each of its own"),
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

// ---------------------------------------------------------------- boards

TEST_F(Program, BoardsAreListed) {
  const auto list = rtlgen({"boards"});
  EXPECT_EQ(list.exit_code, 0) << list.errors;
  EXPECT_NE(list.output.find("de5net"), std::string::npos);
  EXPECT_NE(list.output.find("AMD Alveo U280"), std::string::npos);
  EXPECT_NE(list.output.find("32 x HBM2, 2 x DDR4"), std::string::npos);
  const auto all = nlohmann::json::parse(rtlgen({"boards", "--json", "-"}).output);
  EXPECT_GE(all.size(), 17U);
  for (const auto& board : all) EXPECT_NE(list.output.find(std::string(board["id"])), std::string::npos) << board["id"];
  EXPECT_NE(rtlgen({"boards", "--help"}).output.find("rtlgen boards de5net"), std::string::npos);
}

TEST_F(Program, ABoardIsShownWithSourcesAndMarks) {
  const auto text = rtlgen({"boards", "u280"});
  EXPECT_EQ(text.exit_code, 0) << text.errors;
  EXPECT_NE(text.output.find("  ? lut              1303680"), std::string::npos) << text.output;
  EXPECT_NE(text.output.find("    gbs_total        460 GB/s               Shuhai, arXiv 2005.04324"), std::string::npos)
      << text.output;
  EXPECT_NE(text.output.find("sim --dram hbm2"), std::string::npos);
  const auto result = rtlgen({"boards", "de5net", "arty_a7_35", "--json", "boards.json"});
  EXPECT_NE(result.output.find("Arty"), std::string::npos);
  const auto json = nlohmann::json::parse(read_file(at("boards.json")));
  ASSERT_EQ(json.size(), 2U);
  EXPECT_EQ(json[0]["resources"]["alm"]["value"], 234720);
  EXPECT_EQ(json[0]["resources"]["alm"]["unverified"], false);
  EXPECT_FALSE(json[0]["resources"].contains("lut"));
  EXPECT_EQ(json[0]["ram_blocks"], 2560);
  EXPECT_EQ(json[1]["resources"]["bram36"]["unverified"], true);
  EXPECT_EQ(json[1]["ram_blocks"], 100);
}

TEST_F(Program, BoardsThatAreNot) {
  const auto unknown = rtlgen({"boards", "de5nt", "u250"});
  EXPECT_EQ(unknown.exit_code, 2);
  EXPECT_EQ(unknown.output, "");
  EXPECT_NE(unknown.errors.find("did you mean 'de5net'?"), std::string::npos) << unknown.errors;
  EXPECT_EQ(rtlgen({"boards", "./nowhere"}).exit_code, 3);
  EXPECT_EQ(rtlgen({"check", file_, "--set", "hardware.board=de5nt"}).exit_code, 2);
  const auto families = rtlgen({"check", file_, "--set", "hardware.board=de5net", "--set", "hardware.device=xc7"});
  EXPECT_EQ(families.exit_code, 2);
  EXPECT_NE(families.errors.find("RG0218"), std::string::npos) << families.errors;
}

TEST_F(Program, ABoardOfOnesOwn) {
  fs::create_directories(at("mine"));
  write_file(at("mine/board.yaml"), read_file(std::string(RTLGEN_SOURCE_DIR) + "/boards/arty_a7_35/board.yaml"));
  const auto shown = rtlgen({"boards", "./mine"});
  EXPECT_EQ(shown.exit_code, 0) << shown.errors;
  EXPECT_EQ(shown.output.rfind("mine: ", 0), 0U) << shown.output;
  const auto check = rtlgen({"check", file_, "--set", "hardware.board=./mine"});
  EXPECT_EQ(check.exit_code, 0) << check.errors;
  write_file(at("mine/board.yaml"), "name: Mine\ntool: chisel\n");
  const auto faulty = rtlgen({"boards", "./mine"});
  EXPECT_EQ(faulty.exit_code, 2);
  EXPECT_NE(faulty.errors.find("mine/board.yaml:2:7: error[RG0207]"), std::string::npos) << faulty.errors;
}

/// The same stencil in blocks that fit a small board and a large one.
TEST_F(Program, AutomaticBlocksFitTheBoard) {
  write_file(file_,
             "name: wide\ngrid: [262144, 64]\nfields: {u: {}}\nupdate:\n  - u: (u[0,-1] + u[0,1]) * 0.5\n"
             "hardware: {steps: 4, block: auto, board: arty_a7_35}\n");
  const auto small = rtlgen({"check", file_});
  EXPECT_EQ(small.exit_code, 0) << small.errors;
  EXPECT_NE(small.output.find("  blocks   "), std::string::npos) << small.output;
  const auto large = rtlgen({"check", file_, "--set", "hardware.board=b520n"});
  EXPECT_EQ(large.exit_code, 0) << large.errors;
  EXPECT_EQ(large.output.find("  blocks   "), std::string::npos) << large.output;
}

// ---------------------------------------------------------------- files that cannot be read or written

TEST_F(Program, MissingFilesAreEnvironment) {
  EXPECT_EQ(rtlgen({"check", "nothere.yaml"}).exit_code, 3);
  EXPECT_EQ(rtlgen({"golden", file_, "--input", "c=nothere.npy"}).exit_code, 3);
  EXPECT_EQ(rtlgen({"golden", file_, "--output", "c=nowhere/c.npy"}).exit_code, 3);
  EXPECT_EQ(rtlgen({"golden", file_, "--json", "nowhere/r.json"}).exit_code, 3);
  EXPECT_EQ(rtlgen({"sim", file_, "--trace", "nowhere/w.fst"}).exit_code, 3);
  EXPECT_EQ(rtlgen({"generate", file_, "-o", "small.yaml/out"}).exit_code, 3);
  EXPECT_EQ(entries(), std::vector<std::string>{"small.yaml"});
}

TEST_F(Program, WrongShapeIsInvalidInput) {
  write_file(at("short.raw"), std::string(5, '\0'));
  const auto result = rtlgen({"golden", file_, "--input", "c=short.raw", "--output", "c=c.npy"});
  EXPECT_EQ(result.exit_code, 2);
  EXPECT_NE(result.errors.find("short.raw"), std::string::npos) << result.errors;
  EXPECT_FALSE(fs::exists(at("c.npy")));
}

// ---------------------------------------------------------------- generate

TEST_F(Program, GenerateWritesBothLanguagesTheSameEveryTime) {
  EXPECT_EQ(rtlgen({"generate", "small.yaml", "-o", "one"}).exit_code, 0);
  EXPECT_EQ(rtlgen({"generate", "small.yaml", "-o", "two/"}).exit_code, 0);
  std::size_t files = 0;
  for (const auto& entry : fs::recursive_directory_iterator(at("one"))) {
    if (!entry.is_regular_file()) continue;
    ++files;
    EXPECT_EQ(read_file(entry.path()), read_file(at("two") / fs::relative(entry.path(), at("one"))));
  }
  EXPECT_GT(files, 10U);
  EXPECT_TRUE(fs::exists(at("one/verilog/small_core.v")));
  EXPECT_TRUE(fs::exists(at("one/verilog/rtlgen_fifo.v")));
  EXPECT_TRUE(fs::exists(at("one/vhdl/small_core.vhd")));
  EXPECT_TRUE(fs::exists(at("one/vhdl/rtlgen_fifo.vhd")));
  const auto manifest = nlohmann::json::parse(read_file(at("one/manifest.json")));
  EXPECT_EQ(manifest["generator"].get<std::string>().rfind("rtlgen ", 0), 0U);
  EXPECT_EQ(entries(), (std::vector<std::string>{"one", "small.yaml", "two"}));
}

TEST_F(Program, GenerateReplacesItsOwnFolderWhole) {
  EXPECT_EQ(rtlgen({"generate", file_, "-o", "out"}).exit_code, 0);
  EXPECT_EQ(rtlgen({"generate", file_, "-o", "out", "--hdl", "verilog"}).exit_code, 0);
  EXPECT_FALSE(fs::exists(at("out/vhdl")));
  EXPECT_EQ(entries(), (std::vector<std::string>{"out", "small.yaml"}));
}

TEST_F(Program, GenerateLeavesOthersFoldersAlone) {
  write_file(at("mine/thesis.tex"), "years of work");
  const auto result = rtlgen({"generate", file_, "-o", "mine"});
  EXPECT_EQ(result.exit_code, 3);
  EXPECT_NE(result.errors.find("--force"), std::string::npos);
  EXPECT_EQ(read_file(at("mine/thesis.tex")), "years of work");
  EXPECT_FALSE(fs::exists(at("mine/manifest.json")));
  EXPECT_EQ(rtlgen({"generate", file_, "-o", "mine", "--force"}).exit_code, 0);
  EXPECT_TRUE(fs::exists(at("mine/manifest.json")));
  EXPECT_FALSE(fs::exists(at("mine/thesis.tex")));
}

TEST_F(Program, GenerateKeepsWhatWasAddedToItsFolder) {
  EXPECT_EQ(rtlgen({"generate", file_, "-o", "out"}).exit_code, 0);
  write_file(at("out/verilog/notes.txt"), "mine");
  const auto result = rtlgen({"generate", file_, "-o", "out"});
  EXPECT_EQ(result.exit_code, 3);
  EXPECT_NE(result.errors.find("verilog/notes.txt"), std::string::npos) << result.errors;
  EXPECT_EQ(read_file(at("out/verilog/notes.txt")), "mine");
}

TEST_F(Program, GenerateNeverRemovesWhereItStandsOrWhatItReads) {
  // Two levels inside the test's own folder, so that a broken guard could remove nothing else.
  write_file(at("outer/inner/keep"), "mine");
  for (const char* folder : {".", "..", ""}) {
    ProcessOptions options;
    options.working_directory = at("outer/inner").string();
    const auto result = run_process({RTLGEN_PROGRAM, "generate", file_, "-o", folder, "--force"}, options);
    EXPECT_EQ(result.exit_code, 3) << folder << result.errors;
    EXPECT_EQ(read_file(at("outer/inner/keep")), "mine") << folder;
  }
  write_file(at("project/small.yaml"), kLife);
  EXPECT_EQ(rtlgen({"generate", "project/small.yaml", "-o", "project", "--force"}).exit_code, 2);
  EXPECT_EQ(read_file(at("project/small.yaml")), kLife);
  // A folder whose name only begins alike is another one.
  EXPECT_EQ(rtlgen({"generate", "project/small.yaml", "-o", "proj"}).exit_code, 0);
}

TEST_F(Program, GenerateWritesThroughSymbolicLinks) {
  fs::create_directories(at("real"));
  fs::create_directory_symlink("real", at("link"));
  fs::create_directory_symlink("later", at("dangling"));
  for (const char* link : {"link", "dangling"}) {
    for (int time = 0; time < 2; ++time) {
      EXPECT_EQ(rtlgen({"generate", file_, "-o", link}).exit_code, 0) << link;
      EXPECT_TRUE(fs::is_symlink(at(link))) << link;
    }
  }
  EXPECT_TRUE(fs::exists(at("real/manifest.json")));
  EXPECT_TRUE(fs::exists(at("later/manifest.json")));
}

TEST_F(Program, GenerateLeavesNothingWhenTheDiskIsFull) {
  // A limit on the size of files fails writes as a full disk does; without its signal, or killed by it.
  for (const char* trap : {"trap '' XFSZ; ", ""}) {
    const auto result = run_process(
        {"sh", "-c", std::string(trap) + "ulimit -f 4; exec " + RTLGEN_PROGRAM + " generate small.yaml -o out"}, [&] {
          ProcessOptions options;
          options.working_directory = folder_.path().string();
          return options;
        }());
    EXPECT_NE(result.exit_code, 0);
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

TEST_F(Program, GenerateIntoAFileIsRefused) {
  write_file(at("taken"), "text");
  EXPECT_EQ(rtlgen({"generate", file_, "-o", "taken"}).exit_code, 3);
  EXPECT_EQ(read_file(at("taken")), "text");
}

TEST_F(Program, GenerateWithoutWriteAccess) {
  // Root writes anywhere, so root runs a copy of the program as nobody.
  std::vector<std::string> command = {RTLGEN_PROGRAM};
  if (geteuid() == 0) {
    fs::permissions(folder_.path(), fs::perms(0755));
    fs::copy_file(RTLGEN_PROGRAM, at("program"));
    fs::permissions(at("program"), fs::perms(0755));
    fs::permissions(file_, fs::perms(0644));
    command = {"setpriv", "--reuid=65534", "--regid=65534", "--clear-groups", at("program").string()};
  }
  const auto with = [&](const std::vector<std::string>& arguments) {
    std::vector<std::string> all = command;
    all.insert(all.end(), arguments.begin(), arguments.end());
    ProcessOptions options;
    options.working_directory = folder_.path().string();
    return run_process(all, options);
  };
  if (with({"check", file_}).exit_code != 0) GTEST_SKIP() << "no other user can run the program here";
  fs::create_directories(at("locked"));
  fs::permissions(at("locked"), fs::perms(0555));
  const auto result = with({"generate", file_, "-o", "locked/out"});
  EXPECT_EQ(result.exit_code, 3) << result.errors;
  EXPECT_NE(result.errors.find("locked"), std::string::npos) << result.errors;
  EXPECT_TRUE(fs::is_empty(at("locked")));
  // The same user may write where everybody may: it is the folder's lock that refuses.
  fs::permissions(at("locked"), fs::perms(0777));
  EXPECT_EQ(with({"generate", file_, "-o", "locked/out"}).exit_code, 0);
}

TEST_F(Program, GenerateWhereNothingCanBeWritten) {
  // No folder can be made below /proc, for root neither.
  EXPECT_EQ(rtlgen({"generate", file_, "-o", "/proc/rtlgen_out"}).exit_code, 3);
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
  EXPECT_EQ(entries(), (std::vector<std::string>{"cache", "small.yaml", "w.vcd"}));
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
