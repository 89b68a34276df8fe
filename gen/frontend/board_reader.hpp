// Checks the YAML tree of a board file and makes a Board of it.
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

/// Keys of a board file, and those of them that it must have.
const std::vector<std::string>& board_keys();
const std::vector<std::string>& required_board_keys();

/// Reports every fault; the board holds what was sound. Its `id` and `file` are left empty.
board::Board read_board_document(const YamlValue& root, Diagnostics& diagnostics);

/// Checks that redundant figures of the board agree (board_check.cpp). `root` gives the positions. Fault: RG0220.
void check_board(const board::Board& board, const YamlValue& root, Diagnostics& diagnostics);

/// Two numbers that mean the same quantity, each rounded for print.
bool agree(double a, double b);

}  // namespace rtlgen::frontend
