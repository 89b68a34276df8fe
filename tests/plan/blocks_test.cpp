// Spatial blocking: what is refused, the geometry of frames by its definition, and that plans with too narrow
// ghost zones or gaps are found.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "contract/core_interface.hpp"
#include "contract/frame.hpp"
#include "contract/run_settings.hpp"
#include "frontend/frontend.hpp"
#include "plan/auto_block.hpp"
#include "plan/framing.hpp"
#include "plan/plan.hpp"
#include "programs.hpp"
#include "spec/stencil.hpp"
#include "support/diagnostics.hpp"
#include "support/errors.hpp"

namespace rtlgen::test {
namespace {

std::string program(const std::string& grid, const std::string& boundary, const std::string& line,
                    const std::string& hardware) {
  return fmt::format(
      "name: cut\ngrid: [{}]\ntype: int16\nfields: {{a: {{boundary: {}}}}}\nupdate:\n  - a: {}\niterations: "
      "4\nhardware: {{{}}}\n",
      grid, boundary, line, hardware);
}

std::string refusal_of_block(const std::string& text) {
  Diagnostics diagnostics;
  auto stencil = frontend::load_text(text, "test.yaml", {}, diagnostics);
  EXPECT_TRUE(stencil.ok()) << diagnostics.render();
  EXPECT_FALSE(plan::frame_blocks(*stencil, diagnostics) && plan::make_plan(*stencil, diagnostics).ok());
  EXPECT_NE(diagnostics.render().find("error[RG0404]"), std::string::npos);
  return diagnostics.render();
}

TEST(BlockRefusal, SaysWhatWouldBeRight) {
  const std::string star = "a[-1,0] + a[1,0] + a[0,-1] + a[0,1]";
  const auto has = [](const std::string& text, const std::string& part) {
    EXPECT_NE(text.find(part), std::string::npos) << text;
  };
  has(refusal_of_block(program("40, 30", "edge", star, "block: [20, 10]")),
      "the last axis, y, cannot be cut into blocks");
  has(refusal_of_block(program("40", "edge", "a[-1] + a[1]", "block: [20]")), "the last axis, x, cannot be cut");
  const std::string narrow =
      refusal_of_block(program("40, 30", "edge", star, "cells_per_cycle: 4, steps: 3, block: [8]"));
  has(narrow, "a block of 8 cells along x has no cells of its own");
  has(narrow, "its ghost zone takes 8 cells: use a multiple of 4, at least 12");
  has(narrow, "test.yaml:8:50: error[RG0404]");
  has(refusal_of_block(program("40, 30", "edge", star, "cells_per_cycle: 4, block: [22]")),
      "is not a whole number of words");
  has(refusal_of_block(program("42, 30", "wrap", star, "cells_per_cycle: 4, block: [20]")), "must be a multiple of 4");
  has(refusal_of_block(program("40, 2", "edge", "a[-1,0] + a[0,3]", "block: [20]")),
      "the window of one time step does not fit into a block");
  has(refusal_of_block(
          "name: cut\ngrid: [40, 30]\ntype: int16\nfields: {a: {}, c: {axes: [x]}}\nupdate:\n  - a: a[-1,0] + "
          "c\nhardware: {block: [20]}\n"),
      "'c' is held on chip along x");
}

TEST(Blocks, OneThatHoldsTheGridIsNone) {
  const plan::Plan p = plan_of(program("40, 30", "edge", "a[-1,0] + a[1,0]", "block: [40]"));
  EXPECT_FALSE(p.core.has_blocks());
  EXPECT_FALSE(p.stencil->blocks.has_value());
}

TEST(Blocks, AreOfRunTimeExtentsWhateverTheFileSays) {
  const plan::Plan p = plan_of(program("40, 30", "edge", "a[-1,0] + a[1,0]", "block: [20], extents: fixed"));
  EXPECT_EQ(p.core.extents, contract::ExtentPlan::kRuntime);
}

TEST(Blocks, WithABusAreWholeBeats) {
  const plan::Plan p =
      plan_of(program("200, 30", "edge", "a[-1,0] + a[1,0]", "cells_per_cycle: 2, steps: 3, block: [96], bus: 256"));
  EXPECT_EQ(p.core.ghost_low[0], 16) << "three cells, up to a beat of 16";
  EXPECT_EQ(p.core.stride(0), 64);
  Diagnostics diagnostics;
  auto odd = frontend::load_text(program("200, 30", "wrap", "a[-1,0] + a[1,0]", "cells_per_cycle: 2, bus: 256"),
                                 "test.yaml", {}, diagnostics);
  EXPECT_FALSE(plan::frame_blocks(*odd, diagnostics));
  EXPECT_NE(diagnostics.render().find(
                "test.yaml:8:37: error[RG0405]: x wraps and is read from memory, but 200 cells are not a whole number "
                "of beats"),
            std::string::npos)
      << diagnostics.render();
}

/// The stencil's block for a budget, and the RAM of its buffers.
std::pair<std::vector<std::int64_t>, std::int64_t> chosen(const std::string& text, std::int64_t budget) {
  Diagnostics diagnostics;
  auto stencil = frontend::load_text(text, "test.yaml", {}, diagnostics);
  EXPECT_TRUE(stencil.ok()) << diagnostics.render();
  EXPECT_TRUE(stencil->hardware.block_auto);
  const auto block = plan::choose_block(*stencil, {budget, 0}, diagnostics);
  EXPECT_TRUE(block.ok()) << diagnostics.render();
  stencil->hardware.block = *block;
  EXPECT_TRUE(plan::frame_blocks(*stencil, diagnostics));
  const auto plan = plan::make_plan(*stencil, diagnostics);
  return {*block, plan::rams(*plan).blocks};
}

TEST(AutoBlock, IsTheLargestThatFits) {
  const std::string text =
      program("60000, 40", "edge", "a[-1,0] + a[1,0] + a[0,-1] + a[0,1]", "cells_per_cycle: 4, steps: 4, block: auto");
  const auto [whole, all] = chosen(text, 100000);
  EXPECT_TRUE(whole.empty());
  for (const std::int64_t budget : {all - 1, all / 2, all / 5}) {
    const auto [block, used] = chosen(text, budget);
    ASSERT_EQ(block.size(), 1U);
    EXPECT_LE(used, budget);
    Diagnostics none;
    auto wider = frontend::load_text(text, "test.yaml", {}, none);
    wider->hardware.block = {block[0] + 4};
    ASSERT_TRUE(plan::frame_blocks(*wider, none));
    EXPECT_GT(plan::rams(*plan::make_plan(*wider, none)).blocks, budget) << "a wider block fits too: " << block[0];
  }
}

TEST(AutoBlock, HasABudgetOfUltraRams) {
  const std::string text = program("60000, 40", "edge", "a[-1,0] + a[1,0] + a[0,-1] + a[0,1]",
                                   "steps: 4, block: auto, ram: ultra, device: xcu");
  Diagnostics none;
  const auto stencil = frontend::load_text(text, "test.yaml", {}, none);
  ASSERT_TRUE(stencil.ok()) << none.render();
  const auto used = [&](const plan::Rams& budget) {
    spec::Stencil cut = *stencil;
    cut.hardware.block = *plan::choose_block(*stencil, budget, none);
    EXPECT_TRUE(plan::frame_blocks(cut, none));
    return plan::rams(*plan::make_plan(cut, none));
  };
  const plan::Rams whole = used({0, 100000});
  EXPECT_GT(whole.ultra, 8);
  EXPECT_EQ(whole.blocks, 0);
  const plan::Rams half = used({0, whole.ultra / 2});
  EXPECT_LE(half.ultra, whole.ultra / 2);
  EXPECT_GT(half.ultra, 0);
}

TEST(AutoBlock, CutsBothAxesWhereThatStreamsLess) {
  std::string text =
      program("500, 400, 60", "edge", "a[-1,0,0] + a[1,0,0] + a[0,-1,0] + a[0,1,0] + a[0,0,-1] + a[0,0,1]",
              "cells_per_cycle: 4, steps: 4, block: auto");
  const auto [block, used] = chosen(text, 60);
  EXPECT_EQ(block.size(), 2U);
  EXPECT_LE(used, 60);
}

/// Each cell of the grid has one place, in a block's own part; each place shows the cell that lies as far from
/// the block's first as the place does, or, off the grid, none, or the one on the other side.
void check_places(const contract::CoreInterface& core, const spec::Extents& grid) {
  Diagnostics none;
  const auto run = contract::run_settings(core, grid, core.steps, none);
  ASSERT_TRUE(run.ok()) << none.render();
  const std::int64_t p = core.cells_per_cycle, padded = run->frame.row_words * p;
  for (std::int64_t cell = 0; cell < grid[0] * grid[1] * grid[2]; ++cell)
    EXPECT_EQ(contract::cell_at(core, grid, contract::place_of(core, grid, cell)), cell);
  for (std::int64_t place = 0; place < run->pass_words() * p; ++place) {
    const std::int64_t frame_cells = padded * run->frame.rows * run->frame.planes;
    const std::int64_t index = place / frame_cells, in_frame = place % frame_cells;
    const std::int64_t at[3] = {in_frame % padded, in_frame / padded % run->frame.rows,
                                in_frame / padded / run->frame.rows};
    const std::int64_t block[3] = {index % run->blocks[0], index / run->blocks[0], 0};
    std::int64_t expected = 0;
    for (std::size_t a = 3; a-- > 0;) {
      std::int64_t c = block[a] * (core.blocked(a) ? core.stride(a) : 0) + at[a] - core.ghost_low[a];
      const bool round = core.blocked(a) ? core.block_wraps[a] : true;
      if (round) c = (c % grid[a] + grid[a]) % grid[a];
      if (c < 0 || c >= grid[a] || (a == 0 && at[0] >= core.frame_extents(grid)[0])) {
        expected = -1;
        break;
      }
      expected = expected * grid[a] + c;
    }
    EXPECT_EQ(contract::cell_at(core, grid, place), expected) << place;
  }
}

TEST(Blocks, PlacesAreThoseOfTheDefinition) {
  for (const char* boundary : {"edge", "wrap"}) {
    const plan::Plan p = plan_of(program("16, 9, 5", boundary, "a[-1,0,0] + a[1,1,0] + a[0,-1,1]",
                                         "cells_per_cycle: 2, steps: 2, block: [10, 6]"));
    ASSERT_TRUE(p.core.blocked(0) && p.core.blocked(1));
    check_places(p.core, {16, 9, 5});
    check_places(p.core, {6, 4, 4});
  }
}

/// Words of three passes enter one a token, fillers after each frame: is what a word shows always out before?
bool ends(const contract::CoreInterface& core, const spec::Extents& grid, const contract::RunSettings& run,
          std::int64_t gap) {
  const std::int64_t frame = run.frame.words(), tokens = frame + gap * run.slice(core.axes);
  const auto token_of = [&](std::int64_t word) { return word / frame * tokens + word % frame; };
  for (std::int64_t word = 0; word < run.pass_words(); ++word) {
    const std::int64_t needed = contract::words_before(core, grid, word);
    if (needed > 0 && run.frames() * tokens + token_of(word) - run.total_lag <= token_of(needed - 1)) return false;
  }
  return true;
}

TEST(Blocks, GapsAreJustEnough) {
  int gaps = 0;
  for (const char* boundary : {"edge", "wrap"}) {
    for (int steps = 1; steps <= 3; ++steps) {
      for (const spec::Extents& grid : {spec::Extents{4, 2, 2}, {8, 6, 3}, {16, 9, 5}, {24, 5, 4}}) {
        const plan::Plan p = plan_of(program("24, 12, 5", boundary, "a[-1,0,0] + a[1,1,0] + a[0,-1,1]",
                                             fmt::format("cells_per_cycle: 2, steps: {}, block: [{}, {}]", steps,
                                                         4 * ((steps + 1) / 2) + 4, 2 * steps + 2)));
        Diagnostics none;
        const auto run = contract::run_settings(p.core, grid, 3 * steps, none);
        ASSERT_TRUE(run.ok()) << none.render();
        EXPECT_TRUE(ends(p.core, grid, *run, run->gap));
        if (run->gap == 0) continue;
        ++gaps;
        const std::int64_t way = p.core.round_trip();
        if (run->slack < way)
          EXPECT_FALSE(ends(p.core, grid, *run, run->gap - 1));
        else  // fillers instead of waiting
          EXPECT_LT(run->slack - run->frames() * run->slice(p.core.axes), way);
      }
    }
  }
  EXPECT_GE(gaps, 2);
}

TEST(Blocks, CellsBesidesTheGridAreThoseOfTheFormula) {
  const plan::Plan p =
      plan_of(program("100, 30", "edge", "a[-1,0] + a[2,0] + a[0,1]", "cells_per_cycle: 4, steps: 3, block: [32]"));
  const contract::CoreInterface& core = p.core;
  EXPECT_EQ(core.ghost_low[0], 4);   // 3 x 1 cells, rounded up to words
  EXPECT_EQ(core.ghost_high[0], 8);  // 3 x 2
  EXPECT_EQ(core.stride(0), 20);
  Diagnostics none;
  const auto run = contract::run_settings(core, {100, 30, 1}, 3, none);
  ASSERT_TRUE(run.ok());
  EXPECT_EQ(run->frames(), 5);
  EXPECT_EQ(run->pass_words() * 4, 5 * 32 * 30);
}

std::string fault(void (*change)(plan::Plan&)) {
  plan::Plan p =
      plan_of(program("40, 30", "edge", "a[-1,0] + a[1,0] + a[0,1]", "cells_per_cycle: 2, steps: 3, block: [16]"));
  plan::verify(p);
  change(p);
  try {
    plan::verify(p);
  } catch (const InternalError& e) {
    return e.what();
  }
  return "accepted";
}

TEST(BrokenBlocks, AreFound) {
  const auto has = [](const std::string& text, const std::string& part) {
    EXPECT_NE(text.find(part), std::string::npos) << text;
  };
  has(fault([](plan::Plan& p) { p.core.ghost_low[0] -= 2; }), "the ghosts along axis 0 are too narrow");
  has(fault([](plan::Plan& p) { p.core.ghost_high[0] -= 2; }), "the ghosts along axis 0 are too narrow");
  has(fault([](plan::Plan& p) { p.core.ghost_high[0] += 2; }), "ghosts that no read reaches");
  has(fault([](plan::Plan& p) { p.core.block[0] = 8; }), "a block's own part is not a whole number of words");
  has(fault([](plan::Plan& p) {
        p.core.ports.erase(std::find_if(p.core.ports.begin(), p.core.ports.end(), [](const contract::Port& port) {
          return port.role == contract::PortRole::kBlocksX;
        }));
      }),
      "is missing");
}

}  // namespace
}  // namespace rtlgen::test
