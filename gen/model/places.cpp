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

/// The average number of beats per burst. A row that consists of whole bursts begins with a new burst.
double mean_burst(const StreamTraffic& t, int longest) {
  const double row = static_cast<double>(t.pass_beats) / static_cast<double>(t.rows);
  const double whole = std::ceil(row / longest), bursts = row == whole * longest ? whole : 1 + (row - 1) / longest;
  return row / bursts;
}

}  // namespace

Places::Places(const plan::Plan& plan, const contract::RunSettings& run, const std::vector<StreamTraffic>& traffic,
               const std::map<int, std::uint64_t>& bank_rounds)
    : memory_(*plan.shell, bank_rounds) {
  const contract::Shell& shell = *plan.shell;
  const double beat_bytes = shell.bus_bits / 8.0;
  linear_ = !plan.core.has_blocks();
  bus_bits_ = shell.bus_bits;
  std::map<std::string, std::vector<std::uint64_t>> bases;
  for (const StreamTraffic& t : traffic) {
    const contract::ShellStream& s = shell.streams[static_cast<std::size_t>(t.stream)];
    const std::int64_t lag = run.total_lag / t.beat_words * t.word_beats;
    Field field;
    field.bytes = static_cast<double>(t.array_beats) * beat_bytes;
    field.lag_bytes = static_cast<double>(lag) * beat_bytes;
    field.burst_bytes = mean_burst(t, shell.burst_beats) * beat_bytes;
    field.ping_pong = s.ping_pong;
    field.striped = s.stripes() > 1;
    const auto [at, fresh] = bases.try_emplace(s.name);
    if (fresh)
      at->second = memory_.add(s, static_cast<std::uint64_t>(field.bytes),
                               s.is_held ? 0 : static_cast<std::uint64_t>(field.lag_bytes));
    field.base = at->second;
    fields_.push_back(field);
  }
}

double Places::part_of_peak(const Channel& channel, const ChannelStreams& streams, int read, int write, bool seam,
                            const Flight& flight) const {
  static const std::vector<int> nothing;
  const auto& readers = read == kNone ? nothing : streams.readers[static_cast<std::size_t>(read)];
  const auto& writers = write == kNone ? nothing : streams.writers[static_cast<std::size_t>(write)];
  double burst_bytes = 0;
  for (const auto* list : {&readers, &writers}) {
    for (const int s : *list) burst_bytes += fields_[static_cast<std::size_t>(s)].burst_bytes;
  }
  const std::size_t count = std::max<std::size_t>(1, readers.size() + writers.size());
  const Efficiency& efficiency = channel.on_bus(bus_bits_, burst_bytes / static_cast<double>(count));
  const double mean = efficiency.part(static_cast<int>(readers.size()), static_cast<int>(writers.size()));
  if (!linear_ || readers.size() != 1 || writers.size() != 1) return mean;
  const Field& from = fields_[static_cast<std::size_t>(readers.front())];
  const Field& to = fields_[static_cast<std::size_t>(writers.front())];
  const auto base_read = static_cast<double>(from.base[from.ping_pong ? static_cast<std::size_t>(read) : 0]);
  const auto base_written = static_cast<double>(to.base[to.ping_pong ? static_cast<std::size_t>(1 - write) : 0]);
  // Bytes that the reader moves while a word is in the chain.
  const double flight_bytes = flight.ns * std::min(flight.stream_gbs, mean * channel.peak_gbs / 2);
  const double distance = base_written - base_read - to.lag_bytes - flight_bytes + (seam ? to.bytes : 0);
  return efficiency.part_apart(distance / channel.bank_round, from.striped || to.striped);
}

}  // namespace rtlgen::model
