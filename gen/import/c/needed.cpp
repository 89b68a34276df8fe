// Liveness, backward from the end of the time step.
#include "import/c/needed.hpp"

#include <algorithm>
#include <map>
#include <set>

namespace rtlgen::importer::c {

namespace {

constexpr std::size_t kMostPieces = 64;  ///< of a store's cells; beyond them it counts as needed

using Piece = std::vector<Range>;

/// Adds to `out` the parts of `piece` that lie outside of `taken`.
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
    for (auto effect = trace_.effects.rbegin(); effect != trace_.effects.rend(); ++effect) {
      if (!is_needed(*effect)) continue;
      if (effect->kind == Effect::Kind::kStore && !effect->where) later_[field_of(*effect)].push_back(&*effect);
      use(*effect->value);
      if (effect->where) use(*effect->where);
      out.push_back(*effect);
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

  bool is_needed(const Effect& effect) {
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
    return !rest.empty();
  }

  /// Whether the second store, which is behind the first one in the text, assigns each cell after it: in loops that
  /// both are in, a turn of the first must not follow the turn of the second.
  bool comes_after(const Effect& first, const Effect& second) const {
    std::set<int> common;
    for (std::size_t i = 0; i < first.loops.size() && i < second.loops.size(); ++i) {
      if (first.loops[i] != second.loops[i]) break;
      common.insert(first.loops[i]);
    }
    const std::vector<Place>& from = spot_of(first).axes;
    const std::vector<Place>& to = spot_of(second).axes;
    for (std::size_t a = 0; a < from.size(); ++a) {
      const bool moves = common.contains(from[a].loop) || common.contains(to[a].loop);
      if (from[a].wraps || to[a].wraps) return false;
      if (moves && (from[a].loop != to[a].loop || from[a].offset != to[a].offset)) return false;
    }
    return true;
  }

  const Trace& trace_;
  const Layout& layout_;
  std::set<int> lets_;                               ///< that are used
  std::map<int, std::vector<const Effect*>> later_;  ///< by field: stores to all cells of their boxes, up to a read
};

}  // namespace

std::vector<Effect> needed_effects(const Trace& trace, const Layout& layout) { return Liveness(trace, layout).run(); }

}  // namespace rtlgen::importer::c
