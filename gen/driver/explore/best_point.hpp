// Notes about the best point of a search on a board.
#pragma once

#include <string>

#include "driver/explore/explore.hpp"
#include "explore/explore.hpp"

namespace rtlgen::driver {

/// The DRAM of the channels that the best point uses; without a best point, that of all kinds.
std::string dram_of(const ExploreCase& found, const explore::Problem& problem, explore::Knowledge& known);

/// Adds a note if the best point needs more hops than the description has.
void note_dies(ExploreCase& found);

/// Adds the effect of a serial line on the best point.
void note_line(ExploreCase& found, const explore::Problem& problem, explore::Knowledge& known);

/// Adds a note if the best point is much faster without the manual placement.
void note_places(ExploreCase& found, const explore::Problem& problem, explore::Knowledge& known);

/// The clock that `model` assumes for the best point.
void find_model_clock(ExploreCase& found);

}  // namespace rtlgen::driver
