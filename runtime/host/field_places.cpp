// Places the buffers of fields.
#include "host/field_places.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace rtlgen::host {

namespace {

std::uint64_t beat_bytes(const Design& design) { return static_cast<std::uint64_t>(design.shell.bus_bits / 8); }

std::uint64_t bytes_of(const Design& design, const FieldPlace& place) {
  return static_cast<std::uint64_t>(place.placement.beats) * beat_bytes(design);
}

}  // namespace

const std::vector<int>& channels_of(const contract::ShellStream& s, int buffer) {
  return s.buffers[std::min<std::size_t>(static_cast<std::size_t>(buffer), s.buffers.size() - 1)];
}

Buffer buffer_of(const Design& design, const FieldPlace& place, int first_buffer) {
  const contract::ShellStream& s = design.shell.streams[place.stream];
  const int number = s.ping_pong ? first_buffer : 0;
  return {channels_of(s, number), place.base[static_cast<std::size_t>(number)]};
}

FieldPlaces place_fields(const Design& design, const contract::Extents& extents, std::int64_t lag_words,
                         contract::Places& memory) {
  FieldPlaces places;
  for (std::size_t i = 0; i < design.shell.streams.size(); ++i) {
    const contract::ShellStream& s = design.shell.streams[i];
    if (places.contains(s.name)) {
      places[s.name].is_output = true;
      continue;
    }
    FieldPlace place{i, host::place(design, s, extents, 1), {}, !s.is_out, s.is_out};
    const std::int64_t lag = lag_words / place.placement.layout.words_of_beat * place.placement.layout.beats_of_word;
    place.base =
        memory.add(s, bytes_of(design, place), s.is_held ? 0 : static_cast<std::uint64_t>(lag) * beat_bytes(design));
    places[s.name] = std::move(place);
  }
  return places;
}

std::uint64_t end_of(const Design& design, const FieldPlace& place) {
  return *std::max_element(place.base.begin(), place.base.end()) + bytes_of(design, place);
}

std::string memory_fault(const Design& design, const FieldPlaces& places, Backend& backend) {
  // In the order of the streams, in which they were placed.
  for (const contract::ShellStream& s : design.shell.streams) {
    const FieldPlace& place = places.at(s.name);
    for (std::size_t b = 0; b < place.base.size(); ++b) {
      for (const int c : channels_of(s, static_cast<int>(b))) {
        const std::uint64_t capacity = backend.capacity(c), end = place.base[b] + bytes_of(design, place);
        if (end <= capacity) continue;
        return fmt::format(
            "the arrays do not fit in memory at these extents: channel {} has {} bytes, but '{}' would end at {}", c,
            capacity, s.name, end);
      }
    }
  }
  return "";
}

}  // namespace rtlgen::host
