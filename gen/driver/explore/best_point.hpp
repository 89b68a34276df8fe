// Adds facts about the best point of a search on a board: its time with all registers, and notes.
#pragma once

#include "driver/explore/explore.hpp"
#include "explore/explore.hpp"

namespace rtlgen::driver {

/// Times the best point with the hops that its dies need: a run of a small grid takes noticeably longer with them.
void time_with_hops(ExploreCase& found, const explore::Problem& problem, explore::Knowledge& known);

/// Adds the effect of a serial line on the best point.
void note_line(ExploreCase& found, const explore::Problem& problem, explore::Knowledge& known);

/// Adds a note if the best point is much faster without the manual placement.
void note_places(ExploreCase& found, const explore::Problem& problem, explore::Knowledge& known);

}  // namespace rtlgen::driver
