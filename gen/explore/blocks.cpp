// Blocks to try, in whole alignment units.
#include <algorithm>
#include <functional>
#include <set>

#include "explore/probe.hpp"
#include "plan/framing.hpp"
#include "plan/place_fields.hpp"

namespace rtlgen::explore {

std::vector<std::vector<std::int64_t>> candidate_blocks(const spec::Stencil& stencil, int cells_per_cycle) {
  spec::Stencil wide = stencil;
  wide.hardware.cells_per_cycle = cells_per_cycle;
  plan::place_fields(wide);
  const std::int64_t unit = plan::block_alignment(wide, 0);
  std::vector<std::vector<std::int64_t>> blocks = {{}};
  if (stencil.axes == 1) return blocks;
  const auto extents_below = [](std::int64_t extent, std::int64_t align) {
    std::set<std::int64_t, std::greater<>> sizes;
    for (std::int64_t size = 1; size < extent; size *= 2) {
      for (const std::int64_t s : {size, size * 3 / 2}) {
        const std::int64_t whole = s / align * align;
        if (whole >= 16 && whole < extent) sizes.insert(whole);
      }
    }
    return sizes;
  };
  const auto xs = extents_below(stencil.grid[0], unit);
  for (const std::int64_t x : xs) blocks.push_back({x});
  if (stencil.axes < 3) return blocks;
  const std::int64_t all_x = (stencil.grid[0] + unit - 1) / unit * unit;
  for (const std::int64_t y : extents_below(stencil.grid[1], 1)) {
    blocks.push_back({all_x, y});
    for (const std::int64_t x : xs) {
      if (x <= 4 * y && y <= 4 * x) blocks.push_back({x, y});
    }
  }
  return blocks;
}

}  // namespace rtlgen::explore
