// libclang's two parses of a file as a tree.
//
// libclang 14 does not say which operator an expression has, and its text is hidden where a macro made it. So the
// declarations of the first parse are printed, in which no macro is left, and parsed again: the operator is what stands
// between two operands there. Both trees have the same shape, and the first gives every node its place in the user's
// file.
#include <algorithm>
#include <map>

#include "import/c/clang_tree.hpp"
#include "import/c/tree.hpp"
#include "support/check.hpp"

namespace rtlgen::importer::c {

namespace {

constexpr int kDeepest = 400;

CType number_of(CXType type, bool& known) {
  known = true;
  const auto bits = static_cast<int>(clang_Type_getSizeOf(type) * 8);
  switch (type.kind) {
    case CXType_Float:
    case CXType_Double:
      return CType::floating(bits);
    case CXType_Half:
    case CXType_Float16:
      return CType::floating(16);
    case CXType_Bool:
      return CType::boolean();
    case CXType_Char_S:
    case CXType_SChar:
    case CXType_Short:
    case CXType_Int:
    case CXType_Long:
    case CXType_LongLong:
    case CXType_Enum:
      return CType::integer(true, bits);
    case CXType_Char_U:
    case CXType_UChar:
    case CXType_UShort:
    case CXType_UInt:
    case CXType_ULong:
    case CXType_ULongLong:
      return CType::integer(false, bits);
    default:
      known = false;
      return {};
  }
}

Type type_of(CXType type) {
  Type out;
  out.spelling = text_of(clang_getTypeSpelling(type));
  CXType at = clang_getCanonicalType(type);
  // An array that is a parameter has a canonical type of its own, a pointer; what is written says more.
  const auto is_array = [](const CXType& t) {
    return t.kind == CXType_ConstantArray || t.kind == CXType_VariableArray || t.kind == CXType_IncompleteArray;
  };
  if (is_array(type)) at = type;
  if (is_array(at)) {
    out.kind = Type::Kind::kArray;
  } else if (at.kind == CXType_Pointer) {
    out.kind = Type::Kind::kPointer;
    at = clang_getCanonicalType(clang_getPointeeType(at));
    out.extents.emplace_back();
    while (at.kind == CXType_Pointer) {  // rows of their own
      at = clang_getCanonicalType(clang_getPointeeType(at));
      out.extents.emplace_back();
    }
  } else if (at.kind == CXType_Void) {
    out.kind = Type::Kind::kVoid;
  } else if (at.kind == CXType_Record) {
    out.kind = Type::Kind::kRecord;
  }
  while (is_array(at)) {
    const long long size = clang_getArraySize(at);
    out.extents.push_back(size > 0 ? std::optional<std::int64_t>(size) : std::nullopt);
    const CXType element = clang_getArrayElementType(at);
    at = is_array(element) ? element : clang_getCanonicalType(element);
  }
  out.number = number_of(at, out.has_number);
  if (out.kind == Type::Kind::kOther && out.has_number) out.kind = Type::Kind::kNumber;
  return out;
}

class Reader {
 public:
  Reader(const Parsed& user, const Parsed& plain, const std::string& plain_text, const std::string& file,
         const Reporter& reporter)
      : user_(user), plain_(plain), text_(plain_text), file_(file), reporter_(reporter) {}

  Unit run() {
    const std::vector<CXCursor> mine = values(user_);
    const std::vector<CXCursor> theirs = values(plain_);
    RTLGEN_CHECK(mine.size() == theirs.size(), "the printed declarations are not those of the file");
    Unit out;
    for (std::size_t i = 0; i < mine.size(); ++i) {
      CXCursor place = mine[i];
      const CXCursor cursor = theirs[i];
      const CXCursorKind kind = clang_getCursorKind(cursor);
      if (kind == CXCursor_VarDecl) out.globals.push_back(variable(cursor, &place, 0));
      if (kind != CXCursor_FunctionDecl || clang_isCursorDefinition(cursor) == 0) continue;
      out.function_of[decl_of(cursor)] = out.functions.size();
      out.functions.push_back(function(cursor, place));
    }
    return out;
  }

