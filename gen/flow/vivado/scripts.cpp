// IP with the parameters of the board's wiring, and lists of files for the shared Tcl.
#include "flow/vivado/scripts.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>

#include "emit/file.hpp"
#include "flow/card_block.hpp"
#include "flow/debug.hpp"
#include "flow/part.hpp"
#include "flow/project.hpp"
#include "flow/script_text.hpp"
#include "flow/shared_scripts.hpp"
#include "flow/vivado/analyser.hpp"
#include "flow/vivado/host_side.hpp"
#include "flow/vivado/mig_project.hpp"
#include "flow/vivado/register_debugger.hpp"
#include "flow/vivado/top.hpp"
#include "plan/plan.hpp"

namespace rtlgen::flow::vivado {

namespace {

constexpr int kStrategies = 10;  ///< ways to place and route in fpga_projects/vivado/attempt.tcl

/// The value of a parameter; paths of files become absolute.
std::string value_of(const board::Ip& ip, const std::string& name, const std::string& value) {
  const board::IpParameter* const parameter = ip.find_parameter(name);
  return parameter != nullptr && parameter->kind == "file" ? fmt::format("[file normalize {}]", value)
                                                           : "{" + value + "}";
}

std::string create(const board::Ip& ip, const std::string& module,
                   const std::vector<std::pair<std::string, std::string>>& parameters) {
  std::string text = fmt::format(
      "create_ip -name {} -vendor xilinx.com -library ip -module_name {} -dir $ip_folder\nset_property -dict [list "
      "\\\n",
      ip.name, module);
  for (const auto& [name, value] : parameters)
    text += fmt::format("  CONFIG.{} {} \\\n", name, value_of(ip, name, value));
  return text + fmt::format("] [get_ips {}]\n\n", module);
}

std::string ip_text(const Project& project) {
  std::string text = script_header(
      project.banner,
      fmt::format("IP of {}; the newest installed version is used. The caller sets $ip_folder.", project.top()));
  const HostIp host = host_ip(project.wiring);
  text += create(host.use.ip, host.module, host.use.parameters);
  for (std::size_t k = 0; k < project.wiring.memory.size(); ++k)
    text += create(project.wiring.memory[k].use.ip, memory_module(k), controller_parameters(project, k));
  if (has_register_debugger(project)) {
    const board::IpUse debugger = register_debugger(project);
    text += create(debugger.ip, "card_jtag", debugger.parameters);
  }
  std::vector<std::pair<std::string, std::string>> clock = {
      {"PRIM_SOURCE", "No_buffer"},
      {"PRIM_IN_FREQ", fmt::format("{:.3f}", project.wiring.user_mhz)},
      {"CLKOUT1_REQUESTED_OUT_FREQ", fmt::format("{:.3f}", project.plan.clock.mhz)}};
  // A wizard whose clock can be changed has only the reset of its AXI4-Lite port.
  if (has_card_block(project))
    clock.emplace_back("USE_DYN_RECONFIG", "true");
  else
    clock.emplace_back("RESET_TYPE", "ACTIVE_LOW");
  clock.emplace_back("USE_SAFE_CLOCK_STARTUP", "true");
  return text + create(project.wiring.clock_wizard, clock_module(), clock);
}

/// The end of build.tcl: its steps.
std::string steps_text(const Project& project) {
  std::string text =
      "require_version $least_version\nlassign [asked $argv synthesis] step number\n"
      "if {$step in {all synthesis}} {\n  start_design $part\n  read_sources $verilog_files $vhdl_files\n"
      "  make_ip ip.tcl build/ip\n  read_constraints $constraint_files $scoped_constraints $late_constraint_files\n"
      "  synthesise $top $part build\n} else {\n  open_checkpoint build/synthesised.dcp\n}\n"
      "if {$step ne \"synthesis\"} {\n";
  if (has_taps(project)) text += "  insert_analysers $taps $clocks\n";
  text += "  place_and_route build/attempt_$number $number\n";
  if (has_taps(project)) text += "  write_debug_probes -force build/attempt_$number/debug.ltx\n";
  return text + "  finish $top build/attempt_$number $clocks\n}\n";
}

std::string build_text(const Project& project, const std::vector<emit::File>& constraints) {
  std::string text = script_header(
      project.banner,
      fmt::format("Builds the bitstream of {}: make, or vivado -mode batch -source build.tcl", project.top()));
  text +=
      "cd [file dirname [file normalize [info script]]]\nsource tcl/vivado.tcl\nsource tcl/timing.tcl\nsource "
      "tcl/attempt.tcl\n";
  text += has_taps(project) ? "source tcl/analyser.tcl\nsource debug.tcl\n\n" : "\n";
  text += fmt::format("set top {}\nset part {}\nset least_version {}\n", project.top(), part_number(project.board),
                      project.wiring.least_tool);
  std::vector<std::string> verilog, vhdl;
  for (const std::string& file : project.core) (file.ends_with(".vhd") ? vhdl : verilog).push_back("rtl/core/" + file);
  for (const std::string& file : project.shell) verilog.push_back("rtl/shell/" + file);
  for (const std::string& leaf : top_leaves(project)) verilog.push_back("rtl/card/" + leaf + ".v");
  verilog.push_back("rtl/card/" + project.top() + ".v");
  text += script_list("verilog_files", verilog) + script_list("vhdl_files", vhdl);
  std::vector<std::string> early, late;
  for (const emit::File& file : constraints)
    (file.path.ends_with("timing.xdc") || file.path.ends_with("like.xdc") ? late : early).push_back(file.path);
  text += script_list("constraint_files", early) + script_list("late_constraint_files", late);
  text += fmt::format(
      "# Constraints of one module, in its own scope.\nset scoped_constraints {{\n  {0} rtl/shell/{0}.xdc\n}}\n\n",
      project.plan.shell->module);
  text +=
      fmt::format("# Clocks of timing.txt: name, pin, MHz.\nset clocks {{\n  kernel {} {:.3f}\n  bus {} {:.3f}\n}}\n\n",
                  kernel_clock_pin(), project.plan.clock.mhz, bus_clock_pin(project), project.wiring.user_mhz);
  return text + steps_text(project);
}

/// Columns, and one row.
std::string part_text(const board::PartFile& part) {
  std::vector<std::string> names, values;
  for (const auto& [name, value] : part.row) names.push_back(name), values.push_back(value);
  return fmt::format("{}\n{}\n", fmt::join(names, ","), fmt::join(values, ","));
}

/// Files that IP reads, besides the scripts, for the Makefile.
const char* sources_of_ip(const Project& project) {
  if (mig_project(project, 0)) return " parts/*.prj";
  return project.wiring.parts.empty() ? "" : " parts/*.csv";
}

/// Facts about the card that tcl/program.tcl uses.
std::string card_text(const Project& project) {
  std::string text = script_header(project.banner, "The card for tcl/program.tcl: its FPGA and its flash");
  text += fmt::format("set part {}\n", part_number(project.board));
  if (!project.wiring.flash) return text;
  const board::Flash& flash = *project.wiring.flash;
  text += fmt::format("array set flash {{\n  interface {}\n  megabytes {}\n  parts {{{}}}\n", flash.interface,
                      flash.megabytes, fmt::join(flash.parts, " "));
  if (!flash.rs_pins.empty()) text += fmt::format("  rs_pins {}\n", flash.rs_pins);
  return text + "}\n";
}

/// The rules that make build/bitstream.txt, the name of the bitstream.
std::string bitstream_rules(const Project& project) {
  return std::string(
             "# Names a missing tool, and what to do.\n"
             "needs = @command -v $(VIVADO) >/dev/null || { echo \"$(VIVADO) is not in PATH: source its settings64.sh, "
             "or run make VIVADO=/path/to/vivado\" >&2; exit 3; }\n") +
         kTimedCheck +
         "\n.PHONY: all clock program image flash debug peek poke clean FORCE\nall: build/bitstream.txt\n\t$(timed)\n\n"
         "build/synthesised.dcp: $(SOURCES)\n\t$(needs)\n\tmkdir -p build\n"
         "\t$(VIVADO) -mode batch -nojournal -log build/synthesis.log -source build.tcl -tclargs synthesis\n\n" +
         kWantedRule +
         "\nbuild/bitstream.txt: build/synthesised.dcp build/wanted tcl/attempt.tcl tcl/timing.tcl tcl/explore.sh" +
         (has_taps(project) ? " debug.tcl tcl/analyser.tcl" : "") +
         "\n\t$(needs)\n"
         "\tsh tcl/explore.sh $(TOP) bit $(VIVADO) -mode batch -nojournal -log build/attempt_%/vivado.log -source "
         "build.tcl -tclargs attempt %\n\n"
         "clock:\n\t@sh tcl/clock.sh build/timing.txt\n\n";
}

/// The rules that look inside a card.
std::string debug_rules(const Project& project) {
  if (!has_taps(project)) return kNoDebugRule;
  std::string text =
      "# Samples of the logic analysers; debug.tcl lists what they see. TRIGGER='core_in.valid=1 core_in.ready=0' "
      "waits "
      "for that, WAIT minutes (default: 1).\n"
      "debug: build/bitstream.txt\n\t$(needs)\n"
      "\t$(VIVADO) -mode batch -nojournal -nolog -source tcl/program.tcl -tclargs capture $$(cat $<) $(SERIAL)\n\n";
  if (!has_register_debugger(project)) return text;
  return text +
         "# Registers of the card: peek ADDRESS=0x0 COUNT=4, poke ADDRESS=0x0 VALUE=1.\n"
         "peek poke: build/bitstream.txt\n\t$(needs)\n"
         "\t$(VIVADO) -mode batch -nojournal -nolog -source tcl/program.tcl -tclargs $@ $$(cat $<) $(SERIAL)\n\n";
}

std::string make_text(const Project& project) {
  std::string text = script_header(
      project.banner,
      fmt::format(
          "make: builds the bitstream build/{0}.bit; make EXPLORE=4: places and routes in four ways; make "
          "clock: the clocks that it meets; make program: loads it onto the card by JTAG; make flash: into its flash; "
          "make clean",
          project.top()));
  text += fmt::format(
      "VIVADO ?= vivado\nTOP := {0}\nSOURCES := build.tcl ip.tcl tcl/vivado.tcl $(wildcard constraints/*.xdc rtl/*/*.v "
      "rtl/*/*.vhd rtl/*/*.xdc{1})\nexport ATTEMPT EXPLORE JOBS MEMORY_MB ALLOW_TIMING FLASH_PART HW_SERVER{3}\nexport "
      "MOST := {2}\n\n",
      project.top(), sources_of_ip(project), kStrategies, has_taps(project) ? " TRIGGER WAIT ADDRESS COUNT VALUE" : "");
  text += bitstream_rules(project) +
          "# SERIAL is the serial number of the card's JTAG cable, if several cards are connected.\n"
          "program image flash: build/bitstream.txt\n\t$(needs)\n\t$(timed)\n"
          "\t$(VIVADO) -mode batch -nojournal -nolog -source tcl/program.tcl -tclargs $@ $$(cat $<) $(SERIAL)\n\n" +
          debug_rules(project) + "clean:\n\trm -rf build .Xil\n";
  return text;
}

}  // namespace

std::vector<emit::File> script_files(const Project& project, const std::vector<emit::File>& constraints) {
  std::vector<emit::File> files = {{"ip.tcl", ip_text(project)},
                                   {"build.tcl", build_text(project, constraints)},
                                   {"card.tcl", card_text(project)},
                                   {"Makefile", make_text(project)}};
  for (const board::PartFile& part : project.wiring.parts) files.push_back({part.path, part_text(part)});
  for (std::size_t k = 0; k < project.wiring.memory.size(); ++k) {
    if (auto file = mig_project(project, k)) files.push_back(*std::move(file));
  }
  for (emit::File& file : tool_scripts("vivado")) {
    const bool looks_inside = file.path == "tcl/analyser.tcl" || file.path == "tcl/capture.tcl";
    if (!looks_inside || has_taps(project)) files.push_back(std::move(file));
  }
  if (has_taps(project)) files.push_back({"debug.tcl", taps_text(project)});
  files.push_back(timing_tcl());
  for (emit::File& file : timing_scripts("tcl")) files.push_back(std::move(file));
  if (!project.wiring.uart) files.push_back(reload_script());
  return files;
}

}  // namespace rtlgen::flow::vivado
