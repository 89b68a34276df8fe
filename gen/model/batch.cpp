// Follows the first grids of a batch from stage to stage (runtime/host/batch.cpp).
#include "model/batch.hpp"

#include <algorithm>
#include <array>
#include <vector>

#include "contract/shell.hpp"
#include "model/traffic.hpp"
#include "plan/plan.hpp"
#include "support/diagnostics.hpp"
#include "support/index.hpp"
#include "support/result.hpp"

namespace rtlgen::model {

namespace {

constexpr std::int64_t kFollowedGrids = 64;  ///< grids that are followed; by then each takes as long as the one before
/// Register accesses between two runs besides words that change: idle, errors; start.
constexpr double kBetweenReads = 2, kBetweenWrites = 1;
/// The same of runs that end with an interrupt: also idle and pending twice; interrupts on twice and off, pending.
constexpr double kInterruptReads = 3, kInterruptWrites = 4;
constexpr double kMostPolls = 1000;  ///< polls of a run that is not waited for by its interrupt

/// Times of registers and an interrupt, in nanoseconds.
struct HostTimes {
  double first = 0;    ///< until the first run begins
  double between = 0;  ///< from the end of a run to the beginning of the next
};

HostTimes host_times(const BatchInput& in, double compute_ns, std::int64_t passes) {
  const HostLink& link = *in.time.link;
  const contract::Shell& shell = *in.time.plan->shell;
  const bool is_long = compute_ns > kMostPolls * link.register_read_ns;
  double writes = kBetweenWrites + (is_long ? kInterruptWrites : 0),
         reads = kBetweenReads + (is_long ? kInterruptReads : 0);
  for (const contract::ShellStream& s : shell.streams) {
    // First and last byte of each buffer: addresses of less than 4 GiB.
    if (in.shared.contains(s.name)) continue;
    if (!s.is_out || !s.ping_pong) writes += s.ping_pong ? 4 : 2;
  }
  if (passes % 2 == 0) writes += 0.5;  // first_buffer, every other time
  for (const contract::BusRegister& r : shell.map.registers) {
    if (r.is_status && r.name.starts_with("mon_")) reads += r.words();
  }
  HostTimes times;
  times.first = (shell.map.words(false) + 4) * link.register_write_ns + 2 * link.register_read_ns;
  times.between = (is_long ? link.interrupt_ns : 0) + writes * link.register_write_ns + reads * link.register_read_ns;
  return times;
}

/// When the stages of a grid end, in nanoseconds.
struct Ends {
  double upload = 0, run = 0, download = 0;
};

}  // namespace

const char* word_of(Stage stage) {
  static const char* const kWords[] = {"upload", "run", "download"};
  return kWords[static_cast<int>(stage)];
}

Result<BatchTime> batch_time(const BatchInput& in, Diagnostics& diagnostics) {
  const auto run = run_time(in.time, diagnostics);
  if (!run) return Failure{};
  const HostLink& link = *in.time.link;
  const double computes = run->seconds * 1e9;
  const HostTimes host = host_times(in, computes, run->passes);
  const contract::Shell& shell = *in.time.plan->shell;
  double upload = 0, download = 0;
  for (const StreamTraffic& t : stream_traffic(*in.time.plan, in.time.extents)) {
    const contract::ShellStream& s = shell.streams[at(t.stream)];
    if (in.shared.contains(s.name)) continue;
    const double bytes = static_cast<double>(t.array_beats) * shell.bus_bits / 8;
    (s.is_out ? download : upload) +=
        s.stripes() * (link.dma_latency_ns + bytes / (s.is_out ? link.read_gbs : link.write_gbs));
  }

  std::vector<Ends> ends;
  const auto before = [&](std::int64_t grid, std::int64_t back) {
    return grid < back ? Ends{} : ends[static_cast<std::size_t>(grid - back)];
  };
  const std::int64_t followed = std::min(in.grids, kFollowedGrids);
  for (std::int64_t g = 0; g < followed; ++g) {
    Ends e;
    e.upload = std::max(before(g, 1).upload, before(g, in.sets).run) + upload;
    const double begin = std::max({e.upload, before(g, 1).run, before(g, in.sets).download});
    e.run = begin + (g == 0 ? host.first : 0) + computes + host.between;
    e.download = std::max(e.run, before(g, 1).download) + download;
    ends.push_back(e);
  }
  BatchTime time;
  time.upload_seconds = upload * 1e-9;
  time.download_seconds = download * 1e-9;
  time.compute_seconds = run->seconds;
  time.run_seconds = (computes + host.between) * 1e-9;
  const double both = std::max(upload, download), runs = computes + host.between;
  time.grid_seconds = (in.sets > 1 ? std::max(both, runs) : both + runs) * 1e-9;
  time.seconds = ends.back().download * 1e-9 + static_cast<double>(in.grids - followed) * time.grid_seconds;
  time.alone_seconds = (run->seconds + run->host_seconds) * static_cast<double>(in.grids);
  const std::array<double, 3> stages = {upload, runs, download};
  time.longest = static_cast<Stage>(std::max_element(stages.begin(), stages.end()) - stages.begin());
  return time;
}

}  // namespace rtlgen::model
