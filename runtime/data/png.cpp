// PNG pictures with libpng: samples as stored in the file, 1 to 16 bits.
//
// libpng reports errors with longjmp, so every call is in a function without local objects, and the data of such a
// function is in a struct.
#include <fmt/format.h>
#include <png.h>
#include <zlib.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstring>
#include <limits>
#include <span>

#include "data/counts.hpp"
#include "data/formats.hpp"
#include "data/memory.hpp"
#include "data/values.hpp"
#include "golden/grid.hpp"
#include "support/check.hpp"
#include "support/counted.hpp"
#include "support/errors.hpp"
#include "support/index.hpp"

namespace rtlgen::data {

namespace {

using Rgb = std::array<double, 3>;
/// Colours at equal distances; linear between them.
using ColourMap = std::span<const Rgb>;
/// From dark to light: black, purple, red, orange, pale yellow.
constexpr std::array<Rgb, 6> kHeat = {
    {{5, 4, 25}, {72, 15, 110}, {150, 30, 105}, {220, 70, 60}, {250, 150, 30}, {252, 250, 190}}};
/// Blue, white in the middle, red.
constexpr std::array<Rgb, 7> kDiverging = {
    {{5, 48, 97}, {46, 119, 180}, {143, 195, 222}, {247, 247, 247}, {246, 178, 147}, {202, 71, 65}, {103, 0, 31}}};

/// The colour of `x`, which is from 0 to 1. NaN is green; an infinity, or a fixed-point cell at a limit of its type, is
/// cyan. The maps contain neither colour (docs/data_files.md).
void colour(double x, unsigned char* rgb, ColourMap map = kHeat) {
  static const unsigned char special[2][3] = {{0, 170, 60}, {0, 200, 230}};
  if (!std::isfinite(x)) {
    std::memcpy(rgb, special[std::isnan(x) ? 0 : 1], 3);
    return;
  }
  const int parts = static_cast<int>(map.size()) - 1;
  const double from = std::clamp(x, 0.0, 1.0) * parts;
  const int i = std::min(parts - 1, static_cast<int>(from));
  for (std::size_t c = 0; c < 3; ++c)
    rgb[c] = static_cast<unsigned char>(std::lround(map[at(i)][c] + (from - i) * (map[at(i) + 1][c] - map[at(i)][c])));
}

struct Png {
  png_structp png = nullptr;
  png_infop info = nullptr;
  char message[128] = "out of memory";
  const std::string* source = nullptr;
  std::size_t at = 0;
  std::string out;
  std::vector<unsigned char> pixels;
  std::vector<png_bytep> rows;

  Png() = default;
  Png(const Png&) = delete;
  Png& operator=(const Png&) = delete;

