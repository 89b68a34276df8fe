// Counts the live cells of a module's netlist.
#include "model/area/cells.hpp"

#include <algorithm>
#include <numeric>
#include <set>
#include <unordered_map>
#include <utility>

#include "hw/delay_model.hpp"
#include "hw/dsp_block.hpp"
#include "model/area/memories.hpp"
#include "model/area/netlist.hpp"

namespace rtlgen::model {

namespace {

/// Yosys' cost of a LUT of n inputs (synth_xilinx: abc -luts 2:2,3,6:5,10,20).
constexpr LutCosts kXilinxLuts = {{0, 2, 2, 3, 5, 5, 5, 10, 20}, 8};
/// For Intel, synth_intel_alm uses abc9_lut of alm_sim.v, in halves of an ALM.
constexpr LutCosts kAlmLuts = {{0, 1, 1, 1, 1, 1, 2, 0, 0}, 6};
constexpr LutCosts kLutsOfFour = {{0, 1, 1, 1, 1, 0, 0, 0, 0}, 4};
constexpr int kNoTile = 1000;  ///< a width that no operand reaches: families without DSPs never use one

class Counter {
 public:
  Counter(Netlist net, const Fabric& fabric) : net_(optimised(std::move(net), fabric)), fabric_(fabric) {}

  Area run(CoverCache* known) {
    find_live();
    count_flops();
    count_cells();
    for (const Literal l : net_.outputs) net_.logic.output(l);
    const LutCounts luts = map_luts(net_.logic, fabric_.luts, known);
    for (std::size_t n = 1; n < luts.size(); ++n) area_.logic_luts += luts[n] * (n <= 6 ? 1 : n == 7 ? 2 : 4);
    area_.wide_luts += luts[6];
    area_.logic_luts += inverters();
    return area_;
  }

 private:
  static std::size_t node(Literal l) { return static_cast<std::size_t>(l >> 1); }

  /// Owners of the inputs of the logic: flop i as i, cell i as -1 - i.
  void find_live() {
    const std::size_t nodes = net_.logic.nodes().size();
    flop_of_.assign(nodes, -1);
    cell_of_.assign(nodes, -1);
    for (std::size_t i = 0; i < net_.flops.size(); ++i) flop_of_[node(net_.flops[i].q)] = static_cast<int>(i);
    for (std::size_t i = 0; i < net_.cells.size(); ++i) {
      for (const Literal l : net_.cells[i].out) cell_of_[node(l)] = static_cast<int>(i);
    }
    live_.assign(nodes, 0);
    cell_live_.assign(net_.cells.size(), 0);
    revived_.assign(net_.cells.size(), 0);
    std::vector<Literal> work = net_.outputs;
    for (std::size_t i = 0; i < net_.cells.size(); ++i) {
      if (net_.cells[i].kind == HardCell::Kind::kInstance) revive(i, work);
    }
    while (!work.empty()) {
      const Literal l = work.back();
      work.pop_back();
      if (is_constant(l) || live_[node(l)]++ > 0) continue;
      const Logic::Node& n = net_.logic.nodes()[node(l)];
      if (n.is_gate()) {
        work.push_back(n.a);
        work.push_back(n.b);
      } else if (const int f = flop_of_[node(l)]; f >= 0) {
        work.push_back(net_.flops[static_cast<std::size_t>(f)].d);
        work.push_back(net_.flops[static_cast<std::size_t>(f)].enable);
      } else if (const int c = cell_of_[node(l)]; c >= 0) {
        revive(static_cast<std::size_t>(c), work, l);
      }
    }
  }

  /// A bit of a carry chain keeps only the chain up to it alive; any other cell is kept as a whole.
  void revive(std::size_t c, std::vector<Literal>& work, Literal wanted = kFalse) {
    const HardCell& cell = net_.cells[c];
    std::size_t end = cell.in.size();
    if (cell.per_bit > 0) {
      const auto bit =
          static_cast<std::size_t>(std::find(cell.out.begin(), cell.out.end(), wanted & ~1) - cell.out.begin());
      end = (bit + 1) * static_cast<std::size_t>(cell.per_bit);
      if (revived_[c] == 0) work.push_back(cell.in.back());
    }
    ++cell_live_[c];
    for (; revived_[c] < end; ++revived_[c]) work.push_back(cell.in[revived_[c]]);
  }

