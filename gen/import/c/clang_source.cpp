// Parsing a text with libclang, and the text of its declarations without macros.
#include <algorithm>

#include "import/c/clang_tree.hpp"
#include "import/c/tree.hpp"

namespace rtlgen::importer::c {

namespace {

const std::string kHeaders = "/rtlgen-headers/";

std::string printed(CXCursor cursor, bool with_tag) {
  CXPrintingPolicy policy = clang_getCursorPrintingPolicy(cursor);
  if (with_tag) clang_PrintingPolicy_setProperty(policy, CXPrintingPolicy_IncludeTagDefinition, 1);
  const std::string text = text_of(clang_getCursorPrettyPrinted(cursor, policy));
  clang_PrintingPolicy_dispose(policy);
  return text;
}

/// The record or enumeration without a name that a typedef gives one; else a null cursor.
CXCursor named_by(CXCursor cursor) {
  if (clang_getCursorKind(cursor) != CXCursor_TypedefDecl) return clang_getNullCursor();
  const CXCursor tag = clang_getTypeDeclaration(clang_getTypedefDeclUnderlyingType(cursor));
  if (clang_isDeclaration(clang_getCursorKind(tag)) == 0) return clang_getNullCursor();
  const std::string text = printed(tag, false);
  const bool is_nameless = text.find(" {") != std::string::npos && text.find(" {") == text.find(' ');
  return is_nameless ? tag : clang_getNullCursor();
}

}  // namespace

std::vector<CXCursor> own_declarations(const Parsed& parsed) {
  std::vector<CXCursor> out;
  for (const CXCursor& cursor : children(parsed.root())) {
    CXFile file = nullptr;
    clang_getExpansionLocation(clang_getCursorLocation(cursor), &file, nullptr, nullptr, nullptr);
    if (text_of(clang_getFileName(file)).compare(0, kHeaders.size(), kHeaders) != 0) out.push_back(cursor);
  }
  return out;
}

std::string printed(const std::vector<CXCursor>& declarations) {
  std::string out = "#include <rtlgen_declarations.h>\n";
  for (const CXCursor& cursor : declarations) {
    const auto is_named_here = [&](const CXCursor& other) { return clang_equalCursors(named_by(other), cursor) != 0; };
    if (std::any_of(declarations.begin(), declarations.end(), is_named_here)) continue;
    const CXCursorKind kind = clang_getCursorKind(cursor);
    const std::string text = printed(cursor, clang_Cursor_isNull(named_by(cursor)) == 0);
    out += text + (kind == CXCursor_FunctionDecl && clang_isCursorDefinition(cursor) != 0 ? "\n" : ";\n");
  }
  return out;
}

void report_faults(const Parsed& parsed, const std::string& name, const Reporter& reporter) {
  for (unsigned i = 0; i < clang_getNumDiagnostics(parsed.unit()); ++i) {
    CXDiagnostic diagnostic = clang_getDiagnostic(parsed.unit(), i);
    if (clang_getDiagnosticSeverity(diagnostic) >= CXDiagnostic_Error) {
      unsigned offset = 0;
      CXFile file = nullptr;
      clang_getExpansionLocation(clang_getDiagnosticLocation(diagnostic), &file, nullptr, nullptr, &offset);
      const std::string message = text_of(clang_getDiagnosticSpelling(diagnostic));
      std::vector<std::string> notes;
      if (message.find("file not found") != std::string::npos)
        notes.emplace_back(
            "headers beside the program are read, and of the standard ones those of C; leave others out");
      const std::string place = text_of(clang_getFileName(file));
      if (place != name) offset = 0;
      reporter.error("RG0611", {offset, offset + 1},
                     "this is not C as the compiler reads it: " + (place == name ? "" : place + ": ") + message, notes);
    }
    clang_disposeDiagnostic(diagnostic);
  }
  if (reporter.failed()) throw Abandoned{};
}

Parsed::Parsed(const std::string& file, const std::string& text) : index_(clang_createIndex(0, 0)) {
  std::vector<std::string> names;
  for (const auto& [name, contents] : standard_headers()) names.push_back(kHeaders + name);
  std::vector<CXUnsavedFile> files;
  for (std::size_t i = 0; i < names.size(); ++i) {
    const std::string& contents = standard_headers()[i].second;
    files.push_back({names[i].c_str(), contents.c_str(), contents.size()});
  }
  files.push_back({file.c_str(), text.c_str(), text.size()});
  // Attributes say nothing about values, and are printed where they cannot be read.
  const std::vector<const char*> arguments = {
      "-x", "c", "-std=gnu11", "-nostdinc", "-isystem", "/rtlgen-headers", "-D__attribute__(x)=", "-Wno-everything"};
  clang_parseTranslationUnit2(index_, file.c_str(), arguments.data(), static_cast<int>(arguments.size()), files.data(),
                              static_cast<unsigned>(files.size()), CXTranslationUnit_None, &unit_);
}

Parsed::~Parsed() {
  if (unit_ != nullptr) clang_disposeTranslationUnit(unit_);
  clang_disposeIndex(index_);
}

}  // namespace rtlgen::importer::c
