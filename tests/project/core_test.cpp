// Projects of an accelerator alone, without vendor tools: lint of the ring, build scripts in a stand-in for Quartus
// with designs and tools that must be refused, what boards and descriptions get none. Mutants and mutants show that
// checks can fail. ISE: core_ise_test.cpp.
#include <gmock/gmock.h>

#include <algorithm>
#include <filesystem>
#include <sstream>

#include "core_checks.hpp"
#include "frontend/board/board_file.hpp"
#include "kept_run.hpp"
#include "test_paths.hpp"

namespace rtlgen::test {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;
namespace fs = std::filesystem;

const std::vector<std::string> kSmallWithBus = {"hardware.cells_per_cycle=2", "hardware.steps=2",
                                                "hardware.bus={bits: 512, clock_mhz: 250}"};
const std::vector<const char*> kIntel = {"p395_d8", "p395_ab", "n385a", "b520n", "s10gx_dk"};

/// Verilator's warnings of the top, as changed.
std::string lint_of(const driver::PlannedCore& project, const std::string& folder, const std::string& from = "",
                    const std::string& to = "") {
  std::vector<std::string> command = {"verilator", "--lint-only", "-Wall", "--top-module", project.flow().top()};
  std::vector<emit::File> files = project.files();
  for (emit::File& file : files) {
    const std::size_t at = from.empty() ? std::string::npos : file.text.find(from);
    if (at != std::string::npos && file.path.starts_with("rtl/ring/")) file.text.replace(at, from.size(), to);
  }
  put_files(folder, files);
  for (const std::string& file : verilog_of(project)) command.push_back(file);
  return kept_run(folder, command).output;
}

// ---- The ring ----------------------------------------------------------------------------------

TEST(CoreRing, IsCleanAroundCoresAndShells) {
  RTLGEN_NEED_TOOLS();
  const std::vector<std::string> bus = {"hardware.bus=256"};
  for (const auto& [board, stencil, sets] : std::vector<std::tuple<std::string, std::string, std::vector<std::string>>>{
           {"p395_d8", "hotspot2d", kSmall},
           {"b520n", "hotspot2d", kSmallWithBus},
           {"n385a", "heat1d", bus},
           {"xupv5", "heat1d", {}},
           {"b520n", "diffusion3d", {"hardware.bus=512", "hardware.memory={t: [0, 1]}"}},
           {"p395_ab", "life", {"hardware.streams=true", "hardware.steps=1"}}}) {
    EXPECT_EQ(lint_of(planned_core(board, sets, stencil), fresh_folder("core_lint")), "") << board << " " << stencil;
  }
}

TEST(CoreRing, AWrongPortOrWidthIsALintFault) {
  RTLGEN_NEED_TOOLS();
  const auto project = planned_core("p395_d8", kSmall);
  const std::string folder = fresh_folder("core_lint_mutants");
  EXPECT_THAT(lint_of(project, folder, ".in_valid(", ".in_valids("), HasSubstr("PINNOTFOUND"));
  EXPECT_THAT(lint_of(project, folder, ".out_t(outputs[", ".out_t(outputs[1+"), HasSubstr("WIDTH"));
  EXPECT_THAT(lint_of(project, folder, "    .rst(to_inputs[0]),\n", ""), HasSubstr("PINMISSING"));
}

/// Cells by kind when all unobservable ones are removed.
std::map<std::string, int> cells_of(const std::vector<emit::File>& files, const std::string& top) {
  const std::string folder = fresh_folder("core_cells");
  std::string names;
  put_files(folder, files);
  for (const emit::File& file : files) {
    if (file.path.ends_with(".v")) names += file.path + " ";
  }
  const ProcessResult yosys = kept_run(folder,
                                       {"yosys", "-q", "-p",
                                        "read_verilog " + names + "; hierarchy -check -top " + top +
                                            "; proc; flatten; opt_clean -purge; write_json out.json"},
                                       {"out.json"});
  EXPECT_TRUE(yosys.ok()) << yosys.output;
  std::map<std::string, int> kinds;
  const nlohmann::json cells = nlohmann::json::parse(read_text(folder + "/out.json")).at("modules").at(top).at("cells");
  for (const auto& [name, cell] : cells.items()) ++kinds[cell.at("type").get<std::string>()];
  return kinds;
}

/// Its input bits are registers of their own, its output bits all reach the end: a tool has nothing to remove.
TEST(CoreRing, LeavesTheAcceleratorWhole) {
  RTLGEN_NEED_TOOLS();
  const auto project = planned_core("p395_d8", {"hardware.cells_per_cycle=1", "hardware.steps=1"}, "heat1d");
  auto alone = cells_of(project.files(), "heat1d_core");
  // Two vectors of registers, the chain and its end, and what adds to it.
  alone["$dff"] += 4;
  alone["$xor"] += 1;
  EXPECT_EQ(cells_of(project.files(), "heat1d_p395_d8"), alone);
  std::vector<emit::File> deaf = project.files();
  for (emit::File& file : deaf) {
    const std::string from = " ^ taken;";
    if (file.path.starts_with("rtl/ring/")) file.text.replace(file.text.find(from), from.size(), ";");
  }
  EXPECT_EQ(cells_of(deaf, "heat1d_p395_d8").count("$add"), 0U);
}

TEST(CoreRing, StandsAroundAVhdlCoreToo) {
  RTLGEN_NEED_TOOLS();
  const auto verilog = planned_core("n385a", kSmall),
             vhdl = planned_core("n385a", kSmall, "hotspot2d", driver::HdlChoice::kVhdl);
  EXPECT_EQ(file_of(verilog, "rtl/ring/hotspot2d_n385a.v").substr(200),
            file_of(vhdl, "rtl/ring/hotspot2d_n385a.v").substr(200));
  EXPECT_THAT(file_of(vhdl, "build.tcl"), HasSubstr("rtl/core/hotspot2d_core.vhd"));
}

// ---- Quartus ------------------------------------------------------------------------------------

struct Judged {
  driver::PlannedCore project;
  std::string folder;

