// Chooses the additions of fused sums that DSP blocks compute (hw/block_sum.hpp).
#pragma once

#include "plan/timing/dsp_limit.hpp"

namespace rtlgen::plan {

/// `chosen` with at most `hardware.dsp_sums` additions of the Kernels in blocks, and no more than `hardware.dsp_limit`
/// leaves blocks for. Additions that save the most LUTs come first. Fails with RG0410 if the family has no such blocks.
Result<DspChoices> with_dsp_sums(DspChoices chosen, const CellKernels& kernels, ops::Memo& operators,
                                 Diagnostics& diagnostics);

/// Assigns operators to DSP blocks: first products, within the limit (dsp_limit.hpp), then sums.
Result<DspChoices> choose_dsps(const CellKernels& kernels, ops::Memo& operators, Diagnostics& diagnostics);

/// The largest useful `hardware.dsp_sums`: the additions of the Kernels of a cell that fit a block; 0 if the family has
/// no such blocks.
int most_dsp_sums(const Plan& plan, ops::Memo& operators);

}  // namespace rtlgen::plan