  [[nodiscard]] bool alive(const Flop& f) const { return live_[node(f.q)] > 0; }

  /// Chains of at least three bits that nothing reads in between are shift registers.
  void count_flops() {
    std::vector<int>& readers = readers_;
    readers.assign(net_.logic.nodes().size(), 0);
    const auto read = [&](Literal l) { ++readers[node(l)]; };
    for (std::size_t n = 1; n < live_.size(); ++n) {
      const Logic::Node& gate = net_.logic.nodes()[n];
      if (live_[n] == 0 || !gate.is_gate()) continue;
      read(gate.a);
      read(gate.b);
    }
    for (const Literal l : net_.outputs) read(l);
    for (std::size_t i = 0; i < net_.cells.size(); ++i) {
      for (std::size_t k = 0; k < revived_[i]; ++k) read(net_.cells[i].in[k]);
    }
    const bool has_tiles = fabric_.fills_dsps() &&
                           std::any_of(net_.cells.begin(), net_.cells.end(),
                                       [](const HardCell& cell) { return cell.kind == HardCell::Kind::kMultiplier; });
    for (const Flop& f : net_.flops) {
      if (!alive(f)) continue;
      read(f.d);
      read(f.enable);
      if (has_tiles && !f.has_reset && !f.in_dsp) stored_in_.try_emplace(f.d, f.item);
    }
    std::vector<int> follower(net_.flops.size(), -1);
    std::vector<char> follows(net_.flops.size(), 0);
    for (std::size_t i = 0; fabric_.is_xilinx() && i < net_.flops.size(); ++i) {
      const Flop& f = net_.flops[i];
      if (!alive(f) || f.in_dsp || f.is_kept || f.has_reset || is_constant(f.d) || (f.d & 1) != 0) continue;
      const int from = flop_of_[node(f.d)];
      if (from < 0 || readers[node(f.d)] != 1) continue;
      const Flop& before = net_.flops[static_cast<std::size_t>(from)];
      if (before.in_dsp || before.is_kept || before.has_reset || before.enable != f.enable) continue;
      follower[static_cast<std::size_t>(from)] = static_cast<int>(i);
      follows[i] = 1;
    }
    for (std::size_t i = 0; i < net_.flops.size(); ++i) {
      const Flop& first = net_.flops[i];
      if (!alive(first) || follows[i] != 0) continue;
      if (first.in_dsp) {
        net_.logic.output(first.d);
        continue;
      }
      int cycles = 0;
      for (int at = static_cast<int>(i); at >= 0; at = follower[static_cast<std::size_t>(at)])
        cycles += net_.flops[static_cast<std::size_t>(at)].length;
      keep_bits(cycles);
      if (!fabric_.is_xilinx() || cycles > 2)
        net_.logic.output(first.d);
      else
        net_.logic.output(without_controls(first));
      net_.logic.output(first.enable);
    }
  }

  void keep_bits(int cycles) {
    if (!fabric_.is_xilinx() || cycles < 3) {
      area_.flip_flops += cycles;
      return;
    }
    // An SRL holds 32 bits; a single remaining bit is a flip-flop, and so is the seventeenth.
    const int rest = cycles % 32;
    area_.shift_luts += cycles / 32 + (rest > 1 ? 1 : 0);
    area_.flip_flops += rest == 1 || rest == 17 ? 1 : 0;
  }

  /// The stored value, without the parts that a flip-flop's own controls provide: its reset stores a constant that is
  /// selected last, its enable keeps the old value.
  Literal without_controls(const Flop& f) {
    Literal d = f.d;
    const Literal own = f.length > 1 ? f.inner : f.q;
    Literal value = !f.has_reset ? -1 : f.reset_value ? kTrue : kFalse;  // value at reset; -1: any
    while (const Choice* const found = net_.choices.find(d)) {
      const Choice& c = *found;
      const auto resets = [&](Literal arm) { return is_constant(arm) && (value < 0 || value == arm); };
      // An active-low reset takes a LUT per flip-flop, which gains nothing.
      if (c.if_true != own && c.if_false != own && !resets(c.if_true)) break;
      const bool first = c.if_true == own || (c.if_false != own && resets(c.if_true));
      const Literal rest = first ? c.if_false : c.if_true;
      // The inputs of a choice have smaller numbers than the choice, unless simplification has merged them.
      if (node(rest) >= node(d)) break;
      if (const Literal arm = first ? c.if_true : c.if_false; is_constant(arm)) value = arm;
      net_.logic.output(c.condition & ~1);
      d = rest;
    }
    return d;
  }

