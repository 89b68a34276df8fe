// The FPGA's part number as scripts, recipes and options have it.
#pragma once

#include <string>

namespace rtlgen {
class Diagnostics;
}

namespace rtlgen::board {
struct Board;
}

namespace rtlgen::flow {

/// Letters, digits, dashes, dots and underscores are literal in every tool's language.
bool has_part_number(const board::Board& board);

/// Of a board that has_part_number().
std::string part_number(const board::Board& board);

/// RG0810 where a tool could not compile for the board file's part.
void check_part(const board::Board& board, Diagnostics& diagnostics);

}  // namespace rtlgen::flow
