// One module as logic and hard cells, the form in which its area is counted.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "hw/ir.hpp"
#include "model/area/logic.hpp"
#include "support/hash_index.hpp"

namespace rtlgen::model {

struct Fabric;

/// One bit of a register, or of a delay line: registers one behind the other that nothing reads in between.
struct Flop {
  Literal d = kFalse;
  Literal q = kFalse;  ///< an input of the logic
  Literal enable = kTrue;
  bool has_reset = false;
  bool reset_value = false;
  int item = 0;            ///< registers with the same item are one register of the description
  bool in_dsp = false;     ///< a register of a DSP block that Yosys packs
  bool is_kept = false;    ///< kept even if another register is equal, and never part of a shift register
  int length = 1;          ///< registers of the line
  Literal inner = kFalse;  ///< in a line: the output of its first register, an input of the logic
  Literal stride = 0;      ///< in a line: from the output of one register to that of the next

  /// The output of the register with this number, from 1 on; before the last one.
  [[nodiscard]] Literal inside(int number) const { return inner + stride * (number - 1); }
};

/// Any other cell that is not logic: its outputs are inputs of the logic, its inputs are outputs of the logic.
struct HardCell {
  enum class Kind : std::uint8_t { kCarry, kMultiplier, kDspSum, kMemory, kInstance };
  Kind kind = Kind::kCarry;
  std::vector<Literal> in{}, out{};
  int per_bit = 0;  ///< carry: inputs per bit; a chain ends at the highest bit that is used
  std::vector<std::size_t> across{},
      down{};  ///< multiplier: widths of the parts of its operands; there is one tile per pair
  std::vector<std::vector<Literal>> registered{};  ///< multiplier: operands of its tiles that have their own registers
  std::int64_t depth = 0;                          ///< words of a memory
  hw::MemoryStyle style = hw::MemoryStyle::kAuto;
};

/// A bit that the description selects from two others.
struct Choice {
  Literal condition = kFalse, if_true = kFalse, if_false = kFalse;
};

/// Choices by the literal that they result in, in the order of their making.
class Choices {
 public:
  /// Keeps the first choice of a literal.
  void add(Literal result, const Choice& choice) {
    const auto is_result = [&](std::size_t at) { return list_[at].first == result; };
    if (index_.find_or_add(hash_of(result), list_.size(), is_result) == list_.size())
      list_.emplace_back(result, choice);
  }
  /// nullptr: none.
  [[nodiscard]] const Choice* find(Literal result) const {
    const auto is_result = [&](std::size_t at) { return list_[at].first == result; };
    const std::size_t at = index_.find(hash_of(result), is_result);
    return at == HashIndex::kNone ? nullptr : &list_[at].second;
  }
  [[nodiscard]] auto begin() const { return list_.begin(); }
  [[nodiscard]] auto end() const { return list_.end(); }

 private:
  static std::uint64_t hash_of(Literal l) { return mixed(static_cast<std::uint32_t>(l)); }

  std::vector<std::pair<Literal, Choice>> list_;
  HashIndex index_;
};

struct Netlist {
  Logic logic;
  Choices choices;
  std::vector<Flop> flops;
  std::vector<HardCell> cells;
  std::vector<Literal> inputs, outputs;  ///< ports of the module, in order
};

Netlist netlist_of(const hw::Module& module, const Fabric& fabric);

/// The same netlist after the optimisations of a synthesis tool: bits with equal values are merged, and the arms of a
/// choice assume its condition.
Netlist optimised(Netlist net, const Fabric& fabric);

}  // namespace rtlgen::model
