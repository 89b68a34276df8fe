// Channels from a board's wiring or its file.
#include "frontend/board/board_channels.hpp"

#include "board/board.hpp"
#include "board/wiring.hpp"
#include "frontend/board/wiring_file.hpp"
#include "spec/hardware.hpp"
#include "support/diagnostics.hpp"
#include "support/result.hpp"

namespace rtlgen::frontend {

spec::Channels memory_channels(const board::Board& board) {
  spec::Channels channels;
  const board::Memory* const memory = board.main_memory();
  if (memory != nullptr) channels.gbs = memory->peak_gbs_each().value_or(0);
  if (wiring_texts().contains(board.id)) {
    Diagnostics ignored;
    if (const auto wiring = load_wiring(board.id, ignored)) {
      channels.is_separate = wiring->platform.has_value();
      channels.count = static_cast<int>(wiring->platform ? wiring->platform->memory.size() : wiring->memory.size());
      return channels;
    }
  }
  if (memory != nullptr && memory->channels) channels.count = static_cast<int>(memory->channels->count());
  return channels;
}

}  // namespace rtlgen::frontend
