// The memory side: bus and places of fields.
#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "frontend/declarations.hpp"

namespace rtlgen::frontend {

namespace {

std::vector<int> channels_of_buffer(const YamlValue& buffer) {
  const KeySpec& spec = key_spec("hardware.memory.*");
  std::vector<int> channels;
  if (!buffer.is_list()) return {static_cast<int>(integer_or_default(&buffer, spec))};
  for (const YamlValue& channel : buffer.items)
    channels.push_back(static_cast<int>(integer_or_default(&channel, spec)));
  return channels;
}

/// A second buffer is for state, which is read from one while the other is written.
bool check_place(Program& program, const spec::Placement& place) {
  const spec::Array& array = program.stencil.arrays[static_cast<std::size_t>(place.array)];
  const auto refuse = [&](const std::string& message, const std::string& note) {
    program.diagnostics.error("RG0216", place.where, message, {note});
    return false;
  };
  const bool state = array.role == spec::Role::kState;
  if (place.buffers.size() > (state ? 2U : 1U)) {
    return refuse(
        fmt::format("'{}' has {} buffers", array.name, place.buffers.size()),
        state ? "a state field has two: [0, 1]" : "only state fields have a second one; for stripes write [[0, 1]]");
  }
  for (const std::vector<int>& buffer : place.buffers) {
    if (buffer.size() != place.buffers.front().size()) {
      return refuse(fmt::format("the buffers of '{}' are striped over different numbers of channels", array.name),
                    "both have as many, as in [[0, 1], [2, 3]]");
    }
    if (std::set<int>(buffer.begin(), buffer.end()).size() != buffer.size()) {
      return refuse(fmt::format("a buffer of '{}' is striped over one channel twice", array.name),
                    "name every channel once");
    }
    if (array.held() && buffer.size() > 1) {
      return refuse(fmt::format("'{}' is striped, but it is only loaded once, before a run", array.name),
                    "name one channel");
    }
  }
  return true;
}

}  // namespace

void read_memory(Program& program) {
  const Settings& settings = program.settings;
  const YamlValue* bus = settings.find("hardware.bus");
  const YamlValue* memory = settings.find("hardware.memory");
  if (bus == nullptr && memory == nullptr) return;
  spec::Bus out;
  out.where = bus != nullptr ? bus->where : memory->where;
  out.bits = 64 << settings.choice("hardware.bus.bits");
  out.burst = 2 << settings.choice("hardware.bus.burst");
  out.clock_mhz = settings.number("hardware.bus.clock_mhz");
  for (std::size_t i = 0; memory != nullptr && i < memory->keys.size(); ++i) {
    spec::Placement place;
    place.where = memory->key_places[i];
    place.array = find_field(program, memory->keys[i], place.where);
    const YamlValue& value = memory->items[i];
    if (place.array < 0 || value.is_null()) continue;
    if (!value.is_list()) place.buffers.push_back(channels_of_buffer(value));
    for (const YamlValue& buffer : value.items) place.buffers.push_back(channels_of_buffer(buffer));
    if (check_place(program, place)) out.memory.push_back(std::move(place));
  }
  program.stencil.hardware.bus = std::move(out);
}

}  // namespace rtlgen::frontend
