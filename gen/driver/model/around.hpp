// What stands around the cores of a design on its board: shell, host interface, memory controllers.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "board/board.hpp"
#include "model/area/cells.hpp"
#include "model/paths.hpp"

namespace rtlgen::hw {
struct DelayModel;
}

namespace rtlgen::plan {
struct Plan;
}

namespace rtlgen::driver {

/// `what` of the shell.
inline constexpr const char* kShellWord = "shell";

struct Around {
  std::string what;  ///< "shell", an IP's name
  int count = 1;
  std::optional<model::Area> each;  ///< nothing: not known, and not counted
  std::string source;
  bool unverified = false;
};

/// Of a design that is planned: the shell of each of its kernels, and what the board's project puts beside them.
/// Figures of IP and platforms are those of boards/.
std::vector<Around> around_of(const board::Board& board, const plan::Plan& plan);

/// Of a board of open tools, whose host is behind a serial line: its baud rate.
std::optional<int> line_baud(const board::Board& board);

/// The longest path of the bridge that such a board has before its core; nothing for other boards.
std::optional<model::LongestPath> bridge_path(const board::Board& board, const hw::DelayModel& device);

/// Of such a board, for people: that speeds are those over its line, and what the core alone would do; "" for other
/// boards.
std::string line_note(const board::Board& board, const plan::Plan& plan, double kernel_mhz);

/// Of what is known.
model::Area sum_of(const std::vector<Around>& around);

/// What is not counted, for people.
std::vector<std::string> unknown_of(const std::vector<Around>& around);

}  // namespace rtlgen::driver
