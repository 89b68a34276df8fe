// Commands of rtlgen in the form that a user would type: in READMEs, advice and messages. They can be pasted into a
// shell.
#pragma once

#include <string>
#include <vector>

namespace rtlgen::board {
struct Board;
}

namespace rtlgen::driver {

/// " --set 'a=1' --set 'b=2'", quoted.
std::string set_options(const std::vector<std::string>& sets);

/// " --dram parts/own.yaml", quoted if necessary; "" without a value.
std::string option_text(const std::string& option, const std::string& value);

/// A file as a word.
std::string file_word(const std::string& file);

/// The argument of --board: the name of a built-in board, else the file's path.
std::string board_word(const board::Board& board);

/// The value of hardware.board in `description`, if --board or the file has `named`: a board of the user's by its path
/// relative to the description, so that a tree of files can be moved.
std::string board_key(const std::string& named, const std::string& description, const board::Board& board);

/// For the arguments of a program: prefixes a name that begins with a dash by ./.
std::string plain_path(const std::string& file);

}  // namespace rtlgen::driver
