// Converts figures of boards and wirings to buses, channels and DRAM models.
#include "driver/prepare/card.hpp"

#include <algorithm>
#include <cmath>

#include "board/board.hpp"
#include "board/wiring.hpp"
#include "driver/prepare/description.hpp"
#include "frontend/board/board_channels.hpp"
#include "frontend/board/board_file.hpp"
#include "frontend/board/wiring_file.hpp"
#include "spec/hardware.hpp"
#include "support/diagnostics.hpp"
#include "support/result.hpp"

namespace rtlgen::driver {

namespace {

std::optional<board::Wiring> wiring_of(const board::Board& board) {
  if (!frontend::wiring_texts().contains(board.id)) return std::nullopt;
  Diagnostics ignored;
  auto wiring = frontend::load_wiring(board.id, ignored);
  return wiring ? std::optional(*std::move(wiring)) : std::nullopt;
}

/// The board on which `source` was placed, or else the one that its description names; none if it names none.
Result<std::optional<board::Board>> own_board(const Source& source, bool& has_bus, Diagnostics& diagnostics) {
  Diagnostics read;
  const auto stencil = read_stencil(source, read);
  if (!stencil) {
    diagnostics.append(read);
    return Failure{};
  }
  has_bus = stencil->hardware.bus.has_value();
  if (source.given.board) return std::optional(*source.given.board);
  const std::string name = stencil->hardware.board.path().string();
  if (name.empty()) return std::optional<board::Board>();
  auto board = frontend::load_board(name, *source.given.texts, diagnostics);
  if (!board) return Failure{};
  return std::optional(*std::move(board));
}

}  // namespace

std::optional<CardBus> bus_of(const board::Board& board) {
  if (const auto wiring = wiring_of(board)) {
    const auto bus = wiring->bus();
    return bus ? std::optional(CardBus{bus->bits, bus->mhz, true}) : std::nullopt;
  }
  const board::Memory* const memory = board.main_memory();
  if (memory == nullptr) return std::nullopt;
  CardBus bus{spec::Bus{}.bits, spec::Bus{}.clock_mhz, false};
  const auto is_width = [](std::int64_t bits) { return bits >= 64 && bits <= 1024 && (bits & (bits - 1)) == 0; };
  if (memory->controller_bits && memory->controller_mhz && is_width(memory->controller_bits->count())) {
    bus.bits = static_cast<int>(memory->controller_bits->count());
    bus.mhz = memory->controller_mhz->value;
  }
  return bus;
}

Result<Source> on_card(Source source, const std::string& named, Diagnostics& diagnostics) {
  auto placed = on_board(std::move(source), named, diagnostics);
  if (!placed || placed->given.bus) return placed;
  bool has_bus = false;
  const auto board = own_board(*placed, has_bus, diagnostics);
  if (!board) return Failure{};
  const auto bus = *board ? bus_of(**board) : std::nullopt;
  if (bus && (bus->is_fixed || !has_bus)) placed->given.bus = {bus->bits, bus->mhz};
  return placed;
}

std::optional<int> channels_of(const board::Board& board) {
  const int count = frontend::memory_channels(board).count;
  return count > 0 ? std::optional(count) : std::nullopt;
}

std::vector<std::uint64_t> channel_bytes(const board::Board& board) {
  std::vector<std::uint64_t> bytes;
  const auto wiring = wiring_of(board);
  if (wiring) {
    for (const board::MemoryRange& range : wiring->memory_map()) bytes.push_back(range.bytes);
    if (!bytes.empty()) return bytes;
  }
  const board::Memory* const memory = board.main_memory();
  if (memory == nullptr || !memory->gigabytes) return {};
  // A gigabyte of memory is 2^30 bytes.
  const auto each = static_cast<std::uint64_t>(std::ldexp(memory->gigabytes->value, 30));
  return std::vector<std::uint64_t>(static_cast<std::size_t>(channels_of(board).value_or(0)), each);
}

std::string dram_of(const board::Board& board) {
  const board::Memory* const memory = board.main_memory();
  if (memory == nullptr) return "";
  return memory->dram.empty() ? std::string(board::nearest_dram(*memory)) : memory->dram;
}

std::string dram_of(const Source& source, const spec::Hardware& hardware) {
  const std::string name = hardware.board.path().string();
  if (name.empty()) return "";
  Diagnostics ignored;
  const auto board = frontend::load_board(name, *source.given.texts, ignored);
  return board ? dram_of(*board) : "";
}

}  // namespace rtlgen::driver
