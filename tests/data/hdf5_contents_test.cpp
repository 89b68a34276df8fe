// Attributes of HDF5 files beside their numbers, and chunks that are not as they seem.
#include <fmt/format.h>
#include <hdf5.h>
#include <zlib.h>

#include "data/io.hpp"
#include "golden/grid.hpp"
#include "hdf5_made.hpp"
#include "samples.hpp"
#include "support/diagnostics.hpp"

namespace rtlgen::test {
namespace {

using spec::Type;

const Type kUint8 = Type::uint_of(8);

/// An enumeration of int8.
hid_t enumeration(const std::vector<std::pair<std::string, std::int8_t>>& members) {
  const hid_t type = H5Tenum_create(H5T_NATIVE_INT8);
  for (const auto& [name, value] : members) H5Tenum_insert(type, name.c_str(), &value);
  return type;
}

TEST_F(Hdf5, EnumerationsAreTruthValuesOrRefused) {
  const std::int8_t cells[] = {0, 1, 1, 0, 1, 0}, other[] = {0, 1, 2, 0, 1, 0};
  {
    const Made made(at("a.h5"));
    const auto add = [&](const char* name, const std::vector<std::pair<std::string, std::int8_t>>& members,
                         const std::int8_t* values) {
      const hid_t type = enumeration(members);
      made.add(name, type, type, {2, 3}, values);
      H5Tclose(type);
    };
    add("good", {{"FALSE", 0}, {"TRUE", 1}}, cells);
    add("odd", {{"FALSE", 0}, {"TRUE", 1}}, other);
    add("turned", {{"TRUE", 0}, {"FALSE", 1}}, cells);
    add("colours", {{"RED", 0}, {"GREEN", 1}, {"BLUE", 2}}, cells);
    add("two", {{"RED", 0}, {"GREEN", 1}}, cells);
    const hid_t big = H5Tenum_create(H5T_STD_I16BE);
    for (const std::uint16_t v : {std::uint16_t{0}, std::uint16_t{0x100}})
      H5Tenum_insert(big, v == 0 ? "FALSE" : "TRUE", &v);
    const std::uint16_t wide[] = {0, 0x100, 0x100, 0, 0x100, 0};
    made.add("big", big, big, {2, 3}, wide);
    H5Tclose(big);
  }
  for (const char* name : {"a.h5:good", "a.h5:big"}) {
    EXPECT_TRUE(read(name, Type::uint_of(1), {3, 2, 1}, 2) == grid_of(Type::uint_of(1), {3, 2, 1}, {0, 1, 1, 0, 1, 0}))
        << name;
  }
  refused("a.h5:odd", kUint8, "2 is not a truth value", "0 and 1");
  refused("a.h5:turned", kUint8, "the dataset holds names, not numbers: TRUE, FALSE", "FALSE = 0, TRUE = 1");
  refused("a.h5:colours", kUint8, "names, not numbers: RED, GREEN, BLUE", "write numbers");
  refused("a.h5:two", kUint8, "names, not numbers: RED, GREEN", "write numbers");
}

TEST_F(Hdf5, AttributesAreHonouredAsThoseOfNetcdf) {
  const std::vector<float> cells = {0, 1, 2, 3, 4, 5};
  const std::int8_t bytes[] = {1, 2, 3, 4, 5, -1};
  const double one = 1, zero = 0, range[] = {0, 5}, narrow[] = {0, 4}, half = 0.5, tenth = 0.1;
  const float five = 5, nine = 9;
  const std::int16_t four = 4;
  {
    const Made made(at("a.h5"));
    for (const char* name : {"plain", "same", "scaled", "moved", "filled", "unfilled", "missing", "range", "narrow",
                             "low", "high", "bad", "word"})
      made.add(name, H5T_IEEE_F32LE, H5T_NATIVE_FLOAT, {2, 3}, cells.data());
    made.attribute("same", "scale_factor", H5T_NATIVE_DOUBLE, 1, &one);
    made.attribute("same", "add_offset", H5T_NATIVE_DOUBLE, 0, &zero);
    made.attribute("same", "units", H5T_NATIVE_DOUBLE, 0, &zero);
    made.attribute("scaled", "scale_factor", H5T_NATIVE_DOUBLE, 0, &tenth);
    made.attribute("moved", "add_offset", H5T_NATIVE_DOUBLE, 1, &one);
    made.attribute("filled", "_FillValue", H5T_NATIVE_FLOAT, 1, &five);
    made.attribute("unfilled", "_FillValue", H5T_NATIVE_FLOAT, 1, &nine);
    made.attribute("missing", "missing_value", H5T_NATIVE_INT16, 1, &four);
    made.attribute("range", "valid_range", H5T_NATIVE_DOUBLE, 2, range);
    made.attribute("narrow", "valid_range", H5T_NATIVE_DOUBLE, 2, narrow);
    made.attribute("low", "valid_min", H5T_NATIVE_DOUBLE, 0, &half);
    made.attribute("high", "valid_max", H5T_NATIVE_INT16, 0, &four);
    made.attribute("bad", "valid_range", H5T_NATIVE_DOUBLE, 0, &half);
    const hid_t word = H5Tcopy(H5T_C_S1), text = H5Tcopy(H5T_C_S1);
    H5Tset_size(word, 4);
    made.attribute("word", "scale_factor", word, 0, "half");
    made.add("u", H5T_STD_I8LE, H5T_NATIVE_INT8, {2, 3}, bytes);
    made.attribute("u", "_Unsigned", word, 0, "true");
    made.add("v", H5T_STD_I8LE, H5T_NATIVE_INT8, {2, 3}, bytes);
    H5Tset_size(text, H5T_VARIABLE);
    const char* const yes = "True";
    made.attribute("v", "_Unsigned", text, 0, static_cast<const void*>(&yes));
    H5Tclose(word);
    H5Tclose(text);
  }
  for (const char* good : {"a.h5:plain", "a.h5:same", "a.h5:unfilled", "a.h5:range"})
    EXPECT_TRUE(holds(read(good, kFloat32, {3, 2, 1}, 2), cells)) << good;
  // By blocks, as another type, too.
  refused("a.h5:filled", Type::float_of(11, 52), "they equal the dataset's _FillValue", "fill them first");
  refused("a.h5:scaled", kFloat32, "the dataset is packed: it has the attribute scale_factor", "times scale_factor");
  refused("a.h5:moved", kFloat32, "the dataset is packed: it has the attribute add_offset", "plus add_offset");
  refused("a.h5:word", kFloat32, "the dataset is packed: it has the attribute scale_factor", "times scale_factor");
  refused("a.h5:filled", kFloat32, "they equal the dataset's _FillValue", "fill them first");
  refused("a.h5:missing", kFloat32, "they equal the dataset's missing_value", "fill them first");
  refused("a.h5:narrow", kFloat32, "5 is outside the dataset's valid_range", "dataset.attrs");
  refused("a.h5:low", kFloat32, "0 is outside the dataset's valid_min", "fill them first");
  refused("a.h5:high", kFloat32, "5 is outside the dataset's valid_max", "fill them first");
  refused("a.h5:bad", kFloat32, "the dataset's valid_range is not two numbers", "correct or delete");
  for (const char* name : {"a.h5:u", "a.h5:v"}) EXPECT_EQ(read(name, kUint8, {3, 2, 1}, 2).get(5), 255U) << name;
}

TEST_F(Hdf5, ASingleValueIsNoGrid) {
  {
    const Made made(at("a.h5"));
    const float one = 1;
    made.add("t", H5T_IEEE_F32LE, H5T_NATIVE_FLOAT, {}, &one);
  }
  refused("a.h5:t", kFloat32, "the dataset holds a single value", "the grid is 2 x 3");
}

/// An extendible dataset t of 2 x 3 floats in chunks, packed by zlib.
void add_chunked(hid_t file, const std::vector<hsize_t>& chunk, const std::string& packed, int times = 1) {
  const hsize_t shape[] = {2, 3}, most[] = {H5S_UNLIMITED, H5S_UNLIMITED}, origin[] = {0, 0};
  const hid_t properties = H5Pcreate(H5P_DATASET_CREATE);
  H5Pset_chunk(properties, 2, chunk.data());
  for (int i = 0; i < times; ++i) {
    const unsigned level = 6;
    H5Pset_filter(properties, H5Z_FILTER_DEFLATE, 0, 1, &level);
  }
  const hid_t space = H5Screate_simple(2, shape, most);
  const hid_t dataset = H5Dcreate2(file, "t", H5T_IEEE_F32LE, space, H5P_DEFAULT, properties, H5P_DEFAULT);
  ASSERT_GE(dataset, 0);
  if (!packed.empty()) {
    EXPECT_GE(H5Dwrite_chunk(dataset, H5P_DEFAULT, 0, origin, packed.size(), packed.data()), 0);
  }
  H5Dclose(dataset);
  H5Sclose(space);
  H5Pclose(properties);
}

std::string packed(std::size_t zeros) {
  const std::string bytes(zeros, '\0');
  uLongf size = compressBound(zeros);
  std::string out(size, '\0');
  compress(reinterpret_cast<Bytef*>(out.data()), &size, reinterpret_cast<const Bytef*>(bytes.data()), zeros);
  out.resize(size);
  return out;
}

TEST_F(Hdf5, ChunksAreSizedBeforeTheyAreRead) {
  const auto make = [&](const std::string& name, const std::vector<hsize_t>& chunk, const std::string& bytes,
                        int times = 1) { add_chunked(Made(at(name)).id(), chunk, bytes, times); };
  make("good.h5", {64, 64}, packed(64 * 64 * 4));
  EXPECT_EQ(read("good.h5:t", kFloat32, {3, 2, 1}, 2).get(5), 0U);
  make("long.h5", {64, 64}, packed(64 * 64 * 4 + 1));
  refused("long.h5:t", kFloat32, "a chunk of the dataset unpacks to more than its 16384 bytes", "damaged");
  make("bomb.h5", {64, 64}, packed(std::size_t{64} << 20));
  refused("bomb.h5:t", kFloat32, "a chunk of the dataset unpacks to more than its 16384 bytes", "exhaust memory");
  make("large.h5", {16384, 16384}, "");
  refused("large.h5:t", kFloat32, "a chunk of the dataset takes 1073741824 bytes, but only 24 are read", "CHUNK=2x3");
  make("twice.h5", {64, 64}, "", 2);
  refused("twice.h5:t", kFloat32, "the dataset is packed twice", "h5repack");
}

/// netCDF-4 files are HDF5 files.
TEST_F(Hdf5, ChunksOfNetcdfFilesAreSizedToo) {
  if (data::name_fault("a.nc", false)) GTEST_SKIP() << "no NetCDF";
  add_chunked(Made(at("good.nc")).id(), {64, 64}, packed(64 * 64 * 4));
  EXPECT_EQ(read("good.nc:t", kFloat32, {3, 2, 1}, 2).get(5), 0U);
  add_chunked(Made(at("bomb.nc")).id(), {64, 64}, packed(std::size_t{64} << 20));
  refused("bomb.nc:t", kFloat32, "a chunk of the dataset unpacks to more than its 16384 bytes", "damaged");
}

}  // namespace
}  // namespace rtlgen::test
