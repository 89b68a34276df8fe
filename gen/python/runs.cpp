// Passes options from Python to the driver's runs, and their results back.
#include "python/runs.hpp"

#include <pybind11/stl.h>

#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "cli/diagnosis.hpp"
#include "cli/report.hpp"
#include "cli/words.hpp"
#include "data/memory.hpp"
#include "data/values.hpp"
#include "driver/diagnose/diagnose.hpp"
#include "driver/prepare/description.hpp"
#include "driver/prepare/prepare.hpp"
#include "driver/run/run.hpp"
#include "driver/simulate/accuracy.hpp"
#include "driver/simulate/golden_run.hpp"
#include "driver/simulate/simulate.hpp"
#include "golden/grid.hpp"
#include "python/convert.hpp"
#include "python/work.hpp"
#include "spec/describe.hpp"
#include "spec/stencil.hpp"
#include "support/diagnostics.hpp"
#include "support/result.hpp"
#include "support/whole_file.hpp"

namespace rtlgen::python {

namespace {

const char* role_word(spec::Role role) {
  switch (role) {
    case spec::Role::kState:
      return "state";
    case spec::Role::kInput:
      return "input";
    case spec::Role::kOutput:
      return "output";
    case spec::Role::kTemporary:
      break;
  }
  return "temporary";
}

py::list fields_of(const spec::Program& program) {
  py::list fields;
  for (const spec::Array& array : program.arrays) {
    if (array.role == spec::Role::kTemporary) continue;
    std::string axes;
    for (std::size_t a = 0; a < static_cast<std::size_t>(program.axes); ++a)
      if (array.spans[a]) axes += "xyz"[a];
    py::dict field;
    field["name"] = array.shown();
    field["role"] = role_word(array.role);
    field["type"] = array.type.name();
    field["dtype"] = array.type == spec::Type::boolean() ? "bool" : data::dtype_of(data::numpy_type(array.type));
    field["axes"] = axes;
    fields.append(field);
  }
  return fields;
}

py::list params_of(const spec::Program& program) {
  py::list params;
  for (const spec::Param& p : program.params) {
    if (!p.by_step.empty()) continue;
    py::dict param;
    param["name"] = p.name;
    param["type"] = p.type.name();
    param["value"] = data::to_double(p.type, p.value);
    params.append(param);
  }
  return params;
}

py::list monitors_of(const spec::Program& program) {
  py::list monitors;
  for (const spec::Monitor& m : program.monitors) {
    py::dict monitor;
    monitor["name"] = m.name;
    monitor["type"] = m.type.name();
    monitors.append(monitor);
  }
  return monitors;
}

py::list probes_of(const spec::Program& program) {
  py::list probes;
  for (const spec::Probe& p : program.probes) {
    const spec::Type& type = program.arrays[p.array].type;
    py::dict probe;
    probe["name"] = p.name;
    probe["field"] = program.arrays[p.array].shown();
    probe["at"] = std::vector<std::int64_t>(p.at.begin(), p.at.begin() + program.axes);
    probe["every"] = p.every;
    probe["dtype"] = type == spec::Type::boolean() ? "bool" : data::dtype_of(data::numpy_type(type));
    probes.append(probe);
  }
  return probes;
}

/// The description that check() has read, if the package keeps it; otherwise it is read again.
std::shared_ptr<const driver::Description> description_of(const Options& source, Diagnostics& diagnostics) {
  const py::object kept = source.get("kept");
  if (!kept.is_none()) return *kept.cast<py::capsule>().get_pointer<std::shared_ptr<const driver::Description>>();
  auto description = driver::read(source_of(source), diagnostics);
  if (!description) return nullptr;
  return std::make_shared<const driver::Description>(*std::move(description));
}

py::capsule kept(std::shared_ptr<const driver::Description> description) {
  using Held = std::shared_ptr<const driver::Description>;
  return py::capsule(new Held(std::move(description)), [](void* p) { delete static_cast<Held*>(p); });
}

/// How a card or core is simulated.
driver::SimOptions sim_of(const Options& options, const GivenRun& run) {
  driver::SimOptions sim;
  sim.run = run.options;
  sim.simulator = cli::meaning_of(cli::kSimulators, options.word("simulator"));
  sim.hdl = options.word("hdl") == "vhdl" ? runner::Hdl::kVhdl : runner::Hdl::kVerilog;
  sim.native_operators = options.word("operators") == "native";
  sim.random_stalls = options.word("stalls") == "random";
  sim.memory = cli::meaning_of(cli::kMemories, options.word("memory"));
  options.read("trace", sim.trace);
  options.read("probes", sim.run.probes);
  options.read("cache", sim.use_cache);
  if (!options.get("dram").is_none()) options.read("dram", sim.dram);
  if (!options.get("link").is_none()) options.read("link", sim.link);
  sim.log = [progress = run.progress.ptr()](const std::string& line) { tell(progress, line, 0, 0); };
  return sim;
}

/// The facts of a simulation, without the DRAM, which the report names.
cli::SimFacts facts_of(const Options& options, const driver::SimOptions& sim) {
  cli::SimFacts facts;
  facts.config = sim.run.source.file;
  facts.hdl = sim.hdl == runner::Hdl::kVhdl ? "vhdl" : "verilog";
  facts.simulator = options.word("simulator");
  facts.operators = sim.native_operators ? "native" : "rtl";
  facts.stalls = sim.random_stalls ? "random" : "none";
  facts.memory = options.word("memory");
  facts.link = sim.memory == driver::Memory::kBoard ? sim.link : "";
  facts.seed = sim.run.seed;
  return facts;
}

py::dict sim_outcome(const Diagnostics& diagnostics, Result<driver::SimReport>& report, cli::SimFacts facts) {
  if (!report) return outcome(diagnostics, true);
  facts.dram = report->dram;
  py::dict result = reported(cli::sim_text(*report, facts), cli::sim_json(*report, facts));
  result["match"] = report->match();
  result["arrays"] = arrays_of(report->prepared->stencil(), std::move(report->measured.outputs));
  return outcome(diagnostics, false, result);
}

/// The card of run() and diagnose().
driver::CardOptions card_of(const Options& given, const GivenRun& about, Diagnostics& diagnostics) {
  static const std::map<std::string, driver::CardBackend> kBackends = {{"sim", driver::CardBackend::kSimulation},
                                                                       {"xdma", driver::CardBackend::kXdma},
                                                                       {"xrt", driver::CardBackend::kXrt},
                                                                       {"vfio", driver::CardBackend::kVfio},
                                                                       {"uart", driver::CardBackend::kUart}};
  driver::CardOptions card;
  card.run = sim_of(given, about);
  card.backend = kBackends.at(given.word("backend"));
  given.read("device", card.device);
  given.read("xclbin", card.xclbin);
  given.read("kernel", card.kernel);
  if (const std::string manifest = given.word("manifest"); !manifest.empty())
    card.run.manifest = {manifest, read_whole_file(manifest)};
  given.number("patience", driver::kPatienceRange, card.patience_seconds, diagnostics);
  return card;
}

/// The name of a card in reports.
std::string device_of(const driver::CardOptions& card) {
  return card.backend == driver::CardBackend::kXdma ? driver::device_path(card.device) : card.device;
}

}  // namespace

py::dict check(const py::dict& source, bool planned) {
  Diagnostics diagnostics;
  const auto description = description_of(Options(source), diagnostics);
  if (!description) return outcome(diagnostics, true);
  const spec::Stencil& stencil = description->stencil;
  py::dict result;
  result["name"] = stencil.name;
  result["axes"] = stencil.axes;
  result["grid"] = std::vector<std::int64_t>(stencil.grid.begin(), stencil.grid.begin() + stencil.axes);
  result["steps"] = stencil.iterations;
  result["fields"] = fields_of(stencil);
  result["params"] = params_of(stencil);
  result["monitors"] = monitors_of(stencil);
  result["probes"] = probes_of(stencil);
  result["kept"] = kept(description);
  if (!planned) return outcome(diagnostics, false, result);
  const auto prepared = without_lock([&] { return driver::prepare(stencil, stencil.hardware, diagnostics); });
  if (!prepared || !driver::check_memory(**prepared, diagnostics)) return outcome(diagnostics, true);
  result["report"] = cli::check_text(**prepared);
  return outcome(diagnostics, false, result);
}

py::dict golden(const py::dict& source, const py::dict& options) {
  Diagnostics diagnostics;
  const Options given(options);
  GivenRun run = run_of(Options(source), given, diagnostics, driver::kGoldenIterationsRange);
  std::int64_t first_step = 0;
  given.number("first_step", driver::kGoldenIterationsRange, first_step, diagnostics);
  given.number("every", driver::kEveryRange, run.options.every, diagnostics);
  given.read("probes", run.options.probes);
  given.read("checkpoint", run.options.checkpoint);
  given.read("count_cells", run.options.count_cells);
  if (diagnostics.has_errors()) return outcome(diagnostics, true);
  const auto description = description_of(Options(source), diagnostics);
  if (!description) return outcome(diagnostics, true);
  auto report = without_lock([&] { return driver::golden(*description, run.options, first_step, diagnostics); });
  if (!report) return outcome(diagnostics, true);
  py::dict result = reported(cli::golden_text(*report), cli::golden_json(*report, run.options.source.file));
  result["arrays"] = arrays_of(report->program, std::move(report->results));
  result["delivered"] = report->delivered;
  return outcome(diagnostics, false, result);
}

py::dict accuracy(const py::dict& source, const py::dict& options) {
  Diagnostics diagnostics;
  const Options given(options);
  const GivenRun run = run_of(Options(source), given, diagnostics);
  std::vector<std::string> types;
  given.read("types", types);
  if (diagnostics.has_errors()) return outcome(diagnostics, true);
  const auto report = without_lock([&] { return driver::accuracy(run.options, types, diagnostics); });
  if (!report) return outcome(diagnostics, true);
  return outcome(diagnostics, false,
                 reported(cli::accuracy_text(*report), cli::accuracy_json(*report, run.options.source.file)));
}

py::dict simulate(const py::dict& source, const py::dict& options) {
  Diagnostics diagnostics;
  const Options given(options);
  const GivenRun run = run_of(Options(source), given, diagnostics);
  if (diagnostics.has_errors()) return outcome(diagnostics, true);
  const driver::SimOptions sim = sim_of(given, run);
  auto report = without_lock([&] { return driver::simulate(sim, diagnostics); });
  return sim_outcome(diagnostics, report, facts_of(given, sim));
}

py::dict run(const py::dict& source, const py::dict& options) {
  Diagnostics diagnostics;
  const Options given(options);
  const GivenRun about = run_of(Options(source), given, diagnostics);
  driver::CardOptions card = card_of(given, about, diagnostics);
  given.number("clock", driver::kClockRange, card.run.clock_mhz, diagnostics);
  if (diagnostics.has_errors()) return outcome(diagnostics, true);
  given.read("check", card.run.check);
  given.read("self_test", card.run.self_test);
  auto report = without_lock([&] { return driver::run_on_card(card, diagnostics); });
  cli::SimFacts facts = facts_of(given, card.run);
  facts.backend = given.word("backend");
  facts.memory = report && report->line ? "host" : "board";
  facts.link = card.run.link;
  if (card.backend != driver::CardBackend::kSimulation) {
    facts.hdl = facts.simulator = facts.operators = facts.dram = facts.link = "";
    facts.device = device_of(card);
  }
  return sim_outcome(diagnostics, report, facts);
}

py::dict diagnose(const py::dict& source, const py::dict& options) {
  Diagnostics diagnostics;
  const Options given(options);
  GivenRun about = run_of(Options(source), given, diagnostics);
  driver::DiagnoseOptions requested;
  requested.card = card_of(given, about, diagnostics);
  given.number("limit", driver::kLimitRange, requested.limit_seconds, diagnostics);
  given.number("soak", driver::kSoakRange, requested.soak_minutes, diagnostics);
  given.read("polling", requested.accepts_polling);
  if (diagnostics.has_errors()) return outcome(diagnostics, true);
  // Steps run in a thread that Python does not know. It calls nothing of Python.
  requested.card.run.log = [](const std::string&) {};
  requested.card.run.run.watch = nullptr;
  std::string text;
  requested.show = [&, progress = about.progress.ptr()](const driver::Step& step) {
    text += cli::step_text(step);
    tell(progress, step.title + ": " + driver::word_of(step.outcome), step.number, driver::kDiagnoseSteps);
  };
  const auto report = without_lock([&] { return driver::diagnose(requested, diagnostics); });
  if (!report) return outcome(diagnostics, true);
  const std::string device =
      requested.card.backend == driver::CardBackend::kSimulation ? "" : device_of(requested.card);
  py::dict result =
      reported(text + cli::end_text(*report),
               cli::diagnosis_json(*report, requested.card.run.run.source.file, given.word("backend"), device));
  const driver::Step* const failure = report->failure();
  result["healthy"] = failure == nullptr;
  // A thread that is still in a driver may read the arrays, so they live on.
  if (failure != nullptr && failure->is_endless) static_cast<void>(new std::vector<py::object>(std::move(about.keep)));
  return outcome(diagnostics, false, result);
}

}  // namespace rtlgen::python
