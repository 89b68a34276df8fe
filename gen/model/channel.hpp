// The share of a memory channel's peak that linear readers and writers get: a table measured on the models of sim/dram.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace rtlgen::model {

inline constexpr int kMostStreams = 8;  ///< the most readers and writers in the table
inline constexpr std::size_t kPlaces = 16;

struct Channel {
  std::string part;       ///< name of a file in sim/dram/parts: "ddr4-2400"
  double peak_gbs = 0;    ///< at the pins, in 1e9 bytes per second
  double latency_ns = 0;  ///< read latency if the row is closed
  double bank_round = 0;  ///< bytes after which addresses map to the same bank again
  std::array<std::array<double, kMostStreams + 1>, kMostStreams + 1>
      part_of_peak{};                   ///< by readers and writers, in separate banks
  std::array<double, kPlaces> apart{};  ///< for a reader and a writer, by their distance in sixteenths of the round

  /// Larger numbers of streams than the table has get the value of its last ones.
  [[nodiscard]] double gbs(int readers, int writers) const;
};

/// A channel with the same efficiency and pins of `peak_gbs`.
Channel scaled(const Channel& like, double peak_gbs);

const std::vector<Channel>& channels();
/// nullptr if the part is not in the table.
const Channel* find_channel(std::string_view part);

}  // namespace rtlgen::model
