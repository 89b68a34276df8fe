// Files of HDF5 for tests, made by the library itself, so that readers are not judged by our own writers.
#pragma once

#include <gtest/gtest.h>
#include <hdf5.h>

#include <string>
#include <utility>
#include <vector>

#include "data/io.hpp"
#include "golden/grid.hpp"
#include "samples.hpp"
#include "support/diagnostics.hpp"

namespace rtlgen::test {

/// A file with datasets as other programs write them; everything stays open until it goes.
class Made {
 public:
  explicit Made(const std::string& path) : file_(H5Fcreate(path.c_str(), H5F_ACC_TRUNC, H5P_DEFAULT, H5P_DEFAULT)) {}
  Made(const Made&) = delete;
  Made& operator=(const Made&) = delete;
  ~Made() { H5Fclose(file_); }

  /// `values`, of type `memory`, stored as `stored`; with `chunk` compressed in chunks.
  void add(const std::string& name, hid_t stored, hid_t memory, const std::vector<hsize_t>& shape, const void* values,
           const std::vector<hsize_t>& chunk = {}) const {
    const hid_t properties = H5Pcreate(H5P_DATASET_CREATE);
    if (!chunk.empty()) {
      H5Pset_chunk(properties, static_cast<int>(chunk.size()), chunk.data());
      H5Pset_shuffle(properties);
      H5Pset_deflate(properties, 4);
    }
    const hid_t links = H5Pcreate(H5P_LINK_CREATE);
    H5Pset_create_intermediate_group(links, 1);
    const hid_t space = H5Screate_simple(static_cast<int>(shape.size()), shape.data(), nullptr);
    const hid_t dataset = H5Dcreate2(file_, name.c_str(), stored, space, links, properties, H5P_DEFAULT);
    EXPECT_GE(H5Dwrite(dataset, memory, H5S_ALL, H5S_ALL, H5P_DEFAULT, values), 0);
    H5Dclose(dataset);
    H5Sclose(space);
    H5Pclose(links);
    H5Pclose(properties);
  }

  /// An attribute of `count` numbers; of 0: one number.
  void attribute(const std::string& dataset, const std::string& name, hid_t type, hsize_t count,
                 const void* values) const {
    const hid_t space = count == 0 ? H5Screate(H5S_SCALAR) : H5Screate_simple(1, &count, nullptr);
    const hid_t made =
        H5Acreate_by_name(file_, dataset.c_str(), name.c_str(), type, space, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT);
    EXPECT_GE(H5Awrite(made, type, values), 0);
    H5Aclose(made);
    H5Sclose(space);
  }

  [[nodiscard]] hid_t id() const { return file_; }

 private:
  hid_t file_;
};

class Hdf5 : public Files {
 protected:
  [[nodiscard]] golden::Grid read(const std::string& name, const spec::Type& type, const spec::Extents& extents,
                                  int axes) const {
    Diagnostics diagnostics;
    auto grid = data::read(at(name), type, extents, axes, diagnostics);
    EXPECT_TRUE(grid.ok()) << name << "\n" << diagnostics.render();
    return grid ? *std::move(grid) : golden::Grid(type, extents);
  }

  void refused(const std::string& name, const spec::Type& type, const std::string& message, const std::string& note,
               const spec::Extents& extents = {3, 2, 1}) const {
    SCOPED_TRACE(name);
    Diagnostics diagnostics;
    EXPECT_FALSE(data::read(at(name), type, extents, 2, diagnostics).ok());
    ASSERT_EQ(diagnostics.error_count(), 1);
    const Diagnostic& d = diagnostics.all()[0];
    EXPECT_EQ(to_string(d.code), "RG0601");
    EXPECT_EQ(d.where.file, at(name));
    EXPECT_NE(d.message.find(message), std::string::npos) << d.message;
    EXPECT_NE(d.notes.at(0).find(note), std::string::npos) << d.notes.at(0);
  }
};

inline std::vector<float> floats(std::size_t count) {
  std::vector<float> values;
  for (std::size_t i = 0; i < count; ++i) values.push_back(static_cast<float>(i) + 0.25F);
  return values;
}

inline bool holds(const golden::Grid& grid, const std::vector<float>& values) {
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (grid.get(static_cast<std::int64_t>(i)) != f32(values[i])) return false;
  }
  return grid.cells() == static_cast<std::int64_t>(values.size());
}

}  // namespace rtlgen::test
