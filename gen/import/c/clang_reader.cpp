// Converts libclang's tree of a file to the importer's tree.
//
// libclang 14 does not report which operator an expression has, and the source text hides operators that come from
// macros. So libclang prints each declaration, with macros expanded, and the tree is read together with the printed
// tokens, node by node: names, numbers, brackets and keywords must match the tree, and the token between two operands
// is the operator. Everything else (types, values, locations) comes from the tree of the user's text.
#include "import/c/clang_reader.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>

#include "support/codes.hpp"

namespace rtlgen::importer::c {

namespace {

constexpr int kDeepest = 400;

std::vector<std::string> fields_of(CXType record) {
  std::vector<std::string> out;
  clang_Type_visitFields(
      record,
      [](CXCursor field, CXClientData data) {
        const bool is_plain = type_of(clang_getCursorType(field)).kind == Type::Kind::kNumber;
        static_cast<std::vector<std::string>*>(data)->push_back(is_plain ? text_of(clang_getCursorSpelling(field))
                                                                         : "");
        return CXVisit_Continue;
      },
      &out);
  return out;
}

}  // namespace

std::vector<CXCursor> operands(CXCursor cursor) {
  std::vector<CXCursor> out = children(cursor);
  const auto is_other = [](const CXCursor& kid) {
    const CXCursorKind kind = clang_getCursorKind(kid);
    return clang_isExpression(kind) == 0 && clang_isStatement(kind) == 0;
  };
  out.erase(std::remove_if(out.begin(), out.end(), is_other), out.end());
  return out;
}

bool is_too_deep(CXCursor cursor, int depth) {
  if (depth > kDeepest) return true;
  const std::vector<CXCursor> kids = children(cursor);
  return std::any_of(kids.begin(), kids.end(), [&](const CXCursor& kid) { return is_too_deep(kid, depth + 1); });
}

int Reader::decl_of(CXCursor cursor) {
  const CXCursor canonical = clang_getCanonicalCursor(cursor);
  auto& known = decls_[clang_hashCursor(canonical)];
  for (const auto& [other, number] : known) {
    if (clang_equalCursors(other, canonical) != 0) return number;
  }
  known.emplace_back(canonical, count_);
  return count_++;
}

Node Reader::begun(CXCursor cursor) const {
  Node out;
  out.span = span_of(cursor, reporter_);
  out.type = type_of(clang_getCursorType(cursor));
  out.refusal = out.type.refusal;
  out.kind = Node::Kind::kOther;
  out.text = text_of(clang_getCursorKindSpelling(clang_getCursorKind(cursor)));
  return out;
}

void Reader::read_global(CXCursor cursor, Unit& out) {
  Node read = begun(cursor);
  read.kind = Node::Kind::kVariable;
  read.text = text_of(clang_getCursorSpelling(cursor));
  read.decl = decl_of(cursor);
  if (is_too_deep(cursor)) {
    read.refusal = fmt::format("the value of '{}' is nested too deeply", read.text);
  } else {
    try {
      text_ = PrintedText(printed(cursor));
      read = variable(cursor);
    } catch (const Mismatch&) {
      read.refusal = fmt::format("the declaration of '{}' cannot be read", read.text);
    }
  }
  if (!keep_record(cursor, read)) out.globals.push_back(std::move(read));
}

Function Reader::read_function(CXCursor cursor) {
  Function out;
  out.name = text_of(clang_getCursorSpelling(cursor));
  out.span = span_of(cursor, reporter_);
  out.result = type_of(clang_getCursorResultType(cursor));
  if (is_too_deep(cursor)) {
    out.errors.push_back({Code::kProgramTooDeep, out.span, "this is nested too deeply", {}});
    return out;
  }
  try {
    text_ = PrintedText(printed(cursor));
    while (text_.peek() != out.name || text_.peek(1) != "(") text_.take();
    text_.take();
    text_.take();
    for (const CXCursor& kid : children(cursor)) {
      if (clang_getCursorKind(kid) == CXCursor_ParmDecl) {
        if (!out.parameters.empty()) text_.expect(",");
        out.parameters.push_back(variable(kid));
      } else if (clang_getCursorKind(kid) == CXCursor_CompoundStmt) {
        text_.skip_to({")"});
        while (text_.peek() != "{") text_.take();
        out.body = statement(kid);
      }
    }
  } catch (const Mismatch&) {
    out.errors.push_back({Code::kNotExpressible,
                          out.span,
                          fmt::format("'{}' cannot be read: libclang prints it differently from the source", out.name),
                          {"write it in a simpler form, with parameters in the parentheses"}});
  }
  return out;
}

bool Reader::keep_record(CXCursor cursor, const Node& variable) {
  const CXType type = clang_getCursorType(cursor);
  const bool is_static = clang_isDeclaration(clang_getCursorKind(clang_getCursorSemanticParent(cursor))) == 0 ||
                         clang_getCursorKind(clang_getCursorSemanticParent(cursor)) == CXCursor_TranslationUnit ||
                         clang_Cursor_getStorageClass(cursor) == CX_SC_Static;
  if (variable.type.kind != Type::Kind::kRecord || clang_isConstQualifiedType(type) == 0 || !is_static) return false;
  if (variable.kids.size() != 1 || variable.kids[0].kind != Node::Kind::kList) return false;
  const std::vector<std::string> fields = fields_of(clang_getCanonicalType(type));
  const std::vector<Node>& values = variable.kids[0].kids;
  const auto is_plain = [](const Node& value) {
    return value.kind != Node::Kind::kList && value.kind != Node::Kind::kOther;
  };
  const bool is_union = clang_getCursorKind(clang_getTypeDeclaration(type)) == CXCursor_UnionDecl;
  if (is_union || values.size() > fields.size() || std::count(fields.begin(), fields.end(), "") > 0 ||
      !std::all_of(values.begin(), values.end(), is_plain))
    return false;
  for (std::size_t i = 0; i < fields.size(); ++i) {
    Node zero;
    zero.kind = Node::Kind::kNumber;
    zero.text = "0";
    zero.span = variable.span;
    zero.type.kind = Type::Kind::kNumber;
    zero.type.number = CType::integer(true, 32);
    zero.type.has_number = true;
    records_[variable.decl].emplace(fields[i], i < values.size() ? values[i] : zero);
  }
  return true;
}

/// Reads extents that are not constants; `brackets` are the positions after the brackets in the text.
void Reader::read_sizes(const std::vector<CXCursor>& sizes, const std::vector<std::size_t>& brackets, Node& out) {
  const bool all_known = std::all_of(out.type.extents.begin() + (out.type.kind == Type::Kind::kPointer ? 1 : 0),
                                     out.type.extents.end(), [](const auto& extent) { return extent.has_value(); });
  if (sizes.size() != brackets.size()) {
    need(all_known || sizes.empty());
    return;
  }
  const std::size_t after = text_.at();
  for (std::size_t i = 0; i < brackets.size(); ++i) {
    text_.back_to(brackets[i]);
    while (text_.accept("static") || text_.accept("const") || text_.accept("restrict") || text_.accept("volatile")) {
    }
    const CXCursor size = sizes[sizes.size() - 1 - i];  // the sizes of a type come innermost first
    if (text_.peek(1) == "]" && std::isdigit(static_cast<unsigned char>(text_.peek()[0])) != 0) {
      Node number = begun(size);
      number.kind = Node::Kind::kNumber;
      number.text = text_.take();
      out.sizes.push_back(std::move(number));
    } else {
      out.sizes.push_back(expression(size));
    }
    text_.expect("]");
  }
  text_.back_to(after);
}

Node Reader::variable(CXCursor cursor, int depth) {
  Node out = begun(cursor);
  out.kind = Node::Kind::kVariable;
  out.text = text_of(clang_getCursorSpelling(cursor));
  out.decl = decl_of(cursor);
  out.is_static = clang_Cursor_getStorageClass(cursor) == CX_SC_Static;
  const CXCursor first = clang_Cursor_getVarDeclInitializer(cursor);
  std::vector<CXCursor> sizes = operands(cursor);
  const auto is_first = [&](const CXCursor& kid) { return clang_equalCursors(kid, first) != 0; };
  sizes.erase(std::remove_if(sizes.begin(), sizes.end(), is_first), sizes.end());
  const std::size_t begin = text_.at();
  static const std::vector<std::string> ends = {"=", ",", ";", ")", ""};
  const std::vector<std::size_t> brackets = text_.skip_to(ends);
  read_sizes(sizes, brackets, out);
  if (clang_Cursor_isNull(first) == 0) {
    text_.expect("=");
    out.kids.push_back(expression(first, depth + 1));
    text_.skip_attributes();
  }
  for (const std::string& attribute : text_.attributes(begin, text_.at())) {
    static const std::set<std::string> meaning = {"cleanup", "alias", "weakref", "ifunc"};
    if (meaning.contains(attribute)) out.refusal = fmt::format("'{}' has the attribute '{}'", out.text, attribute);
  }
  return out;
}

void Reader::declarations(CXCursor cursor, Node& out, int depth) {
  out.kind = Node::Kind::kBlock;
  out.text = "declarations";
  bool is_first = true;
  for (const CXCursor& kid : children(cursor)) {
    const CXCursorKind kind = clang_getCursorKind(kid);
    const bool is_declared = kind == CXCursor_VarDecl || kind == CXCursor_TypedefDecl || kind == CXCursor_FunctionDecl;
    if (!is_declared) continue;
    if (!is_first) text_.expect(",");
    is_first = false;
    if (kind == CXCursor_VarDecl) {
      Node one = variable(kid, depth + 1);
      if (!keep_record(kid, one)) out.kids.push_back(std::move(one));
    } else {
      text_.skip_to({",", ";"});
    }
  }
  text_.skip_to({";"});
  text_.expect(";");
}

/// A statement that is not analysed; it may change everything that it names.
Node Reader::unknown(CXCursor cursor) {
  Node out = begun(cursor);
  out.refusal = "rtlgen cannot read an expression of this statement";
  const auto collect = [&](const auto& self, CXCursor at, int depth) -> void {
    if (clang_getCursorKind(at) == CXCursor_DeclRefExpr) {
      Node name = begun(at);
      declared(at, name);
      if (name.kind == Node::Kind::kName) {
        Node taken;
        taken.kind = clang_getCursorKind(clang_getCursorReferenced(at)) == CXCursor_FunctionDecl ? Node::Kind::kCall
                                                                                                 : Node::Kind::kUnary;
        taken.text = taken.kind == Node::Kind::kCall ? name.text : "&";
        taken.decl = taken.kind == Node::Kind::kCall ? name.decl : -1;
        taken.span = name.span;
        if (taken.kind == Node::Kind::kUnary) taken.kids.push_back(std::move(name));
        out.kids.push_back(std::move(taken));
      }
    }
    if (depth < kDeepest) {
      for (const CXCursor& kid : children(at)) self(self, kid, depth + 1);
    }
  };
  collect(collect, cursor, 0);
  return out;
}

Node Reader::statement(CXCursor cursor, int depth) {
  const std::size_t begin = text_.at();
  try {
    return plain_statement(cursor, depth);
  } catch (const Mismatch&) {
    text_.back_to(begin);
    text_.skip_statement();
    return unknown(cursor);
  }
}

Node Reader::for_loop(const std::vector<CXCursor>& kids, Node out, int depth) {
  text_.expect("for");
  text_.expect("(");
  std::size_t at = 0;
  bool is_whole = true;
  for (const char* const end : {";", ";", ")"}) {
    if (text_.accept(end)) {
      is_whole = false;
      continue;
    }
    need(at < kids.size());
    if (clang_getCursorKind(kids[at]) == CXCursor_DeclStmt) {
      Node first = begun(kids[at]);
      declarations(kids[at++], first, depth + 1);
      out.kids.push_back(std::move(first));
    } else {
      out.kids.push_back(expression(kids[at++], depth + 1));
      text_.expect(end);
    }
  }
  need(at + 1 == kids.size());
  out.kids.push_back(statement(kids[at], depth + 1));
  if (is_whole) out.kind = Node::Kind::kFor;
  return out;
}

/// Keywords and operands of a statement in order: ( and ) are keywords, e is an expression, s a statement.
Node Reader::by_pattern(const std::vector<CXCursor>& kids, Node out, const std::vector<std::string>& pattern,
                        int depth) {
  std::size_t at = 0;
  for (const std::string& part : pattern) {
    if (part != "e" && part != "s") {
      text_.expect(part);
      continue;
    }
    need(at < kids.size());
    out.kids.push_back(part == "e" ? expression(kids[at], depth + 1) : statement(kids[at], depth + 1));
    ++at;
  }
  need(at == kids.size());
  return out;
}

Node Reader::plain_statement(CXCursor cursor, int depth) {
  using Pattern = std::vector<std::string>;
  static const std::map<CXCursorKind, Pattern> patterns = {{CXCursor_NullStmt, {";"}},
                                                           {CXCursor_ContinueStmt, {"continue", ";"}},
                                                           {CXCursor_BreakStmt, {"break", ";"}},
                                                           {CXCursor_WhileStmt, {"while", "(", "e", ")", "s"}},
                                                           {CXCursor_DoStmt, {"do", "s", "while", "(", "e", ")", ";"}},
                                                           {CXCursor_SwitchStmt, {"switch", "(", "e", ")", "s"}},
                                                           {CXCursor_CaseStmt, {"case", "e", ":", "s"}},
                                                           {CXCursor_DefaultStmt, {"default", ":", "s"}}};
  static const std::map<CXCursorKind, Node::Kind> kinds = {{CXCursor_NullStmt, Node::Kind::kNone},
                                                           {CXCursor_ContinueStmt, Node::Kind::kContinue}};
  const CXCursorKind kind = clang_getCursorKind(cursor);
  const std::vector<CXCursor> kids = operands(cursor);
  Node out = begun(cursor);
  if (const auto found = patterns.find(kind); found != patterns.end()) {
    out = by_pattern(kids, std::move(out), found->second, depth);
    if (kinds.contains(kind)) out.kind = kinds.at(kind);
  } else if (kind == CXCursor_CompoundStmt) {
    out = by_pattern({}, std::move(out), {"{"}, depth);
    for (const CXCursor& kid : kids) out.kids.push_back(statement(kid, depth + 1));
    text_.expect("}");
    out.kind = Node::Kind::kBlock;
  } else if (kind == CXCursor_DeclStmt) {
    declarations(cursor, out, depth);
  } else if (kind == CXCursor_IfStmt) {
    Pattern pattern = {"if", "(", "e", ")", "s"};
    if (kids.size() == 3) pattern.insert(pattern.end(), {"else", "s"});
    out = by_pattern(kids, std::move(out), pattern, depth);
    out.kind = Node::Kind::kIf;
  } else if (kind == CXCursor_ForStmt) {
    out = for_loop(kids, std::move(out), depth);
  } else if (kind == CXCursor_ReturnStmt) {
    out = by_pattern(kids, std::move(out), kids.empty() ? Pattern{"return", ";"} : Pattern{"return", "e", ";"}, depth);
    out.kind = Node::Kind::kReturn;
  } else if (kind == CXCursor_LabelStmt) {
    return by_pattern(kids, std::move(out), {text_of(clang_getCursorSpelling(cursor)), ":", "s"}, depth).kids[0];
  } else if (kind == CXCursor_UnexposedStmt && kids.size() == 1) {  // attributes
    text_.skip_attributes();
    return statement(kids[0], depth + 1);
  } else if (clang_isExpression(kind) != 0) {
    out = expression(cursor, depth + 1);
    text_.expect(";");
  } else {  // goto, asm
    text_.skip_statement();
    const Node all = unknown(cursor);
    out.kids = all.kids;
  }
  return out;
}

}  // namespace rtlgen::importer::c
