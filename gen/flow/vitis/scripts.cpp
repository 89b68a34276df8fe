// Lists of files, ports and registers for the shared scripts.
#include "flow/vitis/scripts.hpp"

#include <fmt/ranges.h>

#include "contract/shell.hpp"
#include "emit/file.hpp"
#include "flow/bus_parts.hpp"
#include "flow/dies.hpp"
#include "flow/packaged.hpp"
#include "flow/part.hpp"
#include "flow/project.hpp"
#include "flow/registers.hpp"
#include "flow/script_text.hpp"
#include "flow/shared_scripts.hpp"
#include "flow/vitis/kernel.hpp"
#include "plan/plan.hpp"
#include "shell/constraints.hpp"
#include "spec/channels.hpp"

namespace rtlgen::flow::vitis {

namespace {

const char* word(Access access) { return access == Access::kReadOnly ? "read-only" : "read-write"; }

std::vector<std::string> register_lines(const contract::Shell& shell) {
  std::vector<std::string> lines;
  for (const Register& r : register_list(shell)) {
    lines.push_back(fmt::format("{} {:#05x} {} {} {{{}}} {{{}}}", r.name, r.offset, r.bits, word(r.access),
                                r.channel < 0 ? "" : Packaged::memory_port(r.channel), r.meaning));
  }
  return lines;
}

std::vector<std::string> field_lines(const contract::Shell& shell) {
  std::vector<std::string> lines;
  for (const Register& r : register_list(shell)) {
    for (const RegisterField& f : r.fields)
      lines.push_back(fmt::format("{} {} {} {} {} {{{}}}", r.name, f.name, f.bit, f.bits, word(f.access), f.meaning));
  }
  return lines;
}

std::string package_text(const Project& project) {
  const contract::Shell& s = *project.plan.shell;
  std::string text = script_header(
      project.banner,
      fmt::format("Packages the kernel {0} as build/{0}.xo: make, or vivado -mode batch -source package_kernel.tcl",
                  project.top()));
  text += "cd [file dirname [file normalize [info script]]]\nsource tcl/vitis.tcl\n\n";
  text += fmt::format("set kernel {}\nset part {}\nset least_version {}\n", project.top(), part_number(project.board),
                      project.wiring.least_tool);
  std::vector<std::string> files, ports;
  for (const std::string& file : project.core) files.push_back("rtl/core/" + file);
  for (const std::string& file : project.shell) files.push_back("rtl/shell/" + file);
  files.push_back(fmt::format("rtl/kernel/{}.v", project.top()));
  for (const contract::ShellChannel& channel : s.channels) ports.push_back(Packaged::memory_port(channel.number));
  text += script_list("source_files", files) + fmt::format("set constraint_file {}\n", constraints_file(project)) +
          script_list("memory_ports", ports);
  text += fmt::format("set burst_beats {}\nset outstanding {}\nset register_range {:#x}\n", s.burst_beats,
                      s.outstanding, register_range(s));
  text += "# Name, byte address, bits, access, the port whose memory the address is in, meaning.\n" +
          script_list("registers", register_lines(s));
  text += "# Register, field, lowest bit, bits, access, meaning.\n" + script_list("fields", field_lines(s)) + "\n";
  return text +
         "require_version $least_version\nstart_kernel $kernel $part $source_files $constraint_file build\n"
         "describe_ports $memory_ports $burst_beats $outstanding\ndescribe_registers $register_range $registers "
         "$fields\nwrite_kernel $kernel build\n";
}

std::string link_text(const Project& project) {
  std::string text =
      script_header(project.banner, fmt::format("Link settings of {} for v++: clocks of ap_clk (0) and ap_clk_2 (1) in "
                                                "MHz, and the memory that each port is connected to.",
                                                project.top()));
  text += fmt::format("kernel_frequency=0:{}|1:{}\nsave-temps=1\n\n[connectivity]\n", bus_mhz(project),
                      kernel_mhz(project));
  std::vector<std::string> units;
  for (std::size_t n = 0; n < kernels_of(project); ++n) units.push_back(compute_unit(project.top(), n));
  text += fmt::format("nk={}:{}:{}\n", project.top(), units.size(), fmt::join(units, "."));
  for (std::size_t n = 0; n < units.size(); ++n) {
    for (const contract::ShellChannel& channel : project.plan.shell->channels)
      text += fmt::format("sp={}.{}:{}\n", units[n], Packaged::memory_port(channel.number),
                          bank_of(project, n, channel.number));
  }
  return text;
}

/// Strategies of Vivado that v++ tries at the same time with EXPLORE, the first ones first (UG1393, --vivado Options).
constexpr const char* kStrategies =
    "Performance_ExtraTimingOpt Performance_Explore Performance_NetDelay_high Performance_RefinePlacement "
    "Performance_EarlyBlockPlacement Performance_WLBlockPlacement Performance_NetDelay_low Congestion_SpreadLogic_high "
    "Congestion_SpreadLogic_medium";

std::string make_text(const Project& project) {
  std::string text = script_header(
      project.banner, fmt::format("make: builds build/{0}.xclbin for the platform; make EXPLORE=4: with four "
                                  "strategies; make clock: the clocks that it meets; make xo: packages only the "
                                  "kernel; make clean",
                                  project.top()));
  text += fmt::format(
      "PLATFORM ?= {}\nVIVADO ?= vivado\nVPP ?= v++\nXCLBINUTIL ?= xclbinutil\nTOP := {}\nCLOCKS := {} {}\n",
      project.wiring.platform->name, project.top(), bus_mhz(project), kernel_mhz(project));
  // Before the design is optimised: the die of each group of Executors, in every run.
  const std::string dies =
      has_dies(project)
          ? "--vivado.prop run.$(if $(EXPLORE),__ALL_IMPL__,impl_1).STEPS.OPT_DESIGN.TCL.PRE=$(CURDIR)/dies.tcl "
          : "";
  text += fmt::format(
      "SOURCES := package_kernel.tcl tcl/vitis.tcl $(wildcard constraints/*.xdc rtl/*/*.v rtl/*/*.vhd)\n"
      "export ALLOW_TIMING\n\n"
      "# With EXPLORE, that many of these at the same time, of which v++ takes the best; JOBS limits how many run at a "
      "time.\nSTRATEGIES := {}\ncomma := ,\nempty :=\n"
      "TRIES := $(if $(EXPLORE),--vivado.impl.strategies $(subst $(empty) "
      "$(empty),$(comma),$(wordlist 1,$(EXPLORE),$(STRATEGIES))) --advanced.param "
      "compiler.multiStrategiesWaitOnAllRuns=1 $(if $(JOBS),--vivado.impl.jobs $(JOBS) ))\n\n",
      kStrategies);
  text +=
      "# Names a missing tool, and what to do.\nneeds = @command -v $(1) >/dev/null || { echo \"$(1) is "
      "not in PATH: source the settings64.sh of $(2)\" >&2; exit 3; }\n\n"
      ".PHONY: all clock xo clean FORCE\nall: build/$(TOP).xclbin\nxo: build/$(TOP).xo\n\n"
      "build/$(TOP).xo: $(SOURCES)\n\t$(call needs,$(VIVADO),Vivado)\n\tmkdir -p build\n"
      "\t$(VIVADO) -mode batch -nojournal -log build/package.log -source package_kernel.tcl\n\n";
  text += kWantedRule;
  text +=
      "\n# v++ slows a clock down rather than miss timing, so the clocks that it reached are compared with the "
      "requested ones.\n"
      "build/$(TOP).xclbin: build/$(TOP).xo link.cfg tcl/clocks.sh build/wanted\n\t$(call "
      "needs,$(VPP),Vitis)\n\t$(call "
      "needs,$(XCLBINUTIL),XRT)\n"
      "\trm -f $@\n\t$(VPP) --link --target hw --platform $(PLATFORM) --config link.cfg $(TRIES)--temp_dir build/link "
      "--log_dir "
      "build/logs --report_dir build/reports " +
      dies +
      "-o build/$(TOP).linked.xclbin build/$(TOP).xo\n"
      "\t$(XCLBINUTIL) --force --info=build/$(TOP).info --input build/$(TOP).linked.xclbin\n\tsh tcl/clocks.sh "
      "build/$(TOP).info $(CLOCKS)\n\tcp build/$(TOP).linked.xclbin $@\n\n"
      "clock:\n\t@sh tcl/clock.sh build/timing.txt\n\n"
      "clean:\n\trm -rf build .Xil .ipcache\n";
  return text;
}

}  // namespace

std::size_t banks_of_kernel(const Project& project) {
  return static_cast<std::size_t>(spec::channels_of_kernel(hardware_of(project)));
}

const std::string& bank_of(const Project& project, std::size_t kernel, int channel) {
  const int bank = spec::card_channel(hardware_of(project), static_cast<int>(kernel), channel);
  return project.wiring.platform->memory[static_cast<std::size_t>(bank)];
}

int bus_mhz(const Project& project) { return static_cast<int>(project.wiring.platform->bus_mhz); }

int kernel_mhz(const Project& project) { return static_cast<int>(project.plan.clock.mhz); }

std::string constraints_file(const Project& project) { return fmt::format("constraints/{}.xdc", project.top()); }

std::vector<emit::File> script_files(const Project& project) {
  std::vector<emit::File> files = {{"package_kernel.tcl", package_text(project)},
                                   {"link.cfg", link_text(project)},
                                   {"Makefile", make_text(project)}};
  if (has_dies(project)) {
    files.push_back(
        {"dies.tcl", script_header(project.banner, "Dies of the groups of Executors") + dies_text(project)});
  }
  for (emit::File& file : tool_scripts("vitis")) files.push_back(std::move(file));
  files.push_back({"tcl/clock.sh", shared_script("shared/clock.sh")});
  files.push_back({constraints_file(project),
                   shell::scoped_xdc(project.plan, project.banner, {project.top(), "ap_clk", "ap_clk_2"})});
  return files;
}

}  // namespace rtlgen::flow::vitis
