// Values with which a command overrides a description's own keys, and the files that it has read.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "frontend/source_file.hpp"

namespace rtlgen::spec {
struct Hardware;
}

namespace rtlgen::board {
struct Board;
}

namespace rtlgen::frontend {

/// What a board requires of the bus to its memory.
struct GivenBus {
  int bits = 512;
  double clock_mhz = 250.0;
};

struct Given {
  /// In place of hardware.board and hardware.device, whatever --set says of them; `board_name` is what hardware.board
  /// would be.
  std::shared_ptr<const board::Board> board{};
  std::string board_name{};
  std::string device{};           ///< instead of hardware.device; "": the file's
  std::optional<GivenBus> bus{};  ///< instead of hardware.bus; a --set is for this one
  /// What all files of the description are read from; copies share it, and so read the same.
  std::shared_ptr<Texts> texts = std::make_shared<Texts>();

  [[nodiscard]] bool empty() const { return !board && device.empty() && !bus; }
};

/// Puts `hardware` on `board`: its name, its family, and its block RAMs where there is no number of
/// them yet. A search does not look at that number.
void set_board(spec::Hardware& hardware, const board::Board& board, const std::string& name);

/// What a user would have to write as --set for the same: `sets` together with what was given. For manifests, digests
/// and commands that people read.
std::vector<std::string> sets_with(const std::vector<std::string>& sets, const Given& given);

}  // namespace rtlgen::frontend
