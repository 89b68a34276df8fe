// Assigns addresses in channels to buffers.
#include "contract/placement.hpp"

#include <algorithm>
#include <limits>

#include "contract/shell.hpp"

namespace rtlgen::contract {

namespace {

constexpr std::uint64_t kStep = std::uint64_t{16} << 10;  ///< distance between the addresses that are tried
constexpr std::uint64_t kRound = kBankRounds[0];

/// The distance of two addresses in the rotation through the banks, in units of 1/1024 of a round.
std::uint64_t apart(std::uint64_t a, std::uint64_t b) {
  std::uint64_t least = 1024;
  for (const std::uint64_t round : kBankRounds) {
    const std::uint64_t d = (a - b) % round;  // rounds divide 2^64
    least = std::min(least, std::min(d, round - d) * 1024 / round);
  }
  return least;
}

}  // namespace

std::uint64_t Places::end(int channel) const {
  const auto found = ends_.find(channel);
  return found == ends_.end() ? 0 : found->second;
}

std::uint64_t Places::closest(int channel, const Work& work) const {
  std::uint64_t least = 1024;
  const auto found = works_.find(channel);
  if (found == works_.end()) return least;
  for (const Work& other : found->second) {
    if (other.parity == work.parity) least = std::min(least, apart(work.phase, other.phase));
  }
  return least;
}

std::vector<std::uint64_t> Places::add(const ShellStream& s, std::uint64_t bytes, std::uint64_t lag) {
  const std::size_t buffers = s.ping_pong ? 2 : 1;
  const auto channels = [&](std::size_t b) -> const std::vector<int>& {
    return s.buffers[std::min(b, s.buffers.size() - 1)];
  };
  // Passes of parity p read buffer p of a state field and write the other.
  const auto works = [&](std::size_t b, std::uint64_t base) -> std::vector<Work> {
    const int p = static_cast<int>(b);
    if (s.ping_pong) return {{p, base}, {1 - p, base - lag}};
    if (s.is_out) return {{0, base - lag}, {1, base - lag}};
    return {{0, base}, {1, base}};
  };
  std::vector<std::uint64_t> bases;
  for (std::size_t b = 0; b < buffers; ++b) {
    std::uint64_t first = 0;
    for (const int c : channels(b)) first = std::max(first, (end(c) + kRound - 1) / kRound * kRound);
    std::uint64_t best = first, best_distance = 0;
    for (std::uint64_t base = first; base < first + kRound; base += kStep) {
      std::uint64_t distance = std::numeric_limits<std::uint64_t>::max();
      for (const int c : channels(b)) {
        for (const Work& work : works(b, base)) distance = std::min(distance, closest(c, work));
      }
      // The first of two buffers of a field in one channel leaves room for the second: all distances are equal.
      if (distance > best_distance || base == first) best = base, best_distance = distance;
    }
    for (const int c : channels(b)) {
      ends_[c] = best + bytes;
      for (const Work& work : works(b, best)) works_[c].push_back(work);
    }
    bases.push_back(best);
  }
  return bases;
}

}  // namespace rtlgen::contract
