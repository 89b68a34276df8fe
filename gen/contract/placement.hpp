// Where the buffers of all fields lie in their channels, so that streams at work together meet in different DRAM banks.
#pragma once

#include <cstdint>
#include <map>
#include <vector>

namespace rtlgen::contract {

struct ShellStream;

/// Bytes after which addresses come to the same banks again: DDR4 and DDR3 modules of 64 bits, as common controllers
/// map them (row, bank, column, bank group; docs/memory_system.md).
inline constexpr std::uint64_t kBankRounds[] = {std::uint64_t{128} << 10, std::uint64_t{64} << 10};

class Places {
 public:
  /// Base addresses of a field's buffers of `bytes` each, at most two, the same in all of a buffer's channels; pages of
  /// 4 KiB. `lag`: bytes by which what is written trails what is read.
  std::vector<std::uint64_t> add(const ShellStream& stream, std::uint64_t bytes, std::uint64_t lag);
  /// The first byte behind all buffers of a channel.
  [[nodiscard]] std::uint64_t end(int channel) const;

 private:
  /// A stream at work: in passes of this parity it is at this address while others are at theirs.
  struct Work {
    int parity;
    std::uint64_t phase;
  };
  [[nodiscard]] std::uint64_t closest(int channel, const Work& work) const;

  std::map<int, std::uint64_t> ends_;
  std::map<int, std::vector<Work>> works_;
};

}  // namespace rtlgen::contract
