// Expressions of a netlist: nets by name, slices, constants, and the gates between modules. They cannot express the
// arithmetic of a stencil; the hardware IR does that (hw/ir.hpp).
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace rtlgen::netlist {

enum class ExprKind : std::uint8_t {
  kNet,       ///< name
  kSlice,     ///< name[high:low]
  kConstant,  ///< value of width
  kConcat,    ///< args, most significant first
  kRepeat,    ///< args[0], count times
  kExtend,    ///< args[0] extended with zeros to width
  kNot,
  kAnd,
  kOr,
  kXor,     ///< bitwise; args of equal widths
  kAnyBit,  ///< one bit: some bit of args[0] is 1
  kEqual,   ///< one bit: args[0] == args[1]
  kAdd      ///< args[0] + args[1], wrapping, of equal widths
};

/// The notation of a printed constant.
enum class Radix : char { kBinary = 'b', kDecimal = 'd', kHex = 'h' };

struct Expr {
  ExprKind kind = ExprKind::kNet;
  std::string name;         ///< name of a net or port of the module; in an instance's parameters, of a parameter
  int high = 0, low = 0;    ///< bounds of a slice, inclusive
  int width = 0;            ///< bits of a constant or an extension
  std::uint64_t value = 0;  ///< value of a constant; bits beyond the 64th are zero
  Radix radix = Radix::kBinary;
  int count = 0;
  std::vector<Expr> args;
  std::string note;  ///< comment behind an element of a concatenation that has a line per element

  Expr() = default;
  Expr(std::string net) : name(std::move(net)) {}  // NOLINT(google-explicit-constructor): a name is the net
  Expr(const char* net) : name(net) {}             // NOLINT(google-explicit-constructor)
};

inline Expr net(std::string name) { return {std::move(name)}; }
Expr slice(std::string name, int high, int low);
inline Expr bit(std::string name, int index) { return slice(std::move(name), index, index); }
/// Bits width - 1 to 0 of a net with `of` bits; the net itself if these are all.
Expr low_bits(std::string name, int width, int of);
/// Bit `index` of a net with `of` bits; the net itself if it has one bit.
Expr bit_of(std::string name, int index, int of);

Expr binary(int width, std::uint64_t value);
Expr decimal(int width, std::uint64_t value);
Expr hex(int width, std::uint64_t value);
inline Expr zero() { return binary(1, 0); }
inline Expr one() { return binary(1, 1); }
/// Zero as a decimal number of `width` bits.
inline Expr zeros(int width) { return decimal(width, 0); }

Expr operator~(Expr a);
Expr operator&(Expr a, Expr b);
Expr operator|(Expr a, Expr b);
Expr operator^(Expr a, Expr b);
Expr operator+(Expr a, Expr b);
Expr equal(Expr a, Expr b);
Expr any_bit(Expr a);
/// Concatenates with the first one lowest: {b, a}; a single one is returned unchanged.
Expr joined(std::vector<Expr> low_first);
Expr concat(std::vector<Expr> high_first);
Expr repeat(Expr a, int count);
Expr extend(Expr a, int width);
/// The conjunction: a & b; 1 if `signals` is empty.
Expr all(std::vector<Expr> signals);
/// The disjunction: a | b; needs at least one signal.
Expr some(std::vector<Expr> signals);

/// Calls `use` for every net of an expression with the bits that are used; high is -1 for all bits.
template <class Use>
void for_each_net(const Expr& e, const Use& use) {
  if (e.kind == ExprKind::kNet) use(e.name, -1, 0);
  if (e.kind == ExprKind::kSlice) use(e.name, e.high, e.low);
  for (const Expr& arg : e.args) for_each_net(arg, use);
}

}  // namespace rtlgen::netlist
