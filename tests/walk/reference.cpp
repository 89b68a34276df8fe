// Brute force; see reference.hpp.
#include "reference.hpp"

#include <algorithm>

namespace rtlgen::walk_test {

namespace {

using geometry::Axis;
using geometry::Layout;
using geometry::Shape;

struct Place {
  bool on_grid;
  bool own;
  std::int64_t coordinate;
};

/// Position `f` of block `k`'s frame.
Place place(const Axis& axis, std::int64_t k, std::int64_t f) {
  const std::int64_t c = k * axis.stride - axis.low + f;
  const bool own = c >= k * axis.stride && c < (k + 1) * axis.stride && c < axis.grid;
  if (axis.wraps) return {true, own, ((c % axis.grid) + axis.grid) % axis.grid};
  return {c >= 0 && c < axis.grid, own, c};
}

/// Calls visit(pass, by, bx, z, y) for each row of `planes` x `rows` of each frame.
template <typename Visit>
void for_rows(const Shape& shape, std::int64_t planes, std::int64_t rows, const Visit& visit) {
  for (std::int64_t p = 0; p < shape.passes; ++p) {
    for (std::int64_t by = 0; by < shape.axis[1].blocks(); ++by) {
      for (std::int64_t bx = 0; bx < shape.axis[0].blocks(); ++bx) {
        for (std::int64_t z = 0; z < planes; ++z) {
          for (std::int64_t y = 0; y < rows; ++y) visit(p, by, bx, z, y);
        }
      }
    }
  }
}

/// The beats that hold words `x` of a row, which come in the stream's order.
void add_beats(const Layout& layout, std::int64_t x, std::int64_t y, std::int64_t z, std::vector<Beat>& beats) {
  for (std::int64_t i = 0; i < layout.beats_of_word; ++i) {
    const std::int64_t column = x / layout.words_of_beat * layout.beats_of_word + i;
    if (layout.beats_of_word == 1 && x % layout.words_of_beat != 0) continue;
    beats.push_back({column, y, z});
  }
}

/// How many rows of a pass are written when the word at these coordinates is.
std::int64_t written_with(const Shape& shape, std::int64_t x, std::int64_t y, std::int64_t z) {
  const auto& a = shape.axis;
  const std::int64_t bx = x / a[0].stride;
  const std::int64_t by = y / a[1].stride;
  const std::int64_t frame = by * a[0].blocks() + bx;
  return (frame * a[2].grid + z) * a[1].stride + y - by * a[1].stride + 1;
}

/// The formula of rtlgen_walk's header, for one pass.
std::int64_t granted_with(const Shape& shape, std::int64_t by, std::int64_t bx, std::int64_t y, std::int64_t z) {
  const auto& a = shape.axis;
  const std::int64_t frames = a[0].blocks() * a[1].blocks();
  const auto ahead_of = [](const Axis& axis) {
    return axis.blocked ? (axis.frame - axis.low - axis.stride + axis.stride - 1) / axis.stride : 0;
  };
  std::int64_t ahead = ahead_of(a[1]) * a[0].blocks() + ahead_of(a[0]);
  if ((a[0].blocked && a[0].wraps) || (a[1].blocked && a[1].wraps)) ahead = frames - 1;
  const std::int64_t frame = std::min(by * a[0].blocks() + bx + ahead, frames - 1);
  const std::int64_t rows = a[1].blocked ? (z + 1) * a[1].stride : z * a[1].grid + y + 1;
  return frame * a[1].stride * a[2].grid + rows;
}

}  // namespace

std::vector<Row> read_rows(const Shape& shape, const Layout& layout) {
  const auto& a = shape.axis;
  const std::int64_t rows_of_pass = a[0].blocks() * a[1].blocks() * a[1].stride * a[2].grid;
  std::vector<Row> rows;
  std::int64_t needed = 0;
  std::int64_t granted = 0;
  for_rows(shape, a[2].frame, a[1].frame, [&](auto p, auto by, auto bx, auto fz, auto fy) {
    const Place z = place(a[2], 0, fz);
    const Place y = place(a[1], by, fy);
    Row row{p, z.on_grid && y.on_grid, {}, 0, 0};
    if (row.on_grid) {
      for (std::int64_t fx = 0; fx < a[0].frame; ++fx) {
        const Place x = place(a[0], bx, fx);
        if (!x.on_grid) continue;
        add_beats(layout, x.coordinate, y.coordinate, z.coordinate, row.beats);
        if (p == 0) continue;
        needed =
            std::max(needed, (p - 1) * rows_of_pass + written_with(shape, x.coordinate, y.coordinate, z.coordinate));
      }
      if (p > 0)
        granted = std::max(granted, (p - 1) * rows_of_pass + granted_with(shape, by, bx, y.coordinate, z.coordinate));
    }
    row.needed = needed;
    row.granted = granted;
    rows.push_back(row);
  });
  return rows;
}

std::vector<Row> written_rows(const Shape& shape, const Layout& layout) {
  const auto& a = shape.axis;
  std::vector<Row> rows;
  for_rows(shape, a[2].grid, a[1].stride, [&](auto p, auto by, auto bx, auto z, auto own_y) {
    const std::int64_t y = by * a[1].stride + own_y;
    Row row{p, y < a[1].grid, {}, 0, 0};
    for (std::int64_t x = bx * a[0].stride; row.on_grid && x < std::min((bx + 1) * a[0].stride, a[0].grid); ++x) {
      add_beats(layout, x, y, z, row.beats);
    }
    rows.push_back(row);
  });
  return rows;
}

std::vector<Word> frame_words(const Shape& shape) {
  Shape one = shape;
  one.passes = 1;
  const auto& a = shape.axis;
  std::vector<Word> words;
  for_rows(one, a[2].frame, a[1].frame, [&](auto, auto by, auto bx, auto fz, auto fy) {
    const Place z = place(a[2], 0, fz);
    const Place y = place(a[1], by, fy);
    for (std::int64_t fx = 0; fx < a[0].frame; ++fx) {
      const Place x = place(a[0], bx, fx);
      words.push_back(
          {x.on_grid && y.on_grid && z.on_grid, x.own && y.own && z.own, x.coordinate, y.coordinate, z.coordinate});
    }
  });
  return words;
}

}  // namespace rtlgen::walk_test
