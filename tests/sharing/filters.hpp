// Filters that sharing is measured on, as sums and as stencils.
#pragma once

#include <string>

#include "analysis/sharing/sums.hpp"

namespace rtlgen::test {

/// Coefficient at (dx, dy) of `contrast`, the symmetric 17 x 17 filter among SODA's test programs
/// (UCLA-VAST/soda, tests/src/contrast.soda); 0 outside its 197 taps.
int contrast_coefficient(int dx, int dy);

/// `contrast` as the published search sees it: one unit per coefficient.
analysis::SumProblem contrast_problem();

/// Sum of all cells of a box of w x h, one unit.
analysis::SumProblem box_problem(int w, int h);

/// The same as stencils in YAML, of `type`, with `keys` as further top-level lines; lines have
/// `border: keep` or the boundary rule edge.
std::string contrast_yaml(const std::string& type, const std::string& keys, bool keep);
std::string box_yaml(int w, int h, const std::string& type, const std::string& keys, bool keep);

}  // namespace rtlgen::test
