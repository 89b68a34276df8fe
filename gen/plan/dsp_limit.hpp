// Which operators are made of LUTs, so that Kernels take no more DSP blocks than there are for them: products with
// constants, and sums and products of hard blocks.
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

/// Fills the stages' `expanded` so that the Kernels of a cell take at most `hardware.dsp_limit` blocks: first the
/// operators that take the fewest LUTs for a block. Fails, with RG0407, where what only blocks compute needs more.
bool limit_dsps(Plan& plan, ops::Memo& operators, Diagnostics& diagnostics);

/// The limits that make a difference, from what the Kernels of a cell take without one downwards; the last one is the
/// least. One element: nothing that takes a block can do without.
std::vector<int> dsp_limits(const Plan& plan, ops::Memo& operators);

/// DSP blocks that the operators of all Kernels of a cell take, operators that the limit put into LUTs, and additions
/// in blocks.
struct BlockCounts {
  int blocks = 0, expanded = 0, sums = 0;
};
BlockCounts count_blocks(const Plan& plan);

}  // namespace rtlgen::plan
