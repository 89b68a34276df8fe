// Channels from a board's wiring or its file.
#include "frontend/board/board_channels.hpp"

#include <algorithm>
#include <cmath>
#include <string>
#include <string_view>
#include <vector>

#include "board/board.hpp"
#include "board/wiring.hpp"
#include "frontend/board/wiring_file.hpp"
#include "spec/hardware.hpp"
#include "support/diagnostics.hpp"
#include "support/result.hpp"

namespace rtlgen::frontend {

namespace {

/// A kind without channels so far; null: nothing is known about it.
spec::ChannelKind kind_of(const board::Memory* memory) {
  spec::ChannelKind kind;
  if (memory == nullptr) return kind;
  kind.name = memory->kind;
  kind.has_own_dram = !memory->dram.empty();
  kind.dram = kind.has_own_dram ? memory->dram : std::string(board::nearest_dram(*memory));
  kind.gbs = memory->peak_gbs_each().value_or(0);
  kind.bank_round = board::bank_round_of(kind.dram);
  return kind;
}

/// The memory of a board that a platform names "DDR[1]": of that kind, whatever its generation. Null if the board has
/// none.
const board::Memory* named_memory(const board::Board& board, std::string_view name) {
  const std::string_view kind = name.substr(0, name.find('['));
  const auto found = std::find_if(board.memory.begin(), board.memory.end(),
                                  [&](const board::Memory& memory) { return memory.kind.starts_with(kind); });
  return found == board.memory.end() ? nullptr : &*found;
}

/// The memories of the channels that the board's project has, channel 0 first.
std::vector<const board::Memory*> wired_memories(const board::Board& board, const board::Wiring& wiring) {
  std::vector<const board::Memory*> list(wiring.memory.size(), board.main_memory());
  if (!wiring.platform) return list;
  for (const std::string& name : wiring.platform->memory) list.push_back(named_memory(board, name));
  return list;
}

/// The kinds of channels with these memories.
std::vector<spec::ChannelKind> kinds_of(const std::vector<const board::Memory*>& memories) {
  std::vector<spec::ChannelKind> kinds;
  for (std::size_t c = 0; c < memories.size(); ++c) {
    if (c == 0 || memories[c] != memories[c - 1]) kinds.push_back(kind_of(memories[c]));
    ++kinds.back().count;
  }
  return kinds;
}

/// Sizes by the board's figures. Memories are sold by 2^30 bytes.
std::vector<std::uint64_t> sizes_of(const std::vector<const board::Memory*>& memories) {
  std::vector<std::uint64_t> sizes;
  for (const board::Memory* const memory : memories) {
    if (memory == nullptr || !memory->gigabytes) break;
    sizes.push_back(static_cast<std::uint64_t>(std::ldexp(memory->gigabytes->value, 30)));
  }
  return sizes;
}

/// The user side of the memory controller; the standard bus where it is unknown.
spec::BoardBus controller_bus(const board::Memory& memory) {
  spec::BoardBus bus{spec::Bus{}.bits, spec::Bus{}.clock_mhz, false};
  const auto is_width = [](std::int64_t bits) { return bits >= 64 && bits <= 1024 && (bits & (bits - 1)) == 0; };
  if (memory.controller_bits && memory.controller_mhz && is_width(memory.controller_bits->count())) {
    bus.bits = static_cast<int>(memory.controller_bits->count());
    bus.mhz = memory.controller_mhz->value;
  }
  return bus;
}

}  // namespace

spec::Channels memory_channels(const board::Board& board) {
  spec::Channels channels;
  const board::Memory* const main = board.main_memory();
  std::vector<const board::Memory*> memories;
  Diagnostics ignored;
  const auto wiring = wiring_texts().contains(board.id) ? load_wiring(board.id, ignored) : Failure{};
  if (wiring) {
    memories = wired_memories(board, *wiring);
    channels.is_separate = wiring->platform.has_value();
    for (const board::MemoryRange& range : wiring->memory_map()) channels.bytes.push_back(range.bytes);
    if (const auto bus = wiring->bus()) channels.bus = {bus->bits, bus->mhz, true};
  } else if (main != nullptr) {
    if (main->channels) memories.assign(static_cast<std::size_t>(main->channels->count()), main);
    channels.bus = controller_bus(*main);
  }
  channels.kinds = kinds_of(memories);
  if (channels.kinds.empty() && main != nullptr) channels.kinds.push_back(kind_of(main));
  if (channels.bytes.empty()) channels.bytes = sizes_of(memories);
  return channels;
}

}  // namespace rtlgen::frontend
