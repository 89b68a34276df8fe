// Position counters: where in the frame the word of a stage lies, and flags near the ends.
//
// Counters start at minus the stage's lag, component by component: their weighted sum advances by
// one a token whatever the digits, so no division by run-time extents is ever needed. All flags
// are computed for the next position and registered, so no counter is on the critical path.
#include <fmt/format.h>

#include <algorithm>

#include "elaborate/context.hpp"
#include "plan/plan.hpp"
#include "spec/stencil.hpp"

namespace rtlgen::elaborate {

namespace {

constexpr char kAxis[] = {'x', 'y', 'z'};
const char* const kLast[] = {"row_last", "rows_last", "planes_last"};

hw::Bits bits(int width, std::int64_t value) {
  const std::uint64_t mask = width >= 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << width) - 1;
  return hw::Bits(width, static_cast<std::uint64_t>(value) & mask);
}

}  // namespace

std::string flag_name(const Flag& flag) {
  const std::string name = fmt::format("{}_{}_{}", kAxis[flag.axis], flag.high ? "end" : "is", flag.index);
  return flag.lane < 0 ? name : fmt::format("{}_l{}", name, flag.lane);
}

bool PositionWants::along(int axis) const {
  return coordinate[axis] || std::any_of(flags.begin(), flags.end(), [&](const Flag& f) { return f.axis == axis; });
}

std::string pass_end_port(const Context& context) { return context.plan.core.has_blocks() ? "pass_end" : "frame_end"; }

std::string coordinate_name(const Context& context, int axis, int lane) {
  const std::string name = fmt::format("at_{}", kAxis[axis]);
  return axis == 0 && context.wraps(0) ? fmt::format("{}_l{}", name, lane) : name;
}

namespace {

/// What a position counter with these wants takes from outside.
std::vector<StaticInput> statics_of(const Context& context, const PositionWants& wants) {
  std::vector<StaticInput> list = context.frame_statics;
  for (int a = 0; a < context.stencil.axes; ++a) {
    if (!context.wraps(a) || !wants.along(a)) continue;
    list.insert(list.end(), context.ring_statics[a].begin(), context.ring_statics[a].end());
  }
  if (wants.counts_blocks()) list.insert(list.end(), context.block_statics.begin(), context.block_statics.end());
  if (wants.in_grid) list.insert(list.end(), context.monitor_statics.begin(), context.monitor_statics.end());
  return list;
}

/// Outputs "in_grid" and, where x has ghosts, "grid_row_ends", from the counters of the frame.
void build_in_grid(const Context& context, hw::Builder& b, const std::vector<hw::Value>& counts,
                   const std::int64_t* low, const Statics& statics, hw::Value on_grid) {
  hw::Value inside = on_grid.valid() ? on_grid : b.one();
  for (int a = 0; a < context.stencil.axes; ++a) {
    const hw::Value at = counts[static_cast<std::size_t>(a)];
    if (context.blocked(a)) {
      const auto axis = static_cast<std::size_t>(a);
      const std::int64_t begin = context.plan.core.ghost_low[axis] / context.unit(a);
      const std::int64_t end = begin + context.plan.core.stride(axis) / context.unit(a) - 1;
      const hw::Value first = b.constant(bits(at.width, begin));
      const hw::Value last = b.constant(bits(at.width, end));
      inside = inside & (low[a] < 0 ? sle(first, at) & sle(at, last) : ule(first, at) & ule(at, last));
    }
    if (!context.wraps(a)) continue;
    const hw::Value end = statics.at(fmt::format("grid_end_{}", kAxis[a]));
    const std::int64_t ghosts = context.plan.core.ghost_low[static_cast<std::size_t>(a)];
    const hw::Value first = b.constant(bits(at.width, a == 0 ? ghosts / context.lanes : ghosts));
    inside = inside & (low[a] < 0 ? sle(first, at) & sle(at, end) : ule(first, at) & ule(at, end));
    if (a == 0) b.output("grid_row_ends", eq(at, end), "the last word of the grid in its row");
  }
  b.output("in_grid", inside, "no word of the ghosts, nor outside the grid");
}

/// The moves of one axis of the frame, for the rings beside it.
struct Moves {
  hw::Value start, carry, advance;
  hw::Value restart;  ///< the next word, row or plane is the frame's first
};

/// Which block the frame is, and where in the grid its words and rows lie.
class BlockCounters {
 public:
  BlockCounters(const Context& context, hw::Builder& b, const PositionWants& wants, const Statics& statics)
      : context_(context), b_(b), wants_(wants), statics_(statics) {}

  /// The counters of axis `a`, whose frame counter moves so. `carry`: the block along it changes with this token.
  void build(int a, const Moves& m, hw::Value carry);

