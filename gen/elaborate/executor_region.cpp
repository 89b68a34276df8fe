// Determines from position flags which regions of its line contain a lane's cell, and whether the cell keeps its old
// value.
//
// A bound is a place, and the condition "at the place or after it". Near an end of an axis it consists of flags for
// single words, rows or planes, which boundaries use too; elsewhere it is a separate flag.
#include <fmt/format.h>

#include <algorithm>

#include "elaborate/executor.hpp"
#include "plan/plan.hpp"
#include "spec/program.hpp"
#include "spec/stencil.hpp"
#include "support/index.hpp"

namespace rtlgen::elaborate {

namespace {

constexpr std::int64_t kFewFlags = 2;  ///< up to this many places, single flags cost no more than a bound
constexpr int kKeptOneByOne = 4;       ///< wider kept borders use bounds too

std::int64_t floor_div(std::int64_t a, std::int64_t b) { return a >= 0 ? a / b : -((b - 1 - a) / b); }

}  // namespace

/// "At one of the first `count` places of the axis", or of the last.
Condition ExecutorBuilder::near_end(int axis, bool high, std::int64_t count, int lane) const {
  Condition c;
  const std::int64_t cells = context_.stencil.whole_grid()[at(axis)];
  const std::int64_t places = axis == 0 && !context_.wraps(0) ? (cells + context_.lanes - 1) / context_.lanes : cells;
  if (count >= places) {
    c.negated = true;  // no flag, negated: always true
    return c;
  }
  if (count <= 0) return c;
  if (count > kFewFlags) {
    // Those after the first `count`, or the last `count` themselves.
    c.flags = {{axis, high, high ? count - 1 : count, lane, true}};
    c.negated = !high;
    return c;
  }
  for (std::int64_t k = 0; k < count; ++k) c.flags.push_back({axis, high, k, lane});
  return c;
}

/// The conditions, one of which holds if the cell of `lane` lies before `place`. All but the first also require that
/// the last cell of a row is in a lane after `tail`.
std::vector<Condition> ExecutorBuilder::before(int axis, const spec::Place& place, int lane) const {
  const std::int64_t lanes = context_.lanes;
  const bool by_cell = axis > 0 || context_.wraps(0);
  const int flag_lane = axis == 0 && context_.wraps(0) ? lane : -1;
  if (!place.from_end) {
    const std::int64_t count = by_cell ? place.cells : floor_div(place.cells - lane + lanes - 1, lanes);
    return {near_end(axis, false, count, flag_lane)};
  }
  const auto outside = [&](std::int64_t count, int tail) {
    Condition c = near_end(axis, true, count, flag_lane);
    c.negated = !c.negated;
    c.tail = tail;
    return c;
  };
  if (by_cell || lanes == 1) return {outside(place.cells, -1)};
  // With the last cell in lane t, the cell lies before n - cells if its word is not one of the last (cells + lane + P -
  // 1 - t) / P.
  const std::int64_t most = floor_div(place.cells + lane - 1 + lanes, lanes);
  const int turn = static_cast<int>(((place.cells + lane - 1) % lanes + lanes) % lanes);
  if (context_.fixed) {
    const std::int64_t tail = (context_.stencil.grid[0] - 1) % lanes;
    return {outside(tail <= turn ? most : most - 1, -1)};
  }
  if (turn == lanes - 1) return {outside(most, -1)};
  return {outside(most, -1), outside(most - 1, turn)};
}

void ExecutorBuilder::flags_of(const spec::Region& region, std::set<Flag>& flags) const {
  const spec::Span whole;
  const auto add = [&](int axis, const spec::Place& place, int lane) {
    for (const Condition& c : before(axis, place, lane)) flags.insert(c.flags.begin(), c.flags.end());
  };
  for (int a = 0; a < context_.stencil.axes; ++a) {
    const spec::Span& span = region.spans[at(a)];
    for (int lane = 0; lane < (a == 0 ? context_.lanes : 1); ++lane) {
      if (span.first != whole.first) add(a, span.first, lane);
      if (span.end != whole.end) add(a, span.end, lane);
    }
  }
}

hw::Value ExecutorBuilder::holds(const Condition& c) const {
  hw::Value any = start_.builder->zero();
  for (const Flag& f : c.flags) any = any | flags_.at(f);
  hw::Value value = c.negated ? ~any : any;
  if (c.tail < 0) return value;
  const hw::Value tail = statics_.at("tail");
  return value & ult(tail.builder->constant(tail.width, static_cast<std::uint64_t>(c.tail)), tail);
}

/// Whether the cell of a lane lies in a region.
hw::Value ExecutorBuilder::in_region(const spec::Region& region, int lane) const {
  const spec::Span whole;
  hw::Value outside = start_.builder->zero();
  const auto is_before = [&](int axis, const spec::Place& place) {
    hw::Value any = start_.builder->zero();
    for (const Condition& c : before(axis, place, lane)) any = any | holds(c);
    return any;
  };
  for (int a = 0; a < context_.stencil.axes; ++a) {
    const spec::Span& span = region.spans[at(a)];
    if (span.first != whole.first) outside = outside | is_before(a, span.first);
    if (span.end != whole.end) outside = outside | ~is_before(a, span.end);
  }
  return ~outside;
}

/// The cells that are not kept, along axes whose kept borders are wide enough for bounds.
spec::Region ExecutorBuilder::wide_border(const StagePlan& stage) {
  spec::Region region;
  for (std::size_t a = 0; a < spec::kMaxAxes; ++a) {
    if (std::max(stage.keep_low[a], stage.keep_high[a]) > kKeptOneByOne)
      region.spans[a] = {{stage.keep_low[a], false}, {stage.keep_high[a], true}};
  }
  return region;
}

/// The cases along x in which the cell of a lane keeps its old value.
std::vector<LaneCase> ExecutorBuilder::kept_x(const StagePlan& stage, int lane) const {
  std::vector<LaneCase> cases;
  const auto add = [&](analysis::Side side, std::int64_t word, int tail) {
    LaneCase c;
    c.side = side;
    c.word = word;
    c.tail = tail;
    c.wrapped = context_.wraps(0);
    cases.push_back(c);
  };
  if (!wide_border(stage).spans[0].whole()) return cases;
  for (int k = 0; k < stage.keep_low[0]; ++k) {
    if (context_.wraps(0)) {
      add(analysis::Side::kLow, k, lane);
    } else if (k % context_.lanes == lane) {
      add(analysis::Side::kLow, k / context_.lanes, 0);
    }
  }
  for (int k = 0; k < stage.keep_high[0]; ++k) {
    if (context_.wraps(0)) {
      add(analysis::Side::kHigh, k, lane);
    } else {
      add(analysis::Side::kHigh, (k + lane) / context_.lanes, (k + lane) % context_.lanes);
    }
  }
  return cases;
}

hw::Value ExecutorBuilder::keep_condition(const StagePlan& stage, int lane) const {
  hw::Value keep = start_.builder->zero();
  const std::int64_t last_lane = (context_.stencil.grid[0] - 1) % context_.lanes;
  for (const LaneCase& c : kept_x(stage, lane)) {
    const bool never = !c.wrapped && c.side == analysis::Side::kHigh && context_.fixed && c.tail != last_lane;
    if (!never) keep = keep | condition(c);
  }
  const spec::Region wide = wide_border(stage);
  if (wide != spec::Region{}) keep = keep | ~in_region(wide, lane);
  for (int a = 1; a < spec::kMaxAxes; ++a) {
    if (!wide.spans[at(a)].whole()) continue;
    for (int k = 0; k < stage.keep_low[a]; ++k) keep = keep | flags_.at({a, false, k});
    for (int k = 0; k < stage.keep_high[a]; ++k) keep = keep | flags_.at({a, true, k});
  }
  return keep;
}

}  // namespace rtlgen::elaborate
