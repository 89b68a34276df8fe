// What stands around the cores of a design on its board: shell, host interface, memory controllers.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "board/board.hpp"
#include "model/area/cells.hpp"

namespace rtlgen::plan {
struct Plan;
}

namespace rtlgen::driver {

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

/// Of what is known.
model::Area sum_of(const std::vector<Around>& around);

/// What is not counted, for people.
std::vector<std::string> unknown_of(const std::vector<Around>& around);

}  // namespace rtlgen::driver
