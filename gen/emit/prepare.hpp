// Rewrites a copy of a module until both languages can print it directly.
//
// After it: an expression that is used more than once, or that a language cannot nest, is the
// value of a wire of its own, as a table always is; slices and sign extensions are of signals; one-bit arithmetic is
// logic; concatenations are flat; wide constants are in pieces; outputs are only assigned to,
// never read; a memory's address has exactly the bits that its depth needs; instances are called
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

/// Gives the top word of a constant that GHDL misprints a separate wire (docs/tools_workarounds.md,
/// entry 15): whole words of 32 bits, two or more, all zero but the top one. For VHDL only.
void split_constants_for_ghdl(hw::Module& prepared);

/// The bits of inputs and wires that nothing in a prepared module reads.
std::vector<BitRange> unread_bits(const hw::Module& prepared);

/// True for what may be repeated freely: constants, signals and slices of signals.
bool is_atom(const hw::Module& module, hw::ExprId id);

/// The expression of an assignment if it is a table, else nullptr.
const hw::Expr* assigned_table(const hw::Module& prepared, const hw::Assign& assign);

/// Words of a table, in order.
std::vector<hw::Bits> table_words(const hw::Expr& table);

/// Address bits of a memory of `depth` words, at least 1.
int address_bits(int depth);

}  // namespace rtlgen::emit
