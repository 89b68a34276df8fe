// The fifth planning step: the memories of all delays, and the addresses that circulate in them.
#pragma once

#include <vector>

#include "contract/frame.hpp"
#include "plan/executor_plan.hpp"
#include "spec/ids.hpp"
#include "support/index.hpp"

namespace rtlgen {
class Diagnostics;
template <class T>
class Result;
}  // namespace rtlgen

namespace rtlgen::spec {
struct Stencil;
}

namespace rtlgen::plan {

class Order;
struct Positions;
struct Target;
struct Timing;
struct Windows;

struct Memories {
  std::vector<PointerPlan> pointers;
  std::vector<MemoryPlan> memories;
  IndexVector<spec::StreamId, std::vector<Segment>> segments;  ///< the paths of each stream, some cut into lanes
  IndexVector<spec::StreamId, ResultsPointers> results;        ///< for streams of own results
  contract::FrameShape least;  ///< smallest frame in which own results are written before they are read
};

/// Assigns pointers and memories to the circulating paths. Paths of one Dimension with equal depth share a memory if
/// that takes fewer block RAMs. Delays that differ by a word or two (lanes read at both ends of a window, and lanes
/// read only in its middle) either reach the same depth by registers or have separate pointers, whichever is cheaper. A
/// memory so deep and wide that its banks would be multiplexed is split into one memory per lane.
///
/// Fails with RG0408 if a stage would read its own result before it is written.
Result<Memories> memories_of(const spec::Stencil& stencil, const Positions& positions, const Windows& windows,
                             const Timing& timing, const Order& order, const Target& target, Diagnostics& diagnostics);

}  // namespace rtlgen::plan
