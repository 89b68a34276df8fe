// Good plans pass plan::verify; a plan with one thing broken does not, and the fault is named.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <functional>

#include "programs.hpp"

namespace rtlgen::test {
namespace {

using plan::Plan;
using plan::Storage;

TEST(Verify, AcceptsEveryShippedConfiguration) {
  int count = 0;
  for (const auto& entry : std::filesystem::directory_iterator(std::string(RTLGEN_SOURCE_DIR) + "/configs")) {
    if (entry.path().extension() != ".yaml") continue;
    const Planned p = plan_of_config(entry.path().stem().string());
    EXPECT_NO_THROW(plan::verify(p.plan)) << entry.path();
    ++count;
  }
  EXPECT_GE(count, 12);
}

TEST(Verify, AcceptsRandomPrograms) {
  std::mt19937 random = seeded(2024);
  int flat = 0, runtime = 0, fixed = 0;
  for (int i = 0; i < 400; ++i) {
    const std::string text = random_program(random, i % 8 != 0);
    SCOPED_TRACE(text);
    Planned p;
    ASSERT_NO_THROW(p = plan_of(text));
    ASSERT_NO_THROW(plan::verify(p.plan));
    flat += p.plan.core.extents == plan::ExtentPlan::kFlat;
    runtime += p.plan.core.extents == plan::ExtentPlan::kRuntime;
    fixed += p.plan.core.extents == plan::ExtentPlan::kFixed;
  }
  // The draw reaches every treatment of extents.
  EXPECT_GT(flat, 20);
  EXPECT_GT(runtime, 60);
  EXPECT_GT(fixed, 60);
}

// ---------------------------------------------------------------- broken twins

/// 2-D, two fields, a temporary, operators, a border that is kept, a parameter, P = 4, I = 3.
constexpr const char* kFull = R"yaml(name: full
grid: [403, 60]
fields:
  a: {boundary: {x: reflect, y: {constant: 2}}}
  b: {}
params:
  p: {value: 0.5, runtime: true}
update:
  - d: {expr: "a[-1,-1] * 0.3 + a[1,0]", boundary: symmetric}
  - b: {expr: "b[0,1] + d[0,-1] * p", border: keep}
  - a: a[-1,0] + d[1,1] + float32(x + step)
iterations: 7
hardware: {cells_per_cycle: 4, steps: 3}
)yaml";

/// 3-D with fixed extents and buffers of every kind.
constexpr const char* kFixed = R"yaml(name: fixed
grid: [20, 90, 9]
type: uint8
fields: {a: {}}
update:
  - a: a[-1,0,0] + a[1,0,0] + a[0,-1,0] + a[0,1,0] + a[0,0,-1] + a[0,0,1] + a[0,-2,0]
hardware: {cells_per_cycle: 4, extents: fixed}
)yaml";

constexpr const char* kRuntime3 = R"yaml(name: runtime
grid: [64, 48, 9]
type: uint8
fields: {a: {}}
update:
  - a: a[-1,0,0] + a[1,0,0] + a[0,-1,0] + a[0,1,0] + a[0,0,-1] + a[0,0,1]
hardware: {cells_per_cycle: 4}
)yaml";

/// A chain so long that its smallest grids need gaps.
constexpr const char* kChain = R"yaml(name: chain
grid: [64, 48]
type: uint8
fields: {a: {boundary: reflect}}
update:
  - a: a[0,-2] + a[0,2]
hardware: {steps: 6}
)yaml";

/// The furthest read lies a plane ahead and rows behind: lags have digits of both signs.
constexpr const char* kSkew = R"yaml(name: skew
grid: [30, 20, 8]
type: uint8
fields: {a: {boundary: {constant: 1}}}
update:
  - a: a[0,-2,1] + a
hardware: {steps: 3}
)yaml";

/// A clock that takes the boundary of one axis a cycle.
constexpr const char* kFar = R"yaml(name: far
grid: [64]
type: uint8
fields: {a: {boundary: edge}, b: {boundary: {constant: 2}}, q: {}}
update:
  - q: a[30] + b[-40]
hardware: {clock_mhz: 400}
)yaml";

constexpr const char* kRanked = R"yaml(name: ranked
grid: [30, 20, 20]
type: uint8
fields: {a: {boundary: reflect}, b: {boundary: {constant: 2}}, q: {}}
update:
  - q: a[-4,4,4] + b[3,3,3]
hardware: {clock_mhz: 400}
)yaml";

