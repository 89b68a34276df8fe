// The geometry of a run: how a grid is cut into frames, how a field is stored in memory, and the resulting inputs of
// rtlgen_walk, rtlgen_unpack and rtlgen_pack.
//
// Input: extents, ghosts and strides from the plan, in words of P cells along x, rows and planes. Includes no other
// layer, so that a host program can use it alone. faults() checks the input; the other functions expect valid input.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

namespace rtlgen::geometry {

/// One axis in its streamed form. Without blocks, `stride` equals `grid`. If it does not wrap either, `frame` equals
/// `grid` and `low` is 0.
struct Axis {
  std::int64_t grid = 1;    ///< positions in the grid
  std::int64_t frame = 1;   ///< positions in a frame, including ghosts
  std::int64_t low = 0;     ///< ghosts before the owned part
  std::int64_t stride = 1;  ///< owned positions: the distance between blocks
  bool blocked = false;
  bool wraps = false;

  [[nodiscard]] std::int64_t blocks() const;
  /// Coordinate of the first position of a frame in block 0; modulo the grid if the axis wraps.
  [[nodiscard]] std::int64_t first() const;
  /// An upper bound of the distance in blocks from a frame's block to the last one that it overlaps.
  [[nodiscard]] std::int64_t blocks_ahead() const;
};

struct Shape {
  int axes = 3;
  std::array<Axis, 3> axis;  ///< x in words; a missing axis has one position
  std::int64_t passes = 1;

  [[nodiscard]] std::int64_t frames() const;    ///< per pass
  [[nodiscard]] std::int64_t own_rows() const;  ///< per frame, including those outside the grid
  [[nodiscard]] std::int64_t frame_words() const;
};

/// How the words of a field are stored in memory. One of the first two is 1.
struct Layout {
  std::int64_t words_of_beat = 1;
  std::int64_t beats_of_word = 1;
  std::int64_t row_pitch = 1;    ///< beats
  std::int64_t plane_pitch = 1;  ///< beats

  [[nodiscard]] std::int64_t beats(std::int64_t words) const;
};

/// The layout without space between rows or planes.
Layout close_together(const Shape& shape, std::int64_t bus_bits, std::int64_t word_bits);

/// A list of all faults; no entry is empty.
std::vector<std::string> faults(const Shape& shape, const Layout& layout);

/// Inputs of rtlgen_walk, named after its ports, which take negative values as two's complement.
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
