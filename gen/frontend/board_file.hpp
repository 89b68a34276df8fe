// From boards/<id>/board.yaml to a checked board::Board.
//
// A board is named by the folder of boards/ that describes it (their texts are part of the program), or by a path to
// a board.yaml or to the folder that holds one. All faults of a file are reported, each with its place; a figure
// without a source is a fault. Keys and words: docs/boards.md, printed from the tables that check.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "support/result.hpp"
#include "support/source_location.hpp"

namespace rtlgen::board {
struct Board;
}

namespace rtlgen::frontend {

class Texts;

/// Texts of the files that this program carries, by name.
const std::map<std::string, std::string>& board_texts();

std::vector<std::string> board_names();

/// Whether this is a path and no name: it holds a '/' or ends in .yaml.
bool is_board_path(const std::string& name_or_path);

/// `where` is the place that names the board; left out, a message has no place. Faults: RG0217 for a name that is not
/// known, RG0101 for a path that leads nowhere, else those of the file.
Result<board::Board> load_board(const std::string& name_or_path, Texts& texts, Diagnostics& diagnostics,
                                const SourceLocation& where = {});
/// The same of the file as it is now.
Result<board::Board> load_board(const std::string& name_or_path, Diagnostics& diagnostics,
                                const SourceLocation& where = {});

/// The same for a text already in memory; `filename` names it in diagnostics, and the board's id is its folder's name.
Result<board::Board> load_board_text(const std::string& text, const std::string& filename, Diagnostics& diagnostics);

/// docs/boards.md: the keys of a board file, and the boards that there are.
std::string board_reference();

}  // namespace rtlgen::frontend
