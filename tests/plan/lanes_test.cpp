// Lanes and words: which read of which lane a boundary case belongs to, for any P and any width.
#include <gtest/gtest.h>

#include "contract/frame.hpp"
#include "naive_fold.hpp"
#include "plan/executor_plan.hpp"
#include "programs.hpp"
#include "spec/boundary.hpp"

namespace rtlgen::test {
namespace {

using analysis::Side;
using plan::LaneCase;

/// The result of lane_cases for the read of cell `x` in a row of `n` cells; nullopt: a constant.
struct Read {
  int holding = 0;  ///< boundary cases that hold
  bool is_constant = false;
  std::optional<std::int64_t> cell;
};

Read evaluate(const std::vector<LaneCase>& cases, std::int64_t x, std::int64_t n, std::int64_t p) {
  Read result;
  const std::int64_t word = x / p, last_word = (n - 1) / p, tail = (n - 1) % p;
  for (const LaneCase& c : cases) {
    if (c.is_interior) {
      if (!result.cell) result.cell = x + c.offset;
      continue;
    }
    const bool holds = c.side == Side::kLow ? word == c.word : last_word - word == c.word && tail == c.tail;
    if (!holds) continue;
    ++result.holding;
    result.is_constant = c.is_constant;
    result.cell = x + c.offset;
  }
  return result;
}

void expect_row(const analysis::AxisRead& read, const spec::Boundary& rule, std::int64_t n, std::int64_t p,
                std::int64_t fixed) {
  for (std::int64_t x = 0; x < n; ++x) {
    const auto cases = plan::lane_cases(read, static_cast<int>(x % p), static_cast<int>(p), fixed);
    const Read got = evaluate(cases, x, n, p);
    const auto want = spec::resolve_index(x + read.offset, n, rule.kind);
    SCOPED_TRACE(testing::Message() << "cell " << x << " of " << n << ", P = " << p << ", offset " << read.offset
                                    << ", rule " << static_cast<int>(rule.kind) << (fixed > 0 ? ", fixed" : ""));
    ASSERT_LE(got.holding, 1);
    EXPECT_EQ(got.is_constant, !want.has_value());
    if (want) {
      EXPECT_EQ(got.cell, want);
    }
  }
}

TEST(LaneCases, FixedRowsOfAnyWidth) {
  for (const auto kind : rules_within_a_frame()) {
    for (std::int64_t p = 1; p <= 8; ++p) {
      for (std::int64_t n = 1; n <= 12; ++n) {
        for (int offset = -13; offset <= 13; ++offset) {
          const spec::Boundary rule{kind, 1};
          expect_row(analysis::resolve_axis(offset, rule, n, true), rule, n, p, n);
        }
      }
    }
  }
}

TEST(LaneCases, OneCompilationServesRowsOfEveryWidth) {
  for (const auto kind : rules_within_a_frame()) {
    for (const std::int64_t p : {1, 2, 3, 4, 8}) {
      for (int offset = -5; offset <= 5; ++offset) {
        const spec::Boundary rule{kind, 1};
        const analysis::AxisRead read = analysis::resolve_axis(offset, rule, 20, false);
        for (std::int64_t n = analysis::minimum_extent(offset, rule); n <= 20; ++n) expect_row(read, rule, n, p, 0);
      }
    }
  }
}

TEST(LaneCases, FixedRowsHaveNoCaseThatCannotHold) {
  // 10 cells in words of 4: the last cell is always in lane 1.
  const analysis::AxisRead read = analysis::resolve_axis(1, spec::Boundary{spec::BoundaryKind::kEdge, 0}, 10, true);
  EXPECT_EQ(plan::lane_cases(read, 0, 4, 10).size(), 1U);
  EXPECT_EQ(plan::lane_cases(read, 1, 4, 10).size(), 2U);
  EXPECT_EQ(plan::lane_cases(read, 3, 4, 10).size(), 1U);
  // With run-time extents it may be in any.
  const analysis::AxisRead open = analysis::resolve_axis(1, spec::Boundary{spec::BoundaryKind::kEdge, 0}, 10, false);
  EXPECT_EQ(plan::lane_cases(open, 0, 4, 0).size(), 2U);
}

TEST(Frame, RowsArePaddedToWholeWords) {
  const contract::FrameShape f = contract::frame_shape({10, 3, 2}, 4);
  EXPECT_EQ(f.row_words, 3);
  EXPECT_EQ(f.plane_words(), 9);
  EXPECT_EQ(f.words(), 18);
  EXPECT_EQ(f.count({1, -2, 1}), 9 - 6 + 1);
  EXPECT_EQ(contract::frame_shape({3, 1, 1}, 8).words(), 1);
}

}  // namespace
}  // namespace rtlgen::test
