// Removes duplicates and constants, and simplifies choices by their own conditions.
#include <algorithm>
#include <unordered_map>
#include <vector>

#include "model/area/cells.hpp"
#include "model/area/netlist.hpp"

namespace rtlgen::model {

namespace {

/// Inputs of the logic, by node, with their replacements.
class Replaced {
 public:
  explicit Replaced(const Netlist& net) : by_(net.logic.nodes().size(), kNone) {}
  [[nodiscard]] bool empty() const { return count_ == 0; }
  [[nodiscard]] bool contains(std::size_t node) const { return by_[node] != kNone; }
  [[nodiscard]] Literal of(std::size_t node) const { return by_[node]; }
  /// Keeps the first replacement of a node.
  void add(std::size_t node, Literal by) {
    if (contains(node)) return;
    by_[node] = by;
    ++count_;
  }
  [[nodiscard]] Literal current(Literal l) const {
    const auto node = static_cast<std::size_t>(l >> 1);
    return contains(node) ? by_[node] ^ (l & 1) : l;
  }

 private:
  static constexpr Literal kNone = -1;
  std::vector<Literal> by_;
  std::size_t count_ = 0;
};

/// Rebuilds a netlist, with some inputs of its logic replaced, and takes what stays from the old one.
class Copier {
 public:
  Copier(Netlist& from, Replaced replaced)
      : from_(from),
        replaced_(std::move(replaced)),
        map_(from.logic.nodes().size(), kFalse),
        inputs_(from.logic.nodes().size(), kFalse) {
    to_.logic.reserve(from.logic.nodes().size());
    to_.flops.reserve(from.flops.size());
  }

  /// `simplify`: choices are rebuilt with the knowledge of their conditions.
  Netlist run(const std::vector<char>& dropped, bool simplify) {
    for (std::size_t n = 1; n < map_.size(); ++n) {
      const Logic::Node& node = from_.logic.nodes()[n];
      if (simplify && node.is_gate() && choose(n)) continue;
      if (node.is_gate()) {
        map_[n] = to_.logic.both(at(node.a), at(node.b));
        continue;
      }
      // Inputs that are replaced stay, so that the outputs within a line keep their distances.
      inputs_[n] = to_.logic.input();
      map_[n] = replaced_.contains(n) ? at(replaced_.of(n)) : inputs_[n];
    }
    for (const auto& [key, c] : from_.choices)
      to_.choices.add(at(key), {at(c.condition), at(c.if_true), at(c.if_false)});
    for (std::size_t i = 0; i < from_.flops.size(); ++i) {
      if (dropped[i] != 0) continue;
      Flop f = from_.flops[i];
      f.d = at(f.d);
      f.q = at(f.q);
      f.enable = at(f.enable);
      f.inner = inputs_[static_cast<std::size_t>(f.inner >> 1)];
      to_.flops.push_back(f);
    }
    to_.cells = std::move(from_.cells);
    for (HardCell& c : to_.cells) {
      for (Literal& l : c.in) l = at(l);
      for (Literal& l : c.out) l = at(l);
      for (auto& group : c.registered) {
        for (Literal& l : group) l = at(l);
      }
    }
    to_.inputs = std::move(from_.inputs);
    for (Literal& l : to_.inputs) l = at(l);
    to_.outputs = std::move(from_.outputs);
    for (Literal& l : to_.outputs) l = at(l);
    return std::move(to_);
  }

 private:
  bool choose(std::size_t n) {
    for (const Literal key : {static_cast<Literal>(2 * n), static_cast<Literal>(2 * n + 1)}) {
      const Choice* const c = from_.choices.find(key);
      if (c == nullptr) continue;
      map_[n] = to_.logic.choose_knowing(at(c->condition), at(c->if_true), at(c->if_false)) ^ (key & 1);
      return true;
    }
    return false;
  }

  [[nodiscard]] Literal at(Literal l) const { return map_[static_cast<std::size_t>(l >> 1)] ^ (l & 1); }

  Netlist& from_;
  Replaced replaced_;
  std::vector<Literal> map_, inputs_;
  Netlist to_;
};

struct HashLiterals {
  template <typename List>
  std::size_t operator()(const List& list) const {
    std::size_t hash = list.size();
    for (const Literal l : list)
      hash = (hash ^ static_cast<std::size_t>(static_cast<std::uint32_t>(l))) * 0x9e3779b97f4a7c15U;
    return hash ^ (hash >> 32U);
  }
};

/// A key for the reset value. A register in a DSP block never equals another register, because the block has its own
/// copy.
Literal reset_of(const Flop& f) { return (f.has_reset ? (f.reset_value ? 2 : 1) : 0) + (f.in_dsp ? 3 : 0); }

/// Finds flip-flops that store the same value as another, bit by bit. A delay line becomes the rest of another line
/// that begins alike, and a line that another one ends within is divided.
class BitMerger {
 public:
  explicit BitMerger(Netlist& net)
      : net_(net), replaced_(net), count_(net.flops.size()), first_(2 * net.logic.nodes().size(), -1) {
    kept_.reserve(count_);
  }

  Replaced run() {
    for (std::size_t i = 0; i < count_; ++i) merge(net_.flops[i], i);
    insert_rests();
    return std::move(replaced_);
  }

 private:
  struct Kept {
    Literal enable, reset;
    std::size_t flop;
    int next;  ///< next entry with the same literal
  };
  struct Rest {
    std::size_t of;  ///< the flip-flop that it was part of
    Flop flop;
  };

  static std::size_t at(int i) { return static_cast<std::size_t>(i); }
  Flop& flop(std::size_t i) { return i < count_ ? net_.flops[i] : rests_[i - count_].flop; }

