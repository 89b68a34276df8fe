// How long a simulation will take, so that a user learns it before rather than after.
#pragma once

#include <string>

namespace rtlgen::driver {

struct RunData;
struct SimOptions;
struct SimReport;

/// A rough prediction of the seconds that one simulated run takes on one core, compilation left out: the speed of
/// diffusion2d in docs/simulation.md, scaled by the number of operators. Its error has not been measured.
double simulated_seconds(const SimOptions& options, const SimReport& report, const RunData& data);

/// A sentence about a run that will take more than a minute, with what makes it shorter; empty if it takes less.
std::string long_run_text(const SimOptions& options, const SimReport& report, const RunData& data);

}  // namespace rtlgen::driver
