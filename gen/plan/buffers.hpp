// Lags, window words, and the buffers between window words.
#pragma once

#include <vector>

#include "contract/frame.hpp"
#include "spec/ids.hpp"

namespace rtlgen::spec {
struct Stencil;
}

namespace rtlgen::plan {

struct ExecutorPlan;
struct StreamPlan;
struct TapPlan;
struct Target;

/// One word that a consumer needs: `offset` words ahead of (positive) the consumer's own position.
struct Need {
  spec::StreamId stream;
  contract::Distance offset;
  int lane = 0;
};

/// Consumer of streams inside an Executor: a stage, or the exit (no stage).
struct Consumer {
  spec::StageId stage;
  std::vector<Need> needs;
  contract::Distance lag;
  int sample_cycle = 0;
};

/// Compares distances: lexicographically for run-time extents, by value for fixed ones.
/// Remembers the smallest extents for which every comparison made so far still holds.
class Order {
 public:
  Order(contract::FrameShape maximum, contract::ExtentPlan extents) : frame_(maximum), extents_(extents) {}

  /// Brings a distance into the form that the plan uses (plain words if flat).
  [[nodiscard]] contract::Distance normal(const contract::Distance& d) const;
  [[nodiscard]] bool less(const contract::Distance& a, const contract::Distance& b) const {
    if (flat()) return frame_.count(a) < frame_.count(b);
    return a.planes != b.planes ? a.planes < b.planes : a.rows != b.rows ? a.rows < b.rows : a.words < b.words;
  }
  /// Records that b - a must be at least `least` words at every extent.
  void require(const contract::Distance& a, const contract::Distance& b, std::int64_t least);
  /// Records that position counters start at minus `lag`, digit by digit: a digit above zero must lie
  /// within its axis, or the counter would never reach the end of the axis.
  void require_start(const contract::Distance& lag);
  /// Records that frames must have at least this shape.
  void require_shape(const contract::FrameShape& shape);
  [[nodiscard]] const contract::FrameShape& minimum() const { return minimum_; }
  /// True if the compiled maximum itself meets every requirement.
  [[nodiscard]] bool holds_at_maximum() const;
  [[nodiscard]] const contract::FrameShape& frame() const { return frame_; }
  [[nodiscard]] bool flat() const { return extents_ == contract::ExtentPlan::kFlat; }

 private:
  contract::FrameShape frame_;
  contract::ExtentPlan extents_;
  contract::FrameShape minimum_{1, 1, 1};
};

/// The words that `tap` of a stage needs, for every lane and every way in which its boundary may resolve.
std::vector<Need> needs_of(const TapPlan& tap, const Order& order, int cells_per_cycle, std::int64_t fixed_extent_x);

/// The readers of each of `streams` streams, in the order of `consumers`.
IndexVector<spec::StreamId, std::vector<const Consumer*>> readers_of(const std::vector<Consumer>& consumers,
                                                                     std::size_t streams);

/// Lays out the window words and segments of one stream, which `readers` and perhaps other consumers read.
void lay_out_stream(StreamPlan& stream, const std::vector<const Consumer*>& readers, Order& order,
                    const spec::Stencil& stencil, const Target& target);

/// Chooses the positions at which the sources of held arrays read (held.cpp): as late as their first reader allows.
/// Every read of a held array becomes a read of a source. A source serves readers that are up to an array's length
/// apart; readers further away get another source. Reads of single values stop being reads of a stream.
void place_sources(ExecutorPlan& executor, std::vector<Consumer>& consumers, const Order& order,
                   const spec::Stencil& stencil);

/// Gives the circulating segments pointers and memories (memories.cpp). Segments of one Dimension
/// with equal depth share a memory if that takes fewer block RAMs. Delays that differ by a word
/// or two (lanes read at both ends of a window, and lanes read only in its middle) are either
/// brought to the same depth by registers or given a pointer each, whichever is cheaper. A memory so deep
/// and wide that its banks would be multiplexed is split into one memory per lane.
void assign_memories(ExecutorPlan& executor, const spec::Stencil& stencil, const Target& target);

/// The index of a pointer with this depth that moves in this cycle; adds one if there is none.
int pointer_for(ExecutorPlan& executor, const contract::Distance& depth, std::int64_t max_depth, int cycle);

}  // namespace rtlgen::plan
