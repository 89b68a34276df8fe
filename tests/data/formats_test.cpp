// Every format as other programs write it: what the readers make of it, and what ours look like.
#include <bit>

#include "data/io.hpp"
#include "golden/grid.hpp"
#include "samples.hpp"
#include "support/diagnostics.hpp"

namespace rtlgen::test {
namespace {

using spec::Type;
using Cells = std::vector<std::uint64_t>;

const Type kFloat64 = Type::float_of(11, 52);

class Formats : public Files {
 protected:
  /// Cells of `name` read as `type`, or nothing and a test failure.
  Cells read(const std::string& name, const Type& type, const spec::Extents& extents, int axes = 2) const {
    Diagnostics diagnostics;
    const auto grid = data::read(at(name), type, extents, axes, diagnostics);
    EXPECT_EQ(diagnostics.render(), "");
    Cells cells;
    if (!grid) return cells;
    for (std::int64_t i = 0; i < grid->cells(); ++i) cells.push_back(grid->get(i));
    return cells;
  }
};

// ---------------------------------------------------------------- .npy

TEST_F(Formats, NpyBothOrders) {
  // Rows 1 2 3 and 4 5 6: y is the slow axis of the shape (2, 3).
  put("c.npy", npy("'<i4'", "(2, 3)", cells_of({1, 2, 3, 4, 5, 6}, 4)));
  put("f.npy", npy("'<i4'", "(2, 3)", cells_of({1, 4, 2, 5, 3, 6}, 4), true));
  for (const char* name : {"c.npy", "f.npy"})
    EXPECT_EQ(read(name, Type::int_of(32), {3, 2, 1}), (Cells{1, 2, 3, 4, 5, 6})) << name;
  put("v.npy", npy("'<u2'", "(2, 1, 3)", cells_of({1, 2, 3, 4, 5, 6}, 2), true));
  EXPECT_EQ(read("v.npy", Type::uint_of(16), {3, 1, 2}, 3), (Cells{1, 3, 5, 2, 4, 6}));
}

TEST_F(Formats, NpyByteOrdersVersionsAndDtypes) {
  put("big.npy", npy("'>i2'", "(3,)", cells_of({-2, 300, 7}, 2, true)));
  EXPECT_EQ(read("big.npy", Type::int_of(64), {3, 1, 1}, 1), (Cells{~std::uint64_t{1}, 300, 7}));
  EXPECT_EQ(read("big.npy", kFloat32, {3, 1, 1}, 1), (Cells{f32(-2), f32(300), f32(7)}));
  put("two.npy", npy("'|u1'", "(3,)", cells_of({1, 2, 255}, 1), false, 2));
  EXPECT_EQ(read("two.npy", Type::uint_of(9), {3, 1, 1}, 1), (Cells{1, 2, 255}));
  put("three.npy", npy("'|b1'", "(3,)", cells_of({1, 0, 1}, 1), false, 3));
  EXPECT_EQ(read("three.npy", Type::boolean(), {3, 1, 1}, 1), (Cells{1, 0, 1}));
  put("half.npy", npy("'<f2'", "(2,)", cells_of({0x3c00, 0xc000}, 2)));
  EXPECT_EQ(read("half.npy", kFloat64, {2, 1, 1}, 1),
            (Cells{std::bit_cast<std::uint64_t>(1.0), std::bit_cast<std::uint64_t>(-2.0)}));
  put("double.npy", npy("'<f8'", "(1,)", cells_of({std::bit_cast<std::int64_t>(0.1)}, 8)));
  EXPECT_EQ(read("double.npy", kFloat32, {1, 1, 1}, 1), (Cells{f32(0.1F)}));
  // Numbers that no double holds.
  put("long.npy", npy("'<i8'", "(1,)", cells_of({(std::int64_t{1} << 62) + 1}, 8)));
  EXPECT_EQ(read("long.npy", Type::uint_of(63), {1, 1, 1}, 1), (Cells{(std::uint64_t{1} << 62) + 1}));
}

TEST_F(Formats, NpyLeadingOnesDoNotCount) {
  put("a.npy", npy("'|u1'", "(1, 2, 3)", cells_of({1, 2, 3, 4, 5, 6}, 1)));
  EXPECT_EQ(read("a.npy", Type::uint_of(8), {3, 2, 1}), (Cells{1, 2, 3, 4, 5, 6}));
  put("s.npy", npy("'|u1'", "()", cells_of({9}, 1)));
  EXPECT_EQ(read("s.npy", Type::uint_of(8), {1, 1, 1}, 1), (Cells{9}));
}

TEST_F(Formats, NpyAsNumpySaves) {
  data::write(at("a.npy"), grid_of(Type::int_of(7), {2, 1, 1}, {0x7f, 5}), 1);
  const std::string file = get("a.npy");
  EXPECT_EQ(file.substr(0, 8), std::string("\x93NUMPY\x01\x00", 8));
  EXPECT_EQ((file.find('\n') + 1) % 64, 0U);
  EXPECT_NE(file.find("{'descr': '|i1', 'fortran_order': False, 'shape': (2, ), }"), std::string::npos) << file;
  EXPECT_EQ(file.substr(file.size() - 2), "\xff\x05");
  // A float that numpy does not know goes into the smallest that holds all of it.
  data::write(at("b.npy"), grid_of(Type::float_of(8, 7), {1, 1, 1}, {0x3f80}), 1);
  EXPECT_NE(get("b.npy").find("'<f4'"), std::string::npos);
  EXPECT_EQ(get("b.npy").substr(128), cells_of({0x3f800000}, 4));
}

// ---------------------------------------------------------------- raw, text

TEST_F(Formats, RawIsTheCellsOfTheType) {
  put("a.raw", cells_of({0x3f80, 0xc000}, 2));
  EXPECT_EQ(read("a.raw", Type::float_of(8, 7), {2, 1, 1}, 1), (Cells{0x3f80, 0xc000}));
  put("b.bin", cells_of({-1, 63}, 1));
  EXPECT_EQ(read("b.bin", Type::int_of(7), {2, 1, 1}, 1), (Cells{0x7f, 63}));
}

TEST_F(Formats, TextWithEverySeparator) {
  put("a.csv", "# temperatures\n1, -2.5\t3e2\r\n.5 inf\n-nan # the last\n");
  EXPECT_EQ(read("a.csv", kFloat32, {3, 2, 1}),
            (Cells{f32(1), f32(-2.5F), f32(300), f32(0.5F), 0x7f800000, 0x7fc00000}));
  put("b", "12\n-3\n4.0\n1e3");
  EXPECT_EQ(read("b", Type::int_of(32), {4, 1, 1}, 1), (Cells{12, 0xfffffffd, 4, 1000}));
  put("c.txt", "18446744073709551615 9007199254740993");
  EXPECT_EQ(read("c.txt", Type::uint_of(64), {2, 1, 1}, 1), (Cells{~std::uint64_t{0}, 9007199254740993}));
}

TEST_F(Formats, TextOfASpreadsheetBeginsWithAMark) {
  put("a.csv",
      "\xEF\xBB\xBF"
      "1,2\r\n3,4\r\n");
  EXPECT_EQ(read("a.csv", Type::int_of(8), {2, 2, 1}), (Cells{1, 2, 3, 4}));
}

TEST_F(Formats, TextAsPrinted) {
  data::write(at("a.txt"), grid_of(Type::int_of(64), {2, 1, 1}, {std::uint64_t{1} << 63, 7}), 1);
  EXPECT_EQ(get("a.txt"), "-9223372036854775808\n7\n");
  data::write(at("b.txt"), grid_of(kFloat32, {3, 1, 1}, {f32(0.1F), f32(3), 0x7f800000}), 1);
  EXPECT_EQ(get("b.txt"), "0.1\n3.0\ninf\n");
}

// ---------------------------------------------------------------- pictures

TEST_F(Formats, Pgm) {
  put("plain.pgm", "P2 # made by hand\n3 2\n# largest\n300\n1 2 3\n4 5 300\n");
  EXPECT_EQ(read("plain.pgm", Type::uint_of(16), {3, 2, 1}), (Cells{1, 2, 3, 4, 5, 300}));
  put("binary.pgm", "P5\n3 2 255\n" + cells_of({10, 35, 32, 0, 255, 9}, 1));
  EXPECT_EQ(read("binary.pgm", kFloat32, {3, 2, 1}), (Cells{f32(10), f32(35), f32(32), 0, f32(255), f32(9)}));
  put("deep.PGM", "P5 2 1 65535\n" + cells_of({258, 65535}, 2, true));
  EXPECT_EQ(read("deep.PGM", Type::int_of(32), {2, 1, 1}), (Cells{258, 65535}));
}

TEST_F(Formats, PlainPicturesMayEndInBlanksAndComments) {
  put("a.pgm", "P2\n2 1\n9\n1 2\n# made by hand\n");
  EXPECT_EQ(read("a.pgm", Type::uint_of(8), {2, 1, 1}), (Cells{1, 2}));
}

TEST_F(Formats, PngGreyOfEveryDepth) {
  put("1.png", png(10, 1, 1, 0, {"\xa5\x40"}));
  EXPECT_EQ(read("1.png", Type::boolean(), {10, 1, 1}), (Cells{1, 0, 1, 0, 0, 1, 0, 1, 0, 1}));
  put("2.png", png(4, 1, 2, 0, {"\x1b"}));
  EXPECT_EQ(read("2.png", Type::uint_of(2), {4, 1, 1}), (Cells{0, 1, 2, 3}));
  put("4.png", png(2, 1, 4, 0, {"\x7f"}));
  EXPECT_EQ(read("4.png", Type::uint_of(4), {2, 1, 1}), (Cells{7, 15}));
  put("8.png", png(2, 2, 8, 0, {"\x01\xff", "\x80\x02"}));
  EXPECT_EQ(read("8.png", Type::uint_of(8), {2, 2, 1}), (Cells{1, 255, 128, 2}));
  put("16.png", png(2, 1, 16, 0, {cells_of({0x0102, 0xfffe}, 2, true)}));
  EXPECT_EQ(read("16.png", Type::uint_of(16), {2, 1, 1}), (Cells{0x0102, 0xfffe}));
  EXPECT_EQ(read("16.png", kFloat32, {2, 1, 1}), (Cells{f32(258), f32(65534)}));
}

TEST_F(Formats, PngWithAlphaPaletteAndColour) {
  put("alpha.png", png(2, 1, 8, 4, {std::string("\x07\x00\x09\xff", 4)}));
  EXPECT_EQ(read("alpha.png", Type::uint_of(8), {2, 1, 1}), (Cells{7, 9}));
  put("palette.png", png(2, 1, 8, 3, {std::string("\x01\x00", 2)}, std::string("\x05\x05\x05\x60\x60\x60", 6)));
  EXPECT_EQ(read("palette.png", Type::uint_of(8), {2, 1, 1}), (Cells{0x60, 5}));
  put("colour.png", png(2, 1, 8, 2, {std::string("\x09\x09\x09\x00\xff\x00", 6)}));
  const Cells grey = read("colour.png", Type::uint_of(8), {2, 1, 1});
  EXPECT_EQ(grey.at(0), 9U);
  EXPECT_NEAR(static_cast<double>(grey.at(1)), 0.7152 * 255, 2);  // the weight of green
}

TEST_F(Formats, PngInterlaced) {
  // Adam7 of 2 x 2: the corner, then the pixel right of it, then the second line.
  put("a.png", png(2, 2, 8, 0, {"\x01", "\x02", "\x03\x04"}, "", true));
  EXPECT_EQ(read("a.png", Type::uint_of(8), {2, 2, 1}), (Cells{1, 2, 3, 4}));
}

TEST_F(Formats, SmallPicturesOfFloatsAreEnlarged) {
  data::write(at("heat.png"), grid_of(kFloat32, {2, 1, 1}, {f32(0), f32(1)}), 2);
  // 512 pixels wide: dark on the left, light on the right.
  const Cells pixels = read("heat.png", Type::uint_of(8), {512, 256, 1});
  EXPECT_EQ(pixels[0], pixels[255]);
  EXPECT_LT(pixels[255], pixels[256]);
  EXPECT_EQ(pixels[256], pixels.back());
}

TEST_F(Formats, PicturesOfOtherCellsAreScaled) {
  data::write(at("a.pgm"), grid_of(kFloat32, {4, 1, 1}, {f32(-1), f32(0), f32(1), 0x7fc00000}), 2);
  EXPECT_EQ(get("a.pgm"), std::string("P5\n4 1\n255\n\x00\x80\xff\xff", 15));
  data::write(at("b.png"), grid_of(Type::int_of(8), {2, 1, 1}, {0x80, 0x7f}), 2);
  EXPECT_EQ(read("b.png", Type::uint_of(8), {2, 1, 1}), (Cells{0, 255}));
  // A volume shows its middle plane.
  data::write(at("c.pgm"), grid_of(Type::uint_of(8), {1, 1, 3}, {1, 2, 3}), 3);
  EXPECT_EQ(get("c.pgm"), "P5\n1 1\n255\n\x02");
}

}  // namespace
}  // namespace rtlgen::test
