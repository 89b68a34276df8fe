// A field in memory: its frames, its rows in beats, and its cells as bytes in each channel.
#pragma once

#include <cstdint>
#include <vector>

#include "contract/geometry.hpp"
#include "contract/shell.hpp"
#include "host/design.hpp"

namespace rtlgen::host {

/// The placement of one stream, for the extents of a run.
struct Placement {
  geometry::Shape shape;
  geometry::Layout layout;
  std::array<std::uint64_t, 3> cells{1, 1, 1};  ///< extents along the field's own axes
  std::int64_t beats = 0;                       ///< per buffer, in each of its channels

  [[nodiscard]] std::uint64_t cell_count() const { return cells[0] * cells[1] * cells[2]; }
};

/// Throws host::Error if a field cannot be placed in memory, for example if a row that wraps is not a whole number of
/// beats.
Placement place(const Design& design, const contract::ShellStream& stream, const contract::Extents& extents,
                std::int64_t passes);

inline int bytes_of_bits(int bits) { return bits <= 8 ? 1 : bits <= 16 ? 2 : bits <= 32 ? 4 : 8; }
/// Bytes per cell in an array of the caller: for a vector, of all components, each with its own bytes.
inline int bytes_of_cell(const contract::ShellStream& stream) {
  return stream.components * bytes_of_bits(stream.component_bits());
}

/// The bytes of a buffer, one vector per stripe, and back. Padding is 0.
std::vector<std::vector<std::uint8_t>> to_beats(const Design& design, const contract::ShellStream& stream,
                                                const Placement& place, const std::uint8_t* cells);
void from_beats(const Design& design, const contract::ShellStream& stream, const Placement& place,
                const std::vector<std::vector<std::uint8_t>>& beats, std::uint8_t* cells);

}  // namespace rtlgen::host
