// ISE 14.7 for Virtex-5: XST's project and options, clocks for synthesis and for the rest.
#include <fmt/format.h>

#include <regex>

#include "board/board.hpp"
#include "emit/file.hpp"
#include "flow/core_only/flow.hpp"
#include "flow/core_only/ports.hpp"
#include "flow/part.hpp"
#include "flow/script_text.hpp"
#include "flow/shared_scripts.hpp"
#include "plan/plan.hpp"
#include "support/check.hpp"

namespace rtlgen::flow::core_only {

namespace {

constexpr const char* kRelease = "14.7";
constexpr double kNs = 1e3;

std::string list_text(const CoreProject& project) {
  // Paths as seen from build, where xst runs.
  const Sources sources = sources_of(project);
  std::string text;
  for (const std::string& file : sources.vhdl) text += fmt::format("vhdl work \"../{}\"\n", file);
  for (const std::string& file : sources.verilog) text += fmt::format("verilog work \"../{}\"\n", file);
  return text;
}

std::string options_text(const CoreProject& project) {
  // The old reader of Virtex-5's XST does not support some constructs that the new one supports.
  return fmt::format(
      "set -tmpdir xst\nset -xsthdpdir xst\nrun\n-ifn ../xst/{0}.prj\n-ifmt mixed\n-ofn {0}\n-ofmt NGC\n-p {1}\n-top "
      "{0}\n-uc ../xst/{0}.xcf\n-use_new_parser yes\n-opt_mode speed\n-opt_level 1\n"
      "-iobuf yes\n-iob false\n-keep_hierarchy no\n-netlist_hierarchy rebuilt\n-register_balancing "
      "no\n-equivalent_register_removal no\n",
      project.top(), part_number(project.board));
}

std::string period_text(const Clock& clock) {
  return fmt::format("NET \"{0}\" TNM_NET = \"{0}\";\nTIMESPEC \"TS_{0}\" = PERIOD \"{0}\" {1:.3f} ns HIGH 50%;\n",
                     clock.port, kNs / clock.mhz);
}

std::string constraints_text(const CoreProject& project, bool is_late) {
  std::string text = script_header(
      project.banner, is_late ? "Clock as requested. The two pins of the ring have no clock outside the chip."
                              : "Clock as requested, for synthesis.");
  for (const Clock& clock : clocks_of(project)) text += period_text(clock);
  return is_late ? text + "NET \"ring_in\" TIG;\nNET \"ring_out\" TIG;\n" : text;
}

std::vector<emit::File> ise_files(const CoreProject& project) {
  const std::string recipe = fmt::format("\tsh tcl/ise.sh {} {} {}\n", project.top(),
                                         safe::make_recipe_word(project.board.part.text), least_registers(project));
  return {{"Makefile", make_text(project, "", "tcl/ise.sh $(wildcard xst/*)", recipe)},
          {"tcl/ise.sh", shared_script("core_only/ise.sh")},
          {fmt::format("xst/{}.prj", project.top()), list_text(project)},
          {fmt::format("xst/{}.xst", project.top()), options_text(project)},
          {fmt::format("xst/{}.xcf", project.top()), constraints_text(project, false)},
          {fmt::format("constraints/{}.ucf", project.top()), constraints_text(project, true)}};
}

FlowWords ise_words(const CoreProject&) {
  FlowWords words;
  words.tool = fmt::format("ISE {}, its settings64.sh sourced, with a licence for the device", kRelease);
  words.files =
      "| `xst` | sources, options and clock for synthesis |\n| `constraints` | clock for the rest |\n| `tcl`, "
      "`Makefile` | the build |\n";
  words.stops =
      "a program of ISE is missing or of another release, signals are not routed, a path has no constraint, timing is "
      "not met, or registers are missing";
  words.reports =
      "`build`; the resources of the accelerator without the ring are in `*_map.mrp`, utilization by hierarchy";
  words.stand_in = "stand-ins for the programs of ISE";
  words.doubts =
      "whether XST accepts every construct of the sources (`iverilog -g2001` and `ghdl --std=93` do), and the wording "
      "of ISE's reports";
  return words;
}

void check_ise(const CoreProject& project, Diagnostics& diagnostics) {
  if (!project.plan.shell) return;
  unsuitable(project, diagnostics,
             fmt::format("the description has a bus, but a project for {} contains only the core",
                         safe::terminal(project.board.name)),
             {"leave out hardware.bus and hardware.memory: ISE has no IP for the shell's AXI interfaces, and rtlgen "
              "writes no ISE constraints for its clock crossings"});
}

/// XST for Virtex-5 lacks $clog2 (alexforencich in zachjs/sv2v issue 309; Xilinx AR 44586 gives such a function).
emit::File without_clog2(emit::File file) {
  if (!file.path.ends_with(".v") || file.text.find("$clog2(") == std::string::npos) return file;
  constexpr const char* kFunction =
      "\n  // $clog2, which ISE lacks for this device.\n"
      "  function integer bits_to_count;\n    input integer values;\n    integer rest;\n    begin\n      bits_to_count "
      "= 0;\n"
      "      for (rest = values - 1; rest > 0; rest = rest >> 1) bits_to_count = bits_to_count + 1;\n    end\n  "
      "endfunction\n";
  static const std::regex kCall("\\$clog2\\(");
  file.text = std::regex_replace(file.text, kCall, "bits_to_count(");
  const std::string end_of_ports = "\n);\n";
  const std::size_t at = file.text.find(end_of_ports);
  RTLGEN_CHECK(at != std::string::npos, file.path + " has no list of ports");
  file.text.insert(at + end_of_ports.size(), kFunction);
  return file;
}

}  // namespace

const Flow kIse = {ise_words, ise_files, check_ise, without_clog2};

}  // namespace rtlgen::flow::core_only
