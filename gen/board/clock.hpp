// The device that a board has, and the clock that a design is cut for where its description names none.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace rtlgen::board {

struct Board;

/// hardware.device of a board: its family, of AMD's with the speed grade of its part: "xc7-1". Where the grade has no
/// delays of its own, those of the family.
std::string device_of(const Board& board);

/// Whether a design for `device` is one for the board: its family, or any grade of its generation.
bool is_device_of(const Board& board, const std::string& device);

/// hardware.clock_mhz of a device of the delay models, in MHz: what cores of bench/route reach on iCE40 and ECP5, 100
/// on the slowest grade of the 7 series, 200 for the others.
double standard_clock_mhz(std::string_view device);

/// The clocks that a search looks at on a device, ascending: from half the standard one to one and a half.
std::vector<double> searched_clocks_mhz(std::string_view device);

}  // namespace rtlgen::board
