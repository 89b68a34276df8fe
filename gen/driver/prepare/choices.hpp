// What a command line says twice: a --set given again, and a board or device that both an option and a --set name.
#pragma once

#include <string>

namespace rtlgen {
class Diagnostics;
}

namespace rtlgen::driver {

struct Source;

/// Options beside `--set` that name what is built for.
struct Choices {
  std::string board{};      ///< --board; "": none
  std::string device{};     ///< --device; "": none
  bool all_boards = false;  ///< --all-boards
};

/// Whether `--set` of `source` undoes neither itself nor `choices`. Faults: RG0208, RG0217, RG0218. A board or device
/// that the file names is overridden by an option, which is no fault.
bool check_choices(const Source& source, const Choices& choices, Diagnostics& diagnostics);

}  // namespace rtlgen::driver