  [[nodiscard]] hw::Value last() const { return last_; }  ///< of all axes so far: the pass's last block
  [[nodiscard]] hw::Value on_grid() const { return on_grid_; }

 private:
  const Context& context_;
  hw::Builder& b_;
  const PositionWants& wants_;
  const Statics& statics_;
  hw::Value last_, on_grid_;
};

void BlockCounters::build(int a, const Moves& m, hw::Value carry) {
  const char axis = kAxis[a];
  const auto index = static_cast<std::size_t>(a);
  b_.section(fmt::format("blocks along {}", axis));
  const hw::Value blocks_last = statics_.at(fmt::format("blocks_last_{}", axis));
  const int bw = blocks_last.width;
  const hw::Value block = b_.declare_reg(fmt::format("block_{}", axis), bw);
  const hw::Value at_last = b_.declare_reg(fmt::format("block_{}_is_last", axis), 1);
  const hw::Value next_block =
      b_.name(fmt::format("block_{}_next", axis),
              mux(m.start, b_.zero(bw), mux(carry, mux(at_last, b_.zero(bw), block + b_.constant(bw, 1)), block)));
  b_.drive(block, next_block, m.advance);
  b_.drive(at_last, eq(next_block, blocks_last), m.advance);
  last_ = last_.valid() ? last_ & at_last : at_last;
  if (!wants_.along(a) && !wants_.in_grid) return;
  const hw::Value grid_last = statics_.at(fmt::format("grid_last_{}", axis));
  const int w = grid_last.width;
  // Where frames go on at the grid's other side, so do coordinates; which cells are the block's own and on the grid
  // is asked of coordinates that do not.
  const bool round = context_.plan.core.block_wraps[index] && !wants_.in_grid;
  const hw::Value first = round ? statics_.at(fmt::format("phase_{}", axis))
                                : b_.constant(bits(w, -context_.plan.core.ghost_low[index] / context_.unit(a)));
  const hw::Value stride = b_.constant(bits(w, context_.plan.core.stride(index) / context_.unit(a)));
  const hw::Value one = b_.constant(w, 1);
  const hw::Value origin = b_.declare_reg(fmt::format("origin_{}", axis), w);
  hw::Value further = origin + stride;
  if (round) further = mux(sle(further, grid_last), further, further - grid_last - one);
  const hw::Value next_origin = b_.name(fmt::format("origin_{}_next", axis),
                                        mux(m.start, first, mux(carry, mux(at_last, first, further), origin)));
  b_.drive(origin, next_origin, m.advance);
  const hw::Value at = b_.declare_reg(fmt::format("grid_{}", axis), w);
  const hw::Value up = round ? mux(eq(at, grid_last), b_.zero(w), at + one) : at + one;
  const hw::Value next = b_.name(fmt::format("grid_{}_next", axis),
                                 mux(m.start, first, mux(m.carry, mux(m.restart, next_origin, up), at)));
  b_.drive(at, next, m.advance);
  for (const Flag& flag : wants_.flags) {
    if (flag.axis != a) continue;
    const hw::Value place = flag.high ? grid_last - b_.constant(bits(w, flag.index)) : b_.constant(bits(w, flag.index));
    b_.output(flag_name(flag), b_.reg(flag_name(flag) + "_q", eq(next, place), m.advance));
  }
  if (wants_.coordinate[a]) b_.output(coordinate_name(context_, a, 0), at);
  const hw::Value inside = sle(at, grid_last);
  on_grid_ = on_grid_.valid() ? on_grid_ & inside : inside;
}

/// Coordinates in the grid along an axis with ghosts: they begin at the phase where the frame does and
/// come round at the grid's end.
void build_rings(const Context& context, hw::Builder& b, int a, const PositionWants& wants, const Moves& m,
                 const Statics& statics) {
  const hw::Value last = statics.at(fmt::format("grid_last_{}", kAxis[a]));
  const int w = last.width;
  for (int lane = 0; lane < context.rings(a); ++lane) {
    const std::string name = a == 0 ? fmt::format("grid_x_l{}", lane) : fmt::format("grid_{}", kAxis[a]);
    const hw::Value phase = statics.at(a == 0 ? fmt::format("phase_x_l{}", lane) : fmt::format("phase_{}", kAxis[a]));
    const hw::Value count = b.declare_reg(name, w);
    hw::Value up;
    if (a == 0 && context.lanes > 1) {
      const hw::Value round = b.name(name + "_round", zext(count, w + 2) + statics.at("stride_round"));
      const hw::Value on = zext(count, w + 2) + statics.at("stride_on");
      up = mux(round.msb(), on.slice(w - 1, 0), round.slice(w - 1, 0));
    } else {
      up = mux(eq(count, last), b.zero(w), count + b.constant(w, 1));
    }
    const hw::Value next = b.name(name + "_next", mux(m.start, phase, mux(m.carry, mux(m.restart, phase, up), count)));
    b.drive(count, next, m.advance);
    for (const Flag& flag : wants.flags) {
      if (flag.axis != a || (a == 0 && flag.lane != lane)) continue;
      const hw::Value place = flag.high ? last - b.constant(bits(w, flag.index)) : b.constant(bits(w, flag.index));
      b.output(flag_name(flag), b.reg(flag_name(flag) + "_q", eq(next, place), m.advance));
    }
    if (wants.coordinate[a]) b.output(coordinate_name(context, a, lane), count);
  }
}

class PositionBuilder {
 public:
  PositionBuilder(Context& context, const std::string& module, const PositionWants& wants)
      : context_(context), wants_(wants), b_(module), axes_(context.stencil.axes) {
    const Start deepest = context.lowest_start();
    low_[0] = deepest.x;
    low_[1] = deepest.y;
    low_[2] = deepest.z;
  }