/// Both axes wrap; a temporary with other rules and a read with its own ask for coordinates.
constexpr const char* kTorus = R"yaml(name: torus
grid: [50, 20]
type: uint8
fields: {a: {boundary: wrap}}
update:
  - d: {expr: "a[-1,0] + a[2,1] + uint8(y)", boundary: {x: reflect, y: {constant: 7}}}
  - a: a[0,-1] + d[1,1] + a[-1,0; x=edge]
hardware: {cells_per_cycle: 4, steps: 2}
)yaml";

/// Moves the grid within the frame, or the frame's ends, and tells every read.
void set_ghosts(Plan& p, std::size_t axis, std::int64_t low, std::int64_t high) {
  p.core.ghost_low[axis] += low;
  p.core.ghost_high[axis] += high;
  const spec::Extents frame = p.core.frame_extents(p.core.maximum);
  p.frame = plan::frame_shape(frame, p.core.cells_per_cycle);
  for (plan::StagePlan& s : p.executor.stages) {
    for (plan::TapPlan& t : s.taps) {
      t.axis[axis].ghost_low = p.core.ghost_low[axis];
      t.axis[axis].frame = frame[axis];
    }
  }
}

/// Inputs of fewer axes, of which one needs two sources and one has a window of its own.
/// An input that enters when it is first read.
constexpr const char* kLate = R"yaml(name: late
grid: [64, 48]
fields: {u: {}, f: {}, q: {}}
update:
  - d: u[0,1] - u[0,-1]
  - q: d[0,1] + f
hardware: {cells_per_cycle: 2}
)yaml";

constexpr const char* kHeld = R"yaml(name: held
grid: [30, 20, 8]
type: uint8
fields:
  a: {}
  plane: {axes: [x, y]}
  level: {axes: [z]}
  s: {axes: []}
update:
  - a: a[0,0,1] + plane[-1,1] + plane + level[-1] + level[1] + s
hardware: {cells_per_cycle: 2, steps: 2}
)yaml";

plan::StreamPlan& stream(Plan& p, std::size_t i) { return p.executor.streams.at(i); }

/// A segment that a memory holds.
plan::Segment& delayed(Plan& p) {
  for (plan::StreamPlan& s : p.executor.streams) {
    for (plan::Segment& g : s.segments) {
      if (g.memory >= 0) return g;
    }
  }
  throw std::logic_error("no memory in this plan");
}

constexpr const char* kProducts = R"yaml(name: products
grid: [12, 5]
type: float32
fields:
  a: {boundary: edge}
  b: {boundary: edge}
update:
  - a: "0.0 < a*a[1,0] ? a : b"
  - b: "b*b[1,0] > 0.5 ? a : b"
hardware: {sharing: none}
)yaml";

constexpr const char* kModes = R"yaml(name: modes
grid: [12, 5]
type: float16
fields:
  a: {boundary: edge}
update:
  - a: a + 0.0009765625/(1.0 + float16(step))
)yaml";

/// Flushes where the program does not.
void flush(Plan& p, spec::Op op) {
  for (plan::NodeSchedule& n : p.executor.stages.at(0).kernel.nodes) {
    if (n.is_operator && p.stencil->nodes[static_cast<std::size_t>(n.node)].op == op) n.request.flush_subnormals = true;
  }
}

/// The operator of a stage that compares; the node of its product.
plan::NodeSchedule& comparison(Plan& p, std::size_t stage) {
  for (plan::NodeSchedule& n : p.executor.stages.at(stage).kernel.nodes) {
    if (p.stencil->nodes[static_cast<std::size_t>(n.node)].op == spec::Op::kLt) return n;
  }
  throw std::logic_error("no comparison in this stage");
}
plan::NodeSchedule& product(Plan& p, std::size_t stage) {
  for (plan::NodeSchedule& n : p.executor.stages.at(stage).kernel.nodes) {
    if (p.stencil->nodes[static_cast<std::size_t>(n.node)].op == spec::Op::kMul) return n;
  }
  throw std::logic_error("no product in this stage");
}

plan::NodeSchedule& pipelined(Plan& p) {
  for (plan::StagePlan& s : p.executor.stages) {
    for (plan::NodeSchedule& n : s.kernel.nodes) {
      if (n.is_operator && n.latency > 1) return n;
    }
  }
  throw std::logic_error("no operator in this plan");
}

analysis::AxisRead& answered(Plan& p, int axis) {
  for (plan::StagePlan& s : p.executor.stages) {
    for (plan::TapPlan& t : s.taps) {
      if (!t.axis[axis].cases.empty()) return t.axis[axis];
    }
  }
  throw std::logic_error("no boundary case in this plan");
}

plan::Port& port(Plan& p, plan::PortRole role) {
  for (plan::Port& q : p.core.ports) {
    if (q.role == role) return q;
  }
  throw std::logic_error("no such port in this plan");
}

