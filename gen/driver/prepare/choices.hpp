// Detects contradictions in a command line: repeated --set options, and a board or device that both an option and a
// --set name.
#pragma once

#include <string>

namespace rtlgen {
class Diagnostics;
}

namespace rtlgen::driver {

struct Source;

/// Options other than `--set` that name the target.
struct Choices {
  std::string board{};      ///< --board; "": none
  std::string device{};     ///< --device; "": none
  bool all_boards = false;  ///< --all-boards
};

/// Whether no `--set` of `source` overrides another one or `choices`. Reports RG0208, RG0217, RG0218. An option may
/// override the board or device in the file.
bool check_choices(const Source& source, const Choices& choices, Diagnostics& diagnostics);

}  // namespace rtlgen::driver
