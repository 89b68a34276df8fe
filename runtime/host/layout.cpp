// Positions of cells in memory.
#include "host/layout.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>

#include "contract/core_interface.hpp"
#include "contract/shell.hpp"
#include "host/host.hpp"
#include "support/units.hpp"

namespace rtlgen::host {

namespace {

geometry::Axis axis_of(const Design& design, const contract::ShellStream& s, std::size_t own,
                       const contract::Extents& extents) {
  const int axis = s.grid_axis[own];
  if (static_cast<int>(own) >= s.axes || axis < 0) return {};
  const auto a = static_cast<std::size_t>(axis);
  const contract::CoreInterface& core = design.core;
  const std::int64_t unit = own == 0 ? s.lanes : 1;
  const auto words = [&](std::int64_t cells) { return (cells + unit - 1) / unit; };
  geometry::Axis out;
  out.blocked = s.blocked[own];
  out.wraps = s.wraps[own];
  out.grid = words(extents[a]);
  out.low = words(core.ghost_low[a]);
  out.frame = words(core.frame_extents(extents)[a]);
  out.stride = out.blocked ? words(core.stride(a)) : out.grid;
  return out;
}

/// The first bit of a component of cell x in a row: a beat of the row, and a bit offset, possibly beyond that beat.
struct Spot {
  Beats beat;
  Bits bit;
};

constexpr Bits kByte(8);

Spot spot(const contract::ShellStream& s, const geometry::Layout& layout, std::uint64_t x, int component) {
  const auto word = static_cast<std::int64_t>(x) / s.lanes, lane = static_cast<std::int64_t>(x) % s.lanes;
  return {Beats(word / layout.words_of_beat * layout.beats_of_word),
          Bits(word % layout.words_of_beat * s.word_bits + lane * s.cell_bits +
               std::int64_t{component} * s.component_bits())};
}

/// A part of a cell that is within one byte of memory.
struct Piece {
  std::size_t stripe, byte;
  int shift, count, done;  ///< in bits: position in the byte, length, and position in the cell
};

/// Calls `each` for the pieces of a cell of `bits` bits, in a row that begins at beat `row`. `bus`: width of a beat of
/// one stripe.
template <typename Each>
void pieces(Bits bus, int stripes, Beats row, const Spot& at, Bits bits, const Each& each) {
  const Bits wide = bus * stripes;
  for (Bits done; done < bits;) {
    const Bits bit = at.bit + done, in_beat = bit % wide;
    const Beats beat = row + at.beat + Beats(bit / wide);
    const Bits in_stripe = in_beat % bus, shift = in_stripe % kByte;
    const Bits count = std::min(bits - done, kByte - shift);
    each(Piece{static_cast<std::size_t>(in_beat / bus),
               static_cast<std::size_t>((bus * beat.value() + in_stripe) / kByte), static_cast<int>(shift.value()),
               static_cast<int>(count.value()), static_cast<int>(done.value())});
    done += count;
  }
}

/// Whether cells have the layout of a C array in memory, row by row.
bool is_plain(const Design& design, const contract::ShellStream& s, const geometry::Layout& layout) {
  return s.stripes() == 1 && s.cell_bits == 8 * bytes_of_cell(s) && s.word_bits == s.cell_bits * s.lanes &&
         layout.words_of_beat * s.word_bits == layout.beats_of_word * design.shell.bus_bits;
}

/// Calls `row` for each row with the position of its first byte in memory and the number of its first cell, or `cell`
/// for each component with its overall number.
template <typename EachCell, typename EachRow>
void walk(const Design& design, const contract::ShellStream& s, const Placement& p, const EachRow& row,
          const EachCell& cell) {
  const bool plain = is_plain(design, s, p.layout);
  const Bits bus(design.shell.bus_bits);
  std::uint64_t index = 0;
  for (std::uint64_t z = 0; z < p.cells[2]; ++z) {
    for (std::uint64_t y = 0; y < p.cells[1]; ++y) {
      const Beats beat(static_cast<std::int64_t>(y) * p.layout.row_pitch +
                       static_cast<std::int64_t>(z) * p.layout.plane_pitch);
      if (plain) {
        row(static_cast<std::size_t>(bus * beat.value() / kByte), index);
        index += p.cells[0];
        continue;
      }
      for (std::uint64_t x = 0; x < p.cells[0]; ++x, ++index) {
        for (int c = 0; c < s.components; ++c)
          cell(beat, spot(s, p.layout, x, c),
               index * static_cast<std::uint64_t>(s.components) + static_cast<unsigned>(c));
      }
    }
  }
}

}  // namespace

Placement place(const Design& design, const contract::ShellStream& s, const contract::Extents& extents,
                std::int64_t passes) {
  Placement out;
  out.shape.axes = s.axes;
  out.shape.passes = s.is_held ? 1 : passes;
  for (std::size_t own = 0; own < 3; ++own) {
    out.shape.axis[own] = axis_of(design, s, own, extents);
    const int axis = s.grid_axis[own];
    if (static_cast<int>(own) < s.axes && axis >= 0)
      out.cells[own] = static_cast<std::uint64_t>(extents[static_cast<std::size_t>(axis)]);
  }
  out.layout = geometry::close_together(out.shape, std::int64_t{design.shell.bus_bits} * s.stripes(), s.word_bits);
  out.beats = out.layout.plane_pitch * out.shape.axis[2].grid;
  const std::vector<std::string> faults = geometry::faults(out.shape, out.layout);
  if (!faults.empty()) throw Error(fmt::format("{}: {}", s.name, faults.front()));
  return out;
}

std::vector<std::vector<std::uint8_t>> to_beats(const Design& design, const contract::ShellStream& s,
                                                const Placement& p, const std::uint8_t* cells) {
  const int bytes = bytes_of_bits(s.component_bits());
  const auto cell_bytes = static_cast<std::uint64_t>(bytes_of_cell(s));
  std::vector<std::vector<std::uint8_t>> out(
      static_cast<std::size_t>(s.stripes()),
      std::vector<std::uint8_t>(static_cast<std::size_t>(p.beats * design.shell.bus_bits / 8)));
  const auto row = [&](std::size_t at, std::uint64_t index) {
    std::memcpy(out[0].data() + at, cells + index * cell_bytes, p.cells[0] * cell_bytes);
  };
  const auto cell = [&](Beats beat, const Spot& at, std::uint64_t index) {
    std::uint64_t value = 0;
    std::memcpy(&value, cells + index * static_cast<std::uint64_t>(bytes), static_cast<std::size_t>(bytes));
    pieces(Bits(design.shell.bus_bits), s.stripes(), beat, at, Bits(s.component_bits()), [&](const Piece& piece) {
      const auto part = static_cast<unsigned>(value >> piece.done) & ((1U << piece.count) - 1U);
      std::uint8_t& byte = out[piece.stripe][piece.byte];
      byte = static_cast<std::uint8_t>(byte | part << piece.shift);
    });
  };
  walk(design, s, p, row, cell);
  return out;
}

void from_beats(const Design& design, const contract::ShellStream& s, const Placement& p,
                const std::vector<std::vector<std::uint8_t>>& beats, std::uint8_t* cells) {
  const int bytes = bytes_of_bits(s.component_bits());
  const auto cell_bytes = static_cast<std::uint64_t>(bytes_of_cell(s));
  const auto row = [&](std::size_t at, std::uint64_t index) {
    std::memcpy(cells + index * cell_bytes, beats[0].data() + at, p.cells[0] * cell_bytes);
  };
  const auto cell = [&](Beats beat, const Spot& at, std::uint64_t index) {
    std::uint64_t value = 0;
    pieces(Bits(design.shell.bus_bits), s.stripes(), beat, at, Bits(s.component_bits()), [&](const Piece& piece) {
      const auto byte = static_cast<unsigned>(beats[piece.stripe][piece.byte]);
      value |= std::uint64_t{byte >> piece.shift & ((1U << piece.count) - 1U)} << piece.done;
    });
    std::memcpy(cells + index * static_cast<std::uint64_t>(bytes), &value, static_cast<std::size_t>(bytes));
  };
  walk(design, s, p, row, cell);
}

}  // namespace rtlgen::host
