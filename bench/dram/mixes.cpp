// Mixes of readers and writers; see mixes.hpp.
#include "mixes.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <functional>

#include "contract/placement.hpp"
#include "contract/shell.hpp"
#include "dram/part_file.hpp"
#include "shell_streams.hpp"

namespace rtlgen::bench {

namespace {

constexpr int kPlaces = 16;  ///< places of a writer relative to a reader
constexpr int kMost = 5;     ///< readers, writers
constexpr int kWidths[] = {256, 512};
constexpr int kBursts[] = {512, 1024, 2048, 4096};
constexpr int kTypicalWidth = 512, kTypicalBurst = 4096;
constexpr int kStripes = 4;  ///< more make no difference
/// Lags as parts of a round of the banks.
constexpr double kLags[] = {0.3, 0.7};
/// DRAM bursts in a direction before the other may interrupt: as few and as many as controllers of FPGAs do. LiteDRAM
/// writes for 16 of its clocks (write_time), each of which is a burst. AMD's for DDR4 stays while there are requests,
/// for up to 256 clocks (PG353, RD_PRI_REG), which is more than its queue holds.
constexpr int kFewest = 16, kMostInGroup = 1024;

ShellStreams setup_of(const dram::Timings& part, int bus_bits, int burst_bytes) {
  ShellStreams setup;
  setup.part = &part;
  setup.shell = contract::shell_on_bus(bus_bits, 8 * burst_bytes / bus_bits);
  return setup;
}

/// The throughput of the streams at one lag, in passes of `parity`.
double placed(ShellStreams setup, int readers, int writers, std::uint64_t lag, int parity) {
  contract::Places places(setup.shell, setup.part->bank_round());
  std::vector<LinearStream> writing;
  for (int field = 0; field < std::max(readers, writers); ++field) {
    contract::ShellStream stream;
    stream.ping_pong = field < std::min(readers, writers);
    stream.is_out = !stream.ping_pong && writers > readers;
    stream.buffers = {{0}};
    const std::vector<std::uint64_t> bases = places.add(stream, kBufferBytes, lag);
    const std::uint64_t first = bases[stream.ping_pong ? static_cast<std::size_t>(parity) : 0];
    if (!stream.is_out) setup.streams.push_back({false, {0}, first, 0});
    if (stream.ping_pong || stream.is_out)
      writing.push_back({true, {0}, stream.ping_pong ? bases[1 - static_cast<std::size_t>(parity)] : first, lag});
  }
  setup.streams.insert(setup.streams.end(), writing.begin(), writing.end());
  return part_of_peak(setup);
}

}  // namespace

double part_of_peak(const dram::Timings& part, int bus_bits, int burst_bytes, int readers, int writers) {
  const ShellStreams setup = setup_of(part, bus_bits, burst_bytes);
  if (readers == 0 || writers == 0) return placed(setup, readers, writers, 0, 0);
  const auto beat = static_cast<std::uint64_t>(bus_bits / 8);
  const std::uint64_t round = std::min(part.bank_round(), contract::kMostBankRound);
  double time = 0;
  int count = 0;
  for (const double lag : kLags) {
    for (const int parity : {0, 1}) {
      const auto bytes = static_cast<std::uint64_t>(lag * static_cast<double>(round)) / beat * beat;
      time += 1 / placed(setup, readers, writers, bytes, parity);
      ++count;
    }
  }
  return count / time;
}

double part_of_peak_apart(const dram::Timings& part, int bus_bits, int burst_bytes, int sixteenths, int channels) {
  ShellStreams setup = setup_of(part, bus_bits, burst_bytes);
  setup.channels = channels;
  const std::uint64_t round = part.bank_round(), beat = static_cast<std::uint64_t>(bus_bits / 8);
  const std::uint64_t beats = static_cast<std::uint64_t>(sixteenths) * round / kPlaces / beat;
  const std::uint64_t writer = std::max(round, 2 * kBufferBytes) + beats * beat;
  std::vector<int> all;
  for (int c = 0; c < channels; ++c) all.push_back(c);
  setup.streams = {{false, all, 0, 0}, {true, all, writer % (part.capacity() - kBufferBytes), 0}};
  return part_of_peak(setup);
}

double part_of_peak_grouped(const dram::Timings& part, int group) {
  dram::Timings other = part;
  other.group = group;
  double best = 0;
  for (int k = 0; k < kPlaces; k += 2)
    best = std::max(best, part_of_peak_apart(other, kTypicalWidth, kTypicalBurst, k, 1));
  return best;
}

double read_latency_ns(const dram::Timings& part) {
  return static_cast<double>(part.latency + part.rcd + part.cl + part.data_clocks()) *
         static_cast<double>(part.clock_fs()) * 1e-6;
}

namespace {

constexpr const char* kHead =
    R"(// Printed by `bench_dram --table` from sim/dram/parts; do not edit. Of each part: peak GB/s, latency in ns, round of the
// banks in bytes; what a reader and a writer get with the least and the most plausible grouping, beside its own. Then,
// for buses of 256 and 512 bits and AXI bursts of 512, 1024, 2048 and 4096 bytes, parts of the pins' peak: a line per
// number of readers from 0, in it numbers of writers from 0; of a reader and a writer so many sixteenths of the round
// ahead, in a channel alone and in stripes.
)";

/// Numbers in braces.
std::string list_of(int count, const std::function<double(int)>& number) {
  std::string text = "{";
  for (int i = 0; i < count; ++i) text += fmt::format("{}{:.4f}", i > 0 ? ", " : "", number(i));
  return text + "}";
}

std::string efficiency(const dram::Timings& part, int bus_bits, int burst_bytes) {
  std::string text = "  {{{";
  for (int readers = 0; readers <= kMost; ++readers) {
    text += readers > 0 ? ",\n    " : "";
    text += list_of(kMost + 1, [&](int writers) {
      return readers + writers > 0 ? part_of_peak(part, bus_bits, burst_bytes, readers, writers) : 1.0;
    });
  }
  text += "}},\n   {{";
  for (const int channels : {1, kStripes}) {
    text += channels > 1 ? ",\n     " : "";
    text += list_of(kPlaces, [&](int k) { return part_of_peak_apart(part, bus_bits, burst_bytes, k, channels); });
  }
  return text + "}}},\n";
}

}  // namespace

std::string channel_table(const std::vector<std::string>& files) {
  std::string text = kHead;
  for (const std::string& file : files) {
    const dram::Timings part = dram::read_timings(file);
    const double usual = part_of_peak_grouped(part, part.group);
    text +=
        fmt::format("{{\"{}\", {:.3f}, {:.1f}, {}, {:.3f}, {:.3f}, {{{{\n", std::filesystem::path(file).stem().string(),
                    part.peak_gbs(), read_latency_ns(part), part.bank_round(),
                    part_of_peak_grouped(part, kFewest) / usual, part_of_peak_grouped(part, kMostInGroup) / usual);
    for (const int bus_bits : kWidths) {
      text += " {{\n";
      for (const int burst_bytes : kBursts) text += efficiency(part, bus_bits, burst_bytes);
      text += " }},\n";
    }
    text += "}}},\n";
  }
  return text;
}

}  // namespace rtlgen::bench
