// The memory side: the bus and the placement of fields.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>

#include "board/board.hpp"
#include "frontend/board/wiring_file.hpp"
#include "frontend/given.hpp"
#include "frontend/passes/declarations.hpp"
#include "frontend/schema/hardware_keys.hpp"
#include "frontend/schema/overrides.hpp"
#include "frontend/yaml/yaml_value.hpp"
#include "spec/placement.hpp"
#include "spec/warn.hpp"
#include "support/codes.hpp"
#include "support/diagnostics.hpp"
#include "support/safe_text.hpp"

namespace rtlgen::frontend {

namespace {

std::vector<int> channels_of_buffer(const YamlValue& buffer) {
  const KeySpec& spec = key_row("hardware.memory.*");
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
        Code::kImpossiblePlacement, where,
        fmt::format("'{}' is one stream per component: not all are read, or not all are assigned", name),
        {fmt::format("place each component: {}", fmt::join(places, ", "))});
    return {};
  }
  const spec::ArrayId field = find_field(program, name, where);
  if (!field.valid()) return {};
  if (stencil.together(field).size() == 1) return {field};
  program.diagnostics.error(
      Code::kImpossiblePlacement, where,
      fmt::format("'{}' cannot be placed separately: its vector is one stream", stencil.arrays[field].shown()),
      {fmt::format("place the vector: {}: 0", stencil.arrays[field].vector)});
  return {};
}

/// Whether commands use the bus as the description has it: the project of a board replaces that of the file.
bool has_own_bus(const Program& program, const board::Board& board) {
  if (!wiring_texts().contains(board.id)) return true;
  const auto is_set = [&](Key key) {
    const YamlValue* value = program.settings.find(key);
    return value != nullptr && is_override(value->where);
  };
  return is_set("hardware.bus") || is_set("hardware.bus.bits") || is_set("hardware.bus.clock_mhz");
}

}  // namespace

void warn_of_bus(Program& program, const board::Board& board) {
  const Settings& settings = program.settings;
  const YamlValue* const bus = settings.find("hardware.bus");
  const YamlValue* const key = bus != nullptr ? bus : settings.find("hardware.memory");
  if (key == nullptr) return;
  const std::string name = safe::terminal(board.name);
  if (board.main_memory() == nullptr) {
    spec::warn(program.stencil, program.diagnostics, Code::kNoMemory, key->where,
               fmt::format("{} has no memory that rtlgen can use, but the description has {}", name,
                           bus != nullptr ? "a bus to one" : "places of fields in one"),
               {"leave out hardware.bus and hardware.memory: a project for this board cannot have them"});
    return;
  }
  if (bus == nullptr) return;
  const int bits = 64 << settings.choice("hardware.bus.bits");
  const double mhz = settings.number("hardware.bus.clock_mhz");
  const std::vector<spec::ChannelKind>& kinds = program.stencil.hardware.channels.kinds;
  const double gbs = bits / 8.0 * mhz * 1e-3, peak = kinds.empty() ? 0 : kinds.front().gbs;
  const auto& given = program.given.bus;
  const bool is_boards = given && given->bits == bits && given->clock_mhz == mhz;
  constexpr double kRounded = 1.01;
  if (peak == 0 || gbs <= kRounded * peak || is_boards || !has_own_bus(program, board)) return;
  spec::warn(program.stencil, program.diagnostics, Code::kSlowMemory, bus->where,
             fmt::format("a bus of {} bits at {:g} MHz moves {:.3g} GB/s in each direction, but a memory channel of {} "
                         "delivers {:.3g} GB/s in total",
                         bits, mhz, gbs, name, peak),
             {fmt::format("the memory limits the design: {} bits are as fast at {:.0f} MHz", bits,
                          std::ceil(peak * 8e3 / bits))});
}

void read_memory(Program& program) {
  const Settings& settings = program.settings;
  const YamlValue* bus = settings.find("hardware.bus");
  const YamlValue* memory = settings.find("hardware.memory");
  if (bus == nullptr && memory == nullptr) return;
  spec::Bus out;
  out.where = bus != nullptr ? bus->where : memory->where;
  // The user has not written a bus that the board brings.
  const auto& given = program.given.bus;
  if (given && out.where.file == "--set " + bus_key(*given))
    out.where = {"the board's bus of " + fmt::to_string(given->bits) + " bits"};
  out.bits = 64 << settings.choice("hardware.bus.bits");
  out.burst = 2 << settings.choice("hardware.bus.burst");
  out.clock_mhz = settings.number("hardware.bus.clock_mhz");
  out.is_in_file = bus != nullptr && !is_override(bus->where);
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
          Code::kNameClash, place.where,
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
