// The project of a core for ISE, without ISE: its build by make with stand-ins for the five programs, designs and tools
// that must be refused, mutants; the languages that XST of Virtex-5 reads.
#include <gmock/gmock.h>

#include <filesystem>

#include "contract/core_interface.hpp"
#include "core_checks.hpp"
#include "driver/prepare/prepare.hpp"
#include "test_paths.hpp"

namespace rtlgen::test {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;
namespace fs = std::filesystem;

class Ise {
 public:
  explicit Ise(driver::HdlChoice hdl = driver::HdlChoice::kVerilog)
      : project(planned_core("xupv5", kSmall, "hotspot2d", hdl)),
        folder(fresh_folder(hdl == driver::HdlChoice::kVhdl ? "core_ise_vhdl" : "core_ise")),
        tools_(fresh_folder("core_ise_tools")) {
    put_files(folder, project.files());
    std::string sources;
    for (const std::string& file : project.core)
      sources += fmt::format(" {} rtl/core/{}", file.ends_with(".vhd") ? "vhdl" : "verilog", file);
    sources += " verilog rtl/ring/hotspot2d_xupv5.v";
    put_files(tools_, {{"facts.txt",
                        fmt::format("set facts [dict create project {} top hotspot2d_xupv5 part xc5vlx110t-ff1136-1 "
                                    "clock clk ns {} ports {{clk ring_in ring_out}} least {} sources {{{}}}]\n",
                                    fs::absolute(folder).string(), project.model.prepared->plan.clock.period_ps / 1e3,
                                    least(), sources.substr(1))}});
    for (const char* program : {"xst", "ngdbuild", "map", "par", "trce"}) {
      for (const char* place : {"/bin/", "/few/"}) {
        if (std::string(place) == "/few/" && std::string(program) == "trce") continue;
        put_files(tools_ + place,
                  {{program, fmt::format("#!/bin/sh\nexec tclsh {}/tests/project/ise.tcl {}/facts.txt {} \"$@\"\n",
                                         test::source_folder(), fs::absolute(tools_).string(), program)}});
        fs::permissions(tools_ + place + program, fs::perms::owner_all);
      }
    }
  }

  ProcessResult make(const std::string& design = "good", const std::string& target = "all",
                     const std::string& tools = "bin") const {
    return run_in(folder, {"env", "PATH=" + fs::absolute(tools_).string() + "/" + tools + ":/usr/bin:/bin",
                           "ISE_DESIGN=" + design, "make", "-s", target});
  }
  [[nodiscard]] std::string report() const {
    return fs::exists(folder + "/build/report.txt") ? read_text(folder + "/build/report.txt") : "";
  }

  /// Empty: nothing.
  [[nodiscard]] std::string fault() const {
    fs::remove_all(folder + "/build");
    std::string verdict = good_fault();
    if (verdict.empty()) verdict = make_fault();
    if (verdict.empty()) verdict = refusal_fault();
    return verdict;
  }

  driver::PlannedCore project;
  std::string folder;