  void make_rows(std::size_t height, std::size_t bytes_a_row) {
    pixels.assign(height * bytes_a_row, 0);
    rows.clear();
    for (std::size_t y = 0; y < height; ++y) rows.push_back(&pixels[y * bytes_a_row]);
  }
};

void on_error(png_structp png, png_const_charp text) {
  auto* p = static_cast<Png*>(png_get_error_ptr(png));
  std::strncpy(p->message, text, sizeof p->message - 1);
  longjmp(png_jmpbuf(png), 1);
}

void on_warning(png_structp, png_const_charp) {}

void on_read(png_structp png, png_bytep to, png_size_t n) {
  auto* p = static_cast<Png*>(png_get_io_ptr(png));
  if (p->source->size() - p->at < n) png_error(png, "the file is cut off");
  std::memcpy(to, p->source->data() + p->at, n);
  p->at += n;
}

void on_write(png_structp png, png_bytep from, png_size_t n) {
  static_cast<Png*>(png_get_io_ptr(png))->out.append(reinterpret_cast<const char*>(from), n);
}

void on_flush(png_structp) {}

struct Reader : Png {
  Reader() {
    png = png_create_read_struct(PNG_LIBPNG_VER_STRING, static_cast<Png*>(this), on_error, on_warning);
    if (png != nullptr) info = png_create_info_struct(png);
  }
  ~Reader() { png_destroy_read_struct(&png, &info, nullptr); }
};

struct Writer : Png {
  Writer() {
    png = png_create_write_struct(PNG_LIBPNG_VER_STRING, static_cast<Png*>(this), on_error, on_warning);
    if (png != nullptr) info = png_create_info_struct(png);
  }
  ~Writer() { png_destroy_write_struct(&png, &info); }
};

bool read_header(Png& p) {
  if (p.info == nullptr || setjmp(png_jmpbuf(p.png)) != 0) return false;
  png_set_read_fn(p.png, &p, on_read);
  png_read_info(p.png, p.info);
  return true;
}

/// Requests unscaled samples of 1, 3 or 4 channels, of one or two bytes each.
bool choose_channels(Png& p, int channels) {
  if (setjmp(png_jmpbuf(p.png)) != 0) return false;
  const int kind = png_get_color_type(p.png, p.info);
  if (kind == PNG_COLOR_TYPE_PALETTE) png_set_palette_to_rgb(p.png);
  if ((kind & PNG_COLOR_MASK_COLOR) != 0 && channels == 1)
    png_set_rgb_to_gray_fixed(p.png, PNG_ERROR_ACTION_NONE, -1, -1);
  if (((kind & PNG_COLOR_MASK_ALPHA) != 0 || kind == PNG_COLOR_TYPE_PALETTE) && channels < 4)
    png_set_strip_alpha(p.png);
  if (channels == 4 && png_get_valid(p.png, p.info, PNG_INFO_tRNS) != 0) png_set_tRNS_to_alpha(p.png);
  png_set_packing(p.png);
  png_set_interlace_handling(p.png);
  png_read_update_info(p.png, p.info);
  return true;
}

bool read_pixels(Png& p) {
  if (setjmp(png_jmpbuf(p.png)) != 0) return false;
  png_read_image(p.png, p.rows.data());
  png_read_end(p.png, nullptr);
  return true;
}

/// `comment` is stored in the picture if it is not empty.
bool write_pixels(Png& p, png_uint_32 width, png_uint_32 height, int depth, int kind, std::string& comment) {
  if (p.info == nullptr || setjmp(png_jmpbuf(p.png)) != 0) return false;
  png_set_write_fn(p.png, &p, on_write, on_flush);
  png_set_IHDR(p.png, p.info, width, height, depth, kind, PNG_INTERLACE_NONE, PNG_COMPRESSION_TYPE_BASE,
               PNG_FILTER_TYPE_BASE);
  if (!comment.empty()) {
    char key[] = "Comment";
    png_text text{};
    text.compression = PNG_TEXT_COMPRESSION_NONE;
    text.key = key;
    text.text = comment.data();
    png_set_text(p.png, p.info, &text, 1);
  }
  png_write_info(p.png, p.info);
  png_set_packing(p.png);
  png_write_image(p.png, p.rows.data());
  png_write_end(p.png, p.info);
  return true;
}

std::uint32_t big_endian(const std::string& b, std::size_t at) {
  std::uint32_t value = 0;
  for (std::size_t i = at; i < at + 4; ++i) value = value << 8 | static_cast<unsigned char>(b[i]);
  return value;
}

/// The unpacked size of the picture's rows, each with its filter byte; for an interlaced picture, in all passes.
std::uint64_t unpacked_bytes(const Png& p, std::uint32_t width, std::uint32_t height) {
  const std::uint64_t bits = std::uint64_t{png_get_bit_depth(p.png, p.info)} * png_get_channels(p.png, p.info);
  const auto rows = [&](std::uint64_t columns, std::uint64_t count) {
    return columns == 0 ? 0 : count * (1 + (columns * bits + 7) / 8);
  };
  if (png_get_interlace_type(p.png, p.info) == PNG_INTERLACE_NONE) return rows(width, height);
  std::uint64_t bytes = 0;
  for (int pass = 0; pass < PNG_INTERLACE_ADAM7_PASSES; ++pass)
    bytes += rows(PNG_PASS_COLS(width, pass), PNG_PASS_ROWS(height, pass));
  return bytes;
}

/// An error if image data continue after the last row: libpng would unpack and discard them.
std::optional<Error> check_surplus(const std::string& b, std::uint64_t needed) {
  constexpr std::size_t kSignature = 8, kFraming = 12;  // length, name and checksum of a chunk
  std::array<unsigned char, std::size_t{1} << 15> scratch;
  z_stream z{};
  if (inflateInit(&z) != Z_OK) return std::nullopt;
  int status = Z_OK;
  bool more = false;
  for (std::size_t at = kSignature; at + kFraming <= b.size() && !more;) {
    const std::size_t length = big_endian(b, at);
    if (length > b.size() - at - kFraming) break;  // truncated, which libpng reports
    if (b.compare(at + 4, 4, "IDAT") == 0) {
      more = status == Z_STREAM_END && length > 0;
      // zlib does not write to its input.
      z.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(b.data() + at + 8));
      z.avail_in = static_cast<uInt>(length);
      while (z.avail_in > 0 && status == Z_OK && !more) {
        z.next_out = scratch.data();
        z.avail_out = static_cast<uInt>(scratch.size());
        status = inflate(&z, Z_NO_FLUSH);
        more = z.total_out > needed || (status == Z_STREAM_END && z.avail_in > 0);
      }
    }
    at += kFraming + length;
  }
  inflateEnd(&z);
  if (more)
    return bad_file(fmt::format("image data continue after the last row ({})", counted(needed, "byte")),
                    "a file holds one picture and nothing else");
  return std::nullopt;
}

/// A cell with one component accepts any picture; with several, the file needs a channel for each.
std::optional<Error> check_channels(const Png& p, const Wanted& wanted, std::int64_t width, std::int64_t height) {
  if (wanted.components == 1) return wanted.check_shape({height, width});
  const int kind = png_get_color_type(p.png, p.info);
  const bool alpha = (kind & PNG_COLOR_MASK_ALPHA) != 0 || png_get_valid(p.png, p.info, PNG_INFO_tRNS) != 0;
  const int there = ((kind & PNG_COLOR_MASK_COLOR) != 0 ? 3 : 1) + (alpha ? 1 : 0);
  const bool good = wanted.components == 3 ? there >= 3 : wanted.components == 4 && there == 4;
  if (!good) {
    return bad_file(fmt::format("a cell has {} components, but a pixel of the file has {}", wanted.components,
                                counted(there, "channel")),
                    "colour pictures have 3 channels, with transparency 4; an .npy file can have any number");
  }
  return wanted.check_shape({height, width, wanted.components});
}

}  // namespace

