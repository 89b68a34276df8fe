// Reads VTK images as written by VTK, ParaView and rtlgen.
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <zlib.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cstring>
#include <filesystem>
#include <optional>
#include <pugixml.hpp>
#include <sstream>

#include "data/formats.hpp"
#include "data/memory.hpp"
#include "data/parts.hpp"
#include "data/values.hpp"
#include "data/vtk.hpp"
#include "golden/grid.hpp"
#include "support/counted.hpp"
#include "support/errors.hpp"
#include "support/index.hpp"
#include "support/outside_text.hpp"
#include "support/safe_text.hpp"
#include "support/whole_file.hpp"

namespace rtlgen::data {

namespace {

const char* const kVtkNote = "ParaView, VTK and rtlgen write such files";

std::string shown_word(std::string_view text) { return safe::terminal(OutsideText(std::string(text))); }

Error cut_off() { return bad_file("the array is cut off or damaged", "the file must be complete"); }

/// A VTK file: its XML, and the data appended to it.
struct VtkFile {
  pugi::xml_document document;
  std::string_view appended;
  bool is_raw = false;
  bool is_big = false;     ///< byte order
  bool is_packed = false;  ///< by zlib
  std::size_t header_bytes = 4;

  [[nodiscard]] pugi::xml_node root() const { return document.child("VTKFile"); }
};

std::optional<Error> read_xml(const std::string& bytes, const char* type, const char* what, VtkFile& file) {
  const std::size_t tag = bytes.find("<AppendedData");
  const std::size_t end = tag == std::string::npos ? tag : bytes.find('>', tag);
  const std::size_t mark = end == std::string::npos ? end : bytes.find('_', end);
  std::string xml = bytes.substr(0, tag);
  if (tag != std::string::npos) {
    if (mark == std::string::npos) return cut_off();
    file.is_raw = bytes.substr(tag, end - tag).find("base64") == std::string::npos;
    file.appended = std::string_view(bytes).substr(mark + 1);
    xml += "</VTKFile>";
  }
  const auto parsed = file.document.load_buffer(xml.data(), xml.size());
  const std::string found = file.root().attribute("type").value();
  if (found.empty()) return bad_file(fmt::format("this is not a VTK {}", what), kVtkNote);
  if (found != type)
    return bad_file(fmt::format("this is a VTK file of type {}, not {}", shown_word(found), type),
                    "a grid is an image: in ParaView, Resample To Image makes one");
  if (!parsed)
    return bad_file(fmt::format("the XML is damaged: {}", parsed.description()), "the file must be complete");
  const std::string packed = file.root().attribute("compressor").value();
  if (!packed.empty() && packed != "vtkZLibDataCompressor")
    return bad_file(fmt::format("the arrays are packed with {}", shown_word(packed)),
                    "save the file uncompressed, or with zlib");
  file.is_packed = !packed.empty();
  file.is_big = std::string_view(file.root().attribute("byte_order").value()) == "BigEndian";
  if (std::string_view(file.root().attribute("header_type").value()) == "UInt64") file.header_bytes = 8;
  return std::nullopt;
}

int base64_value(char c) {
  static constexpr std::string_view kDigits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  const std::size_t at = kDigits.find(c);
  return at == std::string_view::npos ? -1 : static_cast<int>(at);
}

/// Decodes `count` bytes of base64 from the front of `text`, which is written in groups of four digits.
Expected<std::string> from_base64(std::string_view& text, std::size_t count) {
  std::string bytes;
  std::uint32_t bits = 0;
  int digits = 0;
  std::size_t i = 0;
  const std::size_t groups = (count + 2) / 3;
  for (std::size_t needed = 4 * groups; needed > 0; ++i) {
    if (i == text.size()) return cut_off();
    if (std::isspace(static_cast<unsigned char>(text[i])) != 0) continue;
    const int value = text[i] == '=' ? 0 : base64_value(text[i]);
    if (value < 0) return cut_off();
    bits = bits << 6 | static_cast<std::uint32_t>(value);
    --needed;
    if (++digits < 4) continue;
    for (const int shift : {16, 8, 0}) bytes += static_cast<char>(bits >> shift & 0xffU);
    bits = 0;
    digits = 0;
  }
  text.remove_prefix(i);
  bytes.resize(count);
  return bytes;
}

/// A sequence of bytes, in base64 or raw.
class Bytes {
 public:
  Bytes(std::string_view text, bool is_raw) : text_(text), is_raw_(is_raw) {}

  Expected<std::string> take(std::size_t count) {
    if (count > text_.size()) return cut_off();
    if (!is_raw_) return from_base64(text_, count);
    std::string bytes(text_.substr(0, count));
    text_.remove_prefix(count);
    return bytes;
  }

