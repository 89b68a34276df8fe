// Mutants of the core: credits, totals, extents and ports.
#include "broken.hpp"
#include "contract/core_interface.hpp"

namespace rtlgen::test {
namespace {

/// 3-D with fixed extents and buffers of every kind.
constexpr const char* kFixed = R"yaml(name: fixed
grid: [20, 90, 9]
type: uint8
fields: {a: {}}
update:
  - a: a[-1,0,0] + a[1,0,0] + a[0,-1,0] + a[0,1,0] + a[0,0,-1] + a[0,0,1] + a[0,-2,0]
hardware: {cells_per_cycle: 4, extents: fixed}
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

const Mutants kCoreMutants = {
    {"credit_one_short", kFull, [](Plan& p) { p.fifo_depth = p.core.total_latency + contract::kCreditLoop - 1; },
     "in flight"},
    {"hops", kChain, [](Plan& p) { ++p.core.hops; }, "total latency"},
    {"die_without_executor", kChain, [](Plan& p) { p.core.hops = p.core.steps; }, "a die without an Executor"},
    {"fifo_too_narrow", kFull, [](Plan& p) { --p.fifo_width; }, "output FIFO is not as wide"},
    {"total_latency", kFull, [](Plan& p) { --p.core.total_latency; }, "total latency"},
    {"lanes", kFull, [](Plan& p) { p.core.cells_per_cycle = 2; }, "cells per cycle"},
    {"steps", kFull, [](Plan& p) { p.core.steps = 2; }, "cells per cycle or steps"},
    {"no_bypass", kFull, [](Plan& p) { p.executor.has_bypass = false; }, "bypass"},
    {"frame_one_word_short", kFull, [](Plan& p) { --p.frame.row_words; }, "the frame is not the grid"},
    {"axes", kFull, [](Plan& p) { p.core.axes = 3; }, "compiled maximum"},
    {"maximum", kFull, [](Plan& p) { ++p.core.maximum[0]; }, "compiled maximum"},
    {"minimum_above_maximum", kFull, [](Plan& p) { p.core.minimum[1] = p.core.maximum[1] + 1; },
     "the smallest extents are invalid"},
    {"fixed_with_choice", kFixed, [](Plan& p) { p.core.minimum[2] = 1; }, "fixed extents"},
    {"array_missing", kFull, [](Plan& p) { p.core.input_arrays.pop_back(); }, "other arrays"},
    {"port_missing", kFull,
     [](Plan& p) {
       std::erase_if(p.core.ports, [](const contract::Port& q) { return q.role == contract::PortRole::kOutValid; });
     },
     "is missing"},
    {"port_twice", kFull, [](Plan& p) { p.core.ports.push_back(p.core.ports.front()); },
     "two ports with the same role"},
    {"data_port_width", kFull, [](Plan& p) { --port(p, contract::PortRole::kInData).width; }, "has the wrong width"},
    {"data_port_direction", kFull, [](Plan& p) { port(p, contract::PortRole::kOutData).is_input = true; },
     "has the wrong direction"},
    {"position_starts_behind_the_end", kSkew, [](Plan& p) { --p.core.minimum[1]; }, "a position counter starts"},
    {"gap_port_too_narrow", kChain, [](Plan& p) { port(p, contract::PortRole::kGap).width = 3; }, "too narrow"},
    {"longest_gap", kChain, [](Plan& p) { ++p.core.gap.most; }, "the longest gap is not the port's"},
    {"way_back", kChain, [](Plan& p) { ++p.core.gap.way_back; }, "the way back of a word is another"},
    {"gap_of_fixed_extents", kFixed, [](Plan& p) { ++p.core.gap.most; }, "the gap of fixed extents is not a run's"},
    {"row_port_too_narrow", kFull, [](Plan& p) { --port(p, contract::PortRole::kRows).width; }, "too narrow"},
    {"bypass_port_too_narrow", kFull, [](Plan& p) { --port(p, contract::PortRole::kBypass).width; }, "too narrow"},
    {"parameter_port_width", kFull, [](Plan& p) { ++port(p, contract::PortRole::kParam).width; },
     "has the wrong width"},
};

INSTANTIATE_TEST_SUITE_P(Core, BrokenPlan, testing::ValuesIn(kCoreMutants), mutant_name);

}  // namespace
}  // namespace rtlgen::test