  void count_cells() {
    for (std::size_t i = 0; i < net_.cells.size(); ++i) {
      if (cell_live_[i] == 0) continue;
      const HardCell& cell = net_.cells[i];
      if (cell.per_bit > 0) {
        net_.logic.output(cell.in.back());
        if (!fabric_.is_xilinx())
          area_.logic_luts +=
              static_cast<std::int64_t>(revived_[i]) / cell.per_bit + (cell.in.back() == kFalse ? 0 : 1);
      }
      for (std::size_t k = 0; k < revived_[i]; ++k) net_.logic.output(cell.in[k]);
      if (cell.kind == HardCell::Kind::kMultiplier) count_multiplier(cell);
      if (cell.kind == HardCell::Kind::kMemory) count_memory(cell);
    }
  }

  /// Counts tiles whose products reach a bit that is read. Sums outside tiles are arithmetic cells, as wide as the part
  /// of them that is read.
  void count_multiplier(const HardCell& cell) {
    std::size_t used = cell.out.size();
    while (used > 0 && live_[node(cell.out[used - 1])] == 0) --used;
    const std::size_t a_bits = std::accumulate(cell.across.begin(), cell.across.end(), std::size_t{0}),
                      b_bits = std::accumulate(cell.down.begin(), cell.down.end(), std::size_t{0});
    std::size_t last = 0, sums = (cell.across.size() - 1) * std::min(a_bits + b_bits, used);
    for (std::size_t i = 0, left = 0; i < cell.across.size() && left < used; left += cell.across[i++]) {
      sums += (cell.down.size() - 1) * std::min(cell.across[i] + b_bits, used - left);
      for (std::size_t k = 0, low = left; k < cell.down.size() && low < used; low += cell.down[k++]) {
        // The rest of a wide operand, or the part of a product that is read, can be too narrow for a tile; the number
        // of LUTs is a rough estimate.
        if (const auto [least, most] = std::minmax(cell.across[i], cell.down[k]);
            least < static_cast<std::size_t>(fabric_.multiplier_least)) {
          area_.logic_luts += static_cast<std::int64_t>(2 * least * most);
          continue;
        }
        if (const std::size_t read = used - low; read < static_cast<std::size_t>(fabric_.product_least)) {
          area_.logic_luts += static_cast<std::int64_t>(read * read);
          continue;
        }
        ++area_.dsps;
        last = std::max(last, low);
        // A DSP48E1 adds the previous tile; a DSP48E is followed by a sum from its lowest bit on.
        if (fabric_.name == "xc5v" && low > 0)
          area_.logic_luts += static_cast<std::int64_t>(std::min(used, low + cell.across[i] + cell.down[k]) - low);
      }
    }
    if (fabric_.fills_dsps()) area_.flip_flops -= absorbed(cell, last);
    if (!fabric_.is_xilinx()) area_.logic_luts += static_cast<std::int64_t>(sums);
  }

