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
  driver::AdviseOptions asked;
  asked.model = model_of(source, given, diagnostics);
  given.read("measured", asked.measured);
  if (diagnostics.has_errors()) return outcome(diagnostics, true);
  const auto report = without_lock([&] { return driver::advise(asked, diagnostics); });
  if (!report) return outcome(diagnostics, true);
  return outcome(diagnostics, false,
                 reported(cli::advise_text(*report), cli::advise_json(*report, asked.model.source.file)));
}

py::dict project(const py::dict& source, const py::dict& options) {
  Diagnostics diagnostics;
  const Options given(options);
  driver::ProjectOptions asked;
  asked.source = source_of(Options(source));
  given.read("board", asked.board);
  given.read("folder", asked.folder);
  given.read("force", asked.force);
  asked.hdl = cli::meaning_of(cli::kHdlChoices, given.word("hdl"));
  std::vector<double> fill;
  given.numbers("fill", driver::kFillRange, fill, diagnostics);
  if (fill.size() == 3) asked.fill = board::Fill{fill[0], fill[1], fill[2]};
  if (diagnostics.has_errors()) return outcome(diagnostics, true);
  const auto report = without_lock([&] { return driver::make_project(asked, diagnostics); });
  if (!report) return outcome(diagnostics, true);
  py::dict result =
      reported(cli::project_text(*report, asked.folder), cli::project_json(*report, asked.source.file, asked.folder));
  result["fits"] = report->model.fits();
  return outcome(diagnostics, false, result);
}

py::dict synth(const py::dict& source, const py::dict& options) {
  Diagnostics diagnostics;
  const Options given(options);
  driver::SynthOptions asked;
  asked.source = source_of(Options(source));
  given.read("device", asked.device);
  given.read("cache", asked.synthesis.use_cache);
  const py::object progress = given.get("progress");
  asked.synthesis.log = [&progress](const std::string& line) { tell(progress, line, 0, 0); };
  const auto report = without_lock([&] { return driver::synthesise(asked, diagnostics); });
  if (!report) return outcome(diagnostics, true);
  return outcome(diagnostics, false, reported(cli::synth_text(*report), cli::synth_json(*report, asked.source.file)));
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
