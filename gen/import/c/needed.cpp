// Liveness analysis, backward from the end of the time step.
#include "import/c/needed.hpp"

#include <algorithm>
#include <map>
#include <set>

namespace rtlgen::importer::c {

namespace {

constexpr std::size_t kMostPieces = 64;  ///< pieces of a store's cells; with more, the store counts as needed

using Piece = std::vector<Range>;

/// Adds to `out` the parts of `piece` that are outside `taken`.
void add_outside(Piece piece, const std::vector<Place>& taken, std::vector<Piece>& out) {
  for (std::size_t a = 0; a < piece.size(); ++a) {
    if (piece[a].high < taken[a].range.low || taken[a].range.high < piece[a].low) {
      out.push_back(std::move(piece));
      return;
    }
  }
  for (std::size_t a = 0; a < piece.size(); ++a) {
    const Range& range = taken[a].range;
    if (piece[a].low < range.low) {
      out.push_back(piece);
      out.back()[a].high = range.low - 1;
      piece[a].low = range.low;
    }
    if (piece[a].high > range.high) {
      out.push_back(piece);
      out.back()[a].low = range.high + 1;
      piece[a].high = range.high;
    }
  }
}

class Liveness {
 public:
  Liveness(const Trace& trace, const Layout& layout) : trace_(trace), layout_(layout) {}

  std::vector<Effect> run() {
    std::vector<Effect> out;
    for (std::size_t i = trace_.effects.size(); i-- > 0;) {
      const Effect& effect = trace_.effects[i];
      if (!is_needed(effect, i)) continue;
      const bool covers = effect.kind == Effect::Kind::kStore && !effect.where &&
                          !is_read_in_another_turn(effect, i + 1, trace_.effects.size());
      if (covers) later_[field_of(effect)].push_back(&effect);
      use(*effect.value);
      if (effect.where) use(*effect.where);
      out.push_back(effect);
    }
    std::reverse(out.begin(), out.end());
    return out;
  }

 private:
  const Spot& spot_of(const Effect& store) const { return layout_.spots.at(store.access); }
  int field_of(const Effect& store) const { return spot_of(store).field; }

  void use(const Value& value) {
    walk(value, [&](const Value& part) {
      if (part.kind == Value::Kind::kLet) lets_.insert(part.id);
      if (part.kind == Value::Kind::kRead) later_[layout_.spots.at(part.id).field].clear();
    });
  }

  bool is_needed(const Effect& effect, std::size_t index) {
    if (effect.kind == Effect::Kind::kLet) return lets_.contains(effect.let);
    std::vector<Piece> rest(1);
    for (const Place& place : spot_of(effect).axes) rest[0].push_back(place.range);
    for (const Effect* const later : later_[field_of(effect)]) {
      if (!comes_after(effect, *later)) continue;
      std::vector<Piece> outside;
      for (Piece& piece : rest) add_outside(std::move(piece), spot_of(*later).axes, outside);
      rest = std::move(outside);
      if (rest.empty() || rest.size() > kMostPieces) break;
    }
    return !rest.empty() || is_read_in_another_turn(effect, 0, index);
  }

  /// Outermost first.
  static std::vector<int> common_loops(const Effect& a, const Effect& b) {
    std::vector<int> common;
    for (std::size_t i = 0; i < a.loops.size() && i < b.loops.size() && a.loops[i] == b.loops[i]; ++i)
      common.push_back(a.loops[i]);
    return common;
  }

  /// Whether both places are the same cell only within one iteration of these loops.
  [[nodiscard]] bool meet_in_one_turn(const std::vector<Place>& a, const std::vector<Place>& b,
                                      const std::vector<int>& loops) const {
    return std::all_of(loops.begin(), loops.end(), [&](int loop) {
      const Range& range = trace_.loops[static_cast<std::size_t>(loop)].range;
      if (range.low == range.high) return true;
      for (std::size_t axis = 0; axis < a.size(); ++axis) {
        if (a[axis].loop == loop && b[axis].loop == loop && a[axis].offset == b[axis].offset && !a[axis].wraps &&
            !b[axis].wraps)
          return true;
      }
      return false;
    });
  }

  /// Whether effects from `begin` to `end` that share a loop with the store read its field in iterations other than
  /// those that assign the cells: then their order in the text does not determine which comes first.
  [[nodiscard]] bool is_read_in_another_turn(const Effect& store, std::size_t begin, std::size_t end) const {
    for (std::size_t i = begin; i < end; ++i) {
      const Effect& other = trace_.effects[i];
      const std::vector<int> common = common_loops(store, other);
      if (common.empty()) continue;
      bool found = false;
      const auto look = [&](const Value& part) {
        if (part.kind != Value::Kind::kRead) return;
        const Spot& read = layout_.spots.at(part.id);
        found = found || (read.field == field_of(store) && !meet_in_one_turn(spot_of(store).axes, read.axes, common));
      };
      walk(*other.value, look);
      if (other.where) walk(*other.where, look);
      if (found) return true;
    }
    return false;
  }

  /// Whether the second store, which follows the first one in the text, always assigns a cell after the first one: in
  /// common loops, an iteration of the first must not follow that of the second.
  bool comes_after(const Effect& first, const Effect& second) const {
    const std::vector<int> loops = common_loops(first, second);
    const std::set<int> common(loops.begin(), loops.end());
    const std::vector<Place>& from = spot_of(first).axes;
    const std::vector<Place>& to = spot_of(second).axes;
    for (std::size_t a = 0; a < from.size(); ++a) {
      const bool moves = common.contains(from[a].loop) || common.contains(to[a].loop);
      if (from[a].wraps || to[a].wraps) return false;
      if (moves && (from[a].loop != to[a].loop || from[a].offset != to[a].offset)) return false;
    }
    return meet_in_one_turn(from, to, loops);
  }

  const Trace& trace_;
  const Layout& layout_;
  std::set<int> lets_;                               ///< lets that are used
  std::map<int, std::vector<const Effect*>> later_;  ///< by field: stores to all cells of their boxes, until a read
};

}  // namespace

std::vector<Effect> needed_effects(const Trace& trace, const Layout& layout) { return Liveness(trace, layout).run(); }

}  // namespace rtlgen::importer::c
