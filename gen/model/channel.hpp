// How much of a memory channel's peak linear readers and writers get: a table measured on the models of sim/dram.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace rtlgen::model {

inline constexpr int kMostStreams = 8;  ///< readers, writers that the table has
inline constexpr std::size_t kPlaces = 16;

struct Channel {
  std::string part;       ///< as the files of sim/dram/parts: "ddr4-2400"
  double peak_gbs = 0;    ///< of the pins, 1e9 bytes per second
  double latency_ns = 0;  ///< of a read whose row is closed
  double bank_round = 0;  ///< bytes after which addresses come to the same bank again
  std::array<std::array<double, kMostStreams + 1>, kMostStreams + 1>
      part_of_peak{};                   ///< by readers, writers, in separate banks
  std::array<double, kPlaces> apart{};  ///< of a reader and a writer so many sixteenths of the round ahead

  /// More streams than the table has get what its last ones get.
  [[nodiscard]] double gbs(int readers, int writers) const;
};

/// One of the same efficiency with pins of `peak_gbs`.
Channel scaled(const Channel& like, double peak_gbs);

const std::vector<Channel>& channels();
/// nullptr if the table has no such part.
const Channel* find_channel(std::string_view part);

}  // namespace rtlgen::model
