// Delays of expressions from the cells of a family, with the logic that shares a LUT and the number of loads of each
// bit.
//
// Logic is examined bit by bit. Logic that only feeds one other LUT, and fits into it, is part of that LUT and takes no
// time. The length of a route depends on the loads of its bit. The rest is the structure that Yosys gives an operation:
// carry chains for more than a few bits, trees of LUTs for reductions and comparisons with equality, one multiplexer
// per bit of a shift amount.
#include "hw/cell_timing.hpp"

#include <algorithm>
#include <utility>
#include <variant>

#include "hw/delay_model.hpp"
#include "support/check.hpp"

namespace rtlgen::hw {

namespace {

/// A bit of real logic or of an input; none for a constant.
struct Bit {
  ExprId of = {};
  int index = 0;
  bool inverted = false;
  friend bool operator<(const Bit& a, const Bit& b) { return a.of != b.of ? a.of < b.of : a.index < b.index; }
};

/// A small set of bits, in order.
class BitSet {
 public:
  void insert(const Bit& bit) {
    const auto at = std::lower_bound(bits_.begin(), bits_.end(), bit);
    if (at == bits_.end() || bit < *at) bits_.insert(at, bit);
  }
  void insert(const BitSet& others) {
    for (const Bit& bit : others.bits_) insert(bit);
  }
  [[nodiscard]] std::size_t size() const { return bits_.size(); }
  [[nodiscard]] auto begin() const { return bits_.begin(); }
  [[nodiscard]] auto end() const { return bits_.end(); }

 private:
  std::vector<Bit> bits_;
};

bool is_bitwise(ExprKind kind) {
  return kind == ExprKind::kAnd || kind == ExprKind::kOr || kind == ExprKind::kXor || kind == ExprKind::kMux;
}

bool is_tree(ExprKind kind) {
  return kind == ExprKind::kReduceAnd || kind == ExprKind::kReduceOr || kind == ExprKind::kReduceXor ||
         kind == ExprKind::kEq || kind == ExprKind::kNe;
}

constexpr int kDecoderWidth = 8;  ///< number of outputs

int tree_levels(std::size_t inputs, int base) {
  int levels = 0;
  for (std::size_t reach = 1; reach < inputs; reach *= static_cast<std::size_t>(base)) ++levels;
  return std::max(levels, 1);
}

class CellTiming {
 public:
  CellTiming(const Module& m, const DelayModel& device)
      : module_(m),
        device_(device),
        delays_(*device.cells),
        wire_value_(m.signals.size()),
        read_(m.signals.size()),
        bits_(m.exprs.size()),
        known_(m.exprs.size(), false),
        loads_(m.exprs.size()),
        reader_(m.exprs.size()),
        readers_(m.exprs.size(), 0),
        inputs_(m.exprs.size()) {
    for (const Item& item : m.items) {
      if (const auto* a = std::get_if<Assign>(&item)) wire_value_[a->target] = a->value;
    }
    for (const ExprId id : m.exprs.ids()) loads_[id].assign(static_cast<std::size_t>(m.exprs[id].width), 0);
    for (const ExprId id : m.exprs.ids()) count_loads(id);
    for (const Item& item : m.items) {
      const auto* a = std::get_if<Assign>(&item);
      if (a != nullptr && m.signals[a->target].kind == SignalKind::kOutput) load(a->value, 1, {});
    }
  }

  Timing run() {
    Timing t;
    const std::size_t n = module_.exprs.size();
    t.ps.assign(n, 0);
    t.part_of.assign(n, ExprId{});
    t.route.assign(n, 0);
    t.register_route.assign(n, 0);
    t.tail.assign(n, 0);
    t.is_lut.assign(n, false);
    for (const ExprId id : module_.exprs.ids()) {
      const Expr& e = module_.exprs[id];
      t.is_lut[id] = is_bitwise(e.kind) || is_tree(e.kind);
      if (t.is_lut[id]) merge(id, t);
    }
    for (const ExprId id : module_.exprs.ids()) {
      t.ps[id] = t.tail[id] > 0 ? 0 : delay(id);
      for (const Bit& b : bits(id)) {
        if (!b.of.valid()) continue;
        const int route = route_of(b);
        t.register_route[id] = std::max(t.register_route[id], route);
        if (t.tail[b.of] == 0) t.route[id] = std::max(t.route[id], route);
      }
    }
    return t;
  }

