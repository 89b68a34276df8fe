// Regions, conditions and wide borders of lines, and rules by side, by example.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <stdexcept>
#include <string>
#include <vector>

#include "frontend/frontend.hpp"
#include "golden/engine.hpp"
#include "golden/grid.hpp"
#include "golden/ignored.hpp"
#include "spec/stencil.hpp"
#include "support/diagnostics.hpp"

namespace rtlgen::test {
namespace {

using Cells = std::vector<std::uint64_t>;

spec::Stencil described(const std::string& yaml) {
  Diagnostics diagnostics;
  auto stencil = frontend::load_text(yaml, "regions.yaml", {}, diagnostics);
  if (!stencil) throw std::runtime_error(diagnostics.render());
  return *std::move(stencil);
}

/// Field 0 after one step from `start`.
Cells after_step(const std::string& yaml, const Cells& start) {
  const spec::Stencil s = described(yaml);
  golden::Grid grid(s.arrays.front().type, s.grid);
  for (std::size_t i = 0; i < start.size(); ++i) grid.set(static_cast<std::int64_t>(i), start[i]);
  const auto result = golden::run(s, s.grid, {{0, grid}}, 1, {});
  Cells out;
  for (std::int64_t i = 0; i < grid.cells(); ++i) out.push_back(result.at(0).get(i));
  return out;
}

/// Cells of field 0 that do not matter after `iterations`.
std::int64_t marked_cells(const std::string& yaml, std::int64_t iterations) {
  const spec::Stencil s = described(yaml);
  const auto masks = golden::ignored(s, s.grid, iterations);
  return std::count(masks.at(0).begin(), masks.at(0).end(), 1);
}

/// u of one step from u = 0, 1, 2, ..., as a text.
std::string one_step(const std::string& lines, std::int64_t nx, std::int64_t ny = 1) {
  Cells start;
  for (std::int64_t i = 0; i < nx * ny; ++i) start.push_back(static_cast<std::uint64_t>(i));
  const std::string grid = std::to_string(nx) + (ny > 1 ? ", " + std::to_string(ny) : "");
  std::string out;
  for (const std::uint64_t value :
       after_step("name: d\ngrid: [" + grid + "]\ntype: int16\nfields: {u: {}}\nupdate:\n" + lines, start))
    out += (out.empty() ? "" : " ") + std::to_string(value);
  return out;
}

TEST(Regions, BoundsCountFromEitherEnd) {
  EXPECT_EQ(one_step("  - u: {expr: u + 100, region: {x: [1, -2]}}\n", 6), "0 101 102 103 104 5");
  EXPECT_EQ(one_step("  - u: {expr: u + 100, region: {x: -2}}\n", 6), "0 1 2 3 104 5");
  EXPECT_EQ(one_step("  - u: {expr: u + 100, region: {x: [-6, -6]}}\n", 6), "100 1 2 3 4 5");
  EXPECT_EQ(one_step("  - u: {expr: \"u[-2] + u[1]\", region: interior}\n", 6), "0 1 3 5 7 5");
  EXPECT_EQ(one_step("  - u: {expr: u + 100, region: {x: [1, 2], y: 1}}\n", 4, 2), "0 1 2 3 4 105 106 7");
}

TEST(Regions, LinesOfOneAssignmentReadWhatWasBefore) {
  EXPECT_EQ(one_step("  - u: {expr: \"u[1] + 10\", region: {x: 0}}\n  - u: {expr: u + 20, region: {x: 1}}\n", 4),
            "11 21 2 3");
  EXPECT_EQ(one_step("  - u: {expr: u + 10, region: {x: [1, 2]}}\n  - u: {expr: 7, region: rest}\n", 4), "7 11 12 7");
  // One that reads other cells of the target is computed after them.
  EXPECT_EQ(one_step("  - u: {expr: u + 10, region: {x: 1}}\n  - u: {expr: \"u[1]\", region: {x: 0}}\n", 4),
            "11 11 2 3");
}

TEST(Regions, ConditionsAndWideBorders) {
  EXPECT_EQ(one_step("  - u: {expr: u + 10, where: x % 2 == 1}\n", 5), "0 11 2 13 4");
  EXPECT_EQ(one_step("  - u: {expr: u + 10, where: x % 2 == 1, region: {x: [2, -1]}}\n", 5), "0 1 2 13 4");
  EXPECT_EQ(one_step("  - u: {expr: u + 10, border: {keep: 2}}\n", 6), "0 1 12 13 4 5");
}

/// The rule of an end applies there, and nowhere else.
TEST(Regions, RulesBySide) {
  EXPECT_EQ(
      after_step("name: d\ngrid: [4]\ntype: int16\nfields: {u: {boundary: [{constant: 50}, symmetric]}}\nupdate:\n"
                 "  - u: \"u[-2]*100 + u[2]\"\n",
                 {1, 2, 3, 4}),
      (Cells{5003, 5004, 104, 203}));
}

TEST(Regions, WhatIsIgnoredEndsThere) {
  const std::string head =
      "name: d\ngrid: [10]\ntype: uint8\nfields: {a: {}}\nupdate:\n"
      "  - d: {expr: \"a[-1] + a[1]\", border: ignore}\n  - a: {expr: d, region: ";
  EXPECT_EQ(marked_cells(head + "{x: [1, -2]}}\n", 5), 0);
  EXPECT_EQ(marked_cells(head + "{x: [0, -2]}}\n", 1), 1);
  EXPECT_EQ(marked_cells(head + "{x: [0, 4]}}\n  - a: {expr: a + 1, region: {x: -1}}\n", 1), 1);
  EXPECT_EQ(
      marked_cells("name: d\ngrid: [10]\ntype: uint8\nfields: {a: {}}\nupdate:\n"
                   "  - d: {expr: \"a[-1] + a[1]\", border: ignore}\n  - a: {expr: d, where: x > 0 && x < nx - 1}\n",
                   5),
      0);
}

}  // namespace
}  // namespace rtlgen::test
