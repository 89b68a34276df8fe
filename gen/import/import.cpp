// Determines the format of a program, and runs its parser and the assembler.
#include "import/import.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <filesystem>

#include "frontend/frontend.hpp"
#include "import/c/import_c.hpp"
#include "import/mlir/import_mlir.hpp"
#include "import/program.hpp"
#include "import/reporter.hpp"
#include "spec/stencil.hpp"
#include "support/codes.hpp"
#include "support/diagnostics.hpp"

namespace rtlgen::importer {

namespace {

std::optional<Format> format_of(const std::string& file) {
  std::string end = std::filesystem::path(file).extension().string();
  std::transform(end.begin(), end.end(), end.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  if (end == ".soda") return Format::kSoda;
  if (end == ".dsl") return Format::kSasa;
  if (end == ".json") return Format::kStencilflow;
  if (end == ".c") return Format::kC;
  if (end == ".mlir") return Format::kMlir;
  return std::nullopt;
}

bool is_text(const std::string& text) {
  return std::none_of(text.begin(), text.end(), [](char c) {
    const auto byte = static_cast<unsigned char>(c);
    return (byte < 0x20 && c != '\n' && c != '\t' && c != '\r' && c != '\f' && c != '\v') || byte == 0x7f;
  });
}

Program parse(Format format, const Reporter& reporter, const Options& options) {
  switch (format) {
    case Format::kSoda:
      return parse_soda(reporter, options);
    case Format::kSasa:
      return parse_sasa(reporter, options);
    case Format::kStencilflow:
      return parse_stencilflow(reporter, options);
    case Format::kC:
    case Format::kMlir:
      break;
  }
  Reporter::abandon();
}

std::string translated(Format format, const std::string& file, const Reporter& reporter, const Options& options) {
  if (format == Format::kC) return c::import_c(file, options, reporter);
  if (format == Format::kMlir) return mlir::import_mlir(file, options, reporter);
  Program program = parse(format, reporter, options);
  if (program.name.empty()) program.name = std::filesystem::path(file).stem().string();
  return assemble(program, file, reporter);
}

/// Checks that rtlgen accepts the description that an import made.
bool is_accepted(const std::string& yaml, const std::string& file, Diagnostics& diagnostics) {
  Diagnostics check;
  const auto stencil = frontend::load_text(yaml, "imported.yaml", {}, check);
  bool good = true;
  for (const Diagnostic& d : check.all()) {
    if (d.severity != Severity::kError) continue;
    good = false;
    diagnostics.error(Code::kImportedStencilRefused, {file},
                      fmt::format("the imported description is not valid: {} ({})", d.message, to_string(d.code)),
                      d.notes);
  }
  return good;
}

/// Warns (RG0624) about options for programs of another format.
void warn_of_unused(const Options& options, Format format, Diagnostics& diagnostics) {
  if (options.extent && format != Format::kSoda) {
    diagnostics.warning(Code::kIneffectiveImportOption, {"--extent"},
                        "this program has explicit extents: the option has no effect",
                        {"it is for SODA programs, whose last extent is '*'"});
  }
  if (format != Format::kC && format != Format::kMlir && (!options.function.empty() || !options.values.empty())) {
    diagnostics.warning(Code::kIneffectiveImportOption, {options.function.empty() ? "--define" : "--function"},
                        "this program is neither C nor MLIR: the option has no effect");
  }
  if (format != Format::kC && !options.folders.empty())
    diagnostics.warning(Code::kIneffectiveImportOption, {"--include"},
                        "this program is not C: the option has no effect");
  if (format == Format::kMlir && options.single_constants)
    diagnostics.warning(Code::kIneffectiveImportOption, {"--single-precision-constants"},
                        "constants of MLIR have their own types: the option has no effect");
}

}  // namespace

Result<std::string> import_text(const std::string& text, const std::string& file, const Options& options,
                                Diagnostics& diagnostics) {
  diagnostics.add_source(file, text);
  const auto format = options.format ? options.format : format_of(file);
  if (!format) {
    std::vector<std::string> notes = {
        ".soda is SODA, .dsl is SASA, .json is StencilFlow, .c is C, .mlir is MLIR, .py is GT4Py; or select one with "
        "--format"};
    const std::string end = std::filesystem::path(file).extension().string();
    if (end == ".cpp" || end == ".cc" || end == ".cxx")
      notes.emplace_back("if the kernel is also valid C, without templates and classes, use --format c");
    return diagnostics.error(Code::kUnknownProgramFormat, {file},
                             "the file extension names no format that can be imported", notes);
  }
  if (text.size() > frontend::kMaxFileBytes || !is_text(text))
    return diagnostics.error(
        Code::kUnknownProgramFormat, {file},
        text.size() > frontend::kMaxFileBytes ? "the file is larger than 1 MiB" : "the file is not text");
  warn_of_unused(options, *format, diagnostics);
  const Reporter reporter(file, text, diagnostics);
  try {
    std::string yaml = translated(*format, file, reporter, options);
    if (!is_accepted(yaml, file, diagnostics)) return Failure{};
    return yaml;
  } catch (const Abandoned&) {
    return Failure{};
  }
}

void crash_openly() {
  for (const char* const name : {"LIBCLANG_DISABLE_CRASH_RECOVERY", "LIBCLANG_NOTHREADS"}) ::setenv(name, "1", 1);
}

}  // namespace rtlgen::importer