  void build() {
    declare_ports();
    hw::Value carry = b_.one();
    for (int a = 0; a < axes_; ++a) count_axis(a, carry);
    BlockCounters blocks(context_, b_, wants_, statics_);
    hw::Value pass_ends = all_at_end_;
    for (int a = 0; a < axes_ && wants_.counts_blocks(); ++a) {
      if (!context_.blocked(a)) continue;
      blocks.build(a, moves_[static_cast<std::size_t>(a)], pass_ends);
      pass_ends = all_at_end_ & blocks.last();
    }
    if (wants_.in_grid) build_in_grid(context_, b_, counts_, low_, statics_, blocks.on_grid());
    if (wants_.pass_end) b_.output(pass_end_port(context_), pass_ends, "last word, gap included");
    if (wants_.in_frame || wants_.last_word || wants_.last_of_pass) output_real_words(blocks);
    context_.add(b_.finish());
  }

 private:
  void declare_ports() {
    // Comparisons of nine bits are a level deeper, and then the whole module takes fewer LUTs.
    b_.role(context_.width[axes_ - 1] > 8 ? "wide_position" : "position");
    b_.summary("position of the current word in the frame");
    b_.header_line("Counters start at minus the lag and advance with every token; flags are registered.");
    start_ = b_.input("start", 1, "load the start position");
    const hw::Value token = b_.input("token", 1, "a word is here: advance after it");
    for (int a = 0; a < axes_; ++a) {
      start_at_.push_back(b_.input(fmt::format("start_{}", kAxis[a]), context_.width[a]));
    }
    statics_ = declare_statics(b_, context_, statics_of(context_, wants_));
    advance_ = b_.name("advance", start_ | token);
    all_at_end_ = b_.one();
  }

  /// The frame's counter along axis `a`, which moves with `carry`, and what is derived from it alone.
  void count_axis(int a, hw::Value& carry) {
    const int w = context_.width[a];
    const bool slow = a == axes_ - 1;
    const hw::Value end = statics_.at(slow ? "frame_last" : kLast[a]);
    b_.section(fmt::format("{} counter", kAxis[a]));
    const hw::Value count = b_.declare_reg(fmt::format("{}", kAxis[a]), w);
    const hw::Value at_end = b_.declare_reg(fmt::format("{}_at_end", kAxis[a]), 1);
    const hw::Value up = mux(at_end, b_.zero(w), count + b_.constant(w, 1));
    const hw::Value next = b_.name(fmt::format("{}_next", kAxis[a]),
                                   mux(start_, start_at_[static_cast<std::size_t>(a)], mux(carry, up, count)));
    b_.drive(count, next, advance_);
    b_.drive(at_end, eq(next, end), advance_);
    Moves moves{start_, carry, advance_, at_end};
    const bool places_in_grid = wants_.along(a) && (context_.wraps(a) || context_.blocked(a));
    if (low_[a] < 0 && (places_in_grid || (wants_.in_grid && context_.blocked(a)))) {
      moves.restart = at_end | b_.reg(fmt::format("{}_ahead", kAxis[a]), eq(next, b_.constant(bits(w, -1))), advance_);
    }
    if (places_in_grid && context_.wraps(a)) build_rings(context_, b_, a, wants_, moves, statics_);
    moves_.push_back(moves);
    output_flags(a, count, next);
    if (!slow && a < 2 && wants_.end[a]) b_.output(fmt::format("end_{}", kAxis[a]), at_end);
    if (a < 2 && wants_.before[a]) b_.output(fmt::format("before_{}", kAxis[a]), low_[a] < 0 ? count.msb() : b_.zero());
    counts_.push_back(count);
    carry = carry & at_end;
    all_at_end_ = all_at_end_ & at_end;
  }

