// The memory side of a board, shared by all commands: the bus to it, its channels and their DRAM
// (docs/adr/0043-one-memory-rule.md).
#pragma once

#include <optional>
#include <string>

#include "driver/prepare/source.hpp"

namespace rtlgen {
class Diagnostics;
template <class T>
class Result;
}  // namespace rtlgen

namespace rtlgen::board {
struct Board;
}  // namespace rtlgen::board

namespace rtlgen::spec {
struct BoardBus;
struct Hardware;
}  // namespace rtlgen::spec

namespace rtlgen::driver {

/// On boards with wiring, the bus of the project. On others, the user side of the memory controller, or 512 bits at 250
/// MHz if that is unknown. None for a board without memory.
std::optional<spec::BoardBus> bus_of(const board::Board& board);

/// Sets the board of `source` to `named`, or to the description's board if that is "", and gives it the board's bus: a
/// fixed bus replaces the description's, any other is for descriptions without one. --set overrides both.
Result<Source> on_card(Source source, const std::string& named, Diagnostics& diagnostics);

/// The number of channels that designs can use; none if it is not known.
std::optional<int> channels_of(const board::Board& board);

}  // namespace rtlgen::driver
