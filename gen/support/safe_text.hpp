// The one place where text from outside becomes part of text that rtlgen writes.
//
// Each function serves one kind of place. There the result is that text and nothing else: it ends no comment, string or
// word, begins nothing, and runs nothing. The same text gives the same result on every machine and in every locale. If
// a place cannot hold a character, it gets a visible escape: `\n`, `\t`, or `\x1b` with two digits per byte. Escaped
// are:
//   bytes that are not UTF-8, in UTF-8 places (README, HTML, XML, JSON, YAML, terminal),
//   everything except printable ASCII, and backslashes, in comments (tools disagree about encodings, some about a
//   backslash at the end),
//   control characters and those that change the direction of writing, unless the notation can express them.
// Lossless, so that a reader of the notation gets the same text back: shell, Tcl, C, and YAML and JSON of valid UTF-8.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace rtlgen {
class OutsideText;
}

namespace rtlgen::safe {

// ---------------------------------------------------------------- comments

/// After //, # or -- (Verilog, VHDL, C++, Tcl, XDC, SDC, QSF, UCF, make, shell, YAML, configuration files), with other
/// words before it.
std::string comment(const OutsideText& text);
/// Within <!-- --> or /* */.
std::string block_comment(const OutsideText& text);

// ---------------------------------------------------------------- command lines

/// A word of a command that can be pasted into bash, zsh, ksh or a POSIX (2024) shell: unchanged if it contains nothing
/// special, otherwise quoted, with $'...' if it has control characters or bytes that are not UTF-8. One line. Shells
/// without $'...' (dash, and so Debian's sh and make) read a different word, but run nothing either.
std::string shell_word(const OutsideText& text);
/// The same, always in quotes.
std::string shell_quoted(const OutsideText& text);
/// shell_word for a file; a name that begins with a dash gets ./ before it.
std::string shell_path(const OutsideText& text);
/// shell_word for a recipe of a Makefile.
std::string make_recipe_word(const OutsideText& text);
/// The value after := or ?= of a Makefile. Line ends become \n.
std::string make_value(const OutsideText& text);

// ---------------------------------------------------------------- languages

/// A word of Tcl, and thus of XDC, SDC, QSF and Platform Designer scripts.
std::string tcl_word(const OutsideText& text);
/// A string literal with its quotes.
std::string c_string(const OutsideText& text);
std::string verilog_string(const OutsideText& text);
std::string vhdl_string(const OutsideText& text);
/// A scalar of YAML: plain if that means the same, otherwise in double quotes.
std::string yaml_scalar(const OutsideText& text);
std::string yaml_quoted(const OutsideText& text);
/// Text and attributes of HTML and XML. Line ends and tabs are kept.
std::string markup(const OutsideText& text);
/// Words of a line of Markdown.
std::string markdown(const OutsideText& text);
/// `code` in a line of Markdown. `line` is already one line, as are commands made with shell_word.
std::string markdown_code(const std::string& line);

// ---------------------------------------------------------------- people and libraries

/// One line on a terminal, with nothing that can steer the terminal.
std::string terminal(const OutsideText& text);
/// The same with blanks for line ends and tabs, for descriptions.
std::string paragraph(const OutsideText& text);
/// Lines on a terminal: line ends and tabs are kept.
std::string terminal_lines(const OutsideText& text);
/// Valid UTF-8, for libraries that escape the rest themselves (JSON, pugixml).
std::string utf8(const OutsideText& text);

// ---------------------------------------------------------------- names

/// The text, if it consists of letters, digits, '_', '-' and '.' and begins with a letter or digit: no notation gives
/// such a word another meaning.
std::optional<std::string> plain_word(const OutsideText& text);
/// Part of a Verilog or VHDL name: other characters become single underscores, with none at either end; at most `most`
/// characters. The result may be empty.
std::string identifier(const OutsideText& text, std::size_t most = 40);

}  // namespace rtlgen::safe
