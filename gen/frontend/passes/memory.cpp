// The memory side: the bus and the placement of fields.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "frontend/passes/declarations.hpp"
#include "frontend/yaml/yaml_value.hpp"
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

/// The arrays that `name` places, or none after a diagnostic: all components of a vector that is one stream, or a field
/// or component that is a separate stream.
std::vector<spec::ArrayId> placed_arrays(Program& program, const std::string& name, const SourceLocation& where) {
  const spec::Program& stencil = program.stencil;
  if (program.definitions.vectors.contains(name)) {
    std::vector<spec::ArrayId> all = stencil.components_of(name);
    if (all.empty() || stencil.arrays[all.front()].role == spec::Role::kTemporary) {
      find_field(program, name, where);
      return {};
    }
    if (stencil.together(all.front()) == all) return all;
    std::vector<std::string> places;
    for (const spec::ArrayId a : all) places.push_back(stencil.arrays[a].shown() + ": 0");
    program.diagnostics.error(
        "RG0216", where,
        fmt::format("'{}' is one stream per component: not all are read, or not all are assigned", name),
        {fmt::format("place each component: {}", fmt::join(places, ", "))});
    return {};
  }
  const spec::ArrayId field = find_field(program, name, where);
  if (!field.valid()) return {};
  if (stencil.together(field).size() == 1) return {field};
  program.diagnostics.error(
      "RG0216", where,
      fmt::format("'{}' cannot be placed separately: its vector is one stream", stencil.arrays[field].shown()),
      {fmt::format("place the vector: {}: 0", stencil.arrays[field].vector)});
  return {};
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
  out.memory_auto = memory != nullptr && memory->is_scalar();
  for (std::size_t i = 0; memory != nullptr && i < memory->keys.size(); ++i) {
    spec::Placement place;
    place.where = memory->key_places[i];
    const std::vector<spec::ArrayId> arrays = placed_arrays(program, memory->keys[i], place.where);
    const YamlValue& value = memory->items[i];
    if (arrays.empty() || value.is_null()) continue;
    place.array = arrays.front();
    const auto same = [&](const spec::Placement& other) { return other.array == place.array; };
    if (std::any_of(out.memory.begin(), out.memory.end(), same)) {
      program.diagnostics.error(
          "RG0213", place.where,
          fmt::format("'{}' already has its channels", program.stencil.arrays[place.array].shown()),
          {"a component has a name and a number: use only one of them"});
      continue;
    }
    if (!value.is_list()) place.buffers.push_back(channels_of_buffer(value));
    for (const YamlValue& buffer : value.items) place.buffers.push_back(channels_of_buffer(buffer));
    if (!spec::check_placement(program.stencil, place, program.diagnostics)) continue;
    for (const spec::ArrayId array : arrays) {
      place.array = array;
      out.memory.push_back(place);
    }
  }
  program.stencil.hardware.bus = std::move(out);
}

}  // namespace rtlgen::frontend
