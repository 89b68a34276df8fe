// Backward sweeps as forward ones: what a line reads is turned round, the line sweeps forward, and its results are
// turned back.
#pragma once

#include "spec/program.hpp"

namespace rtlgen::analysis {

/// The same results without `order: backward y` and `backward z` (docs/adr/0036-backward-sweeps.md). Arrays keep their
/// indices; new ones are temporaries. Stages with `mirror` stand between what is in the order of the grid and what is
/// turned round. A program without such lines stays as it is.
spec::Program turned_round(const spec::Program& program);

}  // namespace rtlgen::analysis
