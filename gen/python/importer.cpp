// The module _importer: imports programs in other languages. It is separate and loaded on first use, because it needs
// libclang.
#include <pybind11/pybind11.h>
#include <pybind11/stl.h>

#include <map>
#include <string>

#include "driver/import/import_program.hpp"
#include "python/convert.hpp"
#include "python/work.hpp"
#include "support/diagnostics.hpp"
#include "support/errors.hpp"
#include "support/result.hpp"

namespace rtlgen::python {

namespace {

/// `file`, `format`, `extent`, `function`, `values`, `folders`, `single_constants`; returns an outcome with `yaml`.
py::dict import_program(const py::dict& options) {
  Diagnostics diagnostics;
  const Options given(options);
  driver::ImportOptions requested;
  given.read("file", requested.file);
  given.read("format", requested.format);
  given.read("function", requested.function);
  given.read("folders", requested.folders);
  given.read("values", requested.values);
  given.read("single_constants", requested.single_constants);
  given.number("extent", driver::kExtentRange, requested.extent, diagnostics);
  if (diagnostics.has_errors()) return outcome(diagnostics, true);
  const auto report = without_lock([&] { return driver::import_program(requested, diagnostics); });
  if (!report) return outcome(diagnostics, true);
  py::dict result;
  result["yaml"] = report->yaml;
  return outcome(diagnostics, false, result);
}

/// Raises the corresponding exception of the package.
void raise_tool_error(const EnvironmentError& error) {
  const py::object type = py::module_::import("rtlgen._rtlgen").attr("ToolError");
  PyErr_SetString(type.ptr(), error.what());
}

}  // namespace

}  // namespace rtlgen::python

PYBIND11_MODULE(_importer, module) {
  namespace py = pybind11;
  module.doc() = "The importers behind the package rtlgen; use the package.";
  py::register_exception_translator([](std::exception_ptr error) {
    try {
      if (error) std::rethrow_exception(error);
    } catch (const rtlgen::EnvironmentError& thrown) {
      rtlgen::python::raise_tool_error(thrown);
    }
  });
  module.def("import_program", &rtlgen::python::import_program, py::arg("options"));
}
