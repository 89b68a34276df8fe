// Full buffering by Richter, Schmidt and Fey, "A Configurable VHDL Template for Parallelization of 3D Stencil Codes on
// FPGAs", ERSA 2012: equations 1 to 8. All counts are in cells.
#pragma once

#include <array>
#include <cstdint>

namespace rtlgen::model::richter2012 {

/// Grid, window and parallelism, with the letters of the paper.
struct Design {
  std::int64_t m = 1, n = 1, o = 1;  ///< M x N x O, including the border
  int x = 3, y = 3, z = 3;           ///< X x Y x Z
  int p = 1;                         ///< cells per cycle
  int i = 1;                         ///< Executors in a chain
  int bits = 32;                     ///< D
};

/// Equation 1 and section 2.4: A_FB, the cells that one Executor keeps; P - 1 more with P cells per cycle.
std::int64_t buffered_cells(const Design& d);
/// The same, counted part by part: Dimensions, their rows of registers and row FIFOs, plane FIFOs (section 2.3).
struct Structure {
  int dimensions = 0, rows = 0, registers = 0;  ///< Z; Y in each; X in each row
  int row_fifos = 0, plane_fifos = 0;           ///< Z (Y-1); Z-1
  std::int64_t row_fifo_cells = 0, plane_fifo_cells = 0;
  [[nodiscard]] std::int64_t cells() const;
};
Structure structure(const Design& d);
/// Equation 2 and section 3.2: owned cells of a block of bm x bn, which are smaller by I and I (Y-1).
std::array<std::int64_t, 2> own_cells(std::int64_t block_m, std::int64_t block_n, const Design& d);
/// Equation 3: k, blocks of m x n owned cells. Whole blocks that cover all computed cells; the printed form need not be
/// an integer.
std::int64_t blocks(const Design& d, std::int64_t own_m, std::int64_t own_n);
/// Equation 4: c_FB, words read without ghosts.
std::int64_t reads_without_ghosts(std::int64_t blocks, std::int64_t own_m, std::int64_t own_n, std::int64_t o);
/// Equation 5: c_block, words read with ghosts.
std::int64_t reads(std::int64_t blocks, std::int64_t block_m, std::int64_t block_n, std::int64_t o);
/// Equation 6: PF_BL, the fraction of full speed that is left with blocking.
double blocking_performance(std::int64_t block_m, std::int64_t block_n, const Design& d);
/// Equation 7: PF_PB of partial buffering, 1/(Y Z) by section 1.1; the printed X Y is the same for cubes.
double partial_buffering_performance(const Design& d);
/// Equation 8: A_I, cells of a chain whose Executors shrink with the ghosts that they still need, for blocks of m x n
/// owned cells. The printed factors i are wrong: I = 1 gives one cell (papers' notes).
std::int64_t chain_cells(const Design& d, std::int64_t own_m, std::int64_t own_n);

/// The buffering scheme (table 3).
enum class Scheme { kNone, kPartial, kFull };
/// Table 3: reads and writes of `iterations` iterations.
struct Accesses {
  double reads = 0, writes = 0;
  std::int64_t buffer = 0;
};
Accesses accesses(const Design& d, Scheme scheme, std::int64_t iterations);

/// RAMB36 blocks, fitted to table 2 at D = 32. FIFOs are 1024 deep: one per lane for a plane; half of one, or one, per
/// lane for a row.
double block_rams(const Design& d);
/// Fitted to table 2 at P = 1: registers except the first after each FIFO, which is part of the RAM, and two counters
/// per FIFO.
std::int64_t flip_flops(const Design& d);

}  // namespace rtlgen::model::richter2012
