// VTK images: those of VTK's own writers, and what rtlgen writes, taken apart by hand.
#include <fmt/format.h>
#include <zlib.h>

#include "data/io.hpp"
#include "data/series.hpp"
#include "golden/grid.hpp"
#include "samples.hpp"
#include "support/diagnostics.hpp"

namespace rtlgen::test {
namespace {

using spec::Type;

const Type kShort = Type::int_of(16);

std::string base64(const std::string& bytes) {
  static constexpr char kDigits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string text;
  for (std::size_t i = 0; i < bytes.size(); i += 3) {
    std::uint32_t bits = 0;
    for (std::size_t k = 0; k < 3; ++k)
      bits = bits << 8 | (i + k < bytes.size() ? static_cast<unsigned char>(bytes[i + k]) : 0U);
    for (std::size_t k = 0; k < 4; ++k) text += i + k > bytes.size() ? '=' : kDigits[bits >> (18 - 6 * k) & 0x3fU];
  }
  return text;
}

/// A file with one array of points n of 3 x 2, as VTK's writer lays it out.
std::string image(const std::string& attributes, const std::string& array, const std::string& appended = "",
                  const std::string& kind = "PointData", const std::string& extent = "0 2 0 1 0 0") {
  return fmt::format(
      "<?xml version=\"1.0\"?>\n<VTKFile type=\"ImageData\" version=\"1.0\" {0}>\n"
      "  <ImageData WholeExtent=\"{4}\" Origin=\"0 0 0\" Spacing=\"1 1 1\">\n  <Piece Extent=\"{4}\">\n"
      "    <{3} Scalars=\"n\">\n      {1}\n    </{3}>\n  </Piece>\n  </ImageData>\n{2}</VTKFile>\n",
      attributes, array, appended, kind, extent);
}

std::string array(const std::string& rest, const std::string& text = "") {
  return fmt::format("<DataArray type=\"Int16\" Name=\"n\" {}>{}</DataArray>", rest, text);
}

const char* const kLittle = "byte_order=\"LittleEndian\" header_type=\"UInt32\"";
const std::string kCells = cells_of({1, -2, 3, 4, 5, 600}, 2);

class Vtk : public Files {
 protected:
  void is_read(const std::string& name, const std::string& bytes) const {
    SCOPED_TRACE(name);
    put(name + ".vti", bytes);
    Diagnostics diagnostics;
    const auto grid = data::read(at(name + ".vti:n"), kShort, {3, 2, 1}, 2, diagnostics);
    ASSERT_TRUE(grid.ok()) << diagnostics.render();
    EXPECT_TRUE(*grid == grid_of(kShort, {3, 2, 1}, {1, 0xfffe, 3, 4, 5, 600}));
  }

