// Checks the YAML tree of a board file and converts it to a Board.
#pragma once

#include <string>
#include <vector>

namespace rtlgen {
class Diagnostics;
}

namespace rtlgen::board {
struct Board;
}

namespace rtlgen::frontend {

struct YamlValue;

/// The keys of a board file, and those that are required.
const std::vector<std::string>& board_keys();
const std::vector<std::string>& required_board_keys();

/// Reports every fault; the board contains all valid values. Does not set `id` and `file`.
board::Board read_board_document(const YamlValue& root, Diagnostics& diagnostics);

/// Checks that redundant figures of the board agree (board_check.cpp). `root` provides the locations. Reports RG0220.
void check_board(const board::Board& board, const YamlValue& root, Diagnostics& diagnostics);

/// Whether two numbers can be the same quantity, each rounded for print.
bool agree(double a, double b);

}  // namespace rtlgen::frontend
