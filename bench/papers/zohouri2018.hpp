// The performance model of Zohouri, Podobas and Matsuoka, "Combined Spatial and Temporal Blocking for High-Performance
// Stencil Computation on FPGAs Using OpenCL", FPGA 2018: equations 1 to 9. Units: bytes, cells, seconds, and GB of 1e9
// bytes.
#pragma once

#include <array>
#include <cstdint>

namespace rtlgen::model::zohouri2018 {

/// The paper's parameters (table 1) with rtlgen's names; the last axis is streamed, those before it are blocked.
struct Design {
  int axes = 2;                               ///< 2 or 3
  int radius = 1;                             ///< rad
  int reads = 1;                              ///< num_read: arrays read per cell update
  int writes = 1;                             ///< num_write
  int cell_bytes = 4;                         ///< size_cell
  std::array<std::int64_t, 2> block{1, 1};    ///< bsize_x, bsize_y, including the ghost zone
  int cells_per_cycle = 1;                    ///< par_vec
  int steps = 1;                              ///< par_time
  std::array<std::int64_t, 3> grid{1, 1, 1};  ///< dim_x, dim_y, dim_z
  std::int64_t iterations = 1;
  double clock_hz = 0;  ///< fmax
  double peak_gbs = 0;  ///< th_max
};

/// Equation 1: cells in the shift register of one step and one buffered input, before ports are duplicated.
std::int64_t shift_register(const Design& d);
/// Equation 2: size_halo, ghost cells on each side of a block.
std::int64_t halo(const Design& d);
/// Equation 3: th_mem, GB/s.
double memory_gbs(const Design& d);
/// Equation 4: csize, the owned cells of a block along `axis`. Throws std::invalid_argument if none exist.
std::int64_t own_cells(const Design& d, int axis);
/// Equation 5: bnum.
std::int64_t blocks(const Design& d, int axis);
/// Equation 6: t_cell, cells that a pass processes, including ghosts and cells outside the grid.
std::int64_t cells_of_pass(const Design& d);
/// Equation 7: t_read, cells that a pass reads, without those outside the grid. The printed terms have the wrong
/// precedence if several arrays are read, and it covers only two axes; this is the reading that gives table 4 (papers'
/// notes).
std::int64_t cells_read(const Design& d);
/// Equation 7: t_write.
std::int64_t cells_written(const Design& d);
/// Equation 8: seconds of all passes; a last pass with fewer steps takes as long as any other.
double run_time(const Design& d);
/// Equation 9: GB/s of the traffic that a run without buffering and ghosts would have.
double throughput_gbs(const Design& d);

}  // namespace rtlgen::model::zohouri2018
