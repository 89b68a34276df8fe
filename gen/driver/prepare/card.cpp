// Converts figures of boards and wirings to buses, channels and DRAM models.
#include "driver/prepare/card.hpp"

#include "board/board.hpp"
#include "driver/prepare/description.hpp"
#include "frontend/board/board_channels.hpp"
#include "frontend/board/board_file.hpp"
#include "spec/hardware.hpp"
#include "support/diagnostics.hpp"
#include "support/result.hpp"

namespace rtlgen::driver {

namespace {

/// The board on which `source` was placed, or else the one that its description names; none if it names none.
/// `has_bus`: the description itself has a bus, which replaces that of a board without a project; a --set overrides
/// only its own keys.
Result<std::optional<board::Board>> own_board(const Source& source, bool& has_bus, Diagnostics& diagnostics) {
  Diagnostics read;
  const auto stencil = read_stencil(source, read);
  if (!stencil) {
    diagnostics.append(read);
    return Failure{};
  }
  has_bus = stencil->hardware.bus && stencil->hardware.bus->is_in_file;
  if (source.given.board) return std::optional(*source.given.board);
  const std::string name = stencil->hardware.board.path().string();
  if (name.empty()) return std::optional<board::Board>();
  auto board = frontend::load_board(name, *source.given.texts, diagnostics);
  if (!board) return Failure{};
  return std::optional(*std::move(board));
}

}  // namespace

std::optional<spec::BoardBus> bus_of(const board::Board& board) { return frontend::memory_channels(board).bus; }

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
  const int count = frontend::memory_channels(board).count();
  return count > 0 ? std::optional(count) : std::nullopt;
}

}  // namespace rtlgen::driver