 private:
  /// The functions and variables.
  static std::vector<CXCursor> values(const Parsed& parsed) {
    std::vector<CXCursor> out = own_declarations(parsed);
    const auto is_other = [](const CXCursor& c) {
      return clang_getCursorKind(c) != CXCursor_FunctionDecl && clang_getCursorKind(c) != CXCursor_VarDecl;
    };
    out.erase(std::remove_if(out.begin(), out.end(), is_other), out.end());
    return out;
  }

  /// A number for each declaration, the same for all mentions of it.
  int decl_of(CXCursor cursor) {
    const CXCursor canonical = clang_getCanonicalCursor(cursor);
    const auto [begin, end] = extent_of(canonical);
    const auto key = std::make_pair(begin, text_of(clang_getCursorSpelling(canonical)) +
                                               std::to_string(static_cast<int>(clang_getCursorKind(canonical))));
    return decls_.emplace(key, static_cast<int>(decls_.size())).first->second;
  }

  Span span_of(CXCursor cursor) const {
    CXFile file = nullptr;
    clang_getExpansionLocation(clang_getCursorLocation(cursor), &file, nullptr, nullptr, nullptr);
    if (text_of(clang_getFileName(file)) != file_) return {0, 1};
    const auto [begin, end] = extent_of(cursor);
    return {begin, end};
  }

  /// The k-th child of the place in the user's file, or that place where the trees part.
  static std::vector<CXCursor> places(const CXCursor* place, const std::vector<CXCursor>& plain) {
    std::vector<CXCursor> out;
    if (place == nullptr) return out;
    std::vector<CXCursor> mine = children(*place);
    const auto is_attribute = [](const CXCursor& c) { return clang_isAttribute(clang_getCursorKind(c)) != 0; };
    mine.erase(std::remove_if(mine.begin(), mine.end(), is_attribute), mine.end());
    const bool same = mine.size() == plain.size() &&
                      std::equal(mine.begin(), mine.end(), plain.begin(), [](const CXCursor& a, const CXCursor& b) {
                        return clang_getCursorKind(a) == clang_getCursorKind(b);
                      });
    if (same) return mine;
    out.assign(plain.size(), *place);
    return out;
  }

  Function function(CXCursor cursor, CXCursor place) {
    Function out;
    out.name = text_of(clang_getCursorSpelling(cursor));
    out.span = span_of(place);
    out.result = type_of(clang_getCursorResultType(cursor));
    const std::vector<CXCursor> kids = children(cursor);
    const std::vector<CXCursor> at = places(&place, kids);
    for (std::size_t i = 0; i < kids.size(); ++i) {
      if (clang_getCursorKind(kids[i]) == CXCursor_ParmDecl) out.parameters.push_back(variable(kids[i], &at[i], 0));
      if (clang_getCursorKind(kids[i]) == CXCursor_CompoundStmt) out.body = node(kids[i], &at[i], 0);
    }
    return out;
  }

  Node variable(CXCursor cursor, const CXCursor* place, int depth) {
    Node out;
    out.kind = Node::Kind::kVariable;
    out.text = text_of(clang_getCursorSpelling(cursor));
    out.decl = decl_of(cursor);
    out.type = type_of(clang_getCursorType(cursor));
    out.span = span_of(*place);
    const CXCursor first = clang_Cursor_getVarDeclInitializer(cursor);
    const std::vector<CXCursor> kids = children(cursor);
    const std::vector<CXCursor> at = places(place, kids);
    std::vector<Node> values;
    for (std::size_t i = 0; i < kids.size(); ++i) {
      if (clang_isExpression(clang_getCursorKind(kids[i])) == 0) continue;
      if (clang_equalCursors(kids[i], first) != 0) {
        out.kids.push_back(node(kids[i], &at[i], depth + 1));
      } else {
        out.sizes.insert(out.sizes.begin(), node(kids[i], &at[i], depth + 1));
      }
    }
    return out;
  }

