// The exit of the chain of Executors: output gate, FIFO, monitors, and the credits that return.
#include <fmt/format.h>

#include "contract/core_interface.hpp"
#include "contract/frame.hpp"
#include "elaborate/comments.hpp"
#include "elaborate/core_builder.hpp"
#include "plan/plan.hpp"
#include "spec/program.hpp"
#include "spec/stencil.hpp"

namespace rtlgen::elaborate {

void CoreBuilder::make_gate() {
  PositionWants wants;
  wants.in_frame = true;
  (core_.has_blocks() ? wants.last_of_pass : wants.last_word) = true;
  const bool monitors = !context_.plan.monitors.empty();
  if (monitors && context_.lanes > 1 && !context_.wraps(0)) wants.flags.push_back({0, true, 0});
  wants.in_grid = monitors && (!context_.monitor_statics.empty() || core_.has_blocks());
  const std::string module = context_.stencil.name + "_frame_out";
  build_position(context_, module, "the word that leaves the last Executor", wants);
  b_.section("output gate: drops fillers and returns their credits at once");
  const contract::Distance& lag = context_.plan.executor.lag;
  Start total = context_.start_of(lag);
  total = {total.x * core_.steps, total.y * core_.steps, total.z * core_.steps};
  const auto frame =
      instantiate_position(b_, context_, module, "frame_out", wants, exit_pulses_, chain_valid_, total, {}, statics_);
  write_ = b_.name("out_write", chain_valid_ & frame.at("in_frame") & ~all_out_);
  drop_ = b_.name("out_drop", chain_valid_ & ~write_);
  const hw::Value passes = inputs_.at("cfg_passes");
  const hw::Value left = b_.declare_reg("passes_to_leave", 32);
  const hw::Value leaves =
      b_.name("frame_leaves", write_ & frame.at(core_.has_blocks() ? "last_of_pass" : "last_word"));
  frame_leaves_ = leaves;
  if (!wants.flags.empty()) row_ends_ = frame.at(flag_name(wants.flags[0]));
  if (wants.in_grid) in_grid_ = frame.at("in_grid");
  if (wants.in_grid && context_.wraps(0)) row_ends_ = frame.at("grid_row_ends");
  b_.drive(left, mux(exit_loading_, passes, left - constant(32, 1)), exit_loading_ | leaves);
  b_.drive(all_out_, mux(exit_loading_, eq(passes, b_.zero(32)), eq(left, constant(32, 1))), exit_loading_ | leaves);
}

void CoreBuilder::make_fifo() {
  b_.section("output FIFO: has a free slot for every token in the chain");
  std::vector<hw::Value> high_first;
  const std::vector<contract::Port> ports = core_.ports_of(contract::PortRole::kOutData);
  for (const contract::Port& port : ports) high_first.insert(high_first.begin(), word_of(port, chain_words_));
  const int width = context_.plan.fifo_width;
  const hw::Value out_ready = inputs_.at("out_ready");
  const auto fifo = b_.instance(
      "rtlgen_fifo", "out_fifo", {{"in_valid", write_}, {"in_data", hw::cat(high_first)}, {"out_ready", out_ready}},
      {{"out_valid", "fifo_valid", 1}, {"out_data", "fifo_data", width}, {"overflow", "unused_overflow", 1}},
      {{"WIDTH", width}, {"DEPTH", context_.plan.fifo_depth}});
  b_.output("out_valid", fifo[0], "the out_* data ports hold a word");
  int low = 0;
  for (const contract::Port& port : ports) {
    b_.output(port.name, fifo[1].slice(low + port.width - 1, low), port_comment(context_, port));
    low += port.width;
  }
  pop_ = b_.name("out_pop", fifo[0] & out_ready);
}

void CoreBuilder::make_monitors() {
  if (context_.plan.monitors.empty()) return;
  b_.section("monitors: reductions over the words of a frame");
  const hw::Value next_is_first = b_.declare_reg("next_is_first", 1, hw::Bits(1, 1));
  b_.drive(next_is_first, frame_leaves_, write_);
  const hw::Value first = b_.reg("mon_first", write_ & next_is_first);
  const hw::Value last = b_.reg("mon_last", frame_leaves_, {}, hw::Bits::zero(1));
  std::vector<hw::Value> high_first;
  for (int lane = 0; lane < context_.lanes; ++lane) {
    // Lanes beyond the last cell of a row hold padding, or ghosts.
    hw::Value real = in_grid_.valid() ? write_ & in_grid_ : write_;
    if (lane > 0) {
      const hw::Value tail = tail_lane();
      real = real & ~(row_ends_ & ult(tail, constant(tail.width, lane)));
    }
    high_first.insert(high_first.begin(), real);
  }
  const hw::Value valid = b_.reg("mon_cells", hw::cat(high_first));
  std::map<spec::ArrayId, hw::Value> cells, before;
  for (const spec::Monitor& m : context_.stencil.monitors) {
    if (!cells.contains(m.array))
      cells[m.array] = b_.reg("mon_" + name_of(m.array) + "_word", chain_words_.at(m.array));
    if (m.reduction == spec::Reduction::kMaxChange && !before.contains(m.array)) {
      before[m.array] = b_.reg("mon_" + name_of(m.array) + "_before", chain_before_.at(m.array));
    }
  }
  const int longest = core_.monitor_latency - 1;
  for (const plan::MonitorPlan& m : context_.plan.monitors) {
    const spec::Monitor& monitor = context_.stencil.monitors[m.monitor];
    build_monitor(context_, m);
    std::vector<std::pair<std::string, hw::Value>> inputs = {
        {"valid", valid}, {"first", first}, {"last", last}, {"cells", cells.at(monitor.array)}};
    if (monitor.reduction == spec::Reduction::kMaxChange) inputs.emplace_back("old_cells", before.at(monitor.array));
    const hw::Value result = b_.instance(m.module, "monitor_" + monitor.name, inputs,
                                         {{"q", "monitor_" + monitor.name + "_q", monitor.type.width}})[0];
    b_.output("mon_" + monitor.name, b_.delay("mon_" + monitor.name + "_late", result, longest - m.latency));
  }
  const hw::Value on_the_way =
      b_.declare_reg("mon_valid_s", longest, hw::Bits::zero(longest), "results of monitors on their way to the ports");
  b_.drive(on_the_way, longest == 1 ? last : hw::cat({on_the_way.slice(longest - 2, 0), last}));
  b_.output("mon_valid", on_the_way.msb(), "mon_* hold the results of a pass, for one cycle");
  monitors_busy_ = last | reduce_or(on_the_way);
}

void CoreBuilder::make_credits() {
  b_.section("credits: free slots of the output FIFO that no token has reserved");
  const std::int64_t depth = context_.plan.fifo_depth;
  const int w = bits_for(depth);
  const hw::Value credits = b_.declare_reg("credits", w, hw::Bits(w, static_cast<std::uint64_t>(depth)));
  // The change, from -1 to 2, as its lowest bit, the next bit and all others.
  const hw::Value pop = back("out_pop", pop_), drop = back("out_drop", drop_);
  const hw::Value taken = token_ & ~pop & ~drop;
  const hw::Value odd = b_.reg("credit_odd", pop ^ drop ^ token_, {}, hw::Bits::zero(1));
  const hw::Value second = b_.reg("credit_second", taken | (pop & drop & ~token_), {}, hw::Bits::zero(1));
  const hw::Value minus = b_.reg("credit_minus", taken, {}, hw::Bits::zero(1));
  b_.drive(credits, credits + hw::cat({repeat(minus, w - 2), second, odd}));
  // More than kUncounted are left: two tokens, of this cycle and the one before, are not in the count yet.
  static_assert(contract::kUncounted == 2);
  const hw::Value more =
      b_.name("credits_left", reduce_or(credits.slice(w - 1, 2)) | (credits.bit(1) & credits.bit(0)));
  b_.drive(open_, more & back("all_loaded", all_loaded_) & ~config_error_ & ~loading_ & ~pulses_.again);
  const hw::Value held = b_.declare_reg("words_held", w, hw::Bits::zero(w), "words in the output FIFO");
  b_.drive(held, held + hw::cat({repeat(~write_, w - 1), b_.one()}), write_ ^ pop_);
  hw::Value done = all_out_ & eq(held, b_.zero(w));
  if (monitors_busy_.valid()) done = done & ~monitors_busy_;
  b_.output("done", done, "all words of all passes have been read from the output FIFO");
}

}  // namespace rtlgen::elaborate
