// Drives a controller with linear streams.
#include "dram/traffic.hpp"

#include <algorithm>

namespace rtlgen::dram {

Delivered deliver(const Timings& t, const std::vector<Stream>& streams, std::uint64_t bytes, std::uint64_t ahead) {
  Controller controller(t);
  const auto step = static_cast<std::uint64_t>(t.burst_bytes());
  const std::uint64_t last = bytes / step;
  std::vector<std::uint64_t> requested(streams.size(), 0), had(streams.size(), 0);
  std::uint64_t most = 0;
  while (most < last) {
    const std::uint64_t slowest = *std::min_element(had.begin(), had.end());
    for (std::size_t s = 0; s < streams.size(); ++s) {
      if (requested[s] == last || (ahead > 0 && requested[s] > slowest + ahead / step)) continue;
      if (controller.accept({streams[s].base + requested[s] * step, streams[s].write, s})) ++requested[s];
    }
    controller.tick();
    while (const auto done = controller.done()) most = std::max(most, ++had[done->tag]);
  }
  Delivered result;
  result.statistics = controller.statistics();
  const double seconds = static_cast<double>(result.statistics.clocks) * static_cast<double>(t.clock_fs()) * 1e-15;
  for (const std::uint64_t bursts : had) {
    result.stream_gbs.push_back(static_cast<double>(bursts * step) / seconds * 1e-9);
    result.gbs += result.stream_gbs.back();
  }
  result.percent = 100 * result.gbs / t.peak_gbs();
  return result;
}

}  // namespace rtlgen::dram