struct Twin {
  const char* what;
  const char* program;
  std::function<void(Plan&)> damage;
  const char* message;
};

class BrokenPlan : public testing::TestWithParam<Twin> {};

TEST_P(BrokenPlan, IsRefusedByName) {
  Planned good = plan_of(GetParam().program);
  ASSERT_NO_THROW(plan::verify(good.plan));
  GetParam().damage(good.plan);
  try {
    plan::verify(good.plan);
    FAIL() << "verify() misses it";
  } catch (const InternalError& error) {
    EXPECT_THAT(error.what(), testing::HasSubstr(GetParam().message));
    EXPECT_THAT(error.what(), testing::HasSubstr(std::string("plan of ") + good.stencil->name));
  }
}

using Twins = std::vector<Twin>;

const Twins& buffer_twins() {
  static const Twins twins = {
      {"one_word_short", kFull, [](Plan& p) { --delayed(p).depth.words; }, "a segment's depth"},
      {"one_word_short_throughout", kFull,
       [](Plan& p) {
         plan::Segment& s = delayed(p);
         --s.depth.words;
         --s.max_depth;
       },
       "do not add up"},
      {"one_word_too_many", kFull,
       [](Plan& p) {
         plan::Segment& s = delayed(p);
         ++s.depth.words;
         ++s.max_depth;
       },
       "do not add up"},
      {"one_cell_short", kFull, [](Plan& p) { stream(p, 0).words.back().lanes.pop_back(); },
       "a lane that is read has no register"},
      {"one_cell_too_many", kFull,
       [](Plan& p) {
         // Every lane that ends at the word before the oldest goes on for one word more.
         plan::StreamPlan& s = stream(p, 0);
         plan::WindowWord extra = s.words.back();
         plan::Segment way;
         way.from = static_cast<int>(s.words.size()) - 1;
         way.to = way.from + 1;
         way.lanes = {extra.lanes.back()};
         extra.lanes = way.lanes;
         extra.distance.words += 1;
         extra.name = "extra";
         s.words.push_back(extra);
         s.segments.push_back(way);
         s.buffered_words += 1;
         s.buffered_cells += 1;
       },
       "are enough"},
      {"lane_by_no_way", kFull, [](Plan& p) { stream(p, 0).segments.back().lanes.pop_back(); },
       "by none or by several ways"},
      {"lane_by_two_ways", kFull, [](Plan& p) { stream(p, 0).segments.push_back(stream(p, 0).segments.back()); },
       "by none or by several ways"},
      {"lane_from_another_word", kFull, [](Plan& p) { stream(p, 0).segments.back().from = -1; }, "from another word"},
      {"window_word_missing", kFull, [](Plan& p) { stream(p, 0).words.pop_back(); }, "no window word"},
      {"words_of_one_name", kFull, [](Plan& p) { stream(p, 0).words[1].name = stream(p, 0).words[0].name; },
       "of one name"},
      {"segment_missing", kFull, [](Plan& p) { stream(p, 0).segments.pop_back(); }, "by none or by several ways"},
      {"cells_miscounted", kFull, [](Plan& p) { --stream(p, 0).buffered_cells; }, "cells are miscounted"},
      {"words_miscounted", kFull, [](Plan& p) { --stream(p, 0).buffered_words; }, "words are miscounted"},
      {"buffer_forgotten", kFull, [](Plan& p) { stream(p, 0).buffered = false; }, "without buffers"},
      {"delay_without_storage", kFull, [](Plan& p) { delayed(p).storage = Storage::kRegister; }, "no storage holds"},
      {"shift_register_of_changing_length", kFull,
       [](Plan& p) {
         plan::Segment& s = delayed(p);
         s.storage = Storage::kShiftRegister;
         s.memory = s.pointer = -1;
       },
       "changing length"},
      {"minimum_too_small", kRuntime3,
       [](Plan& p) {
         p.core.minimum = {1, 1, 1};
       },
       "runtime: "},
      {"minimum_too_small_in_x", kFull, [](Plan& p) { p.core.minimum[0] = 1; }, "full: "},
      {"minimum_too_small_in_y", kChain, [](Plan& p) { --p.core.minimum[1]; }, "another cell"},
  };
  return twins;
}

