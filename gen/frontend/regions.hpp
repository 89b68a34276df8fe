// Regions of lines: what `region` says, which lines become one stage, and which reads never leave the grid.
#pragma once

#include <vector>

#include "frontend/line.hpp"
#include "frontend/lower.hpp"
#include "spec/ids.hpp"

namespace rtlgen::frontend {

struct Program;

/// Reads the regions of all lines, whose targets are known, and joins lines. Faults: RG0371 to RG0374, and those of
/// constants.
std::vector<LineGroup> read_regions(Program& program, std::vector<Line>& lines);

/// The same for lines whose regions are read: the joining alone. Puts the lines of a vector's component together where
/// several lines of the vector are one assignment. Faults: RG0371 to RG0373.
std::vector<LineGroup> group_lines(Program& program, std::vector<Line>& lines);

/// `roots`, by line of the group, as the value of the stage: each line's where it holds, `old` elsewhere (none: every
/// cell is in a region). Reads that leave the grid for no cell of their line are open then.
spec::NodeId join_regions(Program& program, Graph& graph, const std::vector<Line>& lines, const LineGroup& group,
                          std::vector<spec::NodeId> roots, spec::NodeId old);

/// From these extents up to the program's grid, all places that bound regions, and the cells whose open reads leave the
/// grid, keep their order: what is disjoint, covered or inside on the program's is so on every grid.
spec::Extents least_grid(const spec::Program& program);

}  // namespace rtlgen::frontend
