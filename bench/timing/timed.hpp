// Measurements of bench_timing, as a library for tests: operators and cores mapped by Yosys, timed by OpenSTA.
#pragma once

#include <string>
#include <vector>

#include "model/area/cells.hpp"
#include "operators.hpp"
#include "static_timing/static_timing.hpp"

namespace rtlgen::bench {

/// A description of the source folder, of one cell per cycle.
struct Core {
  std::string name, file;
  int steps;
};

const std::vector<Core>& cores();

struct Timed {
  int stages = 0;  ///< stages; for a core, those of its Kernel
  int period_ps = 0;
  synthesis::TimingReport report;
  model::Area area;  ///< area of all cells that Yosys made

  [[nodiscard]] double mhz() const { return 1e6 / report.worst_ps; }
};

int period_of(double mhz);

/// Throw std::runtime_error where nothing lies between registers, and for a core that is refused.
Timed time_operator(const ops::Request& request, double mhz, const hw::DelayModel& device);
/// One that has been cut in this many stages.
Timed time_design(const hw::Design& design, int stages, int period_ps, const hw::DelayModel& device);
/// With fixed extents.
Timed time_core(const Core& core, double mhz, const std::string& device);

}  // namespace rtlgen::bench
