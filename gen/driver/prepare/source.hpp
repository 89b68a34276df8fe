// What a use case is given: a description and what the command line puts instead of its keys.
//
// A Source is a value: what it names is read once, when it is first needed, and copies of it share what was read. HDL,
// manifest, bench and report of one run are of one text (docs/adr/0041-description-value.md).
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

/// The stencil file, the keys that the command line overrides, and what its other options put in their place.
struct Source {
  std::string file;               ///< where data paths start, also of a text in memory
  std::vector<std::string> sets;  ///< key.path=value
  frontend::Given given{};
  std::optional<std::string> text{};  ///< the description, where a program has it in memory; none: what `file` holds
};

/// `source` with the board that `named` is, by name or path, instead of the file's board and device; "": as it is.
Result<Source> on_board(Source source, const std::string& named, Diagnostics& diagnostics);

/// The description as it was first read. Fault: RG0101.
Result<std::string> text_of(const Source& source, Diagnostics& diagnostics);

/// `source`'s keys as --set alone would have them: what manifests, digests and commands for people name.
std::vector<std::string> recorded_sets(const Source& source);

}  // namespace rtlgen::driver
