// Imports programs in other languages as rtlgen YAML: SODA's DSL, SASA's dialect, StencilFlow's JSON, loop nests in C,
// MLIR's stencil dialect.
//
// Text -> syntax tree (one parser per language) -> Program (program.hpp, the same for SODA, SASA and StencilFlow) ->
// typed lines with C's promotions as explicit casts (translate.hpp) -> commented YAML (document.hpp). What rtlgen's
// language cannot express is refused at its location, with an alternative.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace rtlgen {
class Diagnostics;
template <class T>
class Result;
}  // namespace rtlgen

namespace rtlgen::importer {

enum class Format : std::uint8_t { kSoda, kSasa, kStencilflow, kC, kMlir };

struct Options {
  std::optional<Format> format;        ///< none: by file extension (.soda, .dsl, .json, .c, .mlir)
  std::optional<std::int64_t> extent;  ///< length of axes that the program leaves open, in cells
  bool single_constants = false;       ///< fractional constants without suffix are float32, not float64
  std::string function{};  ///< C, MLIR: the function to import; "": from `#pragma rtlgen`, or the only candidate
  std::map<std::string, std::string> values{};  ///< by name: for C of parameters and macros, for MLIR of arguments
  std::vector<std::string> folders{};           ///< C: header folders, -I
};

/// Default length, in cells, of axes that the program leaves open.
constexpr std::int64_t kDefaultExtent = 1024;

/// The YAML equivalent of `text`, or a Failure with every fault found. `file` names the text in diagnostics and
/// comments. `text` has at most frontend::kMaxFileBytes. Never throws for bad input. frontend::load_text accepts the
/// result, as far as the language has the constructs. libclang crashes on some texts, and others take unlimited memory,
/// stack or time. For untrusted programs, call driver::import_program, whose child process has limits (ADR 42), or call
/// this function through run_contained.
Result<std::string> import_text(const std::string& text, const std::string& file, const Options& options,
                                Diagnostics& diagnostics);

/// For a process that reads only one program: a crash of libclang ends the process without a report on standard error,
/// and libclang works on the caller's stack. Sets environment variables.
void crash_openly();

}  // namespace rtlgen::importer
