// Shares out rows.
#include "cards/slabs.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

namespace rtlgen::cards {

namespace {

std::size_t at(int i) { return static_cast<std::size_t>(i); }

bool check_speeds(const SplitInput& in, Diagnostics& diagnostics) {
  if (in.speeds.empty()) return true;
  const SourceLocation where{"--speeds", 0, 0, 1};
  if (static_cast<int>(in.speeds.size()) != in.cards) {
    diagnostics.error("RG0816", where, fmt::format("there are {} speeds for {} cards", in.speeds.size(), in.cards), {"one number a card, in the order of the cards: --speeds 2,1,1"});
    return false;
  }
  for (const double speed : in.speeds) {
    if (std::isfinite(speed) && speed > 0) continue;
    diagnostics.error("RG0816", where, fmt::format("{} is no speed", speed), {"speeds are numbers above 0, cells a second in any unit"});
    return false;
  }
  return true;
}

/// Proportional to speeds, at least `least`; largest rests are rounded up, of equal ones the first cards'.
std::vector<std::int64_t> shares(const SplitInput& in, std::int64_t least) {
  std::vector<double> speeds = in.speeds.empty() ? std::vector<double>(at(in.cards), 1.0) : in.speeds;
  std::vector<std::int64_t> rows(speeds.size(), 0);
  std::vector<bool> fixed(speeds.size(), false);
  // A card too slow for `least` rows gets them all the same, and the others share what is left.
  for (bool again = true; again;) {
    again = false;
    std::int64_t left = in.rows;
    double sum = 0;
    for (std::size_t c = 0; c < speeds.size(); ++c) {
      if (fixed[c]) left -= least;
      else sum += speeds[c];
    }
    std::vector<std::pair<double, std::size_t>> rests;
    std::int64_t given = 0;
    for (std::size_t c = 0; c < speeds.size(); ++c) {
      if (fixed[c]) continue;
      const double exact = static_cast<double>(left) * speeds[c] / sum;
      rows[c] = static_cast<std::int64_t>(exact);
      given += rows[c];
      rests.emplace_back(static_cast<double>(rows[c]) - exact, c);
    }
    std::stable_sort(rests.begin(), rests.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
    for (std::size_t i = 0; i < rests.size() && given < left; ++i, ++given) ++rows[rests[i].second];
    for (std::size_t c = 0; c < speeds.size(); ++c) {
      if (fixed[c] || rows[c] >= least) continue;
      rows[c] = least;
      fixed[c] = true;
      again = true;
    }
  }
  return rows;
}

}  // namespace

Result<std::vector<Slab>> split(const SplitInput& in, Diagnostics& diagnostics) {
  if (!check_speeds(in, diagnostics)) return Failure{};
  const bool alone = in.cards == 1;
  const std::int64_t reach = std::max(in.reach_low, in.reach_high);
  // Ghosts come from one neighbour; at an end of the grid a slab has them on one side alone.
  const std::int64_t ends = in.wraps ? in.reach_low + in.reach_high : std::min(in.reach_low, in.reach_high);
  const std::int64_t least = alone ? 1 : std::max({std::int64_t{1}, reach, in.minimum - ends});
  const SourceLocation where{"--cards", 0, 0, 1};
  if (in.rows < least * in.cards) {
    diagnostics.error("RG0815", where, fmt::format("{} rows along the last axis are too few for {} cards", in.rows, in.cards),
                      {fmt::format("each card needs at least {} of its own, as a pass reaches {} below and {} above: at most {} cards, or fewer hardware.steps", least, in.reach_low, in.reach_high,
                                   std::max<std::int64_t>(1, in.rows / least))});
    return Failure{};
  }
  const std::vector<std::int64_t> counts = shares(in, least);
  std::vector<Slab> slabs;
  std::int64_t first = 0;
  for (int c = 0; c < in.cards; ++c) {
    Slab slab{first, counts[at(c)]};
    const bool has_below = !alone && (c > 0 || in.wraps), has_above = !alone && (c + 1 < in.cards || in.wraps);
    if (has_below && in.reach_low > 0) slab.low = in.reach_low;
    if (has_above && in.reach_high > 0) slab.high = in.reach_high;
    if (has_below) slab.below = (c + in.cards - 1) % in.cards;
    if (has_above) slab.above = (c + 1) % in.cards;
    first += slab.count;
    if (slab.rows() > in.maximum) {
      diagnostics.error("RG0815", where, fmt::format("card {} would run on {} rows with its ghosts, more than one card alone has: {}", c, slab.rows(), in.maximum),
                        {"use fewer hardware.steps, or a grid that is longer along the last axis"});
      return Failure{};
    }
    slabs.push_back(slab);
  }
  return slabs;
}

}  // namespace rtlgen::cards
