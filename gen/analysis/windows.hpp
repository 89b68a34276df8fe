// The reads of each stage from each stream: taps resolved by their boundary rules, axis by axis.
//
// A tap is separable: along each axis, its offset is either the one in the description or, close to the
// edge of the grid, another one that the boundary rule selects (or a constant). The cases
// are conditions on the distance of the cell from the low or high end of the axis.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "spec/axes.hpp"
#include "spec/ids.hpp"

namespace rtlgen::spec {
struct Program;
}

namespace rtlgen::analysis {

enum class Side : std::uint8_t { kLow, kHigh };

/// "If the cell is `distance` cells from this end of the axis, read at `offset` (or return the
/// constant of the boundary)."
struct EdgeCase {
  Side side = Side::kLow;
  int distance = 0;
  int offset = 0;
  bool is_constant = false;
  std::uint64_t constant = 0;

  friend bool operator==(const EdgeCase&, const EdgeCase&) = default;
};

/// The resolution of an offset along one axis.
struct AxisRead {
  int offset = 0;
  bool has_interior = true;     ///< false on tiny grids: no cell of the axis can read at `offset`
  std::vector<EdgeCase> cases;  ///< each applies to exactly one coordinate; disjoint
  /// The frame has ghosts along the axis: cases refer to the coordinate in the grid, which repeats
  /// in the ghosts and may be in any lane; no boundary rule applies at the ends of the frame.
  bool wrapped = false;
  std::int64_t ghost_low = 0;  ///< if wrapped: cells of the frame before the first cell of the grid
  std::int64_t frame = 0;      ///< if wrapped: cells of the frame along the axis, at the compiled maximum
};

/// The cases of `offset` under `boundary` along an axis. `fixed`: the axis always has exactly `extent`
/// cells, and every offset can be resolved. Otherwise `extent` is a maximum, and the cases are correct for every
/// run-time extent of at least minimum_extent().
AxisRead resolve_axis(int offset, const std::optional<spec::Boundary>& boundary, std::int64_t extent, bool fixed);

/// The run-time extent from which on the cases of resolve_axis without `fixed` are correct: one cell can read at
/// `offset`. Mirroring rules need all of it; others would need less. `wrap` and open reads have no cases.
std::int64_t minimum_extent(int offset, const std::optional<spec::Boundary>& boundary);

/// One distinct read of one stream by one stage.
struct Tap {
  spec::StreamId stream;
  spec::Offset offset{};
  spec::BoundaryRule boundary{};
  spec::NodeId node;  ///< the first node that reads it
  bool own = false;   ///< reads the stage's own results

  [[nodiscard]] bool same_read(const Tap& other) const {
    return stream == other.stream && offset == other.offset && boundary == other.boundary;
  }
};

/// Distinct taps of one stage in order of first use, and everything else that its expression reads.
struct StageReads {
  std::vector<Tap> taps;
  std::vector<spec::NodeId> nodes;  ///< nodes reachable from the root, in topological order
  bool uses_coordinate[spec::kMaxAxes] = {false, false, false};
  bool uses_extent[spec::kMaxAxes] = {false, false, false};
  bool uses_step = false;  ///< the step itself, or a parameter by step
  std::vector<spec::ParamId> params;
  std::vector<spec::RegionId> regions;  ///< ascending
};

StageReads collect_reads(const spec::Program& stencil, spec::StageId stage);

/// The reuse distance of the taps of `stream` in the description, over all stages, in cells of the unpadded
/// grid: last minus first linearised offset, plus one (D_r in papers). 0 if it is never read.
std::int64_t reuse_distance(const spec::Program& stencil, spec::StreamId stream);

}  // namespace rtlgen::analysis
