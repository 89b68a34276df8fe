// Distributes rows among slabs.
#include "cards/slabs.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "support/check.hpp"
#include "support/codes.hpp"
#include "support/counted.hpp"
#include "support/diagnostics.hpp"
#include "support/index.hpp"
#include "support/source_location.hpp"

namespace rtlgen::cards {

namespace {

/// Beyond this ratio the slower card only costs time, and quotients of speeds become meaningless.
constexpr double kMostTimesFaster = 1e6;

bool check_speeds(const SplitInput& in, Diagnostics& diagnostics) {
  if (in.speeds.empty()) return true;
  const SourceLocation where{"--speeds"};
  if (static_cast<int>(in.speeds.size()) != in.cards) {
    diagnostics.error(Code::kInvalidSpeeds, where,
                      fmt::format("there {} {} for {}", by_number(in.speeds.size(), "is", "are"),
                                  counted(in.speeds.size(), "speed"), counted(in.cards, "card")),
                      {"one number per card, in the order of the cards: --speeds 2,1,1"});
    return false;
  }
  for (const double speed : in.speeds) {
    if (std::isfinite(speed) && speed > 0) continue;
    diagnostics.error(Code::kInvalidSpeeds, where, fmt::format("{} is not a speed", speed),
                      {"speeds are numbers above 0, cells per second in any unit"});
    return false;
  }
  const auto [slowest, fastest] = std::minmax_element(in.speeds.begin(), in.speeds.end());
  if (*fastest / kMostTimesFaster <= *slowest) return true;
  diagnostics.error(
      Code::kInvalidSpeeds, where,
      fmt::format("a card of speed {} is more than a million times faster than one of {}", *fastest, *slowest),
      {"leave out the slow card: each card needs at least the rows that its neighbours read"});
  return false;
}

/// Rows per slab: proportional to speeds, at least `least`. The largest remainders are rounded up; on a tie, the first.
std::vector<std::int64_t> shares(const SplitInput& in, std::int64_t least) {
  // Relative to the fastest, so that no sum of them overflows.
  const double fastest = in.speeds.empty() ? 1.0 : *std::max_element(in.speeds.begin(), in.speeds.end());
  std::vector<double> speeds;
  for (int c = 0; c < in.cards; ++c)
    speeds.insert(speeds.end(), at(in.slabs), in.speeds.empty() ? 1.0 : in.speeds[at(c)] / fastest);
  std::vector<std::int64_t> rows(speeds.size(), 0);
  std::vector<bool> fixed(speeds.size(), false);
  // A slab whose share is below `least` rows gets `least`, and the others share the remaining rows.
  for (bool again = true; again;) {
    again = false;
    std::int64_t left = in.rows;
    double sum = 0;
    for (std::size_t c = 0; c < speeds.size(); ++c) {
      if (fixed[c])
        left -= least;
      else
        sum += speeds[c];
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

Slab slab_of(const SplitInput& in, int number, std::int64_t first, std::int64_t count) {
  const int all = in.cards * in.slabs;
  Slab slab{first, count};
  slab.card = number / in.slabs;
  slab.slot = slots_of(slab.card, in.slabs)[at(number % in.slabs)];
  if (all == 1) return slab;
  if (number > 0 || in.wraps) {
    slab.low = in.reach_low;
    slab.below = (number + all - 1) % all;
  }
  if (number + 1 < all || in.wraps) {
    slab.high = in.reach_high;
    slab.above = (number + 1) % all;
  }
  return slab;
}

void refuse_few_rows(const SplitInput& in, std::int64_t least, Diagnostics& diagnostics) {
  const bool one = in.slabs == 1;
  const std::int64_t most = std::max<std::int64_t>(1, in.rows / least);
  diagnostics.error(
      Code::kTooManyCards, {one ? "--cards" : "--slabs"},
      fmt::format("{} along the last axis {} too few for {}{}", counted(in.rows, "row"),
                  by_number(in.rows, "is", "are"), counted(in.cards, "card"),
                  one ? "" : fmt::format(" with {} slabs each", in.slabs)),
      {fmt::format(
          "each {} needs at least {}, because a pass reads {} below and {} above: use at most {}{}, or a smaller "
          "hardware.steps",
          one ? "card" : "slab", counted(least, "row"), counted(in.reach_low, "row"), in.reach_high,
          counted(most, one ? "card" : "slab"), one ? "" : " in all")});
}

}  // namespace

std::vector<int> slots_of(int card, int slabs) {
  RTLGEN_CHECK(slabs >= 1 && slabs <= kMostSlabs, "a card has one to four slabs");
  if (slabs == kMostSlabs) return {0, 1, 3, 2};
  std::vector<int> slots(at(slabs));
  std::iota(slots.begin(), slots.end(), 0);
  if (card % 2 == 1) std::reverse(slots.begin(), slots.end());
  return slots;
}

Result<std::vector<Slab>> split(const SplitInput& in, Diagnostics& diagnostics) {
  if (!check_speeds(in, diagnostics)) return Failure{};
  const int all = in.cards * in.slabs;
  const std::int64_t reach = std::max(in.reach_low, in.reach_high);
  // Ghosts come from one neighbour; at an end of the grid a slab has them on one side only.
  const std::int64_t ends = in.wraps ? in.reach_low + in.reach_high : std::min(in.reach_low, in.reach_high);
  const std::int64_t least = all == 1 ? 1 : std::max({std::int64_t{1}, reach, in.minimum - ends});
  if (in.rows < least * all) {
    refuse_few_rows(in, least, diagnostics);
    return Failure{};
  }
  const std::vector<std::int64_t> counts = shares(in, least);
  std::vector<Slab> slabs;
  std::int64_t first = 0;
  for (int number = 0; number < all; ++number) {
    const Slab slab = slab_of(in, number, first, counts[at(number)]);
    first += slab.count;
    if (slab.rows() > in.maximum) {
      const std::string who = in.slabs == 1 ? fmt::format("card {}", slab.card)
                                            : fmt::format("slab {} of card {}", number % in.slabs, slab.card);
      return diagnostics.error(Code::kTooManyCards, {in.slabs == 1 ? "--cards" : "--slabs"},
                               fmt::format("{} would compute {} with its ghosts, but a card computes at most {}", who,
                                           counted(slab.rows(), "row"), in.maximum),
                               {"use fewer hardware.steps, or a grid that is longer along the last axis"});
    }
    slabs.push_back(slab);
  }
  RTLGEN_CHECK(first == in.rows, "the slabs cover the grid");
  return slabs;
}

}  // namespace rtlgen::cards
