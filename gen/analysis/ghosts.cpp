// Ghosts: how far beyond the grid, or a block of it, a frame must reach so that reads find their cells in it.
#include "analysis/ghosts.hpp"

#include <algorithm>
#include <cstdlib>

#include "analysis/windows.hpp"
#include "spec/boundary.hpp"
#include "spec/stencil.hpp"

namespace rtlgen::analysis {

namespace {

/// Cells below the first and above the last one of the grid.
struct Beyond {
  std::int64_t low = 0;
  std::int64_t high = 0;

  void cover(const Beyond& other) {
    low = std::max(low, other.low);
    high = std::max(high, other.high);
  }
};

/// The reach of `tap` along `axis`, including the cells that its boundary rule reads, which are never further away than
/// the offset. `resolves_outside`: reads outside the grid have values.
Beyond reach_of(const Tap& tap, std::size_t axis, bool resolves_outside) {
  const std::int64_t offset = tap.offset[axis];
  if (resolves_outside && tap.boundary[axis] && spec::boundary_row(tap.boundary[axis]->kind).reaches_back)
    return {std::abs(offset), std::abs(offset)};
  return {std::max<std::int64_t>(-offset, 0), std::max<std::int64_t>(offset, 0)};
}

using TapsOf = IndexVector<spec::StageId, std::vector<Tap>>;

TapsOf taps_of(const spec::Stencil& stencil) {
  TapsOf taps;
  for (const spec::StageId i : stencil.stages.ids()) taps.push_back(collect_reads(stencil, i).taps);
  return taps;
}

/// Walks along one axis, backward from the end of the chain.
class Walk {
 public:
  /// `cut`: the grid continues beyond the frame, so every rule leads into the ghosts.
  Walk(const spec::Stencil& stencil, const TapsOf& taps, std::size_t axis, bool cut)
      : stencil_(stencil), axis_(axis), cut_(cut), taps_(taps) {}

  Beyond run() {
    Beyond widest;
    IndexVector<spec::ArrayId, Beyond> next(stencil_.arrays.size());  // the next Executor's needs, by array
    for (int step = 0; step < stencil_.hardware.steps; ++step) {
      IndexVector<spec::StreamId, Beyond> need(stencil_.streams.size());
      for (const spec::ArrayId a : stencil_.arrays.ids()) {
        const spec::StreamId last = stencil_.final_stream(a);
        if (last.valid()) need[last].cover(next[a]);
      }
      for (const spec::StageId i : stencil_.stages.ids_backwards()) read(i, need);
      for (const spec::StreamId i : stencil_.streams.ids()) {
        widest.cover(need[i]);
        if (!stencil_.streams[i].stage.valid()) next[stencil_.streams[i].array] = need[i];
      }
    }
    return widest;
  }

 private:
  /// Adds what stage `i` reads, given how far its result is needed.
  void read(spec::StageId i, IndexVector<spec::StreamId, Beyond>& need) const {
    const spec::Stage& stage = stencil_.stages[i];
    const Beyond own = need[stage.output];
    if (stage.border == spec::Border::kKeep) need[stage.old_stream].cover(own);
    for (const Tap& tap : taps_[i]) {
      if (tap.own) continue;  // along an axis with ghosts it reads at the cell's own position
      const bool leads_out = cut_ || spec::wraps(tap.boundary[axis_]);
      const Beyond reach = reach_of(tap, axis_, stage.border == spec::Border::kCompute);
      // At the ends of the grid, rules other than wrap never lead into the ghosts.
      Beyond wanted;
      if (leads_out || own.low > 0) wanted.low = own.low + reach.low;
      if (leads_out || own.high > 0) wanted.high = own.high + reach.high;
      need[tap.stream].cover(wanted);
    }
  }

  const spec::Stencil& stencil_;
  std::size_t axis_;
  bool cut_;
  const TapsOf& taps_;
};

}  // namespace

Ghosts ghost_zone(const spec::Stencil& stencil) {
  Ghosts ghosts;
  for (std::size_t axis = 0; axis < spec::kMaxAxes; ++axis) {
    const bool any = std::any_of(stencil.nodes.begin(), stencil.nodes.end(), [&](const spec::Node& n) {
      return n.op == spec::Op::kTap && n.offset[axis] != 0 && spec::wraps(n.boundary[axis]);
    });
    if (!any) continue;
    const Beyond beyond = Walk(stencil, taps_of(stencil), axis, false).run();
    ghosts.low[axis] = beyond.low;
    ghosts.high[axis] = beyond.high;
  }
  return ghosts;
}

Ghosts block_zone(const spec::Stencil& stencil) {
  Ghosts ghosts;
  const TapsOf taps = taps_of(stencil);
  for (std::size_t axis = 0; axis < spec::kMaxAxes; ++axis) {
    const Beyond beyond = Walk(stencil, taps, axis, true).run();
    ghosts.low[axis] = beyond.low;
    ghosts.high[axis] = beyond.high;
  }
  return ghosts;
}

}  // namespace rtlgen::analysis
