// Programs of other languages as rtlgen YAML: SODA's DSL, SASA's dialect, StencilFlow's JSON, loop nests of C, MLIR's
// stencil dialect.
//
// Text -> syntax tree (one parser per language) -> Program (program.hpp, the same for all three) -> typed
// lines with C's promotions written out as casts (translate.hpp) -> commented YAML (document.hpp).
// What rtlgen's language cannot express is refused at its position, with an alternative.
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
  std::optional<Format> format;        ///< none: by the end of the file's name (.soda, .dsl, .json, .c, .mlir)
  std::optional<std::int64_t> extent;  ///< cells along an axis whose length the program leaves open
  bool single_constants = false;       ///< fractions without suffix are float32, not float64
  std::string function{};  ///< C, MLIR: the one to import; "": as `#pragma rtlgen` says, or the only one there can be
  std::map<std::string, std::string> values{};  ///< C: of parameters and macros, MLIR: of arguments; by name
  std::vector<std::string> folders{};           ///< C: of headers, -I
};

/// Cells along an axis whose length the program leaves open, by default.
constexpr std::int64_t kDefaultExtent = 1024;

/// The YAML text that means what `text` means, or a Failure with every fault found. `file` names the
/// text in diagnostics and comments; it has at most frontend::kMaxFileBytes. Never throws for bad input. The result is
/// one that frontend::load_text accepts, as far as the language has the constructs. libclang crashes on some texts, and
/// others take all memory, stack or time: who reads programs of strangers calls driver::import_program, whose child
/// process has limits (ADR 42), or this function by run_contained.
Result<std::string> import_text(const std::string& text, const std::string& file, const Options& options,
                                Diagnostics& diagnostics);

/// In a process that reads only one program: a crash of libclang ends it, without a report on standard error, and its
/// work is done on the caller's stack. Sets variables of the environment.
void crash_openly();

}  // namespace rtlgen::importer
