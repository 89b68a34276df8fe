// Runs Yosys, then OpenSTA on its netlist; see static_timing.hpp.
#include "static_timing/static_timing.hpp"

#include <fmt/format.h>

#include <cmath>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <sstream>
#include <utility>

#include "contract/core_interface.hpp"
#include "contract/ecp5_synthesis.hpp"
#include "hw/delay_model.hpp"
#include "hw/ir.hpp"
#include "runner/cache.hpp"
#include "runner/digest.hpp"
#include "runner/folder.hpp"
#include "runner/tools.hpp"
#include "support/check.hpp"
#include "support/errors.hpp"
#include "support/process.hpp"
#include "synthesis/yosys.hpp"

namespace rtlgen::synthesis {

namespace {

/// The Yosys family for all AMD families. UltraScale has the same cells as far as they are timed; Yosys' xcu and xcup
/// use no registers in DSPs.
constexpr const char* kTimedAs = "xc7";

std::string script_for(const hw::DelayModel& device, const std::string& top, const TimingSetup& setup) {
  if (device.cells->amd) {
    const std::string script = fmt::format("synth_xilinx -family {} -noiopad -noclkbuf -top {}", kTimedAs, top);
    return script + (setup.by_module ? "; flatten; opt_clean -purge" : " -flatten");
  }
  if (device.family == "ecp5") return contract::ecp5_synthesis(top, top, setup.clocks.front().period_ps);
  return fmt::format("synth_ice40 {}-top {}", device.family == "ice40up" ? "-dsp " : "", top);
}

void run(const std::vector<std::string>& command, const std::filesystem::path& folder) {
  const ProcessResult result = runner::run_tool(command, folder, {}, false);
  if (!result.ok())
    throw EnvironmentError(
        fmt::format("{} failed: {}", command.front(), (result.errors + result.output).substr(0, 2000)));
}

/// The netlist that Yosys writes as JSON. It is cached by everything on which it depends, because a large design takes
/// minutes.
std::string mapped(const std::string& verilog, const std::string& script) {
  const std::string digest = runner::digest_of({"netlist", runner::version_text("yosys"), verilog, script});
  const runner::CacheEntry entry = runner::cached("netlist-" + digest, [&](const auto& folder) {
    runner::write_file(folder / "design.v", verilog);
    run({"yosys", "-q", "-p", fmt::format("read_verilog design.v; {}; write_json netlist.json", script)}, folder);
  });
  return runner::read_file(entry.folder / "netlist.json");
}

/// OpenSTA commands; the netlist of AMD families has a port for each clock.
std::string checks_script(const TimingSetup& setup, bool is_amd) {
  std::string text = "read_liberty cells.lib\nread_verilog netlist.v\nlink_design netlist\n", groups;
  for (std::size_t i = 0; i < setup.clocks.size(); ++i) {
    const std::string port = is_amd ? fmt::format("clk{}", i) : "clk";
    text += fmt::format("create_clock -name {} -period {:.3f} [get_ports {}]\n", port,
                        setup.clocks[i].period_ps / 1000.0, port);
    groups += fmt::format(" -group {{{}}}", port);
  }
  // Static registers, as in the constraints of a shell; cells are named by their nets and a number.
  if (is_amd)
    text += fmt::format(
        "foreach cell [get_cells *] {{\n  if {{[regexp {{^u[0-9]+_(.*_u_core_)?{}}} [get_name $cell]]}} "
        "{{ set_false_path -from $cell }}\n}}\n",
        contract::kStaticPrefix);
  if (setup.clocks.size() > 1) text += "set_clock_groups -asynchronous" + groups + "\n";
  for (std::size_t i = 0; i < setup.clocks.size(); ++i)
    text += fmt::format("report_checks -path_delay max -digits 3 -to [get_clocks {}] > checks{}.txt\n",
                        is_amd ? fmt::format("clk{}", i) : "clk", i);
  return text + "exit\n";
}

/// Counts the cells of the top module that Yosys wrote. Throws an EnvironmentError if it has none.
std::map<std::string, std::int64_t> count_types(const std::string& json) {
  std::map<std::string, std::int64_t> count;
  const nlohmann::json all = nlohmann::json::parse(json);
  for (const auto& [name, module] : all.at("modules").items()) {
    if (!module.contains("attributes") || !module.at("attributes").contains("top")) continue;
    for (const auto& [cell, c] : module.at("cells").items()) ++count[c.at("type").get<std::string>()];
  }
  if (count.empty()) throw EnvironmentError("the netlist that Yosys wrote has no cells in its top module");
  return count;
}

}  // namespace

TimingReport parse_checks(const std::string& text, int period_ps) {
  TimingReport report;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    const std::size_t open = line.rfind('('), close = line.rfind(')'), slash = line.find('/');
    const bool of_cell = slash != std::string::npos && open != std::string::npos && close > open;
    if (of_cell) {
      report.cells.push_back(line.substr(open + 1, close - open - 1));
      const std::size_t before = line.rfind(' ', slash);
      report.to = line.substr(before + 1, slash - before - 1);
      if (report.from.empty()) report.from = report.to;
    }
    const std::size_t slack = line.find("slack");
    if (slack == std::string::npos) continue;
    report.slack_ps = static_cast<int>(std::lround(1000 * std::stod(line)));
    report.worst_ps = period_ps - report.slack_ps;
    return report;
  }
  if (text.find("No paths found") == std::string::npos)
    throw EnvironmentError(
        fmt::format("OpenSTA reported no slack: '{}'", text.substr(0, std::min<std::size_t>(text.size(), 400))));
  return report;
}

std::vector<TimingReport> static_timing(const std::string& verilog, const std::string& top,
                                        const hw::DelayModel& device, const TimingSetup& setup) {
  RTLGEN_CHECK(device.cells, "static timing: the cells of " + device.name + " are not known");
  std::vector<TimingReport> reports;
  std::map<std::string, std::int64_t> netlist;
  const auto make = [&](const std::filesystem::path& folder) {
    const std::string json = mapped(verilog, script_for(device, top, setup));
    netlist = count_types(json);
    runner::write_file(folder / "netlist.v", timing_netlist(json, device, setup));
    runner::write_file(folder / "cells.lib", liberty_of(device));
    runner::write_file(folder / "check.tcl", checks_script(setup, device.cells->amd.has_value()));
    run({"sta", "-no_splash", "-exit", "check.tcl"}, folder);
    for (std::size_t i = 0; i < setup.clocks.size(); ++i)
      reports.push_back(
          parse_checks(runner::read_file(folder / fmt::format("checks{}.txt", i)), setup.clocks[i].period_ps));
  };
  const runner::CacheEntry entry = runner::uncached(make);
  for (TimingReport& report : reports) report.netlist = netlist;
  return reports;
}

TimingReport static_timing(const hw::Design& design, const hw::DelayModel& device, int period_ps) {
  RTLGEN_CHECK(device.cells, "static timing: the cells of " + device.name + " are not known");
  return static_timing(mapped_text(design, kTimedAs, "timing"), design.top, device, {{{"clk", period_ps}}, {}, true})
      .front();
}

}  // namespace rtlgen::synthesis
