// Passes options from Python to the use cases around runs and predictions.
#include "python/tools.hpp"

#include <pybind11/stl.h>

#include <string>
#include <vector>

#include "cli/advise.hpp"
#include "cli/boards.hpp"
#include "cli/models.hpp"
#include "cli/project.hpp"
#include "cli/words.hpp"
#include "driver/advise/advise.hpp"
#include "driver/project/project.hpp"
#include "driver/synth/synth.hpp"
#include "frontend/board/board_file.hpp"
#include "frontend/schema/json_schema.hpp"
#include "python/convert.hpp"
#include "python/designs.hpp"
#include "python/work.hpp"
#include "support/diagnostics.hpp"
#include "support/result.hpp"

namespace rtlgen::python {

py::dict advise(const py::dict& source, const py::dict& options) {
  Diagnostics diagnostics;
  const Options given(options);
  driver::AdviseOptions requested;
  requested.model = model_of(source, given, diagnostics);
  given.read("measured", requested.measured);
  if (diagnostics.has_errors()) return outcome(diagnostics, true);
  const auto report = without_lock([&] { return driver::advise(requested, diagnostics); });
  if (!report) return outcome(diagnostics, true);
  return outcome(diagnostics, false,
                 reported(cli::advise_text(*report), cli::advise_json(*report, requested.model.source.file)));
}

py::dict project(const py::dict& source, const py::dict& options) {
  Diagnostics diagnostics;
  const Options given(options);
  driver::ProjectOptions requested;
  requested.source = source_of(Options(source));
  given.read("board", requested.board);
  given.read("folder", requested.folder);
  given.read("force", requested.force);
  requested.hdl = cli::meaning_of(cli::kHdlChoices, given.word("hdl"));
  std::vector<double> fill;
  given.numbers("fill", driver::kFillRange, fill, diagnostics);
  if (fill.size() == 3) requested.fill = board::Fill{fill[0], fill[1], fill[2]};
  if (diagnostics.has_errors()) return outcome(diagnostics, true);
  const auto report = without_lock([&] { return driver::make_project(requested, diagnostics); });
  if (!report) return outcome(diagnostics, true);
  py::dict result = reported(cli::project_text(*report, requested.folder),
                             cli::project_json(*report, requested.source.file, requested.folder));
  result["fits"] = report->model.fits();
  return outcome(diagnostics, false, result);
}

py::dict synth(const py::dict& source, const py::dict& options) {
  Diagnostics diagnostics;
  const Options given(options);
  driver::SynthOptions requested;
  requested.source = source_of(Options(source));
  given.read("device", requested.device);
  given.read("cache", requested.synthesis.use_cache);
  const py::object progress = given.get("progress");
  requested.synthesis.log = [&progress](const std::string& line) { tell(progress, line, 0, 0); };
  const auto report = without_lock([&] { return driver::synthesise(requested, diagnostics); });
  if (!report) return outcome(diagnostics, true);
  return outcome(diagnostics, false,
                 reported(cli::synth_text(*report), cli::synth_json(*report, requested.source.file)));
}

py::dict board(const std::string& name) {
  Diagnostics diagnostics;
  const auto found = frontend::load_board(name, diagnostics);
  if (!found) return outcome(diagnostics, true);
  return outcome(diagnostics, false, reported(cli::board_text(*found), cli::board_json(*found)));
}

std::string schema(const std::string& of) {
  return of == "board" ? frontend::board_schema() : frontend::stencil_schema();
}

}  // namespace rtlgen::python
