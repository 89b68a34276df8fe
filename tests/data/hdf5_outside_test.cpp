// Parts of an HDF5 file that are in other files are not read: nothing named them.
#include <fmt/format.h>
#include <hdf5.h>

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

TEST_F(Hdf5, NumbersInOtherFilesAreRefused) {
  put("short.bin", "precious");  // the library makes zeros of what a short file lacks
  const hid_t file = H5Fcreate(at("a.h5").c_str(), H5F_ACC_TRUNC, H5P_DEFAULT, H5P_DEFAULT);
  const hid_t properties = H5Pcreate(H5P_DATASET_CREATE);
  ASSERT_GE(H5Pset_external(properties, at("short.bin").c_str(), 0, H5F_UNLIMITED), 0);
  const hsize_t shape[] = {2, 3};
  const hid_t space = H5Screate_simple(2, shape, nullptr);
  const hid_t dataset = H5Dcreate2(file, "t", H5T_IEEE_F32LE, space, H5P_DEFAULT, properties, H5P_DEFAULT);
  ASSERT_GE(dataset, 0);
  H5Dclose(dataset);
  H5Sclose(space);
  H5Pclose(properties);
  H5Fclose(file);
  refused("a.h5:/t", kFloat32, "in other files (external storage)", "into the file itself");
}

/// A file that the user did not name is not read, by any path.
TEST_F(Hdf5, LinksIntoOtherFilesAreRefused) {
  const std::vector<float> values = floats(6);
  const auto make = [&](const std::string& name) {
    Made(at(name)).add("t", H5T_IEEE_F32LE, H5T_NATIVE_FLOAT, {2, 3}, values.data());
  };
  make("other.h5");
  make("a.h5");
  const hid_t file = H5Fopen(at("a.h5").c_str(), H5F_ACC_RDWR, H5P_DEFAULT);
  ASSERT_GE(H5Lcreate_external("other.h5", "/t", file, "out", H5P_DEFAULT, H5P_DEFAULT), 0);
  ASSERT_GE(H5Lcreate_external("other.h5", "/", file, "all", H5P_DEFAULT, H5P_DEFAULT), 0);
  ASSERT_GE(H5Lcreate_external("nothere.h5", "/t", file, "gone", H5P_DEFAULT, H5P_DEFAULT), 0);
  ASSERT_GE(H5Lcreate_soft("/t", file, "soft", H5P_DEFAULT, H5P_DEFAULT), 0);
  ASSERT_GE(H5Lcreate_soft("/out", file, "softly_out", H5P_DEFAULT, H5P_DEFAULT), 0);
  H5Fclose(file);
  EXPECT_EQ(read("a.h5:/soft", kFloat32, {3, 2, 1}, 2), read("other.h5:/t", kFloat32, {3, 2, 1}, 2));
  refused("a.h5:/out", kFloat32, "'/out' is a link into another file", "name that file instead: other.h5:/t");
  refused("a.h5:/softly_out", kFloat32, "is a link into another file", "instead: other.h5:/t");
  refused("a.h5:/all/t", kFloat32, "'/all/t' is a link into another file", "instead: other.h5:/");
  refused("a.h5:/out[0]", kFloat32, "'/out' is a link into another file", "instead: other.h5:/t");
  refused("a.h5:/gone", kFloat32, "'/gone' is a link into another file", "instead: nothere.h5:/t");
  refused("a.h5:/nothere", kFloat32, "the file has no dataset '/nothere'", "the file has /");
}

/// The NetCDF library follows links when it opens a file.
TEST_F(Hdf5, LinksOutOfNetcdfFilesAreRefused) {
  if (data::name_fault("a.nc", false)) GTEST_SKIP() << "no NetCDF";
  const std::vector<float> values = floats(6);
  for (const char* name : {"a.nc", "other.nc"})
    Made(at(name)).add("t", H5T_IEEE_F32LE, H5T_NATIVE_FLOAT, {2, 3}, values.data());
  EXPECT_EQ(read("a.nc:t", kFloat32, {3, 2, 1}, 2), read("other.nc:t", kFloat32, {3, 2, 1}, 2));
  const hid_t file = H5Fopen(at("a.nc").c_str(), H5F_ACC_RDWR, H5P_DEFAULT);
  ASSERT_GE(H5Lcreate_external("other.nc", "/t", file, "out", H5P_DEFAULT, H5P_DEFAULT), 0);
  H5Fclose(file);
  refused("a.nc:out", kFloat32, "the file has a link into another file, 'out'", "remove the link");
  refused("a.nc:t", kFloat32, "the file has a link into another file, 'out'", "remove the link");
}

TEST_F(Hdf5, VirtualDatasetsAreRefused) {
  const std::vector<float> values = floats(6);
  Made(at("other.h5")).add("t", H5T_IEEE_F32LE, H5T_NATIVE_FLOAT, {2, 3}, values.data());
  const hid_t file = H5Fcreate(at("a.h5").c_str(), H5F_ACC_TRUNC, H5P_DEFAULT, H5P_DEFAULT);
  const hid_t properties = H5Pcreate(H5P_DATASET_CREATE);
  const hsize_t shape[] = {2, 3};
  const hid_t space = H5Screate_simple(2, shape, nullptr);
  ASSERT_GE(H5Pset_virtual(properties, space, at("other.h5").c_str(), "t", space), 0);
  const hid_t dataset = H5Dcreate2(file, "t", H5T_IEEE_F32LE, space, H5P_DEFAULT, properties, H5P_DEFAULT);
  ASSERT_GE(dataset, 0);
  H5Dclose(dataset);
  H5Sclose(space);
  H5Pclose(properties);
  H5Fclose(file);
  refused("a.h5:/t", kFloat32, "in other datasets (a virtual dataset)", "into the file itself");
}

}  // namespace
}  // namespace rtlgen::test
