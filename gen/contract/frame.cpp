// Frames: how a grid becomes words, and the position of a grid cell in them.
#include "contract/frame.hpp"

#include <algorithm>

#include "contract/core_interface.hpp"
#include "support/ceil_div.hpp"

namespace rtlgen::contract {

std::vector<Port> CoreInterface::ports_of(PortRole role) const {
  std::vector<Port> list;
  for (const Port& port : ports) {
    if (port.role == role) list.push_back(port);
  }
  return list;
}

bool CoreInterface::is_late(const Port& port) const {
  return std::find(late_arrays.begin(), late_arrays.end(), port.index) != late_arrays.end();
}

Extents CoreInterface::frame_extents(const Extents& grid) const {
  Extents frame{};
  for (std::size_t a = 0; a < kMaxAxes; ++a) frame[a] = blocked(a) ? block[a] : ghost_low[a] + grid[a] + ghost_high[a];
  return frame;
}

Extents CoreInterface::blocks(const Extents& grid) const {
  Extents count{1, 1, 1};
  for (std::size_t a = 0; a < kMaxAxes; ++a) {
    if (blocked(a)) count[a] = ceil_div(grid[a], stride(a));
  }
  return count;
}

std::int64_t CoreInterface::grid_coordinate(std::size_t axis, std::int64_t cell, std::int64_t extent,
                                            std::int64_t block_index) const {
  const std::int64_t low = ghost_low[axis];
  const std::int64_t at = cell - low + (blocked(axis) ? block_index * stride(axis) : 0);
  if (blocked(axis) && !block_wraps[axis]) return at >= 0 && at < extent ? at : -1;
  return (at + ceil_div(low, extent) * extent) % extent;
}

std::int64_t cell_at(const CoreInterface& core, const Extents& extents, std::int64_t place) {
  const Extents cells = core.frame_extents(extents);
  const Extents blocks = core.blocks(extents);
  const std::int64_t padded = frame_shape(cells, core.cells_per_cycle).row_words * core.cells_per_cycle;
  const std::int64_t row = place / padded;
  const std::int64_t index = row / (cells[1] * cells[2]);
  if (place % padded >= cells[0]) return -1;
  const std::int64_t x = core.grid_coordinate(0, place % padded, extents[0], index % blocks[0]);
  const std::int64_t y = core.grid_coordinate(1, row % cells[1], extents[1], index / blocks[0]);
  const std::int64_t z = core.grid_coordinate(2, row % (cells[1] * cells[2]) / cells[1], extents[2]);
  return x < 0 || y < 0 || z < 0 ? -1 : x + extents[0] * (y + extents[1] * z);
}

Home home_of(const CoreInterface& core, std::size_t axis, std::int64_t coordinate) {
  if (!core.blocked(axis)) return {0, core.ghost_low[axis] + coordinate};
  const std::int64_t stride = core.stride(axis);
  return {coordinate / stride, core.ghost_low[axis] + coordinate % stride};
}

std::int64_t place_of(const CoreInterface& core, const Extents& extents, std::int64_t cell) {
  const FrameShape frame = frame_shape(core.frame_extents(extents), core.cells_per_cycle);
  const Home x = home_of(core, 0, cell % extents[0]);
  const Home y = home_of(core, 1, cell / extents[0] % extents[1]);
  const Home z = home_of(core, 2, cell / extents[0] / extents[1]);
  const std::int64_t index = x.block + core.blocks(extents)[0] * y.block;
  const std::int64_t row = index * frame.rows * frame.planes + y.cell + frame.rows * z.cell;
  return row * frame.row_words * core.cells_per_cycle + x.cell;
}

std::int64_t words_before(const CoreInterface& core, const Extents& extents, std::int64_t word) {
  const std::int64_t p = core.cells_per_cycle;
  std::int64_t before = 0;
  for (std::int64_t place = word * p; place < (word + 1) * p; ++place) {
    const std::int64_t cell = cell_at(core, extents, place);
    if (cell >= 0) before = std::max(before, place_of(core, extents, cell) / p + 1);
  }
  return before;
}

FrameShape frame_shape(const Extents& extents, int cells_per_cycle) {
  return {ceil_div(extents[0], cells_per_cycle), extents[1], extents[2]};
}

}  // namespace rtlgen::contract
