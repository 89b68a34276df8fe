// Arrays in memory against docs/memory_system.md, "Layout of an array in memory", bit by bit.
#include "host/layout.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <random>

#include "contract/shell.hpp"
#include "host/host.hpp"

namespace rtlgen::test {
namespace {

using Channels = std::vector<std::vector<std::uint8_t>>;

struct Case {
  int cell_bits, lanes, bus_bits, stripes;  ///< for a vector: bits of a component
  contract::Extents grid;
  int components = 1;

  [[nodiscard]] int word_bits() const { return cell_bits * components * lanes; }
};

host::Design design_of(const Case& c) {
  host::Design design;
  design.core.axes = 3;
  design.core.cells_per_cycle = c.lanes;
  design.core.maximum = c.grid;
  design.shell.bus_bits = c.bus_bits;
  contract::ShellStream s;
  s.name = "t";
  s.components = c.components;
  s.cell_bits = c.cell_bits * c.components;
  s.lanes = c.lanes;
  s.word_bits = c.word_bits();
  s.axes = 3;
  s.buffers.emplace_back();
  for (int i = 0; i < c.stripes; ++i) s.buffers[0].push_back(i);
  design.shell.streams.push_back(s);
  return design;
}

/// A row: its beats, and the place of bit `bit` of cell `x` in them, as a beat and a bit of it.
struct RowOfBeats {
  std::int64_t beat_bits, words_of_beat, beats_of_word, beats;
  explicit RowOfBeats(const Case& c) : beat_bits(std::int64_t{c.bus_bits} * c.stripes) {
    const std::int64_t word = c.word_bits();
    words_of_beat = word <= beat_bits ? beat_bits / word : 0;
    beats_of_word = word <= beat_bits ? 0 : (word + beat_bits - 1) / beat_bits;
    const std::int64_t words = (c.grid[0] + c.lanes - 1) / c.lanes;
    beats = words_of_beat > 0 ? (words + words_of_beat - 1) / words_of_beat : words * beats_of_word;
  }
};

/// The layout's definition, a bit at a time; `flip_lanes` is a layout with lane 0 highest, `flip_components` one with a
/// cell's first component highest.
Channels by_definition(const Case& c, const std::vector<std::uint8_t>& cells, bool flip_lanes,
                       bool flip_components = false) {
  const RowOfBeats row(c);
  const std::int64_t bytes = c.cell_bits <= 8 ? 1 : c.cell_bits <= 16 ? 2 : c.cell_bits <= 32 ? 4 : 8, bus = c.bus_bits;
  const std::int64_t beats = row.beats * c.grid[1] * c.grid[2], word_bits = c.word_bits();
  Channels out(static_cast<std::size_t>(c.stripes),
               std::vector<std::uint8_t>(static_cast<std::size_t>(beats * bus / 8)));
  std::int64_t index = 0;
  for (std::int64_t line = 0; line < c.grid[1] * c.grid[2]; ++line) {
    for (std::int64_t number = 0; number < c.grid[0] * c.components; ++number, ++index) {
      const std::int64_t x = number / c.components, k = number % c.components;
      const std::int64_t component = flip_components ? c.components - 1 - k : k;
      for (std::int64_t bit = 0; bit < c.cell_bits; ++bit) {
        const bool value = (cells[static_cast<std::size_t>(index * bytes + bit / 8)] >> (bit % 8) & 1) != 0;
        const std::int64_t word = x / c.lanes, lane = flip_lanes ? c.lanes - 1 - x % c.lanes : x % c.lanes,
                           in_word = (lane * c.components + component) * c.cell_bits + bit;
        std::int64_t beat = line * row.beats, in_beat = 0;
        if (row.words_of_beat > 0) {
          beat += word / row.words_of_beat;
          in_beat = word % row.words_of_beat * word_bits + in_word;
        } else {
          beat += word * row.beats_of_word + in_word / row.beat_bits;
          in_beat = in_word % row.beat_bits;
        }
        auto& byte =
            out[static_cast<std::size_t>(in_beat / bus)][static_cast<std::size_t>((beat * bus + in_beat % bus) / 8)];
        byte = static_cast<std::uint8_t>(byte | (value ? 1 : 0) << (in_beat % 8));
      }
    }
  }
  return out;
}

std::vector<std::uint8_t> random_bytes(std::size_t count, std::uint32_t seed) {
  std::mt19937 random(seed);
  std::vector<std::uint8_t> bytes(count);
  for (std::uint8_t& b : bytes) b = static_cast<std::uint8_t>(random());
  return bytes;
}

/// The same cells with the bits above each cell's own at 0.
std::vector<std::uint8_t> clean(const Case& c, std::vector<std::uint8_t> cells) {
  const int bytes = host::bytes_of_bits(c.cell_bits);
  for (std::size_t i = 0; i < cells.size(); ++i) {
    const int own = c.cell_bits - 8 * static_cast<int>(i % static_cast<std::size_t>(bytes));
    if (own < 8) cells[i] = own <= 0 ? 0 : static_cast<std::uint8_t>(cells[i] & ((1 << own) - 1));
  }
  return cells;
}

void check(const Case& c) {
  SCOPED_TRACE(fmt::format("{} bits, P = {}, bus of {} x {}, {} cells per row", c.cell_bits, c.lanes, c.stripes,
                           c.bus_bits, c.grid[0]));
  const host::Design design = design_of(c);
  const contract::ShellStream& s = design.shell.streams[0];
  const host::Placement place = host::place(design, s, c.grid, 1);
  ASSERT_EQ(place.beats, RowOfBeats(c).beats * c.grid[1] * c.grid[2]);
  ASSERT_EQ(place.cell_count(), static_cast<std::uint64_t>(c.grid[0] * c.grid[1] * c.grid[2]));
  // Bits above a cell's own are anything, and must not get to other cells.
  const auto cells = random_bytes(place.cell_count() * static_cast<std::size_t>(host::bytes_of_cell(s)), 7);
  const Channels beats = host::to_beats(design, s, place, cells.data());
  EXPECT_EQ(beats, by_definition(c, cells, false));
  if (c.lanes > 1) {
    EXPECT_NE(beats, by_definition(c, cells, true)) << "a layout with lanes reversed looks the same";
  }
  if (c.components > 1) {
    EXPECT_NE(beats, by_definition(c, cells, false, true)) << "a layout with components exchanged looks the same";
  }
  std::vector<std::uint8_t> back(cells.size(), 0xee);
  host::from_beats(design, s, place, beats, back.data());
  EXPECT_EQ(back, clean(c, cells));
  // The contents of padding are arbitrary.
  Channels noise = by_definition(c, std::vector<std::uint8_t>(cells.size(), 0xff), false);
  for (std::size_t i = 0; i < noise.size(); ++i) {
    for (std::size_t b = 0; b < noise[i].size(); ++b)
      noise[i][b] = static_cast<std::uint8_t>(~noise[i][b] | beats[i][b]);
  }
  std::fill(back.begin(), back.end(), std::uint8_t{0xee});
  host::from_beats(design, s, place, noise, back.data());
  EXPECT_EQ(back, clean(c, cells));
}

TEST(Layout, IsTheOneOfTheDocumentation) {
  int cases = 0;
  for (const int cell_bits : {1, 3, 8, 12, 16, 18, 20, 32, 33, 64}) {
    for (const int lanes : {1, 2, 3, 4, 5, 8, 16}) {
      for (const int bus_bits : {64, 512, 1024}) {
        for (const int stripes : {1, 2, 4}) {
          check({cell_bits, lanes, bus_bits, stripes, {37, 3, 2}});
          ++cases;
          if (testing::Test::HasFailure()) return;
        }
      }
    }
  }
  EXPECT_EQ(cases, 10 * 7 * 3 * 3);
}

/// Words of 80 bits, in both ways that a bus can hold them.
TEST(Layout, WordsThatNoBusHoldsExactly) {
  check({16, 5, 64, 1, {23, 2, 1}});   // two beats per word
  check({20, 4, 512, 1, {64, 2, 1}});  // six words per beat, and 32 bits of padding
  check({10, 8, 128, 2, {40, 1, 3}});
}

/// Cells of several components, in words that fill a beat and that do not.
TEST(Layout, OfVectors) {
  for (const int cell_bits : {1, 5, 8, 12, 32, 64}) {
    for (const int lanes : {1, 3, 4}) {
      for (const int components : {2, 3, 9}) {
        check({cell_bits, lanes, 64, 1, {19, 3, 1}, components});
        check({cell_bits, lanes, 512, 2, {19, 3, 1}, components});
        if (testing::Test::HasFailure()) return;
      }
    }
  }
}

/// Nine floats side by side, sixteen cells a word: nine beats of 512 bits, and the bytes of a C array of structures.
TEST(Layout, WholeCellsAreThePlainArray) {
  const Case c{32, 16, 512, 1, {64, 3, 2}, 9};
  const host::Design design = design_of(c);
  const auto cells = random_bytes(std::size_t{64} * 3 * 2 * 9 * 4, 3);
  EXPECT_EQ(host::to_beats(design, design.shell.streams[0], host::place(design, design.shell.streams[0], c.grid, 1),
                           cells.data())[0],
            cells);
}

/// Whatever is a power of two is an array of C.
TEST(Layout, PowersOfTwoAreThePlainArray) {
  const Case c{32, 4, 512, 1, {64, 3, 2}};
  const host::Design design = design_of(c);
  const auto cells = random_bytes(64 * 3 * 2 * 4, 3);
  EXPECT_EQ(host::to_beats(design, design.shell.streams[0], host::place(design, design.shell.streams[0], c.grid, 1),
                           cells.data())[0],
            cells);
}

}  // namespace
}  // namespace rtlgen::test
