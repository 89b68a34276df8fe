// The user's choices, or else those that the board and its family make worth a search.
#include "driver/explore/space.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "board/clock.hpp"
#include "driver/model/model_parts.hpp"
#include "driver/slabs/card_slabs.hpp"
#include "explore/probe.hpp"
#include "hw/delay_model.hpp"
#include "model/clock.hpp"
#include "support/result.hpp"

namespace rtlgen::driver {

namespace {

constexpr int kMostLanes = 64;  ///< the largest P for which a plan is tried

}  // namespace

std::function<std::optional<spec::Extents>(const spec::Stencil&)> held_by(int cards) {
  if (cards == 1) return nullptr;
  return [cards](const spec::Stencil& stencil) { return largest_slab(stencil, cards); };
}

std::function<bool(const plan::Plan&, Diagnostics&)> accepted_by(const board::Board& board, int cards,
                                                                 const std::string& file) {
  auto line = line_check(board, file);
  if (cards == 1) return line;
  return [line = std::move(line), cards](const plan::Plan& plan, Diagnostics& diagnostics) {
    return check_slabs(plan, cards, diagnostics) && (!line || line(plan, diagnostics));
  };
}

std::optional<plan::Plan> some_plan(const spec::Stencil& stencil, const ExploreOptions& options,
                                    const std::vector<double>& clocks, explore::Knowledge& known) {
  explore::Problem problem;
  problem.stencil = stencil;
  problem.held = held_by(options.model.cards);
  for (int lanes = 1; lanes <= kMostLanes; lanes *= 2) {
    auto blocks = options.blocks.empty() ? explore::candidate_blocks(stencil, lanes) : options.blocks;
    std::reverse(blocks.begin(), blocks.end());
    for (const auto& block : blocks) {
      explore::Point point;
      point.cells_per_cycle = lanes;
      point.block = block;
      // The file's clock may be out of reach although those of the search are not.
      if (!clocks.empty()) point.scheduled_mhz = clocks.front();
      if (auto plan = explore::plan_at(problem, point, known.memo)) return *std::move(plan);
    }
  }
  return std::nullopt;
}

explore::Budget budget_of(const board::Board& board, int kernels, const model::Fabric& fabric,
                          const model::Area& infrastructure, const board::Fill& fill, std::vector<std::string>& notes) {
  std::vector<Use> uses = uses_of({}, kernels, fabric, board, infrastructure, fill);
  for (const Use& u : uses) {
    if (!u.available)
      notes.push_back(
          fmt::format("the board file of {} does not give the number of {}: they are ignored", board.id, u.what));
  }
  for (Use& u : uses) {
    if (u.available) u.available = std::max<std::int64_t>(*u.most() - u.infrastructure, 0) / kernels;
  }
  return {uses[0].available, uses[1].available, uses[2].available, uses[3].available,
          uses.size() > 4 ? uses[4].available : std::nullopt};
}

std::vector<spec::RamChoice> rams_of(const ExploreOptions& options, const spec::Hardware& hardware,
                                     const model::Fabric& fabric, const explore::Budget& budget) {
  if (!options.rams.empty()) return options.rams;
  using enum spec::RamChoice;
  if (hardware.ram != kAuto || !fabric.is_xilinx()) return {hardware.ram};
  std::vector<spec::RamChoice> rams = {kAuto, kBlock, kDistributed};
  if (budget.ultra_rams.value_or(0) > 0) rams.push_back(kUltra);
  return rams;
}

std::vector<double> clocks_of(const ExploreOptions& options, const spec::Hardware& hardware,
                              std::vector<std::string>& notes) {
  if (options.model.clock_mhz) return {};
  const hw::DelayModel* const device = hw::DelayModel::find(hardware.device);
  const bool known = device != nullptr && model::defends_clock(*device);
  std::vector<double> clocks = options.clocks;
  if (clocks.empty() && !known) {
    notes.push_back(
        fmt::format("all at hardware.clock_mhz: {} has no measured timing data, so rtlgen cannot search for a "
                    "better one; use --clocks to try others",
                    hardware.device));
    return {};
  }
  if (!known)
    notes.push_back(
        fmt::format("{} has no measured timing data, so whether these clocks are reached is unknown", hardware.device));
  if (clocks.empty()) {
    clocks = board::searched_clocks_mhz(hardware.device);
    clocks.push_back(hardware.clock_mhz);
  }
  std::sort(clocks.begin(), clocks.end());
  clocks.erase(std::unique(clocks.begin(), clocks.end()), clocks.end());
  return clocks;
}

std::vector<int> lanes_of(const ExploreOptions& options, const spec::Stencil& stencil, double mhz,
                          std::int64_t iterations) {
  if (!options.cells_per_cycle.empty()) return options.cells_per_cycle;
  constexpr std::int64_t kFewSteps = 4;
  constexpr int kWidest = 512;
  std::vector<int> lanes = explore::Problem{}.cells_per_cycle;
  if (iterations > kFewSteps || !stencil.hardware.bus) return lanes;
  double bytes = 0;
  for (const spec::ArrayId id : stencil.arrays.ids()) {
    const spec::Array& array = stencil.arrays[id];
    if (array.held() || array.role == spec::Role::kTemporary) continue;
    bytes += (array.role == spec::Role::kState ? 2 : 1) * array.type.width / 8.0;
  }
  while (lanes.back() < kWidest && lanes.back() * bytes * mhz * 1e-3 < stencil.hardware.channels.gbs())
    lanes.push_back(2 * lanes.back());
  return lanes;
}

}  // namespace rtlgen::driver
