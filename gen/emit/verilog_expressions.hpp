// Constants and expressions of a prepared module as Verilog text.
#pragma once

#include <fmt/format.h>

#include <string>

#include "hw/ir.hpp"

namespace rtlgen::emit {

/// A sized literal; long literals are split.
std::string verilog_constant(const hw::Bits& bits);

/// Operators that need no parentheses inside one of the same kind.
inline bool is_associative(hw::ExprKind kind) {
  return kind == hw::ExprKind::kAnd || kind == hw::ExprKind::kOr || kind == hw::ExprKind::kXor;
}

/// Expressions of a prepared module as Verilog text.
class VerilogExpressions {
 public:
  explicit VerilogExpressions(const hw::Module& module) : module_(module) {}

  /// The text of the right-hand side of an assignment of the same width.
  [[nodiscard]] std::string root(hw::ExprId id) const {
    const hw::Expr& e = at(id);
    switch (e.kind) {
      case hw::ExprKind::kUle:
      case hw::ExprKind::kSle:
        return fmt::format("({})", text(id));  // q <= (a <= b)
      case hw::ExprKind::kMulSigned:
        return fmt::format("$signed({}) * $signed({})", text(e.args[0]), text(e.args[1]));
      case hw::ExprKind::kSar:
        return fmt::format("$signed({}) >>> {}", text(e.args[0]), operand(e.args[1], e.kind));
      default:
        return text(id);
    }
  }

  [[nodiscard]] std::string text(hw::ExprId id) const;

 private:
  [[nodiscard]] const hw::Expr& at(hw::ExprId id) const { return module_.exprs[id]; }
  [[nodiscard]] const hw::Signal& signal(hw::SignalId id) const { return module_.signals[id]; }

  [[nodiscard]] static bool is_primary(hw::ExprKind kind) {
    switch (kind) {
      case hw::ExprKind::kConst:
      case hw::ExprKind::kSignal:
      case hw::ExprKind::kSlice:
      case hw::ExprKind::kConcat:
      case hw::ExprKind::kRepeat:
      case hw::ExprKind::kZext:
      case hw::ExprKind::kSext:
      case hw::ExprKind::kNot:
      case hw::ExprKind::kSar:
        return true;
      default:
        return false;
    }
  }
  [[nodiscard]] std::string operand(hw::ExprId id, hw::ExprKind parent, bool leftmost = false) const {
    const hw::ExprKind kind = at(id).kind;
    const bool same_sum = leftmost && parent == hw::ExprKind::kAdd && kind == hw::ExprKind::kAdd;
    const bool bare = is_primary(kind) || (kind == parent && is_associative(kind)) || same_sum;
    return bare ? text(id) : fmt::format("({})", text(id));
  }
  [[nodiscard]] std::string binary(const hw::Expr& e, const char* symbol) const {
    return fmt::format("{} {} {}", operand(e.args[0], e.kind, true), symbol, operand(e.args[1], e.kind));
  }
  [[nodiscard]] std::string signed_binary(const hw::Expr& e, const char* symbol) const {
    return fmt::format("$signed({}) {} $signed({})", text(e.args[0]), symbol, text(e.args[1]));
  }
  [[nodiscard]] std::string unary(const hw::Expr& e, const char* symbol) const {
    // "^~" is a separate operator, so a negation gets parentheses.
    const bool negation = at(e.args[0]).kind == hw::ExprKind::kNot;
    return negation ? fmt::format("{}({})", symbol, text(e.args[0]))
                    : fmt::format("{}{}", symbol, operand(e.args[0], e.kind));
  }
  [[nodiscard]] std::string slice(const hw::Expr& e) const {
    const std::string& name = signal(at(e.args[0]).signal).name;
    if (e.width == 1) return fmt::format("{}[{}]", name, e.low);
    return fmt::format("{}[{}:{}]", name, e.low + e.width - 1, e.low);
  }
  [[nodiscard]] std::string sign_extension(const hw::Expr& e) const {
    const hw::Expr& a = at(e.args[0]);
    const std::string& name = signal(a.signal).name;
    return fmt::format("{{{{{}{{{}[{}]}}}}, {}}}", e.width - a.width, name, a.width - 1, name);
  }
  [[nodiscard]] std::string concat(const hw::Expr& e) const {
    std::string parts;
    for (const hw::ExprId argument : e.args) parts += (parts.empty() ? "" : ", ") + text(argument);
    return fmt::format("{{{}}}", parts);
  }
  [[nodiscard]] std::string conditional(const hw::Expr& e) const {
    return fmt::format("{} ? {} : {}", operand(e.args[0], e.kind), operand(e.args[1], e.kind),
                       at(e.args[2]).kind == hw::ExprKind::kMux ? text(e.args[2]) : operand(e.args[2], e.kind));
  }

  const hw::Module& module_;
};

}  // namespace rtlgen::emit
