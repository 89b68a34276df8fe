// Position counters: the position of a stage's word in the frame, and flags near the ends.
//
// Counters start at minus the stage's lag, component by component: their weighted sum advances by one per token for any
// digits, so no division by run-time extents is ever needed.
//
// The counter of the slowest axis holds the position of the next word, and the counter of each faster axis is one word
// further ahead, so that the carry between them is a register. With blocks all axes are one word ahead, since a block
// ends along all of them at once. An output of the module passes as many registers as its counter is ahead: it belongs
// to the current word, and no comparison follows an addition in one cycle. At a start the counters are loaded, then
// they advance without a word until the registers are filled.
#include <fmt/format.h>

#include <algorithm>

#include "elaborate/comments.hpp"
#include "elaborate/context.hpp"
#include "plan/plan.hpp"
#include "spec/stencil.hpp"

namespace rtlgen::elaborate {

namespace {

constexpr char kAxis[] = {'x', 'y', 'z'};
const char* const kLast[] = {"row_last", "rows_last", "planes_last"};

/// The moves of one axis of the frame, for the rings of that axis.
struct Moves {
  hw::Value start;
  hw::Value move;     ///< the axis is loaded, or advances by one
  hw::Value advance;  ///< any axis does: the next word becomes the current one
  int words = 1;      ///< words by which the axis is ahead of the current word
  hw::Value restart;  ///< the next word, row or plane is the frame's first
};

int words_ahead(const Context& context, int axis) {
  return context.plan.core.has_blocks() ? 1 : context.stencil.axes - axis;
}

/// Registers that delay a value, `words` words ahead, to the current word; `advance` enables them.
hw::Value registered(hw::Builder& b, const std::string& name, hw::Value value, hw::Value advance, int words) {
  if (value.constant() != nullptr) return value;
  for (int left = words - 1; left >= 0; --left) {
    value = b.reg(left > 0 ? fmt::format("{}_in{}", name, left) : name + "_q", value, advance);
  }
  return value;
}

/// The counter whose flags are output, `words` ahead of the current word.
struct Count {
  hw::Value at, last;
  hw::Value advance;
  int words = 1;
  std::int64_t least = 0;     ///< `last` at the smallest extents
  hw::Value at_end;           ///< if valid: the position is the last one
  hw::Value moves, restarts;  ///< if it counts one by one from 0: it advances, and the next place is 0
};

/// The flag "at `place` or after it": set there and cleared when the count begins again. If the count leaps, the flag
/// is a comparison.
hw::Value is_from(hw::Builder& b, const std::string& name, const Count& count, hw::Value place, bool is_signed) {
  if (!count.moves.valid()) return is_signed ? sle(place, count.at) : ule(place, count.at);
  const hw::Value before = b.declare_reg(name + "_before", 1);
  const hw::Value now = b.name(name + "_now", eq(count.at, place) | before);
  b.drive(before, now & ~count.restarts, count.moves);
  return now;
}

/// Outputs the flags of axis `a` (of one lane of x if each lane has its own): the count is compared with the place of
/// the flag.
void output_flags(const Context& context, hw::Builder& b, const PositionWants& wants, int a, int lane,
                  const Count& count, bool is_signed = false) {
  for (const Flag& flag : wants.flags) {
    if (flag.axis != a || (flag.lane >= 0 && flag.lane != lane)) continue;
    const std::string name = flag_name(flag);
    hw::Value place = b.constant(signed_bits(count.at.width, flag.index));
    if (flag.high) {
      place = count.last - place;
      // The difference is a register too, so that the comparison begins at one.
      if (flag.index != 0 && place.constant() == nullptr) place = b.reg(name + "_place", place);
    }
    const bool is_end = flag.high && flag.index == 0 && !flag.from && count.at_end.valid();
    hw::Value here = is_end      ? count.at_end
                     : flag.from ? is_from(b, name, count, place, is_signed)
                                 : eq(count.at, place);
    // A short axis lies entirely after the place.
    if (flag.from && flag.high && !is_signed && flag.index > count.least)
      here = here | b.reg(name + "_all",
                          ult(count.last, b.constant(count.last.width, static_cast<std::uint64_t>(flag.index))));
    b.output(name, registered(b, name, here, count.advance, count.words), flag_comment(context, flag));
  }
}

void output_coordinate(const Context& context, hw::Builder& b, int a, int lane, hw::Value at, hw::Value advance) {
  const std::string name = coordinate_name(context, a, lane);
  const bool in_words = a == 0 && !context.wraps(0);
  b.output(name, registered(b, name, at, advance, words_ahead(context, a)),
           fmt::format("{} in the grid{}", kAxis[a], in_words ? ", in words" : ""));
}

/// Outputs "in_grid" and, if x has ghosts, "grid_row_ends", from the counters of the frame.
void build_in_grid(const Context& context, hw::Builder& b, const std::vector<hw::Value>& counts,
                   const std::int64_t* low, const Statics& statics, hw::Value on_grid, hw::Value advance) {
  hw::Value inside = on_grid.valid() ? on_grid : b.one();
  const int axes = context.stencil.axes;
  const bool in_turn = words_ahead(context, 0) > words_ahead(context, axes - 1);
  for (int a = 0; a < context.stencil.axes; ++a) {
    const hw::Value at = counts[static_cast<std::size_t>(a)];
    if (context.blocked(a)) {
      const auto axis = static_cast<std::size_t>(a);
      const std::int64_t begin = context.plan.core.ghost_low[axis] / context.unit(a);
      const std::int64_t end = begin + context.plan.core.stride(axis) / context.unit(a) - 1;
      const hw::Value first = b.constant(signed_bits(at.width, begin));
      const hw::Value last = b.constant(signed_bits(at.width, end));
      inside = inside & (low[a] < 0 ? sle(first, at) & sle(at, last) : ule(first, at) & ule(at, last));
    }
    if (context.wraps(a)) {
      const hw::Value end = statics.at(fmt::format("grid_end_{}", kAxis[a]));
      const std::int64_t ghosts = context.plan.core.ghost_low[static_cast<std::size_t>(a)];
      const hw::Value first = b.constant(signed_bits(at.width, a == 0 ? ghosts / context.lanes : ghosts));
      inside = inside & (low[a] < 0 ? sle(first, at) & sle(at, end) : ule(first, at) & ule(at, end));
      if (a == 0)
        b.output("grid_row_ends", registered(b, "grid_row_ends", eq(at, end), advance, words_ahead(context, a)),
                 "the word is the last of the grid in its row");
    }
    if (in_turn && a + 1 < axes) inside = registered(b, fmt::format("in_grid_{}", kAxis[a]), inside, advance, 1);
  }
  b.output("in_grid", b.reg("in_grid_q", inside, advance), "the word is on the grid, not a ghost");
}

/// Counts the blocks, and the positions in the grid of a block's words and rows.
class BlockCounters {
 public:
  BlockCounters(const Context& context, hw::Builder& b, const PositionWants& wants, const Statics& statics)
      : context_(context), b_(b), wants_(wants), statics_(statics) {}

