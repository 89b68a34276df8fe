// hardware.debug in a project: without it nothing changes; with it, tools keep every register that a user may want to
// see, insert an analyser for each clock, and capture samples of the one card that is meant. The tools are stand-ins.
#include <gmock/gmock.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <regex>
#include <set>

#include "driver/project/core_project.hpp"
#include "driver/project/open_project.hpp"
#include "driver/project/project_parts.hpp"
#include "mutants.hpp"
#include "support/diagnostics.hpp"
#include "tool_stand_ins.hpp"

namespace rtlgen::test {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;
namespace fs = std::filesystem;

const std::string kAll = "hardware.debug=[bus, streams, position]";

std::string text_of(const std::string& path) { return fs::exists(path) ? read_text(path) : ""; }

/// The texts of a project, without the digests of its description and its hardware.
std::map<std::string, std::string> texts_of(const driver::PlannedProject& project) {
  const std::regex digests(fmt::format("\\([0-9a-f]{{8}}\\)|32'h{:08x}", project.identity));
  std::map<std::string, std::string> texts;
  for (const emit::File& file : project.files()) texts[file.path] = std::regex_replace(file.text, digests, "DIGEST");
  // Both repeat the keys.
  texts.erase("README.md");
  texts.erase("manifest.json");
  return texts;
}

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);) lines.push_back(line);
  return lines;
}

/// Whether `all` has the lines of `some` in their order.
bool contains_in_order(const std::string& all, const std::string& some) {
  const std::vector<std::string> wanted = lines_of(some);
  std::size_t found = 0;
  for (const std::string& line : lines_of(all)) {
    if (found < wanted.size() && line == wanted[found]) ++found;
  }
  return found == wanted.size();
}

class DebugOff : public ::testing::TestWithParam<const char*> {};

TEST_P(DebugOff, IsByteForByteTheSame) {
  const auto without = texts_of(planned(kTiny, GetParam()));
  EXPECT_EQ(without, texts_of(planned(kTiny, GetParam(), {"hardware.debug=[]"})));
  // In make and in the scripts that load a card, which look whether tcl/capture.tcl is there.
  const std::set<std::string> may_speak = {"Makefile", "tcl/program.tcl", "tcl/program.sh"};
  for (const auto& [path, text] : without) {
    EXPECT_THAT(path, AllOf(Not(HasSubstr("debug")), Not(HasSubstr("analyser")), Not(HasSubstr("capture"))));
    if (may_speak.contains(path)) continue;
    for (const char* word :
         {"mark_debug", "MARK_DEBUG", "jtag_axi", "card_jtag", "rtlgen_probe", "rtlgen_axil_join", "hardware.debug"})
      EXPECT_THAT(text, Not(HasSubstr(word))) << path;
  }
}

/// The core is the same with debug, and a shell has only more.
TEST_P(DebugOff, LeavesTheHdlAlone) {
  const auto without = texts_of(planned(kTiny, GetParam())), with = texts_of(planned(kTiny, GetParam(), {kAll}));
  int shells = 0;
  for (const auto& [path, text] : without) {
    if (!path.starts_with("rtl/core/") && !path.starts_with("rtl/shell/")) continue;
    ASSERT_TRUE(with.contains(path)) << path;
    const bool is_shell = path.ends_with("tiny_shell.v");
    shells += is_shell ? 1 : 0;
    // The constraints of a shell may name the probes.
    if (!path.ends_with("tiny_shell.sdc")) {
      EXPECT_EQ(with.at(path) == text, !is_shell) << path;
    }
    EXPECT_TRUE(contains_in_order(with.at(path), text)) << path;
  }
  EXPECT_EQ(shells, 1);
}

INSTANTIATE_TEST_SUITE_P(All, DebugOff, ::testing::Values("kcu105", "nexys_video", "de5net", "de10_agilex"));

class Debug : public ::testing::TestWithParam<const char*> {
 protected:
  /// The verdict of the tool's stand-in on what hardware.debug adds.
  std::string judged(const std::string& part = "") {
    return verdict_of_stand_in(card_.is_vivado() ? "vivado.tcl" : "quartus.tcl", card_.folder, "facts.txt", part);
  }

  StandInProject card_{GetParam(), std::string("debug_") + GetParam(), {kAll}};
};

TEST_P(Debug, TheStandInBuildsIt) {
  RTLGEN_NEED_TOOLS();
  EXPECT_THAT(judged(), StartsWith("ok "));
}

