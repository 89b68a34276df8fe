// Chooses the operators that are built from LUTs, so that Kernels take no more DSP blocks than they may: products with
// constants, and sums and products in hard floating-point blocks.
#pragma once

#include <vector>

namespace rtlgen::ops {
class Memo;
}

namespace rtlgen {
class Diagnostics;
}

namespace rtlgen::plan {

struct Plan;

/// Fills `expanded` of the stages so that the Kernels of a cell take at most `hardware.dsp_limit` blocks. Operators
/// that take the fewest LUTs per saved block come first. Fails with RG0407 if operators that only blocks can compute
/// need more.
bool limit_dsps(Plan& plan, ops::Memo& operators, Diagnostics& diagnostics);

/// The limits that make a difference, in descending order, from the number of blocks that the Kernels of a cell take
/// without a limit to the smallest possible one. One element: every operator that takes a block needs it.
std::vector<int> dsp_limits(const Plan& plan, ops::Memo& operators);

/// Counts over all Kernels of a cell: DSP blocks that operators take, operators that the limit moved into LUTs, and
/// additions in blocks.
struct BlockCounts {
  int blocks = 0, expanded = 0, sums = 0;
};
BlockCounts count_blocks(const Plan& plan);

}  // namespace rtlgen::plan
