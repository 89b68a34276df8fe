// Runs of the golden engine alone.
#pragma once

#include <cstdint>

#include "driver/data/run_options.hpp"
#include "golden/monitored.hpp"

namespace rtlgen::spec {
struct Program;
}

namespace rtlgen::driver {

class RunNotes;
struct RunData;

/// The golden engine's results for a run of at most so many iterations; `notes`, if there are any, take what is due.
golden::MonitoredRun golden_run(const spec::Program& program, const RunData& data, std::int64_t iterations,
                                const RunOptions& shown_as = {}, RunNotes* notes = nullptr);

}  // namespace rtlgen::driver
