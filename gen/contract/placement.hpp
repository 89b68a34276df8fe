// Addresses of the buffers of all fields in their channels, chosen so that concurrent streams use different DRAM banks.
#pragma once

#include <cstdint>
#include <map>
#include <vector>

namespace rtlgen::contract {

struct Shell;
struct ShellStream;

/// For a DRAM that is not known: distances in bytes after which addresses map to the same banks again, for 64-bit DDR4
/// and DDR3 modules and the mapping of common controllers (row, bank, column, bank group; docs/memory_system.md).
inline constexpr std::uint64_t kBankRounds[] = {std::uint64_t{128} << 10, std::uint64_t{64} << 10};
/// Longer rounds, of maps with banks above rows, are more than a buffer: places within them are not tried.
inline constexpr std::uint64_t kMostBankRound = std::uint64_t{1} << 20;

class Places {
 public:
  /// For the DRAM of `shell`, or for one with this `bank_round`; 0: that of the shell.
  explicit Places(const Shell& shell, std::uint64_t bank_round = 0);

  /// Base addresses of a field's buffers, at most two, of `bytes` bytes each, the same in all channels of a buffer;
  /// multiples of 4 KiB. `lag`: bytes by which writing trails reading.
  std::vector<std::uint64_t> add(const ShellStream& stream, std::uint64_t bytes, std::uint64_t lag);
  /// Addresses that differ by a multiple of this map to the same banks.
  [[nodiscard]] std::uint64_t round() const;
  /// The first byte after all buffers of a channel.
  [[nodiscard]] std::uint64_t end(int channel) const;

 private:
  /// An active stream: in passes of this parity, it is at this address while the others are at theirs.
  struct Work {
    int parity;
    std::uint64_t phase;
  };
  [[nodiscard]] std::uint64_t closest(int channel, const Work& work) const;
  [[nodiscard]] std::uint64_t apart(std::uint64_t a, std::uint64_t b) const;

  std::vector<std::uint64_t> rounds_;  ///< longest first; empty: places make no difference
  std::uint64_t ahead_ = 0;            ///< average number of bytes that reads are ahead of the word that enters
  std::map<int, std::uint64_t> ends_;
  std::map<int, std::vector<Work>> works_;
};

}  // namespace rtlgen::contract
