// Reuse chains and equations 2 to 5.
#include "soda2018.hpp"

#include <algorithm>
#include <set>

namespace rtlgen::model::soda2018 {

Reuse reuse(const std::vector<std::int64_t>& offsets, int cells_per_cycle) {
  const std::int64_t k = cells_per_cycle;
  const auto [least, most] = std::minmax_element(offsets.begin(), offsets.end());
  std::set<std::int64_t> seen;
  for (const std::int64_t offset : offsets) {
    for (std::int64_t lane = 0; lane < k; ++lane) seen.insert(offset + lane);
  }
  Reuse found;
  found.distance = *most - *least + 1;
  found.cells = *seen.rbegin() - *seen.begin() + 1;
  found.chains.resize(static_cast<std::size_t>(k));
  found.intervals.resize(static_cast<std::size_t>(k));
  for (const std::int64_t offset : seen) {
    const auto chain = static_cast<std::size_t>((offset - *least) % k);
    if (!found.chains[chain].empty()) found.intervals[chain].push_back((offset - found.chains[chain].back()) / k);
    found.chains[chain].push_back(offset);
  }
  return found;
}

double ideal_throughput(const Design& d) {
  double h = d.cells_per_cycle * d.steps * d.clock_ghz;
  for (std::size_t a = 0; d.ghosts && a < d.tile.size(); ++a) {
    const auto tile = static_cast<double>(d.tile[a]);
    h *= (tile - d.steps * (d.window[a] - 1)) / tile;
  }
  return h;
}

double throughput(const Design& d) {
  const double cells = d.cells_per_cycle * d.clock_ghz;  // per array and nanosecond
  double part = 1;
  if (d.banks)
    part = std::min({part, d.banks->first / (cells * d.bytes_in), d.banks->second / (cells * d.bytes_out)});
  else
    part = std::min(part, d.bandwidth_gbs / (cells * (d.bytes_in + d.bytes_out)));
  return ideal_throughput(d) * part;
}

double resources(const Design& d, double auxiliary, double of_computation, double of_forwarding) {
  return auxiliary + d.cells_per_cycle * d.steps * of_computation + d.steps * of_forwarding;
}

}  // namespace rtlgen::model::soda2018
