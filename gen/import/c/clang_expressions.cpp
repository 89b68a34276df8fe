// Reads expressions from libclang's tree along with the tokens that it prints.
#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <limits>

#include "import/c/clang_reader.hpp"

namespace rtlgen::importer::c {

namespace {

const std::set<std::string>& binary_operators() {
  static const std::set<std::string> all = {
      "+", "-",  "*",  "/", "%", "<<", ">>", "<",  ">",  "<=", ">=", "==", "!=", "&",   "^",
      "|", "&&", "||", ",", "=", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "<<=", ">>="};
  return all;
}

const std::set<std::string>& unary_operators() {
  static const std::set<std::string> all = {"+", "-", "!", "~", "*", "&", "++", "--"};
  return all;
}

bool is_assignment(const std::string& symbol) {
  static const std::set<std::string> relations = {"==", "!=", "<=", ">="};
  return symbol.back() == '=' && !relations.contains(symbol);
}

/// The value of a character or of sizeof, as libclang computes it.
Node evaluated(CXCursor cursor, Node out) {
  CXEvalResult value = clang_Cursor_Evaluate(cursor);
  out.text = "sizeof";
  if (value == nullptr) return out;
  if (clang_EvalResult_getKind(value) == CXEval_Int) {
    out.kind = Node::Kind::kNumber;
    out.text = std::to_string(clang_EvalResult_getAsLongLong(value));
  }
  clang_EvalResult_dispose(value);
  return out;
}

/// True for an enumerator that fits an int, in an enumeration with one that does not: the first is an int for clang and
/// for gcc up to 12, and has the type of the enumeration from gcc 13 on.
bool has_type_of_enumeration(CXCursor enumerator) {
  const CXCursor enumeration = clang_getCursorSemanticParent(enumerator);
  const bool is_signed = type_of(clang_getEnumDeclIntegerType(enumeration)).number.is_signed;
  const auto fits = [is_signed](CXCursor constant) {
    if (!is_signed) return clang_getEnumConstantDeclUnsignedValue(constant) <= std::numeric_limits<int>::max();
    const long long value = clang_getEnumConstantDeclValue(constant);
    return value >= std::numeric_limits<int>::min() && value <= std::numeric_limits<int>::max();
  };
  const auto is_beyond = [&fits](CXCursor child) {
    return clang_getCursorKind(child) == CXCursor_EnumConstantDecl && !fits(child);
  };
  return fits(enumerator) && std::ranges::any_of(children(enumeration), is_beyond);
}

}  // namespace

Node Reader::expression(CXCursor cursor, int depth) {
  const CXCursorKind kind = clang_getCursorKind(cursor);
  const std::vector<CXCursor> kids = operands(cursor);
  if (kind == CXCursor_UnexposedExpr && kids.size() == 1 && text_.peek() != "[" && text_.peek() != ".")
    return expression(kids[0], depth + 1);  // a conversion
  if (kind == CXCursor_ParenExpr && kids.size() == 1) {
    text_.expect("(");
    Node inner = expression(kids[0], depth + 1);
    text_.expect(")");
    return inner;
  }
  Node out = begun(cursor);
  switch (kind) {
    case CXCursor_IntegerLiteral:
    case CXCursor_FloatingLiteral:
    case CXCursor_CharacterLiteral:
    case CXCursor_StringLiteral:
      return literal(cursor, std::move(out));
    case CXCursor_DeclRefExpr:
      text_.expect(text_of(clang_getCursorSpelling(cursor)));
      declared(cursor, out);
      return out;
    case CXCursor_MemberRefExpr:
      return member(cursor, kids, std::move(out), depth);
    case CXCursor_CallExpr:
      return call(kids, std::move(out), depth);
    case CXCursor_InitListExpr:
      return list(kids, std::move(out), depth);
    case CXCursor_UnaryExpr:
      return size_of(cursor, kids, std::move(out));
    case CXCursor_CompoundLiteralExpr:
      text_.skip_group();
      out = by_pattern({kids.end() - 1, kids.end()}, std::move(out), {"e"}, depth);
      return out;
    case CXCursor_StmtExpr:
      return by_pattern(kids, std::move(out), {"(", "s", ")"}, depth);
    default:
      return operation(cursor, kids, std::move(out), depth);
  }
}

Node Reader::operation(CXCursor cursor, const std::vector<CXCursor>& kids, Node out, int depth) {
  const CXCursorKind kind = clang_getCursorKind(cursor);
  const bool of_two = kind == CXCursor_BinaryOperator || kind == CXCursor_CompoundAssignOperator;
  if (of_two && kids.size() == 2) {
    out.kids.push_back(expression(kids[0], depth + 1));
    out.text = text_.take();
    need(binary_operators().contains(out.text));
    out.kids.push_back(expression(kids[1], depth + 1));
    const bool assigns = is_assignment(out.text);
    need(kind != CXCursor_CompoundAssignOperator || (assigns && out.text != "="));
    out.kind = assigns ? Node::Kind::kAssign : Node::Kind::kBinary;
    return out;
  }
  if (kind == CXCursor_UnaryOperator && kids.size() == 1) {
    if (text_.accept("__extension__")) return expression(kids[0], depth + 1);
    const bool is_prefix = unary_operators().contains(text_.peek());
    if (is_prefix) out.text = text_.take();
    out.kids.push_back(expression(kids[0], depth + 1));
    if (!is_prefix) {
      need(text_.peek() == "++" || text_.peek() == "--");
      out.text = "post" + text_.take();
    }
    out.kind = Node::Kind::kUnary;
    return out;
  }
  if (kind == CXCursor_ConditionalOperator) {
    out = by_pattern(kids, std::move(out), {"e", "?", "e", ":", "e"}, depth);
    out.kind = Node::Kind::kSelect;
    return out;
  }
  if (kind == CXCursor_UnexposedExpr && kids.size() > 1) {  // a ?: b, whose other operands represent a
    out = by_pattern({kids.front(), kids.back()}, std::move(out), {"e", "?", ":", "e"}, depth);
    out.kind = Node::Kind::kSelect;
    return out;
  }
  if (kind == CXCursor_ArraySubscriptExpr) {
    out = by_pattern(kids, std::move(out), {"e", "[", "e", "]"}, depth);
    out.kind = Node::Kind::kIndex;
    return out;
  }
  if (kind == CXCursor_CStyleCastExpr && !kids.empty()) {
    need(text_.peek() == "(");
    text_.skip_group();  // the type; its extents are operands before the last one
    out = by_pattern({kids.end() - 1, kids.end()}, std::move(out), {"e"}, depth);
    out.kind = Node::Kind::kCast;
    // A cast makes the type of an enumerator known; numbers have no other refusal.
    if (out.kids[0].kind == Node::Kind::kNumber) out.kids[0].refusal = out.kids[0].type.refusal;
    return out;
  }
  throw Mismatch{};
}

Node Reader::literal(CXCursor cursor, Node out) {
  const CXCursorKind kind = clang_getCursorKind(cursor);
  const std::string token = text_.take();
  if (kind == CXCursor_StringLiteral) {
    need(token.back() == '"');
    while (!text_.peek().empty() && text_.peek().back() == '"') text_.take();
    return out;
  }
  if (kind == CXCursor_CharacterLiteral) {
    need(token.back() == '\'');
    return evaluated(cursor, std::move(out));
  }
  const bool is_infinite = token == "+" && kind == CXCursor_FloatingLiteral;
  const bool is_number = std::isdigit(static_cast<unsigned char>(token[0])) != 0 || token[0] == '.';
  need(is_infinite || is_number);
  out.kind = Node::Kind::kNumber;
  out.text = is_infinite ? token + text_.take() : token;
  return out;
}

Node Reader::member(CXCursor cursor, const std::vector<CXCursor>& kids, Node out, int depth) {
  need(kids.size() == 1);
  out.kids.push_back(expression(kids[0], depth + 1));
  out.kind = Node::Kind::kMember;
  out.text = text_of(clang_getCursorSpelling(cursor));
  const bool points = text_.accept("->");
  if (!points) text_.accept(".");
  if (!out.text.empty()) text_.expect(out.text);
  if (clang_Cursor_isBitField(clang_getCursorReferenced(cursor)) != 0)
    out.refusal = fmt::format("'{}' is a bit-field", out.text);
  const auto record = records_.find(out.kids[0].decl);
  if (points || record == records_.end() || out.kids[0].kind != Node::Kind::kName) return out;
  out.kind = Node::Kind::kCast;
  out.kids = {record->second.at(out.text)};
  return out;
}

Node Reader::call(const std::vector<CXCursor>& kids, Node out, int depth) {
  need(!kids.empty());
  const Node callee = expression(kids[0], depth + 1);
  out.kind = Node::Kind::kCall;
  out.text = callee.kind == Node::Kind::kName ? callee.text : "";
  out.decl = callee.decl;
  text_.expect("(");
  for (std::size_t i = 1; i < kids.size(); ++i) {
    if (i > 1) text_.expect(",");
    out.kids.push_back(expression(kids[i], depth + 1));
  }
  text_.expect(")");
  return meaning_of_builtin(std::move(out));
}

Node Reader::list(const std::vector<CXCursor>& kids, Node out, int depth) {
  out.kind = Node::Kind::kList;
  text_.expect("{");
  for (std::size_t i = 0; i < kids.size(); ++i) {
    if (i > 0) text_.expect(",");
    if (text_.peek() == "[" || text_.peek() == ".") {  // [3] = 1, .x = 1
      Node designated = begun(kids[i]);
      designated.refusal = "designated initialisers are not supported";
      text_.skip_to({"="});
      text_.take();
      const std::vector<CXCursor> inner = operands(kids[i]);
      need(!inner.empty());
      designated.kids.push_back(expression(inner.back(), depth + 1));
      out.kids.push_back(std::move(designated));
    } else {
      out.kids.push_back(expression(kids[i], depth + 1));
    }
  }
  text_.expect("}");
  return out;
}

/// The operand is not evaluated: only its end matters.
Node Reader::size_of(CXCursor cursor, const std::vector<CXCursor>& kids, Node out) {
  text_.take();  // sizeof, _Alignof
  const std::size_t begin = text_.at();
  try {
    need(kids.size() == 1);
    expression(kids[0]);
  } catch (const Mismatch&) {  // a type
    text_.back_to(begin);
    if (text_.peek() != "(") throw;
    text_.skip_group();
  }
  return evaluated(cursor, std::move(out));
}

void Reader::declared(CXCursor cursor, Node& out) {
  const CXCursor target = clang_getCursorReferenced(cursor);
  if (clang_getCursorKind(target) == CXCursor_EnumConstantDecl) {
    out.kind = Node::Kind::kNumber;
    out.text = out.type.number.is_signed ? std::to_string(clang_getEnumConstantDeclValue(target))
                                         : std::to_string(clang_getEnumConstantDeclUnsignedValue(target));
    if (out.refusal.empty() && has_type_of_enumeration(target))
      out.refusal = fmt::format(
          "the type of '{}' depends on the compiler, because another enumerator of its enumeration does not fit an "
          "int; "
          "write '(int){}'",
          text_of(clang_getCursorSpelling(target)), text_of(clang_getCursorSpelling(target)));
    return;
  }
  out.kind = Node::Kind::kName;
  out.text = text_of(clang_getCursorSpelling(cursor));
  out.decl = decl_of(target);
}

}  // namespace rtlgen::importer::c
