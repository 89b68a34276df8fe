// Which lanes have registers, which delays share memories and pointers, and that a broken layout is
// found by the proof.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <set>
#include <string>

#include "elaborate/elaborate.hpp"
#include "frontend/frontend.hpp"
#include "hw/ir.hpp"
#include "plan/plan.hpp"
#include "spec/stencil.hpp"
#include "support/diagnostics.hpp"
#include "support/errors.hpp"

namespace rtlgen::plan {
namespace {

Plan plan_of(const std::string& text) {
  Diagnostics diagnostics;
  auto stencil = frontend::load_text(text, "test.yaml", {}, diagnostics);
  EXPECT_TRUE(stencil) << diagnostics.render();
  auto plan = make_plan(*stencil, diagnostics);
  EXPECT_TRUE(plan) << diagnostics.render();
  verify(*plan);
  return *std::move(plan);
}

/// A box of 3 cells a side on a grid of `axes` axes of `extent` cells, every buffer in block RAM.
Plan box(int axes, int extent, int lanes, const std::string& type, const std::string& extents = "fixed") {
  std::string sum, grid;
  for (int z = axes > 2 ? -1 : 0; z <= (axes > 2 ? 1 : 0); ++z) {
    for (int y = -1; y <= 1; ++y) {
      for (int x = -1; x <= 1; ++x) {
        sum += fmt::format("{}t[{},{}{}]", sum.empty() ? "" : " ^ ", x, y, axes > 2 ? fmt::format(",{}", z) : "");
      }
    }
  }
  for (int a = 0; a < axes; ++a) grid += fmt::format("{}{}", a == 0 ? "" : ", ", extent);
  return plan_of(
      fmt::format("name: box\ngrid: [{}]\ntype: {}\nfields:\n  t: {{}}\nupdate:\n"
                  "  - t: {{border: keep, expr: \"{}\"}}\n"
                  "hardware: {{cells_per_cycle: {}, extents: {}, ram: block, clock_mhz: 20}}\n",
                  grid, type, sum, lanes, extents));
}

int registers(const StreamPlan& stream) {
  int cells = 0;
  for (const WindowWord& w : stream.words) cells += static_cast<int>(w.lanes.size());
  return cells;
}

int blocks(const Plan& plan) {
  int sum = 0;
  for (const MemoryPlan& m : plan.executor.memories) sum += m.ram_blocks;
  return sum;
}

TEST(Window, HasOneRegisterForEachCellThatIsRead) {
  // 3 + P - 1 cells per row, nine rows.
  for (const int lanes : {1, 2, 4, 8})
    EXPECT_EQ(registers(box(3, 64, lanes, "uint32").executor.streams[spec::StreamId(0)]), 9 * (lanes + 2)) << lanes;
}

TEST(Window, KeepsTheReuseDistance) {
  // From x = -1 in the oldest row to the word of x = +P in the newest, each lane to its last reader.
  EXPECT_EQ(box(3, 64, 1, "uint32").executor.streams[spec::StreamId(0)].buffered_cells, 2 * 64 * 64 + 2 * 64 + 3);
  for (const int lanes : {2, 4}) {
    EXPECT_EQ(box(3, 64, lanes, "uint32").executor.streams[spec::StreamId(0)].buffered_cells,
              2 * 64 * 64 + 2 * 64 + 2 * lanes + 1)
        << lanes;
  }
}

TEST(Memories, TakeTheBlocksOfThePublishedTemplateOrFewer) {
  // Halves of a 36-kbit block; the template takes 22, 40, 64, 70, 106, 262, 280 and 304.
  EXPECT_EQ(blocks(box(3, 64, 1, "uint32")), 22);
  EXPECT_EQ(blocks(box(3, 64, 2, "uint32")), 28);
  EXPECT_EQ(blocks(box(3, 64, 4, "uint32")), 40);
  EXPECT_EQ(blocks(box(3, 128, 1, "uint32")), 70);
  EXPECT_EQ(blocks(box(3, 128, 4, "uint32")), 84);
  EXPECT_EQ(blocks(box(3, 256, 1, "uint32")), 262);
  EXPECT_EQ(blocks(box(3, 256, 2, "uint32")), 268);
  EXPECT_EQ(blocks(box(3, 256, 4, "uint32")), 280);
}

TEST(Pointers, AreSharedByEveryDelayOfEqualDepth) {
  // Six row buffers and two plane buffers: one pointer for each depth.
  const Plan one = box(3, 64, 1, "uint32");
  ASSERT_EQ(one.executor.pointers.size(), 2U);
  EXPECT_EQ(one.executor.memories.size(), 8U);
  // Lanes at the ends of the window are read twice a row, those in its middle once: their row buffers
  // are a word longer and have a pointer of their own, which is cheaper than two registers per row.
  const Plan four = box(3, 64, 4, "uint32");
  std::set<std::int64_t> depths;
  for (const PointerPlan& p : four.executor.pointers) depths.insert(p.max_depth);
  EXPECT_TRUE(depths.contains(16 - 2) && depths.contains(16 - 1));
  for (const Segment& s : four.executor.streams[spec::StreamId(0)].segments) EXPECT_EQ(s.lead, 0);
}

TEST(Leads, BringDelaysToOneDepthWhereThatSavesBlocks) {
  // One-bit cells: two depths would need two memories per row where one has room for all lanes.
  const Plan bits = box(2, 4096, 8, "uint<1>");
  EXPECT_EQ(bits.executor.pointers.size(), 1U);
  EXPECT_EQ(blocks(bits), 1);
  EXPECT_TRUE(std::any_of(bits.executor.streams[spec::StreamId(0)].segments.begin(),
                          bits.executor.streams[spec::StreamId(0)].segments.end(),
                          [](const Segment& s) { return s.lead == 1; }));
}

TEST(Names, OfWindowWordsAreUnique) {
  const Plan planned = plan_of(
      "name: trail\ngrid: [10, 5, 5]\ntype: uint16\nfields:\n  t: {boundary: symmetric}\nupdate:\n"
      "  - d: t[0,-1,1] ^ t[0,-1,-1]\n  - t: d[-2,1,-1] + d[-1,1,0] + t[0,-1,0] + d + t[2,0,-1]\n"
      "hardware: {cells_per_cycle: 3, steps: 3}\n");
  for (const StreamPlan& s : planned.executor.streams) {
    std::set<std::string> names;
    for (const WindowWord& w : s.words) EXPECT_TRUE(names.insert(w.name).second) << w.name;
  }
  EXPECT_NO_THROW(elaborate::elaborate(planned));
}

TEST(Proof, AcceptsRowsThatEndInAnyLane) {
  for (const int lanes : {2, 3, 4, 5}) {
    for (const char* boundary : {"reflect", "symmetric", "edge"}) {
      plan_of(
          fmt::format("name: side\ngrid: [23]\ntype: uint32\nfields:\n  t: {{boundary: {}}}\nupdate:\n  - t: t[1] + 1\n"
                      "hardware: {{cells_per_cycle: {}}}\n",
                      boundary, lanes));
    }
  }
}

/// Each break of a good plan must be refused, in words that name it.
void refused(const std::function<void(Plan&)>& damage, const std::string& reason) {
  Plan planned = box(3, 64, 4, "uint32");
  damage(planned);
  try {
    verify(planned);
    ADD_FAILURE() << "accepted a plan that should fail with: " << reason;
  } catch (const InternalError& error) {
    EXPECT_NE(std::string(error.what()).find(reason), std::string::npos) << error.what();
  }
}

Segment& first_circulating(Plan& p) {
  auto& segments = p.executor.streams[spec::StreamId(0)].segments;
  return *std::find_if(segments.begin(), segments.end(), [](const Segment& s) { return s.memory >= 0; });
}

TEST(Proof, RefusesABrokenLayout) {
  refused([](Plan& p) { p.executor.streams[spec::StreamId(0)].words[1].lanes.pop_back(); },
          "a lane that is read has no register");
  refused([](Plan& p) { p.executor.streams[spec::StreamId(0)].segments.pop_back(); }, "by no path or by several");
  refused(
      [](Plan& p) {
        p.executor.streams[spec::StreamId(0)].segments.push_back(p.executor.streams[spec::StreamId(0)].segments[0]);
      },
      "by no path or by several");
  refused([](Plan& p) { first_circulating(p).from = -1; }, "does not come from its previous word");
  refused([](Plan& p) { ++first_circulating(p).max_depth; }, "a segment's depth is not that of its distance");
  refused([](Plan& p) { first_circulating(p).lead = 1; }, "a memory of another depth");
  refused([](Plan& p) { ++p.executor.pointers[0].max_depth; }, "a pointer of another depth");
  refused([](Plan& p) { ++p.executor.pointers[0].depth.words; }, "a pointer of another depth");
  refused([](Plan& p) { --p.executor.memories[0].width; }, "a memory of another width");
  refused([](Plan& p) { p.executor.memories[0].storage = Storage::kDistributed; }, "a memory of another kind");
  refused([](Plan& p) { --p.executor.streams[spec::StreamId(0)].buffered_cells; }, "buffered cells are miscounted");
  refused(
      [](Plan& p) {
        Segment& s = p.executor.streams[spec::StreamId(0)].segments[0];
        ASSERT_EQ(s.storage, Storage::kRegister);
        s.lead = 1;
      },
      "registers without a memory behind them");
}

}  // namespace
}  // namespace rtlgen::plan
