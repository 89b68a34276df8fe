// Runs: golden, simulated, on cards.
#pragma once

#include <pybind11/pybind11.h>

namespace rtlgen::python {

// Each function takes the description (source_of) and options (run_of, and those named here), and returns an outcome
// (python/convert.hpp) with `arrays`, `json` and `report`, the text that the command prints.

/// Returns a summary: `name`, `grid`, `axes`, `steps`, `fields`, `params`, `monitors`, `probes`, and `kept`, with which
/// golden() need not read the description again.
pybind11::dict check(const pybind11::dict& source, bool planned);

/// `first_step`, `every`, `checkpoint` and `probes`: a file.
pybind11::dict golden(const pybind11::dict& source, const pybind11::dict& options);

/// Compares results with exact arithmetic: `types`.
pybind11::dict accuracy(const pybind11::dict& source, const pybind11::dict& options);

/// `hdl`, `simulator`, `operators`, `stalls`, `memory`, `dram`, `link`, `cache`, `trace`; `match`.
pybind11::dict simulate(const pybind11::dict& source, const pybind11::dict& options);

/// `backend`, `device`, `xclbin`, `kernel`, `patience`, `clock`, `check`, `self_test`, and the options of the simulated
/// card; `match`.
pybind11::dict run(const pybind11::dict& source, const pybind11::dict& options);

/// `limit`, `soak`, `polling`, and the options of run() except `clock`, `check` and `self_test`. `progress` is called
/// after each step. Returns `healthy` instead of `arrays`.
pybind11::dict diagnose(const pybind11::dict& source, const pybind11::dict& options);

}  // namespace rtlgen::python
