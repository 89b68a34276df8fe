// Tables of parameters by step, and monitors.
//
// A monitor reduces numbers that are ordered like plain bits: sums as they are, minima and maxima as keys of which the
// largest is kept and 0 is below them all (a NaN, or a lane without a cell). Wide sums are cut into segments, each
// processed one cycle after the one below it, from the first addition to the result: a carry then never travels further
// than one segment in a cycle.
#include <fmt/format.h>

#include <algorithm>

#include "elaborate/comments.hpp"
#include "elaborate/context.hpp"
#include "plan/plan.hpp"
#include "spec/program.hpp"
#include "spec/stencil.hpp"
#include "support/counted.hpp"
#include "support/index.hpp"

namespace rtlgen::elaborate {

namespace {

using spec::Reduction;

/// Entries first .. last of a table, chosen by the low bits of `index`.
hw::Value look_up(hw::Builder& b, const spec::Param& param, const std::string& name, hw::Value index, std::size_t first,
                  int bits) {
  const auto entry = [&](std::size_t i) {
    return b.constant(param.type.width, param.by_step[std::min(i, param.by_step.size() - 1)]);
  };
  if (bits == 0) return entry(first);
  const std::size_t half = std::size_t{1} << (bits - 1);
  const hw::Value high = look_up(b, param, name, index, first + half, bits - 1);
  const hw::Value low = look_up(b, param, name, index, first, bits - 1);
  const hw::Value chosen = mux(index.bit(bits - 1), high, low);
  constexpr int kEntriesOfAWire = 3;  // log2 of the number
  return bits < kEntriesOfAWire ? chosen : b.name(fmt::format("{}_from{}_{}", name, first, bits), chosen);
}

class MonitorBuilder {
 public:
  MonitorBuilder(Context& context, const plan::MonitorPlan& plan)
      : context_(context),
        plan_(plan),
        monitor_(context.stencil.monitors[plan.monitor]),
        field_(context.plan.stencil->arrays[monitor_.array].type),
        b_(plan.module) {}

  void build() {
    static const char* const kWhat[] = {"largest change", "sum", "sum of squares", "minimum", "maximum"};
    b_.role("monitor");
    const spec::Array& array = context_.stencil.arrays[monitor_.array];
    b_.summary(
        fmt::format("monitor: {} of '{}' over a frame", kWhat[static_cast<int>(monitor_.reduction)], array.shown()));
    b_.header_line(fmt::format("q is valid {} after the last word of the frame", counted(plan_.latency, "cycle")));
    const hw::Value valid = b_.input("valid", context_.lanes, "bit k: lane k holds a cell of the grid");
    const hw::Value first = b_.input("first", 1, "the first word of a frame");
    const hw::Value last = b_.input("last", 1, "the last word of a frame");
    const hw::Value cells = b_.input("cells", field_.width * context_.lanes,
                                     cells_comment(array, field_, static_cast<std::size_t>(context_.lanes)));
    hw::Value before;
    if (monitor_.reduction == Reduction::kMaxChange)
      before = b_.input("old_cells", field_.width * context_.lanes, "the same cells before the time step");
    if (plan_.cell) build_cell_kernel();
    const hw::Value there = b_.delay("valid_cells", valid, plan_.cell_latency);
    std::vector<hw::Value> row;
    for (int lane = 0; lane < context_.lanes; ++lane) {
      const hw::Value value = is_sum() ? cell(lane, cells, before) : key(cell(lane, cells, before));
      row.push_back(b_.reg(fmt::format("lane{}", lane), value & repeat(there.bit(lane), value.width)));
    }
    const int before_tree = plan_.cell_latency + 1;
    b_.output("q", is_sum() ? sum(row, first, last, before_tree) : largest(row, first, last, before_tree));
    context_.add(b_.finish());
  }

 private:
  [[nodiscard]] bool is_sum() const {
    return monitor_.reduction == Reduction::kSum || monitor_.reduction == Reduction::kSumSquares;
  }

  /// The Kernel of one cell is that of a separate stencil.
  void build_cell_kernel() {
    Context cell(*plan_.cell);
    const plan::StagePlan& stage = plan_.cell->executor.stages.front();
    build_kernel(cell, stage);
    for (hw::Module& module : cell.modules) context_.add(std::move(module));
    ports_ = kernel_tap_ports(cell, stage);
    for (const plan::TapPlan& tap : stage.taps) {
      from_before_.push_back(cell.array_of(tap.tap.stream).name == "previous");
    }
  }

