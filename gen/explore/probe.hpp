// The common part of all points with one P, and with one P and block.
#pragma once

#include <array>
#include <map>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "contract/line_top.hpp"
#include "explore/elaborated.hpp"
#include "explore/explore.hpp"
#include "explore/shared_programs.hpp"
#include "model/area/cells.hpp"
#include "model/area/design.hpp"
#include "plan/memo.hpp"
#include "support/result.hpp"

namespace rtlgen {
class Diagnostics;
}

namespace rtlgen::plan {
struct Plan;
}

namespace rtlgen::explore {

/// Points are dropped if their estimate exceeds this fraction of a resource. It is above 1 because the rest of the core
/// grows slightly with the chain, so points near the limit are planned before they are dropped.
inline constexpr double kNear = 1.02;

/// Plans the stencil at a point, cut into blocks; fails if that cannot be built, or if the arrays do not fit the
/// memory.
Result<plan::Plan> plan_at(const Problem& problem, const Point& point, plan::Memo& memo);
/// The same with the reasons.
Result<plan::Plan> plan_at(const Problem& problem, const Point& point, plan::Memo& memo, Diagnostics& diagnostics);

/// The shell around a design, whose ports grow with its channels and stripes; none if a serial line carries the words.
model::Area shell_of(const Problem& problem, const plan::Plan& plan);

/// The request for the time of a planned point at this clock.
model::TimeInput time_input(const Problem& problem, const plan::Plan& plan, double mhz);

/// Bytes per cell that a pass moves through a channel.
struct ChannelBytes {
  std::size_t kind = 0;  ///< DRAM of its memory
  double bytes = 0;
};

/// One Executor for a P, a clock, a kind of RAM and a block.
struct Probe {
  int cells_per_cycle = 1;
  std::optional<double> scheduled_mhz;
  std::optional<double> predicted_mhz;
  spec::RamChoice ram = spec::RamChoice::kAuto;
  std::vector<std::int64_t> block;
  model::Area executor, rest;  ///< area of an Executor including memories; area of the core around the chain
  model::Area shell;           ///< area of the shell around the core
  model::Area lane;            ///< area of the Kernels for one cell
  std::array<std::int64_t, 3> reach{0, 0, 0};  ///< ghost cells per step, total of both sides
  std::vector<ChannelBytes> channel_bytes;     ///< by channel: for the passes with the fewest
  int channels = 0;                            ///< channels of the shell
  contract::LineTop line;                      ///< the words of the core, if a serial line carries them
};

/// A core's share of the area that its plan adds to that of the budget (Problem::around).
model::Area around_of(const Problem& problem, const plan::Plan& plan);
model::Area around_of(const Problem& problem, const Probe& probe);

/// The times of all computations, and the kinds of all memories: plans of one P, I, block and number of hops that agree
/// in these are the same hardware.
std::vector<int> shape_of(const plan::Plan& plan);

/// All probes for one P.
struct Probes {
  std::vector<Probe> all;
  bool is_whole = true;  ///< not cut short by the budget
  std::vector<Undefended> undefended;
};

class Knowledge {
 public:
  plan::Memo memo;
  SharedPrograms shared;
  std::map<std::string, model::AreaCache> areas;  ///< by fabric
  /// Device and bus, steps of probes, form, dsp_limit, dsp_sums.
  using Kernels = std::tuple<std::string, int, spec::ArithmeticForm, std::optional<int>, std::optional<int>>;
  std::map<std::pair<Kernels, int>, Probes> probes;  ///< by Kernels and P
  std::map<Kernels, Elaborated> elaborated;
};

Knowledge::Kernels kernels_of(const Problem& problem);

/// All probes that can be built, and the clocks that are excluded.
Probes probe(const Problem& problem, Knowledge& known);

/// Whether the board can be built with a plan.
bool is_accepted(const Problem& problem, const plan::Plan& plan);

/// Why a point cannot be built: the first fault, with its corrections; "" if it can.
std::string why_not_built(const Problem& problem, const Point& point, Knowledge& known);

/// Blocks to plan: along x halves and three quarters, in whole alignment units; the same along y.
std::vector<std::vector<std::int64_t>> candidate_blocks(const spec::Stencil& stencil, int cells_per_cycle);

}  // namespace rtlgen::explore
