// Mutants of reads: what a boundary returns, borders, dependences, and ghosts of axes that wrap.
#include <memory>

#include "broken.hpp"
#include "contract/core_interface.hpp"
#include "contract/frame.hpp"

namespace rtlgen::test {
namespace {

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

/// Lines on boxes.
constexpr const char* kRegions = R"yaml(name: regions
grid: [50, 20]
type: uint8
fields: {a: {}}
update:
  - d: {expr: "a[-1,0] + a[2,1]", region: interior}
  - d: {expr: "a", region: rest}
  - a: {expr: "d[0,-1] + 1", region: {y: [3, -1]}}
hardware: {cells_per_cycle: 4}
)yaml";

/// Moves the first place that bounds a region by a cell.
void widen(Plan& p, int region, std::size_t axis) {
  auto changed = std::make_shared<spec::Stencil>(p.inside());
  --changed->regions[spec::RegionId(region)].spans[axis].first.cells;
  p.stencil = changed;
  p.formed.reset();
}

/// Moves the grid within the frame, or the frame's ends, and tells every read.
void set_ghosts(Plan& p, std::size_t axis, std::int64_t low, std::int64_t high) {
  p.core.ghost_low[axis] += low;
  p.core.ghost_high[axis] += high;
  const spec::Extents frame = p.core.frame_extents(p.core.maximum);
  p.frame = contract::frame_shape(frame, p.core.cells_per_cycle);
  for (plan::StagePlan& s : p.executor.stages) {
    for (plan::TapPlan& t : s.taps) {
      t.axis[axis].ghost_low = p.core.ghost_low[axis];
      t.axis[axis].frame = frame[axis];
    }
  }
}

analysis::AxisRead& first_resolved_read(Plan& p, int axis) {
  for (plan::StagePlan& s : p.executor.stages) {
    for (plan::TapPlan& t : s.taps) {
      if (!t.axis[axis].cases.empty()) return t.axis[axis];
    }
  }
  throw std::logic_error("no boundary case in this plan");
}

const Mutants kReadMutants = {
    {"boundary_reads_a_neighbour", kFull, [](Plan& p) { ++first_resolved_read(p, 0).cases[0].offset; }, "another cell"},
    {"boundary_case_missing", kFull, [](Plan& p) { first_resolved_read(p, 0).cases.clear(); },
     "without a boundary case"},
    {"boundary_case_twice", kFull,
     [](Plan& p) {
       auto& c = first_resolved_read(p, 0).cases;
       c.insert(c.begin(), c.front());
     },
     "two boundary cases"},
    {"boundary_cases_out_of_order", kFull,
     [](Plan& p) {
       auto& c = first_resolved_read(p, 0).cases;
       c.insert(c.begin(), c.front());
       ++c.front().distance;
     },
     "boundary cases are out of order"},
    {"boundary_of_the_other_end", kFull,
     [](Plan& p) {
       auto& e = first_resolved_read(p, 0).cases[0];
       e.side = e.side == analysis::Side::kLow ? analysis::Side::kHigh : analysis::Side::kLow;
     },
     "axis 0"},
    {"another_constant", kFull,
     [](Plan& p) {
       for (plan::TapPlan& t : p.executor.stages[spec::StageId(0)].taps) {
         for (analysis::EdgeCase& e : t.axis[1].cases) e.constant ^= 1;
       }
     },
     "another constant"},
    {"interior_offset", kFull, [](Plan& p) { ++p.executor.stages[spec::StageId(0)].taps[0].axis[0].offset; }, "axis 0"},
    {"interior_denied", kFull,
     [](Plan& p) { p.executor.stages[spec::StageId(0)].taps[0].axis[0].has_interior = false; }, "axis 0"},
    {"keep_too_wide", kFull, [](Plan& p) { ++p.executor.stages[spec::StageId(1)].keep_high[1]; },
     "keeps its old value"},
    {"keep_too_narrow", kFull, [](Plan& p) { p.executor.stages[spec::StageId(1)].keep_low[1] = 0; },
     "keeps its old value"},
    {"tap_missing", kFull, [](Plan& p) { p.executor.stages[spec::StageId(0)].taps.pop_back(); },
     "a read without its tap"},
    {"tap_twice", kFull,
     [](Plan& p) {
       auto& t = p.executor.stages[spec::StageId(0)].taps;
       t.push_back(t.front());
     },
     "a read without its tap"},
    {"node_forgotten", kFull,
     [](Plan& p) {
       p.executor.stages[spec::StageId(0)].reads.nodes.erase(p.executor.stages[spec::StageId(0)].reads.nodes.begin());
     },
     "other nodes"},
    {"parameter_forgotten", kFull, [](Plan& p) { p.executor.stages[spec::StageId(1)].reads.params.clear(); },
     "other parameters"},
    {"coordinate_forgotten", kFull,
     [](Plan& p) { p.executor.stages[spec::StageId(2)].reads.uses_coordinate[0] = false; }, "other coordinates"},
    {"step_forgotten", kFull, [](Plan& p) { p.executor.stages[spec::StageId(2)].reads.uses_step = false; },
     "other coordinates"},
    {"region_forgotten", kRegions, [](Plan& p) { p.executor.stages[spec::StageId(0)].reads.regions.clear(); },
     "other regions"},
    {"region_too_wide", kRegions, [](Plan& p) { widen(p, 0, 0); }, "leaves the grid without a rule, axis 0"},
    {"region_far_too_wide", kRegions,
     [](Plan& p) {
       for (int i = 0; i < 3; ++i) widen(p, 1, 1);
     },
     "leaves the grid without a rule, axis 1"},
    {"stage_missing", kFull, [](Plan& p) { p.executor.stages.pop_back(); }, "a stage is missing"},
    {"stages_swapped", kFull,
     [](Plan& p) { std::swap(p.executor.stages[spec::StageId(0)], p.executor.stages[spec::StageId(1)]); },
     "out of order"},
};

const Mutants kGhostMutants = {
    {"ghosts_too_narrow_below", kTorus, [](Plan& p) { set_ghosts(p, 1, -1, 1); },
     "the ghosts along axis 1 are too narrow"},
    {"ghosts_too_narrow_above", kTorus, [](Plan& p) { set_ghosts(p, 1, 1, -1); },
     "the ghosts along axis 1 are too narrow"},
    {"row_ghosts_too_narrow", kTorus, [](Plan& p) { set_ghosts(p, 0, -4, 0); },
     "the ghosts along axis 0 are too narrow"},
    {"ghosts_of_part_of_a_word", kTorus, [](Plan& p) { set_ghosts(p, 0, -1, 1); }, "not a whole number of words"},
    {"ghosts_too_wide", kTorus,
     [](Plan& p) {
       set_ghosts(p, 1, 0, 8);
       port(p, contract::PortRole::kRows).width = 6;
     },
     "ghosts that no read reaches"},
    {"ghosts_where_nothing_wraps", kChain,
     [](Plan& p) {
       set_ghosts(p, 1, 1, 1);
       for (auto& t : p.executor.stages[spec::StageId(0)].taps) {
         t.axis[1].wrapped = true;
       }
       p.core.rings[1] = true;
       p.core.ports.push_back({"cfg_phase_y", 6, true, contract::PortRole::kPhaseY, -1});
       port(p, contract::PortRole::kRows).width = 7;
     },
     "ghosts along an axis that nothing wraps"},
    {"read_ignores_the_ghosts", kTorus,
     [](Plan& p) { p.executor.stages[spec::StageId(0)].taps[0].axis[1].wrapped = false; }, "differ about ghosts"},
    {"read_with_other_ghosts", kTorus, [](Plan& p) { ++p.executor.stages[spec::StageId(0)].taps[0].axis[1].frame; },
     "other ghosts than the frame's"},
    {"wrap_is_resolved", kTorus,
     [](Plan& p) { p.executor.stages[spec::StageId(0)].taps[0].axis[0].cases.push_back({}); },
     "a read that wraps has another value"},
    {"rings_missing", kTorus, [](Plan& p) { p.core.rings[1] = false; },
     "coordinates along an axis with ghosts are missing"},
    {"rings_without_ghosts", kFull, [](Plan& p) { p.core.rings[1] = true; }, "an axis without ghosts"},
    {"phase_port_missing", kTorus,
     [](Plan& p) {
       std::erase_if(p.core.ports, [](const contract::Port& q) { return q.role == contract::PortRole::kPhaseY; });
     },
     "is missing"},
    {"phase_port_too_narrow", kTorus, [](Plan& p) { port(p, contract::PortRole::kPhaseX).width = 2; }, "too narrow"},
    {"word_of_the_ghosts_not_kept", kTorus, [](Plan& p) { stream(p, 0).words.pop_back(); }, "no window word"},
};

INSTANTIATE_TEST_SUITE_P(Reads, BrokenPlan, testing::ValuesIn(kReadMutants), mutant_name);
INSTANTIATE_TEST_SUITE_P(Ghosts, BrokenPlan, testing::ValuesIn(kGhostMutants), mutant_name);

}  // namespace
}  // namespace rtlgen::test
