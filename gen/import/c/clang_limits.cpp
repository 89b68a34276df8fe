// Checks before the tree of a parsed file is read: its size, and which names of -D it declares.
#include <fmt/format.h>

#include <algorithm>
#include <cctype>

#include "import/c/clang_tree.hpp"
#include "support/codes.hpp"

namespace rtlgen::importer::c {

namespace {

constexpr int kMostOperators = 100000;  ///< per function, with macros expanded
constexpr int kDeepestCursor = 2000;    ///< a libclang tree has several levels for each level here

bool is_operator(CXCursorKind kind) {
  return kind == CXCursor_BinaryOperator || kind == CXCursor_CompoundAssignOperator || kind == CXCursor_UnaryOperator ||
         kind == CXCursor_ConditionalOperator || kind == CXCursor_CallExpr || kind == CXCursor_ArraySubscriptExpr;
}

/// Counts until there are too many.
class Size {
 public:
  [[nodiscard]] bool is_too_large() const { return operators_ > kMostOperators; }
  [[nodiscard]] bool is_too_deep() const { return is_too_deep_; }

  void count(CXCursor cursor, int depth) {
    if (is_operator(clang_getCursorKind(cursor))) ++operators_;
    is_too_deep_ = is_too_deep_ || depth > kDeepestCursor;
    if (is_too_deep_ || is_too_large()) return;
    for (const CXCursor& child : children(cursor)) count(child, depth + 1);
  }

 private:
  int operators_ = 0;
  bool is_too_deep_ = false;
};

void add_names(CXCursor cursor, std::set<std::string>& names, int depth) {
  if (depth > kDeepestCursor) return;
  if (clang_isDeclaration(clang_getCursorKind(cursor)) != 0) names.insert(text_of(clang_getCursorSpelling(cursor)));
  for (const CXCursor& child : children(cursor)) {
    if (clang_isExpression(clang_getCursorKind(child)) == 0) add_names(child, names, depth + 1);
  }
}

}  // namespace

std::set<std::string> macros_of(const std::string& file, const std::string& text, const UserFiles& files,
                                const std::map<std::string, std::string>& values) {
  std::set<std::string> out;
  for (const auto& [name, value] : values) {
    if (files.mentions(name)) out.insert(name);
  }
  if (out.empty()) return out;
  const Parsed parsed(file, text, files.arguments());
  if (!parsed.is_there()) return {};
  std::set<std::string> declared;
  for (const CXCursor& cursor : own_declarations(parsed)) add_names(cursor, declared, 0);
  for (const std::string& name : declared) out.erase(name);
  return out;
}

void check_size(const Parsed& parsed, const std::string& name, const Reporter& reporter) {
  for (const CXCursor& cursor : own_declarations(parsed)) {
    Size size;
    size.count(cursor, 0);
    if (!size.is_too_large() && !size.is_too_deep()) continue;
    CXFile file = nullptr;
    unsigned offset = 0;
    clang_getExpansionLocation(clang_getCursorLocation(cursor), &file, nullptr, nullptr, &offset);
    if (text_of(clang_getFileName(file)) != name) offset = 0;
    if (size.is_too_deep()) reporter.fail(Code::kProgramTooDeep, {offset, offset + 1}, "this is nested too deeply");
    reporter.fail(
        Code::kProgramTooLarge, {offset, offset + 1},
        fmt::format("this has more than {} operators, indices and calls after macro expansion", kMostOperators),
        {"move parts of it to an array or a function"});
  }
}

}  // namespace rtlgen::importer::c