const Twins& lag_twins() {
  static const Twins twins = {
      {"stage_lag_short", kFull, [](Plan& p) { --p.executor.stages[0].lag.words; }, "before it has arrived"},
      {"stage_lag_long", kFull, [](Plan& p) { ++p.executor.stages[0].lag.words; }, "full: "},
      {"result_lag_differs", kFull, [](Plan& p) { ++stream(p, 2).lag.words; }, "full: "},
      {"executor_lag_short", kFull,
       [](Plan& p) {
         p.executor.lag.rows -= 1;
         p.core.total_lag.rows -= 3;
       },
       "before it has arrived"},
      {"executor_lag_long", kFull,
       [](Plan& p) {
         p.executor.lag.words += 1;
         p.core.total_lag.words += 3;
       },
       "full: "},
      {"total_lag", kFull, [](Plan& p) { --p.core.total_lag.words; }, "total lag"},
      {"input_lag", kFull,
       [](Plan& p) {
         // A constant shift of everything keeps all distances right, but inputs are not delayed.
         for (plan::StreamPlan& s : p.executor.streams) ++s.lag.words;
         for (plan::StagePlan& s : p.executor.stages) ++s.lag.words;
         ++p.executor.lag.words;
         p.core.total_lag.words += 3;
       },
       "does not enter with its token"},
  };
  return twins;
}

const Twins& cycle_twins() {
  static const Twins twins = {
      {"multiplexers_out_of_order", kRanked, [](Plan& p) { p.executor.stages[0].taps[0].cell_cycle[0] = 2; },
       "before the one in front of it"},
      {"too_many_multiplexers", kRanked, [](Plan& p) { p.executor.stages[0].taps[0].cell_cycle[2] = 1; },
       "more boundary multiplexers than"},
      {"too_many_constants", kRanked, [](Plan& p) { p.executor.stages[0].taps[1].constant_cycle[1] = 0; },
       "more boundary multiplexers than"},
      {"one_rank_for_two", kFar, [](Plan& p) { p.executor.stages[0].taps[0].cell_ranks[0] = 1; },
       "more boundary multiplexers than"},
      {"constants_of_one_rank", kFar, [](Plan& p) { p.executor.stages[0].taps[1].constant_ranks[0] = 1; },
       "more boundary multiplexers than"},
      {"a_rank_too_wide", kFar, [](Plan& p) { p.executor.stages[0].taps[0].fan = 64; }, "a rank holds more"},
      {"a_rank_too_narrow", kFar, [](Plan& p) { p.executor.stages[0].taps[0].fan = 2; }, "has too many inputs"},
      {"ranks_begin_too_early", kFar, [](Plan& p) { p.executor.stages[0].taps[0].cell_ranks[0] = 3; }, "works before"},
      {"tap_taken_early", kRanked,
       [](Plan& p) {
         for (plan::NodeSchedule& n : p.executor.stages[0].kernel.nodes) {
           if (n.node == p.executor.stages[0].taps[0].tap.node) n.start = n.ready = 1;
         }
       },
       "in another cycle than its multiplexers"},
      {"operand_too_early", kFull,
       [](Plan& p) {
         plan::NodeSchedule& n = pipelined(p);
         --n.start;
         --n.ready;
       },
       "full: "},
      {"latency_short", kFull, [](Plan& p) { --pipelined(p).latency; }, "latency is miscounted"},
      {"kernel_latency_short", kFull, [](Plan& p) { p.executor.stages[0].kernel.latency = 0; },
       "ends before its result"},
      {"stage_ready_early", kFull, [](Plan& p) { --p.executor.stages[0].ready_cycle; }, "its stream part"},
      {"stream_ready_early", kFull, [](Plan& p) { --stream(p, 2).ready_cycle; }, "its stream part"},
      {"window_loaded_early", kFull, [](Plan& p) { stream(p, 2).home_cycle = stream(p, 2).ready_cycle - 1; },
       "before its word is there"},
      {"window_loaded_late", kFull, [](Plan& p) { stream(p, 0).home_cycle += 1000; }, "sampled before it is there"},
      {"stage_samples_early", kFull,
       [](Plan& p) {
         // The last stage, moved as a whole to before its operands are there.
         plan::StagePlan& s = p.executor.stages[2];
         stream(p, 4).ready_cycle -= s.sample_cycle;
         s.ready_cycle -= s.sample_cycle;
         s.sample_cycle = 0;
       },
       "sampled before it is there"},
      {"executor_ends_early", kFull,
       [](Plan& p) {
         p.executor.latency = 1;
         p.core.total_latency = 3;
       },
       "sampled before it is there"},
      {"unregistered_operand", kFull,
       [](Plan& p) {
         plan::NodeSchedule& n = pipelined(p);
         for (plan::NodeSchedule& m : p.executor.stages[0].kernel.nodes) {
           if (m.node == p.stencil->nodes[static_cast<std::size_t>(n.node)].args[0]) {
             m.ready = n.start;
             m.start = n.start;
             m.arrival_ps = 900;
           }
         }
       },
       "unregistered operand"},
      {"too_much_logic", kFull, [](Plan& p) { p.executor.stages[0].kernel.nodes.back().arrival_ps = p.period_ps + 1; },
       "more logic"},
      {"node_missing", kFull, [](Plan& p) { p.executor.stages[0].kernel.nodes.pop_back(); }, "computes other nodes"},
      {"nodes_out_of_order", kFull,
       [](Plan& p) {
         auto& n = p.executor.stages[0].kernel.nodes;
         std::swap(n.front(), n.back());
       },
       "before its operand"},
      {"compared_the_other_way", kProducts,
       [](Plan& p) { comparison(p, 0).request.function = ops::Function::kProductLt; }, "in another way"},
      {"compared_with_equality", kProducts,
       [](Plan& p) { comparison(p, 0).request.function = ops::Function::kProductGe; }, "in another way"},
      {"comparison_of_another_product", kProducts,
       [](Plan& p) { std::swap(comparison(p, 0).operands[0], comparison(p, 0).operands[1]); },
       "other operands than its product's"},
      {"comparison_with_half", kProducts,
       [](Plan& p) {
         comparison(p, 1).request.function = ops::Function::kProductGt;
         comparison(p, 1).operands = product(p, 1).operands;
       },
       "something else than zero"},
      {"product_absorbed_by_nothing", kProducts,
       [](Plan& p) {
         product(p, 1).is_absorbed = true;
         product(p, 1).is_operator = false;
         product(p, 1).operands.clear();
       },
       "that no hardware computes"},
      {"tap_absorbed", kProducts, [](Plan& p) { p.executor.stages[0].kernel.nodes[0].is_absorbed = true; },
       "that is no product"},
      {"square_of_two_factors", kProducts,
       [](Plan& p) {
         product(p, 1).request.function = ops::Function::kSquare;
         product(p, 1).operands.pop_back();
       },
       "a square of something else"},
      {"flushes_data", kFull, [](Plan& p) { pipelined(p).request.flush_subnormals = true; },
       "does not keep subnormals"},
      {"flushes_a_subnormal", kModes, [](Plan& p) { flush(p, spec::Op::kDiv); }, "meets a subnormal number"},
      {"operands_of_another_node", kFull, [](Plan& p) { pipelined(p).operands = {}; }, "operands of another"},
      {"operator_of_another_type", kFull, [](Plan& p) { pipelined(p).request.operand = spec::Type::float_of(11, 52); },
       "another type"},
  };
  return twins;
}

