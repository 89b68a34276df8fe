// Refuses designs that are too large or too fast for any device or memory.
#include "plan/limits.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <map>

#include "hw/delay_model.hpp"
#include "plan/auto_block.hpp"
#include "plan/extents.hpp"
#include "plan/plan.hpp"
#include "plan/target.hpp"
#include "spec/mirror.hpp"
#include "spec/stencil.hpp"
#include "support/ceil_div.hpp"
#include "support/codes.hpp"
#include "support/counted.hpp"
#include "support/diagnostics.hpp"

namespace rtlgen::plan {

namespace {

/// Planes or frames that are reversed need block RAM, which is limited.
bool check_mirrors(const Plan& plan, std::int64_t bits, Diagnostics& diagnostics) {
  const spec::Hardware& hardware = plan.stencil->hardware;
  const Rams family = family_rams(hardware.device);
  const std::int64_t blocks = hardware.ram_blocks > 0 ? hardware.ram_blocks : family.blocks;
  const std::int64_t needed = rams(plan).blocks;
  if (needed <= blocks) return true;
  const auto stage = std::find_if(plan.executor.stages.begin(), plan.executor.stages.end(),
                                  [](const StagePlan& s) { return s.mirror.has_value(); });
  const char* const slice = spec::mirrors_frames(plan.stencil->axes, stage->mirror->axis) ? "frame" : "plane";
  diagnostics.error(
      Code::kBuffersTooLarge, plan.stencil->stages[stage->stage].where,
      fmt::format("a {} keeps {} kbit on chip: with all buffers it needs {} block RAMs, but there are {}",
                  stage->mirror->axis == spec::kTransposed ? "sweep along x" : "backward sweep", (bits + 1023) / 1024,
                  needed, blocks),
      {fmt::format(
          "its operands and results are buffered by the {}: use fewer steps, a smaller grid, a narrower type or "
          "a larger board",
          slice)});
  return false;
}

}  // namespace

namespace {

/// Megabits that exceed the memory on chip, LUTs included, of each part of the family; of any device of 2026 for
/// unknown families. The model compares with a board's own number.
std::int64_t most_megabits(const std::string& family) {
  static const std::map<std::string, std::int64_t> limits = {
      {"xc5v", 64},    {"xc7", 96},     {"xcu", 512},        {"xcup", 512},      {"stratixv", 96},
      {"arriav", 64},  {"arria10", 96}, {"cyclone10gx", 64}, {"stratix10", 384}, {"agilex", 512},
      {"ice40hx", 64}, {"ice40up", 64}, {"ecp5", 64}};
  const auto found = limits.find(family);
  return found == limits.end() ? 1024 : found->second;
}

}  // namespace

bool check_capacity(const Plan& plan, Diagnostics& diagnostics) {
  const std::string family = hw::family_of(plan.stencil->hardware.device);
  const std::int64_t most = most_megabits(family);
  std::int64_t bits = 0;
  for (const StreamPlan& stream : plan.executor.streams) {
    const spec::Array& array = plan.stencil->arrays[stream.array];
    bits += stream.buffered_words * lanes_of(array, plan.core.cells_per_cycle) * array.type.width;
    if (stream.source) bits += stream.source->depth * stream.source->width;
    if (stream.results) bits += stream.results->max_depth * stream.results->width;
  }
  std::int64_t turned = 0;
  for (const StagePlan& stage : plan.executor.stages)
    turned += stage.mirror ? stage.mirror->words * stage.mirror->width : 0;
  bits = (bits + turned) * plan.core.steps;
  if (turned > 0 && !check_mirrors(plan, turned * plan.core.steps, diagnostics)) return false;
  if (bits <= most << 20) return true;
  diagnostics.error(Code::kBuffersTooLarge, {plan.stencil->file.path().string()},
                    fmt::format("the line and plane buffers need {} Mbit on chip", bits >> 20),
                    {fmt::format("no {} holds more than {} Mbit: use fewer steps, a smaller leading axis, or blocks "
                                 "(hardware.block)",
                                 family == "generic" ? "device" : family + " part", most)});
  return false;
}

void refuse_clock(const SourceLocation& where, const Target& target, std::string_view what_needs, int needed_ps,
                  std::string_view or_else, Diagnostics& diagnostics) {
  diagnostics.error(Code::kUnreachableClock, where,
                    fmt::format("{:g} MHz cannot be reached: {} {:.2f} ns on {}", target.clock.mhz, what_needs,
                                needed_ps / 1000.0, target.device.name),
                    {fmt::format("lower hardware.clock_mhz to {} MHz or less{}", 1000000 / needed_ps, or_else),
                     "whole designs often reach less than that: rtlgen model predicts their clock"});
}

/// A block RAM that is read into a fabric register must be as fast as the clock. Block RAMs with their own output
/// register are exempt; if cells are unknown, so is the speed of a block RAM.
bool check_memories(const ExecutorPlan& executor, const spec::Stencil& stencil, const Target& target,
                    Diagnostics& diagnostics) {
  if (!target.device.by_cells) return true;
  const hw::CellDelays& d = *target.device.cells;
  if (d.amd && d.amd->ram_register > 0) return true;
  const int needed = d.ram_read + hw::route_ps(d, 1) + d.set_up;
  if (needed <= target.clock.period_ps) return true;
  const bool any =
      std::any_of(executor.memories.begin(), executor.memories.end(),
                  [](const MemoryPlan& m) { return m.storage == Storage::kBlock && m.reads_ahead; }) ||
      std::any_of(executor.streams.begin(), executor.streams.end(),
                  [](const StreamPlan& s) {
                    return s.results && s.results->storage == Storage::kBlock && s.results->read_cycles > 1;
                  }) ||
      std::any_of(executor.stages.begin(), executor.stages.end(), [](const StagePlan& s) {
        return s.mirror && s.mirror->storage == Storage::kBlock && s.mirror->read_cycles > 1;
      });
  if (!any) return true;
  refuse_clock(stencil.hardware.device_where, target, "reading a block RAM needs", needed, "", diagnostics);
  return false;
}

void refuse_short_sweep(const spec::Stencil& stencil, const OwnResults& results, const contract::FrameShape& frame,
                        std::int64_t least, Diagnostics& diagnostics) {
  const spec::Hardware& hardware = stencil.hardware;
  const int lanes = hardware.cells_per_cycle;
  const spec::Stage& line = stencil.stages[results.stage];
  const bool of_planes = line.sweep->axis == 2;
  const std::int64_t slice = of_planes ? frame.plane_words() : frame.row_words;
  // The number of rows or planes back to the result that is read; a distance may also consist of words only.
  std::int64_t back = of_planes ? results.depth.planes : results.depth.rows;
  if (back < 1) back = std::max<std::int64_t>(ceil_div(results.max_depth, slice), 1);
  const std::int64_t words = slice + ceil_div(least - results.max_depth, back);
  const std::string slices = of_planes ? "planes" : "rows";
  const std::string enough =
      fmt::format("{} of at least {}{}", slices, counted(of_planes ? words * lanes : (words - 1) * lanes + 1, "cell"),
                  hardware.block.empty() ? "" : " per block, ghost cells included");
  diagnostics.error(Code::kRowsTooShort, line.where,
                    fmt::format("the {} are too short for this sweep: a result takes {} but is read after {}", slices,
                                counted(least, "cycle"), results.max_depth),
                    {fmt::format("use {}{}, or a lower hardware.clock_mhz, with which a result takes fewer cycles",
                                 enough, lanes > 1 ? ", or fewer cells_per_cycle" : "")});
}

bool check_frame(const spec::Stencil& stencil, Diagnostics& diagnostics) {
  constexpr double kMostCells = 1e14;
  const spec::Extents frame = with_ghosts(stencil.grid, streamed_ghosts(stencil));
  if (static_cast<double>(frame[0]) * static_cast<double>(frame[1]) * static_cast<double>(frame[2]) <= kMostCells)
    return true;
  diagnostics.error(Code::kBuffersTooLarge, {stencil.file.path().string()},
                    fmt::format("with the ghost cells that `wrap` needs, a frame is too large: {} x {} x {} cells",
                                frame[0], frame[1], frame[2]),
                    {"use fewer steps, or reads that wrap less far"});
  return false;
}

bool check_windows(const spec::Stencil& stencil, Diagnostics& diagnostics) {
  constexpr std::int64_t kMostSources = std::int64_t{1} << 20;  // sources of one read, over all lanes
  constexpr std::int64_t kMostBits = std::int64_t{1} << 25;     // per line; a LUT selects one bit of three or four
  for (const spec::StageId s : stencil.stages.ids()) {
    if (stencil.stages[s].border != spec::Border::kCompute) continue;
    std::int64_t bits = 0;
    for (const analysis::Tap& tap : analysis::collect_reads(stencil, s).taps) {
      const spec::Node& node = stencil.nodes[tap.node];
      std::int64_t sources = stencil.hardware.cells_per_cycle, cells = sources;  // `cells` excludes constants
      for (std::size_t a = 0; a < spec::kMaxAxes && sources <= kMostSources; ++a) {
        if (!spec::has_edge_cases(node.boundary[a])) continue;
        const std::int64_t cases = std::min<std::int64_t>(std::abs(node.offset[a]), stencil.grid[a]);
        sources *= cases + 1;
        if (spec::is_constant(node.boundary[a]))
          bits += cases;  // one condition each, for one constant
        else
          cells *= cases + 1;
      }
      bits += cells * node.type.width;
      const bool one = sources > kMostSources;
      if (!one && bits <= kMostBits) continue;
      diagnostics.error(
          Code::kBuffersTooLarge, node.where,
          one ? "the multiplexers for the boundary of this read are too large for any device"
              : "the multiplexers for the boundaries of this line's reads are too large for any device",
          {one ? fmt::format("at most {} sources are possible: read closer cells, or use `border: keep`", kMostSources)
               : fmt::format("at most {} bits of sources are possible in total: read fewer or closer cells, or use "
                             "`border: keep`",
                             kMostBits)});
      return false;
    }
  }
  return true;
}

}  // namespace rtlgen::plan
