// Counts of cells that deserve a look, and how pictures show them.
#include "data/counts.hpp"

#include "data/io.hpp"
#include "golden/grid.hpp"
#include "samples.hpp"
#include "support/diagnostics.hpp"
#include "support/whole_file.hpp"

namespace rtlgen::test {
namespace {

using spec::Type;

TEST(Counts, NaNAndInfinitiesOfFloats) {
  const data::CellCounts c =
      data::count_cells(grid_of(kFloat32, {3, 2, 1}, {0x7fc00000, 0xffc00001, 0x7f800000, 0xff800000, 0x7f7fffff, 0}));
  EXPECT_EQ(c.cells, 6);
  EXPECT_EQ(c.nan, 2);
  EXPECT_EQ(c.infinite, 2);
  EXPECT_EQ(c.saturated, 0) << "the largest finite float is a number like any";
  EXPECT_EQ(data::counts_text(c, kFloat32), "2 of 6 cells are NaN, 2 of 6 cells are infinite");
  EXPECT_TRUE(data::count_cells(grid_of(kFloat32, {2, 1, 1}, {0x3f800000, 0x80000000})).clean());
  const Type half = Type::float_of(5, 10);
  EXPECT_EQ(data::count_cells(grid_of(half, {4, 1, 1}, {0x7c00, 0x7c01, 0xfc00, 0x7bff})).nan, 1);
}

TEST(Counts, EndsOfIntegersAndFixedPoint) {
  EXPECT_EQ(data::count_cells(grid_of(Type::uint_of(8), {4, 1, 1}, {0, 255, 254, 255})).saturated, 2)
      << "0 is no end of an unsigned type";
  EXPECT_EQ(data::count_cells(grid_of(Type::int_of(8), {4, 1, 1}, {0x80, 0x7f, 0xff, 0})).saturated, 2);
  EXPECT_EQ(data::count_cells(grid_of(Type::fixed_of(12, 4), {3, 1, 1}, {0x800, 0x7ff, 0x801})).saturated, 2);
  EXPECT_EQ(data::count_cells(grid_of(Type::uint_of(64), {2, 1, 1}, {~std::uint64_t{0}, 1})).saturated, 1);
  EXPECT_EQ(data::count_cells(grid_of(Type::uint_of(4), {2, 1, 1}, {15, 0})).saturated, 0)
      << "narrow types hold states";
  const Type type = Type::int_of(12);
  EXPECT_EQ(data::counts_text(data::count_cells(grid_of(type, {2, 1, 1}, {0x800, 1})), type),
            "1 of 2 cells is at a limit of int<12>");
}

using CountsFiles = Files;

/// Luminances of the special colours and of the map's lightest differ: none is mistaken for another.
TEST_F(CountsFiles, PicturesHaveColoursForWhatIsNoNumber) {
  data::write(at("f.png"), grid_of(kFloat32, {2, 2, 1}, {0x7fc00000, 0x7f800000, 0x3f800000, 0}), 2);
  Diagnostics diagnostics;
  const auto picture = data::read(at("f.png"), Type::uint_of(8), {512, 512, 1}, 2, diagnostics);
  ASSERT_TRUE(picture.ok()) << diagnostics.render();
  const auto pixel = [&](std::int64_t x, std::int64_t y) { return static_cast<double>(picture->get(y * 512 + x)); };
  const double nan = pixel(10, 10), infinite = pixel(500, 10), largest = pixel(10, 500), smallest = pixel(500, 500);
  EXPECT_NEAR(nan, 126, 12) << "green";
  EXPECT_NEAR(infinite, 160, 12) << "cyan";
  EXPECT_GT(largest, 230);
  EXPECT_LT(smallest, 20);
}

/// Cells at the end of a fixed-point type stand out too, and any picture says how many there are.
TEST_F(CountsFiles, PicturesShowWhatSaturated) {
  data::write(at("f.png"), grid_of(Type::fixed_of(12, 4), {2, 2, 1}, {0x7ff, 0x7fe, 0, 0x800}), 2);
  Diagnostics diagnostics;
  const auto picture = data::read(at("f.png"), Type::uint_of(8), {512, 512, 1}, 2, diagnostics);
  ASSERT_TRUE(picture.ok()) << diagnostics.render();
  EXPECT_NEAR(static_cast<double>(picture->get(0)), 160, 12) << "cyan";
  EXPECT_EQ(picture->get(0), picture->get(512 * 512 - 1)) << "the other end";
  EXPECT_GT(picture->get(500), 230U) << "the largest that is inside";
  EXPECT_NE(read_whole_file(at("f.png")).find("2 of 4 cells are at a limit of fixed<12,4>"), std::string::npos);
  data::write(at("i.png"), grid_of(Type::uint_of(8), {2, 1, 1}, {255, 3}), 2);
  EXPECT_NE(read_whole_file(at("i.png")).find("1 of 2 cells is at the limit of uint8"), std::string::npos);
  data::write(at("clean.png"), grid_of(Type::uint_of(8), {2, 1, 1}, {254, 3}), 2);
  EXPECT_EQ(read_whole_file(at("clean.png")).find("Comment"), std::string::npos);
}

}  // namespace
}  // namespace rtlgen::test
