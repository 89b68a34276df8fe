// Cells without a defined value are at the ends of axes. Follows the lines to find how far in they reach.
#include "frontend/passes/open_cells.hpp"

#include <algorithm>
#include <vector>

#include "spec/program.hpp"
#include "spec/reach.hpp"

namespace rtlgen::frontend {

namespace {

/// Cells closer than this to an end of an axis may be undefined.
struct Depth {
  spec::Offset low{}, high{};

  [[nodiscard]] bool any() const { return *this != Depth{}; }
  void cover(const Depth& other) {
    for (std::size_t a = 0; a < spec::kMaxAxes; ++a) {
      low[a] = std::max(low[a], other.low[a]);
      high[a] = std::max(high[a], other.high[a]);
    }
  }
  friend bool operator==(const Depth&, const Depth&) = default;
};

constexpr int kAnywhere = 1 << 20;  ///< larger than any extent that a region could leave out

class OpenCells {
 public:
  explicit OpenCells(const spec::Program& program) : program_(program), of_array_(program.arrays.size()) {}

  IndexVector<spec::ArrayId, bool> run() {
    // Depths only grow from step to step; those that do not settle soon never do.
    constexpr int kRounds = 8;
    for (int round = 0; sweep(); ++round) {
      if (round < kRounds) continue;
      for (Depth& depth : of_array_) {
        if (depth.any()) depth = everywhere();
      }
    }
    IndexVector<spec::ArrayId, bool> open(program_.arrays.size());
    for (const spec::ArrayId a : program_.arrays.ids()) open[a] = of_array_[a].any();
    return open;
  }

 private:
  static Depth everywhere() {
    Depth depth;
    depth.low.fill(kAnywhere);
    depth.high.fill(kAnywhere);
    return depth;
  }

  /// One step; whether any depth has grown.
  bool sweep() {
    bool grown = false;
    for (const spec::Stage& stage : program_.stages) {
      if (!stage.root.valid()) continue;
      Depth& target = of_array_[program_.streams[stage.output].array];
      Depth depth = target;
      depth.cover(of_stage(stage));
      grown = grown || depth != target;
      target = depth;
    }
    return grown;
  }

  Depth of_stage(const spec::Stage& stage) const {
    IndexVector<spec::NodeId, Depth> depth(program_.nodes.size());
    for (const spec::NodeId id : spec::nodes_below(program_, stage.root)) {
      const spec::Node& node = program_.nodes[id];
      if (node.op == spec::Op::kTap) depth[id] = of_read(node);
      for (std::size_t i = 0; i < node.args.size(); ++i) {
        const spec::Node& first = program_.nodes[node.args[0]];
        const bool inside = node.op == spec::Op::kSelect && first.op == spec::Op::kRegion && i == 1;
        depth[id].cover(inside ? within(depth[node.args[1]], program_.regions[first.region()]) : depth[node.args[i]]);
      }
    }
    Depth out = depth[stage.root];
    if (stage.border != spec::Border::kIgnore) return out;
    const spec::Reach reach = spec::reach_of(program_, stage);
    out.cover({reach.low, reach.high});
    return out;
  }

  /// The cells of `depth` that are in `region`.
  static Depth within(const Depth& depth, const spec::Region& region) {
    Depth out = depth;
    for (std::size_t a = 0; a < spec::kMaxAxes; ++a) {
      const spec::Span& span = region.spans[a];
      if (!span.first.from_end && span.first.cells >= depth.low[a]) out.low[a] = 0;
      if (span.end.from_end && span.end.cells >= depth.high[a]) out.high[a] = 0;
    }
    return out;
  }

  /// The cells whose read reaches an open cell of its array.
  Depth of_read(const spec::Node& read) const {
    const Depth& from = of_array_[program_.streams[read.stream].array];
    Depth out;
    for (std::size_t a = 0; a < spec::kMaxAxes; ++a) {
      const bool wraps = read.offset[a] != 0 && spec::wraps(read.boundary[a]);
      if (wraps && from.any()) return everywhere();
      if (from.low[a] > 0) out.low[a] = std::clamp(from.low[a] - read.offset[a], 0, kAnywhere);
      if (from.high[a] > 0) out.high[a] = std::clamp(from.high[a] + read.offset[a], 0, kAnywhere);
    }
    return out;
  }

  const spec::Program& program_;
  IndexVector<spec::ArrayId, Depth> of_array_;
};

}  // namespace

IndexVector<spec::ArrayId, bool> arrays_with_open_cells(const spec::Program& program) {
  return OpenCells(program).run();
}

}  // namespace rtlgen::frontend
