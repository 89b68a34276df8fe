// Known facts about boards, as text and as JSON.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace rtlgen::board {
struct Board;
}

namespace rtlgen::cli {

using Json = nlohmann::ordered_json;

/// One line per board.
std::string boards_text(const std::vector<board::Board>& boards);
/// Every figure of one board, with its source.
std::string board_text(const board::Board& board);
Json board_json(const board::Board& board);

}  // namespace rtlgen::cli
