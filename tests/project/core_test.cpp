// Projects of an accelerator alone, without vendor tools: lint of the ring, the languages that each tool reads, build scripts in stand-ins
// for Quartus and ISE with designs and tools that must be refused, what boards and descriptions get none. Mutants and twins show that checks
// can fail.
#include <gmock/gmock.h>

#include <algorithm>
#include <filesystem>
#include <sstream>

#include "core_facts.hpp"
#include "frontend/board_file.hpp"
#include "mutants.hpp"

namespace rtlgen::test {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;
namespace fs = std::filesystem;

const std::vector<std::string> kSmall = {"hardware.cells_per_cycle=2", "hardware.steps=2"};
const std::vector<std::string> kSmallWithBus = {"hardware.cells_per_cycle=2", "hardware.steps=2", "hardware.bus={bits: 512, clock_mhz: 250}"};
const std::vector<const char*> kIntel = {"p395_d8", "p395_ab", "n385a", "b520n", "s10gx_dk"};

ProcessResult run_in(const std::string& folder, const std::vector<std::string>& command) {
  ProcessOptions options;
  options.working_directory = folder;
  options.merge_stderr = true;
  options.timeout_seconds = 120;
  return run_process(command, options);
}

std::vector<std::string> verilog_of(const driver::PlannedCore& project) {
  std::vector<std::string> files;
  for (const emit::File& file : project.files()) {
    if (file.path.ends_with(".v")) files.push_back(file.path);
  }
  return files;
}

/// Verilator's warnings of the top, as changed.
std::string lint_of(const driver::PlannedCore& project, const std::string& folder, const std::string& from = "", const std::string& to = "") {
  std::vector<std::string> command = {"verilator", "--lint-only", "-Wall", "--top-module", project.flow().top()};
  std::vector<emit::File> files = project.files();
  for (emit::File& file : files) {
    const std::size_t at = from.empty() ? std::string::npos : file.text.find(from);
    if (at != std::string::npos && file.path.starts_with("rtl/ring/")) file.text.replace(at, from.size(), to);
  }
  put_files(folder, files);
  for (const std::string& file : verilog_of(project)) command.push_back(file);
  return run_in(folder, command).output;
}

// ---- The ring ----------------------------------------------------------------------------------

TEST(CoreRing, IsCleanAroundCoresAndShells) {
  RTLGEN_NEED_TOOLS();
  const std::vector<std::string> bus = {"hardware.bus=256"};
  for (const auto& [board, stencil, sets] : std::vector<std::tuple<std::string, std::string, std::vector<std::string>>>{
           {"p395_d8", "hotspot2d", kSmall}, {"b520n", "hotspot2d", kSmallWithBus}, {"n385a", "heat1d", bus}, {"xupv5", "heat1d", {}}, {"s10gx_dk", "diffusion3d", {"hardware.bus=512", "hardware.memory={t: [0, 1]}"}},
           {"p395_ab", "life", {"hardware.streams=true", "hardware.steps=1"}}}) {
    EXPECT_EQ(lint_of(planned_core(board, sets, stencil), fresh_folder("core_lint")), "") << board << " " << stencil;
  }
}

TEST(CoreRing, AWrongPortOrWidthIsALintFault) {
  RTLGEN_NEED_TOOLS();
  const auto project = planned_core("p395_d8", kSmall);
  const std::string folder = fresh_folder("core_lint_twins");
  EXPECT_THAT(lint_of(project, folder, ".in_valid(", ".in_valids("), HasSubstr("PINNOTFOUND"));
  EXPECT_THAT(lint_of(project, folder, ".out_t(outputs[", ".out_t(outputs[1+"), HasSubstr("WIDTH"));
  EXPECT_THAT(lint_of(project, folder, "    .rst(to_inputs[0]),\n", ""), HasSubstr("PINMISSING"));
}

/// Cells by kind when all that nobody sees is removed.
std::map<std::string, int> cells_of(const std::vector<emit::File>& files, const std::string& top) {
  const std::string folder = fresh_folder("core_cells");
  std::string names;
  put_files(folder, files);
  for (const emit::File& file : files) {
    if (file.path.ends_with(".v")) names += file.path + " ";
  }
  const ProcessResult yosys = run_in(folder, {"yosys", "-q", "-p", "read_verilog " + names + "; hierarchy -check -top " + top + "; proc; flatten; opt_clean -purge; write_json out.json"});
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
  const auto verilog = planned_core("n385a", kSmall), vhdl = planned_core("n385a", kSmall, "hotspot2d", driver::HdlChoice::kVhdl);
  EXPECT_EQ(file_of(verilog, "rtl/ring/hotspot2d_n385a.v").substr(200), file_of(vhdl, "rtl/ring/hotspot2d_n385a.v").substr(200));
  EXPECT_THAT(file_of(vhdl, "build.tcl"), HasSubstr("rtl/core/hotspot2d_core.vhd"));
}

// ---- Quartus ------------------------------------------------------------------------------------

struct Judged {
  driver::PlannedCore project;
  std::string folder;

