// Memory traffic and streams of a run, listed by brute force from the definitions in
// docs/memory_system.md: every coordinate is computed again from its frame, position and block.
#pragma once

#include <cstdint>
#include <vector>

#include "contract/geometry.hpp"

namespace rtlgen::walk_test {

/// A beat of an array: column `x` of row `y` of plane `z`.
struct Beat {
  std::int64_t x, y, z;
};

/// A row of a frame, as it is read or written.
struct Row {
  std::int64_t pass;
  bool on_grid;
  std::vector<Beat> beats;   ///< in the order of the stream
  std::int64_t needed = 0;   ///< for a read: rows that must be committed for all its beats to be there
  std::int64_t granted = 0;  ///< the number that rtlgen_walk's header states
};

/// All rows of all frames of all passes that are read; `needed` and `granted` without the part that earlier
/// rows waited for already.
std::vector<Row> read_rows(const geometry::Shape& shape, const geometry::Layout& layout);
/// All rows of all blocks' own parts, those outside the grid too.
std::vector<Row> written_rows(const geometry::Shape& shape, const geometry::Layout& layout);

/// A word of a frame; coordinates are those of the grid.
struct Word {
  bool on_grid;  ///< memory has it
  bool own;      ///< it is written
  std::int64_t x, y, z;
};

/// The words of all frames of one pass in the stream's order.
std::vector<Word> frame_words(const geometry::Shape& shape);

}  // namespace rtlgen::walk_test