  /// The counters of axis `a`, whose frame counter makes the moves `m`. `carry`: the block along it changes.
  void build(int a, const Moves& m, hw::Value carry);

  [[nodiscard]] hw::Value last() const { return last_; }  ///< the last block of the pass, along all axes so far
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
  b_.section(fmt::format("counter of blocks along {}", axis));
  const hw::Value blocks_last = statics_.at(fmt::format("blocks_last_{}", axis));
  const int bw = blocks_last.width;
  const hw::Value block = b_.declare_reg(fmt::format("block_{}", axis), bw);
  const hw::Value at_last = b_.name(fmt::format("block_{}_is_last", axis), eq(block, blocks_last));
  const hw::Value change = b_.name(fmt::format("block_{}_changes", axis), m.start | (m.advance & carry));
  b_.drive(block, mux(m.start | at_last, b_.zero(bw), block + b_.constant(bw, 1)), change);
  last_ = last_.valid() ? last_ & at_last : at_last;
  if (!wants_.along(a) && !wants_.in_grid) return;
  const hw::Value grid_last = statics_.at(fmt::format("grid_last_{}", axis));
  const int w = grid_last.width;
  // If frames continue at the grid's other side, so do coordinates. Whether cells are owned by the block and on the
  // grid is derived from coordinates that do not.
  const bool round = context_.plan.core.block_wraps[index] && !wants_.in_grid;
  const hw::Value first = round ? statics_.at(fmt::format("phase_{}", axis))
                                : b_.constant(signed_bits(w, -context_.plan.core.ghost_low[index] / context_.unit(a)));
  const hw::Value stride = b_.constant(signed_bits(w, context_.plan.core.stride(index) / context_.unit(a)));
  const hw::Value one = b_.constant(w, 1);
  const hw::Value origin = b_.declare_reg(fmt::format("origin_{}", axis), w);
  hw::Value further = origin + stride;
  if (round) further = mux(sle(further, grid_last), further, further - grid_last - one);
  const hw::Value next_origin = b_.name(fmt::format("origin_{}_next", axis),
                                        mux(m.start, first, mux(carry, mux(at_last, first, further), origin)));
  b_.drive(origin, next_origin, change);
  const hw::Value at = b_.declare_reg(fmt::format("grid_{}", axis), w);
  const hw::Value up = round ? mux(eq(at, grid_last), b_.zero(w), at + one) : at + one;
  b_.drive(at, mux(m.start, first, mux(m.restart, next_origin, up)), m.move);
  output_flags(context_, b_, wants_, a, 0, {at, grid_last, m.advance, m.words, 0, {}, {}, {}}, true);
  if (wants_.coordinate[a]) output_coordinate(context_, b_, a, 0, at, m.advance);
  const hw::Value inside = sle(at, grid_last);
  on_grid_ = on_grid_.valid() ? on_grid_ & inside : inside;
}

/// Coordinates in the grid along an axis with ghosts: they begin at the phase when the frame begins and wrap at the
/// grid's end.
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
    b.drive(count, mux(m.start | m.restart, phase, up), m.move);
    output_flags(
        context, b, wants, a, lane,
        {count, last, m.advance, m.words, context.plan.core.minimum[static_cast<std::size_t>(a)] - 1, {}, {}, {}});
    if (wants.coordinate[a]) output_coordinate(context, b, a, lane, count, m.advance);
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

