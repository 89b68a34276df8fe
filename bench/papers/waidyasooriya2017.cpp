// Equations 1 to 12.
#include "waidyasooriya2017.hpp"

#include "support/ceil_div.hpp"

namespace rtlgen::model::waidyasooriya2017 {

namespace {

/// Cells of the grid.
double cells(const Design& d) { return static_cast<double>(d.row * d.rows * (d.plane ? d.plane->second : 1)); }

/// The cells that the window of a PCM spans, except those in its last row: (q-1) N; with three axes (r-1) N Ny + (q-1)
/// N.
double span(const Design& d) {
  const double rows = static_cast<double>((d.window_y - 1) * d.row);
  return d.plane ? static_cast<double>((d.plane->first - 1) * d.row * d.plane->second) + rows : rows;
}

}  // namespace

double required_bandwidth(const Design& d) { return (d.bytes_in + d.bytes_out) * d.cells_per_cycle * d.clock_hz; }

double practical_bandwidth(double bus_bytes, double memory_hz, int memories, double efficiency) {
  return bus_bytes * memory_hz * memories * efficiency;
}

bool is_bound_by_computation(const Design& d) { return required_bandwidth(d) < d.bandwidth; }

double latency_cells(const Design& d) { return (span(d) + d.window_x + 1) / 2 + d.cells_per_cycle; }

double pass_time(const Design& d) {
  const double streamed = d.steps * latency_cells(d) + cells(d);
  if (is_bound_by_computation(d)) return streamed / (d.cells_per_cycle * d.clock_hz);
  return (d.bytes_in + d.bytes_out) / d.bandwidth * streamed;
}

double total_time(const Design& d) {
  const auto calls = static_cast<double>(ceil_div(d.iterations, d.steps));
  return d.to_card_s + calls * (d.control_s + pass_time(d)) + d.to_host_s;
}

double resources(const Design& d, const Resources& r) {
  return d.steps * (d.cells_per_cycle * r.of_element + r.of_shift) + r.of_board;
}

bool fits(const Design& d, const Resources& r, double available) { return resources(d, r) <= available; }

double proportional_time(const Design& d, double memory_hz) {
  const double work = static_cast<double>(d.iterations) * (span(d) / 2 + cells(d) / d.steps);
  return is_bound_by_computation(d) ? work / (d.cells_per_cycle * d.clock_hz) : work / memory_hz;
}

std::int64_t shift_registers(const Design& d) { return static_cast<std::int64_t>(span(d)) + d.window_x + 1; }

double effective_percent(double actual, double peak) { return 100 * actual / peak; }

}  // namespace rtlgen::model::waidyasooriya2017
