// rtlgen project as a user calls it, wrong wirings, and what is refused.
#include <gmock/gmock.h>

#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <sstream>

#include "../cli/program.hpp"
#include "board/board.hpp"
#include "frontend/board/board_file.hpp"
#include "frontend/board/wiring_file.hpp"
#include "runner/folder.hpp"
#include "support/diagnostics.hpp"
#include "test_paths.hpp"

namespace rtlgen::test {
namespace {

using ::testing::HasSubstr;

class ProjectCommand : public Program {
 protected:
  const std::string hotspot_ = test::source_folder() + "/configs/hotspot2d.yaml";

  /// The command in `text` that begins with `from` and ends before `until`, without the program's name, as words of a
  /// shell.
  std::vector<std::string> words_in(const std::string& text, const std::string& from, const std::string& until) const {
    const std::size_t begin = text.find(from);
    if (begin == std::string::npos) {
      ADD_FAILURE() << "no" << from << "in\n" << text;
      return {};
    }
    const std::size_t name = text.find("rtlgen", begin);
    const auto shell = run_process(
        {"sh", "-c", "rtlgen() { printf '%s\\n' \"$@\"; }\n" + text.substr(name, text.find(until, name) - name)});
    EXPECT_EQ(shell.exit_code, 0) << shell.errors;
    std::vector<std::string> words;
    std::istringstream lines(shell.output);
    for (std::string line; std::getline(lines, line);) words.push_back(line);
    return words;
  }

  /// The folder of the HDL for the description and the keys of a run.
  std::string generated(const std::vector<std::string>& run) const {
    std::vector<std::string> words = {"generate", run.at(1), "-o", "hdl"};
    for (std::size_t i = 2; i + 1 < run.size(); ++i) {
      if (run[i] == "--set") words.insert(words.end(), {run[i], run[i + 1]});
    }
    const auto result = rtlgen(words);
    EXPECT_EQ(result.exit_code, 0) << result.errors;
    return "hdl";
  }

