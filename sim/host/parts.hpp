// Rows of a field, or all of it, on their way to and from the memory channels.
#pragma once

#include <cstdint>
#include <vector>

#include "contract/shell.hpp"
#include "host/host.hpp"
#include "host/layout.hpp"

namespace rtlgen::host {

/// A separate field that begins so many bytes after the beginning of the field that contains it.
struct FieldPart {
  Placement placement;
  std::uint64_t offset = 0;
};

/// Where the field's bytes are: from the same address on in each stripe's channel.
struct Buffer {
  const std::vector<int>& channels;
  std::uint64_t base = 0;
};

/// `count` rows from row `first` on, planes of a field of three axes. Throws where they are not there.
FieldPart rows_of(const Design& design, const contract::ShellStream& stream, const Placement& place,
                  std::uint64_t first, std::uint64_t count);
/// Throws unless there are cells, of this many bytes.
void check_cells(const contract::ShellStream& stream, const FieldPart& part, const void* cells, std::uint64_t bytes);

void write_part(const Design& design, const contract::ShellStream& stream, const FieldPart& part, const Buffer& buffer,
                const std::uint8_t* cells, Backend& backend);
void read_part(const Design& design, const contract::ShellStream& stream, const FieldPart& part, const Buffer& buffer,
               std::uint8_t* cells, Backend& backend);

}  // namespace rtlgen::host
