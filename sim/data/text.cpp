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

bool is_space(char c) { return std::isspace(static_cast<unsigned char>(c)) != 0 || c == ','; }

/// The beginning of a word that may be anything, fit for a terminal.
std::string shown(std::string_view word) {
  std::string out(word.substr(0, 20));
  for (char& c : out) c = c >= ' ' && c <= '~' ? c : '?';
  return word.size() > 20 ? out + "..." : out;
}

}  // namespace

golden::Grid read_text(const std::string& b, const Wanted& wanted) {
  golden::Grid grid(wanted.type, wanted.numbers());
  std::int64_t count = 0;
  for (std::size_t at = 0; at < b.size();) {
    if (is_space(b[at])) {
      ++at;
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
        throw bad_text(b, at, word.size(), fmt::format("'{}' is not a number", shown(word)),
                       "a text file holds one number per cell, row by row, x first");
      case Parsed::kDoesNotFit:
        throw bad_text(b, at, word.size(), fmt::format("{} cannot hold {}", wanted.type.name(), shown(word)),
                       "choose a type that holds the data");
    }
    if (count < grid.cells()) grid.set(count, bits);
    ++count;
    at = end;
  }
  wanted.check_count(count);
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
