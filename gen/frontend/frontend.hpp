// Converts a YAML text to a checked spec::Stencil. This is the only layer that reads YAML.
//
// Input: a text, a name for it and `--set` overrides. Output: a Stencil that spec::validate accepts, or a Failure with
// every fault in the Diagnostics sink; bad input throws nothing. docs/config.md explains the keys, docs/language.md the
// expressions.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "support/result.hpp"

namespace rtlgen::spec {
struct Stencil;
}

namespace rtlgen::frontend {

struct Given;

/// The largest file that is accepted, in bytes.
constexpr std::size_t kMaxFileBytes = std::size_t{1} << 20;

/// Reads and checks the file at `path`. Each of `sets` is `key.path=value` and overrides or adds a key of the file:
/// `hardware.steps=4`, `fields.t.boundary=reflect`, `grid=[64, 64]`, `update.0.t.border=keep`. A fault in one is
/// located in a source named `--set key.path=value`. Values in `given` override the file's keys.
Result<spec::Stencil> load_file(const std::string& path, const std::vector<std::string>& sets,
                                Diagnostics& diagnostics);
Result<spec::Stencil> load_file(const std::string& path, const std::vector<std::string>& sets, Diagnostics& diagnostics,
                                const Given& given);

/// The same for a text in memory. `filename` names it in diagnostics; relative data paths are relative to it.
Result<spec::Stencil> load_text(const std::string& text, const std::string& filename,
                                const std::vector<std::string>& sets, Diagnostics& diagnostics);
Result<spec::Stencil> load_text(const std::string& text, const std::string& filename,
                                const std::vector<std::string>& sets, Diagnostics& diagnostics, const Given& given);

/// docs/config.md: every key with its type, default, range and meaning, printed from the table that checks them.
std::string config_reference();

/// docs/reference.md: operators, functions, types, names, rules, modes, reductions and limits, printed from the tables
/// that lexer, parser and typing use.
std::string language_reference();

}  // namespace rtlgen::frontend
