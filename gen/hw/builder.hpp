// Builds one hw::Module. Expressions are folded, simplified and shared as they are made, so
// constants specialise operators without special code in the operators.
//
// `Value` is a handle (builder, expression, width) with operators. Widths must match exactly;
// a mismatch is an InternalError.
#pragma once

#include <string>
#include <unordered_map>
#include <variant>
#include <vector>

#include "hw/ir.hpp"
#include "support/hash_index.hpp"

namespace rtlgen::hw {

class Builder;

struct Value {
  Builder* builder = nullptr;
  ExprId id;
  int width = 0;

  [[nodiscard]] bool valid() const { return builder != nullptr; }
  /// Bits high..low, inclusive.
  [[nodiscard]] Value slice(int high, int low) const;
  [[nodiscard]] Value bit(int index) const { return slice(index, index); }
  [[nodiscard]] Value msb() const { return bit(width - 1); }
  /// The constant this value is, or nullptr.
  [[nodiscard]] const Bits* constant() const;
};

// Operands have equal widths unless stated otherwise; see ExprKind.
Value operator+(Value a, Value b);
Value operator-(Value a, Value b);
Value operator&(Value a, Value b);
Value operator|(Value a, Value b);
Value operator^(Value a, Value b);
Value operator~(Value a);
Value add_carry(Value a, Value b, Value carry);     ///< a + b + carry in one chain
Value block_sum(Value a, Value b, Value subtract);  ///< a - b or a + b in a DSP block
Value mul(Value a, Value b);                        ///< unsigned, width a.width + b.width
Value mul_signed(Value a, Value b);
Value eq(Value a, Value b);
Value ne(Value a, Value b);
Value ult(Value a, Value b);
Value ule(Value a, Value b);
Value slt(Value a, Value b);
Value sle(Value a, Value b);
Value shl(Value a, Value amount);
Value shr(Value a, Value amount);
Value sar(Value a, Value amount);
Value mux(Value condition, Value if_true, Value if_false);
Value cat(const std::vector<Value>& most_significant_first);
Value repeat(Value a, int count);
Value zext(Value a, int width);
Value sext(Value a, int width);
Value reduce_and(Value a);
Value reduce_or(Value a);
Value reduce_xor(Value a);
/// words[index]: a constant table with words of `width` (at most 64) bits; missing words are 0.
Value table(Value index, const std::vector<std::uint64_t>& words, int width);

class Builder {
 public:
  explicit Builder(std::string module_name);
  Builder(const Builder&) = delete;
  Builder& operator=(const Builder&) = delete;

  /// From now on, products with constants become sums of shifted copies (hw/shift_add.hpp) instead of multiplications.
  void expand_products() { expands_products_ = true; }
  [[nodiscard]] bool expands_products() const { return expands_products_; }

  // ---- ports (in the order of the calls; clk and rst are implied and come first)
  // A port has exactly the given name: a wire, memory or instance with the same name is renamed, whichever came first.
  Value input(const std::string& name, int width, const std::string& comment = "");
  /// Declares an output port driven by `value`.
  void output(const std::string& name, Value value, const std::string& comment = "");

  // ---- values
  Value constant(int width, std::uint64_t value);
  Value constant(const Bits& bits);
  Value one() { return constant(1, 1); }
  Value zero(int width = 1) { return constant(width, 0); }

  /// Makes a named wire equal to `value` and returns a reference to it. A constant is returned unchanged.
  /// The name is made unique and legal.
  Value name(const std::string& name, Value value, const std::string& comment = "");

  // ---- state
  /// A register that takes `next` in every cycle, or only if `enable` is high. An invalid `enable` means every cycle.
  Value reg(const std::string& name, Value next, Value enable = {}, std::optional<Bits> reset = std::nullopt,
            const std::string& comment = "");
  /// A register of a DSP block; a constant is returned unchanged.
  Value dsp_reg(const std::string& name, Value next, DspRegister dsp);
  /// A register that synthesis leaves alone (Register::is_kept); a constant is returned unchanged.
  Value kept_reg(const std::string& name, Value next);
  /// Asks tools to duplicate a register of this module for its loads.
  void spread(Value reg);
  /// For feedback: declares the register first; `drive` gives its next value later.
  Value declare_reg(const std::string& name, int width, std::optional<Bits> reset = std::nullopt,
                    const std::string& comment = "");
  void drive(Value reg, Value next, Value enable = {});
  /// `value`, `cycles` clock edges later; 0 returns the value itself, 1 makes a register.
  Value delay(const std::string& name, Value value, int cycles, const std::string& comment = "");
  /// Makes a memory (see hw::Memory) and returns its registered read port. With an invalid `write`, it writes whenever
  /// it is enabled. With an invalid `read_address`, it reads at `address`.
  Value memory(const std::string& name, int depth, MemoryStyle style, Value address, Value data, Value enable,
               const std::string& comment = "", Value write = {}, Value read_address = {});

  // ---- structure
  /// Instantiates `module`. The outputs are named wires of the given widths, returned in order. The names of the
  /// instance and the wires are made unique and legal.
  std::vector<Value> instance(
      const std::string& module, const std::string& name, const std::vector<std::pair<std::string, Value>>& inputs,
      const std::vector<std::tuple<std::string, std::string, int>>& outputs,  ///< port, wire name, width
      const std::vector<std::pair<std::string, std::int64_t>>& parameters = {});
  /// For feedback through instances: declares a wire now; `assign` gives its value later.
  Value declare_wire(const std::string& name, int width, const std::string& comment = "");
  void assign(Value wire, Value value);

  void section(const std::string& text);
  void summary(const std::string& text) { module_.summary = text; }
  void role(const std::string& text) { module_.role = text; }
  void header_line(const std::string& text) { module_.header.push_back(text); }
  void simulate_as_block() { module_.simulate_as_block = true; }

  /// The finished, verified module: unreferenced wires are removed, and uses_clock and uses_reset are set.
  Module finish();

  [[nodiscard]] const Module& module() const { return module_; }
  Value make(Expr expr);  ///< folds, simplifies, shares
  Value reference(SignalId signal);

 private:
  struct Implied {};  ///< clk and rst
  /// The holder of a name: a signal, or the item of a memory or an instance.
  using Holder = std::variant<Implied, SignalId, std::size_t>;

  /// Gives `holder` a legal, unused name derived from `wanted`.
  std::string take_name(const std::string& wanted, Holder holder);
  SignalId add_signal(const std::string& name, int width, SignalKind kind, const std::string& comment);
  SignalId add_port(const std::string& name, int width, SignalKind kind, const std::string& comment);
  std::string& name_of(const Holder& holder);
  Module module_;
  bool expands_products_ = false;
  HashIndex shared_;                               ///< index of the module's expressions
  std::unordered_map<std::string, Holder> names_;  ///< by the name in lower case
  std::unordered_map<std::string, int> suffixes_;  ///< by the same: of the last name that was made of it
  IndexVector<ExprId, ExprId> named_;              ///< references to the named wires of expressions that have one
  std::map<SignalId, std::size_t> pending_;        ///< declared registers and wires without a driver
};

}  // namespace rtlgen::hw
