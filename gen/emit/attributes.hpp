// Attributes of printed signals, which tell synthesis the intended cells.
#pragma once

#include <string_view>
#include <vector>

#include "emit/layout.hpp"
#include "hw/ir.hpp"

namespace rtlgen::emit {

struct Attribute {
  std::string_view name, value, tool;
  bool is_number = false;
  friend bool operator==(const Attribute&, const Attribute&) = default;
};
using Attributes = std::vector<Attribute>;

/// The attributes of every signal. M and P are marked as registers of a DSP block. From three or more registers in a
/// row, Vivado makes a shift register in a LUT, whose output is slow: the last register gets an attribute to stay a
/// flip-flop (UG901, SRL_STYLE). Registers that feed logic all over their module are duplicated for every 256 loads
/// (UG912, MAX_FANOUT; maxfan of Quartus). Products are kept if Yosys must not pack a register after them.
IndexVector<hw::SignalId, Attributes> attributes_of(const hw::Module& module);

/// The attributes of the process of a group of registers: kept copies are marked there, where Yosys reads it.
Attributes attributes_of(const RegisterGroup& group);

/// The attributes of the vector that stands for a delay line in the text.
Attributes attributes_of(const hw::DelayLine& line);

/// Appends the attributes of `from` that `to` lacks.
void append_new(Attributes& to, const Attributes& from);

}  // namespace rtlgen::emit