 private:
  std::string_view text_;
  bool is_raw_;
};

std::uint64_t number_of(const char* at, std::size_t bytes, bool is_big) {
  std::uint64_t value = 0;
  for (std::size_t i = 0; i < bytes; ++i)
    value |= static_cast<std::uint64_t>(static_cast<unsigned char>(at[is_big ? bytes - 1 - i : i])) << (8 * i);
  return value;
}

/// The bytes of an array of `size` bytes; a header with lengths precedes them.
Expected<std::string> unpacked(const VtkFile& file, Bytes bytes, std::size_t size) {
  const std::size_t word = file.header_bytes;
  const auto length = [&](const std::string& header, std::size_t i) {
    return number_of(header.data() + i * word, word, file.is_big);
  };
  if (!file.is_packed) {
    // Header and bytes are one piece of base64.
    const auto all = bytes.take(word + size);
    if (!all) return all.error();
    if (length(*all, 0) != size)
      return bad_file(fmt::format("the cells take {} bytes, but {} are needed", length(*all, 0), size),
                      "the file is damaged");
    return all->substr(word);
  }
  // The header: number of blocks, bytes of each block except the last, bytes of the last (0: the same), packed bytes of
  // each. In base64, its first three words are decoded again with the rest.
  Bytes again = bytes;
  const auto begin = bytes.take(3 * word);
  if (!begin) return begin.error();
  const std::uint64_t blocks = length(*begin, 0);
  if (blocks > size) return cut_off();
  const auto header = again.take((3 + blocks) * word);
  if (!header) return header.error();
  std::size_t all = 0;
  for (std::size_t i = 0; i < blocks; ++i) {
    if (length(*header, 3 + i) > size + 1024) return cut_off();
    all += length(*header, 3 + i);
  }
  const auto packed = again.take(all);
  if (!packed) return packed.error();
  std::string out(size, '\0');
  std::size_t from = 0, to = 0;
  for (std::size_t i = 0; i < blocks; ++i) {
    uLongf space = size - to;
    const uLong count = length(*header, 3 + i);
    if (uncompress(reinterpret_cast<Bytef*>(out.data() + to), &space,
                   reinterpret_cast<const Bytef*>(packed->data() + from), count) != Z_OK)
      return cut_off();
    from += count;
    to += space;
  }
  if (to != size) return cut_off();
  return out;
}

std::optional<spec::Type> vtk_type(const std::string& name) {
  for (const char* dtype : {"i1", "i2", "i4", "i8", "u1", "u2", "u4", "u8", "f4", "f8"}) {
    const spec::Type type = *cell_type(dtype);
    if (name == fmt::format("{}{}", type.is_float() ? "Float" : type.is_signed() ? "Int" : "UInt", type.width))
      return type;
  }
  return std::nullopt;
}

/// An array of the image, and its shape in numpy's order.
struct VtkArray {
  pugi::xml_node node;
  std::vector<std::int64_t> shape;
};

Expected<VtkArray> array_of(const VtkFile& file, const std::string& name) {
  const pugi::xml_node image = file.root().child("ImageData");
  const pugi::xml_node piece = image.child("Piece");
  if (!piece || piece.next_sibling("Piece"))
    return bad_file("the image is not one piece", "save it as one piece: in ParaView, with Merge Blocks");
  std::istringstream extent(piece.attribute("Extent").value());
  std::array<std::int64_t, 6> ends{};
  for (std::int64_t& e : ends) extent >> e;
  if (!extent) return bad_file("the image has no extent of six numbers", kVtkNote);
  for (std::size_t a = 0; a < 3; ++a) {
    constexpr std::int64_t kMost = std::int64_t{1} << 40;
    const std::int64_t low = ends[2 * a], high = ends[2 * a + 1];
    if (low > high || low < -kMost || high > kMost)
      return bad_file(fmt::format("the image's extent along {} is from {} to {}", "xyz"[a], low, high),
                      "an extent goes from its first point to its last");
  }
  std::vector<std::string> there;
  for (const char* kind : {"PointData", "CellData"}) {
    for (const pugi::xml_node node : piece.child(kind).children("DataArray")) {
      const bool of_points = kind[0] == 'P';
      std::vector<std::int64_t> shape;
      for (std::size_t a = 3; a-- > 0;) {
        const std::int64_t intervals = ends[2 * a + 1] - ends[2 * a];
        shape.push_back(of_points ? intervals + 1 : std::max<std::int64_t>(1, intervals));
      }
      const int components = node.attribute("NumberOfComponents").as_int(1);
      if (components != 1) shape.push_back(components);
      if (node.attribute("Name").value() == name) return VtkArray{node, shape};
      there.push_back(fmt::format("{} ({})", shown_word(node.attribute("Name").value()), fmt::join(shape, " x ")));
    }
  }
  return bad_file(fmt::format("the file has no array '{}'", shown_word(name)),
                  there.empty() ? "the file has no arrays" : fmt::format("the file has {}", fmt::join(there, ", ")));
}

std::vector<golden::Grid> grids_for(const Wanted& wanted) {
  return std::vector<golden::Grid>(at(wanted.components), golden::Grid(wanted.type, wanted.extents));
}

Expected<std::vector<golden::Grid>> read_ascii(const char* text, const Wanted& wanted) {
  // As in read_text: numbers that cannot be enough are only counted.
  const bool may_fit = static_cast<std::int64_t>(std::strlen(text) / 2) + 1 >= wanted.cells();
  std::vector<golden::Grid> grids;
  if (may_fit) grids = grids_for(wanted);
  std::istringstream words(text);
  std::string word;
  std::int64_t i = 0;
  for (; words >> word; ++i) {
    if (!may_fit || i >= wanted.cells()) continue;
    std::uint64_t bits = 0;
    if (parse_number(word, wanted.type, bits) != Parsed::kGood)
      return bad_file(
          fmt::format("number {} is '{}', which {} cannot hold", i, shown_word(word.substr(0, 40)), wanted.type.name()),
          "choose a type that holds the data");
    grids[at(i % wanted.components)].set(i / wanted.components, bits);
  }
  if (const auto error = wanted.check_count(i)) return *error;
  return grids;
}

Expected<std::string> regular_file(const std::string& file) {
  if (!std::filesystem::exists(file))
    return bad_file("the file does not exist", "keep the list and its images together");
  if (!std::filesystem::is_regular_file(file)) return bad_file("this is not a regular file", kVtkNote);
  return read_whole_file(file);
}

}  // namespace

Expected<std::vector<golden::Grid>> read_vti(const Place& place, const Wanted& wanted) {
  const auto bytes = regular_file(place.file);
  if (!bytes) return bytes.error();
  VtkFile file;
  if (const auto error = read_xml(*bytes, "ImageData", "image", file)) return *error;
  const auto array = array_of(file, place.inside);
  if (!array) return array.error();
  if (const auto error = wanted.check_shape(array->shape, "array")) return *error;
  const std::string format = array->node.attribute("format").value();
  if (format == "ascii") return read_ascii(array->node.text().get(), wanted);
  const std::string type_name = array->node.attribute("type").value();
  const auto type = vtk_type(type_name);
  if (!type)
    return bad_file(fmt::format("the array holds {}, which is not supported", shown_word(type_name)),
                    "supported are Int8 to Int64, UInt8 to UInt64, Float32, Float64");
  const auto size = at(type->width / 8);
  const std::size_t offset = array->node.attribute("offset").as_ullong();
  if (format == "appended" && offset > file.appended.size()) return cut_off();
  const Bytes stored =
      format == "appended" ? Bytes(file.appended.substr(offset), file.is_raw) : Bytes(array->node.text().get(), false);
  const auto cells = unpacked(file, stored, at(wanted.cells()) * size);
  if (!cells) return cells.error();
  std::vector<golden::Grid> grids = grids_for(wanted);
  for (std::int64_t i = 0; i < wanted.cells(); ++i) {
    const std::uint64_t bits = number_of(cells->data() + at(i) * size, size, file.is_big);
    if (const auto error = wanted.store(grids, i, *type, bits)) return *error;
  }
  return grids;
}

Expected<std::vector<golden::Grid>> read_pvd(const Place& place, const Wanted& wanted) {
  const auto bytes = regular_file(place.file);
  if (!bytes) return bytes.error();
  VtkFile file;
  if (const auto error = read_xml(*bytes, "Collection", "time series", file)) return *error;
  std::vector<std::string> files;
  std::string last;
  for (const pugi::xml_node set : file.root().child("Collection").children("DataSet")) {
    const std::string step = set.attribute("timestep").value();
    if (!files.empty() && step == last)
      return bad_file(fmt::format("time step {} has several parts", shown_word(step)), "a field must be one image");
    last = step;
    files.emplace_back(set.attribute("file").value());
  }
  const auto named = with_entry(place.inside);
  if (!named && files.size() != 1)
    return bad_file(
        fmt::format("the series has {}", counted(files.size(), "time step")),
        fmt::format("name one, from 0 or from the end: {}:{}[-1]", shown_word(place.file), shown_word(place.inside)));
  const auto entry = named ? entry_of(named->second, files.size(), shown_word(named->first)) : std::uint64_t{0};
  if (!entry) return entry.error();
  const std::filesystem::path image = std::filesystem::path(place.file).parent_path() / files[*entry];
  auto grids = read_vti({image.string(), named ? named->first : place.inside}, wanted);
  if (grids) return grids;
  Error error = grids.error();
  error.message = fmt::format("{}: {}", shown_word(image.string()), error.message);
  return error;
}

}  // namespace rtlgen::data
