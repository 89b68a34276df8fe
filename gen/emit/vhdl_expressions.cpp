// The operators of the hardware IR in VHDL: those of the language if they give no warnings about unknown bits and have
// the same meaning, otherwise functions of rtlgen_pkg.
#include "emit/vhdl_expressions.hpp"

#include "emit/layout.hpp"
#include "support/errors.hpp"

namespace rtlgen::emit {

using hw::Bits;
using hw::Expr;
using hw::ExprId;
using hw::ExprKind;

std::string vhdl_literal(const Bits& bits) {
  constexpr int kPiece = 64;
  constexpr int kShort = 8;
  if (bits.width == 1) return bits.bit(0) ? "'1'" : "'0'";
  const auto binary = [&](int low, int width) {
    std::string text = "\"";
    for (int i = low + width - 1; i >= low; --i) text += bits.bit(i) ? '1' : '0';
    return text + "\"";
  };
  const int odd = bits.width % 4;
  if (bits.width <= kShort && odd != 0) return binary(0, bits.width);
  std::string text = odd == 0 ? "" : binary(bits.width - odd, odd);
  for (int high = bits.width - odd; high > 0;) {
    const int low = (high - 1) / kPiece * kPiece;
    text += fmt::format("{}X\"{}\"", text.empty() ? "" : " & ", hex_digits(bits, low, (high - low) / 4));
    high = low;
  }
  return text;
}

static bool is_one_literal(const Bits& bits) {
  return bits.width == 1 || (bits.width <= 64 && (bits.width <= 8 || bits.width % 4 == 0));
}

std::string vhdl_constant(const Bits& bits) {
  constexpr int kLong = 8;
  if (bits.width > kLong && bits.is_zero()) return fmt::format("zeros({})", bits.width);
  if (bits.width > kLong && bits.is_ones()) return fmt::format("ones({})", bits.width);
  return vhdl_literal(bits);
}

std::string VhdlExpressions::operand(ExprId id, ExprKind parent, bool leftmost) const {
  const Expr& e = at(id);
  const auto is_sum = [](ExprKind kind) { return kind == ExprKind::kAdd || kind == ExprKind::kSub; };
  bool bare = true;
  switch (e.kind) {
    case ExprKind::kConst:
      // The type of a literal on the right follows from the left operand.
      return !leftmost && is_one_literal(e.bits) ? vhdl_literal(e.bits) : typed(id);
    case ExprKind::kNot:
      bare = is_logic(parent);
      break;
    case ExprKind::kAnd:
    case ExprKind::kOr:
    case ExprKind::kXor:
      bare = e.kind == parent;
      break;
    case ExprKind::kAdd:
    case ExprKind::kSub:
      bare = leftmost && is_sum(parent);
      break;
    case ExprKind::kMul:
    case ExprKind::kMux:
      bare = false;
      break;
    default:
      break;
  }
  return bare ? typed(id) : fmt::format("({})", text(id));
}

namespace {

/// Functions of rtlgen_pkg that take the operands as they are.
const char* vhdl_function(ExprKind kind) {
  switch (kind) {
    case ExprKind::kReduceAnd:
      return "reduce_and";
    case ExprKind::kReduceOr:
      return "reduce_or";
    case ExprKind::kReduceXor:
      return "reduce_xor";
    case ExprKind::kAddCarry:
      return "add_carry";
    case ExprKind::kEq:
      return "eq";
    case ExprKind::kNe:
      return "ne";
    case ExprKind::kUlt:
      return "ult";
    case ExprKind::kUle:
      return "ule";
    case ExprKind::kSlt:
      return "slt";
    case ExprKind::kSle:
      return "sle";
    default:
      return nullptr;
  }
}

}  // namespace

std::string VhdlExpressions::text(ExprId id) const {
  const Expr& e = at(id);
  if (const char* const function = vhdl_function(e.kind)) return call(function, e);
  switch (e.kind) {
    case ExprKind::kConst:
      return vhdl_constant(e.bits);
    case ExprKind::kSignal:
    case ExprKind::kSlice:
      return e.width > 1 && is_bare(e) ? fmt::format("unsigned({})", name(id)) : name(id);
    case ExprKind::kConcat:
      return concat(e);
    case ExprKind::kRepeat:
      return fmt::format("rep({}, {})", typed(e.args[0]), e.width / at(e.args[0]).width);
    case ExprKind::kNot:
      return fmt::format("not {}", operand(e.args[0], e.kind, true));
    case ExprKind::kAnd:
      return binary(e, "and");
    case ExprKind::kOr:
      return binary(e, "or");
    case ExprKind::kXor:
      return binary(e, "xor");
    case ExprKind::kAdd:
      return binary(e, "+");
    case ExprKind::kSub:
      return binary(e, "-");
    case ExprKind::kMul:
      return binary(e, "*");
    case ExprKind::kMulSigned:
      return fmt::format("unsigned(signed({}) * signed({}))", typed(e.args[0]), typed(e.args[1]));
    case ExprKind::kShl:
      return shift("shl", e);
    case ExprKind::kShr:
      return shift("shr", e);
    case ExprKind::kSar:
      return shift("sar", e);
    case ExprKind::kMux:
      return fmt::format("{} when {} else {}", text(e.args[1]), condition(e.args[0]), text(e.args[2]));
    case ExprKind::kZext:
      return fmt::format("resize({}, {})", typed(e.args[0]), e.width);
    case ExprKind::kSext:
      return fmt::format("sext({}, {})", text(e.args[0]), e.width);
    default:
      break;  // a table is printed with its assignment
  }
  throw InternalError("emit: unknown kind of expression");
}

}  // namespace rtlgen::emit