  hw::Value cell(int lane, hw::Value cells, hw::Value before) {
    const auto of = [&](hw::Value word) { return word.slice((lane + 1) * field_.width - 1, lane * field_.width); };
    if (!plan_.cell) return of(cells);
    b_.section(fmt::format("term of the cell in lane {}", lane));
    std::vector<std::pair<std::string, hw::Value>> inputs;
    for (std::size_t i = 0; i < ports_.size(); ++i)
      inputs.emplace_back(ports_[i], of(from_before_[i] ? before : cells));
    return b_.instance(plan_.cell->executor.stages.front().kernel.module, fmt::format("cell_l{}", lane), inputs,
                       {{"q", fmt::format("folded_l{}", lane), monitor_.type.width}})[0];
  }

  /// Bits whose unsigned order is that of the values: the extreme that is sought is the largest, and 0 is below all.
  hw::Value key(hw::Value v) {
    const hw::Value top = b_.constant(hw::Bits(v.width, std::uint64_t{1} << (v.width - 1)));
    hw::Value ordered = v;
    if (field_.is_float()) {
      v = flushed(v);
      ordered = mux(v.msb(), ~v, v ^ top);
    } else if (field_.is_signed()) {
      ordered = v ^ top;
    }
    if (monitor_.reduction == Reduction::kMin) ordered = ~ordered;
    return field_.is_float() ? mux(is_nan(v), b_.zero(v.width), ordered) : ordered;
  }

  hw::Value value_of(hw::Value k) {
    const hw::Value top = b_.constant(hw::Bits(k.width, std::uint64_t{1} << (k.width - 1)));
    const hw::Value ordered = monitor_.reduction == Reduction::kMin ? ~k : k;
    if (!field_.is_float()) return field_.is_signed() ? ordered ^ top : ordered;
    const hw::Value number = mux(ordered.msb(), ordered ^ top, ~ordered);
    const std::uint64_t nan = ((std::uint64_t{2} << field_.exponent) - 1) << (field_.fraction - 1);
    return mux(eq(k, b_.zero(k.width)), b_.constant(k.width, nan), number);
  }

  hw::Value is_nan(hw::Value v) {
    const hw::Value exponent = v.slice(field_.width - 2, field_.fraction);
    return reduce_and(exponent) & reduce_or(v.slice(field_.fraction - 1, 0));
  }

  /// Subnormals read as zero of the same sign, if the language says so.
  hw::Value flushed(hw::Value v) {
    if (context_.stencil.subnormals != spec::Subnormals::kFlush) return v;
    const hw::Value normal = reduce_or(v.slice(field_.width - 2, field_.fraction));
    return hw::cat({v.msb(), v.slice(v.width - 2, 0) & repeat(normal, v.width - 1)});
  }

  hw::Value largest(std::vector<hw::Value> row, hw::Value first, hw::Value last, int cycle) {
    const auto larger = [](hw::Value x, hw::Value y) { return mux(ult(x, y), y, x); };
    b_.section("largest of the lanes: a tree with one register per level");
    for (int level = 0; level < plan_.levels; ++level) {
      std::vector<hw::Value> next;
      for (std::size_t i = 0; i < row.size(); i += 2) {
        const hw::Value v = i + 1 < row.size() ? larger(row[i], row[i + 1]) : row[i];
        next.push_back(b_.reg(fmt::format("level{}_{}", level, i / 2), v));
      }
      row = std::move(next);
    }
    cycle += plan_.levels;
    b_.section("largest of the words of the frame so far");
    const hw::Value kept = b_.declare_reg("kept", row[0].width);
    const hw::Value restart = b_.delay("restart", first, cycle);
    b_.drive(kept, larger(kept & repeat(~restart, kept.width), row[0]));
    return b_.reg("result", value_of(kept), b_.delay("complete", last, cycle + 1));
  }

