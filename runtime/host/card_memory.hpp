// Memory channels of a card behind PCIe, in one address space for the host's transfers.
#pragma once

#include <fmt/format.h>

#include <cstdint>
#include <map>
#include <string>
#include <utility>

#include "host/host.hpp"

namespace rtlgen::host {

class CardMemory {
 public:
  CardMemory(std::string card, std::map<int, MemoryRange> channels)
      : card_(std::move(card)), channels_(std::move(channels)) {}

  [[nodiscard]] const MemoryRange& channel(int number) const {
    const auto found = channels_.find(number);
    if (found == channels_.end()) throw Error(fmt::format("{} has no memory channel {}", card_, number));
    return found->second;
  }

  /// The card address of the bytes in a channel. Throws if the channel does not have all of them.
  [[nodiscard]] std::uint64_t address(int number, std::uint64_t first, std::uint64_t bytes) const {
    const MemoryRange& m = channel(number);
    if (first > m.bytes || bytes > m.bytes - first) {
      throw Error(fmt::format("memory channel {} of {} has {} bytes; {} bytes from {} on are not in it", number, card_,
                              m.bytes, bytes, first));
    }
    return m.base + first;
  }

 private:
  std::string card_;
  std::map<int, MemoryRange> channels_;
};

}  // namespace rtlgen::host