  void refused(const std::string& name, const std::string& bytes, const std::string& message) const {
    SCOPED_TRACE(message);
    if (!bytes.empty()) put(name.substr(0, name.find(':')), bytes);
    Diagnostics diagnostics;
    EXPECT_FALSE(data::read(at(name), kShort, {3, 2, 1}, 2, diagnostics).ok());
    ASSERT_EQ(diagnostics.error_count(), 1);
    EXPECT_EQ(to_string(diagnostics.all()[0].code), "RG0601");
    EXPECT_NE(diagnostics.render().find(message), std::string::npos) << diagnostics.render();
  }
};

TEST_F(Vtk, ReadsEveryWayOfStoring) {
  const std::string header = cells_of({12}, 4), wide = cells_of({12}, 8);
  const std::string raw = "  <AppendedData encoding=\"raw\">\n   _";
  const std::string coded = "  <AppendedData encoding=\"base64\">\n   _";
  const std::string end = "\n  </AppendedData>\n";
  is_read("text", image(kLittle, array("format=\"ascii\"", "\n  1 -2 3\n  4 5 600\n")));
  is_read("inline", image(kLittle, array("format=\"binary\"", "\n   " + base64(header + kCells) + "\n")));
  is_read("raw", image(kLittle, array("format=\"appended\" offset=\"3\""), raw + "abc" + header + kCells + end));
  is_read("coded", image(kLittle, array("format=\"appended\" offset=\"0\""), coded + base64(header + kCells) + end));
  is_read("wide", image("byte_order=\"LittleEndian\" header_type=\"UInt64\"", array("format=\"appended\" offset=\"0\""),
                        raw + wide + kCells + end));
  is_read("big", image("byte_order=\"BigEndian\"", array("format=\"appended\" offset=\"0\""),
                       raw + cells_of({12}, 4, true) + cells_of({1, -2, 3, 4, 5, 600}, 2, true) + end));
  is_read("cells", image(kLittle, array("format=\"ascii\"", "1 -2 3 4 5 600"), "", "CellData", "0 3 0 2 0 0"));
  is_read("below", image(kLittle, array("format=\"ascii\"", "1 -2 3 4 5 600"), "", "PointData", "-1 1 7 8 0 0"));
  // Packed in two blocks, as VTK's own writer does by default.
  std::string blocks[2];
  for (std::size_t i = 0; i < 2; ++i) {
    const std::string part = kCells.substr(8 * i, 8);
    uLongf size = compressBound(part.size());
    blocks[i].resize(size);
    ASSERT_EQ(compress(reinterpret_cast<Bytef*>(blocks[i].data()), &size, reinterpret_cast<const Bytef*>(part.data()),
                       part.size()),
              Z_OK);
    blocks[i].resize(size);
  }
  const auto size = [&](std::size_t i) { return static_cast<std::int64_t>(blocks[i].size()); };
  const std::string packed = cells_of({2, 8, 4, size(0), size(1)}, 4);
  const std::string zlib = std::string(kLittle) + " compressor=\"vtkZLibDataCompressor\"";
  is_read("packed", image(zlib, array("format=\"appended\" offset=\"0\""), raw + packed + blocks[0] + blocks[1] + end));
  is_read("packed64", image(zlib, array("format=\"binary\"", base64(packed) + base64(blocks[0] + blocks[1]))));
}

TEST_F(Vtk, FaultsSayWhatWouldBeRight) {
  const std::string good = image(kLittle, array("format=\"ascii\"", "1 2 3 4 5 6"));
  refused("a.vti:n", "<html></html>", "this is not a VTK image");
  refused("a.vti:n", "no xml", "this is not a VTK image");
  refused("a.vti:n", "<VTKFile type=\"UnstructuredGrid\"/>", "VTK file of type UnstructuredGrid");
  refused("a.vti:u", good, "no array 'u'");
  refused("a.vti:u", "", "the file has n (1 x 2 x 3)");
  refused("a.vti:n", good.substr(0, good.size() / 2), "damaged");
  refused("a.vti:n", image(kLittle, array("format=\"ascii\"", "1 2 3 4 5")), "holds 5 cells, but 6 are needed");
  refused("a.vti:n", image(kLittle, array("format=\"ascii\"", "1 2 3 4 5 6 7")), "holds 7 cells, but 6 are needed");
  refused("a.vti:n", image(kLittle, array("format=\"ascii\"", "1 2 3 4 5 x")), "number 5 is 'x'");
  refused("a.vti:n", image(kLittle, array("format=\"ascii\"", "1"), "", "PointData", "0 1 0 2 0 0"), "holds 1 x 3 x 2");
  refused("a.vti:n", image(kLittle, array("format=\"ascii\""), "", "PointData", "0 1 0"), "no extent of six numbers");
  refused("a.vti:n", image(kLittle, array("format=\"ascii\"", "1"), "", "PointData", "5 0 5 0 0 0"),
          "extent along x is from 5 to 0");
  refused("a.vti:n",
          image(kLittle, array("format=\"ascii\"", "1"), "", "PointData",
                "0 1 -9223372036854775807 9223372036854775807 0 0"),
          "extent along y is from -9223372036854775807 to 9223372036854775807");
  refused("a.vti:n", image(kLittle, array("format=\"binary\"", base64("1234"))), "cut off");
  refused("a.vti:n", image(kLittle, array("format=\"binary\"", base64(cells_of({10}, 4) + kCells))),
          "the cells take 10 bytes, but 12 are needed");
  refused("a.vti:n", image(kLittle, array("format=\"appended\" offset=\"999\""), "<AppendedData encoding=\"raw\">_"),
          "cut off");
  refused("a.vti:n", image("compressor=\"vtkLZ4DataCompressor\"", array("format=\"binary\"")),
          "packed with vtkLZ4DataCompressor");
  refused("a.vti:n", image(kLittle, "<DataArray type=\"Bit\" Name=\"n\" format=\"binary\">AA==</DataArray>"),
          "holds Bit, which is not supported");
  refused("a.pvd:n", "<VTKFile type=\"Collection\"><Collection/></VTKFile>", "the series has 0 time steps");
  refused("a.pvd:n[0]", "", "there is no entry 0");
}

TEST_F(Vtk, WritesArraysOfPoints) {
  const golden::Grid n = grid_of(kShort, {3, 2, 1}, {1, 0xfffe, 3, 4, 5, 600});
  const golden::Grid u = grid_of(Type::uint_of(8), {3, 2, 1}, {7, 8, 9, 10, 11, 12});
  data::write_all({{at("a.vti:n"), {&n}, 2}, {at("a.vti:<u>"), {&u, &u}, 2}});
  const std::string bytes = get("a.vti");
  const std::string first =
      "<DataArray type=\"Int16\" Name=\"n\" NumberOfComponents=\"1\" format=\"appended\" offset=\"0\"/>";
  EXPECT_NE(bytes.find("WholeExtent=\"0 2 0 1 0 0\""), std::string::npos) << bytes;
  EXPECT_NE(bytes.find(first), std::string::npos) << bytes;
  EXPECT_NE(bytes.find("Name=\"&lt;u&gt;\" NumberOfComponents=\"2\" format=\"appended\" offset=\"20\""),
            std::string::npos)
      << bytes;
  const std::size_t mark = bytes.find('_', bytes.find("<AppendedData encoding=\"raw\">"));
  EXPECT_EQ(bytes.substr(mark + 1, 20), cells_of({12}, 8) + kCells);
  EXPECT_EQ(bytes.substr(mark + 21, 10), cells_of({12}, 8) + "\x07\x07");
  Diagnostics diagnostics;
  const auto back = data::read_vector(at("a.vti:<u>"), u.type, u.extents, 2, 2, diagnostics);
  ASSERT_TRUE(back.ok()) << diagnostics.render();
  EXPECT_TRUE((*back)[0] == u && (*back)[1] == u);
}

TEST_F(Vtk, TimeSeriesListTheirImages) {
  golden::Grid n = grid_of(kShort, {3, 2, 1}, {1, 2, 3, 4, 5, 6});
  data::Series series(true);
  series.add(5, {{at("a.pvd:n"), {&n}, 2}});
  n.set(0, 9);
  series.add(10, {{at("a.pvd:n"), {&n}, 2}});
  EXPECT_TRUE(series.finish() == std::vector<std::string>{at("a.pvd:n")});
  EXPECT_EQ(names(), (std::vector<std::string>{"a.pvd", "a_000005.vti", "a_000010.vti"}));
  EXPECT_NE(get("a.pvd").find("<DataSet timestep=\"10\" part=\"0\" file=\"a_000010.vti\"/>"), std::string::npos);
  Diagnostics diagnostics;
  const auto last = data::read(at("a.pvd:n[-1]"), kShort, n.extents, 2, diagnostics);
  ASSERT_TRUE(last.ok()) << diagnostics.render();
  EXPECT_TRUE(*last == n);
  refused("a.pvd:n", "", "the series has 2 time steps");
  refused("a.pvd:n", "", "a.pvd:n[-1]");
  refused("a.pvd:u[0]", "", "a_000005.vti: the file has no array 'u'");
  EXPECT_TRUE(data::is_numbered(at("a_000005.vti"), at("a.pvd")));
}

TEST_F(Vtk, RoundTripsOfEveryKindOfNumber) {
  for (const Type& type : {kFloat32, Type::float_of(11, 52), Type::float_of(5, 10), Type::int_of(8), Type::uint_of(64),
                           Type::fixed_of(16, 8)}) {
    golden::Grid grid = busy_grid(type, {13, 7, 3}, 1);
    if (type.width == 16 && type.is_float()) {
      for (std::int64_t i = 0; i < grid.cells(); ++i) grid.set(i, grid.get(i) & 0x3fff);
    }
    data::write(at("a.vti:n"), grid, 3);
    Diagnostics diagnostics;
    const auto back = data::read(at("a.vti:n"), type, grid.extents, 3, diagnostics);
    ASSERT_TRUE(back.ok()) << diagnostics.render();
    EXPECT_TRUE(*back == grid) << type.name();
  }
}

}  // namespace
}  // namespace rtlgen::test