  std::string between(std::size_t begin, std::size_t end) const {
    std::string out;
    for (std::size_t i = begin; i < end && i < text_.size(); ++i) {
      if (text_[i] != ' ' && text_[i] != '\n') out += text_[i];
    }
    return out;
  }

  Node node(CXCursor cursor, const CXCursor* place, int depth) {
    if (depth > kDeepest) reporter_.fail("RG0623", span_of(*place), "this is nested too deeply");
    const CXCursorKind kind = clang_getCursorKind(cursor);
    const std::vector<CXCursor> kids = children(cursor);
    const std::vector<CXCursor> at = places(place, kids);
    if ((kind == CXCursor_UnexposedExpr || kind == CXCursor_ParenExpr) && kids.size() == 1) {
      return node(kids[0], &at[0], depth + 1);
    }
    if (kind == CXCursor_LabelStmt && kids.size() == 1) return node(kids[0], &at[0], depth + 1);
    Node out;
    out.span = span_of(*place);
    out.type = type_of(clang_getCursorType(cursor));
    if (kind == CXCursor_DeclStmt) {
      out.kind = Node::Kind::kBlock;
      out.text = "declarations";
      for (std::size_t i = 0; i < kids.size(); ++i) {
        if (clang_getCursorKind(kids[i]) == CXCursor_VarDecl) out.kids.push_back(variable(kids[i], &at[i], depth + 1));
      }
      return out;
    }
    for (std::size_t i = 0; i < kids.size(); ++i) {
      if (clang_isExpression(clang_getCursorKind(kids[i])) != 0 || clang_isStatement(clang_getCursorKind(kids[i])) != 0)
        out.kids.push_back(node(kids[i], &at[i], depth + 1));
    }
    // The extents in the type of a cast stand before its value.
    if (kind == CXCursor_CStyleCastExpr && out.kids.size() > 1) out.kids.erase(out.kids.begin(), out.kids.end() - 1);
    name(cursor, kind, kids, out);
    return out;
  }

  /// Kind, text and declaration of a node whose children are there.
  void name(CXCursor cursor, CXCursorKind kind, const std::vector<CXCursor>& kids, Node& out) {
    static const std::map<CXCursorKind, Node::Kind> plain = {{CXCursor_ArraySubscriptExpr, Node::Kind::kIndex},
                                                             {CXCursor_ConditionalOperator, Node::Kind::kSelect},
                                                             {CXCursor_CStyleCastExpr, Node::Kind::kCast},
                                                             {CXCursor_InitListExpr, Node::Kind::kList},
                                                             {CXCursor_CompoundStmt, Node::Kind::kBlock},
                                                             {CXCursor_IfStmt, Node::Kind::kIf},
                                                             {CXCursor_ReturnStmt, Node::Kind::kReturn},
                                                             {CXCursor_ContinueStmt, Node::Kind::kContinue},
                                                             {CXCursor_NullStmt, Node::Kind::kNone}};
    const auto found = plain.find(kind);
    const auto [begin, end] = extent_of(cursor);
    if (found != plain.end()) {
      out.kind = found->second;
    } else if (kind == CXCursor_IntegerLiteral || kind == CXCursor_FloatingLiteral) {
      out.kind = Node::Kind::kNumber;
      out.text = between(begin, end);
    } else if (kind == CXCursor_CharacterLiteral || kind == CXCursor_UnaryExpr) {
      evaluated(cursor, out);
    } else if (kind == CXCursor_DeclRefExpr) {
      declared(cursor, out);
    } else if (kind == CXCursor_MemberRefExpr && !out.kids.empty()) {
      out.kind = Node::Kind::kMember;
      out.text = text_of(clang_getCursorSpelling(cursor));
    } else if (kind == CXCursor_CallExpr && !out.kids.empty()) {
      out.kind = Node::Kind::kCall;
      out.text = out.kids[0].kind == Node::Kind::kName ? out.kids[0].text : "";
      out.decl = out.kids[0].decl;
      out.kids.erase(out.kids.begin());
    } else if (kind == CXCursor_UnaryOperator && kids.size() == 1) {
      const auto [inner_begin, inner_end] = extent_of(kids[0]);
      out.kind = Node::Kind::kUnary;
      out.text = inner_begin > begin ? between(begin, inner_begin) : "post" + between(inner_end, end);
    } else if ((kind == CXCursor_BinaryOperator || kind == CXCursor_CompoundAssignOperator) && kids.size() == 2) {
      out.text = between(extent_of(kids[0]).second, extent_of(kids[1]).first);
      const bool assigns = kind == CXCursor_CompoundAssignOperator || out.text == "=";
      out.kind = assigns ? Node::Kind::kAssign : Node::Kind::kBinary;
    } else if (kind == CXCursor_ForStmt && out.kids.size() == 4) {
      out.kind = Node::Kind::kFor;
    } else {
      out.kind = Node::Kind::kOther;
      out.text = text_of(clang_getCursorKindSpelling(kind));
    }
  }

