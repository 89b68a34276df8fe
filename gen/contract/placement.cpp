// Assigns addresses in channels to buffers.
#include "contract/placement.hpp"

#include <algorithm>
#include <iterator>
#include <limits>

#include "contract/shell.hpp"

namespace rtlgen::contract {

namespace {

constexpr std::uint64_t kPage = std::uint64_t{4} << 10;
constexpr std::uint64_t kPlaces = 32;  ///< places in a round that are tried
constexpr std::uint64_t kFar = 1024;   ///< a whole round, as distance

using Rounds = std::vector<std::uint64_t>;

std::uint64_t longest(const Rounds& rounds) { return rounds.empty() ? kPage : rounds.front(); }

/// The distance of two addresses in the rotation through the banks, as a part of a round.
std::uint64_t apart(std::uint64_t a, std::uint64_t b, const Rounds& rounds) {
  std::uint64_t least = kFar;
  for (const std::uint64_t round : rounds) {
    const std::uint64_t d = (a - b) % round;  // rounds divide 2^64
    least = std::min(least, std::min(d, round - d) * kFar / round);
  }
  return least;
}

}  // namespace

Places::Rounds Places::rounds_of(std::uint64_t bank_round) {
  if (bank_round == 0) return {std::begin(kBankRounds), std::end(kBankRounds)};
  if (bank_round > kPage && bank_round <= kMostBankRound) return {bank_round};
  return {};
}

Places::Places(const Shell& shell, std::uint64_t bank_round)
    : rounds_(rounds_of(bank_round > 0 ? bank_round : static_cast<std::uint64_t>(shell.bank_round))) {
  // A FIFO is half full on average. The FIFOs of stripes are full in every channel except the one that is slowest.
  ahead_ = (static_cast<std::uint64_t>(shell.bus_bits / 8) << shell.fifo_log2) / 4 * 3;
  if (bank_round > 0) return;
  for (const ShellChannel& channel : shell.channels) {
    if (channel.bank_round) own_rounds_[channel.number] = rounds_of(static_cast<std::uint64_t>(*channel.bank_round));
  }
}

Places::Places(const Shell& shell, const std::map<int, std::uint64_t>& bank_rounds) : Places(shell) {
  for (const auto& [channel, round] : bank_rounds) own_rounds_[channel] = rounds_of(round);
}

const Places::Rounds& Places::rounds_in(int channel) const {
  const auto own = own_rounds_.find(channel);
  return own == own_rounds_.end() ? rounds_ : own->second;
}

std::uint64_t Places::round() const {
  std::uint64_t most = longest(rounds_);
  for (const auto& [channel, rounds] : own_rounds_) most = std::max(most, longest(rounds));
  return most;
}

std::uint64_t Places::end(int channel) const {
  const auto found = ends_.find(channel);
  return found == ends_.end() ? 0 : found->second;
}

std::uint64_t Places::closest(int channel, const Work& work) const {
  std::uint64_t least = kFar;
  const auto found = works_.find(channel);
  if (found == works_.end()) return least;
  const Rounds& rounds = rounds_in(channel);
  for (const Work& other : found->second) {
    if (other.parity == work.parity) least = std::min(least, apart(work.phase, other.phase, rounds));
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
  std::vector<std::uint64_t> bases;
  for (std::size_t b = 0; b < buffers; ++b) {
    std::uint64_t first = 0, round = kPage;
    for (const int c : channels(b)) round = std::max(round, longest(rounds_in(c)));
    const std::uint64_t step = std::max(kPage, round / kPlaces);
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