  void build(const std::string& word) {
    b_.role("position");
    b_.summary("position in the frame of " + word);
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
    if (wants_.in_grid) build_in_grid(context_, b_, counts_, low_, statics_, blocks.on_grid(), advance_);
    if (wants_.pass_end) output_registered(pass_end_port(context_), pass_ends, 1, "last word of a pass, gap included");
    if (wants_.in_frame || wants_.last_word || wants_.last_of_pass) output_real_words(blocks);
    context_.add(b_.finish());
  }

 private:
  void declare_ports() {
    b_.header_line("The counters run ahead of the current word; outputs are registers that advance with it.");
    start_ = b_.input("start", 1, "load the start position");
    advance_ = b_.input("advance", 1, "step to the next word; also at a start, to fill the registers");
    for (int a = 0; a < axes_; ++a) {
      start_at_.push_back(b_.input(fmt::format("start_{}", kAxis[a]), context_.width[a],
                                   fmt::format("start position along {}, in {}", kAxis[a], kUnits[a])));
    }
    statics_ = declare_statics(b_, context_, position_statics(context_, wants_));
    all_at_end_ = b_.one();
  }

  /// The frame's counter along axis `a`, which moves with `carry`, and what is derived from it alone.
  void count_axis(int a, hw::Value& carry) {
    const int w = context_.width[a];
    const bool slow = a == axes_ - 1;
    const hw::Value start_at = start_at_[static_cast<std::size_t>(a)];
    b_.section(fmt::format("counter of {} along {}", kUnits[a], kAxis[a]));
    const hw::Value count = b_.declare_reg(fmt::format("{}", kAxis[a]), w);
    const hw::Value move = a == 0 ? advance_ : b_.name(fmt::format("{}_moves", kAxis[a]), start_ | (advance_ & carry));
    const hw::Value at_end = build_end(a, count, start_at, move);
    const hw::Value turns = b_.name(fmt::format("{}_turns", kAxis[a]), at_end & ~start_);
    b_.drive(count, mux(turns, b_.zero(w), mux(start_, start_at, count + b_.constant(w, 1))), move);
    Moves moves{start_, move, advance_, words_ahead(context_, a), at_end};
    const bool places_in_grid = wants_.along(a) && (context_.wraps(a) || context_.blocked(a));
    if (low_[a] < 0 && (places_in_grid || (wants_.in_grid && context_.blocked(a)))) {
      moves.restart = at_end | eq(count, b_.constant(signed_bits(w, -1)));
    }
    if (places_in_grid && context_.wraps(a)) build_rings(context_, b_, a, wants_, moves, statics_);
    moves_.push_back(moves);
    if (!context_.wraps(a) && !context_.blocked(a)) {
      output_flags(context_, b_, wants_, a, 0,
                   {count, statics_.at(kLast[a]), advance_, moves.words, least_last(a), slow ? hw::Value{} : at_end,
                    move, start_ | at_end});
      if (wants_.coordinate[a]) output_coordinate(context_, b_, a, 0, count, advance_);
    }
    if (!slow && a < 2 && wants_.end[a])
      output_registered(fmt::format("end_{}", kAxis[a]), at_end, moves.words,
                        a == 0 ? "last word of a row" : "last row of a plane");
    if (a < 2 && wants_.before[a])
      output_registered(fmt::format("before_{}", kAxis[a]), low_[a] < 0 ? count.msb() : b_.zero(), moves.words,
                        "before the start of the frame");
    counts_.push_back(count);
    at_end_.push_back(at_end);
    carry = carry & at_end;
    all_at_end_ = carry;
    // Nothing is carried until a word has passed.
    if (in_turn(a)) carry = b_.reg(fmt::format("{}_carry", kAxis[a]), carry & ~start_, advance_);
  }

