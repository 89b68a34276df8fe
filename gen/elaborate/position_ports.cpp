// The interface of a position module: names of its ports, its inputs, its start, its instances.
#include <fmt/format.h>

#include <algorithm>

#include "elaborate/context.hpp"
#include "plan/plan.hpp"
#include "spec/stencil.hpp"

namespace rtlgen::elaborate {

hw::Bits signed_bits(int width, std::int64_t value) {
  const std::uint64_t mask = width >= 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << width) - 1;
  return hw::Bits(width, static_cast<std::uint64_t>(value) & mask);
}

std::string flag_name(const Flag& flag) {
  const char* const what = flag.high ? (flag.from ? "from_end" : "end") : (flag.from ? "from" : "is");
  const std::string name = fmt::format("{}_{}_{}", "xyz"[flag.axis], what, flag.index);
  return flag.lane < 0 ? name : fmt::format("{}_l{}", name, flag.lane);
}

bool PositionWants::along(int axis) const {
  return coordinate[axis] || std::any_of(flags.begin(), flags.end(), [&](const Flag& f) { return f.axis == axis; });
}

std::string pass_end_port(const Context& context) { return context.plan.core.has_blocks() ? "pass_end" : "frame_end"; }

std::string coordinate_name(const Context& context, int axis, int lane) {
  const std::string name = fmt::format("at_{}", "xyz"[axis]);
  return axis == 0 && context.wraps(0) ? fmt::format("{}_l{}", name, lane) : name;
}

std::vector<StaticInput> position_statics(const Context& context, const PositionWants& wants) {
  std::vector<StaticInput> list = context.frame_statics;
  for (int a = 0; a < context.stencil.axes; ++a) {
    if (!context.wraps(a) || !wants.along(a)) continue;
    list.insert(list.end(), context.ring_statics[a].begin(), context.ring_statics[a].end());
  }
  if (wants.counts_blocks()) list.insert(list.end(), context.block_statics.begin(), context.block_statics.end());
  if (wants.in_grid) list.insert(list.end(), context.monitor_statics.begin(), context.monitor_statics.end());
  return list;
}

StartPulses start_pulses(hw::Builder& b, const Context& context, hw::Value load, bool at_reset) {
  const int n = context.plan.core.words_ahead();
  // A load that comes with reset is known before reset ends, so the register can hold it too: no gate is left.
  const hw::Value filling =
      b.declare_reg("start_advance", 1, hw::Bits(1, at_reset ? 1 : 0), "position counters advance to the first word");
  const hw::Value advance = at_reset ? filling : load | filling;
  if (n == 1) {
    b.drive(filling, load);
    return {load, advance, at_reset ? filling & ~load : filling, b.zero()};
  }
  const hw::Value chain = b.declare_reg("start_s", n - 1, hw::Bits::zero(n - 1), "bit k: start, k + 1 cycles later");
  b.drive(chain, n == 2 ? load : hw::cat({chain.slice(n - 3, 0), load}));
  const hw::Value again = reduce_or(chain);
  b.drive(filling, load | again);
  return {load, advance, chain.bit(0), again};
}

std::map<std::string, hw::Value> instantiate_position(hw::Builder& b, const Context& context, const std::string& module,
                                                      const std::string& instance, const PositionWants& wants,
                                                      const StartPulses& start, hw::Value token, const Start& minus,
                                                      const std::map<std::string, hw::Value>& base,
                                                      const Statics& statics) {
  const std::int64_t offset[3] = {minus.x, minus.y, minus.z};
  std::vector<std::pair<std::string, hw::Value>> inputs = {{"start", start.load}, {"advance", token | start.advance}};
  for (int a = 0; a < context.stencil.axes; ++a) {
    const std::string port = fmt::format("start_{}", "xyz"[a]);
    const hw::Value constant = b.constant(signed_bits(context.width[a], offset[a]));
    const auto from = base.find(port);
    inputs.emplace_back(port, from == base.end() ? constant : from->second + constant);
  }
  connect_statics(inputs, context, position_statics(context, wants), statics);
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
    if (wants.end[a]) want(fmt::format("end_{}", "xyz"[a]), 1);
    if (wants.before[a]) want(fmt::format("before_{}", "xyz"[a]), 1);
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
