// The modules around the cores of a design on its board: shell, card block, host interface, memory controllers.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "board/board.hpp"
#include "model/area/cells.hpp"
#include "model/paths.hpp"

namespace rtlgen {
class Diagnostics;
}

namespace rtlgen::contract {
struct LineTop;
}

namespace rtlgen::hw {
struct DelayModel;
}

namespace rtlgen::plan {
struct Plan;
}

namespace rtlgen::driver {

/// The value of `what` for the shell.
inline constexpr const char* kShellWord = "shell";

struct Infrastructure {
  std::string what;  ///< "shell", "card block", "serial line", or the name of an IP
  int count = 1;
  std::optional<model::Area> each;  ///< none: not known, and not counted
  std::string source;
  bool unverified = false;
  bool depends_on_plan = false;  ///< as in area_by_plan()
};

/// The modules around the cores of a planned design: a shell per kernel, what the board's project adds, and its IP.
/// Figures of IP and platforms come from boards/.
std::vector<Infrastructure> infrastructure_of(const board::Board& board, const plan::Plan& plan);

/// The area of those that depend on the plan (card block or serial line), from the channels of a kernel's shell and the
/// words of its core: for searches, which ask it for many plans. None: the board has no such module.
std::function<model::Area(int channels, const contract::LineTop& line)> area_by_plan(const board::Board& board,
                                                                                     const model::Fabric& fabric,
                                                                                     int kernels);

/// Whether a board with a serial line can be built with a plan: reports RG0810 for `file`, as `project` does. None for
/// other boards.
std::function<bool(const plan::Plan& plan, Diagnostics& diagnostics)> line_check(const board::Board& board,
                                                                                 const std::string& file);

/// The baud rate of a board with open tools, whose host uses a serial line.
std::optional<int> line_baud(const board::Board& board);

/// The longest path of the bridge that such a board has before its core; none for other boards.
std::optional<model::LongestPath> bridge_path(const board::Board& board, const hw::DelayModel& device);

/// A note for such a board: speeds are those over its line, and what the core alone could reach; "" for other boards.
std::string line_note(const board::Board& board, const plan::Plan& plan, double kernel_mhz);

/// The sum of the known areas.
model::Area sum_of(const std::vector<Infrastructure>& infrastructure);

/// The names of modules with unknown area, which are not counted.
std::vector<std::string> unknown_of(const std::vector<Infrastructure>& infrastructure);

}  // namespace rtlgen::driver
