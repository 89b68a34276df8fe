// What is wrong with a command line, and what would be right: the parser's faults in the words of this program.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "support/source_location.hpp"

namespace CLI {
class App;
class ParseError;
}  // namespace CLI

namespace rtlgen::cli {

/// The words behind the program's name with `help [COMMAND]` and `version` as the options that they mean.
std::vector<std::string> with_plain_words(std::vector<std::string> words);

/// What is wrong with a command line.
struct UsageFault {
  std::string message;     ///< one line
  std::string more;        ///< lines of help to print below it
  std::optional<Fix> fix;  ///< where a nearest word is known
};

/// Why `words` were refused: the word, the nearest valid one, or the commands that accept it. `error` is the
/// message of the parser.
UsageFault usage_fault(const CLI::App& app, const CLI::ParseError& error, const std::vector<std::string>& words);

/// The commands with a line each: what to read without a command.
std::string command_list(const CLI::App& app);

/// "'sv' is not one of verilog, vhdl; did you mean ...?" if `word` is not among `words`; else nothing.
std::string not_among(const std::string& word, const std::vector<std::string>& words);

/// Extents as a command line has them: "64,48", "64x48", "64 * 48", "[64, 48]". Throws CLI::ValidationError.
std::vector<std::int64_t> parse_extents(const std::string& text);

}  // namespace rtlgen::cli
