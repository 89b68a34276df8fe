// Finds what the differing cells have in common.
#include "driver/diagnose/difference.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <numeric>
#include <optional>
#include <set>

#include "contract/manifest.hpp"
#include "host/layout.hpp"
#include "runner/compare.hpp"

namespace rtlgen::driver {

namespace {

constexpr double kMostOf = 0.5;  ///< the share from which on "most" is used
constexpr std::size_t kFewWords = 3;

/// Cells of one array that differ.
struct Wrong {
  std::vector<std::int64_t> cells;  ///< in order
  std::int64_t compared = 0;
  std::set<std::int64_t> lanes, rows, words;
};

Wrong wrong_cells(const golden::Grid& expected, const golden::Grid& got, int lanes,
                  const std::vector<std::uint8_t>* ignored) {
  Wrong wrong;
  const std::int64_t nx = expected.extents[0], words = (nx + lanes - 1) / lanes;
  for (std::int64_t i = 0; i < expected.cells(); ++i) {
    if (ignored != nullptr && (*ignored)[static_cast<std::size_t>(i)] != 0) continue;
    ++wrong.compared;
    if (expected.get(i) == got.get(i)) continue;
    wrong.cells.push_back(i);
    wrong.lanes.insert(i % nx % lanes);
    wrong.rows.insert(i / nx);
    wrong.words.insert(i / nx * words + i % nx / lanes);
  }
  return wrong;
}

/// Bytes of a beat that differ, and the channels that hold them.
struct WrongBytes {
  std::set<int> lanes, channels;
  int of = 0;             ///< total bytes per beat
  int words_of_beat = 0;  ///< or 1
};

WrongBytes wrong_bytes(const contract::Design& design, const std::string& field, const golden::Grid& expected,
                       const golden::Grid& got) {
  WrongBytes wrong;
  wrong.of = design.shell.bus_bits / 8;
  for (const contract::ShellStream& s : design.shell.streams) {
    if (!s.is_out || s.name != field || s.components != 1) continue;
    const host::Placement place = host::place(design, s, expected.extents, 1);
    wrong.words_of_beat = static_cast<int>(place.layout.words_of_beat);
    const auto right = host::to_beats(design, s, place, expected.bytes.data());
    const auto read = host::to_beats(design, s, place, got.bytes.data());
    for (std::size_t stripe = 0; stripe < right.size(); ++stripe) {
      for (std::size_t b = 0; b < right[stripe].size(); ++b) {
        if (right[stripe][b] == read[stripe][b]) continue;
        wrong.lanes.insert(static_cast<int>(b) % wrong.of);
        wrong.channels.insert(s.buffers.back()[stripe]);
      }
    }
  }
  return wrong;
}

/// k, if every k-th word differs; else 1.
std::int64_t period(const std::set<std::int64_t>& words) {
  if (words.size() < kFewWords) return 1;
  std::int64_t gap = 0;
  for (const std::int64_t w : words) gap = std::gcd(gap, w - *words.begin());
  const std::int64_t span = (*words.rbegin() - *words.begin()) / std::max<std::int64_t>(gap, 1) + 1;
  return static_cast<double>(words.size()) > kMostOf * static_cast<double>(span) ? gap : 1;
}

/// The first row with errors, if most cells from there on differ.
std::optional<std::int64_t> first_wrong_row(const Wrong& wrong, const golden::Grid& grid) {
  const std::int64_t nx = grid.extents[0], first = *wrong.rows.begin(), rows = grid.cells() / nx;
  const auto below = static_cast<double>((rows - first) * nx);
  if (first == 0 || rows - first < 2) return std::nullopt;
  return static_cast<double>(wrong.cells.size()) > kMostOf * below ? std::optional(first) : std::nullopt;
}

std::string lane_text(const Wrong& wrong, int lanes) {
  if (lanes == 1) return "";
  if (wrong.lanes.size() == 1) return fmt::format("one lane ({} of {})", *wrong.lanes.begin(), lanes);
  if (static_cast<int>(wrong.lanes.size()) == lanes) return fmt::format("all {} lanes", lanes);
  return fmt::format("lanes {} of {}", fmt::join(wrong.lanes, ", "), lanes);
}

/// Determines pattern and places for one array.
void judge_pattern(const Compared& c, const std::string& field, const golden::Grid& expected, const golden::Grid& got,
                   const Wrong& wrong, Difference& d) {
  std::vector<std::string> parts;
  if (const std::string lanes = lane_text(wrong, c.lanes); !lanes.empty()) parts.push_back(lanes);
  const WrongBytes bytes = c.design != nullptr ? wrong_bytes(*c.design, field, expected, got) : WrongBytes();
  const auto row = first_wrong_row(wrong, expected);
  const std::int64_t every = period(wrong.words);
  const bool is_all = static_cast<double>(d.cells) > 0.9 * static_cast<double>(d.compared);
  const std::string dram = fmt::format("DRAM byte lane {} of channel {}",
                                       bytes.lanes.empty() ? 0 : *bytes.lanes.begin(), fmt::join(bytes.channels, ", "));
  if (row) parts.push_back(fmt::format("from row {} on", *row));
  if (every > 1 && !row) parts.push_back(fmt::format("every {} words", every));
  if (bytes.lanes.size() == 1) parts.push_back(fmt::format("byte lane {} of {}", *bytes.lanes.begin(), bytes.of));
  if (is_all) parts.emplace_back("nearly every cell");
  if (d.cells == 1) parts.emplace_back("one cell");
  d.pattern = parts.empty() ? "scattered cells" : fmt::format("{}", fmt::join(parts, ", "));

  // A lane of the core is wrong in each word; a byte lane of memory can be one of several words in a beat, or a part of
  // a cell.
  const bool is_part_of_cell = bytes.lanes.size() == 1 && expected.cell_bytes > 1;
  const bool is_part_of_words = bytes.lanes.size() == 1 && bytes.words_of_beat > 1 && every % bytes.words_of_beat == 0;
  if (is_part_of_cell || is_part_of_words) d.places.push_back(dram);
  if (row)
    d.places.push_back(
        "a FIFO or line buffer that has lost or repeated a word: clock crossing, timing of the kernel clock");
  else if (c.lanes > 1 && wrong.lanes.size() == 1)
    d.places.push_back(fmt::format("the core, lane {}: timing of the kernel clock", *wrong.lanes.begin()));
  if (every > 1 && !row)
    d.places.emplace_back("a FIFO of the shell between memory and core: every entry of one address is wrong");
  if (is_all && !row)
    d.places.insert(d.places.begin(),
                    {"the core has read different data from what the host wrote: channels, addresses, parameters",
                     "the results have not been written: memory holds what it held before"});
  if (d.places.empty())
    d.places = {"timing of the kernel clock, if the cells change from run to run", "memory that is poorly calibrated"};
}

}  // namespace

Difference difference_of(const Compared& c) {
  Difference d;
  for (const auto& [index, expected] : c.expected) {
    const golden::Grid& got = c.got.at(index);
    const auto mask = c.ignored.find(index);
    const Wrong wrong = wrong_cells(expected, got, c.lanes, mask == c.ignored.end() ? nullptr : &mask->second);
    const bool is_first = d.cells == 0 && !wrong.cells.empty();
    d.cells += static_cast<std::int64_t>(wrong.cells.size());
    d.compared += wrong.compared;
    if (!is_first) continue;
    const ComparedName& name = c.names.at(index);
    const std::int64_t i = wrong.cells.front(), nx = expected.extents[0], ny = expected.extents[1];
    d.first = fmt::format("'{}' at ({}, {}, {}), lane {}: {} instead of {}", name.shown, i % nx, i / nx % ny,
                          i / nx / ny, i % nx % c.lanes, runner::show_value(expected.type, got.get(i)),
                          runner::show_value(expected.type, expected.get(i)));
    Difference own = d;
    own.cells = static_cast<std::int64_t>(wrong.cells.size());
    own.compared = wrong.compared;
    judge_pattern(c, name.field, expected, got, wrong, own);
    d.pattern = own.pattern;
    d.places = own.places;
  }
  return d;
}

}  // namespace rtlgen::driver
