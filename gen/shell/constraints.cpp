// Timing constraints for a shell's clock crossings, made from its netlist. tests/axis checks that each pattern matches
// registers, and that each path between the clocks is covered.
#include "shell/constraints.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "contract/core_interface.hpp"
#include "emit/banner.hpp"
#include "emit/file.hpp"
#include "plan/plan.hpp"
#include "shell/shell.hpp"
#include "support/check.hpp"

namespace rtlgen::shell {

namespace {

using netlist::Crossing;
using netlist::Instance;
using netlist::RestingPath;

std::string header(const std::string& module, const emit::Banner& banner) {
  return fmt::format("# Clock crossings of {}.\n# {}\n#\n", module, emit::origin(banner));
}

std::vector<Crossing> some_crossings(const netlist::Module& shell, bool fifos) {
  std::vector<Crossing> list = netlist::crossings_of(shell);
  std::erase_if(list, [&](const Crossing& c) { return c.is_fifo != fifos; });
  return list;
}

/// Whether the path carries configuration to another clock domain.
bool is_configuration(const RestingPath& path) {
  return path.from->of.find(path.from_port)->timing == netlist::Timing::kResting;
}

/// The paths from registers that are stable when they are read: counters and monitors.
std::vector<RestingPath> results_of(const netlist::Module& shell) {
  std::vector<RestingPath> list = netlist::resting_paths(shell);
  std::erase_if(list, is_configuration);
  return list;
}

/// The instances that are in reset when the configuration changes: those at `clock`, except the sequencer, which
/// generates that reset and reads only levels.
std::vector<const Instance*> reset_at(const netlist::Module& shell, const std::string& clock) {
  std::vector<const Instance*> list = shell.instances();
  std::erase_if(list, [&](const Instance* instance) {
    const bool has_levels =
        std::ranges::any_of(netlist::crossings_of(*instance), [](const Crossing& c) { return !c.is_fifo; });
    const bool is_here = std::ranges::any_of(instance->of.ports, [&](const netlist::Port& port) {
      return port.timing == netlist::Timing::kClock && instance->net_at(port.name) == clock;
    });
    return has_levels || !is_here;
  });
  return list;
}

/// Prefix of the names of the core's registers that hold configuration; "": with fixed extents it has none.
std::string resting_of(const plan::Plan& plan) {
  return plan.core.extents == contract::ExtentPlan::kRuntime ? contract::kStaticPrefix : "";
}

const Instance& core_of(const netlist::Module& shell, const plan::Plan& plan) {
  const std::vector<const Instance*> all = shell.instances();
  const auto found =
      std::ranges::find_if(all, [&](const Instance* instance) { return instance->of.module == plan.core.module; });
  RTLGEN_CHECK(found != all.end(), "a shell without a core");
  return **found;
}

}  // namespace

std::string shell_sdc(const plan::Plan& plan, const emit::Banner& banner, netlist::QuartusNames names) {
  const netlist::Module shell = shell_module(plan, banner, 0);  // only for its names
  const auto registers = [&](const Instance& instance, const std::string& pattern) {
    return netlist::sdc_registers(netlist::sdc_name({{instance.of.module, instance.name}}, names) + pattern);
  };
  std::string text = header(shell.name, banner) +
                     "# For Quartus; read after the clocks are defined. Do not use with one clock for both ports.\n\n";
  text += "# Levels between the clocks (rtlgen_sync).\n";
  for (const Crossing& level : some_crossings(shell, false)) text += netlist::sdc_of(level, names);
  text += "\n# Pointers of the FIFOs (rtlgen_async_fifo), Gray-coded: all bits within one period.\n";
  for (const Crossing& fifo : some_crossings(shell, true)) text += netlist::sdc_of(fifo, names);
  text +=
      "\n# Configuration, to what is in reset when it changes: everything on the kernel clock, and the bus side of the "
      "streams.\n";
  std::set<std::string> sources;
  for (const RestingPath& path : netlist::resting_paths(shell)) {
    if (is_configuration(path)) sources.insert(registers(*path.from, path.from_port + "*"));
  }
  for (const std::string& from : sources) {
    for (const Instance* to : reset_at(shell, "kernel_clk"))
      text += fmt::format("set_false_path -from {} -to {}\n", from, registers(*to, "*"));
  }
  if (const std::string resting = resting_of(plan); !resting.empty())
    text += fmt::format("\n# Registers of the core that hold configuration.\nset_false_path -from {}\n",
                        registers(core_of(shell, plan), resting + "*"));
  text += "\n# Counters and monitors on the kernel clock: complete after the run.\n";
  for (const RestingPath& path : results_of(shell))
    text += fmt::format("set_false_path -from {} -to {}\n", registers(*path.from, path.from_port + "*"),
                        registers(*path.to, "s_axil_rdata*"));
  return text;
}

std::string scoped_xdc(const plan::Plan& plan, const emit::Banner& banner, const Scope& scope) {
  static const std::map<std::string, std::string> kClocks = {{"bus_clk", "$bus_clock"},
                                                             {"kernel_clk", "$kernel_clock"}};
  const netlist::Module shell = shell_module(plan, banner, 0);  // only for its names
  const auto cells = [](const Instance& instance, const std::string& registers) {
    return netlist::xdc_cells(instance.name + "/" + registers);
  };
  std::string text = header(scope.module, banner);
  text += fmt::format(
      "# Read after the clocks are defined: read_xdc -ref {}, processing order late. Do not use with one clock for "
      "both ports.\n\n",
      scope.module);
  text += fmt::format(
      "set bus_clock [get_clocks -of_objects [get_ports {}]]\nset kernel_clock [get_clocks -of_objects [get_ports "
      "{}]]\n",
      scope.bus_clock, scope.kernel_clock);
  text +=
      "set bus_period [get_property -min PERIOD $bus_clock]\nset kernel_period [get_property -min PERIOD "
      "$kernel_clock]\n"
      "set least_period [expr {min($bus_period, $kernel_period)}]\n\n";
  text +=
      "# Levels between the clocks (rtlgen_sync): at most one period, because the token of the resets follows its "
      "level.\n";
  for (const Crossing& level : some_crossings(shell, false)) text += netlist::xdc_of(level, kClocks);
  text +=
      "\n# Pointers of the FIFOs (rtlgen_async_fifo), Gray-coded: all bits within one period. Words are stable long "
      "before they are read.\n";
  for (const Crossing& fifo : some_crossings(shell, true)) text += netlist::xdc_of(fifo, kClocks);
  text += "\n# Configuration: it changes only while everything is in reset.\n";
  std::set<std::string> lines;
  for (const RestingPath& path : netlist::resting_paths(shell)) {
    if (is_configuration(path))
      lines.insert(fmt::format("set_false_path -from {} -to {}\n", cells(*path.from, path.from_port + "_reg*"),
                               kClocks.at(path.to_clock)));
  }
  for (const std::string& line : lines) text += line;
  if (const std::string resting = resting_of(plan); !resting.empty())
    text += fmt::format(
        "\n# Registers of the core that hold configuration: stable some clocks before the reset ends.\nset_false_path "
        "-from "
        "{}\n",
        cells(core_of(shell, plan), resting + "*_reg*"));
  text += "\n# Counters and monitors on the kernel clock: complete after the run.\n";
  for (const RestingPath& path : results_of(shell))
    text += fmt::format("set_false_path -from {} -to {}\n", cells(*path.from, path.from_port + "_reg*"),
                        cells(*path.to, "s_axil_rdata_reg*"));
  return text;
}

std::vector<emit::File> constraint_files(const plan::Plan& plan, const emit::Banner& banner) {
  return {{plan.shell->module + ".xdc", scoped_xdc(plan, banner, {plan.shell->module, "bus_clk", "kernel_clk"})},
          {plan.shell->module + ".sdc", shell_sdc(plan, banner, netlist::QuartusNames::kEntities)}};
}

}  // namespace rtlgen::shell