TEST_P(Debug, MutantsAreFound) {
  RTLGEN_NEED_TOOLS();
  const std::vector<Change> changes = {{"left out", std::regex("^.*$"), ""},
                                       {"misspelt", std::regex("([a-z])([a-z]+)"), "$2$1"},
                                       {"other number", std::regex("\\b(\\d+)(\\.\\d+)?\\b"), "7$1"},
                                       {"option dropped", std::regex(" --?[a-z_]+"), ""}};
  std::vector<emit::File> files;
  for (const char* path : {"tcl/analyser.tcl", "debug.tcl", "constraints/debug.xdc", "constraints/debug.qsf"}) {
    // debug.tcl of Quartus is for captures.
    if (!card_.is_vivado() && std::string(path) == "debug.tcl") continue;
    if (fs::exists(card_.folder + "/" + path)) files.push_back({path, file_of(card_.project, path)});
  }
  EXPECT_EQ(files.size(), card_.is_vivado() ? 3U : 2U);
  const auto mutants = mutants_of(files, changes, [](const std::string&, std::size_t) { return false; });
  EXPECT_GE(mutants.size(), 20U);
  expect_found(std::string("debug_") + GetParam(), mutants, 85, [&](const Mutant& mutant) {
    put_files(card_.folder, {{mutant.file, mutant.text}});
    const bool survives = judged("debug").starts_with("ok ");
    put_files(card_.folder, {{mutant.file, file_of(card_.project, mutant.file)}});
    return survives;
  });
}

/// In the order of the chain, and from 0 on.
TEST_P(Debug, ExecutorsAreGrouped) {
  const std::string list = file_of(card_.project, card_.is_vivado() ? "debug.tcl" : "debug.stp");
  const std::size_t first = list.find("u_executor_0"), second = list.find("u_executor_1");
  ASSERT_NE(first, std::string::npos);
  ASSERT_NE(second, std::string::npos);
  EXPECT_LT(first, second);
  if (card_.is_vivado()) {
    EXPECT_LT(list.rfind("u_executor_0"), second);
  }
}

INSTANTIATE_TEST_SUITE_P(All, Debug, ::testing::Values("kcu105", "de5net", "de10_agilex"));

/// Every bit of every register is a signal of the analyser of its clock, once, in the three lists that Signal Tap has.
TEST(DebugSignalTap, TheSessionHasEveryRegister) {
  RTLGEN_NEED_TOOLS();
  for (const char* board : {"de5net", "de10_agilex"}) {
    SCOPED_TRACE(board);
    const StandInProject card(board, std::string("debug_session_") + board, {kAll});
    std::map<std::string, std::multiset<std::string>> expected;
    const bool pro = card.project.wiring.tool == "quartus_pro";
    for (const SeenRegister& seen : SeenRegisters(card.project, Elaborated(card.project)).all) {
      const std::string name = quartus_name(seen.quartus, pro);
      const std::size_t bits = std::max<std::size_t>(seen.bits, 1);
      for (std::size_t i = 0; i < bits; ++i)
        expected[seen.clock].insert(seen.bits == 0 ? name : fmt::format("{}[{}]", name, i));
    }
    std::string clock, list;
    static const std::regex set("<signal_set [^>]*name=\"([^\"]+)\""), open("<([a-z_]+_vec)>"),
        wire("<wire name=\"([^\"]+)\"");
    std::map<std::string, std::map<std::string, std::multiset<std::string>>> lists;
    for (const std::string& line : lines_of(file_of(card.project, "debug.stp"))) {
      std::smatch m;
      if (std::regex_search(line, m, set)) clock = m[1];
      if (std::regex_search(line, m, open)) list = m[1];
      if (std::regex_search(line, m, wire)) lists[list][clock].insert(m[1]);
    }
    EXPECT_EQ(lists.size(), 3U);
    for (const auto& [name, of_clocks] : lists) EXPECT_EQ(of_clocks, expected) << name;
    EXPECT_EQ(run_process({"xmllint", "--noout", card.folder + "/debug.stp"}).output, "");
  }
}

// ---- Captures ---------------------------------------------------------------------------------------

struct Look {
  const char* step;
  Environment environment;
  const char *done, *shown;  ///< all of `jtag`; a part of the output
  const char* files;         ///< the folder build/debug

  /// A capture without files, or nothing done.
  [[nodiscard]] bool is_refused() const { return *done == '\0' || (std::string(step) == "capture" && *files == '\0'); }
};

const char* const kCores = "kernel bus axi";