const Twins& read_twins() {
  static const Twins twins = {
      {"boundary_answers_a_neighbour", kFull, [](Plan& p) { ++answered(p, 0).cases[0].offset; }, "another cell"},
      {"boundary_case_missing", kFull, [](Plan& p) { answered(p, 0).cases.clear(); }, "without a boundary case"},
      {"boundary_case_twice", kFull,
       [](Plan& p) {
         auto& c = answered(p, 0).cases;
         c.push_back(c.front());
       },
       "two boundary cases"},
      {"boundary_of_the_other_end", kFull,
       [](Plan& p) {
         auto& e = answered(p, 0).cases[0];
         e.side = e.side == analysis::Side::kLow ? analysis::Side::kHigh : analysis::Side::kLow;
       },
       "axis 0"},
      {"another_constant", kFull,
       [](Plan& p) {
         for (plan::TapPlan& t : p.executor.stages[0].taps) {
           for (analysis::EdgeCase& e : t.axis[1].cases) e.constant ^= 1;
         }
       },
       "another constant"},
      {"interior_offset", kFull, [](Plan& p) { ++p.executor.stages[0].taps[0].axis[0].offset; }, "axis 0"},
      {"interior_denied", kFull, [](Plan& p) { p.executor.stages[0].taps[0].axis[0].has_interior = false; }, "axis 0"},
      {"keep_too_wide", kFull, [](Plan& p) { ++p.executor.stages[1].keep_high[1]; }, "keeps its old value"},
      {"keep_too_narrow", kFull, [](Plan& p) { p.executor.stages[1].keep_low[1] = 0; }, "keeps its old value"},
      {"tap_missing", kFull, [](Plan& p) { p.executor.stages[0].taps.pop_back(); }, "a read without its tap"},
      {"tap_twice", kFull,
       [](Plan& p) {
         auto& t = p.executor.stages[0].taps;
         t.push_back(t.front());
       },
       "a read without its tap"},
      {"node_forgotten", kFull,
       [](Plan& p) { p.executor.stages[0].reads.nodes.erase(p.executor.stages[0].reads.nodes.begin()); },
       "other nodes"},
      {"parameter_forgotten", kFull, [](Plan& p) { p.executor.stages[1].reads.params.clear(); }, "other parameters"},
      {"coordinate_forgotten", kFull, [](Plan& p) { p.executor.stages[2].reads.uses_coordinate[0] = false; },
       "other coordinates"},
      {"step_forgotten", kFull, [](Plan& p) { p.executor.stages[2].reads.uses_step = false; }, "other coordinates"},
      {"stage_missing", kFull, [](Plan& p) { p.executor.stages.pop_back(); }, "a stage is missing"},
      {"stages_swapped", kFull, [](Plan& p) { std::swap(p.executor.stages[0], p.executor.stages[1]); }, "out of order"},
  };
  return twins;
}

