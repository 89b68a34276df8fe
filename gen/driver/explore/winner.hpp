// The best point of a search in a copy of the user's file.
#pragma once

#include "driver/explore/explore.hpp"

namespace rtlgen::driver {

/// Before a search: whether its result can be written. False, with a fault, where the keys of the command line cannot
/// be put into the text; EnvironmentError where `options.write` is there and must not be replaced.
bool check_target(const ExploreOptions& options, Diagnostics& diagnostics);

/// Writes the description as it was searched, with the keys of `found`'s best point and all else as the user wrote it.
/// False, with a fault, and nothing written where that cannot be put into the text, or where files that the description
/// names by relative paths would not be found.
bool write_winner(const ExploreOptions& options, const ExploreCase& found, Diagnostics& diagnostics);

}  // namespace rtlgen::driver
