// Where readers and writers of a channel meet in its DRAM banks: the host library places buffers, and what is written
// trails what is read by the chain's lag. Two linear streams in the same bank cost each other open rows.
#pragma once

#include <cstdint>
#include <vector>

#include "contract/placement.hpp"
#include "model/channel.hpp"
#include "model/traffic.hpp"

namespace rtlgen::plan {
struct Plan;
}

namespace rtlgen::contract {
struct RunSettings;
}

namespace rtlgen::model {

class Places {
 public:
  /// Where host::Accelerator puts the fields of a run.
  Places(const plan::Plan& plan, const contract::RunSettings& run, const std::vector<StreamTraffic>& traffic);

  /// The first byte behind all arrays of a channel.
  [[nodiscard]] std::uint64_t end(int channel) const { return memory_.end(channel); }

  /// Fraction of the bandwidth that these streams of a channel would get in separate banks. Reading a pass of parity
  /// `read` while one of parity `write` is written: the same pass, or (`seam`) the end of the one before. 1 where
  /// frames are blocks, as streams are not linear, and of more than one reader and one writer: among several the
  /// table's mix has what meeting costs.
  [[nodiscard]] double share(const Channel& channel, const ChannelStreams& streams, int read, int write,
                             bool seam) const;

 private:
  struct Field {
    std::vector<std::uint64_t> base;  ///< by buffer
    double lag_bytes = 0, bytes = 0;
    bool ping_pong = false;
  };
  contract::Places memory_;
  std::vector<Field> fields_;  ///< by stream
  double ahead_bytes_ = 0;     ///< of readers
  bool linear_ = true;
};

}  // namespace rtlgen::model
