// Values with which a command overrides keys of a description, and the files that it has read.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "frontend/yaml/source_file.hpp"

namespace rtlgen::spec {
struct Hardware;
}

namespace rtlgen::board {
struct Board;
}

namespace rtlgen::frontend {

/// The board's requirements for the bus to its memory.
struct GivenBus {
  int bits = 512;
  double clock_mhz = 250.0;
};

struct Given {
  /// Overrides hardware.board and hardware.device, even if a --set gives them; `board_name` is the equivalent value of
  /// hardware.board.
  std::shared_ptr<const board::Board> board{};
  std::string board_name{};
  std::string device{};           ///< overrides hardware.device; "": not given
  std::optional<GivenBus> bus{};  ///< overrides hardware.bus; a --set of that key overrides this one
  /// The source of all files of the description; copies share it, and so read the same contents.
  std::shared_ptr<Texts> texts = std::make_shared<Texts>();

  [[nodiscard]] bool empty() const { return !board && device.empty() && !bus; }
};

/// Sets the board of `hardware`: its name, its family and, if there is no number yet, its block RAMs. A search ignores
/// that number.
void set_board(spec::Hardware& hardware, const board::Board& board, const std::string& name);

/// The --set options equivalent to `sets` and the given values, for manifests, digests and commands that users see.
std::vector<std::string> sets_with(const std::vector<std::string>& sets, const Given& given);

}  // namespace rtlgen::frontend
