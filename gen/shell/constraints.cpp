// Timing constraints of a shell's clock crossings. Registers are named by the shell's instances; tests/axis checks that
// each pattern finds some.
#include "shell/constraints.hpp"

#include "shell/crossings.hpp"
#include "shell/instances.hpp"
#include "shell/text.hpp"

namespace rtlgen::shell {

namespace {

constexpr const char* kSynchronizers[] = {"u_hold", "u_ping", "u_pong", "u_done", "u_config_error"};

/// Registers of the kernel's clock that the host reads when they rest.
struct Resting {
  std::string module, instance, signal;
};

std::vector<Resting> resting(const plan::Plan& plan) {
  std::vector<Resting> list = {{"rtlgen_count", "u_input_waits", "count"}, {"rtlgen_count", "u_output_waits", "count"}};
  if (!plan.monitors.empty()) list.push_back({"rtlgen_count", "u_monitors_shown", "count"});
  for (const plan::Port& port : plan.core.ports) {
    if (port.role == plan::PortRole::kMonitor) list.push_back({"rtlgen_keep", "u_" + port.name, "out"});
  }
  return list;
}

std::string header(const std::string& module, const emit::Banner& banner) {
  return fmt::format("# Clock crossings of {}.\n# {}\n#\n", module, emit::origin(banner));
}

std::string sdc(const plan::Plan& plan, const emit::Banner& banner) {
  std::string text = header(plan.shell->module, banner) +
                     "# For Quartus; read after the clocks are defined. Not with one clock for both ports.\n\n";
  text += "# Levels between the clocks (rtlgen_sync).\n";
  for (const char* name : kSynchronizers)
    text += sdc_level(fmt::format("rtlgen_sequencer:u_sequencer|rtlgen_sync:{}|", name));
  text += "\n# Pointers of the FIFOs (rtlgen_async_fifo), Gray code: bits together within a period.\n";
  for (const plan::ShellStream& s : plan.shell->streams)
    text += sdc_fifo(
        fmt::format("rtlgen_stream_{}:{}|rtlgen_async_fifo:*u_fifo|", s.is_out ? "out" : "in", wire_of(s, "u")));
  text +=
      "\n# Configuration, into what is in reset when it changes: all that the kernel clock drives, and the bus side of "
      "the streams.\n";
  std::vector<std::string> kernel = {fmt::format("{}:u_core|*", plan.core.module), "rtlgen_count:u_input_waits|*",
                                     "rtlgen_count:u_output_waits|*"};
  for (const plan::ShellStream& s : plan.shell->streams) {
    kernel.push_back(fmt::format("rtlgen_stream_{}:{}|*", s.is_out ? "out" : "in", wire_of(s, "u")));
    if (s.is_held) kernel.push_back(fmt::format("rtlgen_load:u_load_{}|*", s.name));
  }
  for (const std::string& to : kernel) {
    text += fmt::format("set_false_path -from {} -to {}\n", sdc_registers("rtlgen_control:u_control|config_words*"),
                        sdc_registers(to));
  }
  text += "\n# Counters and monitors of the kernel's clock: complete after the run.\n";
  for (const Resting& r : resting(plan)) {
    text += fmt::format("set_false_path -from {} -to {}\n",
                        sdc_registers(fmt::format("{}:{}|{}*", r.module, r.instance, r.signal)),
                        sdc_registers("rtlgen_control:u_control|s_axil_rdata*"));
  }
  return text;
}

}  // namespace

std::string scoped_xdc(const plan::Plan& plan, const emit::Banner& banner, const Scope& scope) {
  std::string text = header(scope.module, banner);
  text += fmt::format(
      "# Read after the clocks are defined: read_xdc -ref {}, processing order late. Not with one clock for both "
      "ports.\n\n",
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
      "# Levels between the clocks (rtlgen_sync): no longer than a period, as the token of the resets follows its "
      "level.\n";
  for (const char* name : kSynchronizers) {
    text += xdc_level(fmt::format("u_sequencer/{}", name));
  }
  text +=
      "\n# Pointers of the FIFOs (rtlgen_async_fifo), Gray code: bits together within a period. The words rest long "
      "before they are read.\n";
  for (const plan::ShellStream& s : plan.shell->streams) {
    const std::string fifo = wire_of(s, "u") + "/*u_fifo/";
    const char* const writer = s.is_out ? "$kernel_clock" : "$bus_clock";
    const char* const reader = s.is_out ? "$bus_clock" : "$kernel_clock";
    text += xdc_fifo(fifo, writer, reader);
  }
  text += "\n# Configuration: it changes only while everything is in reset.\n";
  text += fmt::format("set_false_path -from {} -to $kernel_clock\n", xdc_cells("u_control/config_words_reg*"));
  text += "\n# Counters and monitors of the kernel's clock: complete after the run.\n";
  for (const Resting& r : resting(plan)) {
    text += fmt::format("set_false_path -from {} -to {}\n", xdc_cells(fmt::format("{}/{}_reg*", r.instance, r.signal)),
                        xdc_cells("u_control/s_axil_rdata_reg*"));
  }
  return text;
}

std::vector<emit::File> constraint_files(const plan::Plan& plan, const emit::Banner& banner) {
  return {{plan.shell->module + ".xdc", scoped_xdc(plan, banner, {plan.shell->module, "bus_clk", "kernel_clk"})},
          {plan.shell->module + ".sdc", sdc(plan, banner)}};
}

}  // namespace rtlgen::shell
