// Transfers rows of a field, or all of it, to and from the memory channels.
#pragma once

#include <cstdint>
#include <vector>

#include "contract/shell.hpp"
#include "host/host.hpp"
#include "host/layout.hpp"

namespace rtlgen::host {

/// Rows as a separate field that begins `offset` bytes after the beginning of the field that contains it.
struct FieldPart {
  Placement placement;
  std::uint64_t offset = 0;
};

/// The bytes of a field: in each stripe's channel, from the same address on.
struct Buffer {
  const std::vector<int>& channels;
  std::uint64_t base = 0;
};

/// `count` rows from row `first` on; planes for a field with three axes. Throws if they do not exist.
FieldPart rows_of(const Design& design, const contract::ShellStream& stream, const Placement& place,
                  std::uint64_t first, std::uint64_t count);
/// Throws unless `cells` is not null and has this many bytes.
void check_cells(const contract::ShellStream& stream, const FieldPart& part, const void* cells, std::uint64_t bytes);

void write_part(const Design& design, const contract::ShellStream& stream, const FieldPart& part, const Buffer& buffer,
                const std::uint8_t* cells, Backend& backend);
void read_part(const Design& design, const contract::ShellStream& stream, const FieldPart& part, const Buffer& buffer,
               std::uint8_t* cells, Backend& backend);

}  // namespace rtlgen::host
