// A plane or frame is written to a memory while the previous one is read from its other end.
#include "plan/storage/mirrors.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "analysis/turned.hpp"
#include "contract/frame.hpp"
#include "plan/lags/order.hpp"
#include "plan/storage/ram.hpp"
#include "spec/mirror.hpp"
#include "spec/stencil.hpp"
#include "support/codes.hpp"
#include "support/diagnostics.hpp"

namespace rtlgen::plan {

bool fixes_extents(const spec::Stencil& stencil) {
  return std::any_of(stencil.stages.begin(), stencil.stages.end(), [&](const spec::Stage& s) {
    return s.mirror && (*s.mirror == spec::kTransposed || spec::mirrors_frames(stencil.axes, *s.mirror));
  });
}

const spec::Stage* without_hardware(const spec::Program& program) {
  if (analysis::why_not_transposed(program).empty()) return nullptr;
  const auto found = std::find_if(program.stages.begin(), program.stages.end(),
                                  [](const spec::Stage& s) { return s.sweep && s.sweep->axis == 0; });
  return found == program.stages.end() ? nullptr : &*found;
}

namespace {

void refuse_along_x(const spec::Stencil& stencil, const SourceLocation& where, const std::string& message,
                    const std::string& why, Diagnostics& diagnostics) {
  diagnostics.error(Code::kSweepWithoutHardware, where, message,
                    {why, stencil.axes == 1 ? "rtlgen golden runs it"
                                            : "rtlgen golden runs it; with transposed data, `order` along y or z "
                                              "takes one word per cycle on any grid"});
}

/// A transposed plane has one cell per word and as many rows as columns, also in one card's part of the grid.
bool check_transposed(const spec::Stencil& stencil, const spec::Stage& stage, Diagnostics& diagnostics) {
  const int lanes = stencil.hardware.cells_per_cycle;
  if (lanes == 1 && stencil.grid[0] == stencil.grid[1]) return true;
  refuse_along_x(stencil, stage.where,
                 lanes > 1
                     ? fmt::format("a sweep along x takes one cell per cycle, not {}", lanes)
                     : fmt::format("a part of {} x {} cells cannot be swept along x", stencil.grid[0], stencil.grid[1]),
                 lanes > 1 ? "hardware: {cells_per_cycle: 1}" : "x and y are exchanged on chip, which requires nx = ny",
                 diagnostics);
  return false;
}

bool check_blocks(const spec::Stencil& stencil, const spec::Stage& stage, Diagnostics& diagnostics) {
  const bool transposed = stage.mirror == spec::kTransposed;
  if (!stencil.blocks || !(transposed || spec::mirrors_frames(stencil.axes, *stage.mirror))) return true;
  diagnostics.error(Code::kInvalidBlocks, stencil.hardware.block_where,
                    transposed
                        ? fmt::format("line {} sweeps along x and cannot be cut into blocks", stage.where.line)
                        : fmt::format("line {} sweeps backward along {}, the last axis, and cannot be cut into blocks",
                                      stage.where.line, "xyz"[*stage.mirror]),
                    {fmt::format("a whole {} is kept on chip until it is swept: leave out the block",
                                 spec::mirrors_frames(stencil.axes, *stage.mirror) ? "frame" : "plane")});
  return false;
}

}  // namespace

bool check_orders(const spec::Stencil& stencil, Diagnostics& diagnostics) {
  if (const spec::Stage* const line = without_hardware(stencil)) {
    refuse_along_x(stencil, line->where, fmt::format("there is no hardware for `order: {}`", line->sweep->text()),
                   std::string(analysis::why_not_transposed(stencil)), diagnostics);
    return false;
  }
  const bool short_rows = contract::frame_shape(stencil.grid, stencil.hardware.cells_per_cycle).row_words < 2;
  for (const spec::Stage& stage : stencil.stages) {
    if (!stage.mirror) continue;
    if (!check_blocks(stencil, stage, diagnostics)) return false;
    if (stage.mirror == spec::kTransposed && !check_transposed(stencil, stage, diagnostics)) return false;
    if (short_rows) {
      diagnostics.error(Code::kRowsTooShort, stage.where,
                        "a row is one word, so results would be read before they are written",
                        {"a row needs at least two words: use longer rows or fewer cells_per_cycle"});
      return false;
    }
  }
  return true;
}

MirrorPlan plan_mirror(const spec::Stencil& stencil, spec::StageId stage, const Order& order, const Target& target) {
  const spec::Stage& line = stencil.stages[stage];
  const spec::Hardware& hardware = stencil.hardware;
  MirrorPlan mirror;
  mirror.axis = *line.mirror;
  const contract::FrameShape& frame = order.frame();
  mirror.block = spec::mirrors_frames(stencil.axes, mirror.axis) ? contract::Distance{0, 0, frame.words()}
                                                                 : order.normal({1, 0, 0});
  mirror.words = frame.count(mirror.block);
  const spec::RamChoice ram = hardware.ram;
  mirror.storage = choose_storage(ram == spec::RamChoice::kUltra ? spec::RamChoice::kAuto : ram, mirror.words, false,
                                  has_lut_ram(hardware.device));
  mirror.read_cycles = reads_ahead(target, mirror.storage) ? 2 : 1;
  mirror.width = stencil.arrays[stencil.streams[line.output].array].type.width * hardware.cells_per_cycle;
  if (mirror.storage == Storage::kBlock)
    mirror.ram_blocks = static_cast<int>(ram_fit(hardware.device, mirror.words, mirror.width).blocks);
  return mirror;
}

}  // namespace rtlgen::plan
