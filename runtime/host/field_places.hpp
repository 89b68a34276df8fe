// Addresses of the buffers of all fields at the extents of a run.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "contract/placement.hpp"
#include "host/host.hpp"
#include "host/layout.hpp"
#include "host/parts.hpp"

namespace rtlgen::host {

struct FieldPlace {
  std::size_t stream = 0;
  Placement placement;
  std::vector<std::uint64_t> base;  ///< address of each buffer, the same in all of its channels
  bool is_input = false;
  bool is_output = false;

  [[nodiscard]] bool is_state() const { return is_input && is_output; }
};

using FieldPlaces = std::map<std::string, FieldPlace>;

/// Adds the buffers to `memory`. `lag_words`: of the run, by which what is written trails what is read.
FieldPlaces place_fields(const Design& design, const contract::Extents& extents, std::int64_t lag_words,
                         contract::Places& memory);

/// The first byte behind a field's buffers, in all of their channels.
std::uint64_t end_of(const Design& design, const FieldPlace& place);

/// The channels of a buffer, one per stripe.
const std::vector<int>& channels_of(const contract::ShellStream& stream, int buffer);

/// `first_buffer` of state, the only one of other fields.
Buffer buffer_of(const Design& design, const FieldPlace& place, int first_buffer);

/// Which buffer exceeds its channel, for people; "" if all fit.
std::string memory_fault(const Design& design, const FieldPlaces& places, Backend& backend);

}  // namespace rtlgen::host
