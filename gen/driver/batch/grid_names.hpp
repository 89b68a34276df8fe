// Which files belong to each grid of a batch: a * in their names.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "driver/data/run_options.hpp"

namespace rtlgen {
class Diagnostics;
template <class T>
class Result;
}  // namespace rtlgen

namespace rtlgen::driver {

/// Whether the files of a run have a *, which makes it a batch.
bool has_grid_names(const RunOptions& options);

/// The text for * in the files of each grid. In the name of an input file it is what the files of its folder have
/// there, in order; elsewhere ("run.h5:/t[*]", outputs) it is that too, or without such an input the number of the
/// grid. `grids`: how many; nothing: as many as there are files. RG0805 where there are too few, inputs have other
/// names, an output has no *, or an output of a grid would replace an input.
Result<std::vector<std::string>> grid_names(const RunOptions& options, std::optional<std::int64_t> grids,
                                            Diagnostics& diagnostics);

/// The options of grid `number`, with its files and its seed.
RunOptions options_of_grid(RunOptions options, const std::vector<std::string>& names, std::size_t number);

/// Whether FIELD=PATH depends on the grid.
bool is_of_grid(const std::string& option);

}  // namespace rtlgen::driver
