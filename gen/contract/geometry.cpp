// Geometry of a run; see geometry.hpp.
#include "contract/geometry.hpp"

#include <algorithm>

namespace rtlgen::geometry {

namespace {

std::int64_t ceil_div(std::int64_t a, std::int64_t b) { return (a + b - 1) / b; }

/// -value modulo n, in the range 0 to n - 1.
std::int64_t minus_modulo(std::int64_t value, std::int64_t n) { return (n - value % n) % n; }

/// The inputs that are the same in both directions.
WalkInputs common(const Shape& shape, const Layout& layout) {
  const auto& [x, y, z] = shape.axis;
  WalkInputs in{};
  in.passes = shape.passes;
  in.grid_x = layout.beats(x.grid);
  in.stride_x = layout.beats(x.stride);
  in.blocks_x = x.blocks();
  in.stride_y = y.stride;
  in.blocks_y = y.blocks();
  in.last_y = y.grid - 1;
  in.last_z = z.grid - 1;
  in.row_pitch = layout.row_pitch;
  in.plane_pitch = layout.plane_pitch;
  in.band_pitch = y.stride * layout.row_pitch;
  return in;
}

}  // namespace

std::int64_t Axis::blocks() const { return blocked ? ceil_div(grid, stride) : 1; }

std::int64_t Axis::first() const { return wraps ? minus_modulo(low, grid) : -low; }

std::int64_t Axis::blocks_ahead() const {
  if (!blocked) return 0;
  return wraps ? blocks() - 1 : ceil_div(frame - low - stride, stride);
}

std::int64_t Shape::frames() const { return axis[0].blocks() * axis[1].blocks(); }

std::int64_t Shape::own_rows() const { return axis[1].stride * axis[2].stride; }

std::int64_t Shape::frame_words() const { return axis[0].frame * axis[1].frame * axis[2].frame; }

std::int64_t Layout::beats(std::int64_t words) const { return ceil_div(words, words_of_beat) * beats_of_word; }

Layout close_together(const Shape& shape, std::int64_t bus_bits, std::int64_t word_bits) {
  Layout layout;
  layout.words_of_beat = std::max<std::int64_t>(1, bus_bits / word_bits);
  layout.beats_of_word = ceil_div(word_bits, bus_bits);
  layout.row_pitch = layout.beats(shape.axis[0].grid);
  layout.plane_pitch = layout.row_pitch * shape.axis[1].grid;
  return layout;
}

std::vector<std::string> faults(const Shape& shape, const Layout& layout) {
  std::vector<std::string> found;
  const auto expect = [&](bool holds, const std::string& fault) {
    if (!holds) found.push_back(fault);
  };
  for (std::size_t a = 0; a < 3; ++a) {
    const Axis& axis = shape.axis[a];
    const std::string name = std::string(1, "xyz"[a]) + ": ";
    const bool streamed = static_cast<int>(a) + 1 >= shape.axes;
    const bool missing = static_cast<int>(a) >= shape.axes;
    expect(axis.grid >= 1 && axis.stride >= 1 && axis.low >= 0, name + "extents are at least 1, ghosts at least 0");
    expect(axis.frame >= axis.low + axis.stride, name + "a frame holds its ghosts and its own part");
    expect(!streamed || !axis.blocked, name + "the streamed axis has no blocks");
    expect(axis.blocked || axis.stride == axis.grid, name + "without blocks the stride is the grid");
    expect(axis.blocked || axis.wraps || axis.frame == axis.grid, name + "a frame without ghosts is the grid");
    expect(!missing || (axis.frame == 1 && axis.grid == 1), name + "a missing axis has one position");
  }
  const Axis& x = shape.axis[0];
  expect(!x.wraps || x.grid % layout.words_of_beat == 0, "x: wraps, so that rows are whole beats");
  expect(x.low % layout.words_of_beat == 0, "x: ghosts are whole beats");
  expect(!x.blocked || x.stride % layout.words_of_beat == 0, "x: the stride is whole beats");
  expect(shape.passes >= 1, "at least one pass");
  expect(layout.row_pitch >= layout.beats(x.grid), "rows overlap");
  expect(layout.plane_pitch >= layout.row_pitch * shape.axis[1].grid, "planes overlap");
  expect(shape.frames() * shape.own_rows() < (std::int64_t{1} << 30), "at most 2^30 rows per pass");
  return found;
}

WalkInputs read_walk(const Shape& shape, const Layout& layout) {
  const auto& [x, y, z] = shape.axis;
  WalkInputs in = common(shape, layout);
  in.row_beats = layout.beats(x.frame);
  in.rows = y.frame;
  in.planes = z.frame;
  in.first_x = x.wraps ? minus_modulo(layout.beats(x.low), in.grid_x) : -layout.beats(x.low);
  in.first_y = y.first();
  in.first_z = z.first();
  in.first_offset = in.first_y * layout.row_pitch + in.first_z * layout.plane_pitch;
  in.turn_row = -in.last_y * layout.row_pitch;
  in.turn_plane = -in.last_z * layout.plane_pitch;
  in.turn_band = (y.stride - y.grid) * layout.row_pitch;
  const std::int64_t last_frame = shape.frames() - 1;
  const bool far = (x.blocked && x.wraps) || (y.blocked && y.wraps);
  const std::int64_t ahead = far ? last_frame : y.blocks_ahead() * x.blocks() + x.blocks_ahead();
  in.rows_ahead = std::min(ahead, last_frame) * shape.own_rows();
  in.frames_ahead = shape.frames() - std::min(ahead, last_frame);
  in.rows_below = in.first_z * y.stride;
  return in;
}

WalkInputs write_walk(const Shape& shape, const Layout& layout) {
  WalkInputs in = common(shape, layout);
  in.row_beats = in.stride_x;
  in.rows = shape.axis[1].stride;
  in.planes = shape.axis[2].stride;
  return in;
}

FrameInputs frame_inputs(const Shape& shape) {
  FrameInputs in{};
  for (std::size_t a = 0; a < 3; ++a) {
    const Axis& axis = shape.axis[a];
    in.length[a] = axis.frame;
    in.first[a] = -axis.low;
    in.low[a] = axis.low;
    in.last[a] = axis.grid - 1;
    in.stride[a] = axis.stride;
    in.blocks[a] = axis.blocks();
  }
  return in;
}

}  // namespace rtlgen::geometry
