// Equations 1 to 8, tables 2 and 3.
#include "richter2012.hpp"

#include <bit>

#include "support/ceil_div.hpp"

namespace rtlgen::model::richter2012 {

namespace {

int bits_of(std::int64_t n) { return static_cast<int>(std::bit_width(static_cast<std::uint64_t>(n - 1))); }

}  // namespace

std::int64_t buffered_cells(const Design& d) { return d.m * d.n * (d.z - 1) + d.m * (d.y - 1) + d.x + d.p - 1; }

std::int64_t Structure::cells() const {
  return std::int64_t{dimensions} * rows * registers + row_fifos * row_fifo_cells + plane_fifos * plane_fifo_cells;
}

Structure structure(const Design& d) {
  return {d.z, d.y, d.x, d.z * (d.y - 1), d.z - 1, d.m - d.x, d.m * d.n - ((d.y - 1) * d.m + d.x)};
}

std::array<std::int64_t, 2> own_cells(std::int64_t block_m, std::int64_t block_n, const Design& d) {
  return {block_m - std::int64_t{d.i} * (d.x - 1), block_n - std::int64_t{d.i} * (d.y - 1)};
}

std::int64_t blocks(const Design& d, std::int64_t own_m, std::int64_t own_n) {
  return ceil_div(d.m - d.x + 1, own_m) * ceil_div(d.n - d.y + 1, own_n);
}

std::int64_t reads_without_ghosts(std::int64_t blocks, std::int64_t own_m, std::int64_t own_n, std::int64_t o) {
  return blocks * own_m * own_n * o;
}

std::int64_t reads(std::int64_t blocks, std::int64_t block_m, std::int64_t block_n, std::int64_t o) {
  return blocks * block_m * block_n * o;
}

double blocking_performance(std::int64_t block_m, std::int64_t block_n, const Design& d) {
  return static_cast<double>((block_m - d.x + 1) * (block_n - d.y + 1)) / static_cast<double>(block_m * block_n);
}

double partial_buffering_performance(const Design& d) { return 1.0 / (d.y * d.z); }

std::int64_t chain_cells(const Design& d, std::int64_t own_m, std::int64_t own_n) {
  std::int64_t cells = 0;
  for (int owed = 1; owed <= d.i; ++owed) {
    Design executor = d;
    executor.m = own_m + std::int64_t{owed} * (d.x - 1);
    executor.n = own_n + std::int64_t{owed} * (d.y - 1);
    cells += buffered_cells(executor);
  }
  return cells;
}

Accesses accesses(const Design& d, Scheme scheme, std::int64_t iterations) {
  const auto computed = static_cast<double>((d.m - d.x + 1) * (d.n - d.y + 1) * (d.o - d.z + 1));
  const auto all = static_cast<double>(iterations);
  const int window = d.x * d.y * d.z;
  if (scheme == Scheme::kNone) return {all * window * computed, all * computed, window};
  if (scheme == Scheme::kPartial) return {all * d.y * d.z * computed, all * computed, window};
  const double together = d.p * d.i;
  return {all * static_cast<double>(d.m * d.n * d.o) / together, all * computed / together, d.i * buffered_cells(d)};
}

double block_rams(const Design& d) {
  constexpr std::int64_t kDepth = 1024;
  const Structure s = structure(d);
  const auto planes = static_cast<double>(s.plane_fifos * d.p * ceil_div(ceil_div(s.plane_fifo_cells, d.p), kDepth));
  return d.i * (planes + s.row_fifos * (d.p == 1 ? 0.5 : d.p));
}

std::int64_t flip_flops(const Design& d) {
  const Structure s = structure(d);
  const std::int64_t counters =
      2 * (s.row_fifos * bits_of(s.row_fifo_cells) + s.plane_fifos * bits_of(s.plane_fifo_cells));
  return d.i * (std::int64_t{d.bits} * (d.x * d.y * d.z - s.row_fifos - s.plane_fifos) + counters);
}

}  // namespace rtlgen::model::richter2012
