// Reads the words of rtlgen_channel_probe, and finds their addresses in the arrays.
#include "host/channel_probe.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <vector>

#include "contract/card_map.hpp"
#include "contract/shell.hpp"
#include "support/counted.hpp"

namespace rtlgen::host {

namespace {

/// "row 812 of 'u', pass 3, address 0x1fc0".
std::string at_text(const NameAccess& name, const Access& access) {
  const std::string place = name ? name(access) : "";
  return fmt::format("{}{}address {:#x}", place, place.empty() ? "" : ", ", access.address);
}

/// "" without an error.
std::string error_text(const ChannelProbe& probe, const NameAccess& name, int channel) {
  const auto at = [&](bool is_write) { return at_text(name, {channel, probe.error_at, is_write}); };
  // The accelerator does not notice a wrong number of beats, and may have done more passes since.
  const auto earlier = [&] { return at_text(name, {channel, probe.error_at, false, false}); };
  std::vector<std::string> found;
  if (probe.has("read_error")) found.push_back("an error response to the read at " + at(false));
  if (probe.has("write_error")) found.push_back("an error response to the write at " + at(true));
  if (probe.has("more_beats")) found.push_back("more beats than requested by the read at " + earlier());
  if (probe.has("fewer_beats")) found.push_back("fewer beats than requested by the read at " + earlier());
  if (probe.has("read_unrequested")) found.emplace_back("data that was not requested");
  if (probe.has("write_unrequested")) found.emplace_back("a response to a write that was not requested");
  return fmt::format("{}", fmt::join(found, ", "));
}

/// ", pass 3".
std::string pass_text(const Progress& progress, const contract::ShellStream& stream, int buffer, bool is_write) {
  // Counted from 0. A pass is done when its last row is written, and reads of the next one may have begun before.
  const std::int64_t first = progress.passes_done - (is_write ? 1 : 0);
  std::vector<std::int64_t> possible;
  for (const std::int64_t pass : {first, first + 1}) {
    const bool is_there = (progress.first_buffer + pass + (is_write ? 1 : 0)) % 2 == buffer;
    if (pass >= 0 && pass < progress.passes && (!stream.ping_pong || is_there)) possible.push_back(pass + 1);
  }
  return possible.empty() ? "" : fmt::format(", pass {}", fmt::join(possible, " or "));
}

std::string row_text(const contract::ShellStream& stream, const geometry::Layout& layout, std::int64_t beat) {
  const std::int64_t plane = beat / layout.plane_pitch, row = beat % layout.plane_pitch / layout.row_pitch;
  if (stream.axes == 3) return fmt::format("plane {}, row {} of '{}'", plane, row, stream.name);
  if (stream.axes == 2) return fmt::format("row {} of '{}'", row, stream.name);
  return fmt::format("cell {} of '{}'", beat / layout.beats_of_word * layout.words_of_beat * stream.lanes, stream.name);
}

}  // namespace

bool ChannelProbe::has(const char* flag) const {
  return (flags & contract::card_word("probe_flags").field(flag).mask()) != 0;
}

std::string access_text(const Design& design, const FieldPlaces& places, const Progress& progress,
                        const Access& access) {
  const auto beat_bytes = static_cast<std::uint64_t>(design.shell.bus_bits / 8);
  for (const auto& [name, place] : places) {
    const contract::ShellStream& stream = design.shell.streams[place.stream];
    for (std::size_t b = 0; b < place.base.size(); ++b) {
      const std::vector<int>& channels = channels_of(stream, static_cast<int>(b));
      if (std::ranges::find(channels, access.channel) == channels.end() || access.address < place.base[b]) continue;
      const auto beat = static_cast<std::int64_t>((access.address - place.base[b]) / beat_bytes);
      if (beat < place.placement.beats)
        return row_text(stream, place.placement.layout, beat) +
               (access.is_last ? pass_text(progress, stream, static_cast<int>(b), access.is_write) : "");
    }
  }
  return "";
}

ChannelProbes::ChannelProbes(const Design& design, const CardBlock& card, int kernel) : design_(design), card_(card) {
  const int kernels = std::max(1, static_cast<int>(card.read("format", "kernels")));
  exist_ = card.read("format", "probes") != 0;
  first_channel_ = kernel * (card.channels() / kernels);
}

ChannelProbe ChannelProbes::read(int channel) const {
  card_.write("probe_channel", static_cast<std::uint32_t>(first_channel_ + channel));
  const auto beat_bytes = static_cast<std::uint64_t>(design_.shell.bus_bits / 8);
  const auto address = [&](const char* word) { return card_.read(word) * beat_bytes; };
  const auto part = [](std::uint32_t value, const char* word, const char* name) {
    const contract::CardField& field = contract::card_word(word).field(name);
    return (value & field.mask()) >> field.bit;
  };
  ChannelProbe probe;
  probe.read_at = address("probe_read_at");
  probe.write_at = address("probe_write_at");
  probe.oldest_read = address("probe_read_oldest");
  probe.oldest_write = address("probe_write_oldest");
  probe.error_at = address("probe_error_at");
  const std::uint32_t bursts = card_.read("probe_bursts"), waits = card_.read("probe_waits");
  probe.reads = part(bursts, "probe_bursts", "reads");
  probe.writes = part(bursts, "probe_bursts", "writes");
  probe.most_reads = part(bursts, "probe_bursts", "most_reads");
  probe.most_writes = part(bursts, "probe_bursts", "most_writes");
  probe.longest_read = part(waits, "probe_waits", "read");
  probe.longest_write = part(waits, "probe_waits", "write");
  probe.flags = card_.read("probe_flags");
  return probe;
}

std::uint32_t ChannelProbes::channels() const {
  std::uint32_t own = 0;
  for (const contract::ShellChannel& channel : design_.shell.channels) own |= 1U << (first_channel_ + channel.number);
  return own;
}

std::uint32_t ChannelProbes::events() const {
  return channels() << contract::card_word("events").field("run_error").bit;
}

void ChannelProbes::clear() const { card_.write("events", events()); }

std::string ChannelProbes::errors(const NameAccess& name) const {
  const std::uint32_t seen = card_.read("events") & events();
  return seen != 0 ? errors_in(seen, name) : "";
}

std::string ChannelProbes::last_run(const NameAccess& name) const {
  const std::string errors = errors_in(events(), name), open = outstanding(name);
  return fmt::format("{}{}{}", errors, errors.empty() || open.empty() ? "" : "; ", open);
}

std::string ChannelProbes::errors_in(std::uint32_t events, const NameAccess& name) const {
  const int bit = contract::card_word("events").field("run_error").bit + first_channel_;
  std::vector<std::string> found;
  for (const contract::ShellChannel& channel : design_.shell.channels) {
    if ((events >> (bit + channel.number) & 1U) == 0) continue;
    const std::string text = error_text(read(channel.number), name, channel.number);
    if (!text.empty()) found.push_back(fmt::format("memory channel {}: {}", channel.number, text));
  }
  return fmt::format("{}", fmt::join(found, "; "));
}

std::string ChannelProbes::outstanding(const NameAccess& name) const {
  std::vector<std::string> found;
  for (const contract::ShellChannel& channel : design_.shell.channels) {
    const ChannelProbe probe = read(channel.number);
    // After an error it no longer counts responses.
    if (probe.has("kept")) continue;
    const auto add = [&](unsigned bursts, std::uint64_t oldest, bool is_write) {
      if (bursts == 0) return;
      found.push_back(fmt::format("memory channel {} has not responded to {}, the first of them at {}", channel.number,
                                  counted(bursts, is_write ? "write" : "read"),
                                  at_text(name, {channel.number, oldest, is_write})));
    };
    add(probe.reads, probe.oldest_read, false);
    add(probe.writes, probe.oldest_write, true);
  }
  return fmt::format("{}", fmt::join(found, "; "));
}

}  // namespace rtlgen::host
