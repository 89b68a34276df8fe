// A simulated run beside its prediction.
#pragma once

#include <string>
#include <vector>

#include "driver/advise/advise.hpp"

namespace rtlgen::driver {

/// Reads what `sim --json` wrote and predicts the same run, at its clocks and with its memory. Fault: RG0808 for a file
/// that is none, without counters, of another plan than `report.now`'s, or of other extents and iterations. `options`
/// are those that it was modelled with.
Result<MeasuredReport> compare_measured(const std::string& file, const AdviseReport& report,
                                        const ModelOptions& options, Diagnostics& diagnostics);

/// Sets `off` and `largest`. `run`: cycles of the run as measured, whose part a difference of cycles is.
void find_largest(MeasuredReport& report, double run);

}  // namespace rtlgen::driver
