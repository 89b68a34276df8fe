// Fields before and after a run, to look at.
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

/// Of every field: what goes in, and what comes out after `iterations` steps. `results` are those of a simulation;
/// where it is empty the golden engine makes them.
Result<std::vector<report::Picture>> pictures(const Prepared& prepared, const RunOptions& run,
                                              std::map<int, golden::Grid> results, std::int64_t iterations,
                                              Diagnostics& diagnostics);

/// One field: along x as a line, a plane as a picture, of a volume the middle plane. Large ones are thinned out.
report::Picture picture_of(const spec::Array& array, const golden::Grid& grid, const std::string& when);

}  // namespace rtlgen::driver
