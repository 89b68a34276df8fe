// Builds simulations, and opens cards and serial lines.
#include "driver/simulate/hardware.hpp"

#include <chrono>
#include <cmath>
#include <optional>

#include "contract/shell.hpp"
#include "driver/design/hdl.hpp"
#include "driver/prepare/prepare.hpp"
#include "driver/simulate/given_manifest.hpp"
#include "driver/simulate/simulate.hpp"
#include "emit/banner.hpp"
#include "plan/plan.hpp"
#include "support/codes.hpp"
#include "support/diagnostics.hpp"
#include "support/errors.hpp"
#include "support/result.hpp"

namespace rtlgen::driver {

namespace {

/// Sets the kernel clock; reports a clock that the card cannot have.
bool set_clock(CardRunner& card, double mhz, Diagnostics& diagnostics) {
  try {
    card.set_clock(mhz);
    return true;
  } catch (const host::DeviceError&) {
    throw;
  } catch (const host::Error& fault) {
    diagnostics.error(Code::kOptionConflict, {"--clock"}, fault.what(),
                      {"without --clock the card keeps the clock that it has"});
    return false;
  }
}

/// Opens the card that the options name: a real one, or a simulated one, which is compiled now.
Result<std::shared_ptr<CardRunner>> open_card(const SimOptions& options, SimReport& report, Diagnostics& diagnostics) {
  const Prepared& prepared = *report.prepared;
  const auto described = describe_card(options, prepared, diagnostics);
  if (!described) return Failure{};
  try {
    if (options.open_backend) {
      auto backend = options.open_backend(prepared, described->manifest, diagnostics);
      if (!backend) return Failure{};
      auto card = std::make_shared<CardRunner>(prepared, described->manifest, *std::move(backend), described->bus_mhz,
                                               described->kernel_mhz);
      if (options.clock_mhz > 0 && !set_clock(*card, options.clock_mhz, diagnostics)) return Failure{};
      return card;
    }
    auto card = std::make_shared<SimulatedRunner>(prepared, described->manifest, SimulatedBuild(prepared, options));
    report.from_cache = card->from_cache();
    report.build_seconds = card->build_seconds();
    return std::shared_ptr<CardRunner>(std::move(card));
  } catch (const host::DeviceError& fault) {
    throw EnvironmentError(fault.what());
  }
}

/// Builds the simulation that runs the core, and records how long that took.
Hardware build_core(const SimOptions& options, SimReport& report) {
  runner::Sources sources = core_sources(*report.prepared, options.hdl);
  std::optional<runner::Sources> native;
  if (options.native_operators || options.quickest) native = native_core_sources(*report.prepared);
  // An edit may apply to only one of the two.
  if (options.edit_sources && (!native || options.quickest)) options.edit_sources(sources);
  if (options.edit_sources && native) options.edit_sources(*native);
  runner::BuildOptions build;
  build.simulator = options.simulator;
  build.native_operators = options.native_operators;
  build.quickest = options.quickest;
  build.trace = !options.trace.empty();
  build.vcd = options.trace.ends_with(".vcd");
  build.use_cache = options.use_cache;
  build.cycles = report.settings.pass_words() * report.settings.passes;
  if (options.random_stalls)
    build.cycles +=
        static_cast<std::int64_t>(static_cast<double>(build.cycles) / std::pow(1.0 - options.stall_probability, 2));
  build.log = options.log;
  const auto begin = std::chrono::steady_clock::now();
  const auto simulation = std::make_shared<runner::Simulation>(
      runner::Simulation::build(simulated(report.prepared->plan), sources, build, native ? &*native : nullptr));
  report.build_seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  report.from_cache = simulation->from_cache();
  report.native_operators = simulation->native_operators();
  return [simulation](const runner::Run& run) { return simulation->run(run); };
}

}  // namespace

Result<OpenedHardware> open_hardware(const SimOptions& options, SimReport& report, Diagnostics& diagnostics) {
  OpenedHardware opened;
  if (options.open_line) {
    const auto described = describe_card(options, *report.prepared, diagnostics);
    if (!described) return Failure{};
    auto line = options.open_line(*report.prepared, described->identity, diagnostics);
    if (!line) return Failure{};
    opened.line = *std::move(line);
    opened.runs = [line = opened.line](const runner::Run& run) { return line->run(run); };
  } else if (options.memory == Memory::kIdeal) {
    opened.runs = build_core(options, report);
  } else {
    auto card = open_card(options, report, diagnostics);
    if (!card) return Failure{};
    opened.card = *std::move(card);
    report.native_operators = options.native_operators;
    opened.runs = [card = opened.card](const runner::Run& run) { return card->run(run); };
  }
  return opened;
}

}  // namespace rtlgen::driver
