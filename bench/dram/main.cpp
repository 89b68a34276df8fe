// bench_dram: what each memory model delivers to bare linear streams, in GB/s and percent of the pins' peak.
//
//   bench_dram [--markdown | --table] [--bytes N] [PART.yaml ...]
//
// Prints the table of sim/README.md, the yardstick for the memory shell on the same model. --table:
// gen/model/channel_table.inc, which the time model reads.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <exception>
#include <string>
#include <vector>

#include "dram/part_file.hpp"
#include "dram/traffic.hpp"
#include "mixes.hpp"

namespace {

using namespace rtlgen::dram;

struct Mix {
  const char* name;
  std::vector<Stream> streams;
};

/// Bytes from one DRAM bank to the next for a linear stream, and half way round them.
std::vector<Mix> mixes(const Timings& t) {
  const std::uint64_t far = t.capacity() / 2;
  const std::uint64_t half_round = t.bank_round() / 2, bank = half_round / static_cast<std::uint64_t>(t.banks) * 2;
  return {{"read", {{0, false}}},
          {"write", {{0, true}}},
          {"read + write, same DRAM banks", {{0, false}, {far, true}}},
          {"read + write, other DRAM banks", {{0, false}, {far + half_round, true}}},
          {"2 reads + write, other DRAM banks", {{0, false}, {far / 2 + bank, false}, {far + half_round, true}}}};
}

}  // namespace

int main(int argc, char** argv) {
  CLI::App app{"What each memory model delivers to bare linear streams"};
  bool markdown = false, table = false;
  std::uint64_t bytes = 16 << 20;
  std::vector<std::string> parts;
  app.add_flag("--markdown", markdown, "print the table of sim/README.md");
  app.add_flag("--table", table, "print gen/model/channel_table.inc");
  app.add_option("--bytes", bytes, "bytes of each stream");
  app.add_option("parts", parts, "YAML files (default: those of sim/dram/parts)");
  CLI11_PARSE(app, argc, argv);
  if (parts.empty()) {
    for (const auto& [name, text] : part_texts()) {
      if (name.starts_with("parts/")) parts.push_back(name);
    }
  }
  try {
    if (table) {
      fmt::print("{}", rtlgen::bench::channel_table(parts));
      return 0;
    }
    if (markdown)
      fmt::print(
          "| channel | peak GB/s | streams | GB/s | of the peak | row hits | clocks per turnaround "
          "|\n|---|---|---|---|---|---|---|\n");
    for (const std::string& part : parts) {
      const Timings t = read_timings(part);
      for (const Mix& mix : mixes(t)) {
        const Delivered d = deliver(t, mix.streams, bytes, mix.streams.size() > 1 ? 8192 : 0);
        const Statistics& s = d.statistics;
        const double hits = 100.0 * static_cast<double>(s.row_hits) / static_cast<double>(s.reads + s.writes);
        const std::string turn = s.turnarounds > 0 ? std::to_string(s.clocks / s.turnarounds) : "";
        fmt::print(fmt::runtime(markdown ? "| {} | {:.1f} | {} | {:.2f} | {:.1f} % | {:.1f} % | {} |\n"
                                         : "{:20} {:6.1f} GB/s  {:34} {:6.2f} GB/s {:5.1f} %  row hits {:5.1f} %  "
                                           "clocks per turnaround {}\n"),
                   t.name, t.peak_gbs(), mix.name, d.gbs, d.percent, hits, turn);
      }
    }
  } catch (const std::exception& e) {
    fmt::print(stderr, "bench_dram: {}\n", e.what());
    return 1;
  }
}