  Judged(const std::string& board, const std::vector<std::string>& sets) : project(planned_core(board, sets)), folder(fresh_folder("core_quartus_" + board)) {
    put_files(folder, project.files());
    put_files(folder, {{"facts.txt", core_facts(project, elaborated(project.files(), project.flow().top()))}});
  }
  [[nodiscard]] std::string said() const { return run_in(folder, {"tclsh", std::string(RTLGEN_SOURCE_DIR) + "/tests/project/core_quartus.tcl", "facts.txt"}).output; }
};

TEST(CoreQuartus, TheStandInCompilesEveryBoard) {
  RTLGEN_NEED_TOOLS();
  for (const char* board : kIntel) {
    EXPECT_THAT(Judged(board, kSmall).said(), StartsWith("ok ")) << board;
    EXPECT_THAT(Judged(board, kSmallWithBus).said(), StartsWith("ok ")) << board << " with a bus";
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
  EXPECT_THAT(run_in(folder, {"tclsh", std::string(RTLGEN_SOURCE_DIR) + "/tests/project/core_quartus.tcl", "facts.txt"}).output, StartsWith("ok "));
}

/// A shell without its constraints, or with half of them, is found out.
TEST(CoreQuartus, CrossingsAreConstrained) {
  RTLGEN_NEED_TOOLS();
  const Judged judged("b520n", kSmallWithBus);
  const std::string sdc = "rtl/shell/hotspot2d_shell.sdc", text = file_of(judged.project, sdc);
  put_files(judged.folder, {{sdc, text.substr(0, text.find("# Pointers"))}});
  EXPECT_THAT(judged.said(), HasSubstr("no set_max_delay to "));
  put_files(judged.folder, {{sdc, std::regex_replace(text, std::regex("u_sequencer"), "u_sequence")}});
  EXPECT_THAT(judged.said(), HasSubstr("no register is *"));
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
      {"constraints/clocks.sdc", "create_clock -name clk -period 5.000 [get_ports {clk}]", "create_clock -period 5 -name {clk} [get_ports clk]"},
      {"build.tcl", "set least_version 18.1", "set least_version \"18.1\"; # or newer"},
      {"build.tcl", "set family {Stratix 10}", "set family \"Stratix 10\""},
  };
  for (const auto& [file, from, to] : idioms) {
    std::string text = file_of(judged.project, file);
    ASSERT_NE(text.find(from), std::string::npos) << from;
    put_files(judged.folder, {{file, text.replace(text.find(from), from.size(), to)}});
    EXPECT_THAT(judged.said(), StartsWith("ok ")) << to;
    put_files(judged.folder, {{file, file_of(judged.project, file)}});
  }
}

/// Left out, a word misspelt, a value changed, an option dropped, a comparison turned round.
const std::vector<Change>& changes() {
  static const std::vector<Change> all = {
      {"left out", std::regex("^.*$"), ""},
      {"misspelt", std::regex("([a-z])([a-z]+)"), "$2$1"},
      {"other number", std::regex("\\b(\\d+)(\\.\\d+)?\\b(?![-\\]])"), "7$1"},
      {"option dropped", std::regex(" -[a-z_]+"), ""},
      {"other word", std::regex("\\{([A-Za-z_][A-Za-z0-9_. ]*)\\}"), "{Other}"},
      {"other name", std::regex("\"(\\w+)\""), "\"other\""},
      {"other clock", std::regex("\\bbus_clk\\b"), "kernel_clk"},
      {"turned round", std::regex(" (<|-ge) "), " > "},
      {"no longer not", std::regex("\\{!"), "{"},
  };
  return all;
}

/// Prints and judges: at least 95 % of at least 100.
void score(const std::string& name, const std::vector<Mutant>& mutants, const std::function<bool(const Mutant&)>& survives) {
  EXPECT_GE(mutants.size(), 100U);
  std::vector<std::string> survived;
  for (const Mutant& mutant : mutants) {
    if (survives(mutant)) survived.push_back(mutant.name);
  }
  const double found = 1 - static_cast<double>(survived.size()) / static_cast<double>(mutants.size());
  EXPECT_GE(found, 0.95) << fmt::format("{}", fmt::join(survived, "\n"));
  std::printf("%s: %zu mutants, %zu survive (%.1f %% found):\n", name.c_str(), mutants.size(), survived.size(), 100 * found);
  for (const std::string& one : survived) std::printf("  %s\n", one.c_str());
}

std::vector<emit::File> of_paths(const std::vector<emit::File>& files, const std::vector<std::string>& starts) {
  std::vector<emit::File> some;
  for (const emit::File& file : files) {
    if (std::any_of(starts.begin(), starts.end(), [&](const std::string& start) { return file.path.starts_with(start); })) some.push_back(file);
  }
  return some;
}

TEST(CoreQuartus, MutantsAreFound) {
  RTLGEN_NEED_TOOLS();
  for (const char* board : {"p395_d8", "b520n"}) {
    const Judged judged(board, kSmallWithBus);
    const auto skipped = [](const std::string& line, std::size_t number) { return line.starts_with("  rtl/") && number % 5 != 0; };
    const auto mutants = mutants_of(of_paths(judged.project.files(), {"build.tcl", "tcl/core.tcl", "constraints/"}), changes(), skipped);
    score(board, mutants, [&](const Mutant& mutant) {
      put_files(judged.folder, {{mutant.file, mutant.text}});
      const bool survives = judged.said().starts_with("ok ");
      put_files(judged.folder, {{mutant.file, file_of(judged.project, mutant.file)}});
      return survives;
    });
  }
}

// ---- ISE ----------------------------------------------------------------------------------------

class Ise {
 public:
  explicit Ise(driver::HdlChoice hdl = driver::HdlChoice::kVerilog)
      : project(planned_core("xupv5", kSmall, "hotspot2d", hdl)), folder(fresh_folder(hdl == driver::HdlChoice::kVhdl ? "core_ise_vhdl" : "core_ise")), tools_(fresh_folder("core_ise_tools")) {
    put_files(folder, project.files());
    std::string sources;
    for (const std::string& file : project.core) sources += fmt::format(" {} rtl/core/{}", file.ends_with(".vhd") ? "vhdl" : "verilog", file);
    sources += " verilog rtl/ring/hotspot2d_xupv5.v";
    put_files(tools_, {{"facts.txt", fmt::format("set facts [dict create project {} top hotspot2d_xupv5 part xc5vlx110t-ff1136-1 clock clk ns {} ports {{clk ring_in ring_out}} least {} sources {{{}}}]\n", fs::absolute(folder).string(),
                                                   project.model.prepared->plan.period_ps / 1e3, least(), sources.substr(1))}});
    for (const char* program : {"xst", "ngdbuild", "map", "par", "trce"}) {
      for (const char* place : {"/bin/", "/few/"}) {
        if (std::string(place) == "/few/" && std::string(program) == "trce") continue;
        put_files(tools_ + place, {{program, fmt::format("#!/bin/sh\nexec tclsh {}/tests/project/ise.tcl {}/facts.txt {} \"$@\"\n", RTLGEN_SOURCE_DIR, fs::absolute(tools_).string(), program)}});
        fs::permissions(tools_ + place + program, fs::perms::owner_all);
      }
    }
  }