  static void evaluated(CXCursor cursor, Node& out) {
    CXEvalResult value = clang_Cursor_Evaluate(cursor);
    out.kind = Node::Kind::kOther;
    out.text = "sizeof";
    out.kids.clear();
    if (value == nullptr) return;
    if (clang_EvalResult_getKind(value) == CXEval_Int) {
      out.kind = Node::Kind::kNumber;
      out.text = std::to_string(clang_EvalResult_getAsLongLong(value));
    }
    clang_EvalResult_dispose(value);
  }

  void declared(CXCursor cursor, Node& out) {
    const CXCursor target = clang_getCursorReferenced(cursor);
    if (clang_getCursorKind(target) == CXCursor_EnumConstantDecl) {
      out.kind = Node::Kind::kNumber;
      out.text = std::to_string(clang_getEnumConstantDeclValue(target));
      return;
    }
    out.kind = Node::Kind::kName;
    out.text = text_of(clang_getCursorSpelling(cursor));
    out.decl = decl_of(target);
  }

  const Parsed& user_;
  const Parsed& plain_;
  const std::string& text_;
  const std::string& file_;
  const Reporter& reporter_;
  std::map<std::pair<unsigned, std::string>, int> decls_;  ///< by offset, name and kind
};

}  // namespace

Unit read_unit(const std::string& name, const Reporter& reporter) {
  const std::string file = name == "-" ? "stdin.c" : name;
  const Parsed user(file, reporter.text());
  if (!user.is_there()) reporter.fail("RG0611", {0, 1}, "libclang cannot read this file");
  report_faults(user, file, reporter);
  const std::string plain_text = printed(own_declarations(user));
  const std::string plain_file = file + ".printed.c";
  const Parsed plain(plain_file, plain_text);
  bool good = plain.is_there();
  for (unsigned i = 0; good && i < clang_getNumDiagnostics(plain.unit()); ++i) {
    CXDiagnostic diagnostic = clang_getDiagnostic(plain.unit(), i);
    if (clang_getDiagnosticSeverity(diagnostic) >= CXDiagnostic_Error) {
      good = false;
      reporter.error("RG0611", {0, 1},
                     "a declaration of this file cannot be read: " + text_of(clang_getDiagnosticSpelling(diagnostic)),
                     {"leave in the file what the loops need"});
    }
    clang_disposeDiagnostic(diagnostic);
  }
  if (!good) throw Abandoned{};
  return Reader(user, plain, plain_text, file, reporter).run();
}

}  // namespace rtlgen::importer::c