  /// A register: the count is at the axis' end. It resets the counter's flip-flops, so no comparison precedes them.
  hw::Value build_end(int a, hw::Value count, hw::Value start_at, hw::Value move) {
    const hw::Value before_end = statics_.at(fmt::format("{}_before_end", kAxis[a]));
    const hw::Value at_end = b_.declare_reg(fmt::format("{}_at_end", kAxis[a]), 1);
    // With one place along the axis the end comes at every move. A lag may be a row minus some words: a start lies
    // anywhere along an axis, but at 0 or before along the slowest one.
    const hw::Value only = b_.name(fmt::format("{}_has_one", kAxis[a]), reduce_and(before_end));
    const hw::Value at_start = a == axes_ - 1 ? only & ~reduce_or(start_at) : eq(start_at, statics_.at(kLast[a]));
    b_.drive(at_end, mux(start_, at_start, mux(at_end, only, eq(count, before_end))), move);
    return at_end;
  }

  /// The last place along an axis without ghosts at the smallest extents, of x in words.
  [[nodiscard]] std::int64_t least_last(int a) const {
    return (context_.plan.core.minimum[static_cast<std::size_t>(a)] - 1) / context_.unit(a);
  }

  /// Whether the next axis is one word less ahead.
  [[nodiscard]] bool in_turn(int a) const { return a + 1 < axes_ && words_ahead(context_, a) > 1; }

  void output_registered(const std::string& port, hw::Value value, int words, const std::string& comment = "") {
    b_.output(port, registered(b_, port, value, advance_, words), comment);
  }

  /// Fillers lie before the frame (negative) or after it (the gap of the slowest axis).
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
      last = last & (a == axes_ - 1 ? eq(position, real_last) : at_end_[static_cast<std::size_t>(a)]);
      if (!in_turn(a)) continue;
      inside = registered(b_, fmt::format("in_frame_{}", kAxis[a]), inside, advance_, 1);
      last = registered(b_, fmt::format("last_{}", kAxis[a]), last, advance_, 1);
    }
    if (wants_.in_frame) output_registered("in_frame", inside, 1, "a word of the frame, not a filler");
    if (wants_.last_word) output_registered("last_word", last, 1, "the last word of the frame");
    if (wants_.last_of_pass)
      output_registered("last_of_pass", blocks.last().valid() ? last & blocks.last() : last, 1,
                        "the last word of the pass");
  }

  Context& context_;
  const PositionWants& wants_;
  hw::Builder b_;
  int axes_;
  std::int64_t low_[3] = {0, 0, 0};
  hw::Value start_, advance_, all_at_end_;
  std::vector<hw::Value> start_at_;
  Statics statics_;
  std::vector<hw::Value> counts_, at_end_;  ///< by axis
  std::vector<Moves> moves_;
};

}  // namespace

void build_position(Context& context, const std::string& module, const std::string& word, const PositionWants& wants) {
  PositionBuilder(context, module, wants).build(word);
}

}  // namespace rtlgen::elaborate
