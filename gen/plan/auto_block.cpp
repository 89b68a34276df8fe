// Finds the largest block: bisects its extent along x for a few extents along y.
#include "plan/auto_block.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <map>

#include "contract/frame.hpp"
#include "hw/delay_model.hpp"
#include "plan/framing.hpp"
#include "plan/memo.hpp"
#include "plan/plan.hpp"
#include "plan/storage/ram.hpp"
#include "spec/stencil.hpp"
#include "support/codes.hpp"
#include "support/diagnostics.hpp"

namespace rtlgen::plan {

namespace {

using Block = std::vector<std::int64_t>;

struct Tried {
  Rams rams;
  std::int64_t words = 0;  ///< per pass
};

class Search {
 public:
  Search(const spec::Stencil& stencil, const Rams& budget)
      : stencil_(stencil), budget_(budget), unit_(block_alignment(stencil, 0)) {}

  /// Returns nothing if the block cannot be built at all, because its ghost zone leaves no cells.
  std::optional<Tried> attempt(const Block& block) const {
    spec::Stencil cut = stencil_;
    cut.hardware.block = block;
    Diagnostics ignored;
    if (!frame_blocks(cut, ignored)) return std::nullopt;
    const auto plan = make_plan(cut, ignored, &known_);
    if (!plan) return std::nullopt;
    const spec::Extents blocks = plan->core.blocks(plan->core.maximum);
    const contract::FrameShape frame =
        contract::frame_shape(plan->core.frame_extents(plan->core.maximum), plan->core.cells_per_cycle);
    return Tried{rams(*plan), blocks[0] * blocks[1] * frame.words()};
  }

  /// The widest block that fits the budget with extents `rest` along the other axes. Its width is a multiple of the
  /// alignment unit.
  std::optional<Block> widest(const Block& rest) const {
    std::int64_t low = 0, high = (stencil_.grid[0] + unit_ - 1) / unit_;  // units; a block of `low` fits, or is 0
    const auto fits = [&](std::int64_t units) {
      const auto tried = attempt(with(units * unit_, rest));
      return tried && tried->rams.fits(budget_);
    };
    // Blocks that are too narrow for their ghost zone cannot be built. The widths that can be built lie between those
    // and the ones that are too wide.
    if (fits(high)) return with(high * unit_, rest);
    std::int64_t narrow = 1;
    while (narrow < high && !attempt(with(narrow * unit_, rest))) narrow *= 2;
    if (narrow >= high || !fits(narrow)) return std::nullopt;
    low = narrow;
    while (high - low > 1) {
      const std::int64_t middle = (low + high) / 2;
      (fits(middle) ? low : high) = middle;
    }
    return with(low * unit_, rest);
  }

 private:
  static Block with(std::int64_t x, const Block& rest) {
    Block block{x};
    block.insert(block.end(), rest.begin(), rest.end());
    return block;
  }

  const spec::Stencil& stencil_;
  Rams budget_;
  std::int64_t unit_;
  mutable Memo known_;  ///< operators and lags, which widths share
};

/// "4320 block RAMs and 960 UltraRAMs"; the latter only if the device has any.
std::string text(const Rams& rams, const Rams& budget) {
  const std::string blocks = fmt::format("{} block RAMs", rams.blocks);
  return budget.ultra > 0 ? fmt::format("{} and {} UltraRAMs", blocks, rams.ultra) : blocks;
}

}  // namespace

Rams rams(const Plan& plan) {
  Rams count;
  for (const MemoryPlan& m : plan.executor.memories) {
    count.blocks += m.ram_blocks;
    count.ultra += m.ultra_rams;
  }
  for (const StreamPlan& s : plan.executor.streams)
    count.blocks += s.source ? s.source->ram_blocks : s.results ? s.results->ram_blocks : 0;
  for (const StagePlan& s : plan.executor.stages) count.blocks += s.mirror ? s.mirror->ram_blocks : 0;
  return {count.blocks * plan.core.steps, count.ultra * plan.core.steps};
}

Rams family_rams(const std::string& device) {
  constexpr std::int64_t kVu9p = 960;
  // Block RAMs of one large part per family: XC5VLX110T, XC7VX690T, XCKU115, 5SGXEA7, 5AGXB7, 10AX115, 10CX220, 1SG280,
  // AGF014, HX8K, UP5K, LFE5U-85F.
  static const std::map<std::string, int> parts = {{"xc5v", 296},        {"xc7", 2940},        {"xcu", 4320},
                                                   {"stratixv", 2560},   {"arriav", 1726},     {"arria10", 2713},
                                                   {"cyclone10gx", 587}, {"stratix10", 11721}, {"agilex", 7110},
                                                   {"ice40hx", 32},      {"ice40up", 30},      {"ecp5", 208}};
  const auto found = parts.find(hw::family_of(device));
  return {found == parts.end() ? 2000 : found->second, has_ultra_ram(device) ? kVu9p : 0};
}

Result<std::vector<std::int64_t>> choose_block(const spec::Stencil& stencil, const Rams& budget,
                                               Diagnostics& diagnostics) {
  const Search search(stencil, budget);
  const auto whole = search.attempt({});
  if (!whole || whole->rams.fits(budget)) return Block{};
  std::optional<Block> best;
  std::int64_t fewest = std::numeric_limits<std::int64_t>::max();
  std::vector<Block> rests = {{}};
  for (std::int64_t y = stencil.grid[1]; stencil.axes == 3 && y >= 2; y = y * 3 / 4) rests.push_back({y});
  for (const Block& rest : stencil.axes == 1 ? std::vector<Block>{} : rests) {
    const auto block = search.widest(rest);
    const auto tried = block ? search.attempt(*block) : std::nullopt;
    if (!tried || tried->words >= fewest) continue;
    fewest = tried->words;
    best = block;
  }
  if (best) return *best;
  return diagnostics.error(Code::kInvalidBlocks, stencil.hardware.block_where,
                           fmt::format("no block size has buffers that fit into {}", text(budget, budget)),
                           {fmt::format("the whole grid needs {}: use fewer steps, or make the last axis the longest",
                                        text(whole->rams, budget))});
}

}  // namespace rtlgen::plan
