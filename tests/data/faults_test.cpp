// Files that are not what they should be: every fault is located and says what would be right.
#include "data/io.hpp"
#include "golden/grid.hpp"
#include "samples.hpp"
#include "support/diagnostics.hpp"
#include "support/errors.hpp"

namespace rtlgen::test {
namespace {

using spec::Type;

struct Fault {
  const char* name;
  std::string bytes;
  Type type;
  const char* message;  ///< part of it
  const char* note;     ///< part of it
  int line = 0;
  int column = 0;
};

const Type kByte = Type::uint_of(8);

// All for a grid of 3 x 2 cells (x, y).

std::vector<Fault> npy_faults() {
  const std::string six = cells_of({1, 2, 3, 4, 5, 6}, 1);
  const std::string good = npy("'|u1'", "(2, 3)", six);
  return {
      {"empty.npy", "", kByte, "not an .npy file", "numpy.save"},
      {"other.npy", "1 2 3 4 5 6", kByte, "not an .npy file", "numpy.save"},
      {"future.npy", npy("'|u1'", "(2, 3)", six, false, 9), kByte, "version 9", "1, 2 and 3"},
      {"header.npy", good.substr(0, 40), kByte, "header is cut off", "damaged"},
      {"short.npy", good.substr(0, good.size() - 1), kByte, "the cells take 5 bytes, but 6 are needed", "cut off"},
      {"long.npy", good + "x", kByte, "the cells take 7 bytes, but 6 are needed", "more than one array"},
      {"turned.npy", npy("'|u1'", "(3, 2)", six), kByte, "holds 3 x 2", "2 x 3 (slowest axis first)"},
      {"flat.npy", npy("'|u1'", "(6,)", six), kByte, "holds 6", "2 x 3"},
      {"huge.npy", npy("'|u1'", "(4611686018427387904, 4611686018427387904)", six), kByte, "holds 4611686018427387904",
       "2 x 3"},
      {"toohuge.npy", npy("'|u1'", "(99999999999999999999, 3)", six), kByte, "not a list of extents", "(480, 640)"},
      {"negative.npy", npy("'|u1'", "(-2, -3)", six), kByte, "not a list of extents", "(480, 640)"},
      {"shape.npy", npy("'|u1'", "2, 3", six), kByte, "not a list of extents", "(480, 640)"},
      {"complex.npy", npy("'<c8'", "(2, 3)", six), kByte, "dtype is not supported", "f2 f4 f8"},
      {"longdouble.npy", npy("'<f16'", "(2, 3)", six), kByte, "dtype is not supported", "f2 f4 f8"},
      {"f1.npy", npy("'|f1'", "(2, 3)", six), kByte, "dtype is not supported", "f2 f4 f8"},
      {"object.npy", npy("'|O'", "(2, 3)", six), kByte, "dtype is not supported", "f2 f4 f8"},
      {"record.npy", npy("[('a', '<f4')]", "(2, 3)", six), kByte, "not a plain number", "f2 f4 f8"},
      {"nodescr.npy", npy("'|u1'", "(2, 3)", six).replace(12, 5, "'xxxx"), kByte, "no 'descr'", "numpy.save"},
      {"signed.npy", npy("'|i1'", "(2, 3)", cells_of({1, 2, 3, 4, -5, 6}, 1)), kByte,
       "cell [1,1] is -5, which uint8 cannot hold", "choose a type"},
      {"truth.npy", npy("'|b1'", "(2, 3)", cells_of({0, 1, 1, 0, 2, 255}, 1)), kByte, "2 is not a truth value",
       "0 and 1"},
      {"scalar.npy", npy("'|u1'", "()", "1"), kByte, "the file holds a single value", "2 x 3"},
      {"none.npy", npy("'|u1'", "(0,)", ""), kByte, "the file holds 0 cells", "2 x 3"},
      {"fraction.npy", npy("'<f4'", "(2, 3)", cells_of({0, 0x3f000000, 0, 0, 0, 0}, 4)), kByte, "cell [1,0] is 0.5",
       "choose a type"},
  };
}

const std::vector<Fault> kPlainFaults = {
    {"missing.csv", "0,1,,2\n3,4,5\n", kByte, "a value is missing", "separate two numbers of a line", 1, 5},
    {"first.csv", "0,1,2\n,4,5,6\n", kByte, "a value is missing", "separate two numbers of a line", 2, 1},
    {"last.csv", "0,1,2,\n4,5,6\n", kByte, "a value is missing", "separate two numbers of a line", 1, 6},
    {"hex.csv", "0,1,0x10\n4,5,6\n", kByte, "'0x10' is not a number", "one number per cell", 1, 5},
    {"nan.csv", "0,1,nan(12)\n4,5,6\n", kFloat32, "'nan(12)' is not a number", "one number per cell", 1, 5},
    {"behind.pgm", "P5\n3 2\n255\n1234567", kByte, "1 byte follows the picture", "a single newline"},
    {"crlf.pgm", "P5\r\n3 2\r\n255\r\n123456", kByte, "1 byte follows the picture", "CRLF"},
    {"two.pgm", "P2\n3 2\n9\n1 2 3\n4 5 6\nP2\n", kByte, "3 bytes follow the picture", "one picture"},
    {"odd.raw", "12345", kFloat32, "5 bytes", "float32 takes 4 bytes"},
    {"few.raw", "12345", kByte, "holds 5 cells, but 6 are needed", "2 x 3"},
    {"many.raw", "1234567", kByte, "holds 7 cells, but 6 are needed", "2 x 3"},
    {"empty.raw", "", kByte, "holds 0 cells", "2 x 3"},
    {"bits.raw", std::string("\x00\x00\x00\xff\x00\x00", 6), Type::float_of(3, 2), "cell 3 has bits above the 6",
     "little endian"},
    {"wide.raw", cells_of({1, 2, 3, 4, 5, 64}, 1), Type::int_of(7), "cell [2,1] is 64, which int<7>", "choose a type"},
    {"word.txt", "1 2\n3 four 5 6\n", kByte, "'four' is not a number", "one number per cell", 2, 3},
    {"binary.txt", "\xff\xd8\xff\xe0", kByte, "'\?\?\?\?' is not a number", "one number per cell", 1, 1},
    {"fit.txt", "1\n2\n3\n4\n5\n256\n", kByte, "uint8 cannot hold 256", "choose a type", 6, 1},
    {"few.txt", "1 2 3 4 5", kFloat32, "holds 5 cells, but 6 are needed", "2 x 3"},
    {"many.txt", "1 2 3 4 5 6 7", kFloat32, "holds 7 cells, but 6 are needed", "2 x 3"},
    {"zero.txt", std::string("1 2 3\0 4 5 6", 12), kFloat32, "is not a number", "one number per cell", 1, 5},
};

const std::vector<Fault> kPgmFaults = {
    {"other.pgm", "P6 3 2 255 abcdef", kByte, "not a PGM", "P2 or P5"},
    {"empty.pgm", "", kByte, "not a PGM", "P2 or P5"},
    {"turned.pgm", "P2 2 3 255 1 2 3 4 5 6", kByte, "holds 3 x 2", "2 x 3"},
    {"cut.pgm", "P2 3 2 255\n1 2 3 4 5", kByte, "cut off", "width, height"},
    {"cut5.pgm", "P5 3 2 255\n12345", kByte, "cut off", "width, height"},
    {"comment.pgm", "P2 3 2 # 255", kByte, "cut off", "width, height"},
    {"word.pgm", "P2 3 2 255\n1 2\n3 x 5 6", kByte, "the pixel is not a number", "width, height", 3, 3},
    {"above.pgm", "P2 3 2 9\n1 2 3 4 10 6", kByte, "the pixel is larger than 9", "width, height", 2, 9},
    {"above5.pgm", "P5 3 2 50\n123456", kFloat32, "pixel 2 is 51, above the largest value 50", "width, height"},
    {"deep.pgm", "P2 3 2 70000 1 2 3 4 5 6", kByte, "larger than 65535", "width, height", 1, 8},
    {"giant.pgm", "P2 99999999999999 2 255 1", kByte, "width is larger", "width, height", 1, 4},
    {"fit.pgm", "P2 3 2 999 1 2 3 4 5 256", kByte, "cell [2,1] is 256", "choose a type"},
};

std::vector<Fault> png_faults() {
  const std::string picture = png(3, 2, 8, 0, {"\x01\x02\x03", "\x04\x05\x06"});
  std::string damaged = picture;
  damaged[45] = static_cast<char>(damaged[45] ^ 0x55);
  return {
      {"other.png", "\xff\xd8\xff\xe0", kByte, "not a PNG", "complete PNG"},
      {"empty.png", "", kByte, "not a PNG", "complete PNG"},
      {"cut.png", picture.substr(0, picture.size() - 14), kByte, "cut off", "complete PNG"},
      {"damaged.png", damaged, kByte, "damaged", "complete PNG"},
      {"turned.png", png(2, 3, 8, 0, {"\x01\x02", "\x03\x04", "\x05\x06"}), kByte, "holds 3 x 2", "2 x 3"},
      {"bomb.png", png(900000, 900000, 8, 0, {"\x01"}), kByte, "holds 900000 x 900000", "2 x 3"},
      {"rows.png", png(3, 2, 8, 0, {"\1\2\3", "\4\5\6", "\7\7\7"}), kByte, "continue after the last row (8 bytes)",
       "one picture"},
      {"unpacks.png", png(3, 2, 8, 0, {"\1\2\3", "\4\5\6", std::string(std::size_t{64} << 20, '\0')}), kByte,
       "continue after the last row (8 bytes)", "one picture"},
      {"passes.png", png(3, 2, 8, 0, {"\1", "\2", "\3\4", "\5\6\7", "\1"}, "", true), kByte,
       "continue after the last row", "one picture"},
      {"fit.png", png(3, 2, 16, 0, {std::string(6, '\1'), std::string(6, '\1')}), kByte, "cell [0,0] is 257",
       "choose a type"},
  };
}

std::vector<Fault> faults() {
  std::vector<Fault> all;
  for (const std::vector<Fault>& some : {npy_faults(), kPlainFaults, kPgmFaults, png_faults()})
    all.insert(all.end(), some.begin(), some.end());
  return all;
}

using Faults = Files;

TEST_F(Faults, AreLocatedAndSayWhatWouldBeRight) {
  for (const Fault& f : faults()) {
    SCOPED_TRACE(f.name);
    put(f.name, f.bytes);
    Diagnostics diagnostics;
    const auto grid = data::read(at(f.name), f.type, {3, 2, 1}, 2, diagnostics);
    EXPECT_FALSE(grid.ok());
    ASSERT_EQ(diagnostics.error_count(), 1);
    const Diagnostic& d = diagnostics.all()[0];
    EXPECT_EQ(to_string(d.code), "RG0601");
    EXPECT_EQ(d.where.file, at(f.name));
    EXPECT_EQ(d.where.line, f.line);
    EXPECT_EQ(d.where.column, f.column);
    EXPECT_NE(d.message.find(f.message), std::string::npos) << d.message;
    ASSERT_EQ(d.notes.size(), 1U);
    EXPECT_NE(d.notes[0].find(f.note), std::string::npos) << d.notes[0];
  }
}

/// No memory holds the grid, so that a reader that allocates it first ends with std::bad_alloc.
TEST_F(Faults, SmallTextsTakeNoMemoryForALargeGrid) {
  const std::string vti =
      "<VTKFile type=\"ImageData\"><ImageData WholeExtent=\"0 1048576 0 1048576 0 1\">"
      "<Piece Extent=\"0 1048576 0 1048576 0 1\"><CellData><DataArray type=\"UInt8\" Name=\"u\" format=\"ascii\">1 2 "
      "3</DataArray>"
      "</CellData></Piece></ImageData></VTKFile>";
  for (const auto& [name, bytes] : {std::pair<std::string, std::string>{"few.txt", "1 2 3\n"}, {"few.vti", vti}}) {
    SCOPED_TRACE(name);
    put(name, bytes);
    Diagnostics diagnostics;
    const char* const inside = name == "few.vti" ? ":u" : "";
    EXPECT_FALSE(data::read(at(name) + inside, kByte, {1 << 20, 1 << 20, 1}, 2, diagnostics).ok());
    ASSERT_EQ(diagnostics.error_count(), 1);
    EXPECT_NE(diagnostics.all()[0].message.find("the file holds 3 cells, but 1099511627776 are needed"),
              std::string::npos)
        << diagnostics.all()[0].message;
  }
}

TEST_F(Faults, UnreadableFilesAreTheEnvironments) {
  Diagnostics diagnostics;
  EXPECT_THROW((void)data::read(at("nothere.npy"), kByte, {3, 2, 1}, 2, diagnostics), EnvironmentError);
  EXPECT_THROW((void)data::read(folder_.string(), kByte, {3, 2, 1}, 2, diagnostics), EnvironmentError);
  EXPECT_THROW((void)data::read("", kByte, {3, 2, 1}, 2, diagnostics), EnvironmentError);
  EXPECT_EQ(diagnostics.error_count(), 0);
}

}  // namespace
}  // namespace rtlgen::test
