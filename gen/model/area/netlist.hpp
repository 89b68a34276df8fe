// One module as logic and hard cells: the form in which its area is counted.
#pragma once

#include <cstdint>
#include <string>
#include <unordered_map>
#include <vector>

#include "hw/ir.hpp"
#include "model/area/logic.hpp"

namespace rtlgen::model {

struct Fabric;

/// A bit that is kept for a clock.
struct Flop {
  Literal d = kFalse;
  Literal q = kFalse;  ///< an input of the logic
  Literal enable = kTrue;
  bool has_reset = false;
  bool reset_value = false;
  int item = 0;          ///< registers of one item are one register of the description
  bool in_dsp = false;   ///< a register of a DSP block that Yosys fills
  bool is_kept = false;  ///< though another register has the same, and no part of a shift register
};

/// Anything else that is no logic: its outputs are inputs of the logic, its inputs outputs of it.
struct HardCell {
  enum class Kind : std::uint8_t { kCarry, kMultiplier, kDspSum, kMemory, kInstance };
  Kind kind = Kind::kCarry;
  std::vector<Literal> in{}, out{};
  int per_bit = 0;                            ///< carry: inputs of a bit; a chain ends at the highest bit that is used
  std::vector<std::size_t> across{}, down{};  ///< multiplier: bits of the parts of its operands, a tile each pair
  std::vector<std::vector<Literal>>
      registered{};        ///< multiplier: operands of its tiles, which have registers of their own
  std::int64_t depth = 0;  ///< of a memory
  hw::MemoryStyle style = hw::MemoryStyle::kAuto;
};

/// A bit that the description chooses between two others.
struct Choice {
  Literal condition = kFalse, if_true = kFalse, if_false = kFalse;
};

struct Netlist {
  Logic logic;
  std::unordered_map<Literal, Choice> choices;  ///< by the literal that they gave
  std::vector<Flop> flops;
  std::vector<HardCell> cells;
  std::vector<Literal> inputs, outputs;  ///< of the module, in the order of its ports
};

Netlist netlist_of(const hw::Module& module, const Fabric& fabric);

/// The same netlist as a synthesis tool leaves it: bits that keep the same are one, and what a choice makes of its own
/// condition is known.
Netlist optimised(const Netlist& net, const Fabric& fabric);

}  // namespace rtlgen::model