const std::vector<Look> kLooks = {
    {"capture",
     {},
     "run kernel now \nwait 1\nrun bus now \nwait 1\n",
     "wrote build/debug/kernel.csv and build/debug/kernel.vcd",
     "bus.csv bus.vcd kernel.csv kernel.vcd "},
    {"capture",
     {{"TRIGGER", "core_in.valid=1 core_in.count>=0x10"}, {"WAIT", "5"}},
     "run kernel position 512 u_shell/u_probe_core_in/valid_q eq1'h1 u_shell/u_probe_core_in/count_q gteq32'h10\n"
     "wait 5\n",
     "",
     "kernel.csv kernel.vcd "},
    {"capture",
     {{"TRIGGER", "registers_ar.valid!=0"}},
     "run bus position 512 u_shell/u_probe_registers_ar/valid_q neq1'h0\nwait 1\n",
     "",
     "bus.csv bus.vcd "},
    {"capture", {{"TRIGGER", "core_in.valid"}}, "", "which is not like core_in.valid=1", ""},
    {"capture", {{"TRIGGER", "nothing.valid=1"}}, "", "debug.tcl has no such tap", ""},
    {"capture", {{"TRIGGER", "core_in.valid=2"}}, "", "which has more than 1 bits", ""},
    {"capture", {{"TRIGGER", "core_in.valid=x"}}, "", "which is not a whole number", ""},
    {"capture", {{"TRIGGER", "core_in.valid=1 core_in.valid=0"}}, "", "compares a tap once", ""},
    {"capture", {{"TRIGGER", "core_in.valid=1 registers_ar.valid=1"}}, "", "taps of two clocks, kernel and bus", ""},
    {"capture",
     {{"STAND_IN_CORES", ""}},
     "",
     "the card has no analyser: it has another bitstream than build/best, or its bus clock has stopped",
     ""},
    // An analyser whose clock has stopped, whose trigger is never met, and that has lost a tap.
    {"capture",
     {{"STAND_IN_DEAD", "kernel"}},
     "run kernel now \nwait 1\n",
     "the analyser of the kernel clock has no samples after 1 min: the clock has stopped",
     ""},
    {"capture",
     {{"TRIGGER", "core_in.valid=1"}, {"WAIT", "3"}, {"STAND_IN_SLOW", "kernel"}},
     "run kernel position 512 u_shell/u_probe_core_in/valid_q eq1'h1\nwait 3\n",
     "the analyser of the kernel clock has no samples after 3 min: TRIGGER was not met",
     ""},
    {"capture",
     {{"TRIGGER", "core_in.valid=1"}, {"STAND_IN_LOST", "u_shell/u_probe_core_in/valid_q"}},
     "",
     "the analyser of this bitstream does not see u_shell/u_probe_core_in/valid_q",
     ""},
    {"peek",
     {{"ADDRESS", "0x8000"}, {"COUNT", "2"}},
     "reset\nread 00008000\nread 00008004\n",
     "0x8000: 0x00008100\n0x8004: 0x00008104\n",
     ""},
    {"peek", {{"ADDRESS", "0x8001"}}, "", "not a multiple of 4", ""},
    {"peek", {}, "", "ADDRESS is ''", ""},
    {"peek", {{"ADDRESS", "0"}, {"STAND_IN_CORES", "kernel bus"}}, "", "the card shows no access to its registers", ""},
    {"poke",
     {{"ADDRESS", "0x8100"}, {"VALUE", "7"}},
     "reset\nwrite 00008100 00000007\n",
     "0x8100: wrote 0x00000007",
     ""},
    {"poke", {{"ADDRESS", "0x8100"}, {"VALUE", "0x100000000"}}, "", "more than 32 bits", ""},
    {"poke", {{"ADDRESS", "0x8100"}}, "", "VALUE is ''", ""},
};

