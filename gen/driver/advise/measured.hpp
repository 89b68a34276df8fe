// Compares a simulated run with its prediction.
#pragma once

#include <string>
#include <vector>

#include "driver/advise/advise.hpp"

namespace rtlgen::driver {

/// Reads the output of `sim --json` and predicts the same run, with its clocks and its memory. Reports RG0808 for a
/// file that is not such output, that has no counters, or whose plan differs from that of `report.now`, or whose
/// extents and iterations differ. `options` are those of the model run.
Result<MeasuredReport> compare_measured(const std::string& file, const AdviseReport& report,
                                        const ModelOptions& options, Diagnostics& diagnostics);

/// Sets `off` and `largest`. `run`: measured cycles of the run; differences of cycles are relative to it.
void find_largest(MeasuredReport& report, double run);

}  // namespace rtlgen::driver
