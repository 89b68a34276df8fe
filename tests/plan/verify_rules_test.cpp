// The proof's own boundary rules against those by which plans are made.
#include <gtest/gtest.h>

#include "plan/verify/parts.hpp"
#include "spec/boundary.hpp"

namespace rtlgen::test {
namespace {

using spec::Boundary;
using spec::BoundaryKind;

TEST(VerifyRules, AgreeWithThoseOfTheLanguage) {
  int outside = 0;
  for (const spec::BoundaryWord& row : spec::boundary_table()) {
    for (std::int64_t n = 1; n <= 7; ++n) {
      for (std::int64_t i = -30; i <= 30; ++i) {
        const auto expected = spec::resolve_index(i, n, row.kind);
        EXPECT_EQ(plan::cell_read(i, n, Boundary{row.kind, 5}), expected) << row.word << ": " << i << " of " << n;
        outside += expected != i ? 1 : 0;
      }
    }
  }
  EXPECT_GT(outside, 1000);
}

TEST(VerifyRules, Values) {
  EXPECT_EQ(plan::cell_read(-2, 5, Boundary{BoundaryKind::kEdge}), 0);
  EXPECT_EQ(plan::cell_read(-2, 5, Boundary{BoundaryKind::kReflect}), 2);
  EXPECT_EQ(plan::cell_read(-2, 5, Boundary{BoundaryKind::kSymmetric}), 1);
  EXPECT_EQ(plan::cell_read(6, 5, Boundary{BoundaryKind::kReflect}), 2);
  EXPECT_EQ(plan::cell_read(6, 5, Boundary{BoundaryKind::kSymmetric}), 3);
  EXPECT_EQ(plan::cell_read(-2, 5, Boundary{BoundaryKind::kWrap}), 3);
  EXPECT_EQ(plan::cell_read(-2, 5, Boundary{BoundaryKind::kConstant}), std::nullopt);
  EXPECT_EQ(plan::cell_read(4, 5, Boundary{BoundaryKind::kConstant}), 4);
  EXPECT_EQ(plan::cell_read(4, 5, std::nullopt), 4) << "an open read on the grid";
  EXPECT_EQ(plan::cell_read(5, 5, std::nullopt), std::nullopt);
}

}  // namespace
}  // namespace rtlgen::test
