// The operators of the hardware IR in Verilog, with no more parentheses than a reader needs.
#include "emit/verilog_expressions.hpp"

#include <algorithm>

#include "emit/layout.hpp"
#include "support/errors.hpp"

namespace rtlgen::emit {

using hw::Bits;
using hw::Expr;
using hw::ExprId;
using hw::ExprKind;

std::string verilog_constant(const Bits& bits) {
  constexpr int kPiece = 64;
  if (bits.is_zero()) return fmt::format("{}'d0", bits.width);
  if (bits.width > 8 && bits.is_ones()) return fmt::format("{{{}{{1'b1}}}}", bits.width);
  if (bits.width <= 31 && bits.to_u64() < 10) {
    return fmt::format("{}'d{}", bits.width, bits.to_u64());
  }
  std::string text;
  for (int low = (bits.width - 1) / kPiece * kPiece; low >= 0; low -= kPiece) {
    const int width = std::min(kPiece, bits.width - low);
    text += fmt::format("{}{}'h{}", text.empty() ? "" : ", ", width, hex_digits(bits, low, (width + 3) / 4));
  }
  return bits.width > kPiece ? fmt::format("{{{}}}", text) : text;
}

namespace {

/// Operators of two unsigned operands.
const char* verilog_infix(ExprKind kind) {
  switch (kind) {
    case ExprKind::kAnd:
      return "&";
    case ExprKind::kOr:
      return "|";
    case ExprKind::kXor:
      return "^";
    case ExprKind::kAdd:
      return "+";
    case ExprKind::kSub:
      return "-";
    case ExprKind::kMul:
      return "*";
    case ExprKind::kEq:
      return "==";
    case ExprKind::kNe:
      return "!=";
    case ExprKind::kUlt:
      return "<";
    case ExprKind::kUle:
      return "<=";
    case ExprKind::kShl:
      return "<<";
    case ExprKind::kShr:
      return ">>";
    default:
      return nullptr;
  }
}

}  // namespace

std::string VerilogExpressions::text(ExprId id) const {
  const Expr& e = at(id);
  if (const char* const symbol = verilog_infix(e.kind)) return binary(e, symbol);
  switch (e.kind) {
    case ExprKind::kConst:
      return verilog_constant(e.bits);
    case ExprKind::kSignal:
      return signal(e.signal).name;
    case ExprKind::kSlice:
      return slice(e);
    case ExprKind::kConcat:
      return concat(e);
    case ExprKind::kRepeat: {
      const int count = e.width / at(e.args[0]).width;
      return fmt::format("{{{}{{{}}}}}", count, text(e.args[0]));
    }
    case ExprKind::kNot:
      return unary(e, "~");
    case ExprKind::kReduceAnd:
      return unary(e, "&");
    case ExprKind::kReduceOr:
      return unary(e, "|");
    case ExprKind::kReduceXor:
      return unary(e, "^");
    case ExprKind::kAddCarry:
      return fmt::format("{} + {} + {{{}'d0, {}}}", operand(e.args[0], ExprKind::kAdd, true),
                         operand(e.args[1], ExprKind::kAdd), e.width - 1, text(e.args[2]));
    case ExprKind::kMulSigned:
      return signed_binary(e, "*");
    case ExprKind::kSlt:
      return signed_binary(e, "<");
    case ExprKind::kSle:
      return signed_binary(e, "<=");
    // $unsigned keeps the unsigned context from making the shift a logical one.
    case ExprKind::kSar:
      return fmt::format("$unsigned($signed({}) >>> {})", text(e.args[0]), operand(e.args[1], e.kind));
    case ExprKind::kMux:
      return conditional(e);
    case ExprKind::kZext:
      return fmt::format("{{{}'d0, {}}}", e.width - at(e.args[0]).width, text(e.args[0]));
    case ExprKind::kSext:
      return sign_extension(e);
    default:
      break;  // a table is printed with its assignment
  }
  throw InternalError("emit: unknown kind of expression");
}

}  // namespace rtlgen::emit
