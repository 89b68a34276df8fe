// Equations 1 to 9 in order.
#include "zohouri2018.hpp"

#include <algorithm>
#include <stdexcept>

#include "support/ceil_div.hpp"
#include "support/index.hpp"

namespace rtlgen::model::zohouri2018 {

namespace {

std::int64_t streamed(const Design& d) { return d.grid[at(d.axes - 1)]; }

std::int64_t grid_cells(const Design& d) {
  std::int64_t cells = 1;
  for (int a = 0; a < d.axes; ++a) cells *= d.grid[at(a)];
  return cells;
}

}  // namespace

std::int64_t shift_register(const Design& d) {
  return 2 * d.radius * d.block[0] * (d.axes == 3 ? d.block[1] : 1) + d.cells_per_cycle;
}

std::int64_t halo(const Design& d) { return std::int64_t{d.radius} * d.steps; }

double memory_gbs(const Design& d) {
  return std::min(d.clock_hz * d.cells_per_cycle * d.cell_bytes * (d.reads + d.writes) / 1e9, d.peak_gbs);
}

std::int64_t own_cells(const Design& d, int axis) {
  const std::int64_t own = d.block[at(axis)] - 2 * halo(d);
  if (own <= 0) throw std::invalid_argument("a block has no cells of its own");
  return own;
}

std::int64_t blocks(const Design& d, int axis) { return ceil_div(d.grid[at(axis)], own_cells(d, axis)); }

std::int64_t cells_of_pass(const Design& d) {
  std::int64_t cells = streamed(d);
  for (int a = 0; a + 1 < d.axes; ++a) cells *= blocks(d, a) * d.block[at(a)];
  return cells;
}

std::int64_t cells_read(const Design& d) {
  std::int64_t cells = streamed(d);
  for (int a = 0; a + 1 < d.axes; ++a) {
    const std::int64_t traversed = blocks(d, a) * own_cells(d, a) + 2 * halo(d);  // trav
    cells *= blocks(d, a) * d.block[at(a)] - (traversed - d.grid[at(a)]);
  }
  return cells * d.reads;
}

std::int64_t cells_written(const Design& d) { return grid_cells(d) * d.writes; }

double run_time(const Design& d) {
  const auto passes = static_cast<double>(ceil_div(d.iterations, d.steps));
  return passes * static_cast<double>(cells_read(d) + cells_written(d)) * d.cell_bytes / (1e9 * memory_gbs(d));
}

double throughput_gbs(const Design& d) {
  const double useful =
      static_cast<double>(grid_cells(d)) * static_cast<double>(d.iterations) * (d.reads + d.writes) * d.cell_bytes;
  return useful / (1e9 * run_time(d));
}

}  // namespace rtlgen::model::zohouri2018
