// Finds the best cells per cycle, steps, blocks, kind of RAM and clock of a stencil on a device: it covers every point
// of the space, in a second.
//
// The cost of a point is a sum: I Executors, each with an area that depends only on P, the kind of RAM and the block,
// and the rest of the core. So a space of thousands of points takes one elaboration per P, and one plan per block and
// kind of RAM. They give each point's area and a lower bound of its time, with one word per cycle and bytes at the
// pins' peak. Points are then planned and timed exactly, from the lowest bound up, until no bound is below the best
// time: the result is the best of the space, not of a sample.
//
// On a serial line a point's time is that of the line and of the core, and in a batch that of a grid, where transfers
// and runs overlap. Line or link may take most of it, so that many points are about as fast; among those the smallest
// is the best.
//
// A clock is the target of the schedule, so a higher one costs area; it also determines the time. Only clocks that the
// prediction defends (model/clock.hpp) are points.
#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "model/area/cells.hpp"
#include "model/channel.hpp"
#include "model/paths.hpp"
#include "model/time.hpp"
#include "spec/stencil.hpp"

namespace rtlgen {
class Diagnostics;
}

namespace rtlgen::contract {
struct LineTop;
}

namespace rtlgen::model {
struct Calibration;
}

namespace rtlgen::plan {
struct Plan;
}

namespace rtlgen::explore {

/// The resources of a device; missing ones are unknown, and not checked.
struct Budget {
  std::optional<std::int64_t> logic;  ///< ALMs (Intel), else LUTs
  std::optional<std::int64_t> flip_flops, rams, dsps, ultra_rams;
};

enum class Objective : std::uint8_t {
  kTime,     ///< minimum time
  kEnergy,   ///< minimum logic times time, to which dynamic energy is proportional
  kSmallest  ///< minimum logic among those that are fast enough
};

/// Results of a search that are useful for other devices and objectives: operators, areas of modules, Executors.
class Knowledge;
std::shared_ptr<Knowledge> no_knowledge();

/// Over a serial line, and in a batch, times that differ by less are equal: the waiting time of a host is not known
/// more exactly.
inline constexpr double kHostTie = 1.01;

struct Problem {
  spec::Stencil stencil;  ///< after sharing, not cut into blocks; its P, I and block are free
  /// The program that sharing makes for a P: the more lanes, the more operators a temporary saves. Equal programs are
  /// one object. Thread-safe. None: that of `stencil`, for every P.
  std::function<const spec::Program&(int lanes)> shared;
  Budget budget;
  const model::Fabric* fabric = nullptr;
  const model::Calibration* calibration = nullptr;
  model::Drams drams;  ///< DRAM of the channels; used if the stencil has a bus
  double kernel_mhz = 200, bus_mhz = 250;
  double flops = 0;  ///< per cell update
  std::int64_t iterations = 1;
  Objective objective = Objective::kTime;
  double target = 0;  ///< for kSmallest: cell updates per second
  std::vector<int> cells_per_cycle{1, 2, 4, 8, 16, 32, 64};
  int fewest_steps = 1, most_steps = 1024;
  std::vector<int> steps;                         ///< if any, only these
  std::vector<std::vector<std::int64_t>> blocks;  ///< if any, only these; an empty one: the whole grid
  std::vector<spec::RamChoice> rams;              ///< if any, these; else the stencil's
  std::optional<model::LongestPath> bridge;       ///< before the core, at its clock
  std::optional<model::HostLink> link;            ///< with `grids`: the host's link to the card
  std::int64_t grids = 0;  ///< grids in a batch; times are then per grid. 0: one run, without transfers
  int line_baud = 0;       ///< baud rate of a serial line that carries its words, one pass after the other; 0: none
  std::vector<spec::Hardware> refused;  ///< designs that do not fit, regardless of their areas
  bool all_points = false;              ///< keeps every planned point
  std::vector<double> clocks;           ///< MHz, ascending; none: the stencil's schedule, counted with `kernel_mhz`
  /// The extents whose arrays a card must hold, if several cards share the grid of a stencil that is placed: those of a
  /// slab; nothing if the grid cannot be divided. None: the whole grid.
  std::function<std::optional<spec::Extents>(const spec::Stencil& stencil)> held;
  /// The area of modules around the cores that depends on the plan, beyond what the budget leaves out, from the
  /// channels of the shell and the words of the core; may be negative. None: none.
  std::function<model::Area(int channels, const contract::LineTop& line)> around;
  /// Whether the board can be built with a plan: what the plan itself does not ensure, such as slabs of several cards
  /// that are large enough for it. Thread-safe. None: every plan.
  std::function<bool(const plan::Plan& plan, Diagnostics& diagnostics)> accepts;
  /// The hops that a chain of `steps` Executors needs on its dies if core and shell take `whole`: more area never needs
  /// fewer. None: those of the stencil.
  std::function<int(const model::Area& whole, int steps)> hops;