const Twins& ghost_twins() {
  static const Twins twins = {
      {"ghosts_too_narrow_below", kTorus, [](Plan& p) { set_ghosts(p, 1, -1, 1); },
       "the ghosts along axis 1 are too narrow"},
      {"ghosts_too_narrow_above", kTorus, [](Plan& p) { set_ghosts(p, 1, 1, -1); },
       "the ghosts along axis 1 are too narrow"},
      {"row_ghosts_too_narrow", kTorus, [](Plan& p) { set_ghosts(p, 0, -4, 0); },
       "the ghosts along axis 0 are too narrow"},
      {"ghosts_of_part_of_a_word", kTorus, [](Plan& p) { set_ghosts(p, 0, -1, 1); }, "no whole words"},
      {"ghosts_too_wide", kTorus,
       [](Plan& p) {
         set_ghosts(p, 1, 0, 8);
         port(p, plan::PortRole::kRows).width = 6;
       },
       "ghosts that no read reaches"},
      {"ghosts_where_nothing_wraps", kChain,
       [](Plan& p) {
         set_ghosts(p, 1, 1, 1);
         for (auto& t : p.executor.stages[0].taps) {
           t.axis[1].wrapped = true;
         }
         p.core.rings[1] = true;
         p.core.ports.push_back({"cfg_phase_y", 6, true, plan::PortRole::kPhaseY, -1});
         port(p, plan::PortRole::kRows).width = 7;
       },
       "ghosts along an axis that nothing wraps"},
      {"read_ignores_the_ghosts", kTorus, [](Plan& p) { p.executor.stages[0].taps[0].axis[1].wrapped = false; },
       "differ about ghosts"},
      {"read_with_other_ghosts", kTorus, [](Plan& p) { ++p.executor.stages[0].taps[0].axis[1].frame; },
       "other ghosts than the frame's"},
      {"wrap_is_answered", kTorus, [](Plan& p) { p.executor.stages[0].taps[0].axis[0].cases.push_back({}); },
       "a read that wraps is answered otherwise"},
      {"rings_missing", kTorus, [](Plan& p) { p.core.rings[1] = false; },
       "coordinates along an axis with ghosts are missing"},
      {"rings_without_ghosts", kFull, [](Plan& p) { p.core.rings[1] = true; }, "an axis without ghosts"},
      {"phase_port_missing", kTorus,
       [](Plan& p) {
         std::erase_if(p.core.ports, [](const plan::Port& q) { return q.role == plan::PortRole::kPhaseY; });
       },
       "is missing"},
      {"phase_port_too_narrow", kTorus, [](Plan& p) { port(p, plan::PortRole::kPhaseX).width = 2; }, "too narrow"},
      {"word_of_the_ghosts_not_kept", kTorus, [](Plan& p) { stream(p, 0).words.pop_back(); }, "no window word"},
  };
  return twins;
}

