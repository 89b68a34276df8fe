// HDF5 files, made by the library itself, so that readers are not judged by our own writers.
#include <fmt/format.h>
#include <hdf5.h>
#include <sys/stat.h>

#include <fstream>

#include "data/io.hpp"
#include "golden/grid.hpp"
#include "hdf5_made.hpp"
#include "samples.hpp"
#include "support/diagnostics.hpp"
#include "support/errors.hpp"

namespace rtlgen::test {
namespace {

namespace fs = std::filesystem;
using spec::Type;

const Type kByte = Type::uint_of(8);

TEST_F(Hdf5, ReadsWhatOthersWrite) {
  const std::vector<float> values = floats(7 * 5 * 3);
  {
    const Made made(at("a.h5"));
    made.add("plain", H5T_IEEE_F32LE, H5T_NATIVE_FLOAT, {3, 5, 7}, values.data());
    made.add("big", H5T_IEEE_F32BE, H5T_NATIVE_FLOAT, {3, 5, 7}, values.data());
    made.add("fields/packed", H5T_IEEE_F32LE, H5T_NATIVE_FLOAT, {3, 5, 7}, values.data(), {2, 3, 4});
    made.add("double", H5T_IEEE_F64BE, H5T_NATIVE_FLOAT, {1, 3, 5, 7}, values.data());
  }
  const spec::Extents extents{7, 5, 3};
  for (const char* name : {"/plain", "plain", "/big", "/fields/packed", "fields/packed", "/double"}) {
    SCOPED_TRACE(name);
    EXPECT_TRUE(holds(read(std::string("a.h5:") + name, kFloat32, extents, 3), values));
  }
  // Read by blocks, as another type.
  const golden::Grid wide = read("a.h5:/fields/packed", Type::float_of(11, 52), extents, 3);
  EXPECT_EQ(wide.get(104), std::bit_cast<std::uint64_t>(104.25));
}

TEST_F(Hdf5, BlocksOfALargeDatasetAreInOrder) {
  const spec::Extents extents{700, 300, 6};
  std::vector<std::int32_t> values(700 * 300 * 6);
  for (std::size_t i = 0; i < values.size(); ++i) values[i] = static_cast<std::int32_t>(i);
  {
    const Made made(at("a.h5"));
    made.add("t", H5T_STD_I32BE, H5T_NATIVE_INT32, {6, 300, 700}, values.data(), {4, 32, 64});
    made.add("row", H5T_STD_I32LE, H5T_NATIVE_INT32, {values.size()}, values.data());
  }
  const golden::Grid grid = read("a.h5:/t", Type::int_of(40), extents, 3);
  const golden::Grid row = read("a.h5:/row", Type::int_of(40), {700 * 300 * 6, 1, 1}, 1);
  for (std::int64_t i = 0; i < grid.cells(); ++i) {
    ASSERT_EQ(grid.get(i), static_cast<std::uint64_t>(i));
    ASSERT_EQ(row.get(i), static_cast<std::uint64_t>(i));
  }
}

TEST_F(Hdf5, ReadsEveryKindOfNumber) {
  const std::int8_t bytes[] = {1, -2, 3};
  const std::uint64_t longs[] = {1, std::uint64_t{1} << 63, 3};
  const std::int8_t truths[] = {0, 1, 1};
  const std::uint16_t halves[] = {0x3c00, 0x7e01, 0xfc00};
  {
    const Made made(at("a.h5"));
    made.add("i1", H5T_STD_I8LE, H5T_NATIVE_INT8, {3}, bytes);
    made.add("u8", H5T_STD_U64BE, H5T_NATIVE_UINT64, {3}, longs);
    const hid_t truth = H5Tenum_create(H5T_NATIVE_INT8);
    for (std::int8_t v = 0; v < 2; ++v) H5Tenum_insert(truth, v == 0 ? "FALSE" : "TRUE", &v);
    made.add("b1", truth, truth, {3}, truths);
    H5Tclose(truth);
    const hid_t half = H5Tcopy(H5T_IEEE_F32LE);
    H5Tset_fields(half, 15, 10, 5, 0, 10);
    H5Tset_size(half, 2);
    H5Tset_ebias(half, 15);
    made.add("f2", half, half, {3}, halves);
    H5Tclose(half);
  }
  EXPECT_TRUE(read("a.h5:/i1", Type::int_of(16), {3, 1, 1}, 1) == grid_of(Type::int_of(16), {3, 1, 1}, {1, 0xfffe, 3}));
  EXPECT_TRUE(read("a.h5:u8", Type::uint_of(64), {3, 1, 1}, 1) ==
              grid_of(Type::uint_of(64), {3, 1, 1}, {1, std::uint64_t{1} << 63, 3}));
  EXPECT_TRUE(read("a.h5:b1", Type::uint_of(1), {3, 1, 1}, 1) == grid_of(Type::uint_of(1), {3, 1, 1}, {0, 1, 1}));
  // Cells of the field's own type keep every bit, NaNs too.
  const Type half = Type::float_of(5, 10);
  EXPECT_TRUE(read("a.h5:f2", half, {3, 1, 1}, 1) == grid_of(half, {3, 1, 1}, {0x3c00, 0x7e01, 0xfc00}));
}

TEST_F(Hdf5, NansOfTheOtherByteOrderKeepTheirBits) {
  const std::uint32_t nan = 0x7fc12345;
  {
    const Made made(at("a.h5"));
    made.add("t", H5T_IEEE_F32BE, H5T_NATIVE_FLOAT, {1}, &nan);
  }
  EXPECT_EQ(read("a.h5:t", kFloat32, {1, 1, 1}, 1).get(0), nan);
}

TEST_F(Hdf5, ReadsOneOfSeveralTimeSteps) {
  const std::vector<float> values = floats(4 * 6);
  {
    const Made made(at("a.hdf5"));
    made.add("t", H5T_IEEE_F32LE, H5T_NATIVE_FLOAT, {4, 2, 3}, values.data(), {1, 2, 3});
  }
  EXPECT_TRUE(holds(read("a.hdf5:/t[0]", kFloat32, {3, 2, 1}, 2), {values.begin(), values.begin() + 6}));
  EXPECT_TRUE(holds(read("a.hdf5:/t[-1]", kFloat32, {3, 2, 1}, 2), {values.begin() + 18, values.end()}));
  EXPECT_EQ(read("a.hdf5:/t[2]", Type::float_of(11, 52), {3, 2, 1}, 2).get(0), std::bit_cast<std::uint64_t>(12.25));
  refused("a.hdf5:/t[4]", kFloat32, "no entry 4 along the first axis of '/t'", "it has 4: 0 to 3");
  refused("a.hdf5:/t", kFloat32, "the dataset holds 4 x 2 x 3 cells", "2 x 3");
  refused("a.hdf5:/t[x]", kFloat32, "no dataset '/t[x]'", "/t (4 x 2 x 3)");
}

TEST_F(Hdf5, FaultsSayWhatWouldBeRight) {
  const std::vector<float> values = floats(6);
  {
    const Made made(at("a.h5"));
    made.add("t", H5T_IEEE_F32LE, H5T_NATIVE_FLOAT, {2, 3}, values.data());
    made.add("deep/er", H5T_IEEE_F32LE, H5T_NATIVE_FLOAT, {3, 2}, values.data());
    made.add("flat", H5T_IEEE_F32LE, H5T_NATIVE_FLOAT, {6}, values.data());
    const hid_t text = H5Tcopy(H5T_C_S1);
    H5Tset_size(text, 4);
    made.add("text", text, text, {2, 3}, values.data());
    H5Tclose(text);
    const hid_t pair = H5Tcreate(H5T_COMPOUND, 8);
    H5Tinsert(pair, "r", 0, H5T_NATIVE_FLOAT);
    H5Tinsert(pair, "i", 4, H5T_NATIVE_FLOAT);
    const std::vector<float> twelve = floats(12);
    made.add("pair", pair, pair, {2, 3}, twelve.data());
    H5Tclose(pair);
    const std::vector<long double> wide(6, 1);
    made.add("wide", H5T_NATIVE_LDOUBLE, H5T_NATIVE_LDOUBLE, {2, 3}, wide.data());
  }
  put("other.h5", "no such file");
  put("empty.h5", "");
  refused("other.h5:/t", kFloat32, "not an HDF5 file", "h5py");
  refused("empty.h5:/t", kFloat32, "not an HDF5 file", "h5py");
  refused("a.h5:/u", kFloat32, "the file has no dataset '/u'",
          "the file has /deep/er (3 x 2), /flat (6), /pair (2 x 3), ");
  refused("a.h5:/deep", kFloat32, "no dataset '/deep'", "/deep/er (3 x 2)");
  refused("a.h5:/deep/er", kFloat32, "the dataset holds 3 x 2 cells", "the grid is 2 x 3 (slowest axis first)");
  refused("a.h5:/flat", kFloat32, "the dataset holds 6 cells", "2 x 3");
  refused("a.h5:/text", kFloat32, "the dataset holds strings", "f2 f4 f8");
  refused("a.h5:/pair", kFloat32, "compound values", "f2 f4 f8");
  refused("a.h5:/wide", kFloat32, "floats of an unsupported format", "f2 f4 f8");
  refused("a.h5:/t", kByte, "cell [0,0] is 0.25, which uint8 cannot hold", "choose a type");
  fs::resize_file(at("a.h5"), fs::file_size(at("a.h5")) - 100);
  refused("a.h5:/t", kFloat32, "the file cannot be opened: ", "damaged");
  Diagnostics diagnostics;
  EXPECT_THROW((void)data::read(at("nothere.h5:/t"), kFloat32, {3, 2, 1}, 2, diagnostics), EnvironmentError);
  fs::create_directory(at("folder.h5"));
  EXPECT_THROW((void)data::read(at("folder.h5:/t"), kFloat32, {3, 2, 1}, 2, diagnostics), EnvironmentError);
}

TEST_F(Hdf5, ADamagedChunkIsAFault) {
  const std::vector<float> values = floats(64 * 64);
  {
    const Made made(at("a.h5"));
    made.add("t", H5T_IEEE_F32LE, H5T_NATIVE_FLOAT, {64, 64}, values.data(), {64, 64});
  }
  std::string bytes = get("a.h5");
  const std::size_t begin = bytes.find("\x78\x5e");  // begin of the data that zlib has packed
  ASSERT_NE(begin, std::string::npos);
  for (std::size_t i = begin + 8; i < begin + 40; ++i) bytes[i] = static_cast<char>(bytes[i] ^ 0x5a);
  put("a.h5", bytes);
  refused("a.h5:/t", kFloat32, "the dataset cannot be read: ", "damaged", {64, 64, 1});
}

TEST_F(Hdf5, VectorsHaveTheirComponentsLast) {
  std::vector<std::uint8_t> values;
  for (int i = 0; i < 4 * 5 * 3; ++i) values.push_back(static_cast<std::uint8_t>(i));
  {
    const Made made(at("a.h5"));
    made.add("v", H5T_STD_U8LE, H5T_NATIVE_UINT8, {4, 5, 3}, values.data());
  }
  Diagnostics diagnostics;
  const auto grids = data::read_vector(at("a.h5:/v"), kByte, {5, 4, 1}, 2, 3, diagnostics);
  ASSERT_TRUE(grids.ok()) << diagnostics.render();
  for (std::int64_t i = 0; i < 20; ++i) {
    for (std::size_t c = 0; c < 3; ++c)
      EXPECT_EQ((*grids)[c].get(i), static_cast<std::uint64_t>(3 * i) + c) << i << " " << c;
  }
  data::write_vector(at("b.h5:/deep/v"), {&(*grids)[0], &(*grids)[1], &(*grids)[2]}, 2);
  const auto back = data::read_vector(at("b.h5:/deep/v"), kByte, {5, 4, 1}, 2, 3, diagnostics);
  ASSERT_TRUE(back.ok()) << diagnostics.render();
  for (std::size_t c = 0; c < 3; ++c) EXPECT_TRUE((*back)[c] == (*grids)[c]);
}

/// Type and shape of a dataset, as the library says.
std::string facts(const std::string& path, const char* name) {
  const hid_t file = H5Fopen(path.c_str(), H5F_ACC_RDONLY, H5P_DEFAULT);
  const hid_t dataset = H5Dopen2(file, name, H5P_DEFAULT);
  const hid_t type = H5Dget_type(dataset);
  const hid_t space = H5Dget_space(dataset);
  std::vector<hsize_t> extents(static_cast<std::size_t>(std::max(0, H5Sget_simple_extent_ndims(space))));
  if (!extents.empty()) H5Sget_simple_extent_dims(space, extents.data(), nullptr);
  std::string text = H5Tequal(type, H5T_IEEE_F32LE) > 0   ? "float32"
                     : H5Tequal(type, H5T_IEEE_F64LE) > 0 ? "float64"
                     : H5Tequal(type, H5T_STD_I16LE) > 0  ? "int16"
                                                          : "another type";
  for (const hsize_t n : extents) text += fmt::format(" {}", n);
  H5Sclose(space);
  H5Tclose(type);
  H5Dclose(dataset);
  H5Fclose(file);
  return text;
}

TEST_F(Hdf5, FieldsOfOneFileAreWrittenTogether) {
  const golden::Grid t = busy_grid(kFloat32, {4, 3, 2}, 1), n = busy_grid(Type::int_of(12), {4, 3, 2}, 2);
  const golden::Grid f = busy_grid(Type::fixed_of(16, 8), {4, 3, 2}, 3);
  put("a.h5", "replaced");
  data::write_all({{at("a.h5:/t"), {&t}, 3}, {at("a.h5:/more/n"), {&n}, 3}, {at("a.h5:f"), {&f}, 3}});
  EXPECT_EQ(facts(at("a.h5"), "/t"), "float32 2 3 4");
  EXPECT_EQ(facts(at("a.h5"), "/more/n"), "int16 2 3 4");
  EXPECT_EQ(facts(at("a.h5"), "/f"), "float64 2 3 4");
  EXPECT_TRUE(read("a.h5:/t", t.type, t.extents, 3) == t);
  EXPECT_TRUE(read("a.h5:/more/n", n.type, n.extents, 3) == n);
  EXPECT_TRUE(read("a.h5:/f", f.type, f.extents, 3) == f);
  EXPECT_EQ(names(), std::vector<std::string>{"a.h5"});
}

TEST_F(Hdf5, AFileAppearsWholeOrNotAtAll) {
  const golden::Grid t = busy_grid(kFloat32, {4, 3, 2}, 1);
  put("a.h5", "precious");
  // A dataset cannot be a group.
  EXPECT_THROW(data::write_all({{at("a.h5:/t"), {&t}, 3}, {at("a.h5:/t/u"), {&t}, 3}}), EnvironmentError);
  EXPECT_EQ(get("a.h5"), "precious");
  EXPECT_EQ(names(), std::vector<std::string>{"a.h5"});
  EXPECT_THROW(data::write(at("nowhere/a.h5:/t"), t, 3), EnvironmentError);
  ASSERT_EQ(mkfifo(at("pipe.h5").c_str(), 0600), 0);
  EXPECT_THROW(data::write(at("pipe.h5:/t"), t, 3), EnvironmentError);
}

TEST_F(Hdf5, FileNamesMayHaveColons) {
  const golden::Grid t = busy_grid(kFloat32, {4, 1, 1}, 1);
  EXPECT_EQ(data::file_of("12:30.h5:/t"), "12:30.h5");
  EXPECT_EQ(data::file_of("C:/a.npy"), "C:/a.npy");
  EXPECT_EQ(data::with_place("a.h5", "t"), "a.h5:t");
  EXPECT_EQ(data::with_place("a.h5:/u", "t"), "a.h5:/u");
  EXPECT_EQ(data::with_place("a.npy", "t"), "a.npy");
  data::write(at("12:30.h5:/t"), t, 1);
  EXPECT_TRUE(read("12:30.h5:/t", t.type, t.extents, 1) == t);
}

/// The most memory that this program had since it began, in bytes.
std::int64_t peak_memory() {
  std::ifstream status("/proc/self/status");
  for (std::string word; status >> word;) {
    std::int64_t kilobytes = 0;
    if (word == "VmHWM:" && status >> kilobytes) return kilobytes * 1024;
  }
  return 0;
}

TEST_F(Hdf5, ALargeFieldTakesItsOwnMemoryAndATenth) {
#if defined(__SANITIZE_ADDRESS__)
  GTEST_SKIP() << "sanitizers need memory of their own";
#endif
  const spec::Extents extents{256, 256, 512};
  const std::int64_t bytes = 256 * 256 * 512 * 4;
  {
    const golden::Grid field(kFloat32, extents);
    data::write(at("a.h5:/t"), field, 3);
  }
  std::ofstream("/proc/self/clear_refs") << "5";  // resets the peak
  const std::int64_t before = peak_memory();
  const golden::Grid field = read("a.h5:/t", kFloat32, extents, 3);
  EXPECT_EQ(field.cells() * 4, bytes);
  EXPECT_LE(peak_memory() - before, bytes + bytes / 10);
}

}  // namespace
}  // namespace rtlgen::test
