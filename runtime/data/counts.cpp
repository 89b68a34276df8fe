// Counts cells by their bits.
#include "data/counts.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <mutex>

#include "golden/grid.hpp"
#include "support/counted.hpp"
#include "support/numbers.hpp"
#include "support/parallel.hpp"

namespace rtlgen::data {

bool is_saturated(const spec::Type& type, std::uint64_t bits) {
  if (type.is_float() || type.width < kLeastSaturatedWidth) return false;
  const std::uint64_t sign = std::uint64_t{1} << (type.width - 1);
  return type.is_signed() ? bits == sign - 1 || bits == sign : bits == type.mask();
}

namespace {

/// Cells that are checked together, because grids are large and nearly all of their cells are clean.
constexpr std::int64_t kTogether = 4096;

/// Cells of the unsigned type `Cell`.
template <class Cell>
class Counter {
 public:
  explicit Counter(const golden::GridView& grid)
      : grid_(grid),
        is_float_(grid.type.is_float()),
        rest_(static_cast<Cell>((std::uint64_t{1} << (grid.type.width - 1)) - 1)),
        top_(static_cast<Cell>(((std::uint64_t{1} << grid.type.exponent) - 1) << grid.type.fraction)),
        high_(grid.type.is_signed() ? rest_ : static_cast<Cell>(grid.type.mask())),
        low_(grid.type.is_signed() ? static_cast<Cell>(rest_ + 1) : high_) {}

  void count(std::int64_t first, std::int64_t end, CellCounts& counts) const {
    if (is_clean(first, end)) return;
    for (std::int64_t i = first; i < end; ++i) {
      const Cell bits = cell(i);
      const auto magnitude = static_cast<Cell>(bits & rest_);
      counts.nan += is_float_ && magnitude > top_ ? 1 : 0;
      counts.infinite += is_float_ && magnitude == top_ ? 1 : 0;
      counts.saturated += !is_float_ && (bits == high_ || bits == low_) ? 1 : 0;
    }
  }

 private:
  [[nodiscard]] Cell cell(std::int64_t i) const {
    Cell bits = 0;
    std::memcpy(&bits, grid_.bytes + static_cast<std::size_t>(i) * sizeof(Cell), sizeof(Cell));
    return bits;
  }

  /// Without a branch per cell, and in blocks of a constant number of cells, which compilers vectorise.
  [[nodiscard]] bool is_clean(std::int64_t first, std::int64_t end) const {
    constexpr std::int64_t kBlock = 64;
    Cell found = 0;
    for (; first + kBlock <= end; first += kBlock) found = static_cast<Cell>(found | marks(first, kBlock));
    return (found | marks(first, end - first)) == 0;
  }

  /// Not 0 if one of `cells` cells is counted.
  [[nodiscard]] Cell marks(std::int64_t first, std::int64_t cells) const {
    const Cell rest = rest_, top = top_, high = high_, low = low_;
    Cell found = 0;
    if (is_float_) {
      constexpr int kSign = 8 * sizeof(Cell) - 1;
      for (std::int64_t i = 0; i < cells; ++i)
        found = static_cast<Cell>(found | static_cast<Cell>(~((cell(first + i) & rest) - top)));
      return static_cast<Cell>(found >> kSign);  // 0 if all differences are negative
    }
    for (std::int64_t i = 0; i < cells; ++i)
      found = static_cast<Cell>(found | Cell{cell(first + i) == high} | Cell{cell(first + i) == low});
    return found;
  }

  const golden::GridView& grid_;
  bool is_float_;
  Cell rest_;        ///< all bits except the sign
  Cell top_;         ///< infinity of a float
  Cell high_, low_;  ///< limits of the type
};

template <class Cell>
void count_as(const golden::GridView& grid, CellCounts& counts) {
  const Counter<Cell> counter(grid);
  const auto parts = static_cast<std::size_t>((counts.cells + kTogether - 1) / kTogether);
  std::mutex adding;
  on_all_cores(parts, [&](std::size_t part) {
    const auto first = static_cast<std::int64_t>(part) * kTogether;
    CellCounts own;
    counter.count(first, std::min(first + kTogether, counts.cells), own);
    if (own.clean()) return;
    const std::lock_guard lock(adding);
    counts.nan += own.nan;
    counts.infinite += own.infinite;
    counts.saturated += own.saturated;
  });
}

}  // namespace

CellCounts count_cells(const golden::GridView& grid) {
  CellCounts counts;
  counts.cells = grid.cells();
  if (!grid.type.is_float() && grid.type.width < kLeastSaturatedWidth) return counts;
  const int bytes = golden::cell_bytes(grid.type);
  if (bytes == 1) count_as<std::uint8_t>(grid, counts);
  if (bytes == 2) count_as<std::uint16_t>(grid, counts);
  if (bytes == 4) count_as<std::uint32_t>(grid, counts);
  if (bytes == 8) count_as<std::uint64_t>(grid, counts);
  return counts;
}

CellCounts count_cells(const golden::Grid& grid) { return count_cells(golden::GridView(grid)); }

std::string counts_text(const CellCounts& counts, const spec::Type& type) {
  std::string text;
  const auto add = [&](std::int64_t count, const std::string& what) {
    if (count == 0) return;
    text += fmt::format("{}{} of {} {} {} {}", text.empty() ? "" : ", ", count_text(count), count_text(counts.cells),
                        by_number(counts.cells, "cell", "cells"), by_number(count, "is", "are"), what);
  };
  add(counts.nan, "NaN");
  add(counts.infinite, "infinite");
  add(counts.saturated, (type.is_signed() ? "at a limit of " : "at the limit of ") + type.name());
  return text;
}

}  // namespace rtlgen::data
