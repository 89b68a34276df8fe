// Everything that needs the plan: opening a card, and the steps with runs: their ends and their bits.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <string_view>

#include "contract/core_interface.hpp"
#include "contract/manifest.hpp"
#include "driver/diagnose/device.hpp"
#include "driver/diagnose/difference.hpp"
#include "driver/diagnose/pass_case.hpp"
#include "driver/prepare/prepare.hpp"
#include "driver/simulate/card.hpp"
#include "driver/simulate/line.hpp"
#include "host/registers.hpp"
#include "host/waiting.hpp"
#include "plan/plan.hpp"
#include "runner/runner.hpp"
#include "spec/stencil.hpp"
#include "support/counted.hpp"
#include "support/errors.hpp"
#include "support/numbers.hpp"
#include "support/result.hpp"

namespace rtlgen::driver {

namespace {

constexpr std::size_t kMostExchanged = 8;  ///< the most channels for which pairs are exchanged as a trial

const std::vector<std::string> kEndless = {
    "the kernel clock has stopped, or the core is in reset",
    "a memory channel accepts no access: not calibrated, or wired to another channel",
    "timing of the kernel clock is violated, and the core has lost a word: see the timing report of the build"};

std::vector<std::uint32_t> progress_registers(const contract::Design& design) {
  std::vector<std::uint32_t> offsets;
  for (const contract::BusRegister& r : design.shell.map.registers) {
    if (r.name.starts_with("beats_")) offsets.push_back(r.offset);
  }
  return offsets;
}

/// Waits until the registers report the end; false if nothing moved for the whole patience.
bool poll_end(Device& device) {
  const std::vector<std::uint32_t> progress = progress_registers(*device.design);
  host::Patience patience(device.options.card.patience_seconds, progress);
  const auto read = [&](std::uint32_t offset) { return device.backend->read_register(offset); };
  for (;;) {
    const std::uint32_t control = read(host::kControl);
    if (control == host::kAllOnes)
      throw host::DeviceError("the card no longer responds: its registers read as all ones");
    if ((control & host::kIdle) != 0) return true;
    if (patience.is_over(read)) return false;
  }
}

/// Starts a pass on the smallest grid, with zeros.
void start_pass(Device& device, host::Accelerator& accelerator) {
  accelerator.set_extents(accelerator.grid().minimum);
  for (const host::Field& field : accelerator.fields()) {
    if (!field.is_input) continue;
    const std::vector<std::uint8_t> zeros(field.cells() * static_cast<std::uint64_t>(field.cell_bytes));
    accelerator.load(field.name, zeros.data(), zeros.size());
  }
  accelerator.start(static_cast<std::uint64_t>(device.prepared->plan.core.steps));
}

Judged lost_interrupt(Device& device, const std::string& seen) {
  if (device.options.accepts_polling) return passed(seen + "; accepted (--polling)");
  return failed(
      seen, "an interrupt when the run ends",
      {"the interrupt is not wired to this vector, or MSI is off for the function",
       "XDMA: another `_events_` file than the manifest's; XRT: interrupts of kernels are off (xbutil scheduler "
       "--cu_intr 1)",
       "runs also work without interrupts, up to 0.1 s slower: --polling continues"});
}

std::string time_text(double seconds) {
  constexpr double kMicro = 1e6, kMilli = 1e3;
  return seconds < 1 / kMilli ? fmt::format("{:.0f} us", seconds * kMicro) : fmt::format("{:.1f} ms", seconds * kMilli);
}

runner::Run run_of(const Device& device, const PassCase& pass) {
  Diagnostics none;
  runner::Run run;
  run.extents = pass.data.extents;
  run.settings = *contract::run_settings(device.prepared->plan.core, pass.data.extents, pass.data.iterations, none);
  run.params = pass.data.params;
  run.inputs = pass.data.inputs;
  run.seed = device.run.run.seed;
  return run;
}

runner::Outcome outcome_of(Device& device, const PassCase& pass, const std::map<int, int>& exchanged) {
  const runner::Run run = run_of(device, pass);
  if (device.line) return device.line->run(run);
  CardRunner runner(*device.prepared, device.described.manifest, std::make_unique<Lent>(device.backend, exchanged),
                    device.described.bus_mhz, device.described.kernel_mhz);
  return runner.run(run);
}

Difference compared(const Device& device, const PassCase& pass, const runner::Outcome& outcome) {
  std::map<int, ComparedName> names;
  for (const auto& [index, grid] : pass.expected.results) {
    const spec::Array& array = device.prepared->reference().arrays[spec::ArrayId(index)];
    names[index] = {array.name, array.shown()};
  }
  return difference_of({names, device.design ? &*device.design : nullptr, device.prepared->plan.core.cells_per_cycle,
                        pass.expected.results, outcome.outputs, pass.ignored});
}

/// The two channels that, exchanged by the host, make the bits equal; "": none.
std::string exchange_that_helps(Device& device, const PassCase& pass) {
  if (!device.design) return "";
  std::vector<int> channels;
  for (const contract::ShellChannel& c : device.design->shell.channels) channels.push_back(c.number);
  if (channels.size() > kMostExchanged) return "";
  for (std::size_t i = 0; i < channels.size(); ++i) {
    for (std::size_t k = i + 1; k < channels.size(); ++k) {
      const int a = channels[i], b = channels[k];
      const runner::Outcome outcome = outcome_of(device, pass, {{a, b}, {b, a}});
      if (outcome.ended && compared(device, pass, outcome).cells == 0)
        return fmt::format("channels {} and {} are swapped: if the host exchanges them, every bit is right", a, b);
    }
  }
  return "";
}

/// The first monitor of the last pass that differs; "": none.
std::string monitor_difference(const Device& device, const PassCase& pass, const runner::Outcome& outcome) {
  const auto& monitors = device.prepared->stencil().monitors;
  if (monitors.empty() || outcome.monitors.empty() || pass.expected.passes.empty()) return "";
  std::size_t m = 0;
  for (const spec::Monitor& monitor : monitors) {
    const std::uint64_t expected = pass.expected.passes.back().monitors[m], got = outcome.monitors.back()[m];
    if (expected != got)
      return fmt::format("cells are equal, but monitor '{}' is {:#x} instead of {:#x}", monitor.name, got, expected);
    ++m;
  }
  return "";
}

std::string extents_text(const Device& device, const PassCase& pass) {
  std::vector<std::int64_t> extents(pass.data.extents.begin(),
                                    pass.data.extents.begin() + device.prepared->plan.core.axes);
  return fmt::format("grid {}", fmt::join(extents, " x "));
}

Judged wrong_result(std::string seen, std::vector<std::string> causes) {
  Judged step = failed(std::move(seen), "the golden engine's bits", std::move(causes));
  step.is_device = false;
  return step;
}

constexpr const char* kGoodEnd = "the run ends without an error";

/// Causes of a run that did not end well, by what a probe has seen of a memory channel.
std::vector<std::string> causes_of(const std::string& fault) {
  struct Seen {
    const char* words;
    const char* cause;
  };
  constexpr Seen kSeen[] = {
      {": an error response to the ",
       "the controller of that channel refuses the access: an ECC error in the module, or an address beyond its "
       "memory"},
      {" has not responded to ",
       "the controller of that channel, or its clock crossing, has lost a request or a response: timing of the bus "
       "clock "
       "and of the memory clock"},
      {"not requested", "the controller of that channel, or its clock crossing, was reset alone, or repeats responses"},
      {"beats than requested",
       "the clock crossing of that channel has lost or repeated a beat: timing of the bus clock and of the memory "
       "clock"}};
  std::vector<std::string> causes;
  for (const Seen& seen : kSeen) {
    if (fault.find(seen.words) != std::string::npos) causes.emplace_back(seen.cause);
  }
  return causes.empty() ? kEndless : causes;
}

Judged run_failed(const std::string& fault) {
  Judged step = failed(fault, kGoodEnd, causes_of(fault));
  step.is_device = false;
  return step;
}

/// The result for a run that failed in the driver or on the bus.
Judged run_lost(const std::string& fault) {
  if (fault.find("not requested") != std::string::npos) return failed(fault, kGoodEnd, causes_of(fault));
  if (fault.find("a reset of the card has ended the run") != std::string::npos)
    return failed(fault, kGoodEnd,
                  {"the clock or the memory that is named fails now and then: reference clock, power, temperature",
                   "another program has reset the card"});
  return failed(fault, kGoodEnd,
                {"the card left the bus during the run: power, temperature, or a reset by another program",
                 "the driver has given up: see `dmesg`"});
}

Judged no_end(Device& device, const std::string& fault, bool is_gone) {
  device.run_fault = fault;
  device.is_gone = is_gone;
  return skipped(fmt::format("the run does not end properly: see step {}", int{kSmallestStep}));
}

Judged run_and_compare(Device& device, const PassCase& pass, bool tries_exchange) {
  if (!device.run_fault.empty()) return device.is_gone ? run_lost(device.run_fault) : run_failed(device.run_fault);
  try {
    const runner::Outcome outcome = outcome_of(device, pass, {});
    if (!outcome.ended) return run_failed(outcome.failure);
    const Difference d = compared(device, pass, outcome);
    const std::string extents = extents_text(device, pass);
    if (d.cells > 0) {
      std::string seen =
          fmt::format("{}: {} of {} {}: {}. The first: {}", extents, count_text(d.cells),
                      counted_text(d.compared, "cell"), by_number(d.cells, "differs", "differ"), d.pattern, d.first);
      std::vector<std::string> causes = d.places;
      if (std::string swapped = tries_exchange ? exchange_that_helps(device, pass) : ""; !swapped.empty()) {
        seen += ". " + swapped;
        causes.insert(causes.begin(), "host and accelerator number the memory channels differently");
      }
      return wrong_result(std::move(seen), std::move(causes));
    }
    if (std::string monitor = monitor_difference(device, pass, outcome); !monitor.empty())
      return wrong_result(std::move(monitor), {"the core's monitor: timing of the kernel clock"});
    return passed(fmt::format("{}: {} {} bit for bit", extents, counted_text(d.compared, "cell"),
                              by_number(d.compared, "matches", "match")));
  } catch (const std::runtime_error& fault) {  // from the driver or the bus
    return run_lost(fault.what());
  }
}

/// After the start of a run: checks how its end is noticed.
Judged end_of_run(Device& device, host::Accelerator& accelerator) {
  const std::vector<std::string> notes = device.backend->notes();
  const double begin = device.now();
  const bool ended = poll_end(device);
  const double end = device.now();
  const std::uint32_t errors = device.backend->read_register(device.design->shell.map.find("errors").offset);
  try {
    accelerator.wait();
  } catch (const host::DeviceError&) {
    throw;
  } catch (const host::Error& fault) {
    // A probe may have seen what the accelerator has not.
    const bool is_failed = errors != 0 || std::string_view(fault.what()).starts_with("the run failed");
    if (ended && !is_failed)
      return lost_interrupt(device, fmt::format("the run ended after {}, as registers show, but no interrupt came: {}",
                                                time_text(end - begin), fault.what()));
    return no_end(device, fault.what(), false);
  }
  const double noticed = device.now() - end;
  const std::string run = fmt::format("a pass on the smallest grid took at most {}", time_text(end - begin));
  if (device.kind() == CardBackend::kUart) return passed(run + "; its end was polled: a serial line has no interrupt");
  if (device.backend->notes() != notes)
    return lost_interrupt(
        device, fmt::format("{}; no interrupt came, and the end was polled {} later", run, time_text(noticed)));
  return passed(fmt::format("{}; the interrupt was noticed within {}", run, time_text(noticed)));
}

}  // namespace

void open_device(Device& device) {
  if (device.run.open_line) {
    auto line = device.run.open_line(*device.prepared, device.described.identity, device.diagnostics);
    if (line) device.line = *std::move(line);
    return;
  }
  if (device.run.open_backend) {
    auto backend = device.run.open_backend(*device.prepared, device.described.manifest, device.diagnostics);
    if (backend) device.backend = *std::move(backend);
    return;
  }
  SimulatedBuild build(*device.prepared, device.run);
  device.simulated = std::move(build.card);
  device.backend = device.simulated;
}

Judged climb_interrupt(Device& device) {
  if (device.line) return skipped("this board has no registers: the last word of the results ends a run");
  try {
    host::Accelerator accelerator(device.described.manifest, std::make_unique<Lent>(device.backend));
    start_pass(device, accelerator);
    return end_of_run(device, accelerator);
  } catch (const host::DeviceError& fault) {
    return no_end(device, fault.what(), true);
  } catch (const host::Error& fault) {
    return no_end(device, fault.what(), false);
  }
}

Judged run_pass(Device& device, const PassCase& pass) { return run_and_compare(device, pass, false); }

Judged climb_smallest(Device& device) { return run_and_compare(device, *device.smallest, true); }

Judged climb_grid(Device& device) { return run_pass(device, *device.grid); }

}  // namespace rtlgen::driver
