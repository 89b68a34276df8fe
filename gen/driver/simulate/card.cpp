// Connects the driver's data to a card by means of the host library.
#include "driver/simulate/card.hpp"

#include <fmt/format.h>

#include <algorithm>
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
#include "frontend/schema/hardware_keys.hpp"
#include "golden/cells.hpp"
#include "model/drams.hpp"
#include "plan/plan.hpp"
#include "runner/card.hpp"
#include "shell/shell.hpp"
#include "spec/channels.hpp"
#include "spec/stencil.hpp"
#include "support/counted.hpp"
#include "support/diagnostics.hpp"
#include "support/errors.hpp"
#include "support/progress.hpp"
#include "support/result.hpp"
#include "system/link.hpp"

namespace rtlgen::driver {

namespace {

using Clock = std::chrono::steady_clock;

constexpr const char* kTypicalDram = "ddr4-2400";

/// The bank round of a DRAM part; 0 for a part that cannot be read, which `memory_options` reports.
std::int64_t bank_round_of(const std::string& part) {
  try {
    return static_cast<std::int64_t>(dram::read_timings(dram::part_place("parts", part)).bank_round());
  } catch (const std::runtime_error&) {
    return 0;
  }
}

}  // namespace

std::vector<std::string> simulated_drams(const SimOptions& options, const spec::Hardware& hardware) {
  if (!options.dram.empty()) return {options.dram};
  std::vector<std::string> parts;
  for (const spec::ChannelKind& kind : hardware.channels.kinds)
    parts.push_back(kind.dram.empty() ? kTypicalDram : kind.dram);
  return parts.empty() ? std::vector<std::string>{kTypicalDram} : parts;
}

Result<std::shared_ptr<const Prepared>> prepare_for(const SimOptions& options, Diagnostics& diagnostics) {
  const auto source =
      options.memory == Memory::kIdeal ? options.run.source : on_card(options.run.source, "", diagnostics);
  auto description = source ? read(*source, diagnostics) : Result<Description>(Failure{});
  if (!description) return Failure{};
  spec::Hardware& hardware = description->stencil.hardware;
  if (options.memory != Memory::kIdeal && !hardware.bus) {
    hardware.bus = assumed_bus();
    // The manifest lists it, as if the user had set it.
    description->origin.sets.push_back(frontend::bus_bits_key(*hardware.bus));
  }
  // The host library places buffers for the DRAM that is simulated, which may not be the board's.
  if (options.memory != Memory::kIdeal) {
    const std::vector<std::string> drams = simulated_drams(options, hardware);
    std::vector<spec::ChannelKind>& kinds = hardware.channels.kinds;
    if (kinds.empty()) kinds.emplace_back();
    for (std::size_t k = 0; k < kinds.size(); ++k)
      kinds[k].bank_round = bank_round_of(drams[std::min(k, drams.size() - 1)]);
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
  // Only in a Verilog core are the shell's blocks modules with known names: for a VHDL core GHDL gives them other
  // names, and a native core has none.
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
  return model::parts_text(simulated_drams(options, prepared.requested), prepared.plan);
}

std::optional<host::SimulatedOptions> memory_options(const SimOptions& options, const Prepared& prepared,
                                                     Diagnostics& diagnostics) {
  const plan::Plan& plan = prepared.plan;
  const std::vector<std::string> parts = simulated_drams(options, prepared.requested);
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
  std::map<std::string, std::string> texts;
  for (const contract::ShellChannel& channel : plan.shell->channels) {
    const std::size_t kind = parts.size() == 1 ? 0 : spec::kind_of_channel(plan.stencil->hardware, channel.number);
    const auto [text, is_new] = texts.try_emplace(parts[kind]);
    if (is_new)
      text->second = read(kDramOption, "parts", parts[kind], [](std::ostream& plain, const std::string& place) {
        dram::write_plain(plain, dram::read_timings(place));
      });
    if (memory.dram.empty()) memory.dram = text->second;
    if (memory.dram != text->second) memory.drams[channel.number] = text->second;
  }
  if (options.memory == Memory::kBoard)
    memory.link = read(kLinkOption, "links", options.link, [](std::ostream& text, const std::string& place) {
      system::write_plain(text, system::read_link(place));
    });
  return good ? std::optional(memory) : std::nullopt;
}

CardRunner::CardRunner(const Prepared& prepared, const std::string& manifest, std::unique_ptr<host::Backend> backend,
                       double bus_mhz, double kernel_mhz)
    : prepared_(prepared),
      described_mhz_(kernel_mhz),
      accelerator_(std::make_unique<host::Accelerator>(manifest, std::move(backend))) {
  report_.bus_mhz = bus_mhz;
  note_clock();
}

void CardRunner::set_clock(double mhz) {
  accelerator_->set_clock(mhz);
  note_clock();
}

void CardRunner::note_clock() {
  const double mhz = accelerator_->kernel_mhz();
  report_.kernel_mhz = mhz > 0 ? mhz : described_mhz_;
}

namespace {

/// Calls `action` with every field that a run loads and its cells.
template <typename Action>
void each_input(const contract::CoreInterface& core, const runner::Run& run, const Action& action) {
  for (const contract::PortRole role : {contract::PortRole::kInData, contract::PortRole::kLoadData}) {
    for (const contract::Port& port : core.ports_of(role)) {
      std::vector<const golden::Grid*> grids;
      for (const int a : port.arrays) grids.push_back(&run.inputs.at(a));
      action(port.field, golden::side_by_side(grids));
    }
  }
}

/// Calls `action` with every field that a run writes and room for its cells, and puts those into the outcome.
template <typename Action>
void each_output(const Prepared& prepared, const spec::Extents& extents, runner::Outcome& outcome,
                 const Action& action) {
  for (const contract::Port& port : prepared.plan.core.ports_of(contract::PortRole::kOutData)) {
    std::vector<golden::Grid*> grids;
    std::size_t bytes = 0;
    for (const int a : port.arrays) {
      const spec::Type& type = prepared.stencil().arrays[spec::ArrayId(a)].type;
      grids.push_back(&(outcome.outputs[a] = golden::Grid(type, extents)));
      bytes += grids.back()->bytes.size();
    }
    golden::take_apart(action(port.field, bytes), grids);
  }
}

std::uint64_t steps_of(const runner::Run& run, const contract::CoreInterface& core) {
  return static_cast<std::uint64_t>(run.settings.passes * core.steps - run.settings.bypass);
}

std::uint64_t first_step_of(const runner::Run& run) {
  return static_cast<std::uint32_t>(run.settings.first_step + run.settings.bypass);
}

}  // namespace

void CardRunner::set_extents(const runner::Run& run) {
  const contract::CoreInterface& core = prepared_.plan.core;
  std::vector<std::uint64_t> extents;
  extents.reserve(static_cast<std::size_t>(core.axes));
  for (int a = 0; a < core.axes; ++a)
    extents.push_back(static_cast<std::uint64_t>(run.extents[static_cast<std::size_t>(a)]));
  if (extents != extents_) accelerator_->set_extents(extents);
  extents_ = extents;
}

void CardRunner::set_params(const runner::Run& run) {
  for (const spec::ParamId i : prepared_.stencil().params.ids()) {
    if (prepared_.stencil().params[i].by_step.empty())
      accelerator_->set_param(prepared_.stencil().params[i].name, run.params.at(static_cast<std::size_t>(i.index())));
  }
}

void CardRunner::load(const runner::Run& run) {
  set_extents(run);
  each_input(prepared_.plan.core, run, [&](const std::string& field, const std::vector<std::uint8_t>& cells) {
    accelerator_->load(field, cells.data(), cells.size());
  });
  set_params(run);
}

void CardRunner::note_monitors(const std::map<std::string, std::uint64_t>& values, runner::Outcome& outcome) const {
  if (prepared_.stencil().monitors.empty()) return;
  std::vector<std::uint64_t> row;
  for (const spec::Monitor& m : prepared_.stencil().monitors) row.push_back(values.at(m.name));
  outcome.monitors.push_back(std::move(row));
}

void CardRunner::collect(const runner::Run& run, runner::Outcome& outcome) {
  each_output(prepared_, run.extents, outcome, [&](const std::string& field, std::size_t bytes) {
    std::vector<std::uint8_t> cells(bytes);
    accelerator_->read(field, cells.data(), cells.size());
    return cells;
  });
  note_monitors(accelerator_->monitors(), outcome);
  report_.counters = accelerator_->counters();
  report_.notes = notes();
  outcome.cycles =
      std::llround(static_cast<double>(report_.counters.cycles_busy) * report_.kernel_mhz / report_.bus_mhz);
  outcome.input_stalls = static_cast<std::int64_t>(report_.counters.input_waits);
  outcome.output_stalls = static_cast<std::int64_t>(report_.counters.output_waits);
}

void CardRunner::submit(const runner::Run& run, const std::set<std::string>& shared) {
  Handed& handed = handed_.emplace_back();
  handed.extents = run.extents;
  try {
    if (!in_batch_) {
      before(run);
      set_extents(run);
    }
    set_params(run);
    host::Job job;
    std::deque<std::vector<std::uint8_t>> loads;
    each_input(prepared_.plan.core, run, [&](const std::string& field, std::vector<std::uint8_t> cells) {
      if (!shared.contains(field)) {
        loads.push_back(std::move(cells));
        job.loads.push_back({field, loads.back().data(), loads.back().size()});
      } else if (!in_batch_) {
        accelerator_->load(field, cells.data(), cells.size());
      }
    });
    runner::Outcome shape;
    each_output(prepared_, run.extents, shape, [&](const std::string& field, std::size_t bytes) {
      std::vector<std::uint8_t>& cells = handed.results[field];
      cells.resize(bytes);
      job.reads.push_back({field, cells.data(), cells.size()});
      return cells;
    });
    job.steps = steps_of(run, prepared_.plan.core);
    job.first_step = first_step_of(run);
    accelerator_->submit(job);
    in_batch_ = true;
  } catch (const host::DeviceError& fault) {
    throw EnvironmentError(fault.what());
  } catch (const host::Error& fault) {
    handed.refusal = fault.what();
  }
}

runner::Outcome CardRunner::finish() {
  const Handed handed = std::move(handed_.front());
  handed_.pop_front();
  runner::Outcome outcome;
  if (!handed.refusal.empty()) {
    outcome.failure = handed.refusal;
    return outcome;
  }
  try {
    const host::Finished finished = accelerator_->wait();
    outcome.ended = true;
    each_output(prepared_, handed.extents, outcome,
                [&](const std::string& field, std::size_t) { return handed.results.at(field); });
    note_monitors(finished.monitors, outcome);
    after(outcome);
  } catch (const host::DeviceError& fault) {
    outcome.failure = fault.what();
    has_device_failed_ = true;
  } catch (const host::Error& fault) {
    outcome.failure = fault.what();
  }
  in_batch_ = std::any_of(handed_.begin(), handed_.end(), [](const Handed& h) { return h.refusal.empty(); });
  return outcome;
}

double CardRunner::now_ns() {
  return std::chrono::duration<double, std::nano>(Clock::now().time_since_epoch()).count();
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
    accelerator_->set_step(first_step_of(run));
    accelerator_->run(steps_of(run, prepared_.plan.core));
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
  } catch (
      const host::Error& fault) {  // from the dynamic linker: the compiler uses another C++ library than this program
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

/// Time is simulated, without that of the self-test.
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
