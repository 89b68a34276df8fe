// libclang's objects as values that free themselves, and the walk over its cursors.
#pragma once

#include <clang-c/Index.h>

#include <string>
#include <utility>
#include <vector>

#include "import/reporter.hpp"

namespace rtlgen::importer::c {

inline std::string text_of(CXString string) {
  const char* const text = clang_getCString(string);
  std::string out = text != nullptr ? text : "";
  clang_disposeString(string);
  return out;
}

/// A parsed file and the headers that it may include, all of them in memory.
class Parsed {
 public:
  /// `text` stands for the contents of `file`.
  Parsed(const std::string& file, const std::string& text);
  ~Parsed();
  Parsed(const Parsed&) = delete;
  Parsed& operator=(const Parsed&) = delete;

  [[nodiscard]] bool is_there() const { return unit_ != nullptr; }
  [[nodiscard]] CXTranslationUnit unit() const { return unit_; }
  [[nodiscard]] CXCursor root() const { return clang_getTranslationUnitCursor(unit_); }

 private:
  CXIndex index_ = nullptr;
  CXTranslationUnit unit_ = nullptr;
};

/// What the file declares itself, headers beside it included.
std::vector<CXCursor> own_declarations(const Parsed& parsed);

/// Declarations as text without macros and directives.
std::string printed(const std::vector<CXCursor>& declarations);

/// Reports what the compiler says against the file `name` and its headers (RG0611). Throws Abandoned where that is an
/// error.
void report_faults(const Parsed& parsed, const std::string& name, const Reporter& reporter);

inline std::vector<CXCursor> children(CXCursor cursor) {
  std::vector<CXCursor> out;
  clang_visitChildren(
      cursor,
      [](CXCursor child, CXCursor, CXClientData data) {
        static_cast<std::vector<CXCursor>*>(data)->push_back(child);
        return CXChildVisit_Continue;
      },
      &out);
  return out;
}

/// Byte offsets of a cursor in its file, macros counting where they are used.
inline std::pair<unsigned, unsigned> extent_of(CXCursor cursor) {
  const CXSourceRange range = clang_getCursorExtent(cursor);
  unsigned begin = 0;
  unsigned end = 0;
  clang_getExpansionLocation(clang_getRangeStart(range), nullptr, nullptr, nullptr, &begin);
  clang_getExpansionLocation(clang_getRangeEnd(range), nullptr, nullptr, nullptr, &end);
  return {begin, end < begin ? begin : end};
}

}  // namespace rtlgen::importer::c
