// Files made by hand, so that readers are not judged by our own writers.
#pragma once

#include <gtest/gtest.h>

#include <bit>
#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "spec/axes.hpp"
#include "spec/type.hpp"

namespace rtlgen::golden {
struct Grid;
}

namespace rtlgen::test {

inline const spec::Type kFloat32 = spec::Type::float_of(8, 23);

/// The bits of a float32.
inline std::uint64_t f32(float x) { return std::bit_cast<std::uint32_t>(x); }

/// A .npy file: `descr` as numpy spells it, `shape` as Python does, `cells` as bytes.
std::string npy(const std::string& descr, const std::string& shape, const std::string& cells, bool fortran = false,
                int version = 1);

/// `values` as integers of `bytes` bytes.
std::string cells_of(const std::vector<std::int64_t>& values, int bytes, bool big_endian = false);

/// A PNG made with zlib alone: `rows` holds each line's packed samples without its filter byte.
std::string png(int width, int height, int depth, int colour_type, const std::vector<std::string>& rows,
                const std::string& palette = "", bool interlaced = false);

golden::Grid grid_of(const spec::Type& type, const spec::Extents& extents, const std::vector<std::uint64_t>& cells);

/// A grid of `type` with every kind of cell: random bits, ends of the range.
golden::Grid busy_grid(const spec::Type& type, const spec::Extents& extents, std::uint64_t seed);

/// A folder of the test's own, emptied before and removed after it.
class Files : public testing::Test {
 protected:
  Files();
  ~Files() override;
  [[nodiscard]] std::string at(const std::string& name) const { return (folder_ / name).string(); }
  void put(const std::string& name, const std::string& bytes) const;
  [[nodiscard]] std::string get(const std::string& name) const;
  [[nodiscard]] std::vector<std::string> names() const;

  std::filesystem::path folder_;
};

}  // namespace rtlgen::test
