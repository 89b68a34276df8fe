// Requests of the command line that a board may be unable to meet.
#pragma once

#include <string>
#include <vector>

#include "driver/explore/explore.hpp"

namespace rtlgen::driver {

/// Reports RG0403 if UltraRAM is requested although the part has none.
void check_ultra_ram(const ExploreOptions& options, const board::Board& board, const std::string& device,
                     Diagnostics& diagnostics);

/// Sets the grids and the link of a batch in `problem`, and notes what times then mean. Returns false after a fault if
/// the design has no bus (RG0805), or the link is unknown.
bool request_batch(const ExploreOptions& options, const board::Board& board, const spec::Hardware& hardware,
                   explore::Problem& problem, std::vector<std::string>& notes, Diagnostics& diagnostics);

/// The fault of a board with a serial line if several cards are requested.
Diagnostic no_cards(const board::Board& board);

}  // namespace rtlgen::driver
