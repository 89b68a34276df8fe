// Boards, families and buses that do not come from the file.
#include "frontend/given.hpp"

#include "board/board.hpp"
#include "board/clock.hpp"
#include "frontend/board/board_channels.hpp"
#include "frontend/schema/hardware_keys.hpp"
#include "frontend/schema/overrides.hpp"
#include "spec/hardware.hpp"

namespace rtlgen::frontend {

void set_board(spec::Hardware& hardware, const board::Board& board, const std::string& name) {
  hardware.board = OutsideText(name);
  hardware.device = board::device_of(board);
  if (!hardware.clock_is_given) hardware.clock_mhz = board::standard_clock_mhz(hardware.device);
  if (hardware.ram_blocks == 0) hardware.ram_blocks = static_cast<int>(board.ram_blocks().value_or(0));
  hardware.ultra_rams = board.resources.uram ? static_cast<int>(board.resources.uram->count()) : 0;
  hardware.channels = memory_channels(board);
}

std::vector<std::string> sets_with(const std::vector<std::string>& sets, const Given& given) {
  if (given.empty()) return sets;
  std::vector<std::string> before, after;
  if (given.bus) before.push_back(bus_key(*given.bus));
  if (given.board) after = board_keys(given.board_name, board::device_of(*given.board));
  if (!given.device.empty()) after.push_back(device_key(given.device));
  return merged_sets(merged_sets(before, sets), after);
}

}  // namespace rtlgen::frontend
