// The builder of an Executor, with the state that its parts share. The file of each part describes its output.
#pragma once

#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "contract/frame.hpp"
#include "elaborate/context.hpp"
#include "elaborate/delays.hpp"
#include "plan/executor_plan.hpp"
#include "plan/plan.hpp"
#include "spec/stencil.hpp"

namespace rtlgen::elaborate {

using plan::LaneCase;
using plan::StagePlan;
using plan::StreamPlan;

/// A condition: any of the flags is high (or none, if `negated`), and the last cell of the row is in a lane after
/// `tail`.
struct Condition {
  std::vector<Flag> flags;
  bool negated = false;
  int tail = -1;  ///< -1: any lane
};

class ExecutorBuilder {
 public:
  explicit ExecutorBuilder(Context& context)
      : context_(context),
        executor_(context.plan.executor),
        b_(context.stencil.name + "_executor"),
        late_(b_, *context.plan.device, plan::Waits::kInExecutor) {}

  void build();

 private:
  hw::Value valid(int cycle) const { return valid_.at(static_cast<std::size_t>(cycle)); }

  void declare_ports();
  void make_valid_chain();

  /// Makes the registers through which words to load pass each Executor.
  void make_loads();

  /// Makes all sources of a held array, once.
  void make_sources(spec::ArrayId array);

  /// Makes the memory of a stage's own results and its reads, if it reads any.
  void make_results(const StagePlan& stage);

  /// Makes the circulating addresses: one counter for all memories of equal depth.
  void make_pointers();

  /// Instantiates the Dimensions of a buffered stream, once.
  void make_stream(spec::StreamId stream);
  hw::Value delayed_wire(spec::StreamId stream, int cycle);

  /// `value`, which is on the wire in cycle `from`, delayed to cycle `to`; equal delays are shared.
  hw::Value delayed(const std::string& name, hw::Value value, int from, int to);

  /// Lane `lane` of the word of `stream` that is `distance` behind the newest one, in cycle `cycle`.
  hw::Value cell(spec::StreamId stream, const contract::Distance& distance, int lane, int cycle);
  static std::size_t word_index(const StreamPlan& s, const contract::Distance& distance);
  hw::Value whole_word(spec::StreamId stream, const contract::Distance& lag, int cycle);
  contract::Distance normal(const contract::Distance& d) const;
  // ---- executor_stage.cpp

  void make_stage(const StagePlan& stage);
  std::set<Flag> flags_of(const StagePlan& stage) const;
  hw::Value tap_value(const StagePlan& stage, const plan::TapPlan& tap, int lane);
  hw::Value resolve_x(const StagePlan& stage, const plan::TapPlan& tap, int lane, int y, int z);
  /// A value, and the condition that selects it; no condition: selected if no other one is.
  struct Choice {
    hw::Value when;
    hw::Value value;
  };
  hw::Value choose(const std::string& name, std::vector<Choice> choices, int first, int mux_stages, int fan);
  hw::Value any_of(const std::string& name, std::vector<hw::Value> conditions, int mux_stages, int fan);
  hw::Value condition(const LaneCase& c) const;
  hw::Value condition(int axis, const analysis::EdgeCase& c) const {
    return flags_.at({axis, c.side == analysis::Side::kHigh, c.distance});
  }
  static Flag flag_of(const LaneCase& c) {
    return {0, c.side == analysis::Side::kHigh, c.word, c.wrapped ? c.tail : -1};
  }
  // ---- executor_region.cpp

  Condition near_end(int axis, bool high, std::int64_t count, int lane) const;
  std::vector<Condition> before(int axis, const spec::Place& place, int lane) const;
  void flags_of(const spec::Region& region, std::set<Flag>& flags) const;
  hw::Value holds(const Condition& c) const;
  hw::Value in_region(const spec::Region& region, int lane) const;
  static spec::Region wide_border(const StagePlan& stage);
  std::vector<LaneCase> kept_x(const StagePlan& stage, int lane) const;
  hw::Value keep_condition(const StagePlan& stage, int lane) const;

  std::map<std::string, hw::Value> make_shared_kernel(const StagePlan& stage);
  hw::Value coordinate(const std::map<std::string, hw::Value>& position, int axis, int lane);
  void make_kernels(const StagePlan& stage, const std::map<std::string, hw::Value>& position);
  void make_pass_state(const StagePlan& stage, const std::map<std::string, hw::Value>& position);
  void make_exit();
  std::int64_t fixed_extent() const { return context_.fixed ? context_.stencil.grid[0] : 0; }

  Context& context_;
  const plan::ExecutorPlan& executor_;
  hw::Builder b_;
  Delays late_;
  hw::Value start_, in_valid_, bypass_first_, first_step_;
  StartPulses pulses_;
  hw::Value extent_[spec::kMaxAxes];
  std::map<spec::ParamId, hw::Value> params_;
  std::map<std::string, hw::Value> base_;
  Statics statics_;
  std::vector<hw::Value> valid_;
  std::vector<hw::Value> addresses_;
  std::map<std::size_t, hw::Value> next_addresses_;  ///< by pointer, if a memory is read ahead
  std::map<spec::ArrayId, LoadPorts> load_;    ///< held arrays with axes: the signals one register inside this Executor
  std::map<spec::ArrayId, hw::Value> single_;  ///< held arrays of one value
  std::map<spec::StreamId, hw::Value> wires_;  ///< the word of a stream in its ready cycle
  std::map<spec::StageId, hw::Value> results_;  ///< the wire of a stage's result, for the memory of own results
  std::map<std::pair<spec::StreamId, std::size_t>, hw::Value> window_;
  std::set<spec::StreamId> made_;
  std::map<std::pair<hw::ExprId, int>, hw::Value> delays_;
  std::map<Flag, hw::Value> flags_;  ///< flags of the stage under construction
  hw::Value step_;                   ///< time step of the stage under construction
  hw::Value bypass_;                 ///< in the exit cycle
};

}  // namespace rtlgen::elaborate