Expected<golden::Grid> read_png(const std::string& b, const Wanted& wanted) {
  Reader p;
  p.source = &b;
  const auto bad = [&] {
    return bad_file(fmt::format("damaged, or not a PNG: {}", p.message), "the file must be a complete PNG picture");
  };
  if (!read_header(p)) return bad();
  const std::int64_t width = png_get_image_width(p.png, p.info);
  const std::int64_t height = png_get_image_height(p.png, p.info);
  const int channels = wanted.components;
  // Before anything is allocated, because a picture of a few bytes can claim to be huge.
  if (const auto error = check_channels(p, wanted, width, height)) return *error;
  const std::uint64_t unpacked =
      unpacked_bytes(p, static_cast<std::uint32_t>(width), static_cast<std::uint32_t>(height));
  if (const auto error = check_surplus(b, unpacked)) return *error;
  if (!choose_channels(p, channels)) return bad();
  const std::size_t bytes = png_get_bit_depth(p.png, p.info) == 16 ? 2 : 1;
  p.make_rows(static_cast<std::size_t>(height), png_get_rowbytes(p.png, p.info));
  if (p.rows.empty() || !read_pixels(p)) return bad();
  RTLGEN_CHECK(png_get_channels(p.png, p.info) == channels, "libpng gives the requested channels");
  golden::Grid grid(wanted.type, wanted.numbers());
  for (std::int64_t i = 0; i < grid.cells(); ++i) {
    const std::int64_t row = width * channels;
    const unsigned char* const s =
        p.rows[static_cast<std::size_t>(i / row)] + static_cast<std::size_t>(i % row) * bytes;
    const std::uint64_t sample = bytes == 2 ? std::uint64_t{s[0]} << 8 | s[1] : s[0];
    if (const auto error = wanted.store(grid, i, spec::Type::uint_of(16), sample)) return *error;
  }
  return grid;
}

