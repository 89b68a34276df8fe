// Tests of a card's memory by the host's transfers. They overwrite it. What a device does wrong is a Finding, never an
// exception.
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
  std::uint64_t largest = std::uint64_t{1} << 20;  ///< bytes of a transfer
  int offset_step = 1;                             ///< offsets in a beat that the back end can transfer from
  int beat_bytes = 64;                             ///< of the accelerator's bus, for the names of byte lanes
  std::uint64_t seed = 1;
  std::function<double()> now;  ///< seconds, for rates
};

/// Sizes from 4 bytes to the largest, every offset in 64 bytes, walking ones, addresses, random bytes. `seen` has the
/// rates of the largest transfers.
Finding check_transfers(const MemoryTest& test, Backend& backend);

/// Writes a value of its own at 0, at each power of two and at the end of each channel whose size is known, then reads
/// all of them: memory that is smaller wraps. Nothing is known of any channel: `is_unknown`.
struct EndsFinding {
  Finding finding;
  bool is_unknown = false;
};
EndsFinding check_ends(const MemoryTest& test, Backend& backend);

}  // namespace rtlgen::host
