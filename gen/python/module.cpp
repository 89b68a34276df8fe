// The module _rtlgen: the driver's use cases, for the Python package, which is the interface for users
// (docs/python.md).
#include <pybind11/pybind11.h>
#include <pybind11/stl.h>

#include <cstdint>
#include <new>
#include <string>
#include <utility>
#include <vector>

#include "data/memory.hpp"
#include "driver/prepare/version.hpp"
#include "frontend/board/board_file.hpp"
#include "frontend/yaml/source_file.hpp"
#include "python/convert.hpp"
#include "python/designs.hpp"
#include "python/runs.hpp"
#include "python/tools.hpp"
#include "spec/operations.hpp"
#include "support/check.hpp"
#include "support/diagnostics.hpp"
#include "support/errors.hpp"
#include "support/result.hpp"

namespace rtlgen::python {

namespace {

/// Reads the file of a description.
py::dict read_file(const std::string& path) {
  Diagnostics diagnostics;
  const auto text = frontend::read_source_file(path, diagnostics);
  py::dict result;
  if (text) result["source"] = py::bytes(*text);
  return outcome(diagnostics, !text.ok(), result);
}

/// Functions of the language with the equivalent Python objects, as MODULE.NAME.
std::vector<std::pair<std::string, std::string>> functions() {
  std::vector<std::pair<std::string, std::string>> out;
  for (const spec::Operation& row : spec::operations())
    if (!row.python.empty()) out.emplace_back(row.symbol, row.python);
  return out;
}

/// Diagnostics that the package created or moved, as the command would print them.
std::string render(const std::string& file, const std::string& source, const std::vector<py::dict>& entries) {
  Diagnostics diagnostics;
  diagnostics.add_source(file, source);
  for (const py::dict& entry : entries) {
    const SourceLocation where{entry["file"].cast<std::string>(), entry["line"].cast<int>(),
                               entry["column"].cast<int>(), entry["length"].cast<int>()};
    const auto code = code_of(entry["code"].cast<std::string>());
    RTLGEN_CHECK(code, "the package reports codes of the table");
    const auto text = entry["text"].cast<std::string>();
    const auto notes = entry["notes"].cast<std::vector<std::string>>();
    if (entry["severity"].cast<std::string>() == "error")
      diagnostics.error(*code, where, text, notes);
    else
      diagnostics.warning(*code, where, text, notes);
  }
  return outcome(diagnostics, false)["text"].cast<std::string>();
}

/// Colours of a palette of 256 entries, the last two for NaN and infinities.
py::bytes heat_colours() {
  const std::vector<std::uint8_t> colours = data::heat_colours(254);
  return {reinterpret_cast<const char*>(colours.data()), colours.size()};
}

}  // namespace

}  // namespace rtlgen::python

PYBIND11_MODULE(_rtlgen, module) {
  using namespace rtlgen;
  namespace py = pybind11;
  module.doc() = "The driver behind the package rtlgen; use the package.";
  py::register_exception<EnvironmentError>(module, "ToolError", PyExc_OSError);
  py::register_exception<InternalError>(module, "InternalError", PyExc_RuntimeError);
  module.def("version", &driver::version);
  module.def("functions", &python::functions);
  module.def("boards", &frontend::board_names);
  module.def("read_file", &python::read_file, py::arg("path"));
  module.def("render", &python::render, py::arg("file"), py::arg("source"), py::arg("entries"));
  module.def("heat_colours", &python::heat_colours);
  module.def("check", &python::check, py::arg("source"), py::arg("planned"));
  module.def("golden", &python::golden, py::arg("source"), py::arg("options"));
  module.def("accuracy", &python::accuracy, py::arg("source"), py::arg("options"));
  module.def("simulate", &python::simulate, py::arg("source"), py::arg("options"));
  module.def("run", &python::run, py::arg("source"), py::arg("options"));
  module.def("diagnose", &python::diagnose, py::arg("source"), py::arg("options"));
  module.def("model", &python::model, py::arg("source"), py::arg("options"));
  module.def("explore", &python::explore, py::arg("source"), py::arg("options"));
  module.def("report", &python::report, py::arg("source"), py::arg("options"));
  module.def("generate", &python::generate, py::arg("source"), py::arg("options"));
  module.def("advise", &python::advise, py::arg("source"), py::arg("options"));
  module.def("project", &python::project, py::arg("source"), py::arg("options"));
  module.def("synth", &python::synth, py::arg("source"), py::arg("options"));
  module.def("board", &python::board, py::arg("name"));
  module.def("schema", &python::schema, py::arg("of"));
}