  /// The number of flip-flops inside a multiplier (Yosys uses those of a DSP48E1, not those of a DSP48E): those of an
  /// operand that comes from one register, and those of the result of its last tile, from bit `last` on.
  std::int64_t absorbed(const HardCell& cell, std::size_t last) const {
    std::int64_t count = 0;
    for (const auto& group : cell.registered) {
      int item = -1;
      bool whole = true;
      for (const Literal l : group) {
        if (is_constant(l)) continue;
        const int f = flop_of_[node(l)];
        whole = whole && f >= 0 && (l & 1) == 0 && !net_.flops[static_cast<std::size_t>(f)].in_dsp &&
                !net_.flops[static_cast<std::size_t>(f)].has_reset &&
                (item < 0 || net_.flops[static_cast<std::size_t>(f)].item == item);
        if (whole) item = net_.flops[static_cast<std::size_t>(f)].item;
      }
      if (!whole || item < 0) continue;
      for (const Literal l : group) count += !is_constant(l) && readers_[node(l)] == 1 ? 1 : 0;
    }
    std::set<int> items;
    std::int64_t bits = 0;
    for (std::size_t i = last; i < cell.out.size(); ++i) {
      if (live_[node(cell.out[i])] == 0) continue;
      ++bits;
      const auto into = stored_in_.find(cell.out[i]);
      items.insert(into == stored_in_.end() || readers_[node(cell.out[i])] != 1 ? -1 : into->second);
    }
    return count + (items.size() == 1 && *items.begin() >= 0 ? bits : 0);
  }

  void count_memory(const HardCell& cell) {
    std::int64_t width = 0;
    for (const Literal l : cell.out) width += live_[node(l)] > 0 ? 1 : 0;
    area_ += memory_area(cell.depth, width, cell.style, fabric_);
  }

  /// An input that is needed inverted directly, or a value needed in both polarities, takes a LUT.
  std::int64_t inverters() const {
    std::vector<char> ways(net_.logic.nodes().size(), 0);
    for (const Literal l : net_.logic.outputs()) ways[node(l)] = static_cast<char>(ways[node(l)] | (1 << (l & 1)));
    std::int64_t count = 0;
    for (std::size_t n = 1; n < ways.size(); ++n)
      count += ways[n] == 3 || (ways[n] == 2 && !net_.logic.nodes()[n].is_gate()) ? 1 : 0;
    return count;
  }

  Netlist net_;
  const Fabric& fabric_;
  Area area_;
  std::vector<int> flop_of_, cell_of_, readers_;
  std::unordered_map<Literal, int> stored_in_;  ///< items that store a literal unchanged, if tiles may take them
  std::vector<int> live_, cell_live_;
  std::vector<std::size_t> revived_;  ///< live inputs of a cell
};

/// Adds the multipliers, which the hardware and the model share.
Fabric fabric(const std::string& name, Fabric::Kind kind, const LutCosts& luts, const std::string& ram_word) {
  const hw::DspBlock& block = hw::dsp_block_of(name);
  const int sign = block.has_sign_bit ? 1 : 0;
  return {.name = name,
          .kind = kind,
          .luts = luts,
          .multiplier_a = block.width_a + sign,
          .multiplier_b = block.width_b + sign,
          .multiplier_partial = block.width_partial,
          .multiplier_least = block.is_logic ? kNoTile : block.least_operand,
          .product_least = block.is_logic ? kNoTile : block.least_product,
          .ram_word = ram_word};
}

}  // namespace

const Fabric& fabric_of(const std::string& device) {
  using enum Fabric::Kind;
  static const std::string k18 = "18-kbit block RAMs", k4 = "4-kbit block RAMs";
  static const Fabric kXc7 = fabric("xc7", kXilinx, kXilinxLuts, k18),
                      kXc5v = fabric("xc5v", kXilinx, kXilinxLuts, k18),
                      kCyclone10Gx = fabric("cyclone10gx", kAlm, kAlmLuts, "M20K"),
                      kIce40Hx = fabric("ice40hx", kFourLuts, kLutsOfFour, k4),
                      kIce40Up = fabric("ice40up", kFourLuts, kLutsOfFour, k4),
                      kEcp5 = fabric("ecp5", kFourLuts, kLutsOfFour, k18);
  const std::string family = hw::family_of(device);
  if (family == "ice40hx") return kIce40Hx;
  if (family == "ice40up") return kIce40Up;
  if (family == "ecp5") return kEcp5;
  if (family == "xc5v") return kXc5v;
  return family.starts_with("xc") || family == "generic" ? kXc7 : kCyclone10Gx;
}

Area area_of(const hw::Module& module, const Fabric& fabric, CoverCache* known) {
  return Counter(netlist_of(module, fabric), fabric).run(known);
}

}  // namespace rtlgen::model
