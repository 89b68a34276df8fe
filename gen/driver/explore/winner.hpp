// Writes the best point of a search into a copy of the user's file.
#pragma once

#include "driver/explore/explore.hpp"

namespace rtlgen::driver {

/// Called before a search: checks that its result can be written. Returns false after a fault if keys of the command
/// line cannot be put into the text; throws EnvironmentError if `options.write` exists and must not be replaced.
bool check_target(const ExploreOptions& options, Diagnostics& diagnostics);

/// Writes the description used in the search, with the keys of the best point of `found`; everything else is unchanged.
/// Returns false after a fault, without writing, if the text cannot be changed that way, or if files that the
/// description names by relative paths would not be found.
bool write_winner(const ExploreOptions& options, const ExploreCase& found, Diagnostics& diagnostics);

}  // namespace rtlgen::driver
