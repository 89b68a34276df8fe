// The part number of the FPGA for scripts, recipes and options.
#pragma once

#include <string>

namespace rtlgen {
class Diagnostics;
}

namespace rtlgen::board {
struct Board;
}

namespace rtlgen::flow {

/// Whether the part number consists of letters, digits, dashes, dots and underscores, which are literal in every tool's
/// language.
bool has_part_number(const board::Board& board);

/// The part number of a board for which has_part_number() is true.
std::string part_number(const board::Board& board);

/// Reports RG0810 if a tool cannot compile for the part in the board file.
void check_part(const board::Board& board, Diagnostics& diagnostics);

}  // namespace rtlgen::flow
