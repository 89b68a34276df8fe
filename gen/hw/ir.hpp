// The hardware IR: synchronous modules as plain values, independent of stencils and of output languages.
//
// A module has one clock (`clk`) and, if it has state that must be known at the start, one
// synchronous active-high reset (`rst`). Every signal has exactly one driver: an input
// port, an assignment, a register, a delay line, the read port of a memory or the output of an
// instance. All values are unsigned bit vectors of exact width; signedness is in the operator.
//
// Expressions live in one vector per module and refer to each other by index; arguments
// precede their user. `verify()` proves widths, drivers, names and the absence of
// combinational loops; after it the IR is const.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "support/id.hpp"

namespace rtlgen::hw {

/// A constant of exact width, least significant limb first; bits above `width` are zero.
struct Bits {
  int width = 1;
  std::vector<std::uint64_t> limbs{0};

  Bits() = default;
  Bits(int width, std::uint64_t value);
  /// No constant at all, and no memory for one.
  static Bits none() { return Bits(std::vector<std::uint64_t>()); }
  static Bits zero(int width) { return Bits(width, 0); }
  static Bits ones(int width);
  [[nodiscard]] bool bit(int index) const;
  void set_bit(int index, bool value);
  [[nodiscard]] bool is_zero() const;
  [[nodiscard]] bool is_ones() const;
  /// The value, for widths up to 64.
  [[nodiscard]] std::uint64_t to_u64() const;
  friend bool operator==(const Bits&, const Bits&) = default;

 private:
  explicit Bits(std::vector<std::uint64_t> parts) : limbs(std::move(parts)) {}
};

using SignalId = Id<struct SignalTag>;
using ExprId = Id<struct ExprTag>;

enum class ExprKind : std::uint8_t {
  kConst,   ///< bits
  kSignal,  ///< signal
  kSlice,   ///< args[0][low + width - 1 : low]
  kConcat,  ///< args, most significant first
  kRepeat,  ///< args[0] repeated width / args[0].width times
  kNot,
  kAnd,
  kOr,
  kXor,  ///< bitwise, equal widths
  kReduceAnd,
  kReduceOr,
  kReduceXor,  ///< 1 bit
  kAdd,
  kSub,       ///< equal widths, wrapping; width = operand width
  kAddCarry,  ///< args[0] + args[1] + args[2] (1 bit): one carry chain
  kMul,
  kMulSigned,  ///< width = sum of operand widths
  kEq,
  kNe,
  kUlt,
  kUle,
  kSlt,
  kSle,  ///< 1 bit, operands of equal width
  kShl,
  kShr,
  kSar,  ///< args[0] by args[1] (unsigned); width = args[0].width
  kMux,  ///< args[0] (1 bit) ? args[1] : args[2]
  kZext,
  kSext,     ///< args[0] extended to width
  kTable,    ///< word args[0] of `bits`: 2^(width of args[0]) words of `width` bits, word 0 lowest
  kBlockSum  ///< args[2] (1 bit) ? args[0] - args[1] : args[0] + args[1] in a DSP block (hw/block_sum.hpp)
};

constexpr int kMaxTableIndex = 12;  ///< bits of a table's index
constexpr int kBlockSumBits = 48;   ///< width of the adder in a DSP block

struct Expr {
  ExprKind kind = ExprKind::kConst;
  int width = 1;
  std::vector<ExprId> args;
  SignalId signal;
  int low = 0;
  Bits bits = Bits::none();  ///< kConst, kTable
};

enum class SignalKind : std::uint8_t { kInput, kOutput, kWire };

struct Signal {
  std::string name;  ///< legal in both languages; unique in the module, ignoring case
  int width = 1;
  SignalKind kind = SignalKind::kWire;
  std::string comment;  ///< one line, printed next to the declaration
  bool unused = false;  ///< intentionally not read (bits of an input that nothing needs)
};

/// A continuous assignment: target = value.
struct Assign {
  SignalId target;
  ExprId value;
};

/// The register of a DSP block that a register is meant to become (hw/product.hpp).
enum class DspRegister : std::uint8_t {
  kNone,
  kOperand,  ///< A or B
  kProduct,  ///< M; in a block without M, P if nothing is added
  kSum       ///< P
};

/// q takes the value of d at a rising edge if `enable` is high (default: always); `reset` is its value under rst.
struct Register {
  SignalId q;
  ExprId d;
  ExprId enable = {};  ///< invalid: every cycle
  std::optional<Bits> reset;
  DspRegister dsp = DspRegister::kNone;
  bool is_kept = false;    ///< synthesis must neither merge it with equal registers, so that its route has one load,
                           ///< nor make it part of a shift register
  bool is_spread = false;  ///< feeds logic all over a module: tools should duplicate it to limit the loads of each copy
};

/// q is the value of d `cycles` (>= 1) clock edges ago. Free running, without reset: maps to SRL / MLAB.
struct DelayLine {
  SignalId q;
  ExprId d;
  int cycles = 1;
};

enum class MemoryStyle : std::uint8_t { kAuto, kRegisters, kDistributed, kBlock, kUltra };

/// A memory with one address that reads before it writes: at an edge with `enable`, q takes the word at `address`,
/// and if `write` is high too, the word becomes `d`. With a circulating address and a write at every enabled edge,
/// this is a delay of `depth` words. A memory with contents is a ROM: it has neither `d` nor enables.
struct Memory {
  std::string name;
  int depth = 1;
  int width = 1;
  MemoryStyle style = MemoryStyle::kAuto;
  SignalId q;
  ExprId address;
  ExprId d;
  ExprId enable = {};
  ExprId write = {};         ///< invalid: whenever it is enabled
  ExprId read_address = {};  ///< differs from `address` in a cycle that writes; none: reads the old word at `address`
  std::vector<Bits> contents = {};  ///< only for a ROM: `depth` words

