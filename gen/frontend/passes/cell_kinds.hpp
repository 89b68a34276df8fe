// The kinds of cells that regions and reads distinguish; one cell represents each kind.
#pragma once

#include <functional>
#include <optional>
#include <vector>

#include "frontend/passes/line.hpp"
#include "spec/axes.hpp"

namespace rtlgen::frontend {

/// Calls `visit` with a cell of every kind in a grid of `extents`. Cells of an axis are of one kind if no boundary of a
/// region of `lines` lies between them, and none from which one of their reads leaves the grid.
void each_kind(const std::vector<Line>& lines, const LineGroup& group, const spec::Extents& extents,
               const std::function<void(const spec::Extents& cell)>& visit);

/// The lines of the group whose regions contain `cell`; `rest` if no other does.
std::vector<std::size_t> lines_at(const std::vector<Line>& lines, const LineGroup& group, const spec::Extents& cell,
                                  const spec::Extents& extents);

}  // namespace rtlgen::frontend
