// Files of vectors: components innermost, in every format; what does not fit is refused.
#include <cmath>

#include "data/io.hpp"
#include "golden/grid.hpp"
#include "samples.hpp"
#include "support/diagnostics.hpp"

namespace rtlgen::test {
namespace {

using spec::Type;
using Cells = std::vector<std::uint64_t>;

const Type kUint8 = Type::uint_of(8);

class Vectors : public Files {
 protected:
  /// The cells of each component; none: refused, with what `faults` says then.
  std::vector<Cells> read(const std::string& name, const Type& type, const spec::Extents& extents, int components,
                          int axes = 2) {
    Diagnostics diagnostics;
    const auto grids = data::read_vector(at(name), type, extents, axes, components, diagnostics);
    faults = diagnostics.render();
    std::vector<Cells> out;
    if (!grids) return out;
    for (const golden::Grid& grid : *grids) {
      EXPECT_EQ(grid.extents, extents);
      out.emplace_back();
      for (std::int64_t i = 0; i < grid.cells(); ++i) out.back().push_back(grid.get(i));
    }
    return out;
  }

  std::string faults;
};

// A grid of 3 x 2 cells (x, y) with three components: cell i has 10 i, 10 i + 1, 10 i + 2.
const std::vector<Cells> kThree = {{0, 10, 20, 30, 40, 50}, {1, 11, 21, 31, 41, 51}, {2, 12, 22, 32, 42, 52}};
const std::vector<std::int64_t> kInOrder = {0, 1, 2, 10, 11, 12, 20, 21, 22, 30, 31, 32, 40, 41, 42, 50, 51, 52};

TEST_F(Vectors, ComponentsAreInnermost) {
  put("a.npy", npy("'|u1'", "(2, 3, 3)", cells_of(kInOrder, 1)));
  EXPECT_EQ(read("a.npy", kUint8, {3, 2, 1}, 3), kThree) << faults;
  put("b.npy", npy("'<i4'", "(1, 2, 3, 3)", cells_of(kInOrder, 4)));
  EXPECT_EQ(read("b.npy", Type::uint_of(9), {3, 2, 1}, 3), kThree) << faults;
  // Columns first: component, then x, then y count slowest to fastest.
  std::vector<std::int64_t> fortran;
  for (const int k : {0, 1, 2}) {
    for (const int x : {0, 1, 2}) {
      for (const int y : {0, 1}) fortran.push_back(10 * (3 * y + x) + k);
    }
  }
  put("c.npy", npy("'|u1'", "(2, 3, 3)", cells_of(fortran, 1), true));
  EXPECT_EQ(read("c.npy", kUint8, {3, 2, 1}, 3), kThree) << faults;
  put("d.raw", cells_of(kInOrder, 2));
  EXPECT_EQ(read("d.raw", Type::uint_of(16), {3, 2, 1}, 3), kThree) << faults;
  put("e.txt", "0 1 2\n10 11 12, 20 21 22\n30 31 32 40 41 42\n50 51 52");
  EXPECT_EQ(read("e.txt", kUint8, {3, 2, 1}, 3), kThree) << faults;
  put("f.ppm", "P6 3 2 255\n" + cells_of(kInOrder, 1));
  EXPECT_EQ(read("f.ppm", kUint8, {3, 2, 1}, 3), kThree) << faults;
  put("g.ppm", "P3 # by hand\n3 2 300 0 1 2 10 11 12 20 21 22\n30 31 32 40 41 42 50 51 52");
  EXPECT_EQ(read("g.ppm", Type::uint_of(16), {3, 2, 1}, 3), kThree) << faults;
}

TEST_F(Vectors, PngInColour) {
  put("rgb.png",
      png(2, 2, 8, 2, {std::string("\x01\x02\x03\x04\x05\x06", 6), std::string("\x07\x08\x09\x0a\x0b\x0c", 6)}));
  const std::vector<Cells> rgb = {{1, 4, 7, 10}, {2, 5, 8, 11}, {3, 6, 9, 12}};
  EXPECT_EQ(read("rgb.png", kUint8, {2, 2, 1}, 3), rgb) << faults;
  put("rgba.png", png(1, 2, 8, 6, {std::string("\x01\x02\x03\x80", 4), std::string("\x07\x08\x09\xff", 4)}));
  EXPECT_EQ(read("rgba.png", kUint8, {1, 2, 1}, 4), (std::vector<Cells>{{1, 7}, {2, 8}, {3, 9}, {0x80, 0xff}}))
      << faults;
  EXPECT_EQ(read("rgba.png", kUint8, {1, 2, 1}, 3), (std::vector<Cells>{{1, 7}, {2, 8}, {3, 9}})) << faults;
  put("deep.png", png(1, 1, 16, 2, {cells_of({0x0102, 0x0304, 0xfffe}, 2, true)}));
  EXPECT_EQ(read("deep.png", Type::uint_of(16), {1, 1, 1}, 3), (std::vector<Cells>{{0x0102}, {0x0304}, {0xfffe}}))
      << faults;
  put("palette.png", png(2, 1, 8, 3, {std::string("\x01\x00", 2)}, std::string("\x05\x06\x07\x60\x61\x62", 6)));
  EXPECT_EQ(read("palette.png", kUint8, {2, 1, 1}, 3), (std::vector<Cells>{{0x60, 5}, {0x61, 6}, {0x62, 7}})) << faults;
}

TEST_F(Vectors, EveryFormatReadsBackWhatWasWritten) {
  for (const auto& [name, components] : {std::pair{"a.npy", 5}, std::pair{"a.raw", 5}, std::pair{"a.txt", 5},
                                         std::pair{"a.png", 3}, std::pair{"a.png", 4}, std::pair{"a.ppm", 3}}) {
    for (const int width : {8, 16}) {
      std::vector<golden::Grid> grids;
      std::vector<const golden::Grid*> pointers;
      for (int k = 0; k < components; ++k)
        grids.push_back(busy_grid(Type::uint_of(width), {4, 3, 1}, static_cast<std::uint64_t>(k)));
      for (const golden::Grid& grid : grids) pointers.push_back(&grid);
      data::write_vector(at(name), pointers, 2);
      Diagnostics diagnostics;
      const auto back = data::read_vector(at(name), Type::uint_of(width), {4, 3, 1}, 2, components, diagnostics);
      ASSERT_TRUE(back.ok()) << name << diagnostics.render();
      EXPECT_TRUE(*back == grids) << name << " " << components << " " << width;
    }
  }
}

TEST_F(Vectors, WhatIsWritten) {
  const golden::Grid a = grid_of(kFloat32, {2, 1, 1}, {f32(1), f32(2)});
  const golden::Grid b = grid_of(kFloat32, {2, 1, 1}, {f32(3), f32(0.5F)});
  data::write_vector(at("a.txt"), {&a, &b}, 1);
  EXPECT_EQ(get("a.txt"), "1.0 3.0\n2.0 0.5\n");
  data::write_vector(at("a.npy"), {&a, &b}, 1);
  EXPECT_NE(get("a.npy").find("'shape': (2, 2, )"), std::string::npos);
  // One scale for all channels; what is not finite is white.
  const golden::Grid c = grid_of(kFloat32, {2, 1, 1}, {f32(-1), f32(std::numeric_limits<float>::quiet_NaN())});
  data::write_vector(at("a.ppm"), {&a, &b, &c}, 2);
  EXPECT_EQ(get("a.ppm"), std::string("P6\n2 1\n255\n\x80\xff\x00\xbf\x60\xff", 17));
  data::write_vector(at("a.png"), {&a, &b, &c}, 2);
  EXPECT_EQ(read("a.png", kUint8, {2, 1, 1}, 3), (std::vector<Cells>{{0x80, 0xbf}, {0xff, 0x60}, {0, 0xff}})) << faults;
}

struct Refused {
  const char* name;
  std::string bytes;
  int components;
  const char* message;
};

TEST_F(Vectors, WhatDoesNotFitIsRefused) {
  const std::vector<Refused> all = {
      {"first.npy", npy("'|u1'", "(3, 2, 3)", cells_of(kInOrder, 1)), 3, "the grid with its 3 components is 2 x 3 x 3"},
      {"few.npy", npy("'|u1'", "(2, 3)", cells_of({1, 2, 3, 4, 5, 6}, 1)), 3, "the file holds 2 x 3 cells"},
      {"few.raw", cells_of({1, 2, 3, 4, 5, 6}, 1), 3, "the file holds 6 cells, but 18 are needed"},
      {"large.txt", "0 1 2 0 1 2 0 1 2 0 1 256 0 1 2 0 1 2", 3, "uint8 cannot hold 256"},
      {"large.npy", npy("'<i2'", "(2, 3, 2)", cells_of({0, 0, 0, 0, 0, 0, 0, 300, 0, 0, 0, 0}, 2)), 2,
       "component 1 of cell [0,1] is 300, which uint8 cannot hold"},
      {"grey.png", png(3, 2, 8, 0, {"abc", "def"}), 3,
       "a cell has 3 components, but a pixel of the file has 1 channel"},
      {"rgb.png", png(3, 2, 8, 2, {"abcdefghi", "abcdefghi"}), 4,
       "a cell has 4 components, but a pixel of the file has 3 channels"},
      {"two.png", png(3, 2, 8, 2, {"abcdefghi", "abcdefghi"}), 2,
       "a .png has 1, 3 or 4 channels, but a cell has 2 components"},
      {"turned.png", png(2, 3, 8, 2, {"abcdef", "abcdef", "abcdef"}), 3, "the file holds 3 x 2 x 3 cells"},
      {"grey.pgm", "P5 3 2 255\nabcdef", 3, "a .pgm has one channel, but a cell has 3 components"},
      {"five.ppm", "P6 3 2 255\nabcdefghiabcdefghi", 5, "a .ppm has 3 channels, but a cell has 5 components"},
      {"grey.ppm", "P5 3 2 255\nabcdef", 3, "this is not a PPM picture"},
      {"cut.ppm", "P6 3 2 255\nabcdef", 3, "the picture is cut off"},
  };
  for (const Refused& r : all) {
    put(r.name, r.bytes);
    EXPECT_EQ(read(r.name, kUint8, {3, 2, 1}, r.components).size(), 0U) << r.name;
    EXPECT_NE(faults.find(r.message), std::string::npos) << r.name << "\n" << faults;
    EXPECT_NE(faults.find("error[RG0601]"), std::string::npos) << faults;
  }
}

TEST_F(Vectors, AFieldOfOneValueHasNoPpm) {
  put("a.ppm", "P6 1 1 255\nabc");
  Diagnostics diagnostics;
  EXPECT_FALSE(data::read(at("a.ppm"), kUint8, {1, 1, 1}, 2, diagnostics));
  EXPECT_NE(diagnostics.render().find("a .ppm has 3 channels, but a cell has 1 component"), std::string::npos)
      << diagnostics.render();
  EXPECT_EQ(data::refusal("a.ppm", 1), "a .ppm has 3 channels, but a cell has 1 component");
  EXPECT_EQ(data::refusal("a.png", 1), "");
  EXPECT_EQ(data::refusal("a.npy", 9), "");
}

}  // namespace
}  // namespace rtlgen::test