 private:
  [[nodiscard]] int lut_inputs() const { return device_.lut_inputs; }
  /// Whether chains consist of cells of two bits with their LUTs, like ECP5's CCU2C.
  [[nodiscard]] bool has_pairs() const { return delays_.lut_ram > 0 && !delays_.amd; }
  /// Levels after the LUTs of a table that has `more` bits of index than a LUT. ECP5 has multiplexers for two; AMD has
  /// them too, but Yosys uses LUTs. Mapping saves LUTs as long as it does not exceed the deepest logic of the module,
  /// which makes tables in LUTs of four inputs up to two levels deeper than necessary.
  [[nodiscard]] int table_levels(int more) const {
    if (delays_.amd || more == 0) return more;
    return has_pairs() ? 3 + more / 2 : 2 + more;
  }
  /// Levels of LUTs for a chain of 2:1 multiplexers.
  [[nodiscard]] int mux_levels(int steps) const { return lut_inputs() < 6 ? steps : (steps + 1) / 2; }

  // ------------------------------------------------------------ bits
  const std::vector<Bit>& bits(ExprId id) {
    if (!known_[id]) {
      known_[id] = true;
      bits_[id] = made_bits(id);
    }
    return bits_[id];
  }

  std::vector<Bit> made_bits(ExprId id) {
    const Expr& e = module_.exprs[id];
    const auto width = static_cast<std::size_t>(e.width);
    std::vector<Bit> out;
    switch (e.kind) {
      case ExprKind::kConst:
        return std::vector<Bit>(width);
      case ExprKind::kSignal:
        if (wire_value_[e.signal].valid()) return bits(wire_value_[e.signal]);
        break;
      case ExprKind::kSlice: {
        const std::vector<Bit>& all = bits(e.args[0]);
        return {all.begin() + e.low, all.begin() + e.low + e.width};
      }
      case ExprKind::kConcat:
        for (auto it = e.args.rbegin(); it != e.args.rend(); ++it) {
          const std::vector<Bit>& part = bits(*it);
          out.insert(out.end(), part.begin(), part.end());
        }
        return out;
      case ExprKind::kRepeat:
        while (out.size() < width) out.insert(out.end(), bits(e.args[0]).begin(), bits(e.args[0]).end());
        return out;
      case ExprKind::kZext:
      case ExprKind::kSext:
        out = bits(e.args[0]);
        out.resize(width, e.kind == ExprKind::kSext ? out.back() : Bit{});
        return out;
      case ExprKind::kNot:
        out = bits(e.args[0]);
        for (Bit& b : out) b.inverted = !b.inverted;
        return out;
      default:
        break;
    }
    ExprId& of = e.kind == ExprKind::kSignal ? read_[e.signal] : id;
    if (!of.valid()) of = id;
    for (int i = 0; i < e.width; ++i) out.push_back({of, i, false});
    return out;
  }

  // ------------------------------------------------------------ loads
  void load(ExprId arg, int each, ExprId reader) {
    for (const Bit& b : bits(arg)) {
      if (!b.of.valid()) continue;
      loads_[b.of][static_cast<std::size_t>(b.index)] += each;
      if (readers_[b.of] == 0 || reader_[b.of] != reader) ++readers_[b.of];
      reader_[b.of] = reader;
    }
  }

  void count_loads(ExprId id) {
    const Expr& e = module_.exprs[id];
    if (is_wiring(e.kind)) return;
    for (std::size_t i = 0; i < e.args.size(); ++i) {
      int each = 1;
      if (e.kind == ExprKind::kMux && i == 0) each = e.width;
      if (e.kind == ExprKind::kShl || e.kind == ExprKind::kShr || e.kind == ExprKind::kSar) each = i == 0 ? 2 : e.width;
      if (e.kind == ExprKind::kTable) each = e.width << std::max(0, module_.exprs[e.args[0]].width - lut_inputs());
      if (is_chain(e)) each = 2;  // the carry, and the LUT of the sum
      load(e.args[i], each, id);
    }
  }

  [[nodiscard]] int route_of(const Bit& b) const {
    return route_ps(delays_, loads_[b.of][static_cast<std::size_t>(b.index)]);
  }

