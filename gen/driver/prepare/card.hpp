// The memory side of a board, as every command counts with it: the bus to it, its channels and their DRAM
// (docs/adr/0043-one-memory-rule.md).
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "driver/prepare/source.hpp"

namespace rtlgen {
class Diagnostics;
template <class T>
class Result;
}  // namespace rtlgen

namespace rtlgen::board {
struct Board;
}

namespace rtlgen::spec {
struct Bus;
struct Hardware;
}  // namespace rtlgen::spec

namespace rtlgen::driver {

/// The bus of designs on a board.
struct CardBus {
  int bits = 0;
  double mhz = 0;
  bool is_fixed = false;  ///< the board's project has it, whatever the description says
};

/// That of the project on boards with a wiring; on others the user side of the memory's controller, or 512 bits at 250
/// MHz if that is not known. None for a board without memory.
std::optional<CardBus> bus_of(const board::Board& board);

/// `source` on the board that `named` is, else on its own, with that board's bus: a fixed one in place of the
/// description's, another where the description has none. --set overrides both.
Result<Source> on_card(Source source, const std::string& named, Diagnostics& diagnostics);

/// The same for hardware that has been read: `keys` are the user's --set.
void put_on_card(spec::Hardware& hardware, const board::Board& board, const std::vector<std::string>& keys);

/// Does the platform give each channel an address space of its own, so that no field can be striped over several?
bool has_separate_channels(const board::Board& board);

/// Channels that designs can use; nothing where that is not known.
std::optional<int> channels_of(const board::Board& board);

/// Bytes of each channel that designs can use, channel 0 first; shorter where that is not known.
std::vector<std::uint64_t> channel_bytes(const board::Board& board);

/// The DRAM model of the board's channels: its own, else that of the nearest family; "" for a board without memory.
std::string dram_of(const board::Board& board);
/// That of the board that a description's hardware names; "" if it names none.
std::string dram_of(const Source& source, const spec::Hardware& hardware);

}  // namespace rtlgen::driver
