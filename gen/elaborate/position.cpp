// Position counters: where in the frame the word of a stage lies, and flags near the ends.
//
// Counters start at minus the stage's lag, component by component: their weighted sum advances by
// one a token whatever the digits, so no division by run-time extents is ever needed. All flags
// are computed for the next position and registered, so no counter is on the critical path.
#include <fmt/format.h>

#include "elaborate/context.hpp"

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
  return fmt::format("{}_{}_{}", kAxis[flag.axis], flag.high ? "end" : "is", flag.index);
}

void build_position(Context& context, const std::string& module, const PositionWants& wants) {
  hw::Builder b(module);
  b.summary("position of the current word in the frame");
  b.header_line("Counters start at minus the lag and advance with every token; flags are registered.");
  const hw::Value start = b.input("start", 1, "load the start position");
  const hw::Value token = b.input("token", 1, "a word is here: advance after it");
  const int axes = context.stencil.axes;
  std::vector<hw::Value> start_at;
  for (int a = 0; a < axes; ++a) {
    start_at.push_back(b.input(fmt::format("start_{}", kAxis[a]), context.width[a]));
  }
  const Statics statics = declare_statics(b, context, context.frame_statics);
  const hw::Value advance = b.name("advance", start | token);

  std::vector<hw::Value> counts;
  hw::Value carry = b.one();
  hw::Value all_at_end = b.one();
  for (int a = 0; a < axes; ++a) {
    const int w = context.width[a];
    const bool slow = a == axes - 1;
    const hw::Value end = statics.at(slow ? "frame_last" : kLast[a]);
    b.section(fmt::format("{} counter", kAxis[a]));
    const hw::Value count = b.declare_reg(fmt::format("{}", kAxis[a]), w);
    const hw::Value at_end = b.declare_reg(fmt::format("{}_at_end", kAxis[a]), 1);
    const hw::Value up = mux(at_end, b.zero(w), count + b.constant(w, 1));
    const hw::Value next =
        b.name(fmt::format("{}_next", kAxis[a]), mux(start, start_at[static_cast<std::size_t>(a)], mux(carry, up, count)));
    b.drive(count, next, advance);
    b.drive(at_end, eq(next, end), advance);
    for (const Flag& flag : wants.flags) {
      if (flag.axis != a) continue;
      const hw::Value place = flag.high ? statics.at(kLast[a]) - b.constant(bits(w, flag.index))
                                        : b.constant(bits(w, flag.index));
      b.output(flag_name(flag), b.reg(flag_name(flag) + "_q", eq(next, place), advance));
    }
    if (wants.coordinate[a]) b.output(fmt::format("at_{}", kAxis[a]), count);
    counts.push_back(count);
    carry = carry & at_end;
    all_at_end = all_at_end & at_end;
  }
  if (wants.frame_end) b.output("frame_end", all_at_end, "last word, gap included");
  if (wants.in_frame || wants.last_word) {
    // Fillers lie before the frame (negative) or behind it (the gap of the slowest axis).
    hw::Value inside = b.one();
    hw::Value last = b.one();
    const Start deepest = context.lowest_start();
    const std::int64_t low[3] = {deepest.x, deepest.y, deepest.z};
    for (int a = 0; a < axes; ++a) {
      const hw::Value position = counts[static_cast<std::size_t>(a)];
      if (low[a] < 0) inside = inside & ~position.msb();
      const hw::Value real_last = statics.at(kLast[a]);
      if (a == axes - 1) {
        inside = inside & (low[a] < 0 ? sle(position, real_last) : ule(position, real_last));
      }
      last = last & eq(position, real_last);
    }
    if (wants.in_frame) b.output("in_frame", inside, "a real word, no filler");
    if (wants.last_word) b.output("last_word", last, "the frame's last real word");
  }
  context.add(b.finish());
}

std::map<std::string, hw::Value> instantiate_position(
    hw::Builder& b, const Context& context, const std::string& module, const std::string& instance,
    const PositionWants& wants, hw::Value start, hw::Value token, const Start& minus,
    const std::map<std::string, hw::Value>& base, const Statics& statics) {
  const std::int64_t offset[3] = {minus.x, minus.y, minus.z};
  std::vector<std::pair<std::string, hw::Value>> inputs = {{"start", start}, {"token", token}};
  for (int a = 0; a < context.stencil.axes; ++a) {
    const std::string port = fmt::format("start_{}", kAxis[a]);
    const hw::Value constant = b.constant(bits(context.width[a], offset[a]));
    const auto from = base.find(port);
    inputs.emplace_back(port, from == base.end() ? constant : from->second + constant);
  }
  connect_statics(inputs, context, context.frame_statics, statics);
  std::vector<std::tuple<std::string, std::string, int>> outputs;
  const auto want = [&](const std::string& port, int width) {
    outputs.emplace_back(port, instance + "_" + port, width);
  };
  for (int a = 0; a < context.stencil.axes; ++a) {
    for (const Flag& flag : wants.flags) {
      if (flag.axis == a) want(flag_name(flag), 1);
    }
    if (wants.coordinate[a]) want(fmt::format("at_{}", kAxis[a]), context.width[a]);
  }
  if (wants.frame_end) want("frame_end", 1);
  if (wants.in_frame) want("in_frame", 1);
  if (wants.last_word) want("last_word", 1);
  const std::vector<hw::Value> values = b.instance(module, instance, inputs, outputs);
  std::map<std::string, hw::Value> result;
  for (std::size_t i = 0; i < outputs.size(); ++i) result[std::get<0>(outputs[i])] = values[i];
  return result;
}

}  // namespace rtlgen::elaborate