  ProcessResult make(const std::string& design = "good", const std::string& target = "all", const std::string& tools = "bin") const {
    return run_in(folder, {"env", "PATH=" + fs::absolute(tools_).string() + "/" + tools + ":/usr/bin:/bin", "ISE_DESIGN=" + design, "make", "-s", target});
  }
  [[nodiscard]] std::string report() const { return fs::exists(folder + "/build/report.txt") ? read_text(folder + "/build/report.txt") : ""; }

  /// Empty: nothing.
  [[nodiscard]] std::string fault() const {
    fs::remove_all(folder + "/build");
    std::string said = good_fault();
    if (said.empty()) said = make_fault();
    if (said.empty()) said = refusal_fault();
    return said;
  }

  driver::PlannedCore project;
  std::string folder;

 private:
  [[nodiscard]] std::string good_fault() const {
    const ProcessResult good = make();
    if (!good.ok()) return "the build fails: " + good.output;
    for (const char* words : {"Slice Registers:", "Slice LUTs:", "occupied Slices:", "BlockRAM/FIFO:", "DSP48Es:", "Timing errors: 0", "Minimum period is   4.987ns"}) {
      if (report().find(words) == std::string::npos) return std::string("not in the report: ") + words;
    }
    if (good.output.find("no bitstream") == std::string::npos || good.output.find("Slice Registers") == std::string::npos) return "not printed";
    // Of reports only what was asked for.
    for (const char* words : {"All signals", "TS_clk"}) {
      if (good.output.find(words) != std::string::npos) return std::string("printed: ") + words;
    }
    return "";
  }
  /// What make does with a build that is there.
  [[nodiscard]] std::string make_fault() const {
    if (!run_in(folder, {"make", "-q", "build/report.txt"}).ok()) return "built again though nothing has changed";
    run_in(folder, {"touch", "tcl/ise.sh", "all", "bitstream", "clean"});
    if (make("setup").ok() || !report().empty()) return "an old report is left";
    if (const ProcessResult refused = make("good", "bitstream"); refused.ok() || refused.output.find("no bitstream: ") == std::string::npos) return "make bitstream: " + refused.output;
    make("good", "clean");
    for (const char* file : {"all", "bitstream", "clean"}) fs::remove(folder + "/" + file);
    return fs::exists(folder + "/build") ? "make clean leaves the build" : "";
  }
  [[nodiscard]] std::string refusal_fault() const {
    const ProcessResult usage = run_in(folder, {"sh", "tcl/ise.sh"});
    if (usage.exit_code != 2 || usage.output.find("usage: ise.sh") == std::string::npos) return "without arguments: " + usage.output;
    const ProcessResult without = make("good", "all", "few");
    if (without.output.find("trce is not in PATH: source settings64.sh") == std::string::npos || without.output.find("Error 3") == std::string::npos) return "without trce: " + without.output;
    if (fs::exists(folder + "/build")) return "a build is begun without trce";
    static const std::vector<std::pair<std::string, std::string>> kRefused = {
        {"old", "needs ISE 14.7, and this is '13.2'"}, {"xst", "xst: it fails"}, {"ngdbuild", "ngdbuild: it fails"}, {"map", "map: it fails"}, {"par", "par: it fails"}, {"trce", "trce: it fails"},
        {"unrouted", "not all signals are routed"}, {"no_summary", "does not say what is used"}, {"no_registers", "does not count registers"}, {"removed", "has been removed"}, {"no_paths", "nothing is constrained"},
        {"unconstrained", "paths without a constraint: 3 Unconstrained path analysis"}, {"setup", "timing is not met: Timing errors: 10"}, {"no_errors", "does not say whether timing is met"},
        {"no_period", "has no period"}};
    for (const auto& [design, words] : kRefused) {
      const ProcessResult bad = make(design);
      if (bad.ok() || bad.output.find(words) == std::string::npos) return "a build with the fault '" + design + "' says: " + bad.output;
      if (bad.output.find("no such file") != std::string::npos) return "a build goes on after the fault '" + design + "'";
      if (!report().empty()) return "a report with the fault '" + design + "'";
    }
    return "";
  }
  [[nodiscard]] std::int64_t least() const {
    std::int64_t registers = 1;
    for (const plan::Port& port : project.model.prepared->plan.core.ports) registers += port.role == plan::PortRole::kClock ? 0 : port.is_input ? port.width : 2 * port.width;
    for (const model::Use& use : project.model.uses) {
      if (use.what == "flip-flops") registers += use.used / 20;
    }
    return registers;
  }
  std::string tools_;
};

TEST(CoreIse, TheStandInsCompileIt) {
  RTLGEN_NEED_TOOLS();
  EXPECT_EQ(Ise().fault(), "");
  EXPECT_EQ(Ise(driver::HdlChoice::kVhdl).fault(), "");
}

TEST(CoreIse, MutantsAreFound) {
  RTLGEN_NEED_TOOLS();
  const Ise ise;
  const auto skipped = [](const std::string& line, std::size_t number) { return line.starts_with("verilog work") && number % 5 != 0; };
  score("xupv5", mutants_of(of_paths(ise.project.files(), {"Makefile", "tcl/ise.sh", "xst/", "constraints/"}), changes(), skipped), [&](const Mutant& mutant) {
    put_files(ise.folder, {{mutant.file, mutant.text}});
    const bool survives = ise.fault().empty();
    put_files(ise.folder, {{mutant.file, file_of(ise.project, mutant.file)}});
    return survives;
  });
}

/// XST of Virtex-5 reads Verilog 2001 and VHDL-93.
TEST(CoreIse, SourcesAreOfItsAge) {
  RTLGEN_NEED_TOOLS();
  for (const char* stencil : {"hotspot2d", "heat1d", "life", "diffusion3d"}) {
    const auto project = planned_core("xupv5", {"hardware.cells_per_cycle=1", "hardware.steps=1"}, stencil);
    const std::string folder = fresh_folder("core_ise_sources"), top = project.flow().top();
    put_files(folder, project.files());
    std::vector<std::string> icarus = {"iverilog", "-g2001", "-Wall", "-o", "out", "-s", top};
    for (const std::string& file : verilog_of(project)) {
      icarus.push_back(file);
      EXPECT_THAT(file_of(project, file), Not(HasSubstr("$clog2("))) << file;
    }
    const ProcessResult read = run_in(folder, icarus);
    EXPECT_TRUE(read.ok()) << read.output;
    const auto vhdl = planned_core("xupv5", {"hardware.cells_per_cycle=1", "hardware.steps=1"}, stencil, driver::HdlChoice::kVhdl);
    const std::string vhdl_folder = fresh_folder("core_ise_vhdl_sources");
    put_files(vhdl_folder, vhdl.files());
    std::vector<std::string> ghdl = {"ghdl", "-a", "--std=93"};
    for (const std::string& file : vhdl.core) ghdl.push_back("rtl/core/" + file);
    const ProcessResult analysed = run_in(vhdl_folder, ghdl);
    EXPECT_TRUE(analysed.ok()) << analysed.output;
  }
}

/// The FIFO with a function instead of $clog2 is the same module.
TEST(CoreIse, WithoutClog2ModulesAreTheSame) {
  RTLGEN_NEED_TOOLS();
  const auto ise = planned_core("xupv5", kSmall), quartus = planned_core("p395_d8", kSmall);
  const std::string folder = fresh_folder("core_ise_clog2"), path = "rtl/core/rtlgen_fifo.v";
  ASSERT_THAT(file_of(quartus, path), HasSubstr("$clog2("));
  std::string wrong = file_of(ise, path);
  const std::string from = "rest = values - 1";
  wrong.replace(wrong.find(from), from.size(), "rest = values");
  put_files(folder, {{"function.v", file_of(ise, path)}, {"clog2.v", file_of(quartus, path)}, {"wrong.v", wrong}});
  const auto netlist = [&](const std::string& file, int depth) {
    const ProcessResult yosys = run_in(folder, {"yosys", "-q", "-p", fmt::format("read_verilog {}; chparam -set DEPTH {} rtlgen_fifo; hierarchy -top rtlgen_fifo; proc; opt; rename -enumerate; write_verilog -noattr out.v", file, depth)});
    EXPECT_TRUE(yosys.ok()) << yosys.output;
    return read_text(folder + "/out.v");
  };
  for (const int depth : {1, 2, 3, 4, 5, 16, 17, 100}) EXPECT_EQ(netlist("function.v", depth), netlist("clog2.v", depth)) << depth;
  EXPECT_NE(netlist("wrong.v", 16), netlist("clog2.v", 16));
}

// ---- What all have ------------------------------------------------------------------------------

TEST(CoreProjects, ListWhatACardNeedsAndMakeNoBitstream) {
  RTLGEN_NEED_TOOLS();
  for (const auto& [board, sets] : std::vector<std::pair<std::string, std::vector<std::string>>>{{"s10gx_dk", kSmallWithBus}, {"xupv5", kSmall}}) {
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
  for (const char* words : {"makes no bitstream", "**No vendor tool has read this project.**", "not looked up: compare it with your board", "| ALM | ", "Quartus Prime Pro Edition 18.1"}) EXPECT_THAT(readme, HasSubstr(words));
  for (const emit::File& file : project.files()) EXPECT_THAT(file.text, Not(HasSubstr(RTLGEN_SOURCE_DIR))) << file.path;
}

TEST(CoreProjects, ScriptsAreCleanForShellcheck) {
  RTLGEN_NEED_TOOLS();
  const std::string folder = fresh_folder("core_shellcheck");
  const auto project = planned_core("xupv5", kSmall);
  put_files(folder, {{"ise.sh", file_of(project, "tcl/ise.sh")}, {"bitstream.sh", file_of(project, "tcl/bitstream.sh")}, {"wrong.sh", "#!/bin/sh\nrm $1\n"}});
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
    const bool has = driver::is_core_project(*board) && driver::plan_core_project({{config("heat1d"), {}}, id, "", driver::HdlChoice::kVerilog, false}, diagnostics).ok();
    EXPECT_EQ(says, has) << id;
    count += says ? 1 : 0;
  }
  EXPECT_GE(count, 6);
}

std::string refused(const std::string& board, const std::vector<std::string>& sets) {
  Diagnostics diagnostics;
  EXPECT_FALSE(driver::plan_core_project({{config("hotspot2d"), sets}, board, "", driver::HdlChoice::kVerilog, false}, diagnostics).ok());
  return diagnostics.render();
}

TEST(CoreProjects, Refusals) {
  EXPECT_THAT(refused("s10_mx2100", {}), HasSubstr("'MX 2100' (Zohouri 2018, table 5) is no part number"));
  EXPECT_THAT(refused("xupv5", {"hardware.bus=128"}), HasSubstr("leave hardware.bus and hardware.memory out"));
  EXPECT_THAT(refused("n385a", {"hardware.kernels=2", "hardware.bus=512"}), HasSubstr("2 kernels"));
  EXPECT_THAT(refused("n385b", {}), HasSubstr("RG0217"));
}

}  // namespace
}  // namespace rtlgen::test
