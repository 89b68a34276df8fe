// From a YAML text to a checked spec::Stencil: the only layer that sees YAML.
//
// Input: a text, a name for it and `--set` overrides. Output: a Stencil that spec::validate
// accepts, or a Failure with every fault found in the Diagnostics sink. Nothing is thrown for bad
// input. What the keys mean is in docs/config.md, what expressions mean in docs/language.md.
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

/// Largest file accepted, in bytes.
constexpr std::size_t kMaxFileBytes = std::size_t{1} << 20;

/// Reads and checks the file at `path`. Each of `sets` is `key.path=value` and overrides a key of
/// the file (or adds it): `hardware.steps=4`, `fields.t.boundary=reflect`, `grid=[64, 64]`,
/// `update.0.t.border=keep`. A fault in one is located in a source named `--set key.path=value`. What is `given` takes
/// the place of the file's keys.
Result<spec::Stencil> load_file(const std::string& path, const std::vector<std::string>& sets,
                                Diagnostics& diagnostics);
Result<spec::Stencil> load_file(const std::string& path, const std::vector<std::string>& sets, Diagnostics& diagnostics,
                                const Given& given);

/// The same for a text already in memory; `filename` names it in diagnostics and is what relative
/// data paths are relative to.
Result<spec::Stencil> load_text(const std::string& text, const std::string& filename,
                                const std::vector<std::string>& sets, Diagnostics& diagnostics);
Result<spec::Stencil> load_text(const std::string& text, const std::string& filename,
                                const std::vector<std::string>& sets, Diagnostics& diagnostics, const Given& given);

/// docs/config.md: every key with its type, default, range and meaning, from the table that checks.
std::string config_reference();

/// docs/reference.md: operators, functions, types, names, rules, modes, reductions and limits, from the
/// tables that lexer, parser and typing use.
std::string language_reference();

}  // namespace rtlgen::frontend
