// .npy (numpy format 1 to 3) and raw cells.
#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <charconv>

#include "data/formats.hpp"
#include "data/memory.hpp"
#include "data/values.hpp"
#include "golden/grid.hpp"
#include "support/check.hpp"
#include "support/counted.hpp"

namespace rtlgen::data {

namespace {

constexpr std::size_t kLongestHeader = 65536;  // numpy also refuses longer ones

std::uint64_t fetch(const char* p, int bytes, bool swap) {
  std::uint64_t v = 0;
  for (int i = 0; i < bytes; ++i) {
    const auto byte = static_cast<unsigned char>(p[swap ? bytes - 1 - i : i]);
    v |= static_cast<std::uint64_t>(byte) << (8 * i);
  }
  return v;
}

void append(std::string& out, std::uint64_t v, int bytes) {
  for (int i = 0; i < bytes; ++i) out += static_cast<char>(v >> (8 * i) & 0xffU);
}

/// The text after `key` in the header, which is a Python dictionary.
Expected<std::string_view> after(std::string_view header, std::string_view key) {
  const std::size_t at = header.find(key);
  if (at == std::string_view::npos)
    return bad_file(fmt::format("the header has no {}", key), "an .npy file needs the header that numpy.save writes");
  std::string_view rest = header.substr(at + key.size());
  rest.remove_prefix(std::min(rest.size(), rest.find_first_not_of(": ")));
  return rest;
}

struct Layout {
  spec::Type type;
  bool swap = false;
  bool fortran = false;
  bool is_truth = false;
  std::vector<std::int64_t> shape;