namespace {

/// Small pictures for viewing are enlarged by a whole factor to about this many pixels.
constexpr std::int64_t kPleasantSize = 512;

/// Copies pixel rows of a `width` x `height` picture, each pixel of `bytes` bytes zoom x zoom times.
void enlarge(Png& p, std::size_t width, std::size_t height, std::size_t bytes, std::size_t zoom) {
  const std::vector<unsigned char> small = std::move(p.pixels);
  p.make_rows(height * zoom, width * zoom * bytes);
  for (std::size_t y = 0; y < height * zoom; ++y) {
    for (std::size_t x = 0; x < width * zoom; ++x) {
      std::memcpy(p.rows[y] + x * bytes, &small[(y / zoom * width + x / zoom) * bytes], bytes);
    }
  }
}

/// Keeps unsigned samples of 8 or 16 bits; scales others from the smallest of all channels (dark) to the largest.
std::string colour_png(const golden::Grid& g, int channels) {
  const bool as_is = g.type.kind == spec::TypeKind::kUint && (g.type.width == 8 || g.type.width == 16);
  const std::size_t bytes = as_is && g.type.width == 16 ? 2 : 1;
  const auto v = as_is ? std::vector<double>{} : scaled(g);
  Writer p;
  p.make_rows(static_cast<std::size_t>(g.extents[1]), static_cast<std::size_t>(g.extents[0]) * bytes);
  for (std::int64_t i = 0; i < g.cells(); ++i) {
    const auto k = static_cast<std::size_t>(i);
    const std::uint64_t sample = as_is                 ? g.get(i)
                                 : std::isfinite(v[k]) ? static_cast<std::uint64_t>(std::lround(v[k] * 255))
                                                       : 255;
    if (bytes == 2) p.pixels[2 * k] = static_cast<unsigned char>(sample >> 8);
    p.pixels[bytes * k + bytes - 1] = static_cast<unsigned char>(sample & 0xffU);
  }
  std::string comment = counts_text(count_cells(g), g.type);
  if (!write_pixels(p, static_cast<png_uint_32>(g.extents[0] / channels), static_cast<png_uint_32>(g.extents[1]),
                    static_cast<int>(8 * bytes), channels == 3 ? PNG_COLOR_TYPE_RGB : PNG_COLOR_TYPE_RGB_ALPHA,
                    comment)) {
    throw EnvironmentError(fmt::format("cannot make a PNG: {}", p.message));
  }
  return std::move(p.out);
}

}  // namespace

std::vector<std::uint8_t> heat_colours(int levels) {
  std::vector<std::uint8_t> colours(3 * (at(levels) + 2));
  for (int i = 0; i < levels; ++i) colour(static_cast<double>(i) / (levels - 1), &colours[3 * at(i)]);
  colour(std::numeric_limits<double>::quiet_NaN(), &colours[3 * at(levels)]);
  colour(std::numeric_limits<double>::infinity(), &colours[3 * (at(levels) + 1)]);
  return colours;
}

std::vector<std::uint8_t> shown_colours(const golden::Grid& g, int components) {
  const bool as_is =
      g.type.kind == spec::TypeKind::kUint && g.type.width <= 16 && std::has_single_bit(at(g.type.width));
  const bool heat = components == 1 && !g.type.is_integer();
  const auto v = as_is ? std::vector<double>{} : scaled(g);
  const auto most = static_cast<std::uint64_t>(g.type.mask());
  const auto sample = [&](std::int64_t i) {
    if (as_is) return static_cast<std::uint8_t>(g.get(i) * 255 / most);
    return static_cast<std::uint8_t>(std::isfinite(v[at(i)]) ? std::lround(v[at(i)] * 255) : 255);
  };
  std::vector<std::uint8_t> pixels;
  pixels.reserve(at(g.cells() / components) * 4);
  for (std::int64_t i = 0; i < g.cells(); i += components) {
    std::uint8_t p[4] = {0, 0, 0, 255};
    if (heat)
      colour(is_saturated(g.type, g.get(i)) ? std::numeric_limits<double>::infinity() : v[at(i)], p);
    else
      for (int c = 0; c < std::max(3, components); ++c) p[c] = sample(i + (components == 1 ? 0 : c));
    pixels.insert(pixels.end(), p, p + 4);
  }
  return pixels;
}