  /// Sums modulo 2^width: segment k of every value is available k cycles after segment 0.
  hw::Value sum(const std::vector<hw::Value>& row, hw::Value first, hw::Value last, int cycle) {
    const int width = monitor_.type.width;
    const int bits = (width + plan_.segments - 1) / plan_.segments;
    std::vector<std::vector<hw::Value>> parts;  // by segment, then value
    b_.section("sum of the lanes: a tree with one register per level");
    for (int k = 0; k < plan_.segments; ++k) {
      std::vector<hw::Value> part;
      for (std::size_t i = 0; i < row.size(); ++i) {
        const hw::Value slice = row[i].slice(std::min((k + 1) * bits, width) - 1, k * bits);
        part.push_back(b_.delay(fmt::format("lane{}_part{}", i, k), slice, k));
      }
      parts.push_back(part);
    }
    for (int level = 0; level < plan_.levels; ++level) {
      const std::size_t count = parts[0].size();
      std::vector<std::vector<hw::Value>> next(parts.size());
      for (std::size_t i = 0; i < count; i += 2) {
        hw::Value carry;
        for (std::size_t k = 0; k < parts.size(); ++k) {
          const std::string name = fmt::format("level{}_{}_part{}", level, i / 2, k);
          const bool pair = i + 1 < count;
          const bool top = k + 1 == parts.size();
          next[k].push_back(pair ? add(name, parts[k][i], parts[k][i + 1], carry, top) : b_.reg(name, parts[k][i]));
        }
      }
      parts = std::move(next);
    }
    cycle += plan_.levels;
    b_.section("sum of the words of the frame so far");
    std::vector<hw::Value> high_first;
    hw::Value carry;
    for (int k = 0; k < plan_.segments; ++k) {
      const int w = parts[at(k)][0].width;
      const bool top = k + 1 == plan_.segments;
      const hw::Value total = b_.declare_reg(fmt::format("total_part{}", k), top ? w : w + 1);
      const hw::Value restart = b_.delay(fmt::format("restart_part{}", k), first, cycle + k);
      const hw::Value so_far = total.slice(w - 1, 0) & repeat(~restart, w);
      b_.drive(total, sum_of(so_far, parts[at(k)][0], carry, top));
      if (!top) carry = total.msb();
      const hw::Value done = b_.reg(fmt::format("result_part{}", k), total.slice(w - 1, 0),
                                    b_.delay(fmt::format("complete_part{}", k), last, cycle + 1 + k));
      high_first.insert(high_first.begin(),
                        b_.delay(fmt::format("result_part{}_late", k), done, plan_.segments - 1 - k));
    }
    return hw::cat(high_first);
  }

  /// x + y + carry, with one more bit for the carry out except in the top segment. An invalid carry counts as 0.
  static hw::Value sum_of(hw::Value x, hw::Value y, hw::Value carry, bool top) {
    const hw::Value a = top ? x : zext(x, x.width + 1);
    const hw::Value c = top ? y : zext(y, y.width + 1);
    return carry.valid() ? add_carry(a, c, carry) : a + c;
  }

  /// A registered segment of a sum; `carry` comes from the segment below and goes to the one above.
  hw::Value add(const std::string& name, hw::Value x, hw::Value y, hw::Value& carry, bool top) {
    const hw::Value q = b_.reg(name, sum_of(x, y, carry, top));
    if (top) return q;
    carry = q.msb();
    return q.slice(q.width - 2, 0);
  }

  Context& context_;
  const plan::MonitorPlan& plan_;
  const spec::Monitor& monitor_;
  spec::Type field_;
  hw::Builder b_;
  std::vector<std::string> ports_;
  std::vector<bool> from_before_;
};

}  // namespace

hw::Value step_table(hw::Builder& b, const spec::Param& param, const std::string& name, int steps, hw::Value first_step,
                     hw::Value start, hw::Value next_frame) {
  const auto entries = static_cast<std::int64_t>(param.by_step.size());
  if (entries == 1) return b.constant(param.type.width, param.by_step[0]);
  const int w = bits_for(entries - 1);
  // Time step `step` (never read before step 0) as an index: the last entry holds for all later steps.
  const auto index_of = [&](hw::Value step) {
    const hw::Value last = b.constant(step.width, static_cast<std::uint64_t>(entries - 1));
    return mux(ult(step, last), step, last).slice(w - 1, 0);
  };
  b.section(fmt::format("parameter '{}' in the time step of this line, looked up one frame ahead", param.name));
  const hw::Value first = b.reg(name + "_first", index_of(first_step));
  const hw::Value second =
      b.reg(name + "_second", index_of(first_step + b.constant(32, static_cast<std::uint64_t>(steps))));
  const hw::Value ahead = b.declare_reg(name + "_ahead", w);
  const int sum_width = bits_for(entries - 1 + steps);
  const hw::Value next = zext(ahead, sum_width) + b.constant(sum_width, static_cast<std::uint64_t>(steps));
  const hw::Value move = b.name(name + "_move", start | next_frame);
  b.drive(ahead, mux(start, second, index_of(next)), move);
  const hw::Value index = b.name(name + "_index", mux(start, first, ahead));
  return b.reg(name + "_now", look_up(b, param, name, index, 0, w), move);
}

void build_monitor(Context& context, const plan::MonitorPlan& plan) { MonitorBuilder(context, plan).build(); }

}  // namespace rtlgen::elaborate
