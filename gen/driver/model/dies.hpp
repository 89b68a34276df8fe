// A kernel that is larger than a die of its part.
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

/// Of a part of several dies on which the design fits; otherwise nothing has to be done.
struct Dies {
  std::int64_t of_part = 1;
  std::int64_t needed = 1;  ///< by each kernel
  int hops = 0;             ///< that its chain should have: no fewer than it has, no more than it has Executors for
  std::string note;         ///< for people, where the chain has fewer hops than dies need; else ""
};

/// Of a planned design's hardware: its chain, and the hops that it has.
Dies dies_of(const std::vector<model::Use>& uses, const spec::Hardware& hardware, const board::Board& board);

}  // namespace rtlgen::driver
