// RAII wrappers for libclang's objects, and traversal of its cursors.
#pragma once

#include <clang-c/Index.h>

#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "import/c/tree.hpp"
#include "import/c/user_files.hpp"
#include "import/reporter.hpp"

namespace rtlgen::importer::c {

inline std::string text_of(CXString string) {
  const char* const text = clang_getCString(string);
  std::string out = text != nullptr ? text : "";
  clang_disposeString(string);
  return out;
}

/// The name under which libclang reads standard input.
inline const std::string kStandardInput = "stdin.c";

/// A parsed file and the headers that it may include, all in memory.
class Parsed {
 public:
  /// `text` is the contents of `file`; `more` are arguments for the compiler.
  Parsed(const std::string& file, const std::string& text, const std::vector<std::string>& more);
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

/// The declarations of the file itself, including those of headers beside it.
std::vector<CXCursor> own_declarations(const Parsed& parsed);

/// A declaration as text without macros and directives.
std::string printed(CXCursor declaration);

/// The files that the program `name` includes, except the standard headers.
std::vector<Source> included_sources(const Parsed& parsed, const std::string& name);

/// A compiler error in a program.
struct CompileError {
  LaterError error;
  bool is_everywhere = false;  ///< not specific to a location: a header is missing, for example
};
std::vector<CompileError> compile_errors(const Parsed& parsed, const UserFiles& files, const Reporter& reporter);

/// The byte offset for the reporter, at the use of a macro; none in standard headers.
std::optional<std::size_t> offset_of(CXSourceLocation location, const Reporter& reporter);
Span span_of(CXCursor cursor, const Reporter& reporter);

Type type_of(CXType type);
/// The names of `values` that the program uses and does not declare.
std::set<std::string> macros_of(const std::string& file, const std::string& text, const UserFiles& files,
                                const std::map<std::string, std::string>& values);

/// Refuses programs that would take too long to read and to translate (RG0623, RG0628). Throws Abandoned.
void check_size(const Parsed& parsed, const std::string& name, const Reporter& reporter);

/// Refuses pragmas and attributes that change values (RG0618). Throws Abandoned.
void check_options(const Parsed& parsed, const std::vector<Source>& sources, const Reporter& reporter);

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

}  // namespace rtlgen::importer::c
