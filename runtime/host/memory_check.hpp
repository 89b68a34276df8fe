// Tests of a card's memory with transfers by the host, which overwrite it. Faults of a device are Findings, never
// exceptions.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "host/finding.hpp"
#include "host/host.hpp"

namespace rtlgen::host {

struct MemoryTest {
  std::vector<int> channels;
  std::uint64_t largest = std::uint64_t{1} << 20;  ///< bytes per transfer
  int offset_step = 1;                             ///< granularity of the offsets that the back end can transfer from
  int beat_bytes = 64;                             ///< width of the accelerator's bus, for the names of byte lanes
  std::uint64_t seed = 1;
  std::function<double()> now;  ///< seconds, for rates
};

/// Tests sizes from 4 bytes to the largest, every offset in 64 bytes, walking ones, addresses, and random bytes. `seen`
/// has the rates of the largest transfers.
Finding check_transfers(const MemoryTest& test, Backend& backend);

/// Writes a different value at 0, at each power of two and at the end of each channel with a known size, then reads all
/// of them: a smaller memory wraps. `is_unknown`: no channel has a known size.
struct EndsFinding {
  Finding finding;
  bool is_unknown = false;
};
EndsFinding check_ends(const MemoryTest& test, Backend& backend);

}  // namespace rtlgen::host
