// The input of a use case: a description and what the command line overrides in it.
//
// A Source is a value: its files are read once, when they are first needed, and copies share the contents. HDL,
// manifest, bench and report of one run come from the same text (docs/adr/0041-description-value.md).
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "frontend/given.hpp"

namespace rtlgen {
class Diagnostics;
template <class T>
class Result;
}  // namespace rtlgen

namespace rtlgen::driver {

/// The stencil file, the keys that --set overrides, and values of other options that override keys.
struct Source {
  std::string file;               ///< the base of relative data paths, also for a text in memory
  std::vector<std::string> sets;  ///< key.path=value
  frontend::Given given{};
  std::optional<std::string> text{};  ///< the description, if a program has it in memory; none: the contents of `file`
  std::string shipped{};              ///< the name that the user gave, if `file` is a shipped stencil
};

/// `source` with the board `named` (a name or path) instead of the file's board and device; unchanged for "".
Result<Source> on_board(Source source, const std::string& named, Diagnostics& diagnostics);

/// The text of the description as first read. Reports RG0101.
Result<std::string> text_of(const Source& source, Diagnostics& diagnostics);

/// The equivalent --set options for `source`, which manifests, digests and printed commands contain.
std::vector<std::string> recorded_sets(const Source& source);

}  // namespace rtlgen::driver
