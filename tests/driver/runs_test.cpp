// What a run starts with, and what the plan refuses before it costs memory.
#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "data/io.hpp"
#include "golden/grid.hpp"
#include "scratch.hpp"

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
  EXPECT_EQ(diagnostics.all().front().code, "RG0402");
  EXPECT_EQ(diagnostics.all().front().where.line, 5);
}

}  // namespace
}  // namespace rtlgen::test
