// Boundary cases, taps and reuse distances against brute force over small grids.
#include "analysis/windows.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <functional>
#include <optional>
#include <set>

#include "frontend/frontend.hpp"
#include "naive_fold.hpp"
#include "spec/stencil.hpp"
#include "support/diagnostics.hpp"
#include "support/errors.hpp"
#include "test_paths.hpp"

namespace rtlgen::analysis {
namespace {

using spec::Boundary;
using spec::BoundaryKind;

struct Resolved {
  int cases = 0;  ///< how many hold
  bool inside = false;
  std::optional<std::int64_t> cell;
  std::uint64_t constant = 0;
};

/// The hardware's action for `read` at coordinate `c` of an axis of `n` cells.
Resolved resolve(const AxisRead& read, std::int64_t c, std::int64_t n) {
  Resolved a;
  for (const EdgeCase& e : read.cases) {
    if ((e.side == Side::kLow ? c : n - 1 - c) != e.distance) continue;
    ++a.cases;
    a.constant = e.constant;
    if (!e.is_constant) a.cell = c + e.offset;
  }
  if (a.cases == 0 && read.has_interior) {
    a.cell = c + read.offset;
    a.inside = true;
  }
  return a;
}

void expect_right(const AxisRead& read, int offset, std::int64_t n, const Boundary& boundary) {
  for (std::int64_t c = 0; c < n; ++c) {
    const Resolved got = resolve(read, c, n);
    const auto want = test::naive_fold(c + offset, n, boundary.kind);
    const bool inside = c + offset >= 0 && c + offset < n;
    SCOPED_TRACE(testing::Message() << "cell " << c << " of " << n << ", offset " << offset << ", rule "
                                    << static_cast<int>(boundary.kind));
    ASSERT_LE(got.cases, 1);
    EXPECT_EQ(got.cell, want);
    EXPECT_EQ(got.inside, inside);
    if (!want) {
      EXPECT_EQ(got.constant, boundary.constant);
    }
  }
}

TEST(ResolveAxis, FixedExtentsResolveEveryCell) {
  for (const BoundaryKind kind : test::rules_within_a_frame()) {
    for (std::int64_t n = 1; n <= 9; ++n) {
      for (int offset = -20; offset <= 20; ++offset) {
        const Boundary boundary{kind, 0x2a};
        const AxisRead read = resolve_axis(offset, boundary, n, true);
        expect_right(read, offset, n, boundary);
        EXPECT_EQ(read.has_interior, std::abs(offset) < n);
        EXPECT_EQ(read.cases.size(), static_cast<std::size_t>(std::min<std::int64_t>(std::abs(offset), n)));
      }
    }
  }
}

TEST(ResolveAxis, OneCompilationServesEveryExtentFromTheMinimum) {
  constexpr std::int64_t kMaximum = 12;
  for (const BoundaryKind kind : test::rules_within_a_frame()) {
    for (int offset = -5; offset <= 5; ++offset) {
      const Boundary boundary{kind, 7};
      const AxisRead read = resolve_axis(offset, boundary, kMaximum, false);
      for (std::int64_t n = minimum_extent(offset, boundary); n <= kMaximum; ++n) {
        expect_right(read, offset, n, boundary);
      }
    }
  }
}

TEST(ResolveAxis, ReflectionNeedsItsMinimum) {
  // One cell less and the compiled cases are wrong: the limit is no caution.
  for (const int offset : {-3, -2, -1, 1, 2, 3}) {
    const Boundary boundary{BoundaryKind::kReflect, 0};
    const AxisRead read = resolve_axis(offset, boundary, 12, false);
    const std::int64_t n = minimum_extent(offset, boundary) - 1;
    bool wrong = false;
    for (std::int64_t c = 0; c < n; ++c)
      wrong = wrong || resolve(read, c, n).cell != test::naive_fold(c + offset, n, boundary.kind);
    EXPECT_TRUE(wrong) << offset;
  }
}

TEST(ResolveAxis, AMaximumThatCannotHoldTheWindowIsOurBug) {
  EXPECT_THROW((void)resolve_axis(-4, Boundary{BoundaryKind::kEdge, 0}, 4, false), InternalError);
  EXPECT_NO_THROW((void)resolve_axis(-4, Boundary{BoundaryKind::kEdge, 0}, 4, true));
  EXPECT_NO_THROW((void)resolve_axis(-4, Boundary{BoundaryKind::kEdge, 0}, 5, false));
}

TEST(ResolveAxis, TheCellItselfHasNoCases) {
  for (const BoundaryKind kind : test::rules_within_a_frame()) {
    const AxisRead read = resolve_axis(0, Boundary{kind, 1}, 1, true);
    EXPECT_TRUE(read.cases.empty());
    EXPECT_TRUE(read.has_interior);
  }
}

// ---------------------------------------------------------------- reads of a stage

spec::Stencil stencil_of(const std::string& text) {
  Diagnostics diagnostics;
  auto stencil = frontend::load_text(text, "test.yaml", {}, diagnostics);
  EXPECT_TRUE(stencil.ok()) << diagnostics.render();
  return *std::move(stencil);
}

constexpr const char* kTwoLines = R"yaml(name: reads
grid: [10, 7, 5]
fields:
  a: {boundary: reflect}
  b: {boundary: {x: edge, y: {constant: 1}}}
  o: {}
params:
  p: {value: 2, runtime: true}
  q: {value: 3, runtime: true}
update:
  - d: a[-1,0,0] + b[0,2,0] + a[1,0,0] * p + a[-1,0,0]
  - a: {expr: "a + d[0,0,-1] * float32(x + nz)", border: keep}
  - o: a[0,1,0] * q + float32(step)
)yaml";

TEST(CollectReads, TapsAreDistinctAndInOrderOfUse) {
  const spec::Stencil s = stencil_of(kTwoLines);
  const StageReads first = collect_reads(s, spec::StageId(0));
  std::vector<spec::Offset> offsets;
  std::vector<std::string> arrays;
  for (const Tap& t : first.taps) {
    offsets.push_back(t.offset);
    arrays.push_back(s.arrays[s.streams[t.stream].array].name);
  }
  EXPECT_EQ(offsets, (std::vector<spec::Offset>{{-1, 0, 0}, {0, 2, 0}, {1, 0, 0}}));
  EXPECT_EQ(arrays, (std::vector<std::string>{"a", "b", "a"}));
  EXPECT_EQ(first.taps[1].boundary[1]->kind, BoundaryKind::kConstant);
  EXPECT_EQ(first.params, std::vector<spec::ParamId>{spec::ParamId(0)});
  EXPECT_FALSE(first.uses_step);
}

TEST(CollectReads, LaterLinesReadTheNewValue) {
  const spec::Stencil s = stencil_of(kTwoLines);
  const StageReads second = collect_reads(s, spec::StageId(1));
  const StageReads third = collect_reads(s, spec::StageId(2));
  EXPECT_EQ(second.taps[0].stream, s.first_stream(spec::ArrayId(0)));
  EXPECT_EQ(third.taps[0].stream, s.final_stream(spec::ArrayId(0)));
  EXPECT_NE(s.first_stream(spec::ArrayId(0)), s.final_stream(spec::ArrayId(0)));
  EXPECT_TRUE(second.uses_coordinate[0]);
  EXPECT_FALSE(second.uses_coordinate[1]);
  EXPECT_TRUE(second.uses_extent[2]);
  EXPECT_FALSE(second.uses_extent[0]);
  EXPECT_TRUE(third.uses_step);
  EXPECT_EQ(third.params, std::vector<spec::ParamId>{spec::ParamId(1)});
}

TEST(CollectReads, NodesAreExactlyWhatTheRootDependsOn) {
  const spec::Stencil s = stencil_of(kTwoLines);
  for (const spec::StageId i : s.stages.ids()) {
    std::set<spec::NodeId> want;
    const std::function<void(spec::NodeId)> reach = [&](spec::NodeId id) {
      if (!want.insert(id).second) return;
      for (const spec::NodeId a : s.nodes[id].args) reach(a);
    };
    reach(s.stages[i].root);
    EXPECT_EQ(collect_reads(s, i).nodes, std::vector<spec::NodeId>(want.begin(), want.end()));
  }
}

// ---------------------------------------------------------------- reuse distance

/// Counted on the grid: cells from the first to the last one that an inner cell reads.
std::int64_t counted_reuse(const spec::Stencil& s, spec::StreamId stream) {
  std::set<std::int64_t> read;
  const spec::Extents& n = s.grid;
  const spec::Extents c{n[0] / 2, n[1] / 2, n[2] / 2};
  for (const spec::Node& node : s.nodes) {
    if (node.op != spec::Op::kTap || node.stream != stream) continue;
    std::int64_t index = 0, place = 0;
    // The place in memory, by stepping through the grid to the cell.
    for (std::int64_t z = 0; z < n[2]; ++z) {
      for (std::int64_t y = 0; y < n[1]; ++y) {
        for (std::int64_t x = 0; x < n[0]; ++x, ++index) {
          if (x == c[0] + node.offset[0] && y == c[1] + node.offset[1] && z == c[2] + node.offset[2]) place = index;
        }
      }
    }
    read.insert(place);
  }
  return read.empty() ? 0 : *read.rbegin() - *read.begin() + 1;
}

TEST(ReuseDistance, IsWhatOneCountsOnTheGrid) {
  for (const char* update : {"a: a[-1,0,0] + a[1,0,0]", "a: a[0,-2,0] + a[0,1,0] * a", "a: a[2,1,-1] - a[-1,-1,2]",
                             "a: a[0,0,-2] + a[-2,2,0]", "a: a[1,0,0]"}) {
    const spec::Stencil s =
        stencil_of(std::string("name: r\ngrid: [9, 8, 7]\nfields: {a: {}}\nupdate:\n  - ") + update + "\n");
    EXPECT_EQ(reuse_distance(s, s.first_stream(spec::ArrayId(0))), counted_reuse(s, s.first_stream(spec::ArrayId(0))))
        << update;
  }
}

TEST(ReuseDistance, OfTheStencilsInThePapers) {
  const auto distance = [](const std::string& name) {
    Diagnostics diagnostics;
    const auto s = frontend::load_file(test::source_folder() + "/configs/" + name + ".yaml", {}, diagnostics);
    EXPECT_TRUE(s.ok()) << diagnostics.render();
    return std::make_pair(reuse_distance(*s, s->first_stream(spec::ArrayId(0))), s->grid);
  };
  const auto [five, grid2] = distance("jacobi2d_5pt");
  EXPECT_EQ(five, 2 * grid2[0] + 1);
  const auto [nine, grid9] = distance("jacobi2d_9pt");
  EXPECT_GE(nine, 2 * grid9[0] + 1);
  const auto [seven, grid3] = distance("jacobi3d_7pt");
  EXPECT_EQ(seven, 2 * grid3[0] * grid3[1] + 1);
  const auto [three, grid1] = distance("heat1d");
  EXPECT_EQ(three, 3);
}

TEST(ReuseDistance, OfAStreamThatNobodyReadsIsZero) {
  const spec::Stencil s = stencil_of("name: r\ngrid: [9]\nfields: {a: {}, o: {}}\nupdate:\n  - o: a[1]\n");
  EXPECT_EQ(reuse_distance(s, s.final_stream(spec::ArrayId(1))), 0);
}

}  // namespace
}  // namespace rtlgen::analysis
