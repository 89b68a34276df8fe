// The cells of a stream for a stage: in a grid, or in a window that holds only its last rows or planes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>

#include "golden/grid.hpp"

namespace rtlgen::golden {

struct Rows {
  std::uint8_t* bytes = nullptr;
  int cell_bytes = 4;
  spec::Extents extents{1, 1, 1};         ///< extents of the grid that it represents
  std::int64_t x0 = 0, y0 = 0;            ///< the first column and row in memory
  std::int64_t width = 1, height = 1;     ///< cells from one row to the next, rows from one plane to the next
  std::int64_t y_mask = -1, z_mask = -1;  ///< for a window: its number of rows or planes, a power of two, minus one

  Rows() = default;
  explicit Rows(Grid& grid)
      : bytes(grid.bytes.data()),
        cell_bytes(grid.cell_bytes),
        extents(grid.extents),
        width(grid.extents[0]),
        height(grid.extents[1]) {}
  /// A grid in memory that is somewhere else.
  Rows(const spec::Type& type, const spec::Extents& of, std::uint8_t* memory)
      : bytes(memory), cell_bytes(golden::cell_bytes(type)), extents(of), width(of[0]), height(of[1]) {}
  /// The window must hold the cell.
  [[nodiscard]] std::uint8_t* cell(std::int64_t x, std::int64_t y, std::int64_t z) const {
    return bytes + cell_bytes * (x - x0 + width * (((y - y0) & y_mask) + height * (z & z_mask)));
  }
  [[nodiscard]] std::uint64_t get(std::int64_t x, std::int64_t y, std::int64_t z) const {
    std::uint64_t bits = 0;
    std::memcpy(&bits, cell(x, y, z), static_cast<std::size_t>(cell_bytes));
    return bits;
  }
};

}  // namespace rtlgen::golden
