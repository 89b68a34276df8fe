// Boundary cases of taps, axis by axis; taps and other reads of a stage; reuse distances.
#include "analysis/windows.hpp"

#include <algorithm>
#include <cstdlib>
#include <map>
#include <utility>

#include "spec/boundary.hpp"
#include "spec/op.hpp"
#include "spec/program.hpp"
#include "spec/reach.hpp"
#include "support/check.hpp"

namespace rtlgen::analysis {

namespace {

/// The cell or constant that a read at `offset` from coordinate `c` takes; nullopt: inside the grid, where the written
/// offset applies.
std::optional<EdgeCase> read_outside(std::int64_t c, int offset, std::int64_t extent,
                                     const std::optional<spec::Boundary>& boundary) {
  const std::int64_t target = c + offset;
  if (target >= 0 && target < extent) return std::nullopt;
  EdgeCase result;
  if (spec::is_constant(boundary)) {
    result.is_constant = true;
    result.constant = boundary->constant;
  } else {
    const auto resolved = spec::resolve_index(target, extent, boundary);
    RTLGEN_CHECK(resolved.has_value(), "a folding boundary must return an index");
    result.offset = static_cast<int>(*resolved - c);
  }
  return result;
}

/// Taps in order of first use. Few taps are compared one by one, many are looked up.
class DistinctTaps {
 public:
  explicit DistinctTaps(std::vector<Tap>& taps) : taps_(taps) {}

  void add(const Tap& tap) {
    constexpr std::size_t kFew = 32;
    if (taps_.size() < kFew) {
      if (std::ranges::none_of(taps_, [&](const Tap& t) { return t.same_read(tap); })) taps_.push_back(tap);
      return;
    }
    if (by_cell_.empty()) {
      for (std::size_t i = 0; i < taps_.size(); ++i) by_cell_[{taps_[i].stream, taps_[i].offset}].push_back(i);
    }
    std::vector<std::size_t>& same_cell = by_cell_[{tap.stream, tap.offset}];  // with any rules
    if (std::ranges::any_of(same_cell, [&](std::size_t i) { return taps_[i].same_read(tap); })) return;
    same_cell.push_back(taps_.size());
    taps_.push_back(tap);
  }

 private:
  std::vector<Tap>& taps_;
  std::map<std::pair<spec::StreamId, spec::Offset>, std::vector<std::size_t>> by_cell_;
};

}  // namespace

std::int64_t minimum_extent(int offset, const std::optional<spec::Boundary>& boundary) {
  if (!spec::has_edge_cases(boundary)) return 1;
  return static_cast<std::int64_t>(std::abs(offset)) + 1;
}

AxisRead resolve_axis(int offset, const std::optional<spec::Boundary>& boundary, std::int64_t extent, bool fixed) {
  AxisRead read;
  read.offset = offset;
  if (offset == 0 || !boundary) return read;
  RTLGEN_CHECK(fixed || extent >= minimum_extent(offset, boundary),
               "run-time extents need a compiled maximum that holds the window");
  const std::int64_t reach = std::min<std::int64_t>(std::abs(offset), extent);
  read.has_interior = extent > std::abs(offset);
  for (std::int64_t k = 0; k < reach; ++k) {
    const bool low = offset < 0;
    const std::int64_t c = low ? k : extent - 1 - k;
    const auto edge = read_outside(c, offset, extent, boundary);
    RTLGEN_CHECK(edge.has_value(), "cells this close to the end must read outside");
    EdgeCase entry = *edge;
    entry.side = low ? Side::kLow : Side::kHigh;
    entry.distance = static_cast<int>(k);
    read.cases.push_back(entry);
  }
  return read;
}

StageReads collect_reads(const spec::Program& stencil, spec::StageId stage) {
  StageReads reads;
  reads.nodes = spec::nodes_below(stencil, stencil.stages[stage].root);
  DistinctTaps taps(reads.taps);
  for (const spec::NodeId id : reads.nodes) {
    const spec::Node& node = stencil.nodes[id];
    const auto index = static_cast<std::size_t>(node.index < 0 ? 0 : node.index);
    switch (node.op) {
      case spec::Op::kTap: {
        const Tap tap{node.stream, node.offset, node.boundary, id, node.own};
        taps.add(tap);
        break;
      }
      case spec::Op::kCoordinate:
        reads.uses_coordinate[index] = true;
        break;
      case spec::Op::kExtent:
        reads.uses_extent[index] = true;
        break;
      case spec::Op::kRegion:
        reads.regions.push_back(node.region());
        break;
      case spec::Op::kStep:
        reads.uses_step = true;
        break;
      case spec::Op::kParam:
        if (std::find(reads.params.begin(), reads.params.end(), node.param()) == reads.params.end()) {
          reads.params.push_back(node.param());
        }
        reads.uses_step = reads.uses_step || !stencil.params[node.param()].by_step.empty();
        break;
      default:
        break;
    }
  }
  std::sort(reads.regions.begin(), reads.regions.end());
  return reads;
}

std::int64_t reuse_distance(const spec::Program& stencil, spec::StreamId stream) {
  bool any = false;
  std::int64_t first = 0;
  std::int64_t last = 0;
  for (const spec::Node& node : stencil.nodes) {
    if (node.op != spec::Op::kTap || node.stream != stream || node.own) continue;
    const std::int64_t linear =
        node.offset[0] + stencil.grid[0] * (node.offset[1] + stencil.grid[1] * std::int64_t{node.offset[2]});
    first = any ? std::min(first, linear) : linear;
    last = any ? std::max(last, linear) : linear;
    any = true;
  }
  return any ? last - first + 1 : 0;
}

}  // namespace rtlgen::analysis
