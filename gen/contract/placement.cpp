// Assigns addresses in channels to buffers.
#include "contract/placement.hpp"

#include <algorithm>
#include <iterator>
#include <limits>

#include "contract/shell.hpp"

namespace rtlgen::contract {

namespace {

constexpr std::uint64_t kPage = std::uint64_t{4} << 10;
constexpr std::uint64_t kPlaces = 32;  ///< of a round, that are tried
constexpr std::uint64_t kFar = 1024;   ///< a whole round, as distance

}  // namespace

Places::Places(const Shell& shell, std::uint64_t bank_round) {
  if (bank_round == 0) bank_round = static_cast<std::uint64_t>(shell.bank_round);
  if (bank_round == 0) rounds_.assign(std::begin(kBankRounds), std::end(kBankRounds));
  if (bank_round > kPage && bank_round <= kMostBankRound) rounds_ = {bank_round};
  // A FIFO is half full on average. The FIFOs of stripes are full in every channel except the one that is slowest.
  ahead_ = (static_cast<std::uint64_t>(shell.bus_bits / 8) << shell.fifo_log2) / 4 * 3;
}

/// The distance of two addresses in the rotation through the banks, as a part of a round.
std::uint64_t Places::apart(std::uint64_t a, std::uint64_t b) const {
  std::uint64_t least = kFar;
  for (const std::uint64_t round : rounds_) {
    const std::uint64_t d = (a - b) % round;  // rounds divide 2^64
    least = std::min(least, std::min(d, round - d) * kFar / round);
  }
  return least;
}

std::uint64_t Places::round() const { return rounds_.empty() ? kPage : rounds_.front(); }

std::uint64_t Places::end(int channel) const {
  const auto found = ends_.find(channel);
  return found == ends_.end() ? 0 : found->second;
}

std::uint64_t Places::closest(int channel, const Work& work) const {
  std::uint64_t least = kFar;
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
    const std::uint64_t read = base + ahead_, written = base - lag;
    if (s.ping_pong) return {{p, read}, {1 - p, written}};
    if (s.is_out) return {{0, written}, {1, written}};
    return {{0, read}, {1, read}};
  };
  const std::uint64_t round = this->round(), step = std::max(kPage, round / kPlaces);
  std::vector<std::uint64_t> bases;
  for (std::size_t b = 0; b < buffers; ++b) {
    std::uint64_t first = 0;
    for (const int c : channels(b)) first = std::max(first, (end(c) + round - 1) / round * round);
    std::uint64_t best = first, best_distance = 0;
    for (std::uint64_t base = first; base < first + round; base += step) {
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
