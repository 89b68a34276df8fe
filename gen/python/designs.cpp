// Passes options from Python to the driver's predictions and writers.
#include "python/designs.hpp"

#include <pybind11/stl.h>

#include <string>
#include <vector>

#include "cli/explore.hpp"
#include "cli/models.hpp"
#include "cli/report.hpp"
#include "cli/words.hpp"
#include "driver/explore/explore.hpp"
#include "driver/generate/generate.hpp"
#include "driver/model/model.hpp"
#include "driver/report/report.hpp"
#include "frontend/schema/hardware_keys.hpp"
#include "python/convert.hpp"
#include "python/work.hpp"
#include "support/diagnostics.hpp"
#include "support/result.hpp"

namespace rtlgen::python {

driver::ModelOptions model_of(const py::dict& source, const Options& options, Diagnostics& diagnostics) {
  driver::ModelOptions model;
  model.source = source_of(Options(source));
  options.read("board", model.board);
  options.numbers("shape", driver::kExtentRange, model.extents, diagnostics);
  options.read("dram", model.dram);
  options.read("link", model.link);
  options.number("clock", driver::kClockRange, model.clock_mhz, diagnostics);
  options.number("steps", driver::kIterationsRange, model.iterations, diagnostics);
  std::vector<double> fill;
  options.numbers("fill", driver::kFillRange, fill, diagnostics);
  if (fill.size() == 3) model.fill = board::Fill{fill[0], fill[1], fill[2]};
  return model;
}

py::dict model(const py::dict& source, const py::dict& options) {
  Diagnostics diagnostics;
  const driver::ModelOptions requested = model_of(source, Options(options), diagnostics);
  if (diagnostics.has_errors()) return outcome(diagnostics, true);
  const auto report = without_lock([&] { return driver::model_design(requested, diagnostics); });
  if (!report) return outcome(diagnostics, true);
  return outcome(diagnostics, false,
                 reported(cli::model_text(*report, false), cli::model_json(*report, requested.source.file)));
}

py::dict explore(const py::dict& source, const py::dict& options) {
  Diagnostics diagnostics;
  const Options given(options);
  driver::ExploreOptions requested;
  requested.model = model_of(source, given, diagnostics);
  given.number("target", driver::kTargetRange, requested.target, diagnostics);
  given.numbers("cells_per_cycle", driver::kLanesRange, requested.cells_per_cycle, diagnostics);
  given.numbers("depth", driver::kDepthRange, requested.steps, diagnostics);
  given.numbers("clocks", driver::kClocksRange, requested.clocks, diagnostics);
  if (diagnostics.has_errors()) return outcome(diagnostics, true);
  given.read("types", requested.types);
  given.read("arithmetic", requested.arithmetic);
  given.read("all_boards", requested.all_boards);
  given.read("all_points", requested.all_points);
  std::vector<std::string> rams;
  given.read("ram", rams);
  for (const std::string& ram : rams) requested.rams.push_back(cli::meaning_of(cli::kRams, ram));
  requested.objective = cli::meaning_of(cli::kObjectives, given.word("objective"));
  const auto report = without_lock([&] { return driver::explore_designs(requested, diagnostics); });
  if (!report) return outcome(diagnostics, true);
  py::dict result = reported(cli::explore_text(*report), cli::explore_json(*report, requested.model.source.file));
  std::vector<std::string> sets;
  if (report->best >= 0) {
    const driver::ExploreCase& best = report->cases.at(static_cast<std::size_t>(report->best));
    sets = best.numbers.sets();
    for (const std::string& key : frontend::shape_keys(driver::winner_of(best))) sets.push_back(key);
    for (const std::string& key : driver::winner_keys(best)) sets.push_back(key);
  }
  result["sets"] = sets;
  return outcome(diagnostics, false, result);
}

py::dict report(const py::dict& source, const py::dict& options) {
  Diagnostics diagnostics;
  const Options given(options);
  const GivenRun run = run_of(Options(source), given, diagnostics);
  if (diagnostics.has_errors()) return outcome(diagnostics, true);
  driver::PageOptions page;
  page.run = run.options;
  given.read("folder", page.folder);
  given.read("dram", page.dram);
  given.read("explore", page.explore);
  given.read("with_hdl", page.with_hdl);
  given.read("force", page.force);
  given.read("cache", page.use_cache);
  page.simulate = cli::meaning_of(cli::kPageRuns, given.word("simulate"));
  page.log = [&run](const std::string& line) { tell(run.progress, line, 0, 0); };
  const auto written = without_lock([&] { return driver::write_page(page, diagnostics); });
  if (!written) return outcome(diagnostics, true);
  return outcome(
      diagnostics, false,
      reported(cli::page_text(*written, page.folder), cli::page_json(*written, page.run.source.file, page.folder)));
}

py::dict generate(const py::dict& source, const py::dict& options) {
  Diagnostics diagnostics;
  const Options given(options);
  driver::GenerateOptions requested;
  requested.source = source_of(Options(source));
  given.read("folder", requested.folder);
  given.read("force", requested.force);
  given.read("card", requested.card);
  given.read("cache", requested.use_cache);
  requested.native_operators = given.word("operators") == "native";
  requested.hdl = cli::meaning_of(cli::kHdlChoices, given.word("hdl"));
  const py::object progress = given.get("progress");
  requested.log = [&progress](const std::string& line) { tell(progress, line, 0, 0); };
  const auto written = without_lock([&] { return driver::generate(requested, diagnostics); });
  if (!written) return outcome(diagnostics, true);
  return outcome(diagnostics, false,
                 reported(cli::generate_text(*written, requested.folder),
                          cli::generate_json(*written, requested.source.file, requested.folder)));
}

}  // namespace rtlgen::python
