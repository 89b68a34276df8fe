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

/// Rebuilds a netlist, with some inputs of its logic replaced.
class Copier {
 public:
  Copier(const Netlist& from, Replaced replaced)
      : from_(from), replaced_(std::move(replaced)), map_(from.logic.nodes().size(), kFalse) {}

  /// `simplify`: choices are rebuilt with the knowledge of their conditions.
  Netlist run(const std::vector<char>& dropped, bool simplify) {
    for (std::size_t n = 1; n < map_.size(); ++n) {
      const Logic::Node& node = from_.logic.nodes()[n];
      if (simplify && node.is_gate() && choose(n)) continue;
      if (node.is_gate())
        map_[n] = to_.logic.both(at(node.a), at(node.b));
      else if (replaced_.contains(n))
        map_[n] = at(replaced_.of(n));
      else
        map_[n] = to_.logic.input();
    }
    for (const auto& [key, c] : from_.choices)
      to_.choices.try_emplace(at(key), Choice{at(c.condition), at(c.if_true), at(c.if_false)});
    for (std::size_t i = 0; i < from_.flops.size(); ++i) {
      if (dropped[i] != 0) continue;
      Flop f = from_.flops[i];
      f.d = at(f.d);
      f.q = at(f.q);
      f.enable = at(f.enable);
      to_.flops.push_back(f);
    }
    to_.cells = from_.cells;
    for (HardCell& c : to_.cells) {
      for (Literal& l : c.in) l = at(l);
      for (Literal& l : c.out) l = at(l);
      for (auto& group : c.registered) {
        for (Literal& l : group) l = at(l);
      }
    }
    to_.inputs = from_.inputs;
    for (Literal& l : to_.inputs) l = at(l);
    to_.outputs = from_.outputs;
    for (Literal& l : to_.outputs) l = at(l);
    return std::move(to_);
  }

 private:
  bool choose(std::size_t n) {
    for (const Literal key : {static_cast<Literal>(2 * n), static_cast<Literal>(2 * n + 1)}) {
      const auto c = from_.choices.find(key);
      if (c == from_.choices.end()) continue;
      map_[n] =
          to_.logic.choose_knowing(at(c->second.condition), at(c->second.if_true), at(c->second.if_false)) ^ (key & 1);
      return true;
    }
    return false;
  }

  [[nodiscard]] Literal at(Literal l) const { return map_[static_cast<std::size_t>(l >> 1)] ^ (l & 1); }

  const Netlist& from_;
  Replaced replaced_;
  std::vector<Literal> map_;
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

/// Flip-flops that store the same value as another, bit by bit.
Replaced duplicate_bits(const Netlist& net) {
  Replaced replaced(net);
  struct Kept {
    Literal enable, reset, q;
    int next;  ///< of the same literal
  };
  std::vector<Kept> kept;
  kept.reserve(net.flops.size());
  std::vector<int> first(2 * net.logic.nodes().size(), -1);  // by the stored literal
  for (const Flop& f : net.flops) {
    const Literal d = replaced.current(f.d), enable = replaced.current(f.enable), reset = reset_of(f);
    const auto q = static_cast<std::size_t>(f.q >> 1);
    if (is_constant(d) && (!f.has_reset || f.reset_value == (d == kTrue))) replaced.add(q, d);
    if (f.is_kept) continue;
    int& head = first[static_cast<std::size_t>(d)];
    int same = head;
    while (same >= 0 && (kept[static_cast<std::size_t>(same)].enable != enable ||
                         kept[static_cast<std::size_t>(same)].reset != reset))
      same = kept[static_cast<std::size_t>(same)].next;
    if (same >= 0) {
      replaced.add(q, kept[static_cast<std::size_t>(same)].q);
    } else {
      kept.push_back({enable, reset, f.q, head});
      head = static_cast<int>(kept.size()) - 1;
    }
  }
  return replaced;
}

/// Removes the highest bits of a register that only repeat the bit below because a number is wider than its value
/// (Yosys' wreduce).
void narrow(const Netlist& net, std::size_t begin, std::size_t end, Replaced& replaced) {
  std::size_t top = end - 1;
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
      // The bits of a delay line are numbered from its beginning, so that equal lines compare equal.
      const auto before = own.find(d);
      key.insert(key.end(), {before == own.end() ? d : before->second, replaced.current(f.enable), reset_of(f)});
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

Netlist optimised(const Netlist& net, const Fabric& fabric) {
  Netlist now = net;
  for (;;) {
    std::vector<char> dropped(now.flops.size(), 0);
    Replaced replaced = fabric.is_xilinx() ? duplicate_bits(now) : duplicate_registers(now);
    for (std::size_t i = 0; i < now.flops.size(); ++i)
      dropped[i] = replaced.contains(static_cast<std::size_t>(now.flops[i].q >> 1)) ? 1 : 0;
    if (replaced.empty()) return Copier(now, Replaced(now)).run(dropped, true);
    now = Copier(now, std::move(replaced)).run(dropped, false);
  }
}

}  // namespace rtlgen::model
