// The makers of sample files.
#include "samples.hpp"

#include <fmt/format.h>
#include <unistd.h>
#include <zlib.h>

#include <algorithm>
#include <fstream>
#include <sstream>

#include "golden/grid.hpp"

namespace rtlgen::test {

namespace fs = std::filesystem;

std::string npy(const std::string& descr, const std::string& shape, const std::string& cells, bool fortran,
                int version) {
  const std::string header =
      fmt::format("{{'descr': {}, 'fortran_order': {}, 'shape': {}, }}\n", descr, fortran ? "True" : "False", shape);
  std::string out = "\x93NUMPY";
  out += static_cast<char>(version);
  out += '\0';
  return out + cells_of({static_cast<std::int64_t>(header.size())}, version == 1 ? 2 : 4) + header + cells;
}

std::string cells_of(const std::vector<std::int64_t>& values, int bytes, bool big_endian) {
  std::string out;
  for (const std::int64_t v : values) {
    for (int i = 0; i < bytes; ++i) {
      const int place = big_endian ? bytes - 1 - i : i;
      out += static_cast<char>(static_cast<std::uint64_t>(v) >> (8 * place) & 0xffU);
    }
  }
  return out;
}

std::string png(int width, int height, int depth, int colour_type, const std::vector<std::string>& rows,
                const std::string& palette, bool interlaced) {
  std::string out = "\x89PNG\r\n\x1a\n";
  const auto chunk = [&](const std::string& name, const std::string& data) {
    const std::string body = name + data;
    out += cells_of({static_cast<std::int64_t>(data.size())}, 4, true) + body;
    out += cells_of({static_cast<std::int64_t>(
                        crc32(0, reinterpret_cast<const Bytef*>(body.data()), static_cast<uInt>(body.size())))},
                    4, true);
  };
  chunk("IHDR", cells_of({width, height}, 4, true) + cells_of({depth, colour_type, 0, 0, interlaced ? 1 : 0}, 1));
  if (!palette.empty()) chunk("PLTE", palette);
  std::string lines;
  for (const std::string& row : rows) lines += '\0' + row;
  std::string packed(compressBound(lines.size()), '\0');
  uLongf size = packed.size();
  compress(reinterpret_cast<Bytef*>(packed.data()), &size, reinterpret_cast<const Bytef*>(lines.data()), lines.size());
  chunk("IDAT", packed.substr(0, size));
  chunk("IEND", "");
  return out;
}

golden::Grid grid_of(const spec::Type& type, const spec::Extents& extents, const std::vector<std::uint64_t>& cells) {
  golden::Grid grid(type, extents);
  for (std::size_t i = 0; i < cells.size(); ++i) grid.set(static_cast<std::int64_t>(i), cells[i] & type.mask());
  return grid;
}

golden::Grid busy_grid(const spec::Type& type, const spec::Extents& extents, std::uint64_t seed) {
  golden::Grid grid(type, extents);
  std::uint64_t state = seed;
  for (std::int64_t i = 0; i < grid.cells(); ++i) {
    state = state * 6364136223846793005ULL + 1442695040888963407ULL;
    const std::uint64_t ends[4] = {0, type.mask(), type.mask() >> 1, (type.mask() >> 1) + 1};
    grid.set(i, i < 4 ? ends[i] : (state ^ state >> 29) & type.mask());
  }
  return grid;
}

Files::Files() {
  const auto* info = testing::UnitTest::GetInstance()->current_test_info();
  folder_ = fs::temp_directory_path() / fmt::format("rtlgen_{}_{}_{}", info->test_suite_name(), info->name(), getpid());
  fs::remove_all(folder_);
  fs::create_directories(folder_);
}

Files::~Files() {
  std::error_code ignored;
  fs::remove_all(folder_, ignored);
}

void Files::put(const std::string& name, const std::string& bytes) const {
  std::ofstream(folder_ / name, std::ios::binary) << bytes;
}

std::string Files::get(const std::string& name) const {
  std::ifstream stream(folder_ / name, std::ios::binary);
  std::stringstream text;
  text << stream.rdbuf();
  return text.str();
}

std::vector<std::string> Files::names() const {
  std::vector<std::string> found;
  for (const auto& entry : fs::directory_iterator(folder_)) found.push_back(entry.path().filename().string());
  std::sort(found.begin(), found.end());
  return found;
}

}  // namespace rtlgen::test
