// The one place where text from outside becomes part of a text that rtlgen writes.
//
// Each function is for one kind of place; there the result is that text and nothing else: it ends no comment, string or
// word, begins nothing, runs nothing. Same text, same result, on every machine and in every locale. Where a place
// cannot hold a character it holds a visible escape: `\n`, `\t`, else `\x1b`, two digits a byte. So are shown
//   bytes that are no UTF-8, where the place is UTF-8 (README, HTML, XML, JSON, YAML, terminal),
//   everything but printable ASCII, and backslashes, in comments (tools disagree about encodings, some about a
//   backslash at the end), control characters and those that turn the direction of writing, everywhere but where a
//   notation of its own holds them.
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

/// Behind //, # or -- (Verilog, VHDL, C++, Tcl, XDC, SDC, QSF, UCF, make, shell, YAML, configuration files), with other
/// words before it.
std::string comment(const OutsideText& text);
/// Within <!-- --> or /* */.
std::string block_comment(const OutsideText& text);

// ---------------------------------------------------------------- command lines

/// A word of a command that can be pasted into bash, zsh, ksh or a POSIX (2024) shell: as it is if nothing in it is
/// special, else quoted, with $'...' where there are control characters or bytes that are no UTF-8. One line. Shells
/// that do not know $'...' (dash, and so Debian's sh and make) read another word there, and run nothing either.
std::string shell_word(const OutsideText& text);
/// The same, always in quotes.
std::string shell_quoted(const OutsideText& text);
/// A file as shell_word; one whose name begins with a dash gets ./ before it.
std::string shell_path(const OutsideText& text);
/// shell_word in a recipe of a Makefile.
std::string make_recipe_word(const OutsideText& text);
/// What stands behind := or ?= of a Makefile. Line ends become \n.
std::string make_value(const OutsideText& text);

// ---------------------------------------------------------------- languages

/// A word of Tcl, and so of XDC, SDC, QSF and Platform Designer's scripts.
std::string tcl_word(const OutsideText& text);
/// With its quotes.
std::string c_string(const OutsideText& text);
std::string verilog_string(const OutsideText& text);
std::string vhdl_string(const OutsideText& text);
/// A scalar of YAML: plain where that means the same, else in double quotes.
std::string yaml_scalar(const OutsideText& text);
std::string yaml_quoted(const OutsideText& text);
/// Text and attributes of HTML and XML. Line ends and tabs stay.
std::string markup(const OutsideText& text);
/// Words of a line of Markdown.
std::string markdown(const OutsideText& text);
/// `code` in a line of Markdown. `line` is one line already, as commands made of shell_word are.
std::string markdown_code(const std::string& line);

// ---------------------------------------------------------------- people and libraries

/// One line on a terminal, which nothing in it can steer.
std::string terminal(const OutsideText& text);
/// The same with blanks for line ends and tabs: of descriptions.
std::string paragraph(const OutsideText& text);
/// Lines on a terminal: line ends and tabs stay.
std::string terminal_lines(const OutsideText& text);
/// Valid UTF-8, for libraries that escape the rest themselves (JSON, pugixml).
std::string utf8(const OutsideText& text);

// ---------------------------------------------------------------- names

/// The text, if it is made of letters, digits, '_', '-' and '.' and begins with a letter or digit: that means itself
/// everywhere.
std::optional<std::string> plain_word(const OutsideText& text);
/// Part of a name of Verilog and VHDL: other characters become single underscores, none at either end; at most `most`
/// characters. Nothing is left of some texts: "".
std::string identifier(const OutsideText& text, std::size_t most = 40);

}  // namespace rtlgen::safe
