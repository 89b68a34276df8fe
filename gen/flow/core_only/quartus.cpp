// Quartus of both editions: lists for fpga_projects/quartus and core_only/core.tcl, clocks, virtual pins.
#include <fmt/format.h>

#include <map>

#include "board/board.hpp"
#include "emit/file.hpp"
#include "flow/core_only/flow.hpp"
#include "flow/core_only/ports.hpp"
#include "flow/part.hpp"
#include "flow/script_text.hpp"
#include "flow/shared_scripts.hpp"
#include "plan/plan.hpp"

namespace rtlgen::flow::core_only {

namespace {

constexpr const char* kLeast = "18.1";

struct Edition {
  const char* word;
  const char* synthesis;  ///< argument of execute_module -tool
};
Edition edition_of(const CoreProject& project) {
  return project.board.tool == "quartus_pro" ? Edition{"Pro", "syn"} : Edition{"Standard", "map"};
}

std::string family_of(const board::Board& board) {
  static const std::map<std::string, std::string> kFamilies = {
      {"stratixv", "Stratix V"}, {"arria10", "Arria 10"}, {"stratix10", "Stratix 10"}};
  return kFamilies.at(board.family);
}

std::string build_text(const CoreProject& project) {
  const Edition edition = edition_of(project);
  const Sources sources = sources_of(project);
  std::vector<std::string> constraints = {"constraints/clocks.sdc"};
  if (project.plan.shell) constraints.push_back(fmt::format("rtl/shell/{}.sdc", project.plan.shell->module));
  std::string text = script_header(
      project.banner,
      fmt::format("Compiles {} alone, without a bitstream: make, or quartus_sh -t build.tcl", project.accelerator()));
  text +=
      "cd [file dirname [file normalize [info script]]]\nsource tcl/quartus.tcl\nsource tcl/timing.tcl\nsource "
      "tcl/core.tcl\n\n";
  text += fmt::format(
      "set top {}\nset family {{{}}}\nset part {}\nset least_version {}\nset edition {}\nset synthesis {}\n",
      project.top(), family_of(project.board), part_number(project.board), kLeast, edition.word, edition.synthesis);
  text += fmt::format("# Fewer registers mean that the accelerator has been removed.\nset least_registers {}\n",
                      least_registers(project));
  text += fmt::format("set crosses_clocks {}\n", project.plan.shell ? 1 : 0);
  text += script_list("verilog_files", sources.verilog) + script_list("vhdl_files", sources.vhdl) +
          script_list("constraint_files", constraints) + script_list("virtual_pins", {"ring_in", "ring_out"});
  return text +
         "\nrequire_quartus $least_version $edition\nmake_project $top $family $part "
         "$edition\nread_core $verilog_files $vhdl_files $constraint_files $virtual_pins\n"
         "compile_core $top $synthesis $least_registers $crosses_clocks\n";
}

std::string clocks_text(const CoreProject& project) {
  std::string text =
      script_header(project.banner, "Clocks as requested. The two pins of the ring have no clock outside the chip.");
  constexpr double kNs = 1e3;
  for (const Clock& clock : clocks_of(project))
    text += fmt::format("create_clock -name {0} -period {1:.3f} [get_ports {{{0}}}]\n", clock.port, kNs / clock.mhz);
  return text +
         "derive_clock_uncertainty\n\nset_false_path -from [get_ports {ring_in}]\nset_false_path -to [get_ports "
         "{ring_out}]\n";
}

std::vector<emit::File> quartus_files(const CoreProject& project) {
  const std::string recipe =
      "\t@command -v $(QUARTUS_SH) >/dev/null || { echo \"$(QUARTUS_SH) is not in PATH: add its folder quartus/bin, or "
      "run make QUARTUS_SH=/path/to/quartus_sh\" >&2; exit 3; }\n"
      "\t$(QUARTUS_SH) -t build.tcl\n";
  std::vector<emit::File> files = {
      {"build.tcl", build_text(project)},
      {"Makefile", make_text(project, "QUARTUS_SH ?= quartus_sh\n", "build.tcl $(wildcard tcl/*.tcl)", recipe)},
      {"tcl/quartus.tcl", shared_script("quartus/quartus.tcl")},
      timing_tcl(),
      {"tcl/core.tcl", shared_script("core_only/core.tcl")},
      {"constraints/clocks.sdc", clocks_text(project)}};
  if (project.plan.shell) files.push_back({"tcl/crossings.tcl", shared_script("quartus/crossings.tcl")});
  return files;
}

FlowWords quartus_words(const CoreProject& project) {
  FlowWords words;
  words.tool = fmt::format("Quartus Prime {} Edition {} or newer, with a licence for {}", edition_of(project).word,
                           kLeast, family_of(project.board));
  words.files = "| `constraints/clocks.sdc` | the clocks |\n| `build.tcl`, `tcl`, `Makefile` | the build |\n";
  words.stops =
      "Quartus is too old or of the other edition, a clock, port or path has no constraint, slack is negative in any "
      "corner, or registers are missing";
  words.reports =
      "`build/output_files`; the resources of the accelerator without the ring are in the fitter's table of entities";
  words.stand_in = "a stand-in for Quartus";
  words.doubts =
      "how the analyser names virtual pins, titles of reports in each edition, and on Stratix 10 whether the fitter "
      "retimes between ring and accelerator, which would make their results look better";
  return words;
}

emit::File as_it_is(emit::File file) { return file; }

void no_check(const CoreProject&, Diagnostics&) {}

}  // namespace

const Flow kQuartusStandard = {quartus_words, quartus_files, no_check, as_it_is};
const Flow kQuartusPro = {quartus_words, quartus_files, no_check, as_it_is};

}  // namespace rtlgen::flow::core_only
