// Counts suspicious cells of a result: NaN, infinite, or at a limit of their type.
#pragma once

#include <cstdint>
#include <string>

namespace rtlgen::golden {
struct Grid;
struct GridView;
}  // namespace rtlgen::golden

namespace rtlgen::spec {
struct Type;
}

namespace rtlgen::data {

/// Narrower integers are states rather than quantities, so their limits are not counted.
constexpr int kLeastSaturatedWidth = 5;

struct CellCounts {
  std::int64_t cells = 0;
  std::int64_t nan = 0;
  std::int64_t infinite = 0;
  /// Integers and fixed point of at least kLeastSaturatedWidth bits: cells with the type's largest value or, if it is
  /// signed, its smallest.
  std::int64_t saturated = 0;

  [[nodiscard]] bool clean() const { return nan == 0 && infinite == 0 && saturated == 0; }
};

/// Whether a cell is one of CellCounts::saturated.
bool is_saturated(const spec::Type& type, std::uint64_t bits);

CellCounts count_cells(const golden::GridView& grid);
CellCounts count_cells(const golden::Grid& grid);

/// "2,852 of 3,072 cells are NaN", "7 of 64 cells are infinite", "3 of 64 cells are at a limit of int<12>", separated
/// by commas; "" if there are no such cells.
std::string counts_text(const CellCounts& counts, const spec::Type& type);

}  // namespace rtlgen::data
