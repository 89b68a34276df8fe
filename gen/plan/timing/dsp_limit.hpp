// Chooses the operators that are built from LUTs, so that Kernels stay within their number of DSP blocks: products with
// constants, and sums and products in hard floating-point blocks.
#pragma once

#include <optional>
#include <vector>

#include "plan/executor_plan.hpp"
#include "spec/ids.hpp"
#include "support/index.hpp"

namespace rtlgen {
class Diagnostics;
template <class T>
class Result;
}  // namespace rtlgen

namespace rtlgen::ops {
class Memo;
}
namespace rtlgen::spec {
struct Stencil;
}

namespace rtlgen::plan {

struct Plan;
struct Target;

/// The Kernels of one cell, for which DSP blocks are chosen together.
struct CellKernels {
  const spec::Stencil& stencil;
  IndexVector<spec::StageId, const analysis::StageReads*> reads;
  const Target& target;
};

using DspChoices = IndexVector<spec::StageId, DspChoice>;

/// The operators that are expanded so that the Kernels take at most `hardware.dsp_limit` blocks: those that take the
/// fewest LUTs per saved block come first. Fails with RG0407 if operators that only blocks can compute need more.
Result<DspChoices> limit_dsps(const CellKernels& kernels, ops::Memo& operators, Diagnostics& diagnostics);

/// The nodes of the Kernel of `stage`, scheduled as if all its reads arrived in time. Returns nothing if that fails;
/// the final schedule reports why.
std::optional<std::vector<NodeSchedule>> scheduled_nodes(const CellKernels& kernels, spec::StageId stage,
                                                         const DspChoice& dsp, ops::Memo& operators);

CellKernels kernels_of(const Plan& plan, const Target& target);
DspChoices choices_of(const Plan& plan);

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
