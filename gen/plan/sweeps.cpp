// Provides a stage's results as a stream at a fixed distance behind it.
#include "plan/sweeps.hpp"

#include <algorithm>

#include "contract/frame.hpp"
#include "plan/limits.hpp"
#include "plan/plan.hpp"
#include "plan/ram.hpp"
#include "spec/stencil.hpp"
#include "support/ceil_div.hpp"
#include "support/index.hpp"

namespace rtlgen::plan {

namespace {

std::vector<Need> own_needs(const StagePlan& stage, const Order& order, const spec::Stencil& stencil) {
  const bool fixed = stencil.hardware.extents == spec::ExtentMode::kFixed || order.flat();
  std::vector<Need> needs;
  for (const TapPlan& tap : stage.taps) {
    if (!tap.tap.own) continue;
    const auto some = needs_of(tap, order, stencil.hardware.cells_per_cycle, fixed ? stencil.grid[0] : 0);
    needs.insert(needs.end(), some.begin(), some.end());
  }
  return needs;
}

/// Cycles from the read of a word by one token to the write of that token's own result.
int way_of(const StagePlan& stage, const StreamPlan& stream) {
  return stage.ready_cycle - (stream.ready_cycle - stream.results->read_cycles);
}

/// Requires enough rows and words per row that `depth` is at least `least` words; planes get about as many of each.
void require_depth(Order& order, const contract::Distance& depth, std::int64_t least) {
  const contract::FrameShape& frame = order.frame();
  if (depth.planes == 0 || least - depth.words <= frame.row_words / 2) {
    order.require({}, depth, least);
    return;
  }
  order.require({}, depth, 1 - frame.row_words);  // rows alone
  const std::int64_t words = least - depth.words, reach = -depth.rows;
  std::int64_t row = std::min<std::int64_t>(frame.row_words, 1 - depth.words);
  while (row < frame.row_words && row * row < words) ++row;
  while (row < frame.row_words && reach + ceil_div(words, row) > frame.rows) ++row;
  order.require_shape({row, reach + ceil_div(words, row), 1});
}

}  // namespace

void place_results(ExecutorPlan& executor, std::vector<Consumer>& consumers, const Order& order,
                   const spec::Stencil& stencil, const Target& target) {
  for (StagePlan& stage : executor.stages) {
    std::vector<Need> needs = own_needs(stage, order, stencil);
    if (needs.empty()) continue;  // none, or constants replace them all
    contract::Distance newest = needs.front().offset;
    for (const Need& need : needs) {
      if (order.less(newest, need.offset)) newest = need.offset;
    }
    StreamPlan stream;
    stream.stream = stage.own_results = spec::StreamId(executor.streams.size());
    stream.array = stencil.streams[stencil.stages[stage.stage].output].array;
    ResultsPlan results;
    results.stage = stage.stage;
    results.depth = contract::Distance{} - newest;
    results.max_depth = order.frame().count(results.depth);
    results.width = stencil.arrays[stream.array].type.width * stencil.hardware.cells_per_cycle;
    const std::int64_t depth = std::max<std::int64_t>(results.max_depth, 1);
    // No shift register, because there are two addresses.
    const spec::RamChoice ram = stencil.hardware.ram;
    results.storage = choose_storage(ram == spec::RamChoice::kUltra ? spec::RamChoice::kAuto : ram, depth, false,
                                     has_lut_ram(stencil.hardware.device));
    results.read_cycles = reads_ahead(target, results.storage) ? 2 : 1;
    if (results.storage == Storage::kBlock)
      results.ram_blocks = static_cast<int>(ram_fit(stencil.hardware.device, depth, results.width).blocks);
    stream.lag = stage.lag + results.depth;
    stream.results = results;
    for (Need& need : needs) {
      need.stream = stream.stream;
      consumers[at(stage.stage.index())].needs.push_back(need);
    }
    executor.streams.push_back(std::move(stream));
  }
}

bool time_results(Plan& plan, Order& order, Diagnostics& diagnostics) {
  ExecutorPlan& executor = plan.executor;
  for (StreamPlan& stream : executor.streams) {
    if (!stream.results) continue;
    ResultsPlan& results = *stream.results;
    const StagePlan& stage = executor.stages[results.stage];
    const std::int64_t least = way_of(stage, stream) + 1;
    if (results.max_depth < least) {
      refuse_short_sweep(plan, stage, least, diagnostics);
      return false;
    }
    require_depth(order, results.depth, least);
    const int read = stream.ready_cycle - results.read_cycles;
    results.read_pointer = pointer_for(executor, results.depth, results.max_depth, read);
    results.write_pointer = pointer_for(executor, results.depth, results.max_depth, stage.ready_cycle);
  }
  return true;
}

}  // namespace rtlgen::plan