  [[nodiscard]] std::string digest_of(const std::string& folder) const {
    return nlohmann::json::parse(read_file(at(folder + "/manifest.json"))).at("digest");
  }
};

TEST_F(ProjectCommand, WritesAFolder) {
  const auto result = rtlgen({"project", hotspot_, "--board", "kcu105", "-o", "p", "--json", "p.json"});
  EXPECT_EQ(result.exit_code, 0) << result.errors;
  const auto json = nlohmann::json::parse(read_file(at("p.json")));
  EXPECT_EQ(json["fits"], true);
  EXPECT_EQ(json["top"], "hotspot2d_kcu105");
  for (const auto& file : json["files"])
    EXPECT_TRUE(std::filesystem::is_regular_file(at("p/" + file.get<std::string>()))) << file;
  EXPECT_THAT(read_file(at("p/README.md")), HasSubstr("**No vendor tool has read this project.**"));
  // Again: the same bytes. With a build in it: only when forced.
  const std::string before = read_file(at("p/build.tcl"));
  EXPECT_EQ(rtlgen({"project", hotspot_, "--board", "kcu105", "-o", "p"}).exit_code, 0);
  EXPECT_EQ(read_file(at("p/build.tcl")), before);
  std::filesystem::create_directories(at("p/build"));
  runner::write_file(at("p/build/hotspot2d_kcu105.bit"), "bits");
  const auto kept = rtlgen({"project", hotspot_, "--board", "kcu105", "-o", "p"});
  EXPECT_EQ(kept.exit_code, 3);
  EXPECT_THAT(kept.errors, HasSubstr("build"));
  EXPECT_TRUE(std::filesystem::exists(at("p/build/hotspot2d_kcu105.bit")));
  EXPECT_EQ(rtlgen({"project", hotspot_, "--board", "kcu105", "-o", "p", "--force"}).exit_code, 0);
}

/// A clock stands in the README with what it is worth; an open board needs no vendor's tool.
TEST_F(ProjectCommand, TheReadmeHasAClockAndItsError) {
  const std::string life = test::source_folder() + "/configs/life.yaml";
  const auto readme_of = [&](const std::string& config, const std::string& board, const std::string& message,
                             const std::vector<std::string>& sets) {
    std::vector<std::string> call = {"project", config, "--board", board, "-o", board};
    for (const std::string& set : sets) call.insert(call.end(), {"--set", set});
    const auto result = rtlgen(call);
    EXPECT_EQ(result.exit_code, 0) << result.errors << result.output;
    EXPECT_THAT(result.output,
                HasSubstr("\n  " + message + board + "/README.md lists what has and has not been proven"));
    return read_file(at(board + "/README.md"));
  };
  const std::vector<std::string> small = {"hardware.cells_per_cycle=2", "hardware.steps=1", "hardware.clock_mhz=24",
                                          "grid=[64, 64]", "hardware.ram=block"};
  EXPECT_THAT(readme_of(life, "hx8k_breakout", "this design has not been built yet: ", small),
              HasSubstr("(27 routed cores: mean error 6 %, worst 17 %)"));
  EXPECT_THAT(readme_of(life, "ulx3s", "this design has not been built yet: ", small),
              HasSubstr("not compared with place and route)"));
  EXPECT_THAT(readme_of(hotspot_, "kcu105", "not yet tried in a vendor tool: ", {}),
              HasSubstr("Kernel clock: the clock that this design reaches is unknown; rough estimate: "));
}

/// Every flow's folder, with all options that add files, may be written again without --force.
TEST_F(ProjectCommand, AnUntouchedFolderIsReplaced) {
  int with_debug = 0;
  for (const std::string board :
       {"kcu105", "nexys_video", "u250", "de5net", "de10_agilex", "xupv5", "ulx3s", "icebreaker", "hx8k_breakout"}) {
    std::vector<std::string> words = {"project", test::source_folder() + "/configs/life.yaml",
                                      "--board", board,
                                      "-o",      board,
                                      "--set",   "grid=[64, 64]",
                                      "--set",   "hardware.steps=1",
                                      "--set",   "hardware.cells_per_cycle=1",
                                      "--set",   "hardware.debug=[bus, streams, position]"};
    if (rtlgen(words).exit_code == 0) {
      ++with_debug;
    } else {
      words.resize(words.size() - 2);
      const auto first = rtlgen(words);
      ASSERT_EQ(first.exit_code, 0) << board << first.errors;
    }
    const auto again = rtlgen(words);
    EXPECT_EQ(again.exit_code, 0) << board << again.errors;
    runner::write_file(at(board + "/host/mine.txt"), "mine");
    EXPECT_EQ(rtlgen(words).exit_code, 3) << board;
  }
  EXPECT_GE(with_debug, 3);
}

/// The list in the folder decides which files are rtlgen's, and not their names.
TEST_F(ProjectCommand, TheListTellsItsFilesFromTheUsers) {
  const std::vector<std::string> words = {"project", hotspot_, "--board", "kcu105", "-o", "p"};
  ASSERT_EQ(rtlgen(words).exit_code, 0);
  ProcessOptions in_folder;
  in_folder.working_directory = at("p").string();
  const auto checked = run_process({"sha256sum", "--check", "--strict", "--quiet", "files.sha256"}, in_folder);
  EXPECT_EQ(checked.exit_code, 0) << checked.output << checked.errors;
  const auto refused = [&](const std::string& why) {
    const auto result = rtlgen(words);
    EXPECT_EQ(result.exit_code, 3);
    EXPECT_THAT(result.errors, HasSubstr("p " + why));
    EXPECT_THAT(result.errors, HasSubstr("; nothing was changed. Name another folder, or use --force to replace it"));
  };
  const auto force = [&] {
    std::vector<std::string> forced = words;
    forced.emplace_back("--force");
    EXPECT_EQ(rtlgen(forced).exit_code, 0);
  };
  // A new file with the name of a generated kind.
  runner::write_file(at("p/constraints/mine.xdc"), "mine");
  refused("holds files that rtlgen did not write (constraints/mine.xdc)");
  std::filesystem::remove(at("p/constraints/mine.xdc"));
  std::filesystem::create_directory(at("p/tcl/mine"));
  refused("holds files that rtlgen did not write (tcl/mine)");
  std::filesystem::remove(at("p/tcl/mine"));
  const std::string pins = read_file(at("p/constraints/pcie.xdc"));
  runner::write_file(at("p/constraints/pcie.xdc"), pins + "# mine\n");
  refused("holds files that were changed after rtlgen wrote them (constraints/pcie.xdc)");
  EXPECT_EQ(read_file(at("p/constraints/pcie.xdc")), pins + "# mine\n");
  runner::write_file(at("p/constraints/pcie.xdc"), pins);
  // A file that is missing is written again.
  std::filesystem::remove(at("p/constraints/pcie.xdc"));
  EXPECT_EQ(rtlgen(words).exit_code, 0);
  EXPECT_EQ(read_file(at("p/constraints/pcie.xdc")), pins);
  // A project of an older rtlgen.
  std::filesystem::remove(at("p/files.sha256"));
  refused("has no files.sha256, without which rtlgen cannot tell its files from yours: an older rtlgen wrote it");
  force();
  EXPECT_EQ(rtlgen(words).exit_code, 0);
  // Checksums of the user's own data do not make a project of a folder.
  runner::write_file(at("data/files.sha256"),
                     "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad  abc\n");
  runner::write_file(at("data/abc"), "abc");
  EXPECT_EQ(rtlgen({"project", hotspot_, "--board", "kcu105", "-o", "data"}).exit_code, 3);
}

/// A key that the user gives and the program too is printed once: rtlgen refuses one given twice.
TEST_F(ProjectCommand, ThePrintedCommandsCanBeRun) {
  EXPECT_EQ(rtlgen({"project", hotspot_, "--board", "kcu105", "--set", "hardware.board=kcu105", "--set",
                    "hardware.bus.bits=512", "-o", "p"})
                .exit_code,
            0);
  const std::string readme = read_file(at("p/README.md"));
  const std::size_t at_run = readme.find("rtlgen run ");
  ASSERT_NE(at_run, std::string::npos) << readme;
  const std::string run = readme.substr(at_run, readme.find('\n', at_run) - at_run);
  for (const char* key : {"hardware.board=", "hardware.device=", "hardware.bus.bits="})
    EXPECT_EQ(run.find(key), run.rfind(key)) << run;
}

/// The README's commands find the description and the hardware on the card, from the folder that the README names.
TEST_F(ProjectCommand, CommandsForAShippedStencilRun) {
  const std::vector<std::pair<std::string, std::string>> boards = {{"kcu105", "xdma"},     {"u250", "xrt"},
                                                                   {"de5net", "vfio"},     {"nexys_video", "uart"},
                                                                   {"icebreaker", "uart"}, {"p395_d8", ""}};
  for (const auto& [board, backend] : boards) {
    const auto made =
        rtlgen({"project", "life", "--board", board, "-o", board, "--set", "grid=[64, 64]", "--set",
                "hardware.cells_per_cycle=1", "--set", "hardware.clock_mhz=24", "--set", "hardware.ram=block"});
    ASSERT_EQ(made.exit_code, 0) << board << made.errors << made.output;
    const std::string readme = read_file(at(board + "/README.md"));
    EXPECT_EQ(read_file(at(board + "/life.yaml")), read_file(test::source_folder() + "/configs/life.yaml")) << board;
    EXPECT_THAT(readme, HasSubstr("| `life.yaml` |")) << board;
    EXPECT_EQ(readme.find("from the folder of"), std::string::npos) << board;
    const std::string own = digest_of(board);
    // The command that made it makes it again.
    ASSERT_EQ(rtlgen(words_in(readme, "`rtlgen project ", "`")).exit_code, 0) << board;
    EXPECT_EQ(digest_of("life_" + board), own) << board;
    if (backend.empty()) continue;
    std::vector<std::string> words = words_in(readme, "    rtlgen run ", "\n");
    ASSERT_THAT(words, testing::Contains(backend)) << board;
    ASSERT_EQ(words.at(1), "life") << board;
    EXPECT_EQ(digest_of(generated(words)), own) << board;
    // Another width is other hardware.
    std::replace(words.begin(), words.end(), std::string("hardware.cells_per_cycle=1"),
                 std::string("hardware.cells_per_cycle=2"));
    EXPECT_NE(digest_of(generated(words)), own) << board;
  }
  // As printed: all that is missing is the card.
  const auto run = rtlgen(words_in(read_file(at("kcu105/README.md")), "    rtlgen run ", "\n"));
  EXPECT_EQ(run.exit_code, 3) << run.output;
  EXPECT_THAT(run.errors, HasSubstr("xdma")) << run.errors;
  const std::string alveo = read_file(at("u250/README.md"));
  EXPECT_THAT(alveo, HasSubstr("With rtlgen built with XRT, from this folder:"));
  EXPECT_THAT(alveo, HasSubstr("--xclbin build/life_u250.xclbin"));
}

/// A file of the user's stays where it is, and an Alveo's bitstream goes to it.
TEST_F(ProjectCommand, CommandsForAFileNameItsFolder) {
  ASSERT_EQ(rtlgen({"project", "small.yaml", "--board", "u250", "-o", "p"}).exit_code, 0);
  const std::string readme = read_file(at("p/README.md"));
  EXPECT_FALSE(std::filesystem::exists(at("p/small.yaml")));
  EXPECT_THAT(readme, HasSubstr("from the folder of small.yaml, after copying `build/small_u250.xclbin` there:"));
  EXPECT_THAT(readme, HasSubstr("rtlgen run small.yaml --backend xrt --xclbin small_u250.xclbin"));
  EXPECT_EQ(digest_of(generated(words_in(readme, "    rtlgen run ", "\n"))), digest_of("p"));
}

/// Each board's folder, and what it tells the host's library.
TEST_F(ProjectCommand, TheManifestHasTheMemoryMap) {
  for (const auto& [board, bytes] : std::vector<std::pair<std::string, std::vector<std::uint64_t>>>{
           {"kcu105", {std::uint64_t{2} << 30}},
           {"vcu118", {std::uint64_t{2} << 30, std::uint64_t{2} << 30}},
           {"adm_pcie_ku3", {std::uint64_t{8} << 30, std::uint64_t{8} << 30}}}) {
    const auto result = rtlgen({"project", hotspot_, "--board", board, "-o", board});
    EXPECT_EQ(result.exit_code, 0) << result.errors;
    const auto card = nlohmann::json::parse(read_file(at(board + "/manifest.json"))).at("card");
    EXPECT_EQ(card.at("board"), board);
    ASSERT_EQ(card.at("memory").size(), bytes.size());
    std::uint64_t base = 0;
    for (std::size_t k = 0; k < bytes.size(); ++k) {
      EXPECT_EQ(card["memory"][k]["base"], base);
      EXPECT_EQ(card["memory"][k]["bytes"], bytes[k]);
      base += bytes[k];
    }
  }
}

TEST_F(ProjectCommand, WhatDoesNotFitIsNotWrittenAndWhatWouldFitIsSaid) {
  const auto result =
      rtlgen({"project", hotspot_, "--board", "kcu105", "-o", "p", "--set", "hardware.steps=40", "--json", "p.json"});
  EXPECT_EQ(result.exit_code, 1) << result.errors;
  EXPECT_FALSE(std::filesystem::exists(at("p")));
  const auto json = nlohmann::json::parse(read_file(at("p.json")));
  const std::string change = json["smallest_change"];
  ASSERT_THAT(change, HasSubstr("hardware.steps="));
  EXPECT_EQ(change.find("cells_per_cycle"), std::string::npos) << change;
  const std::string set =
      change.substr(change.find("hardware.steps="), change.rfind('\'') - change.find("hardware.steps="));
  EXPECT_EQ(rtlgen({"project", hotspot_, "--board", "kcu105", "-o", "p", "--set", set}).exit_code, 0) << set;
}

/// A board without pins: the accelerator alone, which says that it is not a card.
TEST_F(ProjectCommand, WritesTheAcceleratorAlone) {
  const std::vector<std::string> small = {"--set", "hardware.cells_per_cycle=1", "--set", "hardware.steps=1"};
  const auto project = [&](std::vector<std::string> line) {
    line.insert(line.begin(), "project");
    line.insert(line.end(), small.begin(), small.end());
    return rtlgen(line);
  };
  const auto result = project({hotspot_, "--board", "p395_d8", "-o", "p", "--json", "p.json"});
  EXPECT_EQ(result.exit_code, 0) << result.errors;
  EXPECT_THAT(result.output, HasSubstr("no bitstream: add the board's pins yourself (p/pins.yours)"));
  const auto json = nlohmann::json::parse(read_file(at("p.json")));
  EXPECT_EQ(json["bitstream"], false);
  for (const auto& file : json["files"])
    EXPECT_TRUE(std::filesystem::is_regular_file(at("p/" + file.get<std::string>()))) << file;
  // Again, of another tool: everything in it is known.
  EXPECT_EQ(project({hotspot_, "--board", "p395_d8", "-o", "p"}).exit_code, 0);
  EXPECT_EQ(project({hotspot_, "--board", "xupv5", "-o", "p"}).exit_code, 0);
  EXPECT_EQ(project({hotspot_, "--board", "p395_d8", "-o", "p"}).exit_code, 0);
  // A board of one's own, from here and by the file, which lies elsewhere.
  std::string own = frontend::board_texts().at("s10_mx2100");
  own.replace(own.find("MX 2100, source"), 7, "1SM21BHU2F53E1VG");
  std::filesystem::create_directories(at("mine"));
  std::filesystem::create_directories(at("stencils"));
  runner::write_file(at("mine/board.yaml"), own);
  std::string stencil = read_file(test::source_folder() + "/configs/heat1d.yaml");
  runner::write_file(at("stencils/a.yaml"), stencil);
  stencil.replace(stencil.find("hardware: {"), 11, "hardware: {board: ../mine, ");
  runner::write_file(at("stencils/b.yaml"), stencil);
  EXPECT_EQ(project({"stencils/a.yaml", "--board", "./mine", "-o", "a"}).exit_code, 0);
  const auto by_file = project({"stencils/b.yaml", "-o", "b"});
  EXPECT_EQ(by_file.exit_code, 0) << by_file.errors;
  for (const char* folder : {"a", "b"})
    EXPECT_THAT(read_file(at(std::string(folder) + "/build.tcl")), HasSubstr("set part 1SM21BHU2F53E1VG\n"));
}

TEST_F(ProjectCommand, Refusals) {
  const auto refused = [&](const std::vector<std::string>& more) {
    std::vector<std::string> all = {"project", hotspot_, "-o", "p"};
    all.insert(all.end(), more.begin(), more.end());
    const auto result = rtlgen(all);
    EXPECT_EQ(result.exit_code, 2);
    EXPECT_FALSE(std::filesystem::exists(at("p")));
    return result.errors;
  };
  EXPECT_THAT(refused({}), HasSubstr("RG0805"));
  std::filesystem::create_directories(at("mine"));
  runner::write_file(at("mine/board.yaml"), frontend::board_texts().at("nexys_video"));
  EXPECT_THAT(refused({"--board", "./mine"}), HasSubstr("whose wiring.yaml rtlgen does not read"));
  EXPECT_THAT(refused({"--board", "s10_mx2100"}), HasSubstr("is not a part number"));
  EXPECT_THAT(refused({"--board", "xupv5", "--set", "hardware.bus=64"}),
              HasSubstr("a project for XUPV5-LX110T contains only the core"));
  EXPECT_THAT(refused({"--board", "kcu105", "--set", "hardware.memory={t: [0, 1]}"}),
              HasSubstr("memory channel 1 does not exist: kcu105 has only channel 0"));
  EXPECT_THAT(refused({"--board", "kcu105", "--set", "hardware.bus.bits=256"}), HasSubstr("a bus of 256 bits"));
  EXPECT_THAT(refused({"--board", "kcu105", "--set", "hardware.kernels=2"}),
              HasSubstr("2 kernels, but each needs its own memory channels, and AMD KCU105 has only one"));
  EXPECT_THAT(refused({"--board", "vcu118", "--set", "hardware.kernels=3"}),
              HasSubstr("hardware.kernels must be a power of two up to 2 for this board"));
  EXPECT_THAT(refused({"--board", "vcu118", "--set", "hardware.kernels=2", "--set", "hardware.memory={t: [0, 1]}"}),
              HasSubstr("memory channel 1 does not exist: vcu118 has only channel 0 for each of 2 kernels"));
  EXPECT_THAT(refused({"--board", "u250", "--set", "hardware.kernels=3"}),
              HasSubstr("3 kernels, but AMD Alveo U250 has 4 banks of memory"));
  EXPECT_THAT(refused({"--board", "u250", "--set", "hardware.kernels=4", "--set", "hardware.memory={t: [0, 1]}"}),
              HasSubstr("memory channel 1 does not exist: u250 has only channel 0 for each of 4 kernels"));
  EXPECT_THAT(refused({"--board", "de5net", "--set", "hardware.kernels=4"}),
              HasSubstr("hardware.kernels must be a power of two up to 2 for this board"));
  EXPECT_THAT(refused({"--board", "kcu105", "--hdl", "chisel"}), HasSubstr("chisel"));
  EXPECT_THAT(refused({"--board", "kcu105", "--set", "hardware={steps: 2}"}), HasSubstr("removes the board's bus"));
}

/// The reader's message about a board's wiring with a change.
std::string message_of(const std::string& from, const std::string& to, const std::string& board = "kcu105") {
  std::string text = frontend::wiring_texts().at(board);
  const std::size_t at = text.find(from);
  EXPECT_NE(at, std::string::npos) << from;
  text.replace(at, from.size(), to);
  Diagnostics diagnostics;
  EXPECT_FALSE(frontend::load_wiring_text(text, "w.yaml", frontend::wiring_texts(), diagnostics).ok()) << to;
  return diagnostics.render();
}

TEST(Wiring, FaultsHaveTheirPlaces) {
  EXPECT_THAT(message_of("axi_data_width: 256_bit", "axi_data_width: 255_bit"),
              HasSubstr("'axi_data_width' of xdma cannot be '255_bit'"));
  EXPECT_THAT(message_of("cfg_mgmt_if:", "cfg_mgmt_of:"), HasSubstr("xdma has no parameter 'cfg_mgmt_of'"));
  EXPECT_THAT(message_of("C0.DDR4_TimePeriod: 833", "C0.DDR4_TimePeriod: fast"),
              HasSubstr("'C0.DDR4_TimePeriod' of ddr4 cannot be 'fast'"));
  EXPECT_THAT(message_of("pins: [K22]", "pins: [AB6]"), HasSubstr("the pin AB6 is used twice"));
  EXPECT_THAT(message_of("port: pcie_tx_n", "port: pcie_tx_p"), HasSubstr("the port pcie_tx_p is wired twice"));
  EXPECT_THAT(message_of("clocks: [{port: pcie_refclk_p", "clocks: [{port: refclk_p"),
              HasSubstr("the clock port refclk_p has no pin"));
  EXPECT_THAT(message_of("groups: 1, ", ""), HasSubstr("the width of ddr4's port c0_ddr4_bg is 'groups'"));
  EXPECT_THAT(message_of("- ip: ddr4", "- ip: ddr9"), HasSubstr("there is no IP 'ddr9'"));
  EXPECT_THAT(message_of("user_mhz: 250", "user_mhz: fast"), HasSubstr("user_mhz"));
  EXPECT_THAT(message_of("IBUFDS_GTE3", "IBUFDS_GTE9"), HasSubstr("IBUFDS_GTE9"));
  EXPECT_THAT(message_of("interface: SPIx8", "interface: SPIx9"), HasSubstr("SPIx9"));
  EXPECT_THAT(message_of("megabytes: 64", "megabytes: 60"),
              HasSubstr("a flash of 60 megabytes; write_cfgmem wants a power of two"));
  EXPECT_THAT(message_of("parts: [mt25qu256-spi-x1_x2_x4_x8, n25q256-1.8v-spi-x1_x2_x4_x8]", "parts: []"),
              HasSubstr("a flash needs the names of its parts"));
  EXPECT_THAT(message_of("pull: up", "push: up"), HasSubstr("push"));
  EXPECT_THAT(message_of("address: 31", "address: 11"), HasSubstr("a channel has 12 to 48 address bits, not 11"));
  EXPECT_THAT(message_of("address: 31", "address: 30", "vcu118"),
              HasSubstr("'address' of memory channel 1 is 31, but 30 for channel 0; all must be equal"));
  EXPECT_THAT(message_of("like: c0_ddr3_ba", "like: c0_ddr3_bank", "adm_pcie_ku3"),
              HasSubstr("'c0_ddr3_bank' is not a port that is wired earlier"));
  EXPECT_THAT(message_of("- file: parts/", "- file: modules/", "adm_pcie_ku3"),
              HasSubstr("is not of the form parts/<name>.csv"));
  EXPECT_THAT(message_of("CustomParts: parts/MT18", "CustomParts: parts/MT19", "adm_pcie_ku3"),
              HasSubstr("names parts/MT19KSF1G72HZ-1G6.csv, which is missing from 'parts'"));
}

/// Boards behind a serial line.
TEST(Wiring, SoHaveThoseOfSerialLines) {
  const auto message = [](const std::string& from, const std::string& to) {
    return message_of(from, to, "nexys_video");
  };
  EXPECT_THAT(message("baud: 1000000", "baud: 5"), HasSubstr("baud"));
  EXPECT_THAT(message("port: uart_tx", "port: uart_tz"), HasSubstr("a serial line needs the port uart_tx"));
  EXPECT_THAT(message("clocks: [{port: clk, ns: 10}]", "clocks: []"), HasSubstr("an oscillator needs a clock"));
  EXPECT_THAT(message("\noscillator:\n", "\nvibrator:\n"), HasSubstr("oscillator"));
  EXPECT_THAT(message("selects: 0, ", ""), HasSubstr("the width of mig_7series's port ddr3_cs_n is 'selects'"));
  EXPECT_THAT(message("data: 128", "data: 0"), HasSubstr("the width of mig_7series's port s_axi_wdata is 'data'"));
  EXPECT_THAT(message("MemoryVoltage: 1.5V", "MemoryVoltage: 15V"),
              HasSubstr("'MemoryVoltage' of mig_7series cannot be '15V'"));
  EXPECT_THAT(message("sources:", "pcie: {}\nsources:"), HasSubstr("pcie"));
  EXPECT_THAT(message("address: 29", "address: 33"),
              HasSubstr("a card with a serial line has one memory channel, with at most 32 address bits"));
}

/// A fact that both files have is the same in both.
TEST(Wiring, AgreesWithTheBoardsFigures) {
  for (const auto& [id, text] : frontend::wiring_texts()) {
    if (id.find('/') != std::string::npos) continue;
    Diagnostics diagnostics;
    const auto wiring = frontend::load_wiring(id, diagnostics);
    const auto board = frontend::load_board(id, diagnostics);
    ASSERT_TRUE(wiring.ok() && board.ok()) << id << diagnostics.render();
    if (wiring->tool != "vivado") continue;
    const board::Memory& memory = board->memory.front();
    const auto map = wiring->memory_map();
    ASSERT_EQ(static_cast<std::int64_t>(map.size()), memory.channels->count()) << id;
    for (std::size_t k = 0; k < map.size(); ++k) {
      EXPECT_EQ(map[k].base, map[0].bytes * k) << id;
      EXPECT_DOUBLE_EQ(static_cast<double>(map[k].bytes), memory.gigabytes->value * (1 << 30)) << id;
      EXPECT_NEAR(1e3 / wiring->memory[k].ui_ns, memory.controller_mhz->value, 0.5) << id;
      EXPECT_EQ(wiring->memory[k].use.sizes.at("data"), memory.controller_bits->count()) << id;
    }
    if (wiring->uart)
      EXPECT_FALSE(board->pcie.lanes) << id;
    else
      EXPECT_EQ(wiring->pcie.sizes.at("lanes"), board->pcie.lanes->count()) << id;
  }
}

TEST(Wiring, SoHaveThoseOfPlatforms) {
  EXPECT_THAT(message_of("\nplatform:\n", "\nplatforms:\n", "u250"), HasSubstr("platforms"));
  EXPECT_THAT(message_of("{bits: 512, mhz: 300}", "{bits: 384, mhz: 300}", "u250"), HasSubstr("384"));
  EXPECT_THAT(message_of("{name: HBM, count: 32}", "{name: SRAM, count: 32}", "u280"), HasSubstr("SRAM"));
  EXPECT_THAT(message_of("count: 4}", "count: 0}", "u250"), HasSubstr("count"));
  EXPECT_THAT(message_of("  kernel_mhz: 500\n", "", "u250"), HasSubstr("kernel_mhz"));
  EXPECT_THAT(message_of("sources:", "pcie: {}\nsources:", "u280"), HasSubstr("pcie"));
}

}  // namespace
}  // namespace rtlgen::test
