// Regions of lines: the values of `region`, the grouping of lines into stages, and reads that never leave the grid.
#pragma once

#include <vector>

#include "frontend/expr/lower.hpp"
#include "frontend/passes/line.hpp"
#include "spec/ids.hpp"

namespace rtlgen::frontend {

struct Program;

/// Reads the regions of all lines, whose targets are known, and groups the lines. Reports RG0371 to RG0374, and the
/// faults of constants.
std::vector<LineGroup> read_regions(Program& program, std::vector<Line>& lines);

/// Groups lines whose regions are already read. Moves the lines of a vector's component together if several lines of
/// the vector form one assignment. Reports RG0371 to RG0373.
std::vector<LineGroup> group_lines(Program& program, std::vector<Line>& lines);

/// Combines `roots`, one per line of the group, to the value of the stage: in its region each line's root, elsewhere
/// `old` (none: the regions cover the grid). Reads that leave the grid for no cell of their line become open.
spec::NodeId join_regions(Program& program, Graph& graph, const std::vector<Line>& lines, const LineGroup& group,
                          std::vector<spec::NodeId> roots, spec::NodeId old);

/// The smallest extents for which, up to the program's grid, all bounds of regions and all cells whose open reads leave
/// the grid keep their order. So whatever is disjoint, covered or inside on the program's grid is so on all of these
/// grids.
spec::Extents least_grid(const spec::Program& program);

}  // namespace rtlgen::frontend
