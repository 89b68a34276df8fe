// Estimates how long a simulation will take, so that users know it in advance.
#pragma once

#include <string>

namespace rtlgen::driver {

struct RunData;
struct SimOptions;
struct SimReport;

/// A rough prediction of the seconds that one simulated run takes on one core, without compilation: the speed of
/// diffusion2d in docs/simulation.md, scaled by the number of operators. Its error has not been measured.
double simulated_seconds(const SimOptions& options, const SimReport& report, const RunData& data);

/// A sentence about a run of more than a minute, with ways to make it shorter; empty for shorter runs.
std::string long_run_text(const SimOptions& options, const SimReport& report, const RunData& data);

}  // namespace rtlgen::driver
