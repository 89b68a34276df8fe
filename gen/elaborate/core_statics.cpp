// Values derived from the extents of a run, registered and constant during it; and limits of the extents.
#include <fmt/format.h>

#include <algorithm>

#include "contract/core_interface.hpp"
#include "contract/frame.hpp"
#include "elaborate/core_builder.hpp"
#include "plan/plan.hpp"
#include "spec/stencil.hpp"

namespace rtlgen::elaborate {

hw::Value CoreBuilder::sized(const std::string& port, int width) {
  const hw::Value v = inputs_.at(port);
  if (v.width == width) return v;
  return v.width < width ? zext(v, width) : v.slice(width - 1, 0);
}

hw::Value CoreBuilder::constant(int width, std::int64_t value) {
  const std::uint64_t mask = width >= 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << width) - 1;
  return b_.constant(width, static_cast<std::uint64_t>(value) & mask);
}

hw::Value CoreBuilder::scaled(hw::Value value, int count) {
  const int w = value.width;
  const hw::Value product =
      mul(value, b_.constant(bits_for(std::abs(count)), static_cast<std::uint64_t>(std::abs(count)))).slice(w - 1, 0);
  return count < 0 ? b_.zero(w) - product : product;
}

void CoreBuilder::keep_static(const std::string& name, hw::Value value) {
  statics_[name] = b_.reg(contract::kStaticPrefix + name, value);
}

void CoreBuilder::make_statics() {
  if (context_.fixed) {
    statics_ = declare_statics(b_, context_, context_.executor_statics);
    statics_.merge(declare_statics(b_, context_, context_.monitor_statics));
    return;
  }
  b_.section("values derived from the extents: registers, constant during a run");
  const int axes = context_.stencil.axes;
  static const char* const kPort[] = {"cfg_row_words", "cfg_rows", "cfg_planes"};
  static const char* const kLastName[] = {"row_last", "rows_last", "planes_last"};
  for (int a = 0; a < axes; ++a) {
    const int w = context_.width[a];
    const hw::Value extent = sized(kPort[a], w);
    keep_static(kLastName[a], extent - constant(w, 1));
    const hw::Value all = a == axes - 1 ? extent + sized("cfg_gap", w) : extent;
    keep_static(fmt::format("{}_before_end", "xyz"[a]), all - constant(w, 2));
  }
  if (context_.lanes > 1 && !context_.wraps(0)) keep_static("tail", inputs_.at("cfg_tail"));
  make_ring_statics();
  make_block_statics();
  make_grid_ends();
  // Rows of planes are reversed by statics; whole frames by constants.
  for (const StaticInput& s : context_.turn_statics[1]) {
    const hw::Value row = sized("cfg_row_words", s.width);
    keep_static(s.name, s.name.starts_with("turn_top") ? sized("cfg_plane_words", s.width) - row
                                                       : row + row - constant(s.width, 1));
  }
  for (std::size_t i = 0; i < context_.plan.executor.pointers.size(); ++i) {
    const plan::PointerPlan& p = context_.plan.executor.pointers[i];
    const std::string name = fmt::format("depth{}_last", i);
    const int w = bits_for(p.max_depth - 1);
    hw::Value last = constant(w, p.depth.words - 1);
    if (p.depth.rows != 0) last = last + scaled(sized("cfg_row_words", w), p.depth.rows);
    if (p.depth.planes != 0) last = last + scaled(sized("cfg_plane_words", w), p.depth.planes);
    keep_static(name, last);
  }
}

hw::Value CoreBuilder::grid_extent(int axis, int width) {
  static const char* const kPort[] = {"cfg_nx", "cfg_rows", "cfg_planes"};
  if (axis == 1 && context_.blocked(1)) return sized("cfg_grid_rows", width);
  const hw::Value extent = sized(kPort[axis], width);
  const auto a = static_cast<std::size_t>(axis);
  return axis > 0 && context_.wraps(axis) ? extent - constant(width, core_.ghost_low[a] + core_.ghost_high[a]) : extent;
}

void CoreBuilder::make_ring_statics() {
  for (int a = 0; a < 3; ++a) {
    if (context_.ring_statics[a].empty()) continue;
    const char axis = "xyz"[a];
    const int w = bits_for(context_.stencil.grid[static_cast<std::size_t>(a)] - 1);
    keep_static(fmt::format("grid_last_{}", axis), grid_extent(a, w) - constant(w, 1));
    const hw::Value phase = sized(fmt::format("cfg_phase_{}", axis), w);
    if (a > 0) {
      keep_static(fmt::format("phase_{}", axis), phase);
      continue;
    }
    for (int lane = 0; lane < context_.lanes; ++lane) {
      const hw::Value on = zext(phase, w + 2) + constant(w + 2, lane);
      const hw::Value round = on - grid_extent(a, w + 2);
      keep_static(fmt::format("phase_x_l{}", lane), lane == 0 ? phase : mux(round.msb(), on, round).slice(w - 1, 0));
    }
    if (context_.lanes == 1) continue;
    keep_static("stride_on", constant(w + 2, context_.lanes));
    keep_static("stride_round", constant(w + 2, context_.lanes) - grid_extent(a, w + 2));
  }
}

