// SODA's models: Chi, Cong, Wei and Zhou, "SODA: Stencil with Optimized Dataflow Architecture", ICCAD 2018: reuse
// chains (section 3) and equations 2 to 5.
#pragma once

#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

namespace rtlgen::model::soda2018 {

/// The buffers for k cells per cycle: the cells of the window in chains, one for each remainder modulo k.
struct Reuse {
  std::int64_t distance = 0;                         ///< D_r: last minus first offset, plus one
  std::int64_t cells = 0;                            ///< D_r + k - 1, the minimum
  std::vector<std::vector<std::int64_t>> chains;     ///< window offsets in each chain, oldest first
  std::vector<std::vector<std::int64_t>> intervals;  ///< cells between them: 1 is a register, more are a FIFO
};
/// `offsets`: linear offsets in the window.
Reuse reuse(const std::vector<std::int64_t>& offsets, int cells_per_cycle);

struct Design {
  int cells_per_cycle = 1;                         ///< k
  int steps = 1;                                   ///< q
  double clock_ghz = 0;                            ///< f
  std::vector<std::int64_t> tile;                  ///< T of all axes except the streamed one
  std::vector<int> window;                         ///< S of these axes
  int bytes_in = 4, bytes_out = 4;                 ///< per cell
  double bandwidth_gbs = 0;                        ///< B_MAX of input and output together
  std::optional<std::pair<double, double>> banks;  ///< alternatively one bank for each: GB/s of inputs, of outputs
  bool ghosts = true;  ///< whether ghosts cost time: neither setting matches table 3 everywhere (papers' notes)
};
/// Equation 2: H_ideal, cells per nanosecond. The displayed equation is missing in print; rebuilt from sections 2.2,
/// 4.4 and 4.5.
double ideal_throughput(const Design& d);
/// Equations 3 and 4: H, limited by memory.
double throughput(const Design& d);
/// Equation 5: R = R_aux + k q R_cp + q R_fw, for one resource.
double resources(const Design& d, double auxiliary, double of_computation, double of_forwarding);

}  // namespace rtlgen::model::soda2018
