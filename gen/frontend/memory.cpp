// The memory side: bus and places of fields.
#include <fmt/format.h>

#include <algorithm>

#include "frontend/declarations.hpp"
#include "frontend/yaml_value.hpp"
#include "spec/placement.hpp"
#include "support/diagnostics.hpp"

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
    if (!place.array.valid() || value.is_null()) continue;
    const auto same = [&](const spec::Placement& other) { return other.array == place.array; };
    if (std::any_of(out.memory.begin(), out.memory.end(), same)) {
      program.diagnostics.error(
          "RG0213", place.where,
          fmt::format("'{}' has its channels already", program.stencil.arrays[place.array].shown()),
          {"a component of a vector has a name and a number: give one of them"});
      continue;
    }
    if (!value.is_list()) place.buffers.push_back(channels_of_buffer(value));
    for (const YamlValue& buffer : value.items) place.buffers.push_back(channels_of_buffer(buffer));
    if (spec::check_placement(program.stencil, place, program.diagnostics)) out.memory.push_back(std::move(place));
  }
  program.stencil.hardware.bus = std::move(out);
}

}  // namespace rtlgen::frontend
