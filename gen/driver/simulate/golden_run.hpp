// Runs of the golden engine only.
#pragma once

#include <cstdint>

#include "driver/data/run_options.hpp"
#include "golden/monitored.hpp"

namespace rtlgen {
class Diagnostics;
template <class T>
class Result;
}  // namespace rtlgen

namespace rtlgen::spec {
struct Program;
}

namespace rtlgen::driver {

class RunNotes;
struct Description;
struct GoldenReport;
struct RunData;

/// The golden engine's results for a run of at most so many iterations; `notes`, if there are any, take what is due.
/// Results of the arrays of `into` are written there; without notes and monitors alone.
golden::MonitoredRun golden_run(const spec::Program& program, const RunData& data, std::int64_t iterations,
                                const RunOptions& shown_as = {}, RunNotes* notes = nullptr,
                                const std::map<int, std::uint8_t*>& into = {});

/// A golden run of a description that is already read. With `first_step`, the data of the state fields is that after so
/// many time steps, and the run continues from there up to the total number of time steps. Reports RG0842 if monitors
/// control the run.
Result<GoldenReport> golden(const Description& description, const RunOptions& options, std::int64_t first_step,
                            Diagnostics& diagnostics);

}  // namespace rtlgen::driver
