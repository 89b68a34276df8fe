// Mutants of schedules: cycles of reads, stages and operators, and what the operators compute.
#include "broken.hpp"
#include "ops/variants.hpp"
#include "spec/stencil.hpp"

namespace rtlgen::test {
namespace {

/// A clock that takes the boundary of one axis per cycle.
constexpr const char* kFar = R"yaml(name: far
grid: [64]
type: uint8
fields: {a: {boundary: edge}, b: {boundary: {constant: 2}}, q: {}}
update:
  - q: a[30] + b[-40]
hardware: {clock_mhz: 400, device: generic}
)yaml";

constexpr const char* kStaged = R"yaml(name: ranked
grid: [30, 20, 20]
type: uint8
fields: {a: {boundary: reflect}, b: {boundary: {constant: 2}}, q: {}}
update:
  - q: a[-4,4,4] + b[3,3,3]
hardware: {clock_mhz: 400, device: generic}
)yaml";

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

/// One stage reads what the one in front of it has just computed, in the same cycle.
constexpr const char* kWire = R"yaml(name: wire
grid: [64]
type: uint8
fields: {a: {boundary: edge}}
update:
  - t: max(a[-1], a[1])
  - a: min(t, a)
hardware: {sharing: none}
)yaml";

constexpr const char* kFused = R"yaml(name: fused
grid: [16]
type: float16
fields: {a: {boundary: edge}}
update:
  - a: sum(a[-1], a, -a[1])
)yaml";

constexpr const char* kHard = R"yaml(name: hard
grid: [16]
arithmetic: hard
fields: {a: {boundary: edge}, b: {}}
update:
  - a: a[-1] - a*b
  - b: b*a + 1.0
hardware: {device: agilex}
)yaml";

/// The operator of a stage that adds a product, or subtracts it.
plan::NodeSchedule& product_sum(Plan& p, int stage) {
  for (plan::NodeSchedule& n : p.executor.stages[spec::StageId(stage)].kernel.nodes) {
    if (n.is_operator && ops::adds_product(n.request.function)) return n;
  }
  throw std::logic_error("no product in a sum in this stage");
}

/// Flushes where the program does not.
void flush(Plan& p, spec::Op op) {
  for (plan::NodeSchedule& n : p.executor.stages[spec::StageId(0)].kernel.nodes) {
    if (n.is_operator && p.stencil->nodes[n.node].op == op) n.request.flush_subnormals = true;
  }
}

/// The operator of a stage that compares; the node of its product.
plan::NodeSchedule& comparison(Plan& p, int stage) {
  for (plan::NodeSchedule& n : p.executor.stages[spec::StageId(stage)].kernel.nodes) {
    if (p.stencil->nodes[n.node].op == spec::Op::kLt) return n;
  }
  throw std::logic_error("no comparison in this stage");
}

plan::NodeSchedule& product(Plan& p, int stage) {
  for (plan::NodeSchedule& n : p.executor.stages[spec::StageId(stage)].kernel.nodes) {
    if (p.stencil->nodes[n.node].op == spec::Op::kMul) return n;
  }
  throw std::logic_error("no product in this stage");
}

