// Start values of a run, and refusals of the plan before they cost memory.
#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "data/io.hpp"
#include "driver/prepare/prepare.hpp"
#include "driver/simulate/simulate.hpp"
#include "elaborate/elaborate.hpp"
#include "golden/grid.hpp"
#include "hw/ir.hpp"
#include "scratch.hpp"
#include "support/diagnostics.hpp"
#include "support/result.hpp"

namespace rtlgen::test {
namespace {

/// The cells of `t` after a step that leaves them as they are.
golden::Grid start_data(const std::string& type, const spec::Type& format, std::uint64_t seed) {
  const Scratch scratch("name: n\ngrid: [64]\nfields: {t: {type: \"" + type + "\"}}\nupdate: [{t: t}]\n");
  driver::RunOptions options;
  options.source.file = scratch.file();
  options.outputs = {"t=" + scratch.at("t.raw")};
  options.seed = seed;
  Diagnostics diagnostics;
  EXPECT_TRUE(driver::golden(options, diagnostics).ok()) << diagnostics.render();
  return *data::read(scratch.at("t.raw"), format, {64, 1, 1}, 1, diagnostics);
}

/// Zeros in every cell would prove nothing.
TEST(StartData, OfIntegersIsAnythingTheTypeHolds) {
  for (const int width : {1, 2, 8, 13, 32, 64}) {
    for (const bool is_signed : {false, true}) {
      const spec::Type type = is_signed ? spec::Type::int_of(width) : spec::Type::uint_of(width);
      const golden::Grid grid = start_data(type.name(), type, 1);
      std::set<std::uint64_t> values;
      std::uint64_t ever = 0;
      for (std::int64_t i = 0; i < grid.cells(); ++i) {
        values.insert(grid.get(i));
        ever |= grid.get(i);
      }
      EXPECT_GE(values.size(), std::min<std::size_t>(std::size_t{1} << std::min(width, 5), 32)) << type.name();
      EXPECT_NE(ever >> (width - 1), 0U) << type.name() << ": the top bit is never set";
    }
  }
}

TEST(StartData, FollowsTheSeed) {
  const spec::Type type = spec::Type::int_of(16);
  EXPECT_EQ(start_data("int16", type, 3), start_data("int16", type, 3));
  EXPECT_NE(start_data("int16", type, 3), start_data("int16", type, 4));
}

TEST(Windows, TooLargeForAnyDeviceAreRefusedAtOnce) {
  const Scratch scratch("name: n\ngrid: [100000, 100000]\nfields: {t: {}}\nupdate:\n  - t: t[-60000,-60000] + t\n");
  Diagnostics diagnostics;
  EXPECT_FALSE(driver::prepare({scratch.file(), {}}, diagnostics).ok());
  ASSERT_EQ(diagnostics.all().size(), 1U);
  EXPECT_EQ(to_string(diagnostics.all().front().code), "RG0402");
  EXPECT_EQ(diagnostics.all().front().where.line, 5);
}

/// The last line reads nothing but constants, so the first is sampled after all that leaves is there.
TEST(TinyGrids, WhereConstantsReplaceEveryReadAreElaborated) {
  const Scratch scratch(
      "name: n\ngrid: [2, 1, 1]\ntype: uint8\nfields: {a: {boundary: {x: symmetric, y: edge, z: {constant: 3}}}}\n"
      "update:\n  - t: {expr: \"a[1,0,0] - a[2,-2,-1]\", boundary: {x: {constant: 3}, y: edge, z: symmetric}}\n"
      "  - a: t[-2,0,-1] + a[0,-1,-2] + t[-2,2,-2]\nhardware: {extents: fixed, clock_mhz: 50}\n");
  Diagnostics diagnostics;
  const auto prepared = driver::prepare({scratch.file(), {}}, diagnostics);
  ASSERT_TRUE(prepared.ok()) << diagnostics.render();
  EXPECT_NO_THROW((void)elaborate::elaborate((*prepared)->plan));
}

/// A chain whose lag goes planes ahead and rows and words back: its fillers still need their count.
TEST(Gaps, OfLagsWithDigitsBelowZeroFitTheirPort) {
  const Scratch scratch(
      "name: n\ngrid: [40, 12, 6]\ntype: uint8\nfields: {a: {boundary: {constant: 3}}, b: {}}\nupdate:\n"
      "  - t: a[1,-2,-2]\n  - a: b[1,-1,-1] - a[0,0,-2] + a[-2,-1,2]\n"
      "  - b: a[-1,1,-1] - b[1,2,1] + b[1,1,-2] + t[2,-1,0]\nhardware: {steps: 3, clock_mhz: 100}\n");
  Diagnostics diagnostics;
  EXPECT_TRUE(driver::prepare({scratch.file(), {}}, diagnostics).ok()) << diagnostics.render();
}

}  // namespace
}  // namespace rtlgen::test
