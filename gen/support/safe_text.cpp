// Escapes for each kind of text.
#include "support/safe_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cstdint>
#include <functional>

#include "support/outside_text.hpp"
#include "support/utf8.hpp"

namespace rtlgen::safe {

class Access {
 public:
  static const std::string& of(const OutsideText& text) { return text.text_; }
};

namespace {

/// A character, or a byte that is not part of one.
struct Piece {
  std::string_view bytes;
  std::uint32_t code = 0;  ///< code point of the character, or the byte
  bool valid = true;

  [[nodiscard]] bool is(char c) const { return valid && code == static_cast<unsigned char>(c); }
  [[nodiscard]] bool is_ascii() const { return valid && code >= 0x20 && code < 0x7f; }
  /// Shown as an escape: an invalid byte, or a character that controls a terminal, ends a line or changes the direction
  /// of the text after it.
  [[nodiscard]] bool is_hidden() const {
    return !valid || code < 0x20 || (code >= 0x7f && code < 0xa0) || (code >= 0x200e && code <= 0x200f) ||
           (code >= 0x2028 && code <= 0x202e) || (code >= 0x2066 && code <= 0x2069) || code == 0x61c ||
           code == 0xfeff || (code & 0xfffeU) == 0xfffe;
  }
};

Piece piece_at(std::string_view text, std::size_t i) {
  const std::size_t length = utf8_length(text, i);
  const auto byte = [&](std::size_t k) { return static_cast<std::uint32_t>(static_cast<unsigned char>(text[i + k])); };
  if (length == 0) return {text.substr(i, 1), byte(0), false};
  if (length == 1) return {text.substr(i, 1), byte(0), true};
  constexpr std::uint32_t kLeadBits[] = {0, 0, 0x1f, 0x0f, 0x07};
  std::uint32_t code = byte(0) & kLeadBits[length];
  for (std::size_t k = 1; k < length; ++k) code = code << 6 | (byte(k) & 0x3fU);
  return {text.substr(i, length), code, true};
}

/// Converts `text` piece by piece with `print`.
std::string each(const OutsideText& text, const std::function<std::string(const Piece&)>& print) {
  const std::string& bytes = Access::of(text);
  std::string out;
  for (std::size_t i = 0; i < bytes.size();) {
    const Piece piece = piece_at(bytes, i);
    out += print(piece);
    i += piece.bytes.size();
  }
  return out;
}

/// `\x1b`, byte by byte; `\n` and `\t` by name.
std::string escape(const Piece& piece) {
  if (piece.is('\n')) return "\\n";
  if (piece.is('\t')) return "\\t";
  std::string out;
  for (const char c : piece.bytes) out += fmt::format("\\x{:02x}", static_cast<unsigned char>(c));
  return out;
}

std::string visible(const Piece& piece) { return piece.is_hidden() ? escape(piece) : std::string(piece.bytes); }

/// Three octal digits per byte, which C, Tcl, Verilog and $'...' of shells all accept.
std::string octal(const Piece& piece) {
  std::string out;
  for (const char c : piece.bytes) out += fmt::format("\\{:03o}", static_cast<unsigned char>(c));
  return out;
}

bool is_word_letter(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 && static_cast<unsigned char>(c) < 0x80;
}

bool all_of(const std::string& text, std::string_view further) {
  return std::all_of(text.begin(), text.end(),
                     [&](char c) { return is_word_letter(c) || further.find(c) != std::string_view::npos; });
}

}  // namespace

std::string comment(const OutsideText& text) {
  std::string line = each(text, [](const Piece& p) {
    return p.is_ascii() && !p.is('\\') ? std::string(p.bytes) : p.is('\\') ? "\\x5c" : escape(p);
  });
  // ??/ is the C trigraph for a backslash.
  for (std::size_t at = 0; (at = line.find("?\?/", at)) != std::string::npos;) line.replace(at + 2, 1, "\\x2f");
  return line;
}

std::string block_comment(const OutsideText& text) {
  std::string out;
  const std::string line = comment(text);
  for (std::size_t i = 0; i < line.size(); ++i) {
    const char before = i > 0 ? line[i - 1] : '-', c = line[i];
    const bool dash = c == '-' && (before == '-' || i + 1 == line.size());
    const bool slash = (c == '/' && (before == '*' || i == 0)) || (c == '*' && (before == '/' || i + 1 == line.size()));
    out += dash || slash ? fmt::format("\\x{:02x}", static_cast<unsigned char>(c)) : std::string(1, c);
  }
  return out;
}

std::string shell_quoted(const OutsideText& text) {
  bool plain = true;
  each(text, [&](const Piece& p) {
    plain = plain && !p.is_hidden();
    return std::string();
  });
  if (plain) return "'" + each(text, [](const Piece& p) { return p.is('\'') ? "'\\''" : std::string(p.bytes); }) + "'";
  // Some shells would look up an exclamation mark in their history. Shells without $'...' see a plain '...', which must
  // not contain a quote.
  return "$'" +
         each(text,
              [](const Piece& p) -> std::string {
                if (p.is('\n')) return "\\n";
                if (p.is('\t')) return "\\t";
                if (p.is('\\')) return "\\\\";
                return p.is_hidden() || p.is('!') || p.is('\'') ? octal(p) : std::string(p.bytes);
              }) +
         "'";
}

std::string shell_word(const OutsideText& text) {
  const std::string& bytes = Access::of(text);
  // zsh expands =NAME to the path of a program.
  const bool plain = !bytes.empty() && bytes.front() != '=' && all_of(bytes, "_@%+=:,./-");
  return plain ? bytes : shell_quoted(text);
}

std::string shell_path(const OutsideText& text) {
  return shell_word(Access::of(text).starts_with('-') ? "./" + text : text);
}

std::string make_recipe_word(const OutsideText& text) {
  std::string out;
  for (const char c : shell_word(text)) out += c == '$' ? "$$" : std::string(1, c);
  return out;
}

std::string make_value(const OutsideText& text) {
  const std::string line =
      each(text, [](const Piece& p) { return p.valid && p.is_hidden() ? escape(p) : std::string(p.bytes); });
  std::string out;
  std::size_t slashes = 0;
  for (const char c : line) {
    if (c == '#')
      out += std::string(slashes, '\\') + "\\#";
    else if (c == '$')
      out += "$$";
    else
      out += c;
    slashes = c == '\\' ? slashes + 1 : 0;
  }
  // $() is empty: it keeps leading blanks, and prevents a line continuation at the end.
  if (out.starts_with(' ')) out = "$()" + out;
  return slashes > 0 ? out + "$()" : out;
}

std::string tcl_word(const OutsideText& text) {
  const std::string& bytes = Access::of(text);
  if (bytes.empty()) return "{}";
  if (all_of(bytes, "_./:+=,-")) return bytes;
  return "\"" +
         each(text,
              [](const Piece& p) -> std::string {
                constexpr std::uint32_t kPlane = 0x10000;
                if (p.is('\n')) return "\\n";
                if (p.is('\t')) return "\\t";
                if (p.is_ascii())
                  return (std::string_view("\\\"$[]{};").find(static_cast<char>(p.code)) != std::string_view::npos
                              ? "\\"
                              : "") +
                         std::string(p.bytes);
                if (p.code < 0x80 || !p.valid) return octal(p);
                if (p.code < kPlane) return fmt::format("\\u{:04x}", p.code);
                return fmt::format("\\u{:04x}\\u{:04x}", 0xd800 + ((p.code - kPlane) >> 10),
                                   0xdc00 + ((p.code - kPlane) & 0x3ffU));
              }) +
         "\"";
}

std::string c_string(const OutsideText& text) {
  // A question mark might begin a trigraph.
  return "\"" +
         each(text,
              [](const Piece& p) -> std::string {
                if (p.is('"') || p.is('\\') || p.is('?')) return "\\" + std::string(p.bytes);
                return p.is_ascii() ? std::string(p.bytes) : octal(p);
              }) +
         "\"";
}

std::string verilog_string(const OutsideText& text) {
  // A Verilog string is a vector: NUL would vanish, and $display would interpret %d.
  return "\"" +
         each(text,
              [](const Piece& p) -> std::string {
                if (p.is('"') || p.is('\\')) return "\\" + std::string(p.bytes);
                if (p.is('%')) return "%%";
                return p.is_ascii() ? std::string(p.bytes) : p.is('\0') ? "\\\\x00" : octal(p);
              }) +
         "\"";
}

std::string vhdl_string(const OutsideText& text) {
  // VHDL has no escapes, and tools differ in what they accept beyond ASCII.
  return "\"" +
         each(text,
              [](const Piece& p) -> std::string {
                if (p.is('"')) return "\"\"";
                return p.is_ascii() ? std::string(p.bytes) : escape(p);
              }) +
         "\"";
}

std::string yaml_quoted(const OutsideText& text) {
  return "\"" +
         each(text,
              [](const Piece& p) -> std::string {
                if (p.is('"') || p.is('\\')) return "\\" + std::string(p.bytes);
                if (p.is('\n')) return "\\n";
                if (p.is('\t')) return "\\t";
                if (!p.valid) return "\\" + escape(p);
                return !p.is_hidden()     ? std::string(p.bytes)
                       : p.code < 0x100   ? fmt::format("\\x{:02x}", p.code)
                       : p.code < 0x10000 ? fmt::format("\\u{:04x}", p.code)
                                          : fmt::format("\\U{:08x}", p.code);
              }) +
         "\"";
}

std::string yaml_scalar(const OutsideText& text) {
  static constexpr std::string_view kWords[] = {"true", "false", "yes", "no", "on", "off", "y", "n", "null"};
  const std::string& bytes = Access::of(text);
  std::string small;
  for (const char c : bytes) small += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  const bool word = std::find(std::begin(kWords), std::end(kWords), small) != std::end(kWords);
  const bool letter =
      !bytes.empty() && is_word_letter(bytes.front()) && std::isdigit(static_cast<unsigned char>(bytes.front())) == 0;
  const bool path = bytes.starts_with('/') || bytes.starts_with("./") || bytes.starts_with("../");
  const bool plain = (letter || path) && bytes.back() != ' ' && all_of(bytes, " _./()+-") && !word &&
                     bytes.find("  ") == std::string::npos;
  return plain ? bytes : yaml_quoted(text);
}

std::string markup(const OutsideText& text) {
  return each(text, [](const Piece& p) -> std::string {
    if (p.is('&')) return "&amp;";
    if (p.is('<')) return "&lt;";
    if (p.is('>')) return "&gt;";
    if (p.is('"')) return "&quot;";
    if (p.is('\'')) return "&#39;";
    return p.is('\n') || p.is('\t') ? std::string(p.bytes) : visible(p);
  });
}

std::string markdown(const OutsideText& text) {
  const std::string line = terminal(text);
  std::string out;
  for (std::size_t i = 0; i < line.size(); ++i) {
    const char c = line[i];
    const bool inside = i > 0 && i + 1 < line.size() && is_word_letter(line[i - 1]) && is_word_letter(line[i + 1]);
    // An underscore inside a word has no special meaning.
    const bool special = std::string_view("\\`*[]<>&|~$").find(c) != std::string_view::npos || (c == '_' && !inside) ||
                         (i == 0 && std::string_view("#+-=").find(c) != std::string_view::npos);
    if (special) out += '\\';
    out += c;
  }
  return out;
}

std::string markdown_code(const std::string& line) {
  std::size_t longest = 0, run = 0;
  for (const char c : line) {
    run = c == '`' ? run + 1 : 0;
    longest = std::max(longest, run);
  }
  if (longest == 0) return "`" + line + "`";
  const std::string fence(longest + 1, '`');
  return fence + " " + line + " " + fence;
}

std::string terminal(const OutsideText& text) { return each(text, visible); }

std::string paragraph(const OutsideText& text) {
  std::string out;
  for (const char c :
       each(text, [](const Piece& p) { return p.is('\n') || p.is('\t') || p.is('\r') ? " " : visible(p); })) {
    if (c != ' ' || (!out.empty() && out.back() != ' ')) out += c;
  }
  if (out.ends_with(' ')) out.pop_back();
  return out;
}

std::string terminal_lines(const OutsideText& text) {
  return each(text, [](const Piece& p) { return p.is('\n') || p.is('\t') ? std::string(p.bytes) : visible(p); });
}

std::string utf8(const OutsideText& text) {
  return each(text, [](const Piece& p) { return p.valid ? std::string(p.bytes) : escape(p); });
}

std::optional<std::string> plain_word(const OutsideText& text) {
  const std::string& bytes = Access::of(text);
  if (bytes.empty() || !is_word_letter(bytes.front()) || !all_of(bytes, "_-.")) return std::nullopt;
  return bytes;
}

std::string identifier(const OutsideText& text, std::size_t most) {
  std::string out;
  for (const char c : Access::of(text)) {
    if (out.size() == most) break;
    if (is_word_letter(c))
      out += c;
    else if (!out.empty() && out.back() != '_')
      out += '_';
  }
  if (out.ends_with('_')) out.pop_back();
  return out;
}

}  // namespace rtlgen::safe