  void merge(Flop& f, std::size_t number) {
    Literal d = replaced_.current(f.d);
    const Literal enable = replaced_.current(f.enable), reset = reset_of(f);
    if (is_constant(d) && (!f.has_reset || f.reset_value == (d == kTrue)))
      return replaced_.add(static_cast<std::size_t>(f.q >> 1), d);
    if (f.is_kept) return;
    for (;;) {
      int same = first_[static_cast<std::size_t>(d)];
      while (same >= 0 && (kept_[at(same)].enable != enable || kept_[at(same)].reset != reset))
        same = kept_[at(same)].next;
      if (same < 0) return keep(d, {enable, reset, number, -1});
      const std::size_t other = kept_[at(same)].flop;
      if (flop(other).length > f.length) divide(other, f.length);
      d = flop(other).q;
      if (flop(other).length == f.length) return replaced_.add(static_cast<std::size_t>(f.q >> 1), d);
      f.d = d;
      f.inner = f.inside(flop(other).length + 1);
      f.length -= flop(other).length;
    }
  }

  void keep(Literal d, const Kept& kept) {
    kept_.push_back(kept);
    kept_.back().next = first_[static_cast<std::size_t>(d)];
    first_[static_cast<std::size_t>(d)] = static_cast<int>(kept_.size()) - 1;
  }

  /// Makes the output of a register within a line a flip-flop's.
  void divide(std::size_t line, int length) {
    Flop& begin = flop(line);
    Flop rest = begin;
    begin.q = begin.inside(length);
    begin.length = length;
    rest.d = begin.q;
    rest.inner = rest.inside(length + 1);
    rest.length -= length;
    rests_.push_back({line < count_ ? line : rests_[line - count_].of, rest});
    keep(rest.d, {rest.enable, reset_of(rest), count_ + rests_.size() - 1, -1});
  }

  void insert_rests() {
    if (rests_.empty()) return;
    std::stable_sort(rests_.begin(), rests_.end(), [](const Rest& a, const Rest& b) { return a.of < b.of; });
    std::vector<Flop> all;
    all.reserve(count_ + rests_.size());
    auto rest = rests_.begin();
    for (std::size_t i = 0; i < count_; ++i) {
      all.push_back(net_.flops[i]);
      for (; rest != rests_.end() && rest->of == i; ++rest) all.push_back(rest->flop);
    }
    net_.flops = std::move(all);
  }

  Netlist& net_;
  Replaced replaced_;
  std::size_t count_;  ///< flip-flops before lines are divided
  std::vector<Kept> kept_;
  std::vector<int> first_;  ///< first entry of `kept_`, by the stored literal
  std::vector<Rest> rests_;
};

/// Removes the highest bits of a register that only repeat the bit below because a number is wider than its value
/// (Yosys' wreduce).
void narrow(const Netlist& net, std::size_t begin, std::size_t end, Replaced& replaced) {
  std::size_t top = end - 1;
  if (net.flops[top].length > 1) return;
  const auto repeats = [&](std::size_t k) {
    return net.flops[k].d == net.flops[k - 1].d && net.flops[k].enable == net.flops[k - 1].enable &&
           reset_of(net.flops[k]) == reset_of(net.flops[k - 1]);
  };
  while (top > begin && repeats(top)) --top;
  for (std::size_t k = top + 1; k < end; ++k)
    replaced.add(static_cast<std::size_t>(net.flops[k].q >> 1), net.flops[top].q);
}

/// Registers whose bits all store the same values as those of another register.
Replaced duplicate_registers(const Netlist& net) {
  Replaced replaced(net);
  std::unordered_map<std::vector<Literal>, std::vector<Literal>, HashLiterals> kept;
  for (std::size_t i = 0; i < net.flops.size();) {
    std::size_t end = i + 1;
    while (end < net.flops.size() && net.flops[end].item == net.flops[i].item) ++end;
    std::vector<Literal> key, q;
    std::unordered_map<Literal, Literal> own;  // numbers of the item's bits
    for (std::size_t k = i; k < end; ++k) {
      const Flop& f = net.flops[k];
      const Literal d = replaced.current(f.d);
      // The register's own bits are numbered from its beginning, so that equal registers compare equal.
      const auto before = own.find(d);
      key.insert(key.end(),
                 {before == own.end() ? d : before->second, replaced.current(f.enable), reset_of(f), f.length});
      own.emplace(f.q, static_cast<Literal>(-2 - static_cast<Literal>(q.size())));
      q.push_back(f.q);
    }
    const auto [same, fresh] = kept.try_emplace(std::move(key), q);
    for (std::size_t k = 0; !fresh && k < q.size(); ++k)
      replaced.add(static_cast<std::size_t>(q[k] >> 1), same->second[k]);
    if (fresh) narrow(net, i, end, replaced);
    i = end;
  }
  return replaced;
}

}  // namespace

Netlist optimised(Netlist now, const Fabric& fabric) {
  for (;;) {
    Replaced replaced = fabric.is_xilinx() ? BitMerger(now).run() : duplicate_registers(now);
    std::vector<char> dropped(now.flops.size(), 0);
    for (std::size_t i = 0; i < now.flops.size(); ++i)
      dropped[i] = replaced.contains(static_cast<std::size_t>(now.flops[i].q >> 1)) ? 1 : 0;
    if (replaced.empty()) return Copier(now, Replaced(now)).run(dropped, true);
    now = Copier(now, std::move(replaced)).run(dropped, false);
  }
}

}  // namespace rtlgen::model
