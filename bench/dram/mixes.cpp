// Mixes of readers and writers; see mixes.hpp.
#include "mixes.hpp"

#include <fmt/format.h>

#include <filesystem>

#include "dram/part_file.hpp"

namespace rtlgen::bench {

namespace {

constexpr int kPlaces = 16;                ///< places of a writer relative to a reader
constexpr int kMost = 8;                   ///< readers, writers
constexpr std::uint64_t kBytes = 1 << 20;  ///< of each: at least about ten refreshes
constexpr std::uint64_t kAhead = 8192;     ///< how far the shell's FIFOs allow one stream to be ahead of another

}  // namespace

double part_of_peak(const dram::Timings& t, int readers, int writers) {
  const auto count = static_cast<std::uint64_t>(readers + writers);
  const std::uint64_t round = t.bank_round();
  const std::uint64_t apart = t.capacity() / count / round * round;
  std::vector<dram::Stream> streams;
  for (std::uint64_t i = 0; i < count; ++i)
    streams.push_back({i * apart + i * round / count, i >= static_cast<std::uint64_t>(readers)});
  return dram::deliver(t, streams, kBytes, count > 1 ? kAhead : 0).percent / 100;
}

double part_of_peak_apart(const dram::Timings& t, int sixteenths) {
  const std::uint64_t round = t.bank_round();
  const std::uint64_t writer =
      t.capacity() / 2 / round * round + static_cast<std::uint64_t>(sixteenths) * round / kPlaces;
  return dram::deliver(t, {{0, false}, {writer, true}}, kBytes, kAhead).percent / 100;
}

double read_latency_ns(const dram::Timings& t) {
  return static_cast<double>(t.latency + t.rcd + t.cl + t.data_clocks()) * static_cast<double>(t.clock_fs()) * 1e-6;
}

std::string channel_table(const std::vector<std::string>& files) {
  std::string text =
      "// Printed by `bench_dram --table` from sim/dram/parts; do not edit. Shares of the pins' peak: one line per "
      "number of\n// readers from 0, with a column per number of writers from 0; then, for a reader and a writer, by "
      "the number of\n// sixteenths of the banks that one is ahead of the other.\n";
  for (const std::string& file : files) {
    const dram::Timings t = dram::read_timings(file);
    text += fmt::format("{{\"{}\", {:.3f}, {:.1f}, {}, {{{{\n", std::filesystem::path(file).stem().string(),
                        t.peak_gbs(), read_latency_ns(t), t.bank_round());
    for (int readers = 0; readers <= kMost; ++readers) {
      text += "    {";
      for (int writers = 0; writers <= kMost; ++writers)
        text += fmt::format("{}{:.4f}", writers > 0 ? ", " : "",
                            readers + writers > 0 ? part_of_peak(t, readers, writers) : 1.0);
      text += readers < kMost ? "},\n" : "}\n";
    }
    text += "}},\n    {";
    for (int k = 0; k < kPlaces; ++k) text += fmt::format("{}{:.4f}", k > 0 ? ", " : "", part_of_peak_apart(t, k));
    text += "}},\n";
  }
  return text;
}

}  // namespace rtlgen::bench
