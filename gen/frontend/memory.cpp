// The memory side: bus and places of fields.
#include "frontend/declarations.hpp"
#include "frontend/yaml_value.hpp"
#include "spec/placement.hpp"

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
    if (!value.is_list()) place.buffers.push_back(channels_of_buffer(value));
    for (const YamlValue& buffer : value.items) place.buffers.push_back(channels_of_buffer(buffer));
    if (spec::check_placement(program.stencil, place, program.diagnostics)) out.memory.push_back(std::move(place));
  }
  program.stencil.hardware.bus = std::move(out);
}

}  // namespace rtlgen::frontend