 private:
  [[nodiscard]] std::string good_fault() const {
    const ProcessResult good = make();
    if (!good.ok()) return "the build fails: " + good.output;
    for (const char* words : {"Slice Registers:", "Slice LUTs:", "occupied Slices:", "BlockRAM/FIFO:", "DSP48Es:",
                              "Timing errors: 0", "Minimum period is   4.987ns"}) {
      if (report().find(words) == std::string::npos) return std::string("not in the report: ") + words;
    }
    if (good.output.find("no bitstream") == std::string::npos ||
        good.output.find("Slice Registers") == std::string::npos)
      return "not printed";
    // Only the requested reports.
    for (const char* words : {"All signals", "TS_clk"}) {
      if (good.output.find(words) != std::string::npos) return std::string("printed: ") + words;
    }
    return "";
  }
  /// The fault of make with an existing build.
  [[nodiscard]] std::string make_fault() const {
    if (!run_in(folder, {"make", "-q", "build/report.txt"}).ok()) return "built again though nothing has changed";
    run_in(folder, {"touch", "tcl/ise.sh", "all", "bitstream", "clean"});
    if (make("setup").ok() || !report().empty()) return "an old report is left";
    if (const ProcessResult refused = make("good", "bitstream");
        refused.ok() || refused.output.find("no bitstream: ") == std::string::npos)
      return "make bitstream: " + refused.output;
    make("good", "clean");
    for (const char* file : {"all", "bitstream", "clean"}) fs::remove(folder + "/" + file);
    return fs::exists(folder + "/build") ? "make clean leaves the build" : "";
  }
  [[nodiscard]] std::string refusal_fault() const {
    const ProcessResult usage = run_in(folder, {"sh", "tcl/ise.sh"});
    if (usage.exit_code != 2 || usage.output.find("usage: ise.sh") == std::string::npos)
      return "without arguments: " + usage.output;
    const ProcessResult without = make("good", "all", "few");
    if (without.output.find("trce is not in PATH: source settings64.sh") == std::string::npos ||
        without.output.find("Error 3") == std::string::npos)
      return "without trce: " + without.output;
    if (fs::exists(folder + "/build")) return "a build is begun without trce";
    static const std::vector<std::pair<std::string, std::string>> kRefused = {
        {"old", "needs ISE 14.7, and this is '13.2'"},
        {"xst", "xst: it fails"},
        {"ngdbuild", "ngdbuild: it fails"},
        {"map", "map: it fails"},
        {"par", "par: it fails"},
        {"trce", "trce: it fails"},
        {"unrouted", "not all signals are routed"},
        {"no_summary", "does not say what is used"},
        {"no_registers", "does not count registers"},
        {"removed", "has been removed"},
        {"no_paths", "nothing is constrained"},
        {"unconstrained", "paths without a constraint: 3 Unconstrained path analysis"},
        {"setup", "timing is not met: Timing errors: 10"},
        {"no_errors", "does not say whether timing is met"},
        {"no_period", "has no period"}};
    for (const auto& [design, words] : kRefused) {
      const ProcessResult bad = make(design);
      if (bad.ok() || bad.output.find(words) == std::string::npos)
        return "a build with the fault '" + design + "' says: " + bad.output;
      if (bad.output.find("no such file") != std::string::npos)
        return "a build goes on after the fault '" + design + "'";
      if (!report().empty()) return "a report with the fault '" + design + "'";
    }
    return "";
  }
  [[nodiscard]] std::int64_t least() const {
    std::int64_t registers = 1;
    for (const contract::Port& port : project.model.prepared->plan.core.ports)
      registers += port.role == contract::PortRole::kClock ? 0 : port.is_input ? port.width : 2 * port.width;
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
  const auto skipped = [](const std::string& line, std::size_t number) {
    return line.starts_with("verilog work") && number % 5 != 0;
  };
  const auto mutants =
      mutants_of(of_paths(ise.project.files(), {"Makefile", "tcl/ise.sh", "xst/", "constraints/"}), changes(), skipped);
  EXPECT_GE(mutants.size(), 100U);
  expect_found("xupv5", mutants, 95, [&](const Mutant& mutant) {
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
    const auto vhdl =
        planned_core("xupv5", {"hardware.cells_per_cycle=1", "hardware.steps=1"}, stencil, driver::HdlChoice::kVhdl);
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
    const ProcessResult yosys =
        run_in(folder, {"yosys", "-q", "-p",
                        fmt::format("read_verilog {}; chparam -set DEPTH {} rtlgen_fifo; hierarchy -top rtlgen_fifo; "
                                    "proc; opt; rename -enumerate; write_verilog -noattr out.v",
                                    file, depth)});
    EXPECT_TRUE(yosys.ok()) << yosys.output;
    return read_text(folder + "/out.v");
  };
  for (const int depth : {1, 2, 3, 4, 5, 16, 17, 100})
    EXPECT_EQ(netlist("function.v", depth), netlist("clog2.v", depth)) << depth;
  EXPECT_NE(netlist("wrong.v", 16), netlist("clog2.v", 16));
}

}  // namespace
}  // namespace rtlgen::test
