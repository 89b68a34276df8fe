// Splits a description's grid.
#include "driver/slabs/card_slabs.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "analysis/ghosts.hpp"
#include "analysis/windows.hpp"
#include "contract/core_interface.hpp"
#include "driver/prepare/prepare.hpp"
#include "spec/hardware.hpp"
#include "spec/program.hpp"
#include "support/codes.hpp"
#include "support/diagnostics.hpp"

namespace rtlgen::driver {

namespace {

std::size_t last_axis(const spec::Program& program) { return static_cast<std::size_t>(program.axes - 1); }

/// If reads wrap, the first and the last card are neighbours, and no card has an end of the grid where other rules
/// could apply.
bool check_ends(const spec::Program& program, std::size_t axis, Diagnostics& diagnostics) {
  const spec::Node* wraps = nullptr;
  const spec::Node* ends = nullptr;
  for (const spec::StageId i : program.stages.ids()) {
    for (const spec::NodeId id : analysis::collect_reads(program, i).nodes) {
      const spec::Node& node = program.nodes[id];
      if (node.op != spec::Op::kTap || node.offset[axis] == 0) continue;
      const bool is_round = spec::wraps(node.boundary[axis]) && program.stages[i].border == spec::Border::kCompute;
      if (spec::wraps(node.boundary[axis])) wraps = &node;
      if (!is_round) ends = &node;
    }
  }
  if (wraps == nullptr || ends == nullptr) return true;
  diagnostics.error(
      Code::kGridNotSplittable, ends->where,
      fmt::format("along {} this read stops at the end of the grid, but another one wraps", "xyz"[axis]),
      {fmt::format("a wrap makes the first and last cards neighbours: let all reads wrap along {}, or none",
                   "xyz"[axis])});
  return false;
}

bool wraps_along(const spec::Program& program, std::size_t axis) {
  return std::any_of(program.nodes.begin(), program.nodes.end(), [&](const spec::Node& n) {
    return n.op == spec::Op::kTap && n.offset[axis] != 0 && spec::wraps(n.boundary[axis]);
  });
}

/// `is_ring`: reads wrap along `axis`.
bool check_region(const spec::Program& program, const spec::Node& node, std::size_t axis, bool is_ring,
                  Diagnostics& diagnostics) {
  const spec::Region& region = program.regions[node.region()];
  // A rule with a sign tests where a read leaves the slab, as every rule does. On a ring, slabs have neighbours at the
  // ends of the grid.
  if (region.spans[axis].whole() || (region.outside && !is_ring)) return true;
  const char letter = "xyz"[axis];
  if (region.outside) {
    diagnostics.error(
        Code::kUpdateNotSplittable, node.where,
        fmt::format("the read wraps with a sign along {}, and no card knows the ends of the grid", letter),
        {"use `wrap` along it, or run on one card"});
  } else {
    diagnostics.error(
        Code::kUpdateNotSplittable, node.where,
        fmt::format("the region has bounds along {}, which would count from each card's first row", letter),
        {fmt::format("make it whole along {}, or run on one card", letter)});
  }
  return false;
}

model::CardsInput model_input(const std::vector<cards::Slab>& slabs, const CardFigures& figures) {
  model::CardsInput in;
  in.time = figures.time;
  in.network = figures.network;
  for (const cards::Slab& s : slabs) {
    model::CardPart part;
    part.rows = s.rows();
    part.receives_low = s.low;
    part.receives_high = s.high;
    part.sends_below = s.below < 0 ? 0 : slabs[static_cast<std::size_t>(s.below)].high;
    part.sends_above = s.above < 0 ? 0 : slabs[static_cast<std::size_t>(s.above)].low;
    part.below = s.below;
    part.above = s.above;
    part.card = s.card;
    part.slot = s.slot;
    if (!figures.slowness.empty()) part.slowness = figures.slowness[static_cast<std::size_t>(s.card)];
    in.parts.push_back(part);
  }
  return in;
}

std::optional<model::CardsTime> predict(const std::vector<cards::Slab>& slabs,
                                        const std::optional<CardFigures>& figures) {
  if (!figures) return std::nullopt;
  Diagnostics unused;
  const auto found = model::cards_time(model_input(slabs, *figures), unused);
  return found ? std::optional(*found) : std::nullopt;
}

/// The split of `rows` rows, for hardware that takes any number of them.
cards::SplitInput split_of(const spec::Stencil& stencil, std::int64_t rows, int cards) {
  const std::size_t axis = last_axis(stencil);
  const analysis::Ghosts zone = analysis::block_zone(stencil);
  cards::SplitInput split;
  split.rows = rows;
  split.cards = cards;
  split.reach_low = zone.low[axis];
  split.reach_high = zone.high[axis];
  split.wraps = wraps_along(stencil, axis);
  split.maximum = rows + split.reach_low + split.reach_high;
  return split;
}

}  // namespace

std::optional<spec::Extents> largest_slab(const spec::Stencil& stencil, int cards) {
  const std::size_t axis = last_axis(stencil);
  Diagnostics unused;
  const auto slabs = cards::split(split_of(stencil, stencil.grid[axis], cards), unused);
  if (!slabs) return std::nullopt;
  spec::Extents extents = stencil.grid;
  extents[axis] = 0;
  for (const cards::Slab& slab : *slabs) extents[axis] = std::max(extents[axis], slab.rows());
  return extents;
}

bool check_for_cards(const SharedProgram& shared, Diagnostics& diagnostics) {
  const spec::Program& program = shared.reference();
  const std::size_t axis = last_axis(program);
  const SourceLocation file{program.file.path().string()};
  if (program.axes < 2)
    diagnostics.error(Code::kGridNotSplittable, file, "a grid of one axis cannot be split over cards",
                      {"cards split the last of two or three axes; cells along x lie together in beats of the memory"});
  if (shared.requested.extents == spec::ExtentMode::kFixed) {
    diagnostics.error(Code::kGridNotSplittable, file, "with fixed extents a card can only run on the whole grid",
                      {"leave out `hardware.extents: fixed`: each card then gets the extents of its slab"});
  }
  if (!program.monitors.empty()) {
    diagnostics.error(
        Code::kMonitorsNotSplittable, program.monitors.front().where,
        fmt::format("monitor '{}' would count the ghosts of each card's slab", program.monitors.front().name),
        {"leave out `monitor` and `until`, or run on one card"});
  }
  for (const spec::Param& param : program.params) {
    if (param.next.valid())
      diagnostics.error(
          Code::kMonitorsNotSplittable, param.where, fmt::format("parameter '{}' changes after each pass", param.name),
          {"cards exchange rows between passes with the same parameters; leave out `next`, or run on one card"});
  }
  const bool is_ring = check_ends(program, axis, diagnostics) && wraps_along(program, axis);
  for (const spec::Stage& stage : program.stages) {
    if (stage.sweep && static_cast<std::size_t>(stage.sweep->axis) == axis)
      diagnostics.error(Code::kUpdateNotSplittable, stage.where,
                        fmt::format("the line sweeps along {}, the axis that cards split", "xyz"[axis]),
                        {"a card would need the results of the card before it; run on one card"});
  }
  for (const spec::StageId i : program.stages.ids()) {
    for (const spec::NodeId id : analysis::collect_reads(program, i).nodes) {
      const spec::Node& node = program.nodes[id];
      if (node.op == spec::Op::kRegion && !check_region(program, node, axis, is_ring, diagnostics)) return false;
      if ((node.op != spec::Op::kCoordinate && node.op != spec::Op::kExtent) || node.index != static_cast<int>(axis))
        continue;
      const char letter = "xyz"[axis];
      diagnostics.error(
          Code::kUpdateNotSplittable, node.where,
          fmt::format("{} would count from each card's first row, not from the grid's",
                      node.op == spec::Op::kExtent ? fmt::format("n{}", letter) : std::string(1, letter)),
          {fmt::format("move what depends on it into an input field, such as {{axes: [{}]}}, or run on one card",
                       letter)});
      return false;
    }
  }
  return !diagnostics.has_errors();
}

namespace {

/// Without the speeds of the cards.
cards::SplitInput split_of(const plan::Plan& plan, const spec::Extents& extents, int cards) {
  const std::size_t axis = last_axis(*plan.stencil);
  const contract::CoreInterface& core = plan.core;
  cards::SplitInput split = split_of(*plan.stencil, extents[axis], cards);
  split.minimum = core.minimum[axis];
  split.maximum = core.maximum[axis];
  return split;
}

}  // namespace

bool check_slabs(const plan::Plan& plan, int cards, Diagnostics& diagnostics) {
  return cards::split(split_of(plan, plan.core.maximum, cards), diagnostics).ok();
}

cards::SplitInput split_input(const Prepared& prepared, const spec::Extents& extents, int cards,
                              const std::vector<double>& speeds) {
  cards::SplitInput split = split_of(prepared.plan, extents, cards);
  split.speeds = speeds;
  return split;
}

bool has_ghosts(const std::vector<cards::Slab>& slabs) {
  return std::any_of(slabs.begin(), slabs.end(), [](const cards::Slab& s) { return s.low + s.high > 0; });
}

Result<SlabChoice> choose_slabs(cards::SplitInput split, int requested, const std::optional<CardFigures>& figures,
                                Diagnostics& diagnostics) {
  SlabChoice choice;
  choice.was_requested = requested > 0;
  split.slabs = std::max(1, requested);
  auto slabs = cards::split(split, diagnostics);
  if (!slabs) return Failure{};
  choice.slabs = *std::move(slabs);
  const bool exchanges = split.cards > 1 && has_ghosts(choice.slabs);
  if (requested > 1 && !exchanges)
    return diagnostics.error(Code::kOptionConflict, {"--slabs"},
                             split.cards == 1
                                 ? "one card has no neighbour to exchange rows with"
                                 : "no row of this stencil depends on a neighbour's, so nothing is exchanged",
                             {"several slabs only help to hide an exchange: leave --slabs out"});
  choice.predicted = predict(choice.slabs, figures);
  if (requested > 0 || !exchanges || !choice.predicted) return choice;
  choice.considered.push_back(choice.predicted);
  for (split.slabs = 2; split.slabs <= cards::kMostSlabs; ++split.slabs) {
    Diagnostics unused;
    auto more = cards::split(split, unused);
    choice.considered.push_back(more ? predict(*more, figures) : std::nullopt);
    if (!choice.considered.back() || choice.considered.back()->seconds >= choice.predicted->seconds) continue;
    choice.predicted = choice.considered.back();
    choice.slabs = *std::move(more);
  }
  return choice;
}

bool check_slab_memory(const Prepared& prepared, const spec::Extents& extents, const std::vector<cards::Slab>& slabs,
                       Diagnostics& diagnostics) {
  std::map<int, std::int64_t> rows;
  for (const cards::Slab& slab : slabs) rows[slab.card] += slab.rows();
  for (const auto& [card, count] : rows) {
    spec::Extents part = extents;
    part[last_axis(prepared.stencil())] = count;
    Diagnostics full;
    if (check_memory(prepared, part, full)) continue;
    const Diagnostic& fault = full.all().front();
    diagnostics.error(
        fault.code, fault.where, fmt::format("card {}: {}", card, fault.message),
        {slabs.size() > rows.size() ? "with more cards, each holds less of the grid; fewer --slabs need less"
                                    : "with more cards, each holds less of the grid"});
    return false;
  }
  return true;
}

bool check_memory(const Prepared& prepared, const spec::Extents& extents, int cards, Diagnostics& diagnostics) {
  if (cards == 1) return check_memory(prepared, extents, diagnostics);
  if (!check_for_cards(prepared, diagnostics)) return false;
  const auto slabs = cards::split(split_input(prepared, extents, cards, {}), diagnostics);
  return slabs && check_slab_memory(prepared, extents, *slabs, diagnostics);
}

}  // namespace rtlgen::driver
