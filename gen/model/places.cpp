// Streams in DRAM banks; see places.hpp.
#include "model/places.hpp"

#include <algorithm>
#include <cmath>
#include <map>

#include "contract/run_settings.hpp"
#include "contract/shell.hpp"
#include "plan/plan.hpp"

namespace rtlgen::model {

namespace {

/// Bursts by which a reader is ahead of the word that enters, plus those by which a writer trails the word that leaves,
/// because FIFOs are filled and emptied by whole bursts. Measured on a model of rtlgen_bank in front of the channel.
constexpr double kBurstsApart = 1.25;

/// Interpolates the table for a reader and a writer.
double at_distance(const Channel& channel, double bytes) {
  const double places = kPlaces, round = channel.bank_round;
  const double place = (bytes / round - std::floor(bytes / round)) * places;
  const auto low = static_cast<std::size_t>(place) % kPlaces;
  const double rest = place - std::floor(place);
  return (1 - rest) * channel.apart[low] + rest * channel.apart[(low + 1) % kPlaces];
}

}  // namespace

Places::Places(const plan::Plan& plan, const contract::RunSettings& run, const std::vector<StreamTraffic>& traffic,
               std::uint64_t bank_round)
    : memory_(*plan.shell, bank_round) {
  const contract::Shell& shell = *plan.shell;
  const double beat_bytes = shell.bus_bits / 8.0;
  linear_ = !plan.core.has_blocks();
  ahead_bytes_ = kBurstsApart * shell.burst_beats * beat_bytes;
  std::map<std::string, std::vector<std::uint64_t>> bases;
  for (const StreamTraffic& t : traffic) {
    const contract::ShellStream& s = shell.streams[static_cast<std::size_t>(t.stream)];
    const std::int64_t lag = run.total_lag / t.beat_words * t.word_beats;
    Field field;
    field.bytes = static_cast<double>(t.array_beats) * beat_bytes;
    field.lag_bytes = static_cast<double>(lag) * beat_bytes;
    field.ping_pong = s.ping_pong;
    const auto [at, fresh] = bases.try_emplace(s.name);
    if (fresh)
      at->second = memory_.add(s, static_cast<std::uint64_t>(field.bytes),
                               s.is_held ? 0 : static_cast<std::uint64_t>(field.lag_bytes));
    field.base = at->second;
    fields_.push_back(field);
  }
}

double Places::share(const Channel& channel, const ChannelStreams& streams, int read, int write, bool seam) const {
  const auto& readers = streams.readers[static_cast<std::size_t>(read)];
  const auto& writers = streams.writers[static_cast<std::size_t>(write)];
  if (!linear_ || readers.size() != 1 || writers.size() != 1) return 1;
  const Field& from = fields_[static_cast<std::size_t>(readers.front())];
  const Field& to = fields_[static_cast<std::size_t>(writers.front())];
  const auto base_read = static_cast<double>(from.base[from.ping_pong ? static_cast<std::size_t>(read) : 0]);
  const auto base_written = static_cast<double>(to.base[to.ping_pong ? static_cast<std::size_t>(1 - write) : 0]);
  const double distance = base_written - base_read - to.lag_bytes - ahead_bytes_ + (seam ? to.bytes : 0);
  return std::min(1.0, at_distance(channel, distance) / *std::max_element(channel.apart.begin(), channel.apart.end()));
}

}  // namespace rtlgen::model
