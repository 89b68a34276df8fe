// Frames, lanes and run settings: how a grid becomes words, and what a host writes before a run.
#include <fmt/format.h>

#include "plan/plan.hpp"

namespace rtlgen::plan {

namespace {

std::int64_t ceil_div(std::int64_t a, std::int64_t b) { return (a + b - 1) / b; }

}  // namespace

FrameShape frame_shape(const spec::Extents& extents, int cells_per_cycle) {
  return {ceil_div(extents[0], cells_per_cycle), extents[1], extents[2]};
}

std::vector<LaneCase> lane_cases(const analysis::AxisRead& read, int lane, int cells_per_cycle,
                                 std::int64_t fixed_extent) {
  const std::int64_t p = cells_per_cycle;
  std::vector<LaneCase> cases;
  const bool fixed = fixed_extent > 0;
  if (!fixed) {
    if (read.has_interior) cases.push_back({true, {}, 0, 0, read.offset, false, 0});
  } else if (read.has_interior && lane < fixed_extent) {
    const std::int64_t lowest = read.offset < 0 ? -read.offset : 0;
    const std::int64_t limit = fixed_extent - (read.offset > 0 ? read.offset : 0);
    const std::int64_t first = lowest <= lane ? lane : lane + ceil_div(lowest - lane, p) * p;
    if (first < limit) cases.push_back({true, {}, 0, 0, read.offset, false, 0});
  }
  for (const analysis::EdgeCase& edge : read.cases) {
    LaneCase entry{false, edge.side, 0, 0, edge.offset, edge.is_constant, edge.constant};
    if (edge.side == analysis::Side::kLow) {
      if (edge.distance % p != lane) continue;
      entry.word = edge.distance / p;
    } else {
      entry.word = (edge.distance + lane) / p;
      entry.tail = static_cast<int>((edge.distance + lane) % p);
      if (fixed && (fixed_extent - 1) % p != entry.tail) continue;
      if (fixed && fixed_extent - 1 - edge.distance < 0) continue;
    }
    cases.push_back(entry);
  }
  return cases;
}

bool leaves_executor(const spec::Stencil& stencil, int array) {
  const spec::Role role = stencil.arrays[static_cast<std::size_t>(array)].role;
  return role != spec::Role::kTemporary && (role != spec::Role::kInput || stencil.hardware.steps > 1);
}

Result<RunSettings> run_settings(const CoreInterface& core, const spec::Extents& extents,
                                 std::int64_t iterations, Diagnostics& diagnostics) {
  static const char* const kAxisName[] = {"nx", "ny", "nz"};
  bool good = true;
  for (std::size_t a = 0; a < spec::kMaxAxes; ++a) {
    if (extents[a] >= core.minimum[a] && extents[a] <= core.maximum[a]) continue;
    good = false;
    diagnostics.error("RG0501", {},
                      fmt::format("{} = {} is outside what this hardware was compiled for",
                                  kAxisName[a], extents[a]),
                      {fmt::format("{} must be from {} to {}", kAxisName[a], core.minimum[a],
                                   core.maximum[a])});
  }
  if (iterations < 1) {
    good = false;
    diagnostics.error("RG0502", {}, fmt::format("iterations = {}", iterations),
                      {"a run has at least one time step"});
  }
  if (!good) return Failure{};
  RunSettings run;
  run.frame = frame_shape(extents, core.cells_per_cycle);
  run.tail = (extents[0] - 1) % core.cells_per_cycle;
  run.passes = ceil_div(iterations, core.steps);
  run.bypass = run.passes * core.steps - iterations;
  run.first_step = static_cast<std::int64_t>(static_cast<std::uint32_t>(-run.bypass));
  run.total_lag = run.frame.count(core.total_lag);
  const std::int64_t slice = core.axes > 2   ? run.frame.plane_words()
                             : core.axes > 1 ? run.frame.row_words
                                             : 1;
  const std::int64_t missing = run.total_lag - (run.frame.words() - 1);
  run.gap = missing > 0 ? ceil_div(missing, slice) : 0;
  run.ideal_cycles = (run.frame.words() + run.gap * slice) * run.passes + run.total_lag +
                     core.total_latency;
  return run;
}

RunSettings one_pass(const CoreInterface& core, const RunSettings& run, std::int64_t pass) {
  RunSettings one = run;
  one.passes = 1;
  one.bypass = pass == 0 ? run.bypass : 0;
  one.first_step = static_cast<std::int64_t>(static_cast<std::uint32_t>(pass * core.steps - run.bypass));
  one.ideal_cycles = run.frame.words() + run.total_lag + core.total_latency;
  return one;
}

}  // namespace rtlgen::plan
