// Lists of files for the shared Tcl, and the Makefile.
#include "flow/quartus/scripts.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "emit/file.hpp"
#include "flow/part.hpp"
#include "flow/project.hpp"
#include "flow/quartus/system.hpp"
#include "flow/quartus/top.hpp"
#include "flow/script_text.hpp"
#include "plan/plan.hpp"

namespace rtlgen::flow::quartus {

namespace {

std::string build_text(const Project& project, const std::vector<emit::File>& constraints) {
  std::string text =
      script_header(project.banner,
                    fmt::format("Builds the programming file of {}: make, or quartus_sh -t build.tcl", project.top()));
  text += "cd [file dirname [file normalize [info script]]]\nsource tcl/quartus.tcl\n\n";
  text += fmt::format("set top {}\nset part {}\nset least_version {}\nset edition {}\n", project.top(),
                      part_number(project.board), project.wiring.least_tool,
                      project.wiring.tool == "quartus_pro" ? "Pro" : "Standard");
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
  return text +
         "\nrequire_quartus $least_version $edition\nset family [family_of $part]\n"
         "make_systems $systems $family $part $edition\nmake_project $top $family $part $edition\n"
         "read_files $verilog_files $vhdl_files $early_constraint_files $systems $late_constraint_files "
         "$assignment_files $edition\nimplement $top $memory_systems $edition\n";
}

std::string make_text(const Project& project) {
  std::string text =
      script_header(project.banner, fmt::format("make: builds the programming file build/output_files/{}.sof; make "
                                                "program: loads it onto the card by JTAG; make clean",
                                                project.top()));
  text += fmt::format("QUARTUS_SH ?= quartus_sh\nQUARTUS_PGM ?= quartus_pgm\nTOP := {}\n", project.top());
  text +=
      "SOURCES := build.tcl $(wildcard tcl/*.tcl ip/*.tcl constraints/*.qsf constraints/*.sdc rtl/*/*.v "
      "rtl/*/*.vhd rtl/*/*.sdc)\n\n";
  text +=
      ".PHONY: all program clean\nall: build/output_files/$(TOP).sof\n\n"
      "build/output_files/$(TOP).sof: $(SOURCES)\n"
      "\t@command -v $(QUARTUS_SH) >/dev/null || { echo \"$(QUARTUS_SH) is not in PATH: add its folder quartus/bin, or "
      "run make QUARTUS_SH=/path/to/quartus_sh\" >&2; exit 3; }\n"
      "\t$(QUARTUS_SH) -t build.tcl\n\n"
      "program: build/output_files/$(TOP).sof\n\t$(QUARTUS_PGM) -m jtag -o \"p;$<\"\n\n"
      "clean:\n\trm -rf build\n";
  return text;
}

}  // namespace

std::vector<emit::File> script_files(const Project& project, const std::vector<emit::File>& constraints) {
  std::vector<emit::File> files;
  for (const System& system : systems_of(project))
    files.push_back({fmt::format("ip/{}.tcl", system.name), script_of(project, system)});
  files.push_back({"build.tcl", build_text(project, constraints)});
  files.push_back({"Makefile", make_text(project)});
  for (const auto& [name, text] : shared_tcl()) files.push_back({"tcl/" + name, text});
  return files;
}

}  // namespace rtlgen::flow::quartus