/// "" if program.tcl does what is expected, else what it did. Whatever is refused has changed nothing but analysers.
std::string looked(const StandInProject& card, const Look& look) {
  fs::remove(card.folder + "/jtag");
  fs::remove_all(card.folder + "/build/debug");
  ProcessOptions options;
  options.working_directory = card.folder;
  options.environment = look.environment;
  const auto give = [&](const char* name, const std::string& value) {
    if (std::ranges::none_of(look.environment, [&](const auto& pair) { return pair.first == name; }))
      options.environment.emplace_back(name, value);
  };
  give("STAND_IN_FACTS", "facts.txt");
  give("STAND_IN_CABLES", "1A:xcku040");
  give("STAND_IN_CORES", kCores);
  options.merge_stderr = true;
  options.timeout_seconds = 60;
  const ProcessResult run = run_process({"tools/vivado", "-mode", "batch", "-nojournal", "-nolog", "-source",
                                         "tcl/program.tcl", "-tclargs", look.step, "build/" + card.top() + ".bit"},
                                        options);
  const std::string done = text_of(card.folder + "/jtag");
  if (run.ok() == look.is_refused()) return "status: " + run.output;
  if (done != look.done) return "done: " + done + run.output;
  std::set<std::string> files;
  if (fs::exists(card.folder + "/build/debug")) {
    for (const auto& entry : fs::directory_iterator(card.folder + "/build/debug"))
      files.insert(entry.path().filename());
  }
  std::string names;
  for (const std::string& name : files) names += name + " ";
  if (names != look.files) return "files: " + names;
  return run.output.find(look.shown) == std::string::npos ? "output: " + run.output : "";
}

StandInProject vivado_card(const std::string& name) {
  StandInProject card("kcu105", name, {kAll});
  put_files(card.folder, {{"build/" + card.top() + ".bit", "a bitstream\n"},
                          {"build/bitstream.txt", "build/" + card.top() + ".bit\n"},
                          {"build/best/debug.ltx", "probes\n"}});
  return card;
}

TEST(DebugVivado, LooksInsideTheCard) {
  RTLGEN_NEED_TOOLS();
  const StandInProject card = vivado_card("debug_look");
  for (const Look& look : kLooks) EXPECT_EQ(looked(card, look), "") << look.step << " " << look.shown;
}

TEST(DebugVivado, SaysWhyThereIsNothingToSee) {
  RTLGEN_NEED_TOOLS();
  const StandInProject card = vivado_card("debug_dead");
  const auto make = [&](std::vector<std::string> words, Environment environment = {}) {
    environment.emplace_back("STAND_IN_CABLES", "1A:xcku040");
    environment.emplace_back("STAND_IN_CORES", kCores);
    for (const char* word : {"-o", "build/bitstream.txt"}) words.emplace_back(word);
    const ProcessResult run = card.make(words, environment);
    return (run.ok() ? "ok: " : "refused: ") + run.output;
  };
  EXPECT_THAT(make({"debug"}), StartsWith("ok: "));
  EXPECT_THAT(make({"peek", "ADDRESS=0x8000"}), HasSubstr("0x8000: 0x00008100"));
  EXPECT_THAT(make({"debug", "TRIGGER=core_in.valid=1", "WAIT=3"}, {{"STAND_IN_DEAD", "kernel"}}),
              AllOf(StartsWith("refused: "), HasSubstr("no samples after 3 min: TRIGGER was not met")));
  fs::remove(card.folder + "/build/best/debug.ltx");
  EXPECT_THAT(make({"debug"}), AllOf(StartsWith("refused: "), HasSubstr("there is no build/best/debug.ltx: run make")));
}

TEST(DebugVivado, MutantsOfTheLookAreFound) {
  RTLGEN_NEED_TOOLS();
  const StandInProject card = vivado_card("debug_look_mutants");
  const std::vector<Change> changes = {{"left out", std::regex("^.*$"), ""},
                                       {"misspelt", std::regex("([a-z])([a-z]+)"), "$2$1"},
                                       {"other number", std::regex("\\b(\\d+)(\\.\\d+)?\\b"), "7$1"},
                                       {"option dropped", std::regex(" -[a-z_]+"), ""},
                                       {"no comparison", std::regex(" eq | ne "), " in "}};
  const auto mutants = mutants_of({{"tcl/capture.tcl", file_of(card.project, "tcl/capture.tcl")}}, changes,
                                  [](const std::string&, std::size_t) { return false; });
  EXPECT_GE(mutants.size(), 100U);
  expect_found("debug_look", mutants, 80, [&](const Mutant& mutant) {
    put_files(card.folder, {{mutant.file, mutant.text}});
    return std::ranges::all_of(kLooks, [&](const Look& look) { return looked(card, look).empty(); });
  });
}

