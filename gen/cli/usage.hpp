// Explains errors of a command line and suggests corrections: the parser's errors in rtlgen's words.
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

/// The arguments of the program, with `help [COMMAND]` and `version` replaced by the equivalent options.
std::vector<std::string> with_plain_words(std::vector<std::string> words);

/// An error in a command line.
struct UsageFault {
  std::string message;     ///< one line
  std::string more;        ///< lines of help to print below it
  std::optional<Fix> fix;  ///< if a similar word is known
};

/// The reason why `words` were rejected: the word, the nearest valid one, or the commands that accept it. `error` is
/// the message of the parser.
UsageFault usage_fault(const CLI::App& app, const CLI::ParseError& error, const std::vector<std::string>& words);

/// One line per command, printed if no command is given.
std::string command_list(const CLI::App& app);

/// "'sv' is not one of verilog, vhdl; did you mean ...?" if `word` is not among `words`; otherwise empty.
std::string not_among(const std::string& word, const std::vector<std::string>& words);

/// Extents in the notations of the command line: "64,48", "64x48", "64 * 48", "[64, 48]". Throws CLI::ValidationError.
std::vector<std::int64_t> parse_extents(const std::string& text);

}  // namespace rtlgen::cli
