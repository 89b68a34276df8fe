// Advice, vendor projects, runs of Yosys, boards and schemas.
#pragma once

#include <pybind11/pybind11.h>

#include <string>

namespace rtlgen::python {

// Each function returns an outcome (python/convert.hpp) with `json` and `report`, the text that the command prints.

/// The options of model, and `measured`, a file.
pybind11::dict advise(const pybind11::dict& source, const pybind11::dict& options);

/// `board`, `folder`, `hdl`, `force`, `fill`; `fits`.
pybind11::dict project(const pybind11::dict& source, const pybind11::dict& options);

/// `device`, `cache`, `progress`.
pybind11::dict synth(const pybind11::dict& source, const pybind11::dict& options);

/// A board by name or path.
pybind11::dict board(const std::string& name);

/// The JSON Schema of descriptions or, for "board", of board files.
std::string schema(const std::string& of);

}  // namespace rtlgen::python
