// The memory channels of a board that designs can use.
#pragma once

namespace rtlgen::board {
struct Board;
}
namespace rtlgen::spec {
struct Channels;
}

namespace rtlgen::frontend {

/// Taken from the board's wiring or, if it has none, from its file. `count` is 0 if neither gives the number. The size
/// of a channel is the controller's address range or, if that is not known, the board's figure.
spec::Channels memory_channels(const board::Board& board);

}  // namespace rtlgen::frontend
