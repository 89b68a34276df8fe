// Constants and expressions of a prepared module as VHDL text.
#pragma once

#include <fmt/format.h>

#include <string>
#include <vector>

#include "hw/ir.hpp"

namespace rtlgen::emit {

/// Literals joined by "&": hexadecimal for whole digits, binary for the rest.
std::string vhdl_literal(const hw::Bits& bits);
/// A constant in a context that determines its type.
std::string vhdl_constant(const hw::Bits& bits);

/// Expressions of a prepared module as VHDL text.
class VhdlExpressions {
 public:
  VhdlExpressions(const hw::Module& module, const IndexVector<hw::SignalId, bool>& has_port_type)
      : module_(module), has_port_type_(has_port_type) {}

  /// The text for a context that needs std_logic or unsigned: assignments, arguments of functions.
  [[nodiscard]] std::string text(hw::ExprId id) const;
  /// The text with an explicit type, for a context that does not determine it.
  [[nodiscard]] std::string typed(hw::ExprId id) const {
    const hw::Expr& e = at(id);
    if (e.width == 1 && e.kind == hw::ExprKind::kConst) {
      return fmt::format("std_logic'({})", vhdl_literal(e.bits));
    }
    const bool open = e.kind == hw::ExprKind::kConst || e.kind == hw::ExprKind::kConcat;
    return open ? fmt::format("unsigned'({})", text(id)) : text(id);
  }
  /// The text as an unsigned, even if it is one bit wide.
  [[nodiscard]] std::string vector(hw::ExprId id) const {
    return at(id).width == 1 ? fmt::format("vec({})", text(id)) : typed(id);
  }
  /// The value of an output port or the actual of an instance's input.
  [[nodiscard]] std::string port(hw::ExprId id) const {
    const hw::Expr& e = at(id);
    if (e.width == 1) return text(id);
    if (e.kind == hw::ExprKind::kConst) return vhdl_literal(e.bits);
    if (is_bare(e)) return name(id);
    return fmt::format("std_logic_vector({})", typed(id));
  }
  [[nodiscard]] std::string condition(hw::ExprId id) const {
    const hw::Expr& e = at(id);
    if (e.kind == hw::ExprKind::kNot) return operand(e.args[0], hw::ExprKind::kMux, true) + " = '0'";
    return operand(id, hw::ExprKind::kMux, true) + " = '1'";
  }

 private:
  [[nodiscard]] const hw::Expr& at(hw::ExprId id) const { return module_.exprs[id]; }
  [[nodiscard]] static bool is_logic(hw::ExprKind kind) {
    return kind == hw::ExprKind::kAnd || kind == hw::ExprKind::kOr || kind == hw::ExprKind::kXor;
  }
  /// Whether `e` is a signal, or a slice of one, that is a std_logic_vector.
  [[nodiscard]] bool is_bare(const hw::Expr& e) const {
    hw::SignalId id = e.signal;
    if (e.kind == hw::ExprKind::kSlice) {
      id = at(e.args[0]).signal;
    } else if (e.kind != hw::ExprKind::kSignal) {
      return false;
    }
    return has_port_type_[id];
  }
  /// The name of a signal or slice, regardless of its type.
  [[nodiscard]] std::string name(hw::ExprId id) const {
    const hw::Expr& e = at(id);
    if (e.kind == hw::ExprKind::kSignal) return module_.signals[e.signal].name;
    const std::string of = name(e.args[0]);
    if (e.width == 1) return fmt::format("{}({})", of, e.low);
    return fmt::format("{}({} downto {})", of, e.low + e.width - 1, e.low);
  }
  [[nodiscard]] std::string operand(hw::ExprId id, hw::ExprKind parent, bool leftmost = false) const;
  [[nodiscard]] std::string binary(const hw::Expr& e, const char* symbol) const {
    return fmt::format("{} {} {}", operand(e.args[0], e.kind, true), symbol, operand(e.args[1], e.kind));
  }
  [[nodiscard]] std::string call(const char* function, const hw::Expr& e) const {
    std::string arguments;
    for (const hw::ExprId argument : e.args) {
      arguments += (arguments.empty() ? "" : ", ") + text(argument);
    }
    return fmt::format("{}({})", function, arguments);
  }
  [[nodiscard]] std::string shift(const char* function, const hw::Expr& e) const {
    return fmt::format("{}({}, {})", function, text(e.args[0]), vector(e.args[1]));
  }
  [[nodiscard]] std::string concat(const hw::Expr& e) const {
    std::string parts;
    for (const hw::ExprId argument : e.args) {
      const hw::Expr& part = at(argument);
      parts += parts.empty() ? "" : " & ";
      parts += part.kind == hw::ExprKind::kConst ? vhdl_constant(part.bits) : operand(argument, e.kind);
    }
    return parts;
  }

  const hw::Module& module_;
  const IndexVector<hw::SignalId, bool>& has_port_type_;
};

}  // namespace rtlgen::emit
