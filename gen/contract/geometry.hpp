// Geometry of a run: how a grid is cut into frames, how a field lies in memory, and what that makes of the
// inputs of rtlgen_walk, rtlgen_unpack and rtlgen_pack.
//
// Input: extents, ghosts and strides as the plan has them, in words of P cells along x, rows and planes.
// Depends on nothing, so that a host program can have it alone. Checks what it is given with faults();
// the other functions expect that there are none.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

namespace rtlgen::geometry {

/// One axis as it is streamed. Without blocks `stride` is `grid`; where it does not wrap either,
/// `frame` is `grid` too and there is nothing below.
struct Axis {
  std::int64_t grid = 1;    ///< positions of the grid
  std::int64_t frame = 1;   ///< positions of a frame, ghosts included
  std::int64_t low = 0;     ///< ghosts before the own part
  std::int64_t stride = 1;  ///< own positions, from block to block
  bool blocked = false;
  bool wraps = false;

  [[nodiscard]] std::int64_t blocks() const;
  /// Coordinate of a frame's first position in block 0; modulo the grid where the axis wraps.
  [[nodiscard]] std::int64_t first() const;
  /// The last block that a frame overlaps is at most so many blocks after its own.
  [[nodiscard]] std::int64_t blocks_ahead() const;
};

struct Shape {
  int axes = 3;
  std::array<Axis, 3> axis;  ///< x in words; an axis that is not there has one position
  std::int64_t passes = 1;

  [[nodiscard]] std::int64_t frames() const;    ///< of a pass
  [[nodiscard]] std::int64_t own_rows() const;  ///< of a frame, those outside the grid too
  [[nodiscard]] std::int64_t frame_words() const;
};

/// How a field's words lie in memory. One of the first two is 1.
struct Layout {
  std::int64_t words_of_beat = 1;
  std::int64_t beats_of_word = 1;
  std::int64_t row_pitch = 1;    ///< beats
  std::int64_t plane_pitch = 1;  ///< beats

  [[nodiscard]] std::int64_t beats(std::int64_t words) const;
};

/// Rows and planes close together.
Layout close_together(const Shape& shape, std::int64_t bus_bits, std::int64_t word_bits);

/// What is wrong, "" never among it.
std::vector<std::string> faults(const Shape& shape, const Layout& layout);

/// Inputs of rtlgen_walk, by the names of its ports. Negative ones are two's complement there.
struct WalkInputs {
  std::int64_t passes, row_beats, rows, planes;
  std::int64_t grid_x, first_x, stride_x, blocks_x;
  std::int64_t first_y, stride_y, blocks_y, last_y, first_z, last_z;
  std::int64_t first_offset, row_pitch, plane_pitch, band_pitch, turn_row, turn_plane, turn_band;
  std::int64_t rows_ahead, frames_ahead, rows_below;
};
WalkInputs read_walk(const Shape& shape, const Layout& layout);
WalkInputs write_walk(const Shape& shape, const Layout& layout);

/// Inputs of rtlgen_unpack (`first`) and rtlgen_pack (`low`), by axis.
struct FrameInputs {
  std::array<std::int64_t, 3> length, first, low, last, stride, blocks;
};
FrameInputs frame_inputs(const Shape& shape);

}  // namespace rtlgen::geometry
