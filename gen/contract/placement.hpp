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
  /// For the DRAM of `shell`, or for one with this `bank_round` in all channels; 0: that of the shell.
  explicit Places(const Shell& shell, std::uint64_t bank_round = 0);
  /// For the DRAM with these rounds, by channel; channels that are not named have that of the shell.
  Places(const Shell& shell, const std::map<int, std::uint64_t>& bank_rounds);

  /// Base addresses of a field's buffers, at most two, of `bytes` bytes each, the same in all channels of a buffer;
  /// multiples of 4 KiB. `lag`: bytes by which writing trails reading.
  std::vector<std::uint64_t> add(const ShellStream& stream, std::uint64_t bytes, std::uint64_t lag);
  /// Addresses that differ by a multiple of this map to the same banks, in every channel.
  [[nodiscard]] std::uint64_t round() const;
  /// The first byte after all buffers of a channel.
  [[nodiscard]] std::uint64_t end(int channel) const;

 private:
  /// An active stream: in passes of this parity, it is at this address while the others are at theirs.
  struct Work {
    int parity;
    std::uint64_t phase;
  };
  /// Longest first; empty: places make no difference.
  using Rounds = std::vector<std::uint64_t>;
  static Rounds rounds_of(std::uint64_t bank_round);
  [[nodiscard]] const Rounds& rounds_in(int channel) const;
  [[nodiscard]] std::uint64_t closest(int channel, const Work& work) const;

  Rounds rounds_;                     ///< in channels without their own
  std::map<int, Rounds> own_rounds_;  ///< by channel
  std::uint64_t ahead_ = 0;           ///< average number of bytes that reads are ahead of the word that enters
  std::map<int, std::uint64_t> ends_;
  std::map<int, std::vector<Work>> works_;
};

}  // namespace rtlgen::contract
