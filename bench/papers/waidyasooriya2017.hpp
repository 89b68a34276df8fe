// The performance model of Waidyasooriya, Takei, Tatsumi and Hariyama, "OpenCL-Based FPGA-Platform for Stencil
// Computation and Its Optimization Methodology", IEEE TPDS 28(5), 2017: equations 1 to 12. Bytes, cells, seconds.
#pragma once

#include <cstdint>
#include <optional>
#include <utility>

namespace rtlgen::model::waidyasooriya2017 {

/// One stencil on one board.
struct Design {
  int cells_per_cycle = 1;  ///< P_cell
  int steps = 1;            ///< d: pipelined computation modules (PCM) in a chain
  int window_x = 3;         ///< p
  int window_y = 3;         ///< q
  std::int64_t row = 1;     ///< N, the short contiguous axis
  std::int64_t rows = 1;    ///< M
  /// For three axes: window and extent of the second axis; M is then the third. The model of the paper is for two axes;
  /// this extends it.
  std::optional<std::pair<int, std::int64_t>> plane;
  int bytes_in = 4, bytes_out = 4;      ///< S_in, S_out, per cell
  std::int64_t iterations = 1;          ///< I_total
  double clock_hz = 0;                  ///< f
  double bandwidth = 0;                 ///< B_prac, bytes per second
  double control_s = 0;                 ///< t_ctrl, per kernel call
  double to_card_s = 0, to_host_s = 0;  ///< t_HF, t_FH
};

/// Equation 2: B_req, bytes per second.
double required_bandwidth(const Design& d);
/// Equation 3: B_prac = S_bus * f_mem * N_mem * E_coef.
double practical_bandwidth(double bus_bytes, double memory_hz, int memories, double efficiency);
/// Equation 4: whether memory keeps up (scenario 1).
bool is_bound_by_computation(const Design& d);
/// The bracket of equation 5: the delay of one PCM in cells, and the cells that enter with the first.
double latency_cells(const Design& d);
/// Equations 5, 6 and 7: t_comp, seconds of one pass.
double pass_time(const Design& d);
/// Equation 1: t_total; the number of calls is rounded up, as in table 2.
double total_time(const Design& d);
/// Resources of one kind: logic, DSPs, memory or registers.
struct Resources {
  double of_element = 0;  ///< R_PE
  double of_shift = 0;    ///< R_shift
  double of_board = 0;    ///< R_base
};
/// Equations 9 and 10: d * (P_cell * R_PE + R_shift) + R_base.
double resources(const Design& d, const Resources& r);
/// Equation 8.
bool fits(const Design& d, const Resources& r, double available);
/// Equation 11: a time proportional to t_total, in seconds, with the clock of the design, or with that of the memory
/// (`memory_hz`) if it is the limit.
double proportional_time(const Design& d, double memory_hz);
/// Registers of a PCM's shift register, (q-1) N + p + 1 (section 3).
std::int64_t shift_registers(const Design& d);
/// Registers in the shift register of a PCM, (q-1) N + p + 1 (section 3).
double effective_percent(double actual, double peak);

}  // namespace rtlgen::model::waidyasooriya2017
