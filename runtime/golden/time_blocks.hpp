// Runs blocks of time steps (golden/block_plan.hpp).
#pragma once

#include <cstdint>
#include <vector>

#include "golden/block_plan.hpp"
#include "golden/program.hpp"
#include "spec/axes.hpp"
#include "spec/ids.hpp"

namespace rtlgen::golden {

struct Rows;

class TimeBlocks {
 public:
  TimeBlocks(const spec::Program& s, const spec::Extents& extents, const IndexVector<spec::StageId, Program>& programs,
             const BlockLimits& limits);
  ~TimeBlocks();
  TimeBlocks(const TimeBlocks&) = delete;
  TimeBlocks& operator=(const TimeBlocks&) = delete;

  /// The number of steps in the next block, at most `most`; 0: no block, so stages must sweep one after the other.
  [[nodiscard]] std::int64_t steps(std::int64_t most);

  /// Computes the last of as many time steps, from `first_step` on: reads the streams that enter the first, and writes
  /// the final streams of state and output arrays. Other streams are not used.
  void run(std::int64_t first_step, const std::vector<std::uint64_t>& params,
           const IndexVector<spec::StreamId, Rows>& streams);

 private:
  struct Windows;
  const spec::Program& program_;
  const spec::Extents& extents_;
  const IndexVector<spec::StageId, Program>& programs_;
  BlockLimits limits_;
  BlockPlan plan_;                ///< plan of the last block
  std::int64_t planned_ = 0;      ///< the maximum number of steps it was planned for
  std::vector<Windows> windows_;  ///< by thread
};

}  // namespace rtlgen::golden
