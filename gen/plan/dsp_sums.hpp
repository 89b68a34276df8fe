// Which additions of fused sums are in DSP blocks (hw/block_sum.hpp).
#pragma once

namespace rtlgen::ops {
class Memo;
}

namespace rtlgen {
class Diagnostics;
}

namespace rtlgen::plan {

struct Plan;

/// Fills the stages' `block_sums`: of the Kernels of a cell at most `hardware.dsp_sums` additions, and no more than
/// `hardware.dsp_limit` leaves blocks for, first those that save the most LUTs. Fails, with RG0410, where the family
/// has no such blocks.
bool place_dsp_sums(Plan& plan, ops::Memo& operators, Diagnostics& diagnostics);

/// What is in DSP blocks: products within the limit (plan/dsp_limit.hpp), then sums.
bool assign_blocks(Plan& plan, ops::Memo& operators, Diagnostics& diagnostics);

/// The most that make a difference: additions of the Kernels of a cell that fit a block; 0 where the family has none.
int most_dsp_sums(const Plan& plan, ops::Memo& operators);

}  // namespace rtlgen::plan
