// Extents of frames, and the smallest extents that the hardware of a stencil supports.
#include "plan/extents.hpp"

#include <algorithm>

#include "analysis/windows.hpp"
#include "plan/framing.hpp"
#include "spec/stencil.hpp"

namespace rtlgen::plan {

analysis::Ghosts streamed_ghosts(const spec::Stencil& stencil) {
  analysis::Ghosts ghosts = analysis::ghost_zone(stencil);
  // The frame of a block already includes its ghost zone.
  for (std::size_t a = 0; a < spec::kMaxAxes; ++a) {
    if (stencil.blocked(a)) ghosts.low[a] = ghosts.high[a] = 0;
  }
  const std::int64_t unit = block_alignment(stencil, 0);
  ghosts.low[0] = (ghosts.low[0] + unit - 1) / unit * unit;
  return ghosts;
}

spec::Extents with_ghosts(const spec::Extents& grid, const analysis::Ghosts& ghosts) {
  spec::Extents frame = grid;
  for (std::size_t a = 0; a < spec::kMaxAxes; ++a) frame[a] += ghosts.low[a] + ghosts.high[a];
  return frame;
}

bool uses_coordinate(const spec::Stencil& stencil, std::size_t axis) {
  for (const spec::StageId s : stencil.stages.ids()) {
    const analysis::StageReads reads = analysis::collect_reads(stencil, s);
    if (reads.uses_coordinate[axis]) return true;
    for (const spec::RegionId r : reads.regions) {
      if (!stencil.regions[r].spans[axis].whole()) return true;
    }
    if (stencil.stages[s].reach_low[axis] + stencil.stages[s].reach_high[axis] > 0) return true;
    for (const analysis::Tap& tap : reads.taps) {
      const bool resolved = spec::has_edge_cases(tap.boundary[axis]) && tap.offset[axis] != 0;
      if (resolved && stencil.stages[s].border != spec::Border::kIgnore) return true;
    }
  }
  return false;
}

spec::Extents window_minimum(const spec::Stencil& stencil) {
  spec::Extents minimum{1, 1, 1};
  // Coordinates of a wrapped row wrap around at most once per word.
  if (streamed_ghosts(stencil).along(0) && uses_coordinate(stencil, 0)) minimum[0] = stencil.hardware.cells_per_cycle;
  for (const spec::Node& node : stencil.nodes) {
    if (node.op != spec::Op::kTap) continue;
    for (std::size_t a = 0; a < spec::kMaxAxes; ++a) {
      minimum[a] = std::max(minimum[a], analysis::minimum_extent(node.offset[a], node.boundary[a]));
    }
  }
  for (const spec::Stage& stage : stencil.stages) {
    for (std::size_t a = 0; a < spec::kMaxAxes; ++a) {
      minimum[a] = std::max<std::int64_t>({minimum[a], stage.reach_low[a] + 1, stage.reach_high[a] + 1});
    }
  }
  return minimum;
}

bool fits(const spec::Extents& minimum, const spec::Extents& maximum) {
  for (std::size_t a = 0; a < spec::kMaxAxes; ++a) {
    if (minimum[a] > maximum[a]) return false;
  }
  return true;
}

}  // namespace rtlgen::plan
