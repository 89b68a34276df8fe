// Explains why a point cannot be built, or why no point fits.
#include "explore/refusals.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "explore/candidates.hpp"
#include "model/clock.hpp"
#include "support/numbers.hpp"

namespace rtlgen::explore {

namespace {

/// The point of the space that takes the least area.
Point smallest_point(const Problem& problem) {
  const auto least = [](const std::vector<int>& values, int otherwise) {
    return values.empty() ? otherwise : *std::min_element(values.begin(), values.end());
  };
  Point smallest;
  smallest.cells_per_cycle = least(problem.cells_per_cycle, 1);
  smallest.steps = least(problem.steps, problem.fewest_steps);
  smallest.ram = problem.rams.empty() ? problem.stencil.hardware.ram : problem.rams.front();
  if (!problem.blocks.empty()) smallest.block = problem.blocks.front();
  if (!problem.clocks.empty()) smallest.scheduled_mhz = problem.clocks.front();
  return smallest;
}

}  // namespace

std::string why_nothing_fits(const Problem& problem, const std::vector<Probe>& probes,
                             const std::vector<Undefended>& undefended, Knowledge& known) {
  Point point = smallest_point(problem);
  const auto full = [&](const Probe& p) {
    return fullest(area_at(p, point.steps) + p.shell + around_of(problem, p), problem.budget, *problem.fabric);
  };
  const auto smallest = std::min_element(probes.begin(), probes.end(),
                                         [&](const Probe& a, const Probe& b) { return full(a).part < full(b).part; });
  if (smallest == probes.end() && !undefended.empty()) {
    const Undefended& u = undefended.front();
    return fmt::format(
        "no clock of the search is reached: at {:g} MHz with P {}, a path in {} limits the prediction to {:.0f} "
        "MHz, or {:.0f} MHz with a safety margin",
        u.clock_mhz, u.cells_per_cycle, u.path.module, u.path.mhz(), model::defended_mhz(u.path));
  }
  if (smallest != probes.end()) {
    const Fullest needed = full(*smallest);
    if (needed.part > 1)
      return fmt::format(
          "no design of this stencil fits: the smallest (P {}, I {}, {:g} MHz) needs {} {}, but only {} are available",
          smallest->cells_per_cycle, point.steps, smallest->scheduled_mhz.value_or(problem.kernel_mhz),
          count_text(needed.used), needed.what, count_text(needed.available));
    point.cells_per_cycle = smallest->cells_per_cycle;
    point.block = smallest->block;
    point.ram = smallest->ram;
    point.scheduled_mhz = smallest->scheduled_mhz;
  }
  const std::string why = why_not_built(problem, point, known);
  return why.empty() ? "no point of the search fits, or none can be built"
                     : "no point of the search can be built: " + why;
}

}  // namespace rtlgen::explore