  [[nodiscard]] bool is_rom() const { return !contents.empty(); }
};

/// An instance of another module of the design, or of a hand-written leaf in rtl/.
struct Instance {
  std::string module;
  std::string name;
  std::vector<std::pair<std::string, std::int64_t>> parameters;  ///< leaves of rtl/ only
  std::vector<std::pair<std::string, ExprId>> inputs;            ///< port, driving expression
  std::vector<std::pair<std::string, SignalId>> outputs;         ///< port, driven signal
};

/// A comment that opens a group of items ("s3: fraction addition @[heat.yaml:12:9]").
struct Section {
  std::string text;
};

using Item = std::variant<Section, Assign, Register, DelayLine, Memory, Instance>;

struct Module {
  std::string name;
  std::vector<std::string> header;  ///< comment lines under "name -- summary"
  std::string summary;
  std::string role;                       ///< groups modules of similar area: "kernel", "float add"; not printed
  IndexVector<SignalId, Signal> signals;  ///< ports in port order first
  IndexVector<ExprId, Expr> exprs;
  std::vector<Item> items;  ///< in reading order
  bool uses_clock = true;   ///< has a port clk
  bool uses_reset = false;  ///< has a port rst
  /// Keep this module as a hierarchy boundary in simulation (compiled once, instantiated often).
  bool simulate_as_block = false;
  bool keeps_products = false;  ///< synthesis must not pack a register with the product before it (DspBlock)
};

/// A port of a hand-written leaf in rtl/; widths may depend on parameters.
struct LeafPort {
  std::string name;
  bool is_input = true;
  std::string width_parameter;  ///< "" : `width` bits
  int width = 1;
};

/// A hand-written leaf: rtl/<name>.v and rtl/<name>.vhd.
struct Leaf {
  std::string name;
  std::vector<std::string> parameters;
  std::vector<LeafPort> ports;  ///< without clk, rst
  bool uses_reset = false;
};

struct Design {
  std::string top;
  std::vector<Module> modules;  ///< each before the modules that instantiate it
  std::vector<Leaf> leaves;     ///< hand-written modules that are instantiated
};

/// Proves the invariants of the IR; a violation is an InternalError that names module and signal.
void verify(const Design& design);
void verify(const Module& module);  ///< everything except the ports of instances

/// True if `name` is a keyword of Verilog-2005, SystemVerilog or VHDL-2008 (ignoring case), or
/// is not an identifier in both languages (a letter first, then letters, digits and single underscores, none at the
/// end).
bool is_reserved_or_illegal(const std::string& name);
/// A name legal in both languages, derived from `wanted`.
std::string legal_name(const std::string& wanted);

}  // namespace rtlgen::hw
