// The reach of a value: the box of offsets at which the program's inputs are read for one cell.
#pragma once

#include <algorithm>
#include <array>

namespace rtlgen::importer {

struct Window {
  std::array<int, 3> low{};
  std::array<int, 3> high{};

  void add(const std::array<int, 3>& offset, const Window& of) {
    for (std::size_t a = 0; a < 3; ++a) {
      low[a] = std::min(low[a], offset[a] + of.low[a]);
      high[a] = std::max(high[a], offset[a] + of.high[a]);
    }
  }

  [[nodiscard]] bool is_centre() const { return low == std::array<int, 3>{} && high == std::array<int, 3>{}; }
};

}  // namespace rtlgen::importer
