// .npy (numpy format 1 and 2), raw cells and plain numbers.
#include <fmt/format.h>

#include <bit>
#include <cstdlib>
#include <cstring>
#include <regex>

#include "data/formats.hpp"

namespace rtlgen::data {

namespace {

std::string dtype_of(const spec::Type& t) {
  const int bytes = t.width <= 8 ? 1 : t.width <= 16 ? 2 : t.width <= 32 ? 4 : 8;
  const bool native = t == spec::Type::float_of(5, 10) || t == spec::Type::float_of(8, 23) || t == spec::Type::float_of(11, 52);
  const char kind = t.is_float() && native ? 'f' : t.is_integer() && t.is_signed() ? 'i' : 'u';
  return fmt::format("{}{}{}", bytes == 1 ? '|' : '<', kind, bytes);
}

/// Bits of the cell of a native type in a numpy file, sign-extended storage cut to the width.
std::uint64_t fetch(const char* p, int bytes, bool swap) {
  std::uint64_t v = 0;
  for (int i = 0; i < bytes; ++i) {
    const auto byte = static_cast<unsigned char>(p[swap ? bytes - 1 - i : i]);
    v |= static_cast<std::uint64_t>(byte) << (8 * i);
  }
  return v;
}

double number(char kind, int bytes, std::uint64_t v) {
  if (kind == 'f') {
    const spec::Type t = bytes == 2 ? spec::Type::float_of(5, 10) : bytes == 4 ? spec::Type::float_of(8, 23) : spec::Type::float_of(11, 52);
    return to_double(t, v);
  }
  return to_double(kind == 'i' ? spec::Type::int_of(8 * bytes) : spec::Type::uint_of(8 * bytes), v);
}

}  // namespace

Table read_npy(const std::string& b, const spec::Type& type) {
  if (b.size() < 12 || b.compare(0, 6, "\x93NUMPY") != 0) throw BadFile{"this is no .npy file", ""};
  const bool second = b[6] == 2;
  const std::size_t head = second ? 12 : 10;
  const std::size_t length = fetch(&b[8], second ? 4 : 2, false);
  if (b.size() < head + length) throw BadFile{"the header is cut off", ""};
  const std::string header = b.substr(head, length);
  std::smatch m;
  static const std::regex descr("'descr':\\s*'([<>|=])([fiub])(\\d)'");
  if (!std::regex_search(header, m, descr)) throw BadFile{"the dtype is not supported", "supported: f2 f4 f8 i1..i8 u1..u8 b1"};
  const bool swap = m[1] == ">";
  const char kind = m[2].str()[0] == 'b' ? 'u' : m[2].str()[0];
  const int bytes = m[3].str()[0] - '0';
  if (bytes != 1 && bytes != 2 && bytes != 4 && bytes != 8) throw BadFile{"the dtype is not supported", ""};
  static const std::regex order("'fortran_order':\\s*True");
  const bool fortran = std::regex_search(header, order);
  static const std::regex shape("'shape':\\s*\\(([^)]*)\\)");
  if (!std::regex_search(header, m, shape)) throw BadFile{"the header has no shape", ""};
  Table t;
  const std::string list = m[1];
  std::int64_t count = 1;
  for (const char* p = list.c_str(); *p != '\0';) {
    char* end = nullptr;
    const std::int64_t n = std::strtoll(p, &end, 10);
    if (end == p) {
      ++p;
      continue;
    }
    t.shape.push_back(n);
    count *= n;
    p = end;
  }
  if (b.size() - head - length < static_cast<std::size_t>(count * bytes)) throw BadFile{"the file is cut off", ""};
  const bool exact = dtype_of(type).substr(1) == fmt::format("{}{}", kind, bytes);
  for (std::int64_t i = 0; i < count; ++i) {
    std::int64_t from = i;
    if (fortran) {
      std::int64_t rest = i;
      std::vector<std::int64_t> index(t.shape.size());
      for (std::size_t a = t.shape.size(); a-- > 0;) {
        index[a] = rest % t.shape[a];
        rest /= t.shape[a];
      }
      from = 0;
      std::int64_t stride = 1;
      for (std::size_t a = 0; a < t.shape.size(); ++a) {
        from += index[a] * stride;
        stride *= t.shape[a];
      }
    }
    const std::uint64_t v = fetch(&b[head + length + static_cast<std::size_t>(from * bytes)], bytes, swap);
    if (exact && type.width == 8 * bytes) t.bits.push_back(v);
    else t.values.push_back(number(kind, bytes, v));
  }
  return t;
}

Table read_raw(const std::string& b, const spec::Type& type) {
  const golden::Grid one(type, {1, 1, 1});
  Table t;
  if (b.size() % static_cast<std::size_t>(one.cell_bytes) != 0) throw BadFile{fmt::format("{} bytes are no whole number of {}-byte cells", b.size(), one.cell_bytes), ""};
  for (std::size_t i = 0; i < b.size(); i += static_cast<std::size_t>(one.cell_bytes)) {
    const std::uint64_t v = fetch(&b[i], one.cell_bytes, false);
    if ((v & ~type.mask()) != 0) throw BadFile{fmt::format("cell {} has bits above the {} of {}", i / static_cast<std::size_t>(one.cell_bytes), type.width, type.name()), ""};
    t.bits.push_back(v);
  }
  return t;
}

Table read_text(const std::string& b) {
  Table t;
  const char* p = b.c_str();
  const char* const last = p + b.size();
  while (true) {
    while (p != last && (std::isspace(static_cast<unsigned char>(*p)) != 0 || *p == ',')) ++p;
    if (p == last) return t;
    char* end = nullptr;
    const double v = std::strtod(p, &end);
    if (end == p) throw BadFile{fmt::format("'{}' is no number", std::string(p, std::min<std::size_t>(20, static_cast<std::size_t>(last - p)))), "one number a line, row by row"};
    t.values.push_back(v);
    p = end;
  }
}

std::string raw_bytes(const golden::Grid& g) { return std::string(reinterpret_cast<const char*>(g.bytes.data()), g.bytes.size()); }

std::string npy_bytes(const golden::Grid& g, int axes) {
  std::string shape;
  for (int a = axes; a-- > 0;) shape += fmt::format("{}, ", g.extents[static_cast<std::size_t>(a)]);
  std::string header = fmt::format("{{'descr': '{}', 'fortran_order': False, 'shape': ({}), }}", dtype_of(g.type), shape);
  while ((10 + header.size() + 1) % 64 != 0) header += ' ';
  header += '\n';
  std::string out = "\x93NUMPY";
  out += '\1';
  out += '\0';
  out += static_cast<char>(header.size() & 0xffU);
  out += static_cast<char>(header.size() >> 8);
  out += header;
  // Narrow signed integers are stored sign-extended, so that numpy reads their value.
  if (g.type.kind == spec::TypeKind::kInt && g.type.width < 8 * g.cell_bytes) {
    for (std::int64_t i = 0; i < g.cells(); ++i) {
      std::uint64_t v = g.get(i);
      if ((v >> (g.type.width - 1) & 1) != 0) v |= ~g.type.mask();
      out.append(reinterpret_cast<const char*>(&v), static_cast<std::size_t>(g.cell_bytes));
    }
    return out;
  }
  return out + raw_bytes(g);
}

std::string text_bytes(const golden::Grid& g) {
  std::string out;
  for (std::int64_t i = 0; i < g.cells(); ++i) out += fmt::format("{:.9g}\n", to_double(g.type, g.get(i)));
  return out;
}

}  // namespace rtlgen::data