TEST(DebugQuartus, CapturesFromTheCardThatIsMeant) {
  RTLGEN_NEED_TOOLS();
  const StandInProject card("de5net", "debug_capture", {kAll});
  card.tool("quartus_stp", "quartus_stp.tcl");
  put_files(card.folder, {{"build/" + card.top() + ".sof", "a file\n"},
                          {"build/bitstream.txt", "build/" + card.top() + ".sof\n"},
                          {"build/best/debug.stp", file_of(card.project, "debug.stp")},
                          {"jtag.txt", "1) DE5 [1-11.1]\n  029070DD   5SGXEA7H(1|2|3)/5SGXEA7K1/..\n\n"},
                          {"tools/jtagconfig", "#!/bin/sh\ncat jtag.txt\n"}});
  make_executable(card.folder + "/tools/jtagconfig");
  const std::string device = "@1: 5SGXEA7H(1|2|3)/5SGXEA7K1/.. (0x029070DD)";
  const auto debug = [&](Environment environment = {}) {
    fs::remove(card.folder + "/captures");
    environment.emplace_back("STAND_IN_CHAINS", "{DE5 [1-11.1]} {{" + device + "}}");
    const ProcessResult run = card.make(
        {"debug", "-o", "build/bitstream.txt", "QUARTUS_STP=tools/quartus_stp", "JTAGCONFIG=tools/jtagconfig"},
        environment);
    return (run.ok() ? "ok: " : "refused: ") + run.output;
  };
  EXPECT_THAT(debug(), AllOf(StartsWith("ok: "), HasSubstr("wrote build/debug/bus.csv and build/debug/bus.vcd")));
  const auto ran = [&](int number) {
    return fmt::format("run auto_signaltap_{} DE5 [1-11.1] {} 10\n", number, device);
  };
  EXPECT_EQ(text_of(card.folder + "/captures"), ran(0) + ran(1) + "closed\n");
  EXPECT_EQ(text_of(card.folder + "/build/debug/kernel.csv"), "auto_signaltap_0\n");
  EXPECT_EQ(text_of(card.folder + "/build/debug/bus.vcd"), "auto_signaltap_1\n");
  EXPECT_THAT(debug({{"STAND_IN_DEAD", "kernel"}}),
              AllOf(StartsWith("refused: "), HasSubstr("the analyser of the kernel clock has no samples after 10 s")));
  put_files(card.folder, {{"jtag.txt", ""}});
  EXPECT_THAT(debug(), AllOf(StartsWith("refused: "), HasSubstr("JTAG shows no device")));
  EXPECT_EQ(text_of(card.folder + "/captures"), "");
}

/// A project without an analyser says how to get one; tools without one refuse the key.
TEST(DebugOthers, SayHowToGetAnAnalyser) {
  RTLGEN_NEED_TOOLS();
  for (const char* board : {"kcu105", "de5net"}) {
    const StandInProject card(board, std::string("debug_none_") + board);
    const ProcessResult run = card.make({"debug"});
    EXPECT_FALSE(run.ok());
    EXPECT_THAT(run.output, HasSubstr("write it again with --set 'hardware.debug=[bus, streams, position]'"));
    EXPECT_EQ(card.calls(), 0);
  }
}

/// The messages about a project with hardware.debug for a board.
template <typename Plan>
std::string refusal(const std::string& board, const Plan& plan) {
  Diagnostics diagnostics;
  const auto project = plan({{config(kTiny), {kAll}}, board, "", driver::HdlChoice::kVerilog, false}, diagnostics);
  return std::string(project.ok() ? "planned: " : "refused: ") + diagnostics.render();
}

TEST(DebugOthers, RefuseTheKey) {
  const auto card = [](const driver::ProjectOptions& options, Diagnostics& diagnostics) {
    return driver::plan_project(options, diagnostics);
  };
  const auto core = [](const driver::ProjectOptions& options, Diagnostics& diagnostics) {
    return driver::plan_core_project(options, diagnostics);
  };
  const auto open = [](const driver::ProjectOptions& options, Diagnostics& diagnostics) {
    const auto board = driver::chosen_board(options, diagnostics);
    return driver::plan_open_project(options, *board, diagnostics);
  };
  EXPECT_THAT(refusal("u250", card),
              AllOf(StartsWith("refused: "), HasSubstr("RG0810"), HasSubstr("and not of Vitis"), HasSubstr("--trace")));
  EXPECT_THAT(refusal("ulx3s", open),
              AllOf(StartsWith("refused: "), HasSubstr("RG0810"), HasSubstr("and not of open tools")));
  EXPECT_THAT(refusal("n385a", core),
              AllOf(StartsWith("refused: "), HasSubstr("RG0810"), HasSubstr("hardware.debug needs a card")));
}

}  // namespace
}  // namespace rtlgen::test
