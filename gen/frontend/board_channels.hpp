// The memory channels of a board that designs can use.
#pragma once

namespace rtlgen::board {
struct Board;
}
namespace rtlgen::spec {
struct Channels;
}

namespace rtlgen::frontend {

/// Those of the board's wiring; of a board without one, those of its file. `count` is 0 if neither says how many.
spec::Channels memory_channels(const board::Board& board);

}  // namespace rtlgen::frontend
