// A field's cells in memory, shared by the golden engine, data files and the simulation.
#pragma once

#include <cstdint>
#include <cstring>
#include <vector>

#include "spec/axes.hpp"
#include "spec/type.hpp"

namespace rtlgen::golden {

/// Bytes per cell of `type`: the smallest of 1, 2, 4 and 8 that is sufficient.
inline int cell_bytes(const spec::Type& type) {
  return type.width <= 8 ? 1 : type.width <= 16 ? 2 : type.width <= 32 ? 4 : 8;
}

/// Cells of one type, x contiguous, then y, then z. Bits above the type's width are zero.
struct Grid {
  spec::Type type;
  spec::Extents extents{1, 1, 1};
  int cell_bytes = 4;
  std::vector<std::uint8_t> bytes;

  Grid() = default;
  Grid(const spec::Type& t, const spec::Extents& e) : type(t), extents(e) {
    cell_bytes = golden::cell_bytes(t);
    bytes.assign(static_cast<std::size_t>(cells() * cell_bytes), 0);
  }
  [[nodiscard]] std::int64_t cells() const { return extents[0] * extents[1] * extents[2]; }
  /// The bits of cell `i` (linear index).
  [[nodiscard]] std::uint64_t get(std::int64_t i) const {
    std::uint64_t v = 0;
    std::memcpy(&v, &bytes[static_cast<std::size_t>(i * cell_bytes)], static_cast<std::size_t>(cell_bytes));
    return v;
  }
  void set(std::int64_t i, std::uint64_t bits) {
    std::memcpy(&bytes[static_cast<std::size_t>(i * cell_bytes)], &bits, static_cast<std::size_t>(cell_bytes));
  }
  friend bool operator==(const Grid&, const Grid&) = default;
};

/// Cells in the layout of a Grid, owned by a Grid or by a program that uses rtlgen as a library.
struct GridView {
  spec::Type type;
  spec::Extents extents{1, 1, 1};
  const std::uint8_t* bytes = nullptr;

  GridView() = default;
  GridView(const spec::Type& t, const spec::Extents& e, const std::uint8_t* b) : type(t), extents(e), bytes(b) {}
  explicit GridView(const Grid& grid) : GridView(grid.type, grid.extents, grid.bytes.data()) {}
  [[nodiscard]] std::int64_t cells() const { return extents[0] * extents[1] * extents[2]; }
  /// A copy.
  [[nodiscard]] Grid grid() const {
    Grid grid;
    grid.type = type;
    grid.extents = extents;
    grid.cell_bytes = golden::cell_bytes(type);
    grid.bytes.assign(bytes, bytes + grid.cells() * grid.cell_bytes);
    return grid;
  }
};

}  // namespace rtlgen::golden
