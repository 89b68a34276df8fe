// Reads a file into a tree: first the compiler's errors, then the declarations.
#include <algorithm>
#include <utility>

#include "import/c/clang_reader.hpp"
#include "support/codes.hpp"

namespace rtlgen::importer::c {

namespace {

bool is_inside(Span inner, Span outer) { return inner.begin >= outer.begin && inner.begin <= outer.end; }

bool is_definition(CXCursor cursor) {
  return clang_getCursorKind(cursor) == CXCursor_FunctionDecl && clang_isCursorDefinition(cursor) != 0;
}

/// Reports everything if an error is outside function definitions: then no function is known to be correct.
/// Throws Abandoned.
void report_common(const std::vector<CompileError>& errors, const std::vector<CXCursor>& declarations,
                   const Reporter& reporter) {
  const auto is_common = [&](const CompileError& error) {
    return error.is_everywhere || std::none_of(declarations.begin(), declarations.end(), [&](const CXCursor& cursor) {
             return is_definition(cursor) && is_inside(error.error.span, span_of(cursor, reporter));
           });
  };
  if (std::none_of(errors.begin(), errors.end(), is_common)) return;
  for (const auto& [error, is_everywhere] : errors) reporter.error(error.code, error.span, error.message, error.notes);
  Reporter::abandon();
}

}  // namespace

Unit read_unit(const std::string& name, const Surroundings& surroundings, const Reporter& program) {
  const std::string file = name == "-" ? kStandardInput : name;
  const UserFiles files(file, surroundings.folders, program);
  std::set<std::string> macros = macros_of(file, program.text(), files, surroundings.values);
  std::vector<std::string> arguments = files.arguments();
  for (const std::string& macro : macros) arguments.push_back("-D" + macro + "=" + surroundings.values.at(macro));
  const Parsed parsed(file, program.text(), arguments);
  if (!parsed.is_there()) program.fail(Code::kMalformedProgram, {0, 1}, "libclang cannot read this file");
  check_size(parsed, file, program);
  Unit out;
  out.macros = std::move(macros);
  out.sources = included_sources(parsed, file);
  const Reporter reporter(program, out.sources);
  check_options(parsed, out.sources, reporter);
  const std::vector<CompileError> errors = compile_errors(parsed, files, reporter);
  const std::vector<CXCursor> declarations = own_declarations(parsed);
  report_common(errors, declarations, reporter);
  Reader reader(reporter);
  for (const CXCursor& cursor : declarations) {
    if (clang_getCursorKind(cursor) == CXCursor_VarDecl) reader.read_global(cursor, out);
    if (!is_definition(cursor)) continue;
    Function function = reader.read_function(cursor);
    std::vector<LaterError> all;
    for (const CompileError& error : errors) {
      if (is_inside(error.error.span, function.span)) all.push_back(error.error);
    }
    if (!all.empty()) function.errors = std::move(all);  // errors found later follow from them
    out.function_of[reader.decl_of(cursor)] = out.functions.size();
    out.functions.push_back(std::move(function));
  }
  return out;
}

}  // namespace rtlgen::importer::c
