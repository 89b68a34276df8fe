// The device on a board, and the target clock of a design whose description gives none.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace rtlgen::board {

struct Board;

/// hardware.device for a board: its family, and for AMD the speed grade of its part: "xc7-1". If the grade has no
/// delays in the tables, only the family.
std::string device_of(const Board& board);

/// Whether a design for `device` fits the board: `device` is its family, or any grade of its generation.
bool is_device_of(const Board& board, const std::string& device);

/// The default of hardware.clock_mhz for a device of the delay models, in MHz: on iCE40 and ECP5 the clock that cores
/// of bench/route reach, 100 on the slowest grade of the 7 series, 200 on the others.
double standard_clock_mhz(std::string_view device);

/// The clocks that a search tries on a device, ascending: from half the standard clock to one and a half times it.
std::vector<double> searched_clocks_mhz(std::string_view device);

}  // namespace rtlgen::board
