// The cost of a design, the best design, and files written for a design.
#pragma once

#include <pybind11/pybind11.h>

#include "driver/model/model.hpp"

namespace rtlgen {
class Diagnostics;
}

namespace rtlgen::python {

class Options;

/// The options of model(); numbers out of range are reported in `diagnostics`.
driver::ModelOptions model_of(const pybind11::dict& source, const Options& options, Diagnostics& diagnostics);

// Each function takes the description (source_of) and the options named here, and returns an outcome
// (python/convert.hpp) with `json` and `report`, the text that the command prints.

/// `board`, `clock`, `steps`, `shape` (x first), `dram`, `link`, `fill`.
pybind11::dict model(const pybind11::dict& source, const pybind11::dict& options);

/// The options of model, `objective`, `target`, `cells_per_cycle`, `depth`, `clocks`, `types`, `arithmetic`, `ram`,
/// `all_boards`. Returns `sets`: keys of the best point, none if nothing fits.
pybind11::dict explore(const pybind11::dict& source, const pybind11::dict& options);

/// `folder`, `simulate`, `dram`, `explore`, `with_hdl`, `force`, `cache`, and those of a run.
pybind11::dict report(const pybind11::dict& source, const pybind11::dict& options);

/// `folder`, `hdl`, `force`, `card`, `operators`, `cache`, `progress`.
pybind11::dict generate(const pybind11::dict& source, const pybind11::dict& options);

}  // namespace rtlgen::python
