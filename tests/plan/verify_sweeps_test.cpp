// Mutants of sweeps: results that come too early, too late, or from somewhere else.
#include "broken.hpp"
#include "contract/core_interface.hpp"
#include "spec/stencil.hpp"
#include "support/errors.hpp"

namespace rtlgen::test {
namespace {

constexpr const char* kRows = R"yaml(name: rows
grid: [400, 20]
fields:
  u: {boundary: {x: reflect, y: [{constant: 0}, edge]}}
update:
  - u: {expr: "0.25*(u[-1,-1] + u[1,-1] + u[0,1] + u)", order: forward y}
hardware: {cells_per_cycle: 4, steps: 2, arithmetic: ieee}
)yaml";

constexpr const char* kPlanes = R"yaml(name: planes
grid: [20, 20, 6]
type: int16
fields:
  u: {}
update:
  - u: {expr: "u[1,1,-1] + u[0,0,1] - u[-1,0,-2]", order: forward z, border: keep}
hardware: {steps: 2}
)yaml";

plan::StreamPlan& results(Plan& p) {
  for (plan::StreamPlan& s : p.executor.streams) {
    if (s.results) return s;
  }
  throw InternalError("no results in this plan");
}

plan::StagePlan& sweep(Plan& p) { return p.executor.stages[results(p).results->stage]; }

/// Another program of the lines, changed.
template <class Change>
std::function<void(Plan&)> program(Change change) {
  return [change](Plan& p) {
    auto copy = std::make_shared<spec::Stencil>(*p.stencil);
    change(*copy);
    p.stencil = copy;
  };
}

spec::Node& own_read(spec::Stencil& s) {
  for (spec::Node& node : s.nodes) {
    if (node.own) return node;
  }
  throw InternalError("no own read");
}

const Mutants kSweepMutants = {
    {"depth_one_short", kRows, [](Plan& p) { --results(p).results->max_depth; }, "another depth"},
    {"depth_one_long", kRows, [](Plan& p) { ++results(p).results->max_depth; }, "another depth"},
    {"a_word_later", kRows, [](Plan& p) { --results(p).results->depth.words; }, "result"},
    {"a_word_earlier", kRows, [](Plan& p) { ++results(p).results->depth.words; }, "result"},
    {"a_row_earlier", kPlanes, [](Plan& p) { ++results(p).results->depth.rows; }, "result"},
    {"lag_of_another_word", kRows, [](Plan& p) { ++results(p).lag.words; }, "another distance"},
    {"window_of_another_row", kRows, [](Plan& p) { ++results(p).words.back().distance.rows; }, "window"},
    {"lane_not_kept", kRows, [](Plan& p) { results(p).words.back().lanes.pop_back(); }, "lane"},
    {"rows_too_short", kRows, [](Plan& p) { p.core.minimum[0] = 40; }, "read before it is written"},
    {"planes_too_short", kPlanes, [](Plan& p) { p.core.minimum[0] = p.core.minimum[1] = 2; }, "result"},
    {"kernel_is_slower", kRows,
     [](Plan& p) {
       const int more = static_cast<int>(results(p).results->max_depth);
       sweep(p).kernel.latency += more;
       sweep(p).ready_cycle += more;
       p.executor.latency += more;
       p.core.total_latency += p.core.steps * more;
       p.fifo_depth += p.core.steps * more;
     },
     "read before it is written"},
    {"written_in_another_cycle", kRows,
     [](Plan& p) { ++p.executor.pointers[static_cast<std::size_t>(results(p).results->write_pointer)].cycle; },
     "written in another cycle"},
    {"read_in_another_cycle", kRows,
     [](Plan& p) { --p.executor.pointers[static_cast<std::size_t>(results(p).results->read_pointer)].cycle; },
     "read in another cycle"},
    {"address_of_another_depth", kRows,
     [](Plan& p) { ++p.executor.pointers[static_cast<std::size_t>(results(p).results->write_pointer)].depth.words; },
     "has another depth"},
    {"no_address", kRows, [](Plan& p) { results(p).results->write_pointer = -1; }, "without an address"},
    {"one_address_for_both", kRows,
     [](Plan& p) { results(p).results->write_pointer = results(p).results->read_pointer; }, "written in another cycle"},
    {"memory_too_narrow", kRows, [](Plan& p) { --results(p).results->width; }, "another width"},
    {"memory_blocks", kRows,
     [](Plan& p) {
       plan::ResultsPlan& r = *results(p).results;
       r.ram_blocks = r.storage == Storage::kBlock ? 0 : 1;
     },
     "of results are miscounted"},
    {"shift_register", kRows,
     [](Plan& p) {
       results(p).results->storage = Storage::kShiftRegister;
       results(p).results->ram_blocks = 0;
     },
     "memory with one address"},
    {"read_takes_longer", kRows,
     [](Plan& p) {
       plan::ResultsPlan& r = *results(p).results;
       ++r.read_cycles;
       p.executor.pointers[static_cast<std::size_t>(r.read_pointer)].cycle--;
     },
     "advances without a token"},
    {"word_after_its_reader", kRows, [](Plan& p) { ++results(p).home_cycle; }, "sampled before"},
    {"stage_reads_no_results", kRows, [](Plan& p) { sweep(p).own_results = {}; }, "results"},
    {"results_of_the_field", kRows, [](Plan& p) { sweep(p).own_results = spec::StreamId(0); }, "results"},
    {"own_read_is_an_ordinary_one", kRows, program([](spec::Stencil& s) { own_read(s).own = false; }), "tap"},
    {"rule_of_the_first_row", kRows,
     [](Plan& p) {
       program([](spec::Stencil& s) {
         for (spec::Node& node : s.nodes) {
           if (node.own) node.boundary[1].reset();
         }
       })(p);
     },
     "tap"},
    {"no_sweep", kRows, program([](spec::Stencil& s) { s.stages[spec::StageId(0)].sweep.reset(); }),
     "a stage does not read the results that wait for it"},
};

INSTANTIATE_TEST_SUITE_P(Sweeps, BrokenPlan, testing::ValuesIn(kSweepMutants), mutant_name);

}  // namespace
}  // namespace rtlgen::test