  Judged(const std::string& board, const std::vector<std::string>& sets)
      : project(planned_core(board, sets)), folder(fresh_folder("core_quartus_" + board)) {
    put_files(folder, project.files());
    put_files(folder, {{"facts.txt", core_facts(project, elaborated(project.files(), project.flow().top()))}});
  }
  [[nodiscard]] std::string verdict() const { return verdict_of_stand_in("core_quartus.tcl", folder); }
};

TEST(CoreQuartus, TheStandInCompilesEveryBoard) {
  RTLGEN_NEED_TOOLS();
  for (const char* board : kIntel) {
    EXPECT_THAT(Judged(board, kSmall).verdict(), StartsWith("ok ")) << board;
    EXPECT_THAT(Judged(board, kSmallWithBus).verdict(), StartsWith("ok ")) << board << " with a bus";
  }
}

TEST(CoreQuartus, SoItDoesWithACoreInVhdl) {
  RTLGEN_NEED_TOOLS();
  const auto vhdl = planned_core("b520n", kSmallWithBus, "hotspot2d", driver::HdlChoice::kVhdl);
  const std::string folder = fresh_folder("core_quartus_vhdl");
  put_files(folder, vhdl.files());
  // Same top, same crossings; other sources.
  const auto verilog = planned_core("b520n", kSmallWithBus);
  put_files(folder, {{"facts.txt", core_facts(vhdl, elaborated(verilog.files(), "hotspot2d_b520n"))}});
  EXPECT_THAT(verdict_of_stand_in("core_quartus.tcl", folder), StartsWith("ok "));
}

/// A shell without its constraints, or with half of them, is found out.
TEST(CoreQuartus, CrossingsAreConstrained) {
  RTLGEN_NEED_TOOLS();
  const Judged judged("b520n", kSmallWithBus);
  const std::string sdc = "rtl/shell/hotspot2d_shell.sdc", text = file_of(judged.project, sdc);
  put_files(judged.folder, {{sdc, text.substr(0, text.find("# Pointers"))}});
  EXPECT_THAT(judged.verdict(), HasSubstr("no set_max_delay to "));
  put_files(judged.folder, {{sdc, std::regex_replace(text, std::regex("u_sequencer"), "u_sequence")}});
  EXPECT_THAT(judged.verdict(), HasSubstr("no register is *"));
}

TEST(CoreQuartus, MakeCallsItAndSaysWhenItIsMissing) {
  RTLGEN_NEED_TOOLS();
  const Judged judged("p395_d8", kSmall);
  EXPECT_THAT(run_in(judged.folder, {"make", "-n"}).output, HasSubstr("quartus_sh -t build.tcl"));
  const ProcessResult without = run_in(judged.folder, {"make", "QUARTUS_SH=no_such_quartus"});
  EXPECT_FALSE(without.ok());
  EXPECT_THAT(without.output, HasSubstr("no_such_quartus is not in PATH"));
}

/// Ways to write the same that public scripts use: what is right must not be refused.
TEST(CoreQuartus, IdiomsAreAccepted) {
  RTLGEN_NEED_TOOLS();
  const Judged judged("b520n", kSmall);
  const std::vector<std::array<std::string, 3>> idioms = {
      {"tcl/core.tcl", "-name VIRTUAL_PIN ON -to $port", "-to $port -name VIRTUAL_PIN ON"},
      {"constraints/clocks.sdc", "create_clock -name clk -period 5.000 [get_ports {clk}]",
       "create_clock -period 5 -name {clk} [get_ports clk]"},
      {"build.tcl", "set least_version 18.1", "set least_version \"18.1\"; # or newer"},
      {"build.tcl", "set family {Stratix 10}", "set family \"Stratix 10\""},
  };
  for (const auto& [file, from, to] : idioms) {
    std::string text = file_of(judged.project, file);
    ASSERT_NE(text.find(from), std::string::npos) << from;
    put_files(judged.folder, {{file, text.replace(text.find(from), from.size(), to)}});
    EXPECT_THAT(judged.verdict(), StartsWith("ok ")) << to;
    put_files(judged.folder, {{file, file_of(judged.project, file)}});
  }
}

TEST(CoreQuartus, MutantsAreFound) {
  RTLGEN_NEED_TOOLS();
  for (const char* board : {"p395_d8", "b520n"}) {
    const Judged judged(board, kSmallWithBus);
    const auto skipped = [](const std::string& line, std::size_t number) {
      return line.starts_with("  rtl/") && number % 5 != 0;
    };
    const auto mutants =
        mutants_of(of_paths(judged.project.files(), {"build.tcl", "tcl/core.tcl", "constraints/"}), changes(), skipped);
    EXPECT_GE(mutants.size(), 100U);
    expect_found(board, mutants, 95, [&](const Mutant& mutant) {
      put_files(judged.folder, {{mutant.file, mutant.text}});
      const bool survives = judged.verdict().starts_with("ok ");
      put_files(judged.folder, {{mutant.file, file_of(judged.project, mutant.file)}});
      return survives;
    });
  }
}

// ---- Common to all ------------------------------------------------------------------------------

TEST(CoreProjects, ListWhatACardNeedsAndMakeNoBitstream) {
  RTLGEN_NEED_TOOLS();
  for (const auto& [board, sets] :
       std::vector<std::pair<std::string, std::vector<std::string>>>{{"s10gx_dk", kSmallWithBus}, {"xupv5", kSmall}}) {
    const auto project = planned_core(board, sets);
    const std::string folder = fresh_folder("core_pins_" + board);
    put_files(folder, project.files());
    const std::string pins = file_of(project, "pins.yours");
    const auto modules = elaborated(project.files(), project.flow().top());
    const ProcessResult open = run_in(folder, {"make", "bitstream"});
    EXPECT_FALSE(open.ok());
    for (const auto& [name, port] : modules.at(project.flow().accelerator()).at("ports").items()) {
      std::istringstream lines(open.output);
      std::string line, found;
      while (std::getline(lines, line)) {
        if (line.starts_with(name + " ")) found = line;
      }
      std::istringstream words(found);
      std::string word, direction;
      std::size_t bits = 0;
      words >> word >> direction >> bits;
      EXPECT_EQ(direction, port.at("direction") == "output" ? "out" : "in") << name;
      EXPECT_EQ(bits, port.at("bits").size()) << name;
    }
    EXPECT_THAT(open.output, HasSubstr("no bitstream: "));
    EXPECT_THAT(open.output, HasSubstr("boards/<id>/wiring.yaml"));
    put_files(folder, {{"pins.yours", std::regex_replace(pins, std::regex("= \\?"), "= AB12")}});
    const ProcessResult filled = run_in(folder, {"make", "bitstream"});
    EXPECT_FALSE(filled.ok());
    EXPECT_THAT(filled.output, HasSubstr("is complete, but this project has no card"));
    fs::remove(folder + "/pins.yours");
    EXPECT_THAT(run_in(folder, {"make", "bitstream"}).output, HasSubstr("usage: bitstream.sh"));
  }
}

TEST(CoreProjects, SayThatTheyAreNoCard) {
  const auto project = planned_core("n385a", kSmall);
  const std::string readme = file_of(project, "README.md");
  for (const char* words : {"makes no bitstream", "**No vendor tool has read this project.**",
                            "not looked up: compare it with your board", "| ALM | ", "Quartus Prime Pro Edition 18.1"})
    EXPECT_THAT(readme, HasSubstr(words));
  for (const emit::File& file : project.files())
    EXPECT_THAT(file.text, Not(HasSubstr(test::source_folder() + "/"))) << file.path;
}

TEST(CoreProjects, ScriptsAreCleanForShellcheck) {
  RTLGEN_NEED_TOOLS();
  const std::string folder = fresh_folder("core_shellcheck");
  const auto project = planned_core("xupv5", kSmall);
  put_files(folder, {{"ise.sh", file_of(project, "tcl/ise.sh")},
                     {"bitstream.sh", file_of(project, "tcl/bitstream.sh")},
                     {"wrong.sh", "#!/bin/sh\nrm $1\n"}});
  EXPECT_EQ(run_in(folder, {"shellcheck", "ise.sh", "bitstream.sh"}).output, "");
  EXPECT_THAT(run_in(folder, {"shellcheck", "wrong.sh"}).output, HasSubstr("SC2086"));
}

/// A board says that it has such a project if and only if it has.
TEST(CoreProjects, AreThoseOfTheBoardsThatSaySo) {
  int count = 0;
  for (const std::string& id : frontend::board_names()) {
    Diagnostics diagnostics;
    const auto board = frontend::load_board(id, diagnostics);
    ASSERT_TRUE(board.ok());
    const bool says = std::find(board->works.begin(), board->works.end(), "core_project") != board->works.end();
    const bool has =
        driver::is_core_project(*board) &&
        driver::plan_core_project({{config("heat1d"), {}}, id, "", driver::HdlChoice::kVerilog, false}, diagnostics)
            .ok();
    EXPECT_EQ(says, has) << id;
    count += says ? 1 : 0;
  }
  EXPECT_GE(count, 6);
}

std::string refused(const std::string& board, const std::vector<std::string>& sets) {
  Diagnostics diagnostics;
  EXPECT_FALSE(driver::plan_core_project({{config("hotspot2d"), sets}, board, "", driver::HdlChoice::kVerilog, false},
                                         diagnostics)
                   .ok());
  return diagnostics.render();
}

TEST(CoreProjects, Refusals) {
  EXPECT_THAT(refused("s10_mx2100", {}), HasSubstr("'MX 2100' (Zohouri 2018, table 5) is not a part number"));
  EXPECT_THAT(refused("xupv5", {"hardware.bus=128"}), HasSubstr("leave out hardware.bus and hardware.memory"));
  EXPECT_THAT(refused("n385a", {"hardware.kernels=2", "hardware.bus=512"}), HasSubstr("2 kernels"));
  EXPECT_THAT(refused("n385b", {}), HasSubstr("RG0217"));
}

}  // namespace
}  // namespace rtlgen::test
