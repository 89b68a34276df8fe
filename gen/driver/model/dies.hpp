// Handles a kernel that is larger than one die of its part.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "model/use.hpp"

namespace rtlgen::board {
struct Board;
}
namespace rtlgen::spec {
struct Hardware;
}

namespace rtlgen::driver {

/// For a part with several dies on which the design fits; in all other cases there is nothing to do.
struct Dies {
  std::int64_t of_part = 1;
  std::int64_t needed = 1;  ///< dies that each kernel needs
  int hops = 0;      ///< recommended hops: at least the present ones, at most as many as the number of Executors allows
  std::string note;  ///< a note for users if the chain has fewer hops than its dies need; otherwise ""
};

/// For the hardware of a planned design with its chain and hops.
Dies dies_of(const std::vector<model::Use>& uses, const spec::Hardware& hardware, const board::Board& board);

}  // namespace rtlgen::driver
