// Numbers as text: the Rodinia maps, spreadsheets saved as CSV, numpy.savetxt.
#include <fmt/format.h>

#include <algorithm>
#include <cctype>

#include "data/formats.hpp"
#include "data/values.hpp"
#include "golden/grid.hpp"
#include "spec/describe.hpp"

namespace rtlgen::data {

namespace {

constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";  ///< spreadsheets write it before UTF-8

bool is_space(char c) { return std::isspace(static_cast<unsigned char>(c)) != 0 || c == ','; }

/// Finds commas without a number before or after them on their line: a value is missing there, and all later ones would
/// be shifted.
class Commas {
 public:
  explicit Commas(const std::string& text) : text_(text) {}

  void number() { last_ = Last::kNumber; }
  /// An error if a value is missing.
  [[nodiscard]] std::optional<Error> separator(std::size_t at) {
    const char c = text_[at];
    if (c == ',') {
      if (last_ != Last::kNumber) return missing(at);
      last_ = Last::kComma;
      comma_ = at;
    } else if (c == '\n') {
      return end_line();
    }
    return std::nullopt;
  }
  [[nodiscard]] std::optional<Error> end_line() {
    if (last_ == Last::kComma) return missing(comma_);
    last_ = Last::kNothing;
    return std::nullopt;
  }

 private:
  enum class Last { kNothing, kNumber, kComma };

  [[nodiscard]] Error missing(std::size_t at) const {
    return bad_text(text_, at, 1, "a value is missing", "a comma must separate two numbers of a line");
  }

  const std::string& text_;
  Last last_ = Last::kNothing;
  std::size_t comma_ = 0;
};

/// The beginning of an arbitrary word, safe for a terminal.
std::string shown(std::string_view word) {
  std::string out(word.substr(0, 20));
  for (char& c : out) c = c >= ' ' && c <= '~' ? c : '?';
  return word.size() > 20 ? out + "..." : out;
}

}  // namespace

Expected<golden::Grid> read_text(const std::string& b, const Wanted& wanted) {
  // A text too short for its cells is only counted: no memory for a grid that it cannot fill.
  const bool may_fit = static_cast<std::int64_t>(b.size() / 2) + 1 >= wanted.cells();
  golden::Grid grid(wanted.type, may_fit ? wanted.numbers() : spec::Extents{1, 1, 1});
  std::int64_t count = 0;
  Commas commas(b);
  for (std::size_t at = b.starts_with(kByteOrderMark) ? kByteOrderMark.size() : 0; at < b.size();) {
    if (is_space(b[at])) {
      if (const auto error = commas.separator(at++)) return *error;
      continue;
    }
    if (b[at] == '#') {
      at = std::min(b.size(), b.find('\n', at));
      continue;
    }
    std::size_t end = at;
    while (end < b.size() && !is_space(b[end])) ++end;
    const std::string_view word = std::string_view(b).substr(at, end - at);
    std::uint64_t bits = 0;
    switch (parse_number(word, wanted.type, bits)) {
      case Parsed::kGood:
        break;
      case Parsed::kNoNumber:
        return bad_text(b, at, word.size(), fmt::format("'{}' is not a number", shown(word)),
                        "a text file holds one number per cell, row by row, x first");
      case Parsed::kDoesNotFit:
        return bad_text(b, at, word.size(), fmt::format("{} cannot hold {}", wanted.type.name(), shown(word)),
                        "choose a type that holds the data");
    }
    if (count < grid.cells()) grid.set(count, bits);
    ++count;
    commas.number();
    at = end;
  }
  if (const auto error = commas.end_line()) return *error;
  if (const auto error = wanted.check_count(count)) return *error;
  return grid;
}

std::string text_bytes(const golden::Grid& g, int components) {
  std::string out;
  for (std::int64_t i = 0; i < g.cells(); ++i) {
    out += spec::value_text(g.type, g.get(i));
    out += (i + 1) % components == 0 ? '\n' : ' ';
  }
  return out;
}

}  // namespace rtlgen::data
