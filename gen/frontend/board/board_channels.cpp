// Channels from a board's wiring or its file.
#include "frontend/board/board_channels.hpp"

#include <cmath>

#include "board/board.hpp"
#include "board/wiring.hpp"
#include "frontend/board/wiring_file.hpp"
#include "spec/hardware.hpp"
#include "support/diagnostics.hpp"
#include "support/result.hpp"

namespace rtlgen::frontend {

namespace {

/// Number and address ranges of the channels that the board's project has, and its bus.
void add_wired(const board::Wiring& wiring, spec::Channels& channels) {
  channels.is_separate = wiring.platform.has_value();
  channels.count = static_cast<int>(wiring.platform ? wiring.platform->memory.size() : wiring.memory.size());
  for (const board::MemoryRange& range : wiring.memory_map()) channels.bytes.push_back(range.bytes);
  if (const auto bus = wiring.bus()) channels.bus = {bus->bits, bus->mhz, true};
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
  const board::Memory* const memory = board.main_memory();
  if (memory != nullptr) {
    channels.gbs = memory->peak_gbs_each().value_or(0);
    channels.bank_round = board::bank_round_of(memory->dram.empty() ? board::nearest_dram(*memory) : memory->dram);
  }
  Diagnostics ignored;
  const auto wiring = wiring_texts().contains(board.id) ? load_wiring(board.id, ignored) : Failure{};
  if (wiring) {
    add_wired(*wiring, channels);
  } else if (memory != nullptr) {
    if (memory->channels) channels.count = static_cast<int>(memory->channels->count());
    channels.bus = controller_bus(*memory);
  }
  if (channels.bytes.empty() && memory != nullptr && memory->gigabytes) {
    // Memories are sold by 2^30 bytes.
    const auto each = static_cast<std::uint64_t>(std::ldexp(memory->gigabytes->value, 30));
    channels.bytes.assign(static_cast<std::size_t>(channels.count), each);
  }
  return channels;
}

}  // namespace rtlgen::frontend
