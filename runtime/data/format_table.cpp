// The table of file formats. It determines the meaning of names, --help, the table in docs/data_files.md, and errors.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <iterator>

#include "data/formats.hpp"
#include "data/io.hpp"
#include "data/vtk.hpp"
#include "golden/grid.hpp"
#include "support/codes.hpp"
#include "support/counted.hpp"

namespace rtlgen::data {

namespace {

std::string print_raw(const golden::Grid& grid, int /*axes*/, int /*components*/) { return raw_bytes(grid); }
std::string print_text(const golden::Grid& grid, int /*axes*/, int components) { return text_bytes(grid, components); }
std::string print_pgm(const golden::Grid& grid, int /*axes*/, int /*components*/) { return pgm_bytes(grid); }
std::string print_ppm(const golden::Grid& grid, int /*axes*/, int /*components*/) { return ppm_bytes(grid); }
std::string print_png(const golden::Grid& grid, int /*axes*/, int components) { return png_bytes(grid, components); }

std::vector<Format> all_formats() {
  return {
      {.name = "numpy",
       .ends = {".npy"},
       .exact = "every type, but fixed point only to 53 bits",
       .parse = read_npy,
       .print = npy_bytes},
      {.name = "raw cells",
       .ends = {".raw", ".bin"},
       .exact = "every type, every bit",
       .has_shape = false,
       .parse = read_raw,
       .print = print_raw},
      hdf5_format(),
      netcdf_format(),
      {.name = "[VTK](#vtk) image",
       .ends = {".vti"},
       .exact = "every type, but fixed point only to 53 bits",
       .has_places = true,
       .read = read_vti,
       .create = create_vti},
      {.name = "[time series](#vtk) of VTK images",
       .ends = {".pvd"},
       .exact = "as `.vti`",
       .has_places = true,
       .is_series = true,
       .steps_end = ".vti",
       .read = read_pvd,
       .create = create_pvd},
      {.name = "picture",
       .ends = {".png"},
       .exact = "`uint<1>`, `uint<2>`, `uint<4>`, `uint8`, `uint16`",
       .channels = {1, 3, 4},
       .channels_text = "1, 3 or 4 channels",
       .is_picture = true,
       .parse = read_png,
       .print = print_png},
      {.name = "picture, plain (P2) or binary (P5)",
       .ends = {".pgm"},
       .exact = "`uint<1>` to `uint<16>`",
       .channels = {1},
       .channels_text = "one channel",
       .is_picture = true,
       .parse = read_pgm,
       .print = print_pgm},
      {.name = "colour picture, plain (P3) or binary (P6), for [vectors](#vectors) of three",
       .ends = {".ppm"},
       .exact = "`uint<1>` to `uint<16>`",
       .channels = {3},
       .channels_text = "3 channels",
       .is_picture = true,
       .parse = read_pgm,
       .print = print_ppm},
      webp_format(),
      {.name = "numbers as text",
       .ends = {".txt", ".csv", ".dat", ""},
       .exact = "every type",
       .has_shape = false,
       .parse = read_text,
       .print = print_text},
  };
}

std::string end_of(const std::string& file) {
  std::string e = std::filesystem::path(file).extension().string();
  std::transform(e.begin(), e.end(), e.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return e;
}

/// ".raw or .bin"; text files need no extension.
std::string ends_text(const Format& format) {
  std::vector<std::string> ends = format.ends;
  const bool without = ends.back().empty();
  if (without) ends.back() = "no extension for text";
  return without ? fmt::format("{} or {}", fmt::join(ends.begin(), ends.end() - 1, ", "), ends.back())
                 : fmt::format("{}", fmt::join(ends, " or "));
}

Error unusable_name(std::string message, std::string note) {
  return {.code = Code::kUnknownDataFormat, .message = std::move(message), .notes = {std::move(note)}};
}

/// Faults of an output place that the library would report only after the run.
std::optional<Error> place_fault(const Format& format, const std::string& inside) {
  if (format.path_parts == 0 || inside.empty()) return std::nullopt;
  const std::string path = inside.substr(inside.front() == '/' ? 1 : 0) + "/";
  int parts = 0;
  for (std::size_t begin = 0; begin < path.size(); begin = path.find('/', begin) + 1, ++parts) {
    const std::string part = path.substr(begin, path.find('/', begin) - begin);
    if (part.empty() || part == "." || part == "..")
      return unusable_name(fmt::format("'{}' is not a valid place for a field", inside), "for example: /t");
  }
  if (parts <= format.path_parts) return std::nullopt;
  return unusable_name(
      fmt::format("'{}' has {}, but at most {} can be written", inside, counted(parts, "part"), format.path_parts),
      format.path_parts == 1 ? "NetCDF groups can only be read; write run.nc:t" : "use a shorter place");
}

std::string ends_where(bool (Format::*can)() const) {
  std::string text;
  for (const Format& format : formats()) {
    if ((format.*can)()) text += (text.empty() ? "" : ", ") + ends_text(format);
  }
  return text;
}

}  // namespace

const std::vector<Format>& formats() {
  static const std::vector<Format> all = all_formats();
  return all;
}

const Format* format_of(const std::string& file) {
  for (const Format& format : formats()) {
    if (std::find(format.ends.begin(), format.ends.end(), end_of(file)) != format.ends.end()) return &format;
  }
  return nullptr;
}

Place place_of(const std::string& path) {
  for (std::size_t colon = path.find(':'); colon != std::string::npos; colon = path.find(':', colon + 1)) {
    const Format* const format = format_of(path.substr(0, colon));
    if (format != nullptr && format->has_places) return {path.substr(0, colon), path.substr(colon + 1)};
  }
  return {path, ""};
}

std::string file_of(const std::string& path) { return place_of(path).file; }

std::string with_place(const std::string& path, const std::string& name) {
  const Place place = place_of(path);
  const Format* const format = format_of(place.file);
  const bool lacks = format != nullptr && format->has_places && place.inside.empty();
  return lacks ? place.file + ":" + name : path;
}

std::optional<Error> name_fault(const std::string& path, bool for_input) {
  const std::string file = file_of(path);
  const Format* const format = format_of(file);
  const std::string ends = for_input ? readable_ends() : writable_ends();
  const std::string note =
      fmt::format("{} by file extension: {} (docs/data_files.md)", for_input ? "formats" : "formats for results", ends);
  if (format == nullptr) return unusable_name(fmt::format("'{}' is not a known extension", end_of(file)), note);
  if (!format->is_built()) {
    return unusable_name(
        fmt::format("this rtlgen was built without {}, which '{}' needs", format->library, end_of(file)),
        "install it and build again, or use another format: " + ends);
  }
  if (for_input ? format->reads() : format->writes())
    return for_input ? std::nullopt : place_fault(*format, place_of(path).inside);
  return unusable_name(fmt::format("rtlgen can only {} '{}' files", for_input ? "write" : "read", end_of(file)), note);
}

std::string readable_ends() { return ends_where(&Format::reads); }
std::string writable_ends() { return ends_where(&Format::writes); }

std::string refusal(const std::string& path, int components) {
  const Format* const format = format_of(file_of(path));
  if (format == nullptr || format->channels.empty()) return "";
  if (std::find(format->channels.begin(), format->channels.end(), components) != format->channels.end()) return "";
  return fmt::format("a {} has {}, but a cell has {}", format->ends.front(), format->channels_text,
                     counted(components, "component"));
}

std::string formats_markdown() {
  std::string text =
      "| extension | format | shape in the file | exact for | a file holds | with `--every` "
      "|\n|---|---|---|---|---|---|\n";
  for (const Format& format : formats()) {
    std::vector<std::string> ends;
    for (const std::string& e : format.ends) ends.push_back(e.empty() ? "or none" : "`" + e + "`");
    const char* const only = format.is_written_only ? "; written only" : "";
    text +=
        fmt::format("| {} | {}{} | {} | {} | {} | {} |\n", fmt::join(ends, " "), format.name, only,
                    format.has_shape ? "yes" : "no", format.exact, format.has_places ? "several fields" : "one field",
                    !format.is_series          ? "one file each time"
                    : format.steps_end.empty() ? "one file"
                                               : "one, plus a `" + format.steps_end + "` each time");
  }
  return text;
}

}  // namespace rtlgen::data
