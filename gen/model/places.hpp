// How readers and writers of a channel meet in its DRAM banks. The host library assigns addresses to buffers, and
// writes trail reads by the lag of the chain. Two linear streams in the same bank close each other's open rows.
#pragma once

#include <cstdint>
#include <map>
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

/// No pass is read, or none is written.
inline constexpr int kNone = -1;

/// The way of a word through the chain.
struct Flight {
  double ns = 0;
  double stream_gbs = 0;  ///< throughput of a stream if the kernel does not wait
};

class Places {
 public:
  /// The addresses that host::Accelerator gives to the fields of a run; `bank_rounds` as for contract::Places.
  Places(const plan::Plan& plan, const contract::RunSettings& run, const std::vector<StreamTraffic>& traffic,
         const std::map<int, std::uint64_t>& bank_rounds = {});

  /// The first byte after all arrays of a channel.
  [[nodiscard]] std::uint64_t end(int channel) const { return memory_.end(channel); }

  /// The share of the peak that these streams of a channel get, while a pass of parity `read` is read and one of parity
  /// `write` is written: the same pass, or (`seam`) the end of the previous one; kNone: nothing. A reader and a writer
  /// get what their distance in the banks allows. More streams, and those of blocks, which are not linear, get the
  /// mean.
  [[nodiscard]] double part_of_peak(const Channel& channel, const ChannelStreams& streams, int read, int write,
                                    bool seam, const Flight& flight) const;

 private:
  struct Field {
    std::vector<std::uint64_t> base;  ///< by buffer
    double lag_bytes = 0, bytes = 0;
    double burst_bytes = 0;  ///< average
    bool ping_pong = false;
    bool striped = false;
  };
  contract::Places memory_;
  std::vector<Field> fields_;  ///< by stream
  int bus_bits_ = 0;
  bool linear_ = true;
};

}  // namespace rtlgen::model