  [[nodiscard]] int bytes() const { return type.width / 8; }
};

/// `dtype` comes from the file, so an odd one is not repeated.
Error unsupported(std::string_view dtype) {
  constexpr std::size_t kMost = 12;
  const bool plain = dtype.size() <= kMost &&
                     std::all_of(dtype.begin(), dtype.end(), [](unsigned char c) { return c > ' ' && c < 0x7f; });
  return bad_file(plain ? fmt::format("the dtype is not supported: '{}'", dtype) : "the dtype is not supported",
                  supported_dtypes() + " of either byte order");
}

std::optional<Error> read_dtype(std::string_view header, Layout& layout) {
  const auto value = after(header, "'descr'");
  if (!value) return value.error();
  std::string_view text = *value;
  const std::size_t quote = text.empty() ? std::string_view::npos : text.find('\'', 1);
  if (text.substr(0, 1) != "'" || quote == std::string_view::npos)
    return bad_file("the dtype is not a plain number", supported_dtypes() + " of either byte order");
  text = text.substr(1, quote - 1);
  const bool order = text.size() == 3 && std::string_view("<>|=").find(text[0]) != std::string_view::npos;
  if (!order) return unsupported(text);
  const auto type = cell_type(text.substr(1));
  if (!type) return unsupported(text);
  layout.swap = text[0] == '>';
  layout.is_truth = text[1] == 'b';
  layout.type = *type;
  return std::nullopt;
}

std::optional<Error> read_shape(std::string_view header, Layout& layout) {
  const auto value = after(header, "'shape'");
  if (!value) return value.error();
  const std::string_view text = *value;
  const Error bad = bad_file("the header's shape is not a list of extents", "for example 'shape': (480, 640)");
  const std::size_t close = text.find(')');
  if (text.substr(0, 1) != "(" || close == std::string_view::npos) return bad;
  for (std::size_t i = 1; i < close;) {
    if (text[i] == ' ' || text[i] == ',' || text[i] == 'L') {
      ++i;
      continue;
    }
    std::int64_t n = 0;
    const auto [stop, error] = std::from_chars(text.data() + i, text.data() + close, n);
    if (error != std::errc{} || n < 0) return bad;
    layout.shape.push_back(n);
    i = static_cast<std::size_t>(stop - text.data());
  }
  return std::nullopt;
}

/// Position of cell `i` (last axis first) in a file whose first axis is contiguous.
std::int64_t fortran_index(std::int64_t i, const std::vector<std::int64_t>& shape) {
  std::int64_t stride = 1;
  for (const std::int64_t n : shape) stride *= n;
  std::int64_t index = 0;
  for (std::size_t a = shape.size(); a-- > 0;) {
    stride /= shape[a];
    index += i % shape[a] * stride;
    i /= shape[a];
  }
  return index;
}

}  // namespace

Expected<golden::Grid> read_npy(const std::string& b, const Wanted& wanted) {
  if (b.size() < 10 || b.compare(0, 6, "\x93NUMPY") != 0)
    return bad_file("this is not an .npy file", "numpy.save writes one");
  if (b[6] < 1 || b[6] > 3)
    return bad_file(fmt::format(".npy version {} is not supported", static_cast<unsigned char>(b[6])),
                    "supported versions: 1, 2 and 3");
  const std::size_t head = b[6] == 1 ? 10 : 12;
  const std::size_t length = b.size() < head ? kLongestHeader : fetch(&b[8], b[6] == 1 ? 2 : 4, false);
  if (length > kLongestHeader || b.size() < head + length)
    return bad_file("the header is cut off", "the file is damaged or was not copied completely");
  const std::string_view header(&b[head], length);
  Layout layout;
  if (const auto error = read_dtype(header, layout)) return *error;
  const auto order = after(header, "'fortran_order'");
  if (!order) return order.error();
  layout.fortran = order->substr(0, 4) == "True";
  if (const auto error = read_shape(header, layout)) return *error;
  if (const auto error = wanted.check_shape(layout.shape)) return *error;
  const std::size_t first = head + length;
  const auto needed = static_cast<std::size_t>(wanted.cells() * layout.bytes());
  if (b.size() - first != needed) {
    return bad_file(fmt::format("the cells take {} bytes, but {} are needed", b.size() - first, needed),
                    b.size() - first < needed ? "the file is cut off" : "the file contains more than one array");
  }
  golden::Grid grid(wanted.type, wanted.numbers());
  for (std::int64_t i = 0; i < grid.cells(); ++i) {
    const std::int64_t from = layout.fortran ? fortran_index(i, layout.shape) : i;
    const char* const p = &b[first + static_cast<std::size_t>(from * layout.bytes())];
    const std::uint64_t bits = fetch(p, layout.bytes(), layout.swap);
    if (layout.is_truth && bits > 1) return no_truth(bits);
    if (const auto error = wanted.store(grid, i, layout.type, bits)) return *error;
  }
  return grid;
}

std::string npy_bytes(const golden::Grid& g, int axes, int components) {
  const spec::Type type = numpy_type(g.type);
  const int bytes = type.width / 8;
  std::string shape;
  for (int a = axes; a-- > 0;)
    shape += fmt::format("{}, ", g.extents[static_cast<std::size_t>(a)] / (a > 0 ? 1 : components));
  if (components > 1) shape += fmt::format("{}, ", components);
  std::string header = fmt::format("{{'descr': '{}{}', 'fortran_order': False, 'shape': ({}), }}",
                                   bytes == 1 ? '|' : '<', dtype_of(type), shape);
  header.append(63 - (10 + header.size()) % 64, ' ');
  header += '\n';
  std::string out("\x93NUMPY\x01\x00", 8);
  append(out, header.size(), 2);
  out += header;
  for (std::int64_t i = 0; i < g.cells(); ++i) {
    append(out, numpy_bits(g.type, g.get(i), type), bytes);
  }
  return out;
}

Expected<golden::Grid> read_raw(const std::string& b, const Wanted& wanted) {
  const spec::Type& type = wanted.type;
  const int bytes = golden::cell_bytes(type);
  if (b.size() % static_cast<std::size_t>(bytes) != 0) {
    return bad_file(fmt::format("{} bytes are not a whole number of cells", b.size()),
                    fmt::format("a cell of {} takes {}", type.name(), counted(bytes, "byte")));
  }
  if (const auto error = wanted.check_count(static_cast<std::int64_t>(b.size()) / bytes)) return *error;
  golden::Grid grid(type, wanted.numbers());
  const spec::Type word = type.is_signed() ? spec::Type::int_of(8 * bytes) : spec::Type::uint_of(8 * bytes);
  // Fixed point is read as the integers of its units.
  Wanted units = wanted;
  if (type.is_fixed()) units.type = type.is_signed() ? spec::Type::int_of(type.width) : spec::Type::uint_of(type.width);
  for (std::int64_t i = 0; i < grid.cells(); ++i) {
    const std::uint64_t v = fetch(&b[static_cast<std::size_t>(i * bytes)], bytes, false);
    if (!type.is_float()) {
      if (const auto error = units.store(grid, i, word, v)) return *error;
    } else if ((v & ~type.mask()) == 0) {
      grid.set(i, v);
    } else {
      return bad_file(fmt::format("cell {} has bits above the {} of {}", i, type.width, type.name()),
                      "raw cells are the bits of the field's type, little endian");
    }
  }
  return grid;
}

std::string raw_bytes(const golden::Grid& g) {
  std::string out;
  // Integers in C's form: the sign fills the bits above the type's width.
  const bool negative_fills = g.type.is_signed();
  for (std::int64_t i = 0; i < g.cells(); ++i) {
    const std::uint64_t v = g.get(i);
    const bool negative = negative_fills && (v >> (g.type.width - 1) & 1) != 0;
    append(out, negative ? v | ~g.type.mask() : v, g.cell_bytes);
  }
  return out;
}

}  // namespace rtlgen::data
