// PGM and PPM pictures, plain (P2, P3) and binary (P5, P6), and the scaling that pictures of other cells need.
#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <limits>
#include <optional>
#include <utility>

#include "data/formats.hpp"
#include "data/values.hpp"
#include "golden/grid.hpp"
#include "support/counted.hpp"

namespace rtlgen::data {

namespace {

constexpr const char* kForm = "a PGM is P2 or P5, width, height, the largest value, then the pixels";
constexpr const char* kColourForm = "a PPM is P3 or P6, width, height, the largest value, then the pixels";

class PgmReader {
 public:
  PgmReader(const std::string& b, const char* form) : bytes_(b), form_(form) {}

  /// The next number, at most `most`; comments run from # to the end of the line. After an error it is 0.
  std::int64_t number(std::int64_t most, const char* what) {
    if (error_) return 0;
    while (at_ < bytes_.size() && (std::isspace(static_cast<unsigned char>(bytes_[at_])) != 0 || bytes_[at_] == '#')) {
      if (bytes_[at_] == '#')
        at_ = std::min(bytes_.size(), bytes_.find('\n', at_));
      else
        ++at_;
    }
    if (at_ == bytes_.size()) return fail(bad_file("the picture is cut off", form_));
    const std::size_t first = at_;
    std::int64_t v = 0;
    while (at_ < bytes_.size() && std::isdigit(static_cast<unsigned char>(bytes_[at_])) != 0 && v <= most)
      v = v * 10 + (bytes_[at_++] - '0');
    if (at_ == first) return fail(bad_text(bytes_, first, 1, fmt::format("the {} is not a number", what), form_));
    if (v > most)
      return fail(bad_text(bytes_, first, at_ - first, fmt::format("the {} is larger than {}", what, most), form_));
    return v;
  }
  std::uint64_t byte() { return static_cast<unsigned char>(bytes_[at_++]); }
  void skip(std::size_t n) { at_ = std::min(bytes_.size(), at_ + n); }
  [[nodiscard]] std::size_t left() const { return bytes_.size() - at_; }
  /// The first error of number().
  [[nodiscard]] const std::optional<Error>& error() const { return error_; }
  /// An error unless the picture ends here; a plain one may end with blanks and comments.
  [[nodiscard]] std::optional<Error> end(bool is_plain) {
    while (is_plain && at_ < bytes_.size() &&
           (std::isspace(static_cast<unsigned char>(bytes_[at_])) != 0 || bytes_[at_] == '#'))
      at_ = bytes_[at_] == '#' ? std::min(bytes_.size(), bytes_.find('\n', at_)) : at_ + 1;
    if (left() == 0) return std::nullopt;
    return bad_file(fmt::format("{} {} the picture", counted(left(), "byte"), by_number(left(), "follows", "follow")),
                    "a file holds one picture, and its header must end in a single newline: CRLF shifts all pixels");
  }

 private:
  std::int64_t fail(Error error) {
    error_ = std::move(error);
    return 0;
  }

  const std::string& bytes_;
  const char* form_;
  std::size_t at_ = 0;
  std::optional<Error> error_;
};

}  // namespace

Expected<golden::Grid> read_pgm(const std::string& b, const Wanted& wanted) {
  const bool grey = wanted.components == 1;
  const char* const form = grey ? kForm : kColourForm;
  if (b.size() < 3 || b[0] != 'P' || (b[1] != (grey ? '2' : '3') && b[1] != (grey ? '5' : '6')))
    return bad_file(grey ? "this is not a PGM picture" : "this is not a PPM picture", form);
  PgmReader r(b, form);
  r.skip(2);
  const std::int64_t width = r.number(std::numeric_limits<int>::max(), "width");
  const std::int64_t height = r.number(std::numeric_limits<int>::max(), "height");
  const std::int64_t top = r.number(65535, "largest value");
  if (r.error()) return *r.error();
  if (const auto error =
          wanted.check_shape(grey ? std::vector{height, width} : std::vector<std::int64_t>{height, width, 3}))
    return *error;
  const bool plain = b[1] < '5';
  const std::size_t bytes = top < 256 ? 1 : 2;
  if (!plain) {
    r.skip(1);
    if (r.left() < static_cast<std::size_t>(wanted.cells()) * bytes) return bad_file("the picture is cut off", form);
  }
  golden::Grid grid(wanted.type, wanted.numbers());
  for (std::int64_t i = 0; i < grid.cells(); ++i) {
    std::uint64_t v = 0;
    if (plain)
      v = static_cast<std::uint64_t>(r.number(top, "pixel"));
    else
      v = bytes == 1 ? r.byte() : r.byte() << 8;
    if (!plain && bytes == 2) v |= r.byte();
    if (r.error()) return *r.error();
    if (v > static_cast<std::uint64_t>(top))
      return bad_file(fmt::format("pixel {} is {}, above the largest value {}", i, v, top), form);
    if (const auto error = wanted.store(grid, i, spec::Type::uint_of(16), v)) return *error;
  }
  if (const auto error = r.end(plain)) return *error;
  return grid;
}

namespace {

std::string portable(const golden::Grid& g, char kind, std::int64_t width) {
  // Unsigned cells that a picture can hold are the pixels themselves.
  const bool as_is = g.type.kind == spec::TypeKind::kUint && g.type.width <= 16;
  const std::uint64_t top = as_is ? g.type.mask() : 255;
  std::string out = fmt::format("P{}\n{} {}\n{}\n", kind, width, g.extents[1], top);
  const auto v = as_is ? std::vector<double>{} : scaled(g);
  for (std::int64_t i = 0; i < g.cells(); ++i) {
    const double shade = as_is ? 0 : v[static_cast<std::size_t>(i)];
    // Grey has no special colour for values that are not finite, so they are white.
    const auto pixel =
        as_is ? g.get(i) : static_cast<std::uint64_t>(std::isfinite(shade) ? std::lround(shade * 255) : 255);
    if (top > 255) out += static_cast<char>(pixel >> 8);
    out += static_cast<char>(pixel & 0xffU);
  }
  return out;
}

}  // namespace

std::string pgm_bytes(const golden::Grid& g) { return portable(g, '5', g.extents[0]); }
std::string ppm_bytes(const golden::Grid& g) { return portable(g, '6', g.extents[0] / 3); }

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
  // Halved, so that the range is finite even for the largest doubles.
  const double range = high > low ? high / 2 - low / 2 : 1;
  for (double& x : v) {
    if (std::isfinite(x)) x = std::clamp((x / 2 - low / 2) / range, 0.0, 1.0);
  }
  return v;
}

}  // namespace rtlgen::data
