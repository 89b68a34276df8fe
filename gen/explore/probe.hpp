// What all points of one P, and of one P and block, have in common.
#pragma once

#include <array>
#include <map>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "explore/explore.hpp"
#include "model/area/cells.hpp"
#include "model/area/design.hpp"
#include "plan/memo.hpp"
#include "support/result.hpp"

namespace rtlgen::plan {
struct Plan;
}

namespace rtlgen::explore {

/// Prune points whose estimate exceeds this part of a resource: the rest of the core grows with
/// the chain a little, so what is near the end is planned before it is judged.
inline constexpr double kNear = 1.02;

/// Plans the stencil at a point, cut into blocks; fails where that cannot be built.
Result<plan::Plan> plan_at(const Problem& problem, const Point& point, plan::Memo& memo);

/// Of a P, a clock, a kind of RAM and a block, for one Executor.
struct Probe {
  int cells_per_cycle = 1;
  std::optional<double> scheduled_mhz;
  std::optional<double> predicted_mhz;
  spec::RamChoice ram = spec::RamChoice::kAuto;
  std::vector<std::int64_t> block;
  model::Area executor, rest;                  ///< of an Executor, memories included; of the core around the chain
  model::Area shell;                           ///< around the core
  model::Area lane;                            ///< of a cell's Kernels in the Executor
  std::array<std::int64_t, 3> reach{0, 0, 0};  ///< ghost cells per step, both sides together
  std::vector<double> channel_bytes;           ///< of a cell, by channel: of the passes with the fewest
  double line_bytes = 0;                       ///< of a word, in and out, if a serial line carries it
};

/// Of a P.
struct Probes {
  std::vector<Probe> all;
  bool is_whole = true;  ///< not cut short by the budget
  std::vector<Undefended> undefended;
};

class Knowledge {
 public:
  plan::Memo memo;
  std::map<std::string, model::AreaCache> areas;  ///< by fabric
  /// Device and bus, form, dsp_limit, dsp_sums.
  using Kernels = std::tuple<std::string, spec::ArithmeticForm, std::optional<int>, std::optional<int>>;
  std::map<std::pair<Kernels, int>, Probes> probes;  ///< by these and P
};

/// All probes that can be built, and the clocks that are none.
Probes probe(const Problem& problem, Knowledge& known);

/// Blocks worth planning: of x by halves and three quarters, in whole alignment units; of y alike.
std::vector<std::vector<std::int64_t>> candidate_blocks(const spec::Stencil& stencil, int cells_per_cycle);

}  // namespace rtlgen::explore
