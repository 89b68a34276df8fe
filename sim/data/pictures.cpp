// PGM and PNG: pictures as data, and grids as pictures.
#include <fmt/format.h>
#include <png.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>

#include "data/formats.hpp"

namespace rtlgen::data {

namespace {

/// Values scaled to 0..1; a flat picture is dark.
std::vector<double> scaled(const golden::Grid& g) {
  std::vector<double> v(static_cast<std::size_t>(g.cells()));
  double low = std::numeric_limits<double>::infinity();
  double high = -low;
  for (std::int64_t i = 0; i < g.cells(); ++i) {
    const double x = to_double(g.type, g.get(i));
    v[static_cast<std::size_t>(i)] = x;
    if (!std::isfinite(x)) continue;
    low = std::min(low, x);
    high = std::max(high, x);
  }
  const double range = high > low ? high - low : 1;
  for (double& x : v) x = std::isfinite(x) ? (x - low) / range : 1;
  return v;
}

/// A dark-to-light heat map (black, purple, red, orange, pale yellow), linear between its points.
void colour(double x, unsigned char* rgb) {
  static const double points[6][3] = {{5, 4, 25}, {72, 15, 110}, {150, 30, 105}, {220, 70, 60}, {250, 150, 30}, {252, 250, 190}};
  const double at = std::clamp(x, 0.0, 1.0) * 5;
  const int i = std::min(4, static_cast<int>(at));
  for (int c = 0; c < 3; ++c) rgb[c] = static_cast<unsigned char>(std::lround(points[i][c] + (at - i) * (points[i + 1][c] - points[i][c])));
}

class PgmReader {
 public:
  explicit PgmReader(const std::string& b) : b_(b) {}
  int number() {
    while (at_ < b_.size() && (std::isspace(static_cast<unsigned char>(b_[at_])) != 0 || b_[at_] == '#')) {
      if (b_[at_] == '#') at_ = std::min(b_.size(), b_.find('\n', at_));
      else ++at_;
    }
    int v = 0;
    const std::size_t first = at_;
    while (at_ < b_.size() && std::isdigit(static_cast<unsigned char>(b_[at_])) != 0 && v < 1000000) v = v * 10 + (b_[at_++] - '0');
    if (at_ == first) throw BadFile{"the picture is cut off or no PGM", ""};
    return v;
  }
  int byte() {
    if (at_ >= b_.size()) throw BadFile{"the picture is cut off", ""};
    return static_cast<unsigned char>(b_[at_++]);
  }
  void skip(std::size_t n) { at_ += n; }

 private:
  const std::string& b_;
  std::size_t at_ = 0;
};

}  // namespace

Table read_pgm(const std::string& b) {
  if (b.size() < 3 || b[0] != 'P' || (b[1] != '2' && b[1] != '5')) throw BadFile{"this is no PGM picture", "its first bytes are P2 or P5"};
  PgmReader r(b);
  r.skip(2);
  const int width = r.number();
  const int height = r.number();
  const int top = r.number();
  Table t;
  t.shape = {height, width};
  if (b[1] == '5') r.skip(1);
  for (int i = 0; i < width * height; ++i) {
    if (b[1] == '2') t.values.push_back(r.number());
    else if (top < 256) t.values.push_back(r.byte());
    else t.values.push_back(r.byte() * 256 + r.byte());
  }
  return t;
}

Table read_png(const std::string& b) {
  png_image image;
  std::memset(&image, 0, sizeof image);
  image.version = PNG_IMAGE_VERSION;
  if (png_image_begin_read_from_memory(&image, b.data(), b.size()) == 0) throw BadFile{fmt::format("not a PNG picture: {}", image.message), ""};
  image.format = PNG_FORMAT_GRAY;  // libpng weighs colours as sRGB luminance
  std::vector<unsigned char> pixels(PNG_IMAGE_SIZE(image));
  if (png_image_finish_read(&image, nullptr, pixels.data(), 0, nullptr) == 0) throw BadFile{fmt::format("damaged PNG: {}", image.message), ""};
  Table t;
  t.shape = {static_cast<std::int64_t>(image.height), static_cast<std::int64_t>(image.width)};
  t.values.assign(pixels.begin(), pixels.end());
  return t;
}

std::string pgm_bytes(const golden::Grid& g) {
  std::string out = fmt::format("P5\n{} {}\n255\n", g.extents[0], g.extents[1]);
  const bool as_is = g.type == spec::Type::uint_of(8);
  const auto v = scaled(g);
  for (std::int64_t i = 0; i < g.cells(); ++i) {
    out += static_cast<char>(as_is ? g.get(i) : static_cast<std::uint64_t>(std::lround(v[static_cast<std::size_t>(i)] * 255)));
  }
  return out;
}

std::string png_bytes(const golden::Grid& g) {
  png_image image;
  std::memset(&image, 0, sizeof image);
  image.version = PNG_IMAGE_VERSION;
  image.width = static_cast<png_uint_32>(g.extents[0]);
  image.height = static_cast<png_uint_32>(g.extents[1]);
  const bool heat = g.type.is_float();
  image.format = heat ? PNG_FORMAT_RGB : PNG_FORMAT_GRAY;
  std::vector<unsigned char> pixels(PNG_IMAGE_SIZE(image));
  const bool as_is = g.type == spec::Type::uint_of(8);
  const auto v = scaled(g);
  for (std::size_t i = 0; i < v.size(); ++i) {
    if (heat) colour(v[i], &pixels[3 * i]);
    else pixels[i] = static_cast<unsigned char>(as_is ? g.get(static_cast<std::int64_t>(i)) : static_cast<std::uint64_t>(std::lround(v[i] * 255)));
  }
  png_alloc_size_t size = 0;
  if (png_image_write_to_memory(&image, nullptr, &size, 0, pixels.data(), 0, nullptr) == 0) throw EnvironmentError("cannot make a PNG");
  std::string out(size, '\0');
  png_image_write_to_memory(&image, out.data(), &size, 0, pixels.data(), 0, nullptr);
  return out;
}

}  // namespace rtlgen::data