const Twins& memory_twins() {
  static const Twins twins = {
      {"ram_one_short", kFull, [](Plan& p) { --p.executor.memories[0].depth; }, "a memory of another depth"},
      {"ram_one_too_deep", kFull, [](Plan& p) { ++p.executor.memories[0].depth; }, "a memory of another depth"},
      {"ram_too_narrow", kFull, [](Plan& p) { --p.executor.memories[0].width; }, "a memory of another width"},
      {"ram_of_another_kind", kFull,
       [](Plan& p) {
         plan::MemoryPlan& m = p.executor.memories[0];
         m.storage = m.storage == Storage::kBlock ? Storage::kDistributed : Storage::kBlock;
       },
       "another kind"},
      {"ram_of_another_stream", kFull, [](Plan& p) { ++p.executor.memories[0].stream; }, "another stream"},
      {"ram_unused", kFull, [](Plan& p) { p.executor.memories.push_back(p.executor.memories[0]); }, "nothing uses"},
      {"ram_blocks", kRuntime3,
       [](Plan& p) {
         for (plan::MemoryPlan& m : p.executor.memories) m.ram_blocks = m.ram_blocks > 0 ? 0 : 1;
       },
       "miscounted"},
      {"ram_not_there", kFull, [](Plan& p) { delayed(p).memory = 99; }, "not there"},
      {"pointer_depth", kFull, [](Plan& p) { ++p.executor.pointers[0].depth.words; }, "a pointer of another depth"},
      {"pointer_wraps_late", kFull, [](Plan& p) { ++p.executor.pointers[0].max_depth; }, "a pointer of another depth"},
      {"pointer_of_another_cycle", kFull, [](Plan& p) { ++p.executor.pointers[0].cycle; }, "another cycle"},
      {"pointer_of_another_memory", kFull, [](Plan& p) { ++p.executor.memories[0].pointer; }, "another address"},
  };
  return twins;
}

const Twins& core_twins() {
  static const Twins twins = {
      {"credit_one_short", kFull, [](Plan& p) { p.fifo_depth = p.core.total_latency; }, "in flight"},
      {"fifo_too_narrow", kFull, [](Plan& p) { --p.fifo_width; }, "output FIFO is not as wide"},
      {"total_latency", kFull, [](Plan& p) { --p.core.total_latency; }, "total latency"},
      {"lanes", kFull, [](Plan& p) { p.core.cells_per_cycle = 2; }, "cells per cycle"},
      {"steps", kFull, [](Plan& p) { p.core.steps = 2; }, "cells per cycle or steps"},
      {"no_bypass", kFull, [](Plan& p) { p.executor.has_bypass = false; }, "bypass"},
      {"frame_one_word_short", kFull, [](Plan& p) { --p.frame.row_words; }, "the frame is not the grid"},
      {"axes", kFull, [](Plan& p) { p.core.axes = 3; }, "compiled maximum"},
      {"maximum", kFull, [](Plan& p) { ++p.core.maximum[0]; }, "compiled maximum"},
      {"minimum_above_maximum", kFull, [](Plan& p) { p.core.minimum[1] = p.core.maximum[1] + 1; }, "no extents"},
      {"fixed_with_choice", kFixed, [](Plan& p) { p.core.minimum[2] = 1; }, "fixed extents"},
      {"array_missing", kFull, [](Plan& p) { p.core.input_arrays.pop_back(); }, "other arrays"},
      {"port_missing", kFull,
       [](Plan& p) {
         std::erase_if(p.core.ports, [](const plan::Port& q) { return q.role == plan::PortRole::kOutValid; });
       },
       "is missing"},
      {"port_twice", kFull, [](Plan& p) { p.core.ports.push_back(p.core.ports.front()); }, "two ports of one role"},
      {"data_port_width", kFull, [](Plan& p) { --port(p, plan::PortRole::kInData).width; }, "has another width"},
      {"data_port_direction", kFull, [](Plan& p) { port(p, plan::PortRole::kOutData).is_input = true; },
       "points the other way"},
      {"position_starts_behind_the_end", kSkew, [](Plan& p) { --p.core.minimum[1]; }, "a position counter starts"},
      {"gap_port_too_narrow", kChain, [](Plan& p) { port(p, plan::PortRole::kGap).width = 3; }, "too narrow"},
      {"row_port_too_narrow", kFull, [](Plan& p) { --port(p, plan::PortRole::kRows).width; }, "too narrow"},
      {"bypass_port_too_narrow", kFull, [](Plan& p) { --port(p, plan::PortRole::kBypass).width; }, "too narrow"},
      {"parameter_port_width", kFull, [](Plan& p) { ++port(p, plan::PortRole::kParam).width; }, "has another width"},
  };
  return twins;
}

