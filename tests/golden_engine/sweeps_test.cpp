// Lines with `order`, by example: what they compute, against plain loops.
#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <stdexcept>
#include <string>
#include <vector>

#include "cross_check.hpp"
#include "frontend/frontend.hpp"
#include "golden/engine.hpp"
#include "golden/exact_run.hpp"
#include "golden/grid.hpp"
#include "golden/ignored.hpp"
#include "naive.hpp"
#include "spec/stencil.hpp"
#include "support/diagnostics.hpp"

namespace rtlgen::test {
namespace {

using Numbers = std::vector<std::int64_t>;

spec::Stencil swept(const std::string& yaml) {
  Diagnostics diagnostics;
  auto stencil = frontend::load_text(yaml, "sweeps.yaml", {}, diagnostics);
  if (!stencil) throw std::runtime_error(diagnostics.render());
  return *std::move(stencil);
}

std::map<int, golden::Grid> ramps(const spec::Stencil& s) {
  std::map<int, golden::Grid> inputs;
  std::uint64_t next = 1;
  for (const spec::ArrayId a : s.arrays.ids()) {
    if (!s.first_stream(a).valid()) continue;
    golden::Grid grid(s.arrays[a].type, s.grid);
    for (std::int64_t i = 0; i < grid.cells(); ++i) grid.set(i, (next = next * 75 % 65537) & 63);
    inputs.emplace(a.index(), grid);
  }
  return inputs;
}

Numbers cells_of(const golden::Grid& grid) {
  Numbers out;
  for (std::int64_t i = 0; i < grid.cells(); ++i) out.push_back(static_cast<std::int16_t>(grid.get(i)));
  return out;
}

/// Field 0 of int16 after `steps`, by the engine; by the naive one it has to be the same.
Numbers after_sweeps(const std::string& yaml, std::int64_t steps) {
  const spec::Stencil s = swept(yaml);
  const auto inputs = ramps(s);
  const auto got = golden::run(s, s.grid, inputs, steps, {}, {4, {}});
  EXPECT_EQ(difference(s, got, naive_run(s, s.grid, inputs, steps, {})), "");
  return cells_of(got.begin()->second);
}

const std::string kHead = "name: s\ngrid: [7, 5]\ntype: int16\nfields: {u: {boundary: {constant: 3}}}\nupdate:\n";

TEST(Sweeps, RowsReadTheRowsBefore) {
  const Numbers got = after_sweeps(kHead + "  - u: {expr: \"u[1,-1] - u[0,1] + u\", order: forward y}\n", 2);
  Numbers want = cells_of(ramps(swept(kHead + "  - u: u\n")).at(0));
  const auto at = [&](const Numbers& c, int x, int y) {
    return x < 0 || x > 6 || y < 0 || y > 4 ? std::int64_t{3} : c[static_cast<std::size_t>(x + 7 * y)];
  };
  for (int step = 0; step < 2; ++step) {
    for (int y = 0; y < 5; ++y) {
      // In place: rows below are new, this row and those above old.
      Numbers row = want;
      for (int x = 0; x < 7; ++x)
        row[static_cast<std::size_t>(x + 7 * y)] = at(want, x + 1, y - 1) - at(want, x, y + 1) + at(want, x, y);
      want = row;
    }
  }
  EXPECT_EQ(got, want);
}

TEST(Sweeps, TheResultIsThatAfterRegionConditionAndBorder) {
  // Seidel by rows with a kept border; one step moves a value all the way.
  EXPECT_EQ(after_sweeps("name: s\ngrid: [3, 5]\ntype: int16\nfields: {u: {}}\nupdate:\n"
                         "  - u: {expr: \"u[0,-1] + 1\", order: forward y, border: keep}\n",
                         1)[10],
            after_sweeps("name: s\ngrid: [3, 5]\ntype: int16\nfields: {u: {}}\nupdate:\n  - u: u\n", 1)[1] + 3);
  // A cell that the condition leaves keeps its old value, which the next row reads.
  const Numbers old = cells_of(ramps(swept(kHead + "  - u: u\n")).at(0));
  const Numbers got = after_sweeps(kHead + "  - u: {expr: \"u[0,-1] + 1\", order: forward y, where: y != 2}\n", 1);
  EXPECT_EQ(got[7], 5);
  EXPECT_EQ(got[14], old[14]);
  EXPECT_EQ(got[21], old[14] + 1);
}

TEST(Sweeps, LinesOfOneAssignmentShareTheOrder) {
  const std::string lines =
      "  - u: {expr: \"u + 5\", region: {y: 0}, order: forward y}\n"
      "  - u: {expr: \"u[0,-1] + u\", region: rest}\n";
  const Numbers old =
      cells_of(ramps(swept("name: s\ngrid: [2, 4]\ntype: int16\nfields: {u: {}}\nupdate:\n  - u: u\n")).at(0));
  const Numbers got = after_sweeps("name: s\ngrid: [2, 4]\ntype: int16\nfields: {u: {}}\nupdate:\n" + lines, 1);
  EXPECT_EQ(got[6], old[0] + 5 + old[2] + old[4] + old[6]);
}

TEST(Sweeps, AnotherOrderBeginsAnAssignmentOfItsOwn) {
  // Sums down the columns, then up: the last row keeps what the first sweep gave it.
  const Numbers old =
      cells_of(ramps(swept("name: s\ngrid: [2, 3]\ntype: int16\nfields: {u: {}}\nupdate:\n  - u: u\n")).at(0));
  const Numbers got = after_sweeps(
      "name: s\ngrid: [2, 3]\ntype: int16\nfields: {u: {}}\nupdate:\n"
      "  - u: {expr: \"u[0,-1] + u\", region: {y: [1, -1]}, order: forward y}\n"
      "  - u: {expr: \"u[0,1] + u\", region: {y: [0, -2]}, order: backward y}\n",
      1);
  EXPECT_EQ(got[4], old[0] + old[2] + old[4]);
  EXPECT_EQ(got[2], old[0] + old[2] + got[4]);
  EXPECT_EQ(got[0], old[0] + got[2]);
}

TEST(Sweeps, ATemporaryHasOwnResultsAlone) {
  const spec::Stencil s = swept(
      "name: s\ngrid: [2, 4]\ntype: int16\nfields: {u: {}}\nupdate:\n"
      "  - t: {expr: \"u + t[0,-1]\", order: forward y, boundary: {constant: 0}}\n  - u: t\n");
  const auto inputs = ramps(s);
  const auto got = golden::run(s, s.grid, inputs, 1, {});
  std::int64_t sum = 0;
  for (std::int64_t y = 0; y < 4; ++y) sum += static_cast<std::int64_t>(inputs.at(0).get(2 * y));
  EXPECT_EQ(cells_of(got.at(0))[6], sum);
}

TEST(Sweeps, AnOutputHasNoOldValue) {
  const spec::Stencil s = swept(
      "name: s\ngrid: [4, 4]\nfields: {image: {}, out: {boundary: {constant: 0}}}\nupdate:\n"
      "  - out: {expr: \"0.25*image + 0.75*out[0,-1]\", order: forward y}\n");
  EXPECT_EQ(s.arrays[spec::ArrayId(1)].role, spec::Role::kOutput);
  EXPECT_FALSE(s.first_stream(spec::ArrayId(1)).valid());
}

TEST(Sweeps, PlanesReadThePlanesBefore) {
  const std::string head =
      "name: s\ngrid: [4, 3, 4]\ntype: int16\nfields: {u: {boundary: {x: edge, y: reflect, z: {constant: "
      "1}}}}\nupdate:\n";
  const Numbers old = cells_of(ramps(swept(head + "  - u: u\n")).at(0));
  const Numbers got = after_sweeps(head + "  - u: {expr: \"u[1,-1,-1] + u[0,1,0]\", order: forward z}\n", 1);
  const auto at = [](const Numbers& c, int x, int y, int z) {
    return c[static_cast<std::size_t>(x + 4 * (y + 3 * z))];
  };
  EXPECT_EQ(at(got, 2, 1, 0), 1 + at(old, 2, 2, 0));
  EXPECT_EQ(at(got, 3, 0, 2), at(got, 3, 1, 1) + at(old, 3, 1, 2));
  // Along y each plane is swept by itself.
  const Numbers rows = after_sweeps(
      "name: s\ngrid: [4, 3, 4]\ntype: int16\nfields: {u: {boundary: {constant: 1}}}\nupdate:\n"
      "  - u: {expr: \"u[1,-1,0] + u[0,0,-1]\", order: forward y}\n",
      1);
  EXPECT_EQ(at(rows, 1, 0, 2), 1 + at(old, 1, 0, 1));
  EXPECT_EQ(at(rows, 1, 2, 2), at(rows, 2, 1, 2) + at(old, 1, 2, 1));
}

TEST(Sweeps, WhatDoesNotMatterGoesDownTheColumns) {
  const spec::Stencil s = swept(
      "name: s\ngrid: [6, 5]\ntype: int16\nfields: {u: {}}\nupdate:\n"
      "  - d: {expr: \"u[-1,0] + u\", border: ignore}\n"
      "  - u: {expr: \"d + u[1,-1; y=constant(0)]\", order: forward y, region: {x: [0, -2]}}\n");
  const golden::Masks masks = golden::ignored(s, s.grid, 1);
  EXPECT_EQ(masks, naive_ignored(s, s.grid, 1));
  // Column 0 in every row; what is read further right stays right.
  EXPECT_EQ(std::count(masks.at(0).begin(), masks.at(0).end(), 1), 5);
  const spec::Stencil left = swept(
      "name: s\ngrid: [6, 5]\ntype: int16\nfields: {u: {}}\nupdate:\n"
      "  - d: {expr: \"u[-1,0] + u\", border: ignore}\n"
      "  - u: {expr: \"d + u[-1,-1; y=constant(0)]\", order: forward y}\n");
  EXPECT_EQ(golden::ignored(left, left.grid, 1), naive_ignored(left, left.grid, 1));
  const golden::Masks all = golden::ignored(left, left.grid, 1);
  EXPECT_EQ(std::count(all.at(0).begin(), all.at(0).end(), 1), 5 + 4 + 3 + 2 + 1);
}

TEST(Sweeps, BackwardIsForwardOnAGridTurnedRound) {
  const Numbers got = after_sweeps(kHead + "  - u: {expr: \"u[1,1] - u[0,-1] + u + y\", order: backward y}\n", 2);
  Numbers want = cells_of(ramps(swept(kHead + "  - u: u\n")).at(0));
  const auto at = [&](const Numbers& c, int x, int y) {
    return x < 0 || x > 6 || y < 0 || y > 4 ? std::int64_t{3} : c[static_cast<std::size_t>(x + 7 * y)];
  };
  for (int step = 0; step < 2; ++step) {
    for (int y = 4; y >= 0; --y) {
      Numbers row = want;
      for (int x = 0; x < 7; ++x)
        row[static_cast<std::size_t>(x + 7 * y)] = at(want, x + 1, y + 1) - at(want, x, y - 1) + at(want, x, y) + y;
      want = row;
    }
  }
  EXPECT_EQ(got, want);
}

TEST(Sweeps, RowsAreSweptFromEitherEnd) {
  const Numbers old = cells_of(ramps(swept(kHead + "  - u: u\n")).at(0));
  const auto at = [](const Numbers& c, int x, int y) {
    return x < 0 || x > 6 || y < 0 || y > 4 ? std::int64_t{3} : c[static_cast<std::size_t>(x + 7 * y)];
  };
  Numbers forward = old, backward = old, two = old;
  for (int y = 0; y < 5; ++y) {
    for (int x = 0; x < 7; ++x) {
      forward[static_cast<std::size_t>(x + 7 * y)] = at(forward, x - 1, y) + at(old, x + 1, y) - at(old, x, y - 1);
      two[static_cast<std::size_t>(x + 7 * y)] = at(two, x - 2, y) + 2 * at(two, x - 3, y) + at(old, x, y);
    }
    for (int x = 6; x >= 0; --x)
      backward[static_cast<std::size_t>(x + 7 * y)] = at(backward, x + 1, y) + at(old, x - 1, y) - at(old, x, y + 1);
  }
  EXPECT_EQ(after_sweeps(kHead + "  - u: {expr: \"u[-1,0] + u[1,0] - u[0,-1]\", order: forward x}\n", 1), forward);
  EXPECT_EQ(after_sweeps(kHead + "  - u: {expr: \"u[1,0] + u[-1,0] - u[0,1]\", order: backward x}\n", 1), backward);
  EXPECT_EQ(after_sweeps(kHead + "  - u: {expr: \"u[-2,0] + 2*u[-3,0] + u\", order: forward x}\n", 1), two);
}

TEST(Sweeps, LongRowsAndPlanesAreSweptFromEitherEnd) {
  const std::string line = "name: s\ngrid: [1500]\ntype: int16\nfields: {u: {boundary: {constant: 3}}}\nupdate:\n";
  const Numbers old = cells_of(ramps(swept(line + "  - u: u\n")).at(0));
  std::int16_t sum = 3;
  for (const std::int64_t v : old) sum = static_cast<std::int16_t>(sum + v);
  EXPECT_EQ(after_sweeps(line + "  - u: {expr: \"u[-1] + u\", order: forward x}\n", 1).back(), sum);
  EXPECT_EQ(after_sweeps(line + "  - u: {expr: \"u[1] + u\", order: backward x}\n", 1).front(), sum);
  const std::string planes = "name: s\ngrid: [4, 3, 4]\ntype: int16\nfields: {u: {boundary: {constant: 1}}}\nupdate:\n";
  const Numbers cells = cells_of(ramps(swept(planes + "  - u: u\n")).at(0));
  EXPECT_EQ(after_sweeps(planes + "  - u: {expr: \"u[0,0,1] + u\", order: backward z}\n", 1)[5],
            1 + cells[5] + cells[17] + cells[29] + cells[41]);
  EXPECT_EQ(after_sweeps(planes + "  - u: {expr: \"u[0,1,0] + u\", order: backward y}\n", 1)[13],
            1 + cells[13] + cells[17] + cells[21]);
}

/// Thomas' algorithm: (-1, 4, -1) u' = u down each column.
const std::string kThomas =
    "name: thomas\ngrid: [5, 9]\ntype: float64\nfields: {u: {}}\nupdate:\n"
    "  - c: {expr: \"-0.25\", region: {y: 0}, order: forward y}\n"
    "  - c: {expr: \"-1/(4 + c[0,-1])\", region: rest}\n"
    "  - d: {expr: \"u/4\", region: {y: 0}, order: forward y}\n"
    "  - d: {expr: \"(u + d[0,-1])/(4 + c[0,-1])\", region: rest}\n"
    "  - u: {expr: d, region: {y: -1}, order: backward y}\n"
    "  - u: {expr: \"d - c*u[0,1]\", region: rest}\n";

TEST(Sweeps, ATridiagonalSystemIsSolvedInOneStep) {
  const spec::Stencil s = swept(kThomas);
  auto inputs = ramps(s);
  std::vector<double> right;
  for (std::int64_t i = 0; i < 45; ++i) {
    right.push_back(static_cast<double>(i * 7 % 11) - 5);
    inputs.at(0).set(i, std::bit_cast<std::uint64_t>(right.back()));
  }
  const auto got = golden::run(s, s.grid, inputs, 1, {});
  EXPECT_EQ(difference(s, got, naive_run(s, s.grid, inputs, 1, {})), "");
  const auto exact = golden::run_exactly(s, s.grid, inputs, 1, {});
  const auto at = [&](std::int64_t x, std::int64_t y) {
    return y < 0 || y > 8 ? 0.0 : std::bit_cast<double>(got.at(0).get(x + 5 * y));
  };
  for (std::int64_t y = 0; y < 9; ++y) {
    for (std::int64_t x = 0; x < 5; ++x) {
      EXPECT_NEAR(4 * at(x, y) - at(x, y - 1) - at(x, y + 1), right[static_cast<std::size_t>(x + 5 * y)], 1e-12);
      EXPECT_NEAR(static_cast<double>(exact.at(0)[static_cast<std::size_t>(x + 5 * y)]), at(x, y), 1e-12);
    }
  }
}

TEST(Sweeps, WhatDoesNotMatterGoesAgainstTheOrder) {
  const std::string head =
      "name: s\ngrid: [6, 5]\ntype: int16\nfields: {u: {}}\nupdate:\n"
      "  - d: {expr: \"u[-1,0] + u\", border: ignore}\n";  // column 0 does not matter
  const auto marks = [&](const std::string& line) {
    const spec::Stencil s = swept(head + line);
    const golden::Masks masks = golden::ignored(s, s.grid, 1);
    EXPECT_EQ(masks, naive_ignored(s, s.grid, 1)) << line;
    return std::count(masks.at(0).begin(), masks.at(0).end(), 1);
  };
  EXPECT_EQ(marks("  - u: {expr: \"d + u[-1,1; y=constant(0)]\", order: backward y}\n"), 5 + 4 + 3 + 2 + 1);
  EXPECT_EQ(marks("  - u: {expr: \"d + u[-1,0; x=constant(0)]\", order: forward x}\n"), 30);
  EXPECT_EQ(marks("  - u: {expr: \"d + u[1,0; x=constant(0)]\", order: backward x}\n"), 5);
  EXPECT_EQ(marks("  - u: {expr: \"x > 2 ? 1 : d + u[-1,0; x=constant(0)]\", order: forward x}\n"), 15);
}

TEST(Sweeps, TheExactRunSweepsToo) {
  const spec::Stencil s = swept(
      "name: s\ngrid: [8, 6]\nfields: {u: {boundary: {constant: 0}}}\nupdate:\n"
      "  - u: {expr: \"0.5*u[0,-1] + 0.5*u\", order: forward y}\n");
  auto inputs = ramps(s);
  for (std::int64_t i = 0; i < 48; ++i) inputs.at(0).set(i, i < 8 ? 0x42800000 : 0);  // 64 in the first row
  const auto exact = golden::run_exactly(s, s.grid, inputs, 1, {});
  for (std::int64_t y = 0; y < 6; ++y)
    EXPECT_EQ(static_cast<double>(exact.at(0)[static_cast<std::size_t>(8 * y)]), 32.0 / static_cast<double>(1 << y));
}

}  // namespace
}  // namespace rtlgen::test
