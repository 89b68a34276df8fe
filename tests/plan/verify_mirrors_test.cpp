// Mutants of mirrors: memories that hold another block, words that come from elsewhere, too early or too late.
#include "broken.hpp"
#include "contract/core_interface.hpp"
#include "spec/stencil.hpp"
#include "support/errors.hpp"

namespace rtlgen::test {
namespace {

constexpr const char* kPlaneOfRows = R"yaml(name: rows
grid: [96, 20, 6]
type: int16
fields:
  u: {boundary: {y: {constant: 0}}}
update:
  - u: {expr: "u[1,1,0] + u[0,-1,0] + u", order: backward y}
hardware: {cells_per_cycle: 2, steps: 2}
)yaml";

constexpr const char* kFrame = R"yaml(name: frame
grid: [96, 12]
type: int16
fields:
  u: {boundary: {y: {constant: 0}}}
update:
  - u: {expr: "u[1,1] + u[0,-1] + u", order: backward y}
)yaml";

constexpr const char* kSquare = R"yaml(name: square
grid: [40, 40]
type: int16
fields:
  u: {boundary: {x: {constant: 0}}}
update:
  - u: {expr: "u[-1,0] + u[1,1] + u", order: forward x}
)yaml";

/// On one row, the border rule replaces every read of t.
constexpr const char* kUnread = R"yaml(name: unread
grid: [9, 1]
type: uint8
fields: {u: {}}
update:
  - t: {expr: "u + t[0,1; y=constant(4)]", order: backward y}
  - u: {expr: "t[0,1]", border: keep}
)yaml";

plan::StagePlan& mirror(Plan& p) {
  for (plan::StagePlan& s : p.executor.stages) {
    if (s.mirror) return s;
  }
  throw InternalError("no mirror in this plan");
}

/// Another program of the lines, changed where `change` says.
template <class Change>
std::function<void(Plan&)> lines(Change change) {
  return [change](Plan& p) {
    auto copy = std::make_shared<spec::Stencil>(*p.stencil);
    for (spec::Stage& stage : copy->stages) change(stage);
    p.stencil = copy;
  };
}

const Mutants kMirrorMutants = {
    {"memory_one_short", kPlaneOfRows, [](Plan& p) { --mirror(p).mirror->words; }, "another depth"},
    {"memory_one_long", kFrame, [](Plan& p) { ++mirror(p).mirror->words; }, "another depth"},
    {"block_a_word_short", kPlaneOfRows, [](Plan& p) { --mirror(p).mirror->block.words; }, "the wrong number of words"},
    {"block_a_row_long", kPlaneOfRows, [](Plan& p) { ++mirror(p).mirror->block.rows; }, "the wrong number of words"},
    {"block_a_plane_long", kPlaneOfRows, [](Plan& p) { ++mirror(p).mirror->block.planes; },
     "the wrong number of words"},
    {"frame_a_word_long", kFrame, [](Plan& p) { ++mirror(p).mirror->block.words; }, "the wrong number of words"},
    {"another_axis", kPlaneOfRows, [](Plan& p) { mirror(p).mirror->axis = 2; }, "the wrong axis"},
    {"no_memory", kPlaneOfRows, [](Plan& p) { mirror(p).mirror.reset(); }, "no memory"},
    {"lag_a_word_less", kPlaneOfRows, [](Plan& p) { --mirror(p).lag.words; }, "before it has arrived"},
    {"lag_a_plane_less", kPlaneOfRows, [](Plan& p) { --mirror(p).lag.planes; }, "before it has arrived"},
    {"rows_of_a_word", kPlaneOfRows, [](Plan& p) { p.core.minimum[0] = 1; }, "a word is read before it is written"},
    {"memory_too_narrow", kPlaneOfRows, [](Plan& p) { --mirror(p).mirror->width; }, "another width"},
    {"memory_blocks", kPlaneOfRows,
     [](Plan& p) {
       plan::MirrorPlan& m = *mirror(p).mirror;
       m.ram_blocks = m.storage == Storage::kBlock ? 0 : 1;
     },
     "of a mirror are miscounted"},
    {"shift_register", kPlaneOfRows,
     [](Plan& p) {
       mirror(p).mirror->storage = Storage::kShiftRegister;
       mirror(p).mirror->ram_blocks = 0;
     },
     "memory with one address"},
    {"read_takes_longer", kPlaneOfRows, [](Plan& p) { ++mirror(p).mirror->read_cycles; },
     "a different number of cycles"},
    {"word_a_cycle_early", kPlaneOfRows, [](Plan& p) { --mirror(p).ready_cycle; }, "result and its stream"},
    {"line_turned_twice", kPlaneOfRows, lines([](spec::Stage& s) {
       if (s.sweep) s.sweep->backward = true;
     }),
     "backward"},
    {"transposed_along_y", kSquare, [](Plan& p) { mirror(p).mirror->axis = 1; }, "the wrong axis"},
    {"transposed_memory_one_short", kSquare, [](Plan& p) { --mirror(p).mirror->words; }, "another depth"},
    {"transposed_a_row_short", kSquare, [](Plan& p) { mirror(p).mirror->block.words -= 40; },
     "the wrong number of words"},
    {"transposed_rows_of_another_length", kPlaneOfRows,
     [](Plan& p) {
       mirror(p).mirror->axis = 0;
       lines([](spec::Stage& s) {
         if (s.mirror) s.mirror = 0;
       })(p);
     },
     "frames of variable size"},
    {"transposed_oblong", kFrame,
     [](Plan& p) {
       mirror(p).mirror->axis = 0;
       lines([](spec::Stage& s) {
         if (s.mirror) s.mirror = 0;
       })(p);
     },
     "a transposed plane is not square"},
    {"written_behind_the_end", kUnread,
     [](Plan& p) {
       --p.executor.latency;
       --p.core.total_latency;
     },
     "advances without a token"},
    {"mirror_is_a_line", kPlaneOfRows, lines([](spec::Stage& s) { s.mirror.reset(); }), "no memory"},
};

INSTANTIATE_TEST_SUITE_P(Mirrors, BrokenPlan, testing::ValuesIn(kMirrorMutants), mutant_name);

}  // namespace
}  // namespace rtlgen::test
