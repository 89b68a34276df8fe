// Rewrites backward sweeps as forward sweeps, and sweeps along x as sweeps along y: the values that a line reads are
// reversed, the line sweeps forward, and its results are reversed again.
#pragma once

#include <string_view>

#include "spec/program.hpp"

namespace rtlgen::analysis {

/// The reason why reads and results along x cannot be exchanged with those along y, as sweeps along x require; "" if
/// they can.
std::string_view why_not_transposed(const spec::Program& program);

/// A program with the same results but without `order: backward y|z` and, if x and y can be exchanged, without
/// `order: forward x` and `backward x` (docs/adr/0036-backward-sweeps.md). Arrays keep their indices; new arrays are
/// temporaries. Stages with `mirror` convert between the order of the grid and the reversed order. A program without
/// such lines is returned unchanged.
spec::Program turned_round(const spec::Program& program);

}  // namespace rtlgen::analysis
