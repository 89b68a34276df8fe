// How readers and writers of a channel meet in its DRAM banks. The host library assigns addresses to buffers, and
// writes trail reads by the lag of the chain. Two linear streams in the same bank close each other's open rows.
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
  /// The addresses that host::Accelerator gives to the fields of a run; `bank_round` as for contract::Places.
  Places(const plan::Plan& plan, const contract::RunSettings& run, const std::vector<StreamTraffic>& traffic,
         std::uint64_t bank_round = 0);

  /// The first byte after all arrays of a channel.
  [[nodiscard]] std::uint64_t end(int channel) const { return memory_.end(channel); }

  /// The bandwidth of these streams of a channel relative to the same streams in separate banks, while a pass of parity
  /// `read` is read and one of parity `write` is written: the same pass, or (`seam`) the end of the previous one. It is
  /// 1 if frames are blocks, because their streams are not linear, and for more than one reader and one writer, because
  /// the table for mixes of streams includes the cost of sharing banks.
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
  double ahead_bytes_ = 0;     ///< distance by which readers are ahead
  bool linear_ = true;
};

}  // namespace rtlgen::model
