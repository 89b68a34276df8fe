// Moves rows of a field.
#include "host/parts.hpp"

#include <fmt/format.h>

#include "contract/shell.hpp"
#include "support/counted.hpp"

namespace rtlgen::host {

FieldPart rows_of(const Design& design, const contract::ShellStream& s, const Placement& place, std::uint64_t first,
                  std::uint64_t count) {
  if (s.axes < 2) throw Error(fmt::format("'{}' is a single row: load and read it as a whole", s.name));
  FieldPart part{place, 0};
  std::uint64_t& there = part.placement.cells[static_cast<std::size_t>(s.axes - 1)];
  if (count < 1 || first >= there || count > there - first) {
    throw Error(fmt::format("'{}' has {} 0 to {}; {} from {} on are out of range", s.name,
                            s.axes == 3 ? "planes" : "rows", there - 1, count, first));
  }
  const std::int64_t beats = s.axes == 3 ? place.layout.plane_pitch : place.layout.row_pitch;
  there = count;
  part.placement.beats = static_cast<std::int64_t>(count) * beats;
  part.offset = first * static_cast<std::uint64_t>(beats * design.shell.bus_bits / 8);
  return part;
}

void check_cells(const contract::ShellStream& s, const FieldPart& part, const void* cells, std::uint64_t bytes) {
  if (cells == nullptr) throw Error(fmt::format("'{}': the cells are a null pointer", s.name));
  const std::uint64_t expected = part.placement.cell_count() * static_cast<std::uint64_t>(bytes_of_cell(s));
  if (bytes != expected)
    throw Error(fmt::format("'{}' has {} at these extents, not {}", s.name, counted(expected, "byte"), bytes));
}

void write_part(const Design& design, const contract::ShellStream& s, const FieldPart& part, const Buffer& buffer,
                const std::uint8_t* cells, Backend& backend) {
  const auto beats = to_beats(design, s, part.placement, cells);
  for (std::size_t stripe = 0; stripe < beats.size(); ++stripe) {
    backend.write_memory(buffer.channels[stripe], buffer.base + part.offset, beats[stripe].data(),
                         beats[stripe].size());
  }
}

void read_part(const Design& design, const contract::ShellStream& s, const FieldPart& part, const Buffer& buffer,
               std::uint8_t* cells, Backend& backend) {
  std::vector<std::vector<std::uint8_t>> beats(static_cast<std::size_t>(s.stripes()));
  for (std::size_t stripe = 0; stripe < beats.size(); ++stripe) {
    beats[stripe].resize(static_cast<std::size_t>(part.placement.beats * design.shell.bus_bits / 8));
    backend.read_memory(buffer.channels[stripe], buffer.base + part.offset, beats[stripe].data(), beats[stripe].size());
  }
  from_beats(design, s, part.placement, beats, cells);
}

}  // namespace rtlgen::host
