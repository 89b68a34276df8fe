// The throughput of a channel for linear streams without an accelerator: the reference for everything in front of it.
//
// A stream requests one DRAM burst after the other, as fast as the controller accepts them.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "dram/controller.hpp"

namespace rtlgen::dram {

struct Stream {
  std::uint64_t base = 0;
  bool write = false;
};

struct Delivered {
  double gbs = 0;      ///< total of all streams
  double percent = 0;  ///< share of the pins' peak
  std::vector<double> stream_gbs;
  Statistics statistics;
};

/// Runs streams of `bytes` each, until the first has finished. For equal shares, a stream that is `ahead` bytes in
/// front of the slowest waits; 0: no stream waits.
Delivered deliver(const Timings& timings, const std::vector<Stream>& streams, std::uint64_t bytes,
                  std::uint64_t ahead = 0);

}  // namespace rtlgen::dram
