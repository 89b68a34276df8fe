// Mutants of inputs that are held, and of those that enter late.
#include <algorithm>
#include <utility>

#include "broken.hpp"
#include "contract/core_interface.hpp"
#include "support/errors.hpp"

namespace rtlgen::test {
namespace {

/// An input that enters when it is first read.
constexpr const char* kLate = R"yaml(name: late
grid: [64, 48]
fields: {u: {}, f: {}, q: {}}
update:
  - d: u[0,1] - u[0,-1]
  - q: d[0,1] + f
hardware: {cells_per_cycle: 2}
)yaml";

/// Inputs of fewer axes, of which one needs two sources and one has a window of its own.
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

/// State, and a vector that enters when the first of its components is read.
constexpr const char* kVectors = R"yaml(name: vectors
grid: [64, 48]
type: uint8
fields: {u: {components: 2}, f: {components: 3}, q: {}}
update:
  - d: u.0[0,1] - u.1[0,-1]
  - q: d[0,2] + f.0[0,-1] + f.1 + f.2[0,1]
  - u: u + d
hardware: {cells_per_cycle: 2}
)yaml";

/// The i-th stream that a source feeds.
plan::StreamPlan& source(Plan& p, std::size_t i) {
  for (plan::StreamPlan& s : p.executor.streams) {
    if (s.source && i-- == 0) return s;
  }
  throw InternalError("no such source");
}

const Mutants kHeldMutants = {
    {"source_a_word_late", kHeld, [](Plan& p) { ++source(p, 0).lag.words; }, "no source holds a word"},
    {"source_a_word_early", kHeld,
     [](Plan& p) {
       --source(p, 0).lag.words;
       for (plan::WindowWord& w : source(p, 0).words) ++w.distance.words;
     },
     "do not add up"},
    {"source_a_plane_late", kHeld, [](Plan& p) { source(p, 0).lag.planes += 2; }, "no source holds a word"},
    {"source_of_a_level_late", kHeld, [](Plan& p) { ++source(p, 1).lag.planes; }, "no source holds a word"},
    {"source_ahead_of_the_input", kHeld,
     [](Plan& p) {
       for (const std::size_t i : {1U, 2U}) {
         source(p, i).lag.planes -= 9;
         for (plan::WindowWord& w : source(p, i).words) w.distance.planes += 9;
       }
     },
     "ahead of the input"},
    {"window_word_of_another_row", kHeld, [](Plan& p) { ++source(p, 0).words.back().distance.rows; },
     "no source holds a word"},
    {"lane_not_kept", kHeld, [](Plan& p) { source(p, 0).words.back().lanes.pop_back(); }, "lane"},
    {"memory_one_short", kHeld, [](Plan& p) { --source(p, 0).source->depth; }, "does not hold its array"},
    {"memory_too_narrow", kHeld, [](Plan& p) { --source(p, 1).source->width; }, "another width than its array"},
    {"memory_blocks", kHeld,
     [](Plan& p) {
       source(p, 0).source->ram_blocks ^= 3;
       source(p, 0).source->ram_blocks = source(p, 0).source->storage == Storage::kBlock ? 0 : 1;
     },
     "source are miscounted"},
    {"source_taken_away", kHeld, [](Plan& p) { source(p, 0).source.reset(); }, "not on the wire"},
    {"word_before_its_memory", kHeld, [](Plan& p) { source(p, 1).ready_cycle = 0; }, "before its word is there"},
    {"word_after_its_reader", kHeld, [](Plan& p) { source(p, 1).ready_cycle += 9; }, "before its word is there"},
    {"array_not_loaded", kHeld, [](Plan& p) { p.core.held_arrays.pop_back(); }, "loads other arrays"},
    {"array_streamed", kHeld, [](Plan& p) { p.core.input_arrays.push_back(1); }, "streams other arrays"},
    {"load_port_missing", kHeld,
     [](Plan& p) {
       std::erase_if(p.core.ports, [](const contract::Port& q) { return q.role == contract::PortRole::kLoadLast; });
     },
     "is missing"},
    {"load_port_too_narrow", kHeld, [](Plan& p) { --port(p, contract::PortRole::kLoadData).width; },
     "has the wrong width"},
};

const Mutants kLateMutants = {
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
       std::erase_if(p.core.ports, [](const contract::Port& q) { return q.role == contract::PortRole::kLateReady; });
     },
     "is missing"},
    {"no_array_brings_tokens", kLate,
     [](Plan& p) {
       p.core.late_arrays.insert(p.core.late_arrays.begin(), 0);
       stream(p, 0).lag.words = 1;
     },
     "with the tokens"},
    {"late_sooner_than_need_be", kLate, [](Plan& p) { --stream(p, 1).lag.words; }, "no window word"},
};

const Mutants kVectorMutants = {
    {"component_enters_apart", kVectors, [](Plan& p) { --stream(p, 3).lag.words; }, "enter apart"},
    {"components_exchanged", kVectors,
     [](Plan& p) {
       std::swap(port(p, contract::PortRole::kOutData).arrays[0], port(p, contract::PortRole::kOutData).arrays[1]);
     },
     "does not begin with its first array"},
    {"last_components_exchanged", kVectors,
     [](Plan& p) {
       for (contract::Port& q : p.core.ports) {
         if (q.name == "in_f") std::swap(q.arrays[1], q.arrays[2]);
       }
     },
     "carry other arrays"},
    {"vector_in_two_ports", kVectors,
     [](Plan& p) {
       contract::Port& whole = port(p, contract::PortRole::kInData);
       whole.width /= 2;
       whole.arrays.pop_back();
       contract::Port rest = whole;
       rest.index = 1;
       rest.arrays = {1};
       p.core.ports.insert(p.core.ports.begin() + (&whole - p.core.ports.data()) + 1, rest);
     },
     "a vector is in two ports"},
    {"scalar_in_a_vectors_port", kVectors,
     [](Plan& p) {
       contract::Port& whole = port(p, contract::PortRole::kOutData);
       const auto next = std::find_if(p.core.ports.begin(), p.core.ports.end(),
                                      [](const contract::Port& q) { return q.name == "out_q"; });
       whole.arrays.push_back(next->index);
       whole.width += next->width;
       p.core.ports.erase(next);
     },
     "carries arrays that are not a vector"},
    {"component_left_out", kVectors, [](Plan& p) { port(p, contract::PortRole::kOutData).arrays.pop_back(); },
     "has the wrong width"},
};

INSTANTIATE_TEST_SUITE_P(Vectors, BrokenPlan, testing::ValuesIn(kVectorMutants), mutant_name);
INSTANTIATE_TEST_SUITE_P(Held, BrokenPlan, testing::ValuesIn(kHeldMutants), mutant_name);
INSTANTIATE_TEST_SUITE_P(Late, BrokenPlan, testing::ValuesIn(kLateMutants), mutant_name);

}  // namespace
}  // namespace rtlgen::test
