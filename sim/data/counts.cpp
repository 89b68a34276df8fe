// Counts by the bits of cells.
#include "data/counts.hpp"

#include <fmt/format.h>

#include "golden/grid.hpp"
#include "support/numbers.hpp"

namespace rtlgen::data {

bool is_saturated(const spec::Type& type, std::uint64_t bits) {
  if (type.is_float() || type.width < kLeastSaturatedWidth) return false;
  const std::uint64_t sign = std::uint64_t{1} << (type.width - 1);
  return type.is_signed() ? bits == sign - 1 || bits == sign : bits == type.mask();
}

CellCounts count_cells(const golden::Grid& grid) {
  const spec::Type& type = grid.type;
  CellCounts counts;
  counts.cells = grid.cells();
  const std::uint64_t sign = std::uint64_t{1} << (type.width - 1);
  const std::uint64_t top = ((std::uint64_t{1} << type.exponent) - 1) << type.fraction;  // of a float's infinity
  for (std::int64_t i = 0; i < counts.cells; ++i) {
    const std::uint64_t bits = grid.get(i);
    if (type.is_float()) {
      const std::uint64_t magnitude = bits & (sign - 1);
      if (magnitude > top) ++counts.nan;
      if (magnitude == top) ++counts.infinite;
    } else if (is_saturated(type, bits)) {
      ++counts.saturated;
    }
  }
  return counts;
}

std::string counts_text(const CellCounts& counts, const spec::Type& type) {
  std::string text;
  const auto add = [&](std::int64_t count, const std::string& what) {
    if (count == 0) return;
    text += fmt::format("{}{} of {} cells {} {}", text.empty() ? "" : ", ", count_text(count), count_text(counts.cells),
                        count == 1 ? "is" : "are", what);
  };
  add(counts.nan, "NaN");
  add(counts.infinite, "infinite");
  add(counts.saturated, (type.is_signed() ? "at an end of " : "at the end of ") + type.name());
  return text;
}

}  // namespace rtlgen::data
