// Collects the data of a page: plan, area, time, a run, pictures, files.
#include "driver/report/report.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>

#include "contract/core_interface.hpp"
#include "contract/frame.hpp"
#include "driver/data/arrays.hpp"
#include "driver/design/design_files.hpp"
#include "driver/design/hdl.hpp"
#include "driver/design/out_folder.hpp"
#include "driver/explore/explore.hpp"
#include "driver/model/model_parts.hpp"
#include "driver/prepare/card.hpp"
#include "driver/prepare/prepare.hpp"
#include "driver/prepare/version.hpp"
#include "driver/report/pictures.hpp"
#include "driver/simulate/simulate.hpp"
#include "emit/file.hpp"
#include "model/area/infrastructure.hpp"
#include "model/drams.hpp"
#include "model/flops.hpp"
#include "plan/plan.hpp"
#include "support/codes.hpp"
#include "support/counted.hpp"
#include "support/diagnostics.hpp"
#include "support/errors.hpp"
#include "support/result.hpp"

namespace rtlgen::driver {

namespace {

namespace fs = std::filesystem;

constexpr const char* kPage = "index.html";
constexpr const char* kHdl = "hdl";
constexpr const char* kDefaultDram = "ddr4-2400";

Objection report_objection() {
  const auto is_ours = [](const fs::path& folder) {
    return fs::is_regular_file(folder / kPage) &&
           runner::read_file(folder / kPage).find("<meta name=\"generator\" content=\"rtlgen report ") !=
               std::string::npos;
  };
  const auto is_known = [](const fs::path& path, bool is_directory) {
    if (path == kPage || (path == kHdl && is_directory)) return true;
    return *path.begin() == kHdl && is_design_file(fs::relative(path, kHdl), is_directory);
  };
  return objection_by_name(is_ours, is_known);
}

/// Options of the page's models: the memory of the channels, which is the requested one, the board's or a typical one,
/// and the clock of the schedule.
Result<ModelOptions> model_options(const PageOptions& options, const Prepared& prepared, report::PageData& data,
                                   Diagnostics& diagnostics) {
  ModelOptions model;
  model.source = options.run.source;
  model.dram = options.dram;
  model.clock_mhz = prepared.stencil().hardware.clock_mhz;
  auto board = board_of(model, prepared.requested, diagnostics);
  if (!board) return Failure{};
  data.board = *std::move(board);
  data.dram_note = options.dram.empty() ? "the board's" : "as requested";
  model::Drams drams = drams_of(model, data.board, diagnostics);
  if (diagnostics.has_errors()) return Failure{};
  if (drams.empty() && options.dram.empty()) {
    model.dram = kDefaultDram;
    data.dram_note =
        data.board ? "assumed, since there is no model of the board's memory" : "assumed, since no board is named";
    drams = drams_of(model, data.board, diagnostics);
  }
  if (drams.empty() && options.simulate == PageRun::kDdr)
    return diagnostics.error(Code::kOptionConflict, {"--simulate ddr"}, "a simulation with DRAM needs a memory",
                             {"name one with --dram, or leave --dram out"});
  if (!drams.empty()) {
    data.dram = prepared.plan.shell ? model::parts_text(drams, prepared.plan) : drams.front().part;
    data.design_gbs = model::peak_gbs(drams, prepared.plan);
  }
  return model;
}

/// Prepares the design on its board; `options` then have its source.
Result<std::shared_ptr<const Prepared>> prepare_page(PageOptions& options, Diagnostics& diagnostics) {
  if (options.dram == "ideal") return prepare(options.run.source, diagnostics);
  auto source = on_card(options.run.source, "", diagnostics);
  if (!source) return Failure{};
  options.run.source = *std::move(source);
  return prepare(options.run.source, diagnostics);
}

/// Adds the Pareto front of a search on the board, and this design.
bool add_front(const PageOptions& options, const Prepared& prepared, report::PageData& data, Diagnostics& diagnostics) {
  if (!data.board) {
    refuse_no_board(options.run.source.file, false, diagnostics);
    return false;
  }
  const auto known = explore::no_knowledge();
  const auto found = explore_on(prepared, prepared.sharing.hardware.hardware, *data.board, {}, *known, diagnostics);
  if (!found) return false;
  const ExploreCase& on_board = *found;
  const model::Fabric& fabric = model::fabric_of(data.plan->stencil->hardware.device);
  // The front is in terms of time and logic.
  if (!on_board.budget.logic) return true;
  const auto part = [&](const model::Area& area) {
    return static_cast<double>(fabric.logic(area)) / static_cast<double>(*on_board.budget.logic);
  };
  for (const explore::Point& p : on_board.result.front) {
    data.pareto.push_back({fmt::format("P {}, I {}{}", p.cells_per_cycle, p.steps,
                                       p.block.empty() ? "" : fmt::format(", blocks of {}", fmt::join(p.block, " x "))),
                           p.cell_updates_per_s, part(p.whole()), false});
  }
  const contract::CoreInterface& core = data.plan->core;
  data.pareto.push_back(
      {fmt::format("this design: P {}, I {}", core.cells_per_cycle, core.steps), data.time.cell_updates_per_s,
       part(data.plan->shell ? data.area.total + model::shell_area(*data.plan->shell, fabric) : data.area.total),
       true});
  return true;
}

/// Adds everything that is known without running anything.
bool add_models(const PageOptions& options, const ModelOptions& model, const std::shared_ptr<const Prepared>& prepared,
                report::PageData& data, Diagnostics& diagnostics) {
  data.version = version();
  data.file = OutsideText(fs::path(options.run.source.file).filename().string());
  data.reference = &prepared->reference();
  data.plan = &prepared->plan;
  const auto found = model_design(prepared, model, diagnostics);
  if (!found) return false;
  data.area = found->area;
  data.uses = found->uses;
  data.clock = found->clock;
  data.time = found->best();
  data.range = found->range;
  data.flops_written = model::flops_written(prepared->reference());
  data.flops_built = model::flops_built(prepared->plan);
  data.pareto = options.pareto;
  return !options.explore || add_front(options, *prepared, data, diagnostics);
}

void compare_card(const SimReport& sim, const model::Time& time, report::Run& run) {
  const CardReport& card = *sim.card;
  const double beat_bytes = sim.prepared->plan.shell->bus_bits / 8.0;
  run.rows.push_back(
      {"time", "us", time.seconds * 1e6, static_cast<double>(sim.measured.cycles) / card.kernel_mhz, false});
  run.rows.push_back(
      {"speed", "million cell updates/s", time.cell_updates_per_s * 1e-6,
       static_cast<double>(sim.cell_updates) * card.kernel_mhz / static_cast<double>(sim.measured.cycles), false});
  for (const model::ChannelTime& c : time.channels) {
    const auto beats = card.counters.beats.find(c.number);
    if (beats == card.counters.beats.end()) continue;
    run.rows.push_back({fmt::format("channel {}: read", c.number), "bytes", c.read_bytes,
                        static_cast<double>(beats->second[0]) * beat_bytes, true});
    run.rows.push_back({fmt::format("channel {}: written", c.number), "bytes", c.written_bytes,
                        static_cast<double>(beats->second[1]) * beat_bytes, true});
  }
}

/// Adds the figures of the simulated run.
bool compare(const SimReport& sim, const PageOptions& options, ModelOptions model, report::Run& run,
             Diagnostics& diagnostics) {
  const plan::Plan& plan = sim.prepared->plan;
  run.extents = sim.extents;
  run.iterations = sim.iterations;
  run.match = sim.match();
  run.memory = options.simulate == PageRun::kDdr ? sim.dram + " in each channel" : "ideal memory";
  const std::int64_t outputs = static_cast<std::int64_t>(plan.core.output_arrays.size());
  run.cells = sim.extents[0] * sim.extents[1] * sim.extents[2] * outputs - sim.ignored;
  if (!run.match)
    run.failure = !sim.failure.empty()
                      ? sim.failure
                      : fmt::format("{} {} from the golden engine", counted(sim.mismatches + sim.unknown, "cell"),
                                    by_number(sim.mismatches + sim.unknown, "differs", "differ"));
  const auto measured = static_cast<double>(sim.measured.cycles);
  model.extents.assign(sim.extents.begin(), sim.extents.begin() + plan.core.axes);
  model.iterations = sim.iterations;
  const auto found = model_design(sim.prepared, model, diagnostics);
  if (!found) return false;
  const model::Time& time = found->best();
  const bool ideal = !sim.card;
  const double cycles = !ideal                     ? time.cycles
                        : sim.predicted_cycles > 0 ? static_cast<double>(sim.predicted_cycles)
                                                   : static_cast<double>(time.ideal_cycles);
  run.rows.push_back({"clock cycles", "", cycles, measured, ideal && sim.predicted_cycles > 0});
  run.rows.push_back({"cell updates per cycle", "", static_cast<double>(sim.cell_updates) / cycles,
                      static_cast<double>(sim.cell_updates) / measured, ideal && sim.predicted_cycles > 0});
  if (sim.card) compare_card(sim, time, run);
  return true;
}

/// Simulates, or runs only the golden engine; both provide the pictures of fields.
bool add_run(const PageOptions& options, const ModelOptions& model, const Prepared& prepared, report::PageData& data,
             Diagnostics& diagnostics) {
  const SmallRun small = small_run(prepared, options.run, options.simulate == PageRun::kDdr);
  RunOptions run = options.run;
  run.extents = small.extents;
  run.iterations = small.iterations;
  std::optional<spec::Stencil> simulated;
  std::map<int, golden::Grid> results;
  std::int64_t iterations = 0;
  if (options.simulate == PageRun::kNone) {
    data.run_missing = "--simulate none";
  } else {
    SimOptions sim;
    sim.run = run;
    sim.quickest = true;
    sim.native_operators = options.simulate == PageRun::kDdr;
    sim.use_cache = options.use_cache;
    sim.memory = options.simulate == PageRun::kDdr ? Memory::kDdr : Memory::kIdeal;
    sim.dram = options.dram;
    sim.log = options.log;
    const auto report = simulate(sim, diagnostics);
    if (!report) return false;
    report::Run& shown = data.run.emplace();
    shown.why = small.why;
    shown.native_operators = report->native_operators;
    if (report->prepared->plan.shell && !prepared.plan.shell)
      shown.why += std::string(shown.why.empty() ? "" : "; ") + "with a bus of 512 bits, which the description lacks";
    if (!compare(*report, options, model, shown, diagnostics)) return false;
    results = report->measured.outputs;
    iterations = report->iterations;
  }
  auto fields = pictures(prepared, run, std::move(results), iterations, diagnostics);
  if (!fields) return false;
  data.pictures = *std::move(fields);
  return true;
}

}  // namespace

SmallRun small_run(const Prepared& prepared, const RunOptions& requested, bool with_memory) {
  const double most = with_memory ? 2e5 : 2e6;  // cell updates: seconds of simulation
  const spec::Stencil& stencil = prepared.stencil();
  SmallRun run{requested.extents, requested.iterations, ""};
  if (!requested.extents.empty() || requested.iterations) {
    run.why = "as requested on the command line";
    return run;
  }
  spec::Extents extents = stencil.whole_grid();
  const auto axes = static_cast<std::size_t>(stencil.axes);
  const auto cells = [&] { return static_cast<double>(extents[0] * extents[1] * extents[2]); };
  const bool from_files = std::any_of(stencil.inputs.begin(), stencil.inputs.end(),
                                      [](const spec::DataSource& s) { return s.kind == spec::DataKind::kFile; }) ||
                          !requested.inputs.empty();
  const std::int64_t fewest = std::min<std::int64_t>(stencil.iterations, 2 * prepared.plan.core.steps);
  std::int64_t iterations = std::max(fewest, std::min(stencil.iterations, static_cast<std::int64_t>(most / cells())));
  // Files have the shape of the whole grid, and extents that are constants in the hardware cannot shrink.
  while (!from_files && prepared.plan.core.extents == contract::ExtentPlan::kRuntime &&
         cells() * static_cast<double>(iterations) > most) {
    const std::size_t longest =
        static_cast<std::size_t>(std::max_element(extents.begin(), extents.begin() + axes) - extents.begin());
    if (extents[longest] / 2 < std::max<std::int64_t>(32, prepared.plan.core.minimum[longest])) break;
    const std::int64_t unit = longest == 0 ? prepared.plan.core.row_unit : 1;
    extents[longest] = std::max(unit, extents[longest] / 2 / unit * unit);
  }
  const bool smaller = extents != stencil.whole_grid();
  if (smaller) run.extents.assign(extents.begin(), extents.begin() + static_cast<std::ptrdiff_t>(axes));
  if (iterations != stencil.iterations) run.iterations = iterations;
  if (smaller || iterations != stencil.iterations)
    run.why = "smaller than in the description, so that it takes seconds";
  return run;
}

Result<PageReport> write_page(const PageOptions& requested, Diagnostics& diagnostics) {
  if (!report::has_charts())
    throw EnvironmentError(
        "this rtlgen was built without Chart.js, so it cannot write reports: install libjs-chart.js, then configure "
        "and "
        "build rtlgen again");
  PageOptions options = requested;
  auto prepared = prepare_page(options, diagnostics);
  if (!prepared) return Failure{};
  const fs::path folder = target_folder(options.folder);
  check_folder(folder, report_objection(), options.run.source, options.force);
  PageReport page;
  page.prepared = *std::move(prepared);
  auto model = model_options(options, *page.prepared, page.data, diagnostics);
  if (!model) return Failure{};
  if (!add_models(options, *model, page.prepared, page.data, diagnostics)) return Failure{};
  if (!add_run(options, *model, *page.prepared, page.data, diagnostics)) return Failure{};
  const auto files = design_files(*page.prepared, HdlChoice::kBoth);
  for (const emit::File& f : files) page.data.files.push_back({f.path, static_cast<std::int64_t>(f.text.size())});
  if (options.with_hdl) page.data.files_folder = kHdl;
  const std::string text = report::page_html(page.data);

  OutFolder out(folder);
  out.put(kPage, text);
  if (options.with_hdl) {
    for (const emit::File& f : files) out.put(fs::path(kHdl) / f.path, f.text);
  }
  out.finish();
  page.files = out.files();
  page.bytes = out.bytes();
  return page;
}

}  // namespace rtlgen::driver