  /// The program that is built with this P.
  [[nodiscard]] const spec::Program& program_at(int lanes) const { return shared ? shared(lanes) : stencil; }
  /// The longest chain to search: longer ones have idle Executors.
  [[nodiscard]] int longest() const {
    return static_cast<int>(std::min<std::int64_t>(most_steps, std::max<std::int64_t>(iterations, fewest_steps)));
  }
  /// Whether times include those of a host.
  [[nodiscard]] bool has_host() const { return line_baud > 0 || grids > 0; }
};

struct Point {
  int cells_per_cycle = 1, steps = 1;
  std::vector<std::int64_t> block;               ///< as hardware.block; empty: the whole grid
  spec::RamChoice ram = spec::RamChoice::kAuto;  ///< as hardware.ram
  std::optional<spec::ArithmeticForm> form;      ///< as hardware.arithmetic; none: the stencil's
  std::optional<int> dsp_limit;                  ///< as hardware.dsp_limit; none: the stencil's
  std::optional<int> dsp_sums;                   ///< as hardware.dsp_sums; none: the stencil's
  std::optional<int> hops;                       ///< as hardware.hops; none: the stencil's
  std::optional<double> scheduled_mhz;           ///< as hardware.clock_mhz; none: the stencil's
  double clock_mhz = 0;                          ///< clock for which time is computed
  std::optional<double> predicted_mhz;           ///< for its P, with any block and RAM; none: not searched, or unknown
  model::Area area;                              ///< area of the core
  model::Area shell;                             ///< area of the shell around it, if there is one
  model::Area around;                            ///< a core's share of the modules around (Problem::around)
  double seconds = 0;  ///< time of a run, including the serial line if there is one; in a batch, of a grid
  double cell_updates_per_s = 0, gflops = 0;
  double memory_gbs = 0;  ///< total of reads and writes in all channels; 0: not planned, or ideal memory
  model::Bound bound = model::Bound::kKernel;
  bool planned = false;  ///< timed exactly; otherwise `seconds` is a lower bound

  [[nodiscard]] model::Area whole() const { return area + shell + around; }
};

/// `hardware` at a point.
spec::Hardware at_point(spec::Hardware hardware, const Point& point);

/// A neighbour of the best point, and why it is not the best.
struct Rejected {
  Point point;
  std::string reason;
};

/// A clock outside the space, because the prediction for its schedule does not defend it.
struct Undefended {
  int cells_per_cycle = 1;
  double clock_mhz = 0;
  model::LongestPath path;
};

struct SearchResult {
  std::optional<Point> best;  ///< none: nothing fits, or nothing is fast enough
  std::string failure;        ///< if nothing is: the resources that the smallest point needs
  std::vector<Point> front;   ///< by time: each is the smallest of the equally fast ones
  std::vector<Rejected> neighbours;
  std::vector<Point> all;  ///< if wanted: every point that may fit, timed exactly, by time; most areas are sums
  std::vector<Undefended> undefended;  ///< for the best point's P; without a best point, for any P
  std::int64_t points = 0;             ///< points in the space
  std::int64_t fitting = 0;            ///< points that may fit
  std::int64_t planned = 0;            ///< points that were timed exactly
  bool proven =
      true;  ///< no other point of the space is better, as far as sums of areas are within 2 % of what is elaborated
};

SearchResult search(const Problem& problem);

/// The same with the results of earlier searches. Between searches the stencil may change its device and board, and the
/// problem everything except blocks and rams.
SearchResult search(const Problem& problem, Knowledge& known);

/// The fraction of the fullest known resource that `area` takes, and its name: "LUT", "flip-flops", "M20K", "DSP".
struct Fullest {
  double part = 0;
  std::string what;
  std::int64_t used = 0, available = 0;
};
Fullest fullest(const model::Area& area, const Budget& budget, const model::Fabric& fabric);

}  // namespace rtlgen::explore
