// Backward sweeps as forward ones, and sweeps along x as ones along y: what a line reads is turned round, the line
// sweeps, and its results are turned back.
#pragma once

#include <string_view>

#include "spec/program.hpp"

namespace rtlgen::analysis {

/// Why what reads and results along x cannot change places with those along y, as sweeps along x need; "": they can.
std::string_view why_not_transposed(const spec::Program& program);

/// The same results without `order: backward y|z` and, where x and y can change places, without `order: forward x` and
/// `backward x` (docs/adr/0036-backward-sweeps.md). Arrays keep their indices; new ones are temporaries. Stages with
/// `mirror` stand between what is in the order of the grid and what is turned round. A program without such lines stays
/// as it is.
spec::Program turned_round(const spec::Program& program);

}  // namespace rtlgen::analysis
