// Chooses the additions of fused sums that DSP blocks compute (hw/block_sum.hpp).
#pragma once

namespace rtlgen::ops {
class Memo;
}

namespace rtlgen {
class Diagnostics;
}

namespace rtlgen::plan {

struct Plan;

/// Fills `block_sums` of the stages with at most `hardware.dsp_sums` additions of the Kernels of a cell, and no more
/// than `hardware.dsp_limit` leaves blocks for. Additions that save the most LUTs come first. Fails with RG0410 if the
/// family has no such blocks.
bool place_dsp_sums(Plan& plan, ops::Memo& operators, Diagnostics& diagnostics);

/// Assigns operators to DSP blocks: first products, within the limit (plan/dsp_limit.hpp), then sums.
bool assign_blocks(Plan& plan, ops::Memo& operators, Diagnostics& diagnostics);

/// The largest useful `hardware.dsp_sums`: the additions of the Kernels of a cell that fit a block; 0 if the family has
/// no such blocks.
int most_dsp_sums(const Plan& plan, ops::Memo& operators);

}  // namespace rtlgen::plan
