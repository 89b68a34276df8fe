// Mutants of buffers: windows, segments, lags and memories.
#include "broken.hpp"

namespace rtlgen::test {
namespace {

const Mutants kBufferMutants = {
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
     "by no path or by several"},
    {"lane_by_two_ways", kFull, [](Plan& p) { stream(p, 0).segments.push_back(stream(p, 0).segments.back()); },
     "by no path or by several"},
    {"lane_from_another_word", kFull, [](Plan& p) { stream(p, 0).segments.back().from = -1; },
     "does not come from its previous word"},
    {"window_word_missing", kFull, [](Plan& p) { stream(p, 0).words.pop_back(); }, "no window word"},
    {"words_of_one_name", kFull, [](Plan& p) { stream(p, 0).words[1].name = stream(p, 0).words[0].name; },
     "with the same name"},
    {"segment_missing", kFull, [](Plan& p) { stream(p, 0).segments.pop_back(); }, "by no path or by several"},
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

const Mutants kLagMutants = {
    {"stage_lag_short", kFull, [](Plan& p) { --p.executor.stages[spec::StageId(0)].lag.words; },
     "before it has arrived"},
    {"stage_lag_long", kFull, [](Plan& p) { ++p.executor.stages[spec::StageId(0)].lag.words; }, "full: "},
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

const Mutants kMemoryMutants = {
    {"ram_one_short", kFull, [](Plan& p) { --p.executor.memories[0].depth; }, "a memory of another depth"},
    {"ram_one_too_deep", kFull, [](Plan& p) { ++p.executor.memories[0].depth; }, "a memory of another depth"},
    {"ram_too_narrow", kFull, [](Plan& p) { --p.executor.memories[0].width; }, "a memory of another width"},
    {"ram_of_another_kind", kFull,
     [](Plan& p) {
       plan::MemoryPlan& m = p.executor.memories[0];
       m.storage = m.storage == Storage::kBlock ? Storage::kDistributed : Storage::kBlock;
     },
     "another kind"},
    {"ram_of_another_stream", kFull,
     [](Plan& p) { p.executor.memories[0].stream = spec::StreamId(p.executor.memories[0].stream.index() + 1); },
     "another stream"},
    {"ram_unused", kFull, [](Plan& p) { p.executor.memories.push_back(p.executor.memories[0]); }, "nothing uses"},
    {"ram_blocks", kRuntime3,
     [](Plan& p) {
       for (plan::MemoryPlan& m : p.executor.memories) m.ram_blocks = m.ram_blocks > 0 ? 0 : 1;
     },
     "miscounted"},
    {"ultra_rams", kRuntime3, [](Plan& p) { p.executor.memories[0].ultra_rams = 1; }, "UltraRAMs are miscounted"},
    {"ram_not_there", kFull, [](Plan& p) { delayed(p).memory = 99; }, "does not exist"},
    {"pointer_not_there", kFull, [](Plan& p) { delayed(p).pointer = 99; }, "a pointer that does not exist"},
    {"pointer_depth", kFull, [](Plan& p) { ++p.executor.pointers[0].depth.words; }, "a pointer of another depth"},
    {"pointer_wraps_late", kFull, [](Plan& p) { ++p.executor.pointers[0].max_depth; }, "a pointer of another depth"},
    {"pointer_of_another_cycle", kFull, [](Plan& p) { ++p.executor.pointers[0].cycle; }, "another cycle"},
    {"pointer_of_another_memory", kFull, [](Plan& p) { ++p.executor.memories[0].pointer; }, "another address"},
};

INSTANTIATE_TEST_SUITE_P(Buffers, BrokenPlan, testing::ValuesIn(kBufferMutants), mutant_name);
INSTANTIATE_TEST_SUITE_P(Lags, BrokenPlan, testing::ValuesIn(kLagMutants), mutant_name);
INSTANTIATE_TEST_SUITE_P(Memories, BrokenPlan, testing::ValuesIn(kMemoryMutants), mutant_name);

}  // namespace
}  // namespace rtlgen::test
