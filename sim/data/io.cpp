// Chooses the format, locates faults, and writes whole files or none.
#include "data/io.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <istream>

#include "data/formats.hpp"
#include "data/values.hpp"
#include "golden/grid.hpp"
#include "spec/describe.hpp"
#include "support/diagnostics.hpp"
#include "support/errors.hpp"
#include "support/whole_file.hpp"

namespace rtlgen::data {

namespace {

namespace fs = std::filesystem;

std::string extension(const std::string& path) {
  std::string e = fs::path(path).extension().string();
  std::transform(e.begin(), e.end(), e.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return e;
}

golden::Grid parse(const std::string& path, const std::string& bytes, const Wanted& wanted) {
  const std::string e = extension(path);
  if (e == ".npy") return read_npy(bytes, wanted);
  if (e == ".raw" || e == ".bin") return read_raw(bytes, wanted);
  if (e == ".pgm" || e == ".ppm") return read_pgm(bytes, wanted);
  if (e == ".png") return read_png(bytes, wanted);
  return read_text(bytes, wanted);
}

bool is_picture(const std::string& extension) {
  return extension == ".png" || extension == ".pgm" || extension == ".ppm";
}

std::string print(const std::string& path, const golden::Grid& grid, int axes, int components) {
  const std::string e = extension(path);
  if (e == ".npy") return npy_bytes(grid, axes, components);
  if (e == ".raw" || e == ".bin") return raw_bytes(grid);
  if (e == ".pgm") return pgm_bytes(grid);
  if (e == ".ppm") return ppm_bytes(grid);
  if (e == ".png") return png_bytes(grid, components);
  return text_bytes(grid, components);
}

std::string shape_text(const std::vector<std::int64_t>& shape) { return fmt::format("{}", fmt::join(shape, " x ")); }

/// The grid's shape in numpy's order.
std::vector<std::int64_t> shape_of(const Wanted& wanted) {
  std::vector<std::int64_t> shape;
  for (int a = wanted.axes; a-- > 0;) shape.push_back(wanted.extents[static_cast<std::size_t>(a)]);
  if (wanted.components > 1) shape.push_back(wanted.components);
  return shape;
}

std::string grid_note(const Wanted& wanted) {
  if (wanted.components > 1) {
    return fmt::format("the grid with its {} components is {} (slowest axis first, components last)", wanted.components,
                       shape_text(shape_of(wanted)));
  }
  if (wanted.axes == 0) return "the field is a single value";
  return fmt::format("the grid is {}{}", shape_text(shape_of(wanted)), wanted.axes > 1 ? " (slowest axis first)" : "");
}

std::vector<std::int64_t> without_leading_ones(const std::vector<std::int64_t>& shape) {
  return {std::find_if(shape.begin(), shape.end(), [](std::int64_t n) { return n != 1; }), shape.end()};
}

/// All of a file, if that can be a grid's data at all: a device or a pipe may never end.
std::string read_bytes(std::istream& stream, const std::string& path, const Wanted& wanted) {
  // The longest text of a number, with generous white space; headers and comments beside.
  constexpr std::int64_t kPerCell = 128;
  constexpr std::int64_t kBeside = std::int64_t{1} << 20;
  const std::int64_t most = wanted.cells() * kPerCell + kBeside;
  std::string bytes;
  std::string block(std::size_t{1} << 16, '\0');
  while (stream.read(block.data(), static_cast<std::streamsize>(block.size())), stream.gcount() > 0) {
    bytes.append(block, 0, static_cast<std::size_t>(stream.gcount()));
    if (static_cast<std::int64_t>(bytes.size()) > most) {
      throw BadFile{"the file is far larger than the grid's data",
                    fmt::format("at most {} bytes are read for this grid", most)};
    }
  }
  if (stream.bad()) throw EnvironmentError(fmt::format("cannot read '{}': {}", path, std::strerror(errno)));
  return bytes;
}

/// What a picture shows: of a volume its middle plane.
golden::Grid shown_plane(const golden::Grid& grid) {
  if (grid.extents[2] == 1) return grid;
  golden::Grid plane(grid.type, {grid.extents[0], grid.extents[1], 1});
  const std::int64_t first = grid.extents[2] / 2 * plane.cells();
  for (std::int64_t i = 0; i < plane.cells(); ++i) plane.set(i, grid.get(first + i));
  return plane;
}

}  // namespace

bool has_known_name(const std::string& path) {
  static constexpr std::array kKnown = {"", ".npy", ".raw", ".bin", ".png", ".pgm", ".ppm", ".txt", ".csv", ".dat"};
  return std::find(kKnown.begin(), kKnown.end(), extension(path)) != kKnown.end();
}

std::string known_names() {
  return "formats by the end of the name: .npy; .raw or .bin; .png, .pgm, .ppm; .txt, .csv, .dat or no end for text "
         "(docs/data_files.md)";
}

BadFile bad_text(const std::string& bytes, std::size_t offset, std::size_t length, const std::string& message,
                 const std::string& note) {
  const auto before = bytes.begin() + static_cast<std::ptrdiff_t>(offset);
  const auto line = 1 + std::count(bytes.begin(), before, '\n');
  const std::size_t start = offset == 0 ? std::string::npos : bytes.rfind('\n', offset - 1);
  const std::size_t column = start == std::string::npos ? offset + 1 : offset - start;
  return {message, note, static_cast<int>(line), static_cast<int>(column), static_cast<int>(length)};
}

void Wanted::check_shape(const std::vector<std::int64_t>& shape, const char* holder) const {
  if (without_leading_ones(shape) == without_leading_ones(shape_of(*this))) return;
  throw BadFile{fmt::format("the {} holds {} cells", holder, shape_text(shape)), grid_note(*this)};
}

void Wanted::check_count(std::int64_t count) const {
  if (count == cells()) return;
  throw BadFile{fmt::format("the file holds {} cells, {} are needed", count, cells()), grid_note(*this)};
}

void Wanted::store(golden::Grid& grid, std::int64_t i, const spec::Type& from, std::uint64_t bits) const {
  const auto value = convert(from, bits, type);
  if (value) return grid.set(i, *value);
  const std::int64_t cell = i / components;
  const std::int64_t at[3] = {cell % extents[0], cell / extents[0] % extents[1], cell / extents[0] / extents[1]};
  const std::string which = components > 1 ? fmt::format("component {} of ", i % components) : "";
  throw BadFile{fmt::format("{}cell [{}] is {}, which {} cannot hold", which, fmt::join(at, at + axes, ","),
                            spec::value_text(from, bits), type.name()),
                "choose a type that holds the data"};
}

namespace {

Result<golden::Grid> read_wanted(const std::string& path, const Wanted& wanted, Diagnostics& diagnostics) {
  if (!has_known_name(path)) {
    diagnostics.error("RG0602", {path, 0, 0, 1}, fmt::format("'{}' has no known format extension", extension(path)),
                      {known_names()});
    return Failure{};
  }
  if (const std::string why = refusal(path, wanted.components); !why.empty()) {
    diagnostics.error("RG0601", {path, 0, 0, 1}, why, {"an .npy file has any number of components"});
    return Failure{};
  }
  std::error_code ignored;
  std::ifstream stream(path, std::ios::binary);
  if (!stream) throw EnvironmentError(fmt::format("cannot read '{}': {}", path, std::strerror(errno)));
  if (fs::is_directory(path, ignored)) throw EnvironmentError(fmt::format("cannot read '{}': it is a folder", path));
  try {
    return parse(path, read_bytes(stream, path, wanted), wanted);
  } catch (const BadFile& bad) {
    diagnostics.error("RG0601", {path, bad.line, bad.column, bad.length}, bad.message, {bad.note});
    return Failure{};
  }
}

void write_grid(const std::string& path, const golden::Grid& grid, int axes, int components) {
  const bool picture = is_picture(extension(path));
  write_whole_file(path, print(path, picture ? shown_plane(grid) : grid, axes, components));
}

}  // namespace

Result<golden::Grid> read(const std::string& path, const spec::Type& type, const spec::Extents& extents, int axes,
                          Diagnostics& diagnostics) {
  return read_wanted(path, {type, extents, axes}, diagnostics);
}

Result<std::vector<golden::Grid>> read_vector(const std::string& path, const spec::Type& type,
                                              const spec::Extents& extents, int axes, int components,
                                              Diagnostics& diagnostics) {
  const auto all = read_wanted(path, {type, extents, axes, components}, diagnostics);
  if (!all) return Failure{};
  return apart(*all, type, extents, components);
}

std::vector<golden::Grid> apart(const golden::Grid& all, const spec::Type& type, const spec::Extents& extents,
                                int components) {
  std::vector<golden::Grid> out(static_cast<std::size_t>(components), golden::Grid(type, extents));
  for (std::int64_t i = 0; i < all.cells(); ++i)
    out[static_cast<std::size_t>(i % components)].set(i / components, all.get(i));
  return out;
}

std::string refusal(const std::string& path, int components) {
  const std::string e = extension(path);
  const bool good = e == ".png"   ? components == 1 || components == 3 || components == 4
                    : e == ".pgm" ? components == 1
                    : e == ".ppm" ? components == 3
                                  : true;
  if (good) return "";
  return fmt::format("a {} has {}, a cell {} component{}", e,
                     e == ".png"   ? "1, 3 or 4 channels"
                     : e == ".pgm" ? "one channel"
                                   : "3 channels",
                     components, components == 1 ? "" : "s");
}

void write(const std::string& path, const golden::Grid& grid, int axes) { write_grid(path, grid, axes, 1); }

void write_vector(const std::string& path, const std::vector<const golden::Grid*>& components, int axes) {
  const auto count = static_cast<std::int64_t>(components.size());
  const golden::Grid& first = *components.front();
  golden::Grid all(first.type, {first.extents[0] * count, first.extents[1], first.extents[2]});
  for (std::int64_t i = 0; i < all.cells(); ++i)
    all.set(i, components[static_cast<std::size_t>(i % count)]->get(i / count));
  write_grid(path, all, axes, static_cast<int>(count));
}

}  // namespace rtlgen::data
