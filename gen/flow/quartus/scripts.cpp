// Lists of files for the shared Tcl, and the Makefile.
#include "flow/quartus/scripts.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "emit/file.hpp"
#include "flow/debug.hpp"
#include "flow/part.hpp"
#include "flow/project.hpp"
#include "flow/quartus/signal_tap.hpp"
#include "flow/quartus/system.hpp"
#include "flow/quartus/top.hpp"
#include "flow/script_text.hpp"
#include "flow/shared_scripts.hpp"
#include "plan/plan.hpp"

namespace rtlgen::flow::quartus {

namespace {

std::string build_text(const Project& project, const std::vector<emit::File>& constraints) {
  std::string text =
      script_header(project.banner,
                    fmt::format("Builds the programming file of {}: make, or quartus_sh -t build.tcl", project.top()));
  text +=
      "cd [file dirname [file normalize [info script]]]\nsource tcl/quartus.tcl\nsource tcl/timing.tcl\nsource "
      "tcl/attempt.tcl\n";
  text += has_taps(project) ? "source tcl/analyser.tcl\n\n" : "\n";
  text += fmt::format("set top {}\nset part {}\nset least_version {}\nset edition {}\nset kernel_mhz {:.3f}\n",
                      project.top(), part_number(project.board), project.wiring.least_tool,
                      project.wiring.tool == "quartus_pro" ? "Pro" : "Standard", project.plan.clock.mhz);
  std::vector<std::string> verilog, vhdl, systems, memory_systems, early, late, assignments;
  for (const std::string& file : project.core) (file.ends_with(".vhd") ? vhdl : verilog).push_back("rtl/core/" + file);
  for (const std::string& file : project.shell) verilog.push_back("rtl/shell/" + file);
  for (const std::string& leaf : top_leaves(project)) verilog.push_back("rtl/card/" + leaf + ".v");
  verilog.push_back("rtl/card/" + project.top() + ".v");
  for (const System& system : systems_of(project)) {
    systems.push_back(system.name);
    if (has_pin_script(system)) memory_systems.push_back(system.name);
  }
  for (const emit::File& file : constraints) {
    if (file.path.ends_with(".qsf"))
      assignments.push_back(file.path);
    else
      (file.path.ends_with("timing.sdc") ? late : early).push_back(file.path);
  }
  late.insert(late.begin(), fmt::format("rtl/shell/{}.sdc", project.plan.shell->module));
  text += script_list("verilog_files", verilog) + script_list("vhdl_files", vhdl) + script_list("systems", systems) +
          script_list("memory_systems", memory_systems);
  text += script_list("early_constraint_files", early) + script_list("late_constraint_files", late) +
          script_list("assignment_files", assignments);
  const char* const analyser = has_taps(project) ? "  add_analyser $top\n" : "";
  return text +
         "\nrequire_quartus $least_version $edition\nset family [family_of $part]\n"
         "lassign [asked $quartus(args) systems] step number\n"
         "if {$step in {all systems}} { make_systems $systems $family $part $edition }\n"
         "if {$step ne \"systems\"} {\n  make_project $top $family $part $edition build/attempt_$number $number\n"
         "  read_files $verilog_files $vhdl_files $early_constraint_files $systems $late_constraint_files "
         "$assignment_files $edition\n" +
         analyser + "  compile $top $memory_systems $edition $kernel_mhz\n}\n";
}

/// The FPGA as jtagconfig names it: family, kind and density, without package and grades.
std::string chip_of(const Project& project) {
  constexpr std::size_t kLength = 7;
  return part_number(project.board).substr(0, kLength);
}

/// The rules that make build/bitstream.txt, the name of the programming file.
std::string bitstream_rules(const Project& project) {
  return std::string(
             "# Names a missing tool, and what to do.\n"
             "needs = @command -v $(1) >/dev/null || { echo \"$(1) is not in PATH: add its folder quartus/bin, or "
             "run make $(2)=/path/to/it\" >&2; exit 3; }\n") +
         kTimedCheck +
         "\n.PHONY: all clock program image flash debug clean FORCE\nall: build/bitstream.txt\n\t$(timed)\n\n"
         "# Platform Designer's systems, which all attempts share.\n"
         "build/systems.txt: build.tcl tcl/quartus.tcl $(wildcard ip/*.tcl)\n\t$(call "
         "needs,$(QUARTUS_SH),QUARTUS_SH)\n"
         "\tmkdir -p build\n\t$(QUARTUS_SH) -t build.tcl systems\n\t@echo made >$@\n\n" +
         kWantedRule + "\nbuild/bitstream.txt: $(SOURCES) build/systems.txt build/wanted tcl/explore.sh" +
         (has_taps(project) ? " debug.stp tcl/analyser.tcl" : "") +
         "\n\t$(call "
         "needs,$(QUARTUS_SH),QUARTUS_SH)\n"
         "\tsh tcl/explore.sh $(TOP) sof $(QUARTUS_SH) -t build.tcl attempt %\n\n"
         "clock:\n\t@sh tcl/clock.sh build/timing.txt\n\n";
}

/// The rule that looks inside a card.
std::string debug_rule(const Project& project) {
  if (!has_taps(project)) return kNoDebugRule;
  return "# Samples of the logic analysers, of this moment. To wait for an event, open build/best/debug.stp in Signal "
         "Tap and set its trigger.\n"
         "debug: build/bitstream.txt\n\t@sh tcl/program.sh capture $$(cat $<) \"$(SERIAL)\"\n\n";
}

std::string make_text(const Project& project) {
  std::string text = script_header(
      project.banner,
      fmt::format("make: builds the programming file build/{}.sof; make EXPLORE=4: with four seeds; make clock: the "
                  "clock that it meets; make program: loads it onto the card by JTAG; make flash: into its flash; make "
                  "clean",
                  project.top()));
  const board::Flash flash = project.wiring.flash.value_or(board::Flash{});
  text += fmt::format(
      "QUARTUS_SH ?= quartus_sh\nexport QUARTUS_PGM ?= quartus_pgm\nexport QUARTUS_CPF ?= quartus_cpf\nexport "
      "QUARTUS_STP ?= quartus_stp\nexport JTAGCONFIG ?= jtagconfig\nTOP := {}\n# The card for tcl/program.sh: its FPGA "
      "and its flash.\nexport CHIP := "
      "{}\nexport FLASH_DEVICE := {}\nexport FLASH_LOADER := {}\nexport FLASH_MODE := {}\n",
      project.top(), chip_of(project), flash.device, flash.loader, flash.mode);
  text +=
      "SOURCES := build.tcl tcl/quartus.tcl tcl/timing.tcl tcl/attempt.tcl tcl/crossings.tcl $(wildcard "
      "constraints/*.qsf "
      "constraints/*.sdc rtl/*/*.v rtl/*/*.vhd rtl/*/*.sdc)\nexport ATTEMPT EXPLORE JOBS MEMORY_MB ALLOW_TIMING\n\n";
  text += bitstream_rules(project) +
          "# SERIAL is the name of the card's JTAG cable, as jtagconfig prints it in brackets, if several cards are "
          "connected.\n"
          "program image flash: build/bitstream.txt\n\t$(timed)\n\t@sh tcl/program.sh $@ $$(cat $<) \"$(SERIAL)\"\n\n" +
          debug_rule(project) + "clean:\n\trm -rf build\n";
  return text;
}

}  // namespace

std::vector<emit::File> script_files(const Project& project, const std::vector<emit::File>& constraints) {
  std::vector<emit::File> files;
  for (const System& system : systems_of(project))
    files.push_back({fmt::format("ip/{}.tcl", system.name), script_of(project, system)});
  files.push_back({"build.tcl", build_text(project, constraints)});
  files.push_back({"Makefile", make_text(project)});
  for (emit::File& file : tool_scripts("quartus")) {
    const bool looks_inside = file.path == "tcl/analyser.tcl" || file.path == "tcl/capture.tcl";
    if (!looks_inside || has_taps(project)) files.push_back(std::move(file));
  }
  for (emit::File& file : signal_tap_files(project)) files.push_back(std::move(file));
  files.push_back(timing_tcl());
  for (emit::File& file : timing_scripts("tcl")) files.push_back(std::move(file));
  files.push_back(reload_script());
  return files;
}

}  // namespace rtlgen::flow::quartus
