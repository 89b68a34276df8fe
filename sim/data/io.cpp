// Chooses the format, checks shapes and values, and writes whole files or none.
#include "data/io.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "data/formats.hpp"

namespace rtlgen::data {

namespace {

std::string extension(const std::string& path) {
  std::string e = std::filesystem::path(path).extension().string();
  std::transform(e.begin(), e.end(), e.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return e;
}

std::string shape_text(const std::vector<std::int64_t>& shape) { return fmt::format("{}", fmt::join(shape, " x ")); }

Table parse(const std::string& path, const std::string& bytes, const spec::Type& type) {
  const std::string e = extension(path);
  if (e == ".npy") return read_npy(bytes, type);
  if (e == ".raw" || e == ".bin") return read_raw(bytes, type);
  if (e == ".pgm") return read_pgm(bytes);
  if (e == ".png") return read_png(bytes);
  return read_text(bytes);
}

void check_shape(const Table& t, const spec::Extents& extents, int axes) {
  std::vector<std::int64_t> wanted;
  for (int a = axes; a-- > 0;) wanted.push_back(extents[static_cast<std::size_t>(a)]);
  std::int64_t cells = 1;
  for (const std::int64_t n : wanted) cells *= n;
  const auto count = static_cast<std::int64_t>(std::max(t.values.size(), t.bits.size()));
  const std::string note = fmt::format("the grid is {} (slowest axis first)", shape_text(wanted));
  if (!t.shape.empty() && t.shape != wanted) throw BadFile{fmt::format("the file holds {} cells", shape_text(t.shape)), note};
  if (count != cells) throw BadFile{fmt::format("the file holds {} cells, {} are needed", count, cells), note};
}

}  // namespace

Result<golden::Grid> read(const std::string& path, const spec::Type& type, const spec::Extents& extents, int axes, Diagnostics& diagnostics) {
  std::error_code ignored;
  std::ifstream stream(path, std::ios::binary);
  if (!stream || std::filesystem::is_directory(path, ignored)) throw EnvironmentError(fmt::format("cannot read '{}'", path));
  std::stringstream buffer;
  buffer << stream.rdbuf();
  try {
    const Table table = parse(path, buffer.str(), type);
    check_shape(table, extents, axes);
    golden::Grid grid(type, extents);
    for (std::int64_t i = 0; i < grid.cells(); ++i) {
      const auto k = static_cast<std::size_t>(i);
      std::uint64_t bits = table.bits.empty() ? 0 : table.bits[k];
      if (table.bits.empty() && !from_double(type, table.values[k], bits)) {
        throw BadFile{fmt::format("cell {} is {}, which {} cannot hold", i, table.values[k], type.name()), "choose a type that holds the data"};
      }
      grid.set(i, bits);
    }
    return grid;
  } catch (const BadFile& bad) {
    diagnostics.error("RG0601", {path, 0, 0, 1}, bad.message, bad.note.empty() ? std::vector<std::string>{} : std::vector<std::string>{bad.note});
    return Failure{};
  }
}

void write(const std::string& path, const golden::Grid& grid, int axes) {
  const std::string e = extension(path);
  const bool picture = e == ".png" || e == ".pgm";
  if (picture && axes > 2 && grid.extents[2] > 1) {
    // A volume is shown by its middle plane.
    golden::Grid plane(grid.type, {grid.extents[0], grid.extents[1], 1});
    const std::int64_t first = grid.extents[2] / 2 * plane.cells();
    for (std::int64_t i = 0; i < plane.cells(); ++i) plane.set(i, grid.get(first + i));
    return write(path, plane, 2);
  }
  const std::string bytes = e == ".npy" ? npy_bytes(grid, axes) : e == ".raw" || e == ".bin" ? raw_bytes(grid) : e == ".pgm" ? pgm_bytes(grid) : e == ".png" ? png_bytes(grid) : text_bytes(grid);
  const std::string beside = path + ".part";
  std::ofstream stream(beside, std::ios::binary);
  stream.write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
  stream.close();
  std::error_code failed;
  if (stream) std::filesystem::rename(beside, path, failed);
  if (!stream || failed) {
    std::error_code ignored;
    std::filesystem::remove(beside, ignored);
    throw EnvironmentError(fmt::format("cannot write '{}'", path));
  }
}

}  // namespace rtlgen::data
