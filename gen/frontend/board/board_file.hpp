// Reads boards/<id>/board.yaml into a checked board::Board.
//
// A board is named by its folder in boards/ (the files there are part of the program), or by a path to a board.yaml or
// its folder. Reports all faults of a file with their locations; a figure without a source is a fault. docs/boards.md
// lists keys and words, and is printed from the tables that check them.
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

/// Texts of the built-in files, by name.
const std::map<std::string, std::string>& board_texts();

std::vector<std::string> board_names();

/// Whether this is a path instead of a name: it contains a '/' or ends in .yaml.
bool is_board_path(const std::string& name_or_path);

/// `where` is the location of the board's name; without it, messages have no location. Reports RG0217 for an unknown
/// name, RG0101 for a path that does not exist, and the faults of the file.
Result<board::Board> load_board(const std::string& name_or_path, Texts& texts, Diagnostics& diagnostics,
                                const SourceLocation& where = {});
/// The same, with the current contents of the file.
Result<board::Board> load_board(const std::string& name_or_path, Diagnostics& diagnostics,
                                const SourceLocation& where = {});

/// The same for a text in memory. `filename` names it in diagnostics, and the board's id is the name of its folder.
Result<board::Board> load_board_text(const std::string& text, const std::string& filename, Diagnostics& diagnostics);

/// docs/boards.md: the keys of a board file, and the known boards.
std::string board_reference();

}  // namespace rtlgen::frontend