namespace {

/// An enlarged picture for viewing, from a colour for each cell.
std::string coloured_png(const golden::Grid& g, const std::vector<double>& shares, ColourMap map) {
  Writer p;
  p.make_rows(at(g.extents[1]), at(g.extents[0]) * 3);
  for (std::int64_t i = 0; i < g.cells(); ++i) {
    const bool at_limit = !g.type.is_integer() && is_saturated(g.type, g.get(i));
    colour(at_limit ? std::numeric_limits<double>::infinity() : shares[at(i)], &p.pixels[3 * at(i)], map);
  }
  const auto zoom = std::max<std::int64_t>(1, kPleasantSize / std::max(g.extents[0], g.extents[1]));
  if (zoom > 1) enlarge(p, at(g.extents[0]), at(g.extents[1]), 3, at(zoom));
  std::string comment = counts_text(count_cells(g), g.type);
  if (!write_pixels(p, static_cast<png_uint_32>(g.extents[0] * zoom), static_cast<png_uint_32>(g.extents[1] * zoom), 8,
                    PNG_COLOR_TYPE_RGB, comment)) {
    throw EnvironmentError(fmt::format("cannot make a PNG: {}", p.message));
  }
  return std::move(p.out);
}

}  // namespace

std::string signed_png_bytes(const golden::Grid& g) {
  std::vector<double> shares;
  double most = 0;
  for (std::int64_t i = 0; i < g.cells(); ++i) {
    shares.push_back(to_double(g.type, g.get(i)));
    if (std::isfinite(shares.back())) most = std::max(most, std::abs(shares.back()));
  }
  for (double& v : shares) {
    if (std::isfinite(v)) v = most == 0 ? 0.5 : 0.5 + v / most / 2;
  }
  return coloured_png(g, shares, kDiverging);
}

std::string png_bytes(const golden::Grid& g, int components) {
  if (components > 1) return colour_png(g, components);
  if (!g.type.is_integer()) return coloured_png(g, scaled(g), kHeat);
  const int width = g.type.width;
  // Unsigned cells of a depth that PNG has are the samples themselves.
  const bool as_is =
      g.type.kind == spec::TypeKind::kUint && (width == 1 || width == 2 || width == 4 || width == 8 || width == 16);
  const int depth = as_is ? width : 8;
  const std::size_t bytes = depth == 16 ? 2 : 1;
  const auto v = as_is ? std::vector<double>{} : scaled(g);
  Writer p;
  p.make_rows(static_cast<std::size_t>(g.extents[1]), static_cast<std::size_t>(g.extents[0]) * bytes);
  for (std::int64_t i = 0; i < g.cells(); ++i) {
    const auto k = static_cast<std::size_t>(i);
    const std::uint64_t cell = as_is ? g.get(i) : 0;
    if (!as_is)
      p.pixels[k] = static_cast<unsigned char>(std::lround(v[k] * 255));
    else if (bytes == 1)
      p.pixels[k] = static_cast<unsigned char>(cell);
    else
      p.pixels[2 * k] = static_cast<unsigned char>(cell >> 8),
                   p.pixels[2 * k + 1] = static_cast<unsigned char>(cell & 0xffU);
  }
  std::string comment = counts_text(count_cells(g), g.type);
  if (!write_pixels(p, static_cast<png_uint_32>(g.extents[0]), static_cast<png_uint_32>(g.extents[1]), depth,
                    PNG_COLOR_TYPE_GRAY, comment)) {
    throw EnvironmentError(fmt::format("cannot make a PNG: {}", p.message));
  }
  return std::move(p.out);
}

}  // namespace rtlgen::data
