// Ghost zones of blocks, and the stencil of one frame.
#include "plan/framing.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "spec/aligned.hpp"
#include "spec/stencil.hpp"
#include "support/codes.hpp"
#include "support/counted.hpp"
#include "support/diagnostics.hpp"

namespace rtlgen::plan {

namespace {

/// Opens wrapping reads along an axis that is cut: the frame itself holds the cells of the other side.
void open_ends(spec::Stencil& stencil, std::size_t axis) {
  for (spec::Node& node : stencil.nodes) {
    if (node.op != spec::Op::kTap || !spec::wraps(node.boundary[axis])) continue;
    node.boundary[axis].reset();
  }
}

bool check_fields(const spec::Stencil& stencil, std::size_t axis, Diagnostics& diagnostics) {
  for (const spec::Array& array : stencil.arrays) {
    if (!array.held() || !array.spans[axis]) continue;
    diagnostics.error(
        Code::kInvalidBlocks, stencil.hardware.block_where,
        fmt::format("'{}' is held on chip along {}, which is cut into blocks", array.shown(), "xyz"[axis]),
        {"a field with fewer axes can only have axes that are not cut: leave out the block, or give the field all "
         "axes"});
    return false;
  }
  return true;
}

/// Refuses sweeps along a cut axis: a block would need the results of its neighbour, row by row.
bool check_sweeps(const spec::Stencil& stencil, std::size_t axis, Diagnostics& diagnostics) {
  for (const spec::Node& node : stencil.nodes) {
    if (!node.own || node.offset[axis] == 0) continue;
    const spec::Stage& stage = stencil.stages[stencil.streams[node.stream].stage];
    diagnostics.error(
        Code::kInvalidBlocks, stencil.hardware.block_where,
        fmt::format("line {} reads its own results along {}, which is cut into blocks", stage.where.line, "xyz"[axis]),
        {fmt::format("a block lacks the results of its neighbours: do not cut {}", "xyz"[axis])});
    return false;
  }
  return true;
}

/// Cells stay in their lanes, so a row that wraps must be a whole number of words.
bool check_row(const spec::Stencil& stencil, Diagnostics& diagnostics) {
  const std::int64_t unit = block_alignment(stencil, 0);
  const std::int64_t nx = stencil.blocks->whole[0];
  if (!stencil.blocks->wraps[0] || nx % unit == 0) return true;
  diagnostics.error(
      Code::kInvalidBlocks, stencil.hardware.block_where,
      fmt::format("x wraps and is cut into blocks, but {} {} not a whole number of {}", counted(nx, "cell"),
                  by_number(nx, "is", "are"), stencil.hardware.bus ? "beats" : "words"),
      {fmt::format("the grid's first extent must be a multiple of {}, as cells stay in their lanes", unit)});
  return false;
}

/// The same for a whole row that is read from memory, with its ghosts.
bool check_memory_row(const spec::Stencil& stencil, Diagnostics& diagnostics) {
  if (!stencil.hardware.bus || !wraps_along(stencil, 0)) return true;
  const std::int64_t unit = block_alignment(stencil, 0), nx = stencil.whole_grid()[0];
  if (nx % unit == 0) return true;
  diagnostics.error(Code::kPartialBeats, stencil.hardware.bus->where,
                    fmt::format("x wraps and is read from memory, but {} {} not a whole number of beats",
                                counted(nx, "cell"), by_number(nx, "is", "are")),
                    {fmt::format("the grid's first extent must be a multiple of {}, as cells stay in their lanes; a "
                                 "narrower bus or fewer cells_per_cycle reduce that",
                                 unit)});
  return false;
}

bool check_width(const spec::Stencil& stencil, std::size_t axis, Diagnostics& diagnostics) {
  const analysis::Ghosts ghosts = block_ghosts(stencil);
  const std::int64_t unit = block_alignment(stencil, axis);
  const std::int64_t zone = ghosts.low[axis] + ghosts.high[axis];
  const std::int64_t least = (zone / unit + 1) * unit;
  if (stencil.grid[axis] % unit == 0 && stencil.grid[axis] >= least) return true;
  diagnostics.error(
      Code::kInvalidBlocks, stencil.hardware.block_where,
      fmt::format("a block of {} along {} {}", counted(stencil.grid[axis], "cell"), "xyz"[axis],
                  stencil.grid[axis] < least ? "has no cells of its own"
                  : stencil.hardware.bus     ? "is not a whole number of beats"
                                             : "is not a whole number of words"),
      {fmt::format("its ghost zone takes {}: use a multiple of {}, at least {}", counted(zone, "cell"), unit, least)});
  return false;
}

}  // namespace

bool wraps_along(const spec::Stencil& stencil, std::size_t axis) {
  return std::any_of(stencil.nodes.begin(), stencil.nodes.end(), [&](const spec::Node& n) {
    return n.op == spec::Op::kTap && n.offset[axis] != 0 && spec::wraps(n.boundary[axis]);
  });
}

int stripes_of(const spec::Stencil& stencil, spec::ArrayId array) {
  for (const spec::Placement& place : stencil.hardware.bus->memory) {
    if (place.array == array) return static_cast<int>(place.buffers.front().size());
  }
  return 1;
}

std::int64_t word_bits(const spec::Stencil& stencil, spec::ArrayId array) {
  std::int64_t cell = 0;
  for (const spec::ArrayId a : stencil.together(array)) {
    const spec::Type& type = stencil.arrays[a].type;
    cell += type.aligned ? spec::unaligned(type).width : type.width;  // memory holds IEEE bits
  }
  return cell * stencil.hardware.cells_per_cycle;
}

std::int64_t words_of_beat(const spec::Stencil& stencil, spec::ArrayId array) {
  const std::int64_t beat = std::int64_t{stencil.hardware.bus->bits} * stripes_of(stencil, array);
  return std::max<std::int64_t>(1, beat / word_bits(stencil, array));
}

std::int64_t block_alignment(const spec::Stencil& stencil, std::size_t axis) {
  if (axis > 0) return 1;
  std::int64_t words = 1;
  for (const spec::ArrayId a : stencil.arrays.ids()) {
    if (!stencil.hardware.bus) break;
    const spec::Array& array = stencil.arrays[a];
    if (array.held() || array.role == spec::Role::kTemporary) continue;
    words = std::lcm(words, words_of_beat(stencil, a));
  }
  return words * stencil.hardware.cells_per_cycle;
}

analysis::Ghosts block_ghosts(const spec::Stencil& stencil) {
  analysis::Ghosts ghosts;
  if (!stencil.blocks) return ghosts;
  const analysis::Ghosts zone = analysis::block_zone(stencil);
  for (std::size_t a = 0; a < spec::kMaxAxes; ++a) {
    if (!stencil.blocked(a)) continue;
    const std::int64_t unit = block_alignment(stencil, a);
    const auto whole = [&](std::int64_t cells) { return (cells + unit - 1) / unit * unit; };
    ghosts.low[a] = whole(zone.low[a]);
    ghosts.high[a] = whole(zone.high[a]);
  }
  return ghosts;
}

bool frame_blocks(spec::Stencil& stencil, Diagnostics& diagnostics) {
  spec::Blocks blocks;
  blocks.whole = stencil.grid;
  bool any = false;
  const std::vector<std::int64_t>& block = stencil.hardware.block;
  for (std::size_t a = 0; a < block.size(); ++a) {
    if (block[a] >= stencil.grid[a]) continue;
    if (static_cast<int>(a) + 1 == stencil.axes) {
      diagnostics.error(Code::kInvalidBlocks, stencil.hardware.block_where,
                        fmt::format("the last axis, {}, cannot be cut into blocks", "xyz"[a]),
                        {"it is streamed from end to end and needs no memory: list only the axes before it"});
      return false;
    }
    blocks.along[a] = any = true;
    blocks.wraps[a] = wraps_along(stencil, a);
    if (!check_fields(stencil, a, diagnostics) || !check_sweeps(stencil, a, diagnostics)) return false;
  }
  if (!check_memory_row(stencil, diagnostics)) return false;
  if (!any) return true;
  stencil.blocks = blocks;
  // In a frame that is a block, boundary rules may apply anywhere.
  stencil.hardware.extents = spec::ExtentMode::kRuntime;
  for (std::size_t a = 0; a < spec::kMaxAxes; ++a) {
    if (!blocks.along[a]) continue;
    stencil.grid[a] = block[a];
    if (!check_width(stencil, a, diagnostics) || !check_row(stencil, diagnostics)) return false;
    if (blocks.wraps[a]) open_ends(stencil, a);
  }
  return true;
}

}  // namespace rtlgen::plan