const Twins& held_twins() {
  const auto source = [](Plan& p, std::size_t i) -> plan::StreamPlan& {
    for (plan::StreamPlan& s : p.executor.streams) {
      if (s.source && i-- == 0) return s;
    }
    throw InternalError("no such source");
  };
  static const Twins twins = {
      {"source_a_word_late", kHeld, [source](Plan& p) { ++source(p, 0).lag.words; }, "no source holds a word"},
      {"source_a_word_early", kHeld,
       [source](Plan& p) {
         --source(p, 0).lag.words;
         for (plan::WindowWord& w : source(p, 0).words) ++w.distance.words;
       },
       "do not add up"},
      {"source_a_plane_late", kHeld, [source](Plan& p) { source(p, 0).lag.planes += 2; }, "no source holds a word"},
      {"source_of_a_level_late", kHeld, [source](Plan& p) { ++source(p, 1).lag.planes; }, "no source holds a word"},
      {"source_ahead_of_the_input", kHeld,
       [source](Plan& p) {
         for (const std::size_t i : {1U, 2U}) {
           source(p, i).lag.planes -= 9;
           for (plan::WindowWord& w : source(p, i).words) w.distance.planes += 9;
         }
       },
       "ahead of the input"},
      {"window_word_of_another_row", kHeld, [source](Plan& p) { ++source(p, 0).words.back().distance.rows; },
       "no source holds a word"},
      {"lane_not_kept", kHeld, [source](Plan& p) { source(p, 0).words.back().lanes.pop_back(); }, "lane"},
      {"memory_one_short", kHeld, [source](Plan& p) { --source(p, 0).source->depth; }, "does not hold its array"},
      {"memory_too_narrow", kHeld, [source](Plan& p) { --source(p, 1).source->width; }, "another width than its array"},
      {"memory_blocks", kHeld,
       [source](Plan& p) {
         source(p, 0).source->ram_blocks ^= 3;
         source(p, 0).source->ram_blocks = source(p, 0).source->storage == Storage::kBlock ? 0 : 1;
       },
       "source are miscounted"},
      {"source_taken_away", kHeld, [source](Plan& p) { source(p, 0).source.reset(); }, "not on the wire"},
      {"word_before_its_memory", kHeld, [source](Plan& p) { source(p, 1).ready_cycle = 0; },
       "before its word is there"},
      {"word_after_its_reader", kHeld, [source](Plan& p) { source(p, 1).ready_cycle += 9; },
       "before its word is there"},
      {"array_not_loaded", kHeld, [](Plan& p) { p.core.held_arrays.pop_back(); }, "loads other arrays"},
      {"late_without_handshake", kLate, [](Plan& p) { p.core.late_arrays.clear(); }, "enter with its token"},
      {"state_enters_late", kFull,
       [](Plan& p) {
         p.core.late_arrays.push_back(0);
         stream(p, 0).lag.words = 1;
       },
       "has to be passed on"},
      {"late_after_the_exit", kLate, [](Plan& p) { stream(p, 1).lag.rows += 9; }, "after the last result"},
      {"late_port_missing", kLate,
       [](Plan& p) {
         std::erase_if(p.core.ports, [](const plan::Port& q) { return q.role == plan::PortRole::kLateReady; });
       },
       "is missing"},
      {"no_array_brings_tokens", kLate,
       [](Plan& p) {
         p.core.late_arrays.insert(p.core.late_arrays.begin(), 0);
         stream(p, 0).lag.words = 1;
       },
       "with the tokens"},
      {"late_sooner_than_need_be", kLate, [](Plan& p) { --stream(p, 1).lag.words; }, "no window word"},
      {"array_streamed", kHeld, [](Plan& p) { p.core.input_arrays.push_back(1); }, "streams other arrays"},
      {"load_port_missing", kHeld,
       [](Plan& p) {
         std::erase_if(p.core.ports, [](const plan::Port& q) { return q.role == plan::PortRole::kLoadLast; });
       },
       "is missing"},
      {"load_port_too_narrow", kHeld, [](Plan& p) { --port(p, plan::PortRole::kLoadData).width; }, "has another width"},
  };
  return twins;
}

std::string twin_name(const testing::TestParamInfo<Twin>& info) { return info.param.what; }

INSTANTIATE_TEST_SUITE_P(Buffers, BrokenPlan, testing::ValuesIn(buffer_twins()), twin_name);
INSTANTIATE_TEST_SUITE_P(Lags, BrokenPlan, testing::ValuesIn(lag_twins()), twin_name);
INSTANTIATE_TEST_SUITE_P(Cycles, BrokenPlan, testing::ValuesIn(cycle_twins()), twin_name);
INSTANTIATE_TEST_SUITE_P(Reads, BrokenPlan, testing::ValuesIn(read_twins()), twin_name);
INSTANTIATE_TEST_SUITE_P(Ghosts, BrokenPlan, testing::ValuesIn(ghost_twins()), twin_name);
INSTANTIATE_TEST_SUITE_P(Memories, BrokenPlan, testing::ValuesIn(memory_twins()), twin_name);
INSTANTIATE_TEST_SUITE_P(Held, BrokenPlan, testing::ValuesIn(held_twins()), twin_name);
INSTANTIATE_TEST_SUITE_P(Core, BrokenPlan, testing::ValuesIn(core_twins()), twin_name);

}  // namespace
}  // namespace rtlgen::test
