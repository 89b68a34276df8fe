// Pictures of fields before and after a run.
#pragma once

#include <map>
#include <vector>

#include "report/page.hpp"
#include "support/result.hpp"

namespace rtlgen::golden {
struct Grid;
}

namespace rtlgen::spec {
struct Array;
}

namespace rtlgen::driver {

struct Prepared;
struct RunOptions;

/// For every field: inputs, and results after `iterations` steps. `results` are those of a simulation; if empty, the
/// golden engine computes them.
Result<std::vector<report::Picture>> pictures(const Prepared& prepared, const RunOptions& run,
                                              std::map<int, golden::Grid> results, std::int64_t iterations,
                                              Diagnostics& diagnostics);

/// One field: a line along x, a plane as a picture, a volume by its middle plane. Large ones are subsampled.
report::Picture picture_of(const spec::Array& array, const golden::Grid& grid, const std::string& when);

}  // namespace rtlgen::driver
