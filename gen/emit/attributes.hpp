// What printed signals tell synthesis about the cells that are meant for them.
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

/// Of every signal. M and P of a DSP block say that it computes them. Where three registers or more stand one behind
/// the other, Vivado makes a shift register of a LUT, which is slow to leave: the last one of them says that it stays
/// a flip-flop (UG901, SRL_STYLE). Registers that feed logic all over their module are copied for every 256 loads
/// (UG912, MAX_FANOUT; Quartus' maxfan). Products are kept where Yosys must pack no register behind them.
IndexVector<hw::SignalId, Attributes> attributes_of(const hw::Module& module);

/// Of the process of registers: those of copies are kept, which Yosys reads there.
Attributes attributes_of(const RegisterGroup& group);

/// Of the vector that a delay line is printed as.
Attributes attributes_of(const hw::DelayLine& line);

/// All of a list that are in no earlier one.
void append_new(Attributes& to, const Attributes& from);

}  // namespace rtlgen::emit
