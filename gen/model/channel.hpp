// The share of a memory channel's peak that linear readers and writers get: a table measured on the models of sim/dram.
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace rtlgen::model {

inline constexpr int kMostStreams = 5;  ///< the most readers and writers in the table
inline constexpr std::size_t kPlaces = 16;
inline constexpr std::size_t kBusWidths = 2;   ///< 256 and 512 bits: they say how many bytes FIFOs hold
inline constexpr std::size_t kBurstSizes = 4;  ///< AXI bursts of 512, 1024, 2048 and 4096 bytes

/// Parts of the peak that streams with AXI bursts of some size on a bus of some width get.
struct Efficiency {
  /// By readers and writers, averaged over the addresses that contract::Places chooses.
  std::array<std::array<double, kMostStreams + 1>, kMostStreams + 1> part_of_peak{};
  /// Efficiency of a reader and a writer whose address is so many sixteenths of the round ahead: of channels alone, of
  /// stripes.
  std::array<std::array<double, kPlaces>, 2> apart{};

  /// More streams than the table has get what its last ones get.
  [[nodiscard]] double part(int readers, int writers) const;
  /// Interpolates `apart`; `rounds` is the distance.
  [[nodiscard]] double part_apart(double rounds, bool striped) const;
};

struct Channel {
  std::string part;        ///< name of a file in sim/dram/parts: "ddr4-2400"
  double peak_gbs = 0;     ///< at the pins, in 1e9 bytes per second
  double latency_ns = 0;   ///< read latency if the row is closed
  double bank_round = 0;   ///< bytes after which addresses map to the same bank again
  double least_group = 1;  ///< factor of readers and writers together if a controller does as few DRAM bursts in a
                           ///< direction as is plausible, instead of the `group` of its part
  double most_group = 1;   ///< likewise, as many
  std::array<std::array<Efficiency, kBurstSizes>, kBusWidths> streams{};

  /// The efficiency for the nearest width and size.
  [[nodiscard]] const Efficiency& on_bus(int bits, double burst_bytes) const;
};

/// The DRAM of a card's channels, by kind of the board's memory (spec::Channels); a single one is that of all channels.
/// Empty: ideal memory.
using Drams = std::vector<Channel>;
const Channel& of_kind(const Drams& drams, std::size_t kind);
/// Those of the table with these names; empty if one is missing.
Drams find_drams(const std::vector<std::string>& parts);

/// A channel with the same efficiency and pins of `peak_gbs`.
Channel scaled(const Channel& like, double peak_gbs);
/// A channel that is `factor` times as fast for readers and writers together, at most as fast as for readers alone.
Channel grouped(const Channel& like, double factor);

const std::vector<Channel>& channels();
/// nullptr if the part is not in the table.
const Channel* find_channel(std::string_view part);

}  // namespace rtlgen::model
