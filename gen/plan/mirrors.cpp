// A plane or a frame waits in a memory while the one before it is read from its other end.
#include "plan/mirrors.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "contract/frame.hpp"
#include "plan/buffers.hpp"
#include "plan/ram.hpp"
#include "spec/stencil.hpp"
#include "support/diagnostics.hpp"

namespace rtlgen::plan {

bool turns_frames(const spec::Stencil& stencil) {
  return std::any_of(stencil.stages.begin(), stencil.stages.end(),
                     [&](const spec::Stage& s) { return s.mirror && *s.mirror == stencil.axes - 1; });
}

const spec::Stage* without_hardware(const spec::Program& program) {
  const auto found = std::find_if(program.stages.begin(), program.stages.end(),
                                  [](const spec::Stage& s) { return s.sweep && s.sweep->axis == 0; });
  return found == program.stages.end() ? nullptr : &*found;
}

bool check_orders(const spec::Stencil& stencil, Diagnostics& diagnostics) {
  if (const spec::Stage* const line = without_hardware(stencil)) {
    diagnostics.error(
        "RG0409", line->where, fmt::format("there is no hardware for `order: {}`", line->sweep->text()),
        {"the cells of a word come at once, and the next word before their results are there; rtlgen golden runs it",
         stencil.axes == 1 ? "there is no hardware for it on a grid of one axis"
                           : "with transposed data, `order` along y or z takes one word per cycle"});
    return false;
  }
  const bool short_rows = contract::frame_shape(stencil.grid, stencil.hardware.cells_per_cycle).row_words < 2;
  for (const spec::Stage& stage : stencil.stages) {
    if (!stage.mirror) continue;
    if (short_rows) {
      diagnostics.error("RG0408", stage.where, "a row is one word: what sweeps backward is read before it is written",
                        {"a row takes at least two words: a longer one, or fewer cells_per_cycle"});
      return false;
    }
    if (!stencil.blocks || !turns_frames(stencil)) continue;
    diagnostics.error("RG0404", stencil.hardware.block_where,
                      fmt::format("line {} sweeps backward along {}, the last axis: no blocks", stage.where.line,
                                  "xyz"[*stage.mirror]),
                      {"a frame waits on chip as a whole until it is swept: leave the block out"});
    return false;
  }
  return true;
}

MirrorPlan plan_mirror(const spec::Stencil& stencil, spec::StageId stage, Order& order) {
  const spec::Stage& line = stencil.stages[stage];
  const spec::Hardware& hardware = stencil.hardware;
  MirrorPlan mirror;
  mirror.axis = *line.mirror;
  const contract::FrameShape& frame = order.frame();
  const bool whole = mirror.axis == stencil.axes - 1;
  mirror.block = whole ? contract::Distance{0, 0, frame.words()} : order.normal({1, 0, 0});
  mirror.words = frame.count(mirror.block);
  // A word is written a cycle after the one at its place is read, and read a row later at the least.
  order.require({}, order.normal({0, 1, 0}), 2);
  const spec::RamChoice ram = hardware.ram;
  mirror.storage = choose_storage(ram == spec::RamChoice::kUltra ? spec::RamChoice::kAuto : ram, mirror.words, false,
                                  has_lut_ram(hardware.device));
  mirror.read_cycles = reads_ahead(hardware, mirror.storage) ? 2 : 1;
  mirror.width = stencil.arrays[stencil.streams[line.output].array].type.width * hardware.cells_per_cycle;
  if (mirror.storage == Storage::kBlock)
    mirror.ram_blocks = static_cast<int>(ram_fit(hardware.device, mirror.words, mirror.width).blocks);
  return mirror;
}

}  // namespace rtlgen::plan
