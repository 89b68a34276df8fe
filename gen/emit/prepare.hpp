// Rewrites a copy of a module until both languages can print it directly.
//
// Afterwards, an expression that is used more than once, or that a language cannot nest, is the
// value of a separate wire, and so is every table. Slices and sign extensions apply to signals; one-bit arithmetic is
// logic; concatenations are flat; wide constants are split; outputs are only assigned,
// never read; the address of a memory has exactly the bits that its depth needs; instances are called
// u_<name>.
#pragma once

#include <vector>

#include "hw/ir.hpp"

namespace rtlgen::emit {

/// A range of bits of a signal, inclusive.
struct BitRange {
  hw::SignalId signal;
  int high = 0;
  int low = 0;
};

hw::Module prepare(const hw::Module& module);

/// Gives a separate wire to the top word of constants that GHDL misprints (docs/evidence/tools_workarounds.md,
/// entry 15): those of two or more whole words of 32 bits, all zero except the top one. For VHDL only.
void split_constants_for_ghdl(hw::Module& prepared);

/// The bits of inputs and wires that a prepared module does not read.
std::vector<BitRange> unread_bits(const hw::Module& prepared);

/// Whether an expression may be repeated freely: constants, signals and slices of signals.
bool is_atom(const hw::Module& module, hw::ExprId id);

/// The expression of an assignment if it is a table, otherwise nullptr.
const hw::Expr* assigned_table(const hw::Module& prepared, const hw::Assign& assign);

/// Words of a table, in order.
std::vector<hw::Bits> table_words(const hw::Expr& table);

/// Address bits of a memory of `depth` words, at least 1.
int address_bits(int depth);

}  // namespace rtlgen::emit
