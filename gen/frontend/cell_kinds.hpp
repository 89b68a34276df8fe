// The kinds of cells that regions and reads tell apart: for each a cell that stands for all.
#pragma once

#include <functional>
#include <optional>
#include <vector>

#include "frontend/line.hpp"
#include "spec/axes.hpp"

namespace rtlgen::frontend {

/// Calls `visit` with a cell of every kind of a grid of `extents`: between two places that bound a region of `lines`,
/// or from which one of their reads leaves the grid, all cells of an axis are alike.
void each_kind(const std::vector<Line>& lines, const LineGroup& group, const spec::Extents& extents,
               const std::function<void(const spec::Extents& cell)>& visit);

/// The lines of the group whose regions hold `cell`; `rest` where no other does.
std::vector<std::size_t> lines_at(const std::vector<Line>& lines, const LineGroup& group, const spec::Extents& cell,
                                  const spec::Extents& extents);

}  // namespace rtlgen::frontend
