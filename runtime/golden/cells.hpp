// Cells of a vector in the layout of files, of a card's memory and of programs: the components of a cell are adjacent.
#pragma once

#include <cstdint>
#include <cstring>
#include <span>
#include <vector>

#include "golden/grid.hpp"

namespace rtlgen::golden {

/// The bytes of these grids, which have equal shape and type, cell by cell.
inline std::vector<std::uint8_t> side_by_side(const std::vector<const Grid*>& components) {
  if (components.size() == 1) return components.front()->bytes;
  const auto bytes = static_cast<std::size_t>(components.front()->cell_bytes), cell = bytes * components.size();
  std::vector<std::uint8_t> all(components.front()->bytes.size() * components.size());
  for (std::size_t k = 0; k < components.size(); ++k) {
    const std::vector<std::uint8_t>& own = components[k]->bytes;
    for (std::size_t i = 0; i * bytes < own.size(); ++i)
      std::memcpy(&all[i * cell + k * bytes], &own[i * bytes], bytes);
  }
  return all;
}

/// The reverse: fills grids, which already have their shape and type.
inline void take_apart(std::span<const std::uint8_t> all, const std::vector<Grid*>& components) {
  const auto bytes = static_cast<std::size_t>(components.front()->cell_bytes), cell = bytes * components.size();
  for (std::size_t k = 0; k < components.size(); ++k) {
    std::vector<std::uint8_t>& own = components[k]->bytes;
    for (std::size_t i = 0; i * bytes < own.size(); ++i)
      std::memcpy(&own[i * bytes], all.data() + i * cell + k * bytes, bytes);
  }
}

}  // namespace rtlgen::golden
