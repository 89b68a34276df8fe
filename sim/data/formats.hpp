// The file formats behind read() and write(). Readers throw BadFile; they compare the size that
// a file states with the grid before they use it.
#pragma once

#include <string>
#include <vector>

#include "spec/axes.hpp"
#include "spec/type.hpp"

namespace rtlgen::golden {
struct Grid;
}

namespace rtlgen::data {

/// What is wrong with a file, where (line 0: the file as a whole), and what would be right.
struct BadFile {
  std::string message;
  std::string note;
  int line = 0, column = 0, length = 1;
};

/// A BadFile located at `offset` in a text.
BadFile bad_text(const std::string& bytes, std::size_t offset, std::size_t length, const std::string& message,
                 const std::string& note);

/// The grid that a file is to fill.
struct Wanted {
  spec::Type type;
  spec::Extents extents{1, 1, 1};
  int axes = 1;
  int components = 1;  ///< numbers a cell has, one behind the other

  /// Of the numbers as a grid: `components` times as many along x.
  [[nodiscard]] spec::Extents numbers() const { return {extents[0] * components, extents[1], extents[2]}; }
  [[nodiscard]] std::int64_t cells() const { return extents[0] * extents[1] * extents[2] * components; }
  /// Throws unless `shape` (numpy order: slowest axis first, components last) is the grid's, but for leading ones.
  void check_shape(const std::vector<std::int64_t>& shape, const char* holder = "file") const;
  /// Throws unless a file without a shape holds as many numbers as the grid.
  void check_count(std::int64_t count) const;
  /// Sets number `i` of `grid` to the value of `bits` of type `from`; throws where the grid's type
  /// cannot hold it.
  void store(golden::Grid& grid, std::int64_t i, const spec::Type& from, std::uint64_t bits) const;
};

// A file becomes a grid of extents `wanted.numbers()`.
golden::Grid read_npy(const std::string& bytes, const Wanted& wanted);
golden::Grid read_raw(const std::string& bytes, const Wanted& wanted);
golden::Grid read_text(const std::string& bytes, const Wanted& wanted);
golden::Grid read_pgm(const std::string& bytes, const Wanted& wanted);  ///< of three components a PPM
golden::Grid read_png(const std::string& bytes, const Wanted& wanted);

/// The components of a grid that has them along x.
std::vector<golden::Grid> apart(const golden::Grid& all, const spec::Type& type, const spec::Extents& extents,
                                int components);

// Grids of several components have them along x, as Wanted::numbers() says.
std::string npy_bytes(const golden::Grid& grid, int axes, int components = 1);
std::string raw_bytes(const golden::Grid& grid);
std::string text_bytes(const golden::Grid& grid, int components = 1);
std::string pgm_bytes(const golden::Grid& grid);                      ///< of one plane
std::string ppm_bytes(const golden::Grid& grid);                      ///< of one plane of three components
std::string png_bytes(const golden::Grid& grid, int components = 1);  ///< of one plane

/// Values scaled to 0..1 from the smallest to the largest finite one; all 0 if they are equal. What is not finite
/// stays as it is.
std::vector<double> scaled(const golden::Grid& grid);

}  // namespace rtlgen::data
