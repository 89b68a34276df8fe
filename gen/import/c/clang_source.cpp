// Parses a text with libclang: declarations, their text with macros expanded, locations and errors.
#include <algorithm>
#include <cctype>

#include "import/c/clang_tree.hpp"
#include "import/c/gcc_macros.hpp"
#include "import/c/tree.hpp"
#include "support/codes.hpp"

namespace rtlgen::importer::c {

namespace {

const std::string kHeaders = "/rtlgen-headers/";

bool is_standard_header(const std::string& file) { return file.compare(0, kHeaders.size(), kHeaders) == 0; }

/// Whether the error stands for a value of gcc that is not known, as gcc_macro_arguments() says.
bool is_unknown_value(const std::string& message, std::size_t at, const UserFiles& files, const Reporter& reporter) {
  if (message.find("division by zero in preprocessor expression") == std::string::npos) return false;
  const std::string text = reporter.quote({at, at + 1});
  const bool is_macro = text.size() == 1 && (std::isalpha(static_cast<unsigned char>(text[0])) != 0 || text[0] == '_');
  return is_macro && (files.mentions("__has_builtin") || files.mentions("__has_attribute") ||
                      files.mentions("__has_c_attribute") || files.mentions("__has_cpp_attribute"));
}

bool includes_standard_header(const Parsed& parsed) {
  bool found = false;
  clang_getInclusions(
      parsed.unit(),
      [](CXFile file, CXSourceLocation*, unsigned, CXClientData data) {
        if (is_standard_header(text_of(clang_getFileName(file)))) *static_cast<bool*>(data) = true;
      },
      &found);
  return found;
}

/// A name that is not declared may be one of a standard header that rtlgen's own header lacks.
std::string reason_of(const std::string& message, bool has_headers) {
  if (message.find("file not found") != std::string::npos) return "a header is missing: " + message;
  const bool is_name = message.find("undeclared") != std::string::npos ||
                       message.find("unknown type name") != std::string::npos ||
                       message.find("implicit declaration") != std::string::npos;
  return (has_headers && is_name ? "rtlgen's standard headers lack this name, or it is not valid C: "
                                 : "this is not valid C: ") +
         message;
}

}  // namespace

std::vector<CXCursor> own_declarations(const Parsed& parsed) {
  std::vector<CXCursor> out;
  for (const CXCursor& cursor : children(parsed.root())) {
    CXFile file = nullptr;
    clang_getExpansionLocation(clang_getCursorLocation(cursor), &file, nullptr, nullptr, nullptr);
    if (!is_standard_header(text_of(clang_getFileName(file)))) out.push_back(cursor);
  }
  return out;
}

std::string printed(CXCursor declaration) {
  CXPrintingPolicy policy = clang_getCursorPrintingPolicy(declaration);
  clang_PrintingPolicy_setProperty(policy, CXPrintingPolicy_AnonymousTagLocations, 0);
  const std::string text = text_of(clang_getCursorPrettyPrinted(declaration, policy));
  clang_PrintingPolicy_dispose(policy);
  return text;
}

std::vector<Source> included_sources(const Parsed& parsed, const std::string& name) {
  struct Found {
    CXTranslationUnit unit;
    const std::string& name;
    std::vector<Source> out{};
  } found{parsed.unit(), name};
  clang_getInclusions(
      parsed.unit(),
      [](CXFile file, CXSourceLocation*, unsigned, CXClientData data) {
        auto& into = *static_cast<Found*>(data);
        const std::string path = text_of(clang_getFileName(file));
        const auto is_it = [&](const Source& source) { return source.file == path; };
        if (path == into.name || is_standard_header(path) || std::any_of(into.out.begin(), into.out.end(), is_it))
          return;
        std::size_t size = 0;
        const char* const text = clang_getFileContents(into.unit, file, &size);
        if (text != nullptr) into.out.push_back({path, std::string(text, size)});
      },
      &found);
  return found.out;
}

std::optional<std::size_t> offset_of(CXSourceLocation location, const Reporter& reporter) {
  CXFile file = nullptr;
  unsigned offset = 0;
  clang_getExpansionLocation(location, &file, nullptr, nullptr, &offset);
  const std::string name = text_of(clang_getFileName(file));
  auto begin = reporter.begin_of(name);
  if (!begin && name == kStandardInput) begin = reporter.begin_of("-");
  if (!begin) return std::nullopt;
  return *begin + offset;
}

Span span_of(CXCursor cursor, const Reporter& reporter) {
  const CXSourceRange range = clang_getCursorExtent(cursor);
  const auto begin = offset_of(clang_getRangeStart(range), reporter);
  const auto end = offset_of(clang_getRangeEnd(range), reporter);
  if (!begin) return {0, 1};
  return {*begin, std::max(end.value_or(*begin), *begin)};
}

std::vector<CompileError> compile_errors(const Parsed& parsed, const UserFiles& files, const Reporter& reporter) {
  std::vector<CompileError> out;
  const bool has_headers = includes_standard_header(parsed);
  for (unsigned i = 0; i < clang_getNumDiagnostics(parsed.unit()); ++i) {
    CXDiagnostic diagnostic = clang_getDiagnostic(parsed.unit(), i);
    const CXDiagnosticSeverity severity = clang_getDiagnosticSeverity(diagnostic);
    const CXSourceLocation location = clang_getDiagnosticLocation(diagnostic);
    const std::string message = text_of(clang_getDiagnosticSpelling(diagnostic));
    clang_disposeDiagnostic(diagnostic);
    // libclang refuses some combinations of pragmas that gcc ignores.
    if (severity < CXDiagnostic_Error || message.starts_with("'#pragma ")) continue;
    std::vector<std::string> notes;
    if (message.find("file not found") != std::string::npos)
      notes.emplace_back(
          "rtlgen reads headers below the program's folder and the folders of -I, and the standard headers of C");
    const auto offset = offset_of(location, reporter);
    const std::size_t begin = offset.value_or(0);
    const std::string refusal = files.refusal(message);
    if (is_unknown_value(message, begin, files, reporter)) {
      out.push_back({{Code::kNotExpressible,
                      {begin, begin + 1},
                      "rtlgen does not know the value that gcc has here, so it cannot choose between the branches",
                      {"test a macro that the program defines, and give its value with -D"}},
                     true});
      continue;
    }
    out.push_back({{Code::kMalformedProgram,
                    {begin, begin + 1},
                    refusal.empty() ? reason_of(message, has_headers) : refusal,
                    notes},
                   severity >= CXDiagnostic_Fatal || !offset});
  }
  return out;
}

Parsed::Parsed(const std::string& file, const std::string& text, const std::vector<std::string>& more)
    : index_(clang_createIndex(0, 0)) {
  std::vector<std::string> names;
  for (const auto& [name, contents] : standard_headers()) names.push_back(kHeaders + name);
  std::vector<CXUnsavedFile> files;
  for (std::size_t i = 0; i < names.size(); ++i) {
    const std::string& contents = standard_headers()[i].second;
    files.push_back({names[i].c_str(), contents.c_str(), contents.size()});
  }
  files.push_back({file.c_str(), text.c_str(), text.size()});
  std::vector<const char*> arguments = {
      "-x", "c", "-std=gnu17", "-nostdinc", "-isystem", "/rtlgen-headers", "-ferror-limit=0", "-Wno-everything"};
  for (const std::string& argument : gcc_macro_arguments()) arguments.push_back(argument.c_str());
  for (const std::string& argument : more) arguments.push_back(argument.c_str());
  clang_parseTranslationUnit2(index_, file.c_str(), arguments.data(), static_cast<int>(arguments.size()), files.data(),
                              static_cast<unsigned>(files.size()), CXTranslationUnit_DetailedPreprocessingRecord,
                              &unit_);
}

Parsed::~Parsed() {
  if (unit_ != nullptr) clang_disposeTranslationUnit(unit_);
  clang_disposeIndex(index_);
}

}  // namespace rtlgen::importer::c