  // ------------------------------------------------------------ LUTs
  /// Collects the bits that each bit of a word of LUTs, or the whole tree, reads.
  void merge(ExprId id, Timing& t) {
    const Expr& e = module_.exprs[id];
    std::vector<BitSet>& in = inputs_[id];
    in.resize(is_tree(e.kind) ? 1 : static_cast<std::size_t>(e.width));
    BitSet from;
    for (std::size_t i = 0; i < e.args.size(); ++i) {
      const std::vector<Bit>& arg = bits(e.args[i]);
      for (std::size_t k = 0; k < arg.size(); ++k) {
        if (!arg[k].of.valid()) continue;
        from.insert(Bit{arg[k].of, 0, false});
        const bool to_all = e.kind == ExprKind::kMux && i == 0;
        for (std::size_t n = 0; n < in.size(); ++n) {
          if (to_all || is_tree(e.kind) || n == k) in[n].insert(arg[k]);
        }
      }
    }
    for (const Bit& candidate : from) absorb(candidate.of, id, t);
  }

  void absorb(ExprId from, ExprId into, Timing& t) {
    if (!is_bitwise(module_.exprs[from].kind) || readers_[from] != 1 || reader_[from] != into) return;
    for (const int count : loads_[from]) {
      if (count > 1) return;
    }
    std::vector<BitSet> wider(inputs_[into].size());
    for (std::size_t i = 0; i < wider.size(); ++i) {
      for (const Bit& bit : inputs_[into][i]) {
        if (bit.of == from)
          wider[i].insert(inputs_[from][static_cast<std::size_t>(bit.index)]);
        else
          wider[i].insert(bit);
      }
    }
    const auto most = static_cast<std::size_t>(lut_inputs());
    const bool tree = is_tree(module_.exprs[into].kind);
    for (std::size_t i = 0; i < wider.size(); ++i) {
      if (!tree && wider[i].size() > most) return;
      if (tree && tree_levels(wider[i].size(), lut_inputs()) > tree_levels(inputs_[into][i].size(), lut_inputs()))
        return;
    }
    inputs_[into] = std::move(wider);
    t.tail[from] = levels(is_decoder(into) ? 2 : 1);
  }

  [[nodiscard]] int levels(int count) const { return count * delays_.lut + (count - 1) * route_ps(delays_, 2); }

  // ------------------------------------------------------------ operations
  /// Yosys' techmap builds sums of few bits from LUTs (arith_map.v).
  [[nodiscard]] int shortest_chain() const { return has_pairs() ? 5 : 3; }

  [[nodiscard]] bool is_chain(const Expr& e) const {
    switch (e.kind) {
      case ExprKind::kAdd:
      case ExprKind::kSub:
      case ExprKind::kAddCarry:
        return e.width >= shortest_chain();
      case ExprKind::kUlt:
      case ExprKind::kUle:
      case ExprKind::kSlt:
      case ExprKind::kSle:
        return module_.exprs[e.args[0]].width >= shortest_chain();
      default:
        return false;
    }
  }

  /// Whether an operand needs an inverter in front of the chain: iCE40's chain has no LUT there, but LUTs that produce
  /// the operand absorb the inversion.
  bool inverts(const Expr& e) {
    if (delays_.lut_ram > 0 || e.kind == ExprKind::kAdd || e.kind == ExprKind::kAddCarry) return false;
    for (const Bit& b : bits(e.args[1])) {
      if (!b.of.valid() || b.inverted) continue;
      const bool from_lut = is_bitwise(module_.exprs[b.of].kind) && readers_[b.of] == 1;
      if (!from_lut) return true;
    }
    return false;
  }

  /// Number of equal low bits of a constant operand of a comparison; 0 without one.
  [[nodiscard]] int equal_low_bits(const Expr& e) const {
    for (const ExprId a : e.args) {
      const Expr& constant = module_.exprs[a];
      if (constant.kind != ExprKind::kConst) continue;
      int bits = 1;
      while (bits < constant.width && constant.bits.bit(bits) == constant.bits.bit(0)) ++bits;
      return bits;
    }
    return 0;
  }

  int chain(const Expr& e) {
    const bool sum = e.kind == ExprKind::kAdd || e.kind == ExprKind::kSub || e.kind == ExprKind::kAddCarry;
    const int width = sum ? e.width : module_.exprs[e.args[0]].width;
    const int extra = sum ? 1 : 2;  // the carry into the chain, and out of it
    int ps = delays_.carry_on + delays_.carry_bit * (width + extra) + delays_.carry_off;
    const int another = route_ps(delays_, 1) + delays_.lut;
    // AMD's mapping puts the equal low bits of a constant into a tree in front of the chain.
    if (const int alike = sum || !delays_.amd ? 0 : equal_low_bits(e); alike > lut_inputs())
      ps += levels(tree_levels(static_cast<std::size_t>(alike), lut_inputs())) + route_ps(delays_, 1);
    if (inverts(e)) ps += another;
    // With pairs, Yosys builds the last carry of an odd number of bits from a LUT.
    if (!sum && has_pairs() && width % 2 != 0) ps += another;
    if (e.kind == ExprKind::kUle || e.kind == ExprKind::kSle)
      ps = std::max(ps, levels(tree_levels(2 * static_cast<std::size_t>(width), lut_inputs()))) + another;
    if (e.kind == ExprKind::kSlt || e.kind == ExprKind::kSle) ps += another;
    return ps;
  }

