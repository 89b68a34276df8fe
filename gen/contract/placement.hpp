// Addresses of the buffers of all fields in their channels, chosen so that concurrent streams use different DRAM banks.
#pragma once

#include <cstdint>
#include <map>
#include <vector>

namespace rtlgen::contract {

struct ShellStream;

/// Distances in bytes after which addresses map to the same banks again: for 64-bit DDR4 and DDR3 modules and the
/// mapping of common controllers (row, bank, column, bank group; docs/memory_system.md).
inline constexpr std::uint64_t kBankRounds[] = {std::uint64_t{128} << 10, std::uint64_t{64} << 10};

class Places {
 public:
  /// Base addresses of a field's buffers, at most two, of `bytes` bytes each, the same in all channels of a buffer;
  /// multiples of 4 KiB. `lag`: bytes by which writing trails reading.
  std::vector<std::uint64_t> add(const ShellStream& stream, std::uint64_t bytes, std::uint64_t lag);
  /// The first byte after all buffers of a channel.
  [[nodiscard]] std::uint64_t end(int channel) const;

 private:
  /// An active stream: in passes of this parity, it is at this address while the others are at theirs.
  struct Work {
    int parity;
    std::uint64_t phase;
  };
  [[nodiscard]] std::uint64_t closest(int channel, const Work& work) const;

  std::map<int, std::uint64_t> ends_;
  std::map<int, std::vector<Work>> works_;
};

}  // namespace rtlgen::contract
