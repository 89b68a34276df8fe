// How long a simulation will take, so that a user learns it before rather than after.
#pragma once

#include <string>

namespace rtlgen::driver {

struct RunData;
struct SimOptions;
struct SimReport;

/// Predicted seconds of one simulated run on one core, compilation left out. Fitted to measured runs
/// (docs/simulation.md has the fit and its error, a factor of about two); other processors and tools shift all
/// predictions alike.
double simulated_seconds(const SimOptions& options, const SimReport& report, const RunData& data);

/// A sentence about a run that will take more than a minute, with what makes it shorter; empty if it takes less.
std::string long_run_text(const SimOptions& options, const SimReport& report, const RunData& data);

}  // namespace rtlgen::driver
