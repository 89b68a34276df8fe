// Commands of rtlgen as a user would type them: in READMEs, advice and messages. They can be pasted into a shell.
#pragma once

#include <string>
#include <vector>

namespace rtlgen::board {
struct Board;
}

namespace rtlgen::driver {

/// " --set 'a=1' --set 'b=2'", quoted.
std::string set_options(const std::vector<std::string>& sets);

/// " --dram parts/own.yaml", quoted where need be; "" without a value.
std::string option_text(const std::string& option, const std::string& value);

/// A file as a word.
std::string file_word(const std::string& file);

/// What --board wants: the name of a board of rtlgen's own, else the file's path.
std::string board_word(const board::Board& board);

/// A board as the key hardware.board of `description` has it, where --board or the file says `named`: a board of the
/// user's own by its path from there, so that a tree of files means the same wherever it lies.
std::string board_key(const std::string& named, const std::string& description, const board::Board& board);

/// For a program's arguments: ./ before a name that begins with a dash.
std::string plain_path(const std::string& file);

}  // namespace rtlgen::driver