  /// Along an axis where the frame is the grid.
  void output_flags(int a, hw::Value count, hw::Value next) {
    if (context_.wraps(a) || context_.blocked(a)) return;
    for (const Flag& flag : wants_.flags) {
      if (flag.axis != a) continue;
      const hw::Value index = b_.constant(bits(count.width, flag.index));
      const hw::Value place = flag.high ? statics_.at(kLast[a]) - index : index;
      b_.output(flag_name(flag), b_.reg(flag_name(flag) + "_q", eq(next, place), advance_));
    }
    if (wants_.coordinate[a]) b_.output(coordinate_name(context_, a, 0), count);
  }

  /// Fillers lie before the frame (negative) or behind it (the gap of the slowest axis).
  void output_real_words(const BlockCounters& blocks) {
    hw::Value inside = b_.one();
    hw::Value last = b_.one();
    for (int a = 0; a < axes_; ++a) {
      const hw::Value position = counts_[static_cast<std::size_t>(a)];
      if (low_[a] < 0) inside = inside & ~position.msb();
      const hw::Value real_last = statics_.at(kLast[a]);
      if (a == axes_ - 1) {
        inside = inside & (low_[a] < 0 ? sle(position, real_last) : ule(position, real_last));
      }
      last = last & eq(position, real_last);
    }
    if (wants_.in_frame) b_.output("in_frame", inside, "a real word, no filler");
    if (wants_.last_word) b_.output("last_word", last, "the frame's last real word");
    if (wants_.last_of_pass)
      b_.output("last_of_pass", blocks.last().valid() ? last & blocks.last() : last, "the pass's last real word");
  }

  Context& context_;
  const PositionWants& wants_;
  hw::Builder b_;
  int axes_;
  std::int64_t low_[3] = {0, 0, 0};
  hw::Value start_, advance_, all_at_end_;
  std::vector<hw::Value> start_at_;
  Statics statics_;
  std::vector<hw::Value> counts_;  ///< by axis
  std::vector<Moves> moves_;
};

}  // namespace

void build_position(Context& context, const std::string& module, const PositionWants& wants) {
  PositionBuilder(context, module, wants).build();
}

std::map<std::string, hw::Value> instantiate_position(hw::Builder& b, const Context& context, const std::string& module,
                                                      const std::string& instance, const PositionWants& wants,
                                                      hw::Value start, hw::Value token, const Start& minus,
                                                      const std::map<std::string, hw::Value>& base,
                                                      const Statics& statics) {
  const std::int64_t offset[3] = {minus.x, minus.y, minus.z};
  std::vector<std::pair<std::string, hw::Value>> inputs = {{"start", start}, {"token", token}};
  for (int a = 0; a < context.stencil.axes; ++a) {
    const std::string port = fmt::format("start_{}", kAxis[a]);
    const hw::Value constant = b.constant(bits(context.width[a], offset[a]));
    const auto from = base.find(port);
    inputs.emplace_back(port, from == base.end() ? constant : from->second + constant);
  }
  connect_statics(inputs, context, statics_of(context, wants), statics);
  std::vector<std::tuple<std::string, std::string, int>> outputs;
  const auto want = [&](const std::string& port, int width) {
    outputs.emplace_back(port, instance + "_" + port, width);
  };
  for (int a = 0; a < context.stencil.axes; ++a) {
    for (const Flag& flag : wants.flags) {
      if (flag.axis == a) want(flag_name(flag), 1);
    }
    if (!wants.coordinate[a]) continue;
    if (!context.wraps(a)) {
      want(coordinate_name(context, a, 0), context.blocked(a) ? context.grid_width[a] : context.width[a]);
      continue;
    }
    const int w = bits_for(context.stencil.grid[static_cast<std::size_t>(a)] - 1);
    for (int lane = 0; lane < context.rings(a); ++lane) want(coordinate_name(context, a, lane), w);
  }
  if (wants.in_grid) {
    if (context.wraps(0)) want("grid_row_ends", 1);
    want("in_grid", 1);
  }
  for (int a = 0; a < 2; ++a) {
    if (wants.end[a]) want(fmt::format("end_{}", kAxis[a]), 1);
    if (wants.before[a]) want(fmt::format("before_{}", kAxis[a]), 1);
  }
  if (wants.pass_end) want(pass_end_port(context), 1);
  if (wants.in_frame) want("in_frame", 1);
  if (wants.last_word) want("last_word", 1);
  if (wants.last_of_pass) want("last_of_pass", 1);
  const std::vector<hw::Value> values = b.instance(module, instance, inputs, outputs);
  std::map<std::string, hw::Value> result;
  for (std::size_t i = 0; i < outputs.size(); ++i) result[std::get<0>(outputs[i])] = values[i];
  return result;
}

}  // namespace rtlgen::elaborate