void CoreBuilder::make_block_statics() {
  static const char* const kPort[] = {"cfg_grid_words", "cfg_grid_rows"};
  for (int a = 0; a < 2; ++a) {
    if (!context_.blocked(a)) continue;
    const auto last = [&](const std::string& name, const std::string& port, int w) {
      keep_static(name, sized(port, w) - constant(w, 1));
    };
    last(fmt::format("grid_last_{}", "xyz"[a]), kPort[a], context_.grid_width[a]);
    const std::string blocks = fmt::format("cfg_blocks_{}", "xyz"[a]);
    last(fmt::format("blocks_last_{}", "xyz"[a]), blocks, inputs_.at(blocks).width);
    const std::string phase = fmt::format("phase_{}", "xyz"[a]);
    if (core_.block_wraps[static_cast<std::size_t>(a)])
      keep_static(phase, sized("cfg_" + phase, context_.grid_width[a]));
  }
}

void CoreBuilder::make_config_check() {
  hw::Value bad = b_.zero();
  if (!context_.fixed) {
    // One register per comparison and one for all of them: no path is long.
    const auto found = [&](hw::Value v) { return v.constant() != nullptr ? v : b_.reg("config_bad", v); };
    const auto outside = [&](const std::string& port, std::int64_t low, std::int64_t high) {
      const hw::Value v = inputs_.at(port);
      return found(ult(v, constant(v.width, low))) | found(ult(constant(v.width, high), v));
    };
    const contract::FrameShape low = contract::frame_shape(core_.frame_extents(core_.minimum), context_.lanes);
    const contract::FrameShape high = contract::frame_shape(core_.frame_extents(core_.maximum), context_.lanes);
    const contract::FrameShape grid_low = contract::frame_shape(core_.minimum, context_.lanes);
    const contract::FrameShape grid_high = contract::frame_shape(core_.maximum, context_.lanes);
    bad = outside("cfg_row_words", low.row_words, high.row_words);
    if (context_.wraps(0) && inputs_.contains("cfg_nx"))
      bad = bad | outside("cfg_nx", core_.minimum[0], core_.maximum[0]);
    if (context_.blocked(0))
      bad = bad | outside("cfg_grid_words", grid_low.row_words, grid_high.row_words) |
            outside("cfg_blocks_x", 1, core_.blocks(core_.maximum)[0]);
    if (context_.blocked(1))
      bad = bad | outside("cfg_grid_rows", grid_low.rows, grid_high.rows) |
            outside("cfg_blocks_y", 1, core_.blocks(core_.maximum)[1]);
    if (context_.lanes > 1 && !context_.wraps(0)) {
      const hw::Value words = inputs_.at(context_.blocked(0) ? "cfg_grid_words" : "cfg_row_words");
      const hw::Value tail = inputs_.at("cfg_tail");
      const auto tail_of = [&](std::int64_t extent) { return (extent - 1) % context_.lanes; };
      const auto above = [&](std::int64_t lane) { return ult(constant(tail.width, lane), tail); };
      const std::int64_t last = context_.lanes - 1;
      const std::int64_t shortest = tail_of(core_.minimum[0]);
      const std::int64_t longest = tail_of(core_.maximum[0]);
      if (shortest > 0)
        bad = bad |
              found(eq(words, constant(words.width, grid_low.row_words)) & ult(tail, constant(tail.width, shortest)));
      if (longest < last) bad = bad | found(eq(words, constant(words.width, grid_high.row_words)) & above(longest));
      if (bits_for(last) == bits_for(last + 1)) bad = bad | found(above(last));
    }
    if (context_.stencil.axes > 1) bad = bad | outside("cfg_rows", low.rows, high.rows);
    if (context_.stencil.axes > 2) bad = bad | outside("cfg_planes", low.planes, high.planes);
    bad = b_.reg("config_error_q", bad);
  }
  config_error_ = bad;
  b_.output("config_error", bad, "extents exceed the compiled limits: no word is accepted");
}

void CoreBuilder::make_grid_ends() {
  for (int a = 0; a < 3; ++a) {
    if (!context_.wraps(a) || context_.monitor_statics.empty()) continue;
    static const char* const kPort[] = {"cfg_row_words", "cfg_rows", "cfg_planes"};
    const int w = context_.width[a];
    const std::int64_t high = core_.ghost_high[static_cast<std::size_t>(a)];
    const std::int64_t whole = a == 0 ? high / context_.lanes : high;
    hw::Value end = sized(kPort[a], w) - constant(w, whole + 1);
    // The ghosts after a row need one more word if they do not fit after its last cell.
    const std::int64_t free_lanes = context_.lanes - 1 - high % context_.lanes;
    if (a == 0 && context_.lanes > 1) {
      const hw::Value tail = tail_lane();
      end = end - zext(ult(constant(tail.width, free_lanes), tail), w);
    }
    keep_static(fmt::format("grid_end_{}", "xyz"[a]), end);
  }
}

hw::Value CoreBuilder::tail_lane() {
  if (!context_.wraps(0)) return statics_.at("tail");
  const int w = bits_for(context_.lanes - 1);
  if (context_.fixed) return constant(w, (context_.stencil.grid[0] - 1) % context_.lanes);
  if (!statics_.contains("tail")) keep_static("tail", inputs_.at("cfg_tail"));
  return statics_.at("tail");
}

}  // namespace rtlgen::elaborate
