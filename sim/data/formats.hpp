// The file formats behind read() and write().
#pragma once

#include <vector>

#include "data/io.hpp"

namespace rtlgen::data {

/// What a file says its shape is, with a value a cell.
struct Table {
  std::vector<std::int64_t> shape;  ///< numpy order, slowest first; empty: only the count is known
  std::vector<double> values;
  std::vector<std::uint64_t> bits;  ///< instead of values: exact bits of cells of the wanted type
};

struct BadFile {
  std::string message;
  std::string note;
};

Table read_npy(const std::string& bytes, const spec::Type& type);
Table read_raw(const std::string& bytes, const spec::Type& type);
Table read_text(const std::string& bytes);
Table read_pgm(const std::string& bytes);
Table read_png(const std::string& bytes);

std::string npy_bytes(const golden::Grid& grid, int axes);
std::string raw_bytes(const golden::Grid& grid);
std::string text_bytes(const golden::Grid& grid);
std::string pgm_bytes(const golden::Grid& grid);
std::string png_bytes(const golden::Grid& grid);

}  // namespace rtlgen::data