  /// The delay of a product: tiles without registers and their sums; or, in LUTs, rows that are compressed three to
  /// two, and a sum.
  [[nodiscard]] int product(const Expr& e) const {
    const int x = module_.exprs[e.args[0]].width, y = module_.exprs[e.args[1]].width;
    const int wide = std::max(x, y), narrow = std::min(x, y);
    const int sum = delays_.carry_on + delays_.carry_bit * e.width + delays_.carry_off;
    if (delays_.dsp == 0) {
      int steps = 1;
      for (int rows = narrow; rows > 2; rows -= rows / 3) ++steps;
      return levels(steps) + route_ps(delays_, 2) + sum;
    }
    const int sums = (wide - 1) / device_.dsp_block().width_a + (narrow - 1) / device_.dsp_block().width_b;
    // A register is not packed with a tile.
    return delays_.dsp + (sums == 0 ? route_ps(delays_, 1) + delays_.lut : sums * (route_ps(delays_, 2) + sum));
  }

  /// Whether `id` is a bitwise operation of kDecoderWidth or more bits, all of which depend on the same few inputs:
  /// more than three, but no more than a LUT has. In one-hot codes, masks and tables, mapping shares parts of these,
  /// which makes them deeper.
  [[nodiscard]] bool is_decoder(ExprId id) const {
    const std::vector<BitSet>& in = inputs_[id];
    BitSet all;
    for (const BitSet& of_bit : in) all.insert(of_bit);
    return static_cast<int>(in.size()) >= kDecoderWidth && all.size() > 3 &&
           static_cast<int>(all.size()) <= device_.lut_inputs;
  }

  int delay(ExprId id) {
    const Expr& e = module_.exprs[id];
    if (is_wiring(e.kind)) return 0;
    if (is_bitwise(e.kind)) return levels(is_decoder(id) ? 2 : 1);
    if (is_tree(e.kind)) return levels(tree_levels(inputs_[id].front().size(), lut_inputs()));
    if (is_chain(e)) return chain(e);
    const int width = module_.exprs[e.args[0]].width;
    switch (e.kind) {
      case ExprKind::kAdd:
      case ExprKind::kSub:
      case ExprKind::kAddCarry:
      case ExprKind::kUlt:
      case ExprKind::kUle:
      case ExprKind::kSlt:
      case ExprKind::kSle:
        return levels(width <= 2 ? width : 3);
      case ExprKind::kTable:
        return levels(1 + table_levels(std::max(0, width - lut_inputs())));
      case ExprKind::kShl:
      case ExprKind::kShr:
      case ExprKind::kSar: {
        int bits_of_amount = 0;
        while ((1 << bits_of_amount) < e.width && bits_of_amount < module_.exprs[e.args[1]].width) ++bits_of_amount;
        return levels(mux_levels(std::max(1, bits_of_amount)));
      }
      case ExprKind::kBlockSum:
        return delays_.amd ? delays_.amd->dsp_add : delays_.dsp;
      case ExprKind::kMul:
      case ExprKind::kMulSigned:
        return product(e);
      default:
        return 0;
    }
  }

  const Module& module_;
  const DelayModel& device_;
  const CellDelays& delays_;
  IndexVector<SignalId, ExprId> wire_value_;  ///< invalid for inputs and state
  IndexVector<SignalId, ExprId> read_;        ///< the expression that represents an input in `Bit`
  IndexVector<ExprId, std::vector<Bit>> bits_;
  IndexVector<ExprId, bool> known_;
  IndexVector<ExprId, std::vector<int>> loads_;
  IndexVector<ExprId, ExprId> reader_;  ///< the last one found
  IndexVector<ExprId, int> readers_;
  IndexVector<ExprId, std::vector<BitSet>> inputs_;  ///< only for bitwise logic and trees
};

}  // namespace

Timing cell_timing(const Module& module, const DelayModel& device) {
  RTLGEN_CHECK(device.cells, "the cells of " + device.name + " are not known");
  return CellTiming(module, device).run();
}

}  // namespace rtlgen::hw