const Mutants kCycleMutants = {
    {"multiplexers_out_of_order", kStaged,
     [](Plan& p) { p.executor.stages[spec::StageId(0)].taps[0].cell_cycle[0] = 2; }, "before the one in front of it"},
    {"too_many_multiplexers", kStaged, [](Plan& p) { p.executor.stages[spec::StageId(0)].taps[0].cell_cycle[2] = 1; },
     "more boundary multiplexers than"},
    {"too_many_constants", kStaged, [](Plan& p) { p.executor.stages[spec::StageId(0)].taps[1].constant_cycle[1] = 0; },
     "more boundary multiplexers than"},
    {"one_rank_for_two", kFar, [](Plan& p) { p.executor.stages[spec::StageId(0)].taps[0].cell_mux_stages[0] = 1; },
     "more boundary multiplexers than"},
    {"constants_of_one_rank", kFar,
     [](Plan& p) { p.executor.stages[spec::StageId(0)].taps[1].constant_mux_stages[0] = 1; },
     "more boundary multiplexers than"},
    {"a_rank_too_wide", kFar, [](Plan& p) { p.executor.stages[spec::StageId(0)].taps[0].fan = 64; },
     "a stage holds more"},
    {"a_rank_too_narrow", kFar, [](Plan& p) { p.executor.stages[spec::StageId(0)].taps[0].fan = 2; },
     "has too many inputs"},
    {"ranks_begin_too_early", kFar,
     [](Plan& p) { p.executor.stages[spec::StageId(0)].taps[0].cell_mux_stages[0] += 1; }, "works before"},
    {"tap_taken_early", kStaged,
     [](Plan& p) {
       for (plan::NodeSchedule& n : p.executor.stages[spec::StageId(0)].kernel.nodes) {
         if (n.node == p.executor.stages[spec::StageId(0)].taps[0].tap.node) n.start = n.ready = 1;
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
    {"kernel_latency_short", kFull, [](Plan& p) { p.executor.stages[spec::StageId(0)].kernel.latency = 0; },
     "ends before its result"},
    {"stage_ready_early", kFull, [](Plan& p) { --p.executor.stages[spec::StageId(0)].ready_cycle; },
     "its stream have different cycles"},
    {"stream_ready_early", kFull, [](Plan& p) { --stream(p, 2).ready_cycle; }, "its stream have different cycles"},
    {"window_loaded_early", kFull, [](Plan& p) { stream(p, 2).home_cycle = stream(p, 2).ready_cycle - 1; },
     "before its word is there"},
    {"window_loaded_late", kFull, [](Plan& p) { stream(p, 0).home_cycle += 1000; }, "sampled before it is there"},
    {"stage_samples_early", kFull,
     [](Plan& p) {
       // The last stage, moved as a whole to before its operands are there.
       plan::StagePlan& s = p.executor.stages[spec::StageId(2)];
       stream(p, 4).ready_cycle -= s.sample_cycle;
       s.ready_cycle -= s.sample_cycle;
       s.sample_cycle = 0;
     },
     "sampled before it is there"},
    {"executor_ends_early", kFull,
     [](Plan& p) {
       p.executor.latency = 1;
       p.core.total_latency = p.entrance_latency + 3 + p.exit_latency;
     },
     "sampled before it is there"},
    {"result_as_from_a_register", kWire,
     [](Plan& p) {
       for (plan::TapPlan& t : p.executor.stages[spec::StageId(1)].taps) t.arrival_ps = 0;
     },
     "that its Kernel still computes"},
    {"fused_sum_of_other_signs", kFused,
     [](Plan& p) {
       for (plan::NodeSchedule& n : p.executor.stages[spec::StageId(0)].kernel.nodes)
         if (!n.request.fused.terms.empty()) n.request.fused.terms[0].negative = true;
     },
     "of other terms than its node"},
    {"unregistered_operand", kFull,
     [](Plan& p) {
       plan::NodeSchedule& n = pipelined(p);
       for (plan::NodeSchedule& m : p.executor.stages[spec::StageId(0)].kernel.nodes) {
         if (m.node == p.stencil->nodes[n.node].args[0]) {
           m.ready = n.start;
           m.start = n.start;
           m.arrival_ps = 900;
         }
       }
     },
     "unregistered operand"},
    {"too_much_logic", kFull,
     [](Plan& p) { p.executor.stages[spec::StageId(0)].kernel.nodes.back().arrival_ps = p.clock.period_ps + 1; },
     "more logic"},
    {"node_missing", kFull, [](Plan& p) { p.executor.stages[spec::StageId(0)].kernel.nodes.pop_back(); },
     "computes other nodes"},
    {"nodes_out_of_order", kFull,
     [](Plan& p) {
       auto& n = p.executor.stages[spec::StageId(0)].kernel.nodes;
       std::swap(n.front(), n.back());
     },
     "before its operand"},
};

const Mutants kOperatorMutants = {
    {"compared_the_other_way", kProducts, [](Plan& p) { comparison(p, 0).request.function = ops::kProductLt; },
     "in another way"},
    {"compared_with_equality", kProducts, [](Plan& p) { comparison(p, 0).request.function = ops::kProductGe; },
     "in another way"},
    {"comparison_of_another_product", kProducts,
     [](Plan& p) { std::swap(comparison(p, 0).operands[0], comparison(p, 0).operands[1]); },
     "other operands than its product's"},
    {"comparison_with_half", kProducts,
     [](Plan& p) {
       comparison(p, 1).request.function = ops::kProductGt;
       comparison(p, 1).operands = product(p, 1).operands;
     },
     "something other than zero"},
    {"product_absorbed_by_nothing", kProducts,
     [](Plan& p) {
       product(p, 1).is_absorbed = true;
       product(p, 1).is_operator = false;
       product(p, 1).operands.clear();
     },
     "that no hardware computes"},
    {"tap_absorbed", kProducts, [](Plan& p) { p.executor.stages[spec::StageId(0)].kernel.nodes[0].is_absorbed = true; },
     "that is not a product"},
    {"square_of_two_factors", kProducts,
     [](Plan& p) {
       product(p, 1).request.function = ops::kSquare;
       product(p, 1).operands.pop_back();
     },
     "a square of something other"},
    {"product_subtracted_from", kHard, [](Plan& p) { product_sum(p, 0).request.function = ops::kHardProductSub; },
     "not those of its node"},
    {"product_added", kHard, [](Plan& p) { product_sum(p, 0).request.function = ops::kHardProductAdd; },
     "not those of its node"},
    {"product_of_other_factors", kHard,
     [](Plan& p) { std::swap(product_sum(p, 1).operands[1], product_sum(p, 1).operands[2]); }, "not those of its node"},
    {"flushes_data", kFull, [](Plan& p) { pipelined(p).request.flush_subnormals = true; }, "does not keep subnormals"},
    {"flushes_a_subnormal", kModes, [](Plan& p) { flush(p, spec::Op::kDiv); }, "meets a subnormal number"},
    {"operands_of_another_node", kFull, [](Plan& p) { pipelined(p).operands = {}; }, "operands of another"},
    {"operator_of_another_type", kFull, [](Plan& p) { pipelined(p).request.operand = spec::Type::float_of(11, 52); },
     "another type"},
};

INSTANTIATE_TEST_SUITE_P(Cycles, BrokenPlan, testing::ValuesIn(kCycleMutants), mutant_name);
INSTANTIATE_TEST_SUITE_P(Operators, BrokenPlan, testing::ValuesIn(kOperatorMutants), mutant_name);

}  // namespace
}  // namespace rtlgen::test
