// The host library between the driver's data and a card.
#include "driver/simulate/card.hpp"

#include <fmt/format.h>

#include <chrono>
#include <cmath>
#include <cstdio>
#include <sstream>

#include "contract/clock.hpp"
#include "contract/core_interface.hpp"
#include "contract/shell.hpp"
#include "dram/part_file.hpp"
#include "driver/design/hdl.hpp"
#include "driver/design/identity.hpp"
#include "driver/prepare/card.hpp"
#include "driver/prepare/memory_parts.hpp"
#include "driver/prepare/prepare.hpp"
#include "emit/banner.hpp"
#include "emit/file.hpp"
#include "emit/leaf_sources.hpp"
#include "frontend/hardware_keys.hpp"
#include "golden/cells.hpp"
#include "plan/plan.hpp"
#include "runner/card.hpp"
#include "shell/shell.hpp"
#include "spec/hardware.hpp"
#include "support/counted.hpp"
#include "support/diagnostics.hpp"
#include "support/errors.hpp"
#include "support/progress.hpp"
#include "support/result.hpp"
#include "system/link.hpp"

namespace rtlgen::driver {

namespace {

using Clock = std::chrono::steady_clock;

}  // namespace

Result<std::shared_ptr<const Prepared>> prepare_for(const SimOptions& options, Diagnostics& diagnostics) {
  const auto source =
      options.memory == Memory::kIdeal ? options.run.source : on_card(options.run.source, "", diagnostics);
  auto description = source ? read(*source, diagnostics) : Result<Description>(Failure{});
  if (!description) return Failure{};
  spec::Hardware& hardware = description->stencil.hardware;
  if (options.memory != Memory::kIdeal && !hardware.bus) {
    hardware.bus = assumed_bus();
    // The manifest names it, as if the user had.
    description->origin.sets.push_back(frontend::bus_bits_key(*hardware.bus));
  }
  return prepare_description(*description, diagnostics);
}

runner::CardProgram build_card(const Prepared& prepared, const CardSource& options) {
  runner::CardBuild build;
  for (emit::File& file : shell::shell_files(prepared.plan, banner_of(prepared), identity_of(prepared)))
    build.shell.push_back({file.path, std::move(file.text)});
  const bool native = options.native_operators && options.hdl == runner::Hdl::kVerilog;
  build.core = native ? native_core_sources(prepared) : core_sources(prepared, options.hdl);
  if (options.edit_sources) options.edit_sources(build.core);
  // The shell's blocks are modules of a Verilog core; for a VHDL core GHDL gives them other names, and a native core
  // has none.
  const bool has_model = options.hdl == runner::Hdl::kVerilog && !native;
  if (!has_model && !prepared.plan.shell->self_test.blocks.empty())
    build.shell.push_back({"rtlgen_fp_dsp.v", std::string(emit::leaf_source("rtlgen_fp_dsp.v"))});
  build.use_cache = options.use_cache;
  return runner::build_card(simulated(prepared.plan), build);
}

std::map<std::string, std::string> plain_models() {
  std::map<std::string, std::string> texts;
  for (const auto& [name, yaml] : dram::part_texts()) {
    std::ostringstream text;
    if (name.starts_with("parts/"))
      dram::write_plain(text, dram::read_timings(name));
    else
      system::write_plain(text, system::read_link(name));
    texts[name.substr(name.find('/') + 1) + ".txt"] = text.str();
  }
  return texts;
}

std::string simulated_dram(const SimOptions& options, const Prepared& prepared) {
  if (!options.dram.empty()) return options.dram;
  const std::string own = dram_of(options.run.source, prepared.requested);
  return own.empty() ? "ddr4-2400" : own;
}

std::optional<host::SimulatedOptions> memory_options(const SimOptions& options, const Prepared& prepared,
                                                     Diagnostics& diagnostics) {
  const plan::Plan& plan = prepared.plan;
  const std::string part = simulated_dram(options, prepared);
  host::SimulatedOptions memory;
  // A simulation's clock edges lie at whole picoseconds.
  const auto in_edges = [](double period_ps) { return contract::mhz_of_period(2 * std::round(period_ps / 2)); };
  memory.bus_mhz = in_edges(1e6 / plan.shell->bus_mhz);
  memory.kernel_mhz = in_edges(plan.clock.period_ps);
  memory.seed = options.run.seed;
  bool good = true;
  const auto read = [&](const PartOption& option, const char* kind, const std::string& name, const auto& write) {
    try {
      std::ostringstream text;
      write(text, dram::part_place(kind, name));
      return text.str();
    } catch (const std::runtime_error& fault) {
      refuse_part(option, name, fault.what(), dram::part_names(kind), diagnostics);
      good = false;
      return std::string();
    }
  };
  memory.dram = read(kDramOption, "parts", part, [](std::ostream& text, const std::string& place) {
    dram::write_plain(text, dram::read_timings(place));
  });
  if (options.memory == Memory::kBoard)
    memory.link = read(kLinkOption, "links", options.link, [](std::ostream& text, const std::string& place) {
      system::write_plain(text, system::read_link(place));
    });
  return good ? std::optional(memory) : std::nullopt;
}

CardRunner::CardRunner(const Prepared& prepared, const std::string& manifest, std::unique_ptr<host::Backend> backend,
                       double bus_mhz, double kernel_mhz)
    : prepared_(prepared), accelerator_(std::make_unique<host::Accelerator>(manifest, std::move(backend))) {
  report_.bus_mhz = bus_mhz;
  report_.kernel_mhz = kernel_mhz;
}

void CardRunner::load(const runner::Run& run) {
  const contract::CoreInterface& core = prepared_.plan.core;
  std::vector<std::uint64_t> extents;
  extents.reserve(static_cast<std::size_t>(core.axes));
  for (int a = 0; a < core.axes; ++a)
    extents.push_back(static_cast<std::uint64_t>(run.extents[static_cast<std::size_t>(a)]));
  if (extents != extents_) accelerator_->set_extents(extents);
  extents_ = extents;
  for (const contract::PortRole role : {contract::PortRole::kInData, contract::PortRole::kLoadData}) {
    for (const contract::Port& port : core.ports_of(role)) {
      std::vector<const golden::Grid*> grids;
      for (const int a : port.arrays) grids.push_back(&run.inputs.at(a));
      const std::vector<std::uint8_t> cells = golden::side_by_side(grids);
      accelerator_->load(port.field, cells.data(), cells.size());
    }
  }
  for (const spec::ParamId i : prepared_.stencil().params.ids()) {
    if (prepared_.stencil().params[i].by_step.empty())
      accelerator_->set_param(prepared_.stencil().params[i].name, run.params.at(static_cast<std::size_t>(i.index())));
  }
}

void CardRunner::collect(const runner::Run& run, runner::Outcome& outcome) {
  const contract::CoreInterface& core = prepared_.plan.core;
  for (const contract::Port& port : core.ports_of(contract::PortRole::kOutData)) {
    std::vector<golden::Grid*> grids;
    std::size_t bytes = 0;
    for (const int a : port.arrays) {
      const spec::Type& type = prepared_.stencil().arrays[spec::ArrayId(a)].type;
      grids.push_back(&(outcome.outputs[a] = golden::Grid(type, run.extents)));
      bytes += grids.back()->bytes.size();
    }
    std::vector<std::uint8_t> cells(bytes);
    accelerator_->read(port.field, cells.data(), cells.size());
    golden::take_apart(cells, grids);
  }
  if (!prepared_.stencil().monitors.empty()) {
    const auto values = accelerator_->monitors();
    std::vector<std::uint64_t> row;
    for (const spec::Monitor& m : prepared_.stencil().monitors) row.push_back(values.at(m.name));
    outcome.monitors.push_back(std::move(row));
  }
  report_.counters = accelerator_->counters();
  report_.notes = accelerator_->backend().notes();
  outcome.cycles =
      std::llround(static_cast<double>(report_.counters.cycles_busy) * report_.kernel_mhz / report_.bus_mhz);
  outcome.input_stalls = static_cast<std::int64_t>(report_.counters.input_waits);
  outcome.output_stalls = static_cast<std::int64_t>(report_.counters.output_waits);
}

host::SelfTest CardRunner::self_test() {
  try {
    return accelerator_->self_test();
  } catch (const host::Error& fault) {
    throw EnvironmentError(fault.what());
  }
}

runner::Outcome CardRunner::run(const runner::Run& run) {
  runner::Outcome outcome;
  const auto begin = Clock::now();
  try {
    before(run);
    load(run);
    const std::int64_t bypass = run.settings.bypass;
    accelerator_->set_step(static_cast<std::uint32_t>(run.settings.first_step + bypass));
    accelerator_->run(static_cast<std::uint64_t>(run.settings.passes * prepared_.plan.core.steps - bypass));
    outcome.ended = true;
    collect(run, outcome);
    report_.time_ns = std::chrono::duration<double, std::nano>(Clock::now() - begin).count();
    after(outcome);
  } catch (const host::DeviceError& fault) {
    throw EnvironmentError(fault.what());
  } catch (const host::Error& fault) {
    outcome.ended = false;
    outcome.failure = fault.what();
  }
  outcome.seconds = std::chrono::duration<double>(Clock::now() - begin).count();
  return outcome;
}

SimulatedBuild::SimulatedBuild(const Prepared& prepared, const SimOptions& options)
    : program(build_card(prepared, {options.hdl, options.native_operators, options.use_cache, options.edit_sources})) {
  Diagnostics diagnostics;
  memory = *memory_options(options, prepared, diagnostics);
  try {
    card = std::make_unique<host::SimulatedCard>(program.path, memory);
  } catch (const host::Error& fault) {  // from the dynamic linker: the compiler has another C++ library than ours
    throw EnvironmentError(fault.what());
  }
}

SimulatedRunner::SimulatedRunner(const Prepared& prepared, const std::string& manifest, SimulatedBuild& build,
                                 host::SimulatedCard& card)
    : CardRunner(prepared, manifest, std::move(build.card), build.memory.bus_mhz, build.memory.kernel_mhz),
      program_(std::move(build.program)),
      memory_(std::move(build.memory)),
      card_(card) {}

void SimulatedRunner::before(const runner::Run& run) {
  host::SimulatedOptions memory = memory_;
  memory.seed = run.seed;
  if (run.stall_in > 0) {
    memory.ready_percent = static_cast<int>(100 * (1 - run.stall_in));
    memory.latency_most = 60;
  }
  if (run.progress != "none") {
    memory.progress = [progress = std::make_shared<Progress>("simulating the card")](std::int64_t beats) {
      progress->now(fmt::format("simulating the card: {} moved", counted(beats, "beat")));
    };
  }
  card_.set_memory(memory);
}

host::SelfTest SimulatedRunner::self_test() {
  const double begin = card_.statistics().time_ns;
  host::SelfTest test = CardRunner::self_test();
  self_test_ns_ = card_.statistics().time_ns - begin;
  return test;
}

/// Time is the simulation's, without that of the self-test.
void SimulatedRunner::after(runner::Outcome& outcome) {
  const rtlgen_card_statistics statistics = card_.statistics();
  report_.time_ns = statistics.time_ns - self_test_ns_;
  report_.dram_busy = statistics.dram_busy * statistics.time_ns / report_.time_ns;
  if (statistics.violation == 0) return;
  outcome.ended = false;
  outcome.failure = fmt::format("memory channel {} violates AXI rule {} (sim/shell/axi_checker.v)",
                                (statistics.violation >> 8) - 1, statistics.violation & 0xffU);
}

}  // namespace rtlgen::driver
