// Sums the area of each point, and computes a lower bound of its time.
#include "explore/candidates.hpp"

#include <algorithm>
#include <limits>
#include <set>
#include <string>

#include "model/line.hpp"
#include "support/ceil_div.hpp"

namespace rtlgen::explore {

namespace {

/// The minimum number of words in a pass: with the widest blocks and the narrowest ghost zones.
double words_of_pass(const Problem& problem, const Probe& probe, int steps) {
  const spec::Stencil& s = problem.stencil;
  double words = 1;
  for (std::size_t a = 0; a < static_cast<std::size_t>(s.axes); ++a) {
    const std::int64_t extent = s.grid[a], unit = a == 0 ? probe.cells_per_cycle : 1;
    if (a >= probe.block.size() || probe.block[a] >= extent) {
      words *= static_cast<double>(ceil_div(extent, unit));
      continue;
    }
    const std::int64_t own = probe.block[a] - probe.reach[a] * steps;
    if (own <= 0) return 0;
    words *= static_cast<double>(ceil_div(extent, own) * ceil_div(probe.block[a], unit));
  }
  return words;
}

/// Least time of a grid's transfers in the slower direction: whole cells, one transfer of each array.
double link_seconds(const Problem& problem) {
  if (problem.grids == 0) return 0;
  const spec::Stencil& s = problem.stencil;
  std::set<std::string> fields[2];
  double bytes[2] = {0, 0};
  for (const spec::ArrayId id : s.arrays.ids()) {
    const spec::Array& array = s.arrays[id];
    const spec::Extents own = array.shape(s.grid);
    for (const bool down : {false, true}) {
      using enum spec::Role;
      if (array.role != kState && array.role != (down ? kOutput : kInput)) continue;
      bytes[down ? 1 : 0] += static_cast<double>(own[0] * own[1] * own[2]) * array.type.width / 8.0;
      fields[down ? 1 : 0].insert(array.vector.empty() ? array.name : array.vector);
    }
  }
  const model::HostLink& link = *problem.link;
  const auto ns = [&](int way, double gbs) {
    return static_cast<double>(fields[way].size()) * link.dma_latency_ns + bytes[way] / gbs;
  };
  return std::max(ns(0, link.write_gbs), ns(1, link.read_gbs)) * 1e-9;
}

}  // namespace

model::Area area_at(const Probe& probe, int steps) {
  model::Area area = probe.rest;
  area += steps * probe.executor;
  return area;
}

std::vector<Candidate> candidates(const Problem& problem, const std::vector<Probe>& probes, std::int64_t& considered) {
  std::vector<Candidate> all;
  const spec::Stencil& s = problem.stencil;
  const double cells = static_cast<double>(s.grid[0]) * static_cast<double>(s.grid[1]) * static_cast<double>(s.grid[2]);
  const double link = link_seconds(problem);
  const bool has_auto =
      std::find(problem.rams.begin(), problem.rams.end(), spec::RamChoice::kAuto) != problem.rams.end();
  for (const Probe& probe : probes) {
    // Too small for UltraRAM, buffers are those of `auto`.
    if (has_auto && probe.ram == spec::RamChoice::kUltra && area_at(probe, 1).ultra_rams == 0) continue;
    const model::Area around = around_of(problem, probe);
    const auto consider = [&](int steps) {
      ++considered;
      const model::Area area = area_at(probe, steps);
      const double words = words_of_pass(problem, probe, steps);
      if (words == 0) return false;
      const double part = fullest(area + probe.shell + around, problem.budget, *problem.fabric).part;
      if (part > kNear) return false;
      const auto passes = static_cast<double>(ceil_div(problem.iterations, steps));
      const double mhz = probe.scheduled_mhz.value_or(problem.kernel_mhz);
      double seconds = words / (mhz * 1e6);
      for (const ChannelBytes& c : probe.channel_bytes) {
        if (problem.drams.empty()) break;
        seconds = std::max(seconds, cells * c.bytes / (model::of_kind(problem.drams, c.kind).peak_gbs * 1e9));
      }
      if (problem.line_baud > 0)
        seconds += model::line_seconds(words * (probe.line.in_bytes + probe.line.out_bytes), problem.line_baud);
      seconds = std::max(seconds * passes, link);
      Candidate c{&probe, {}, part};
      c.point.cells_per_cycle = probe.cells_per_cycle;
      c.point.steps = steps;
      c.point.block = probe.block;
      c.point.ram = probe.ram;
      c.point.scheduled_mhz = probe.scheduled_mhz;
      c.point.clock_mhz = mhz;
      c.point.predicted_mhz = probe.predicted_mhz;
      c.point.area = area;
      c.point.shell = probe.shell;
      c.point.around = around;
      c.point.seconds = seconds;
      c.point.cell_updates_per_s = cells * static_cast<double>(problem.iterations) / seconds;
      all.push_back(std::move(c));
      return true;
    };
    if (!problem.steps.empty()) {
      for (const int steps : problem.steps) consider(steps);
      continue;
    }
    for (int steps = problem.fewest_steps; steps <= problem.longest(); ++steps) {
      if (!consider(steps)) break;
    }
  }
  return all;
}

Fullest fullest(const model::Area& area, const Budget& budget, const model::Fabric& fabric) {
  Fullest full;
  const auto look = [&full](const std::string& what, std::int64_t used, const std::optional<std::int64_t>& available) {
    if (!available) return;
    const double part = *available > 0 ? static_cast<double>(used) / static_cast<double>(*available)
                        : used > 0     ? std::numeric_limits<double>::max()
                                       : 0;
    if (part > full.part || full.what.empty()) full = {part, what, used, *available};
  };
  look(fabric.logic_word(), fabric.logic(area), budget.logic);
  look("flip-flops", area.flip_flops, budget.flip_flops);
  look(fabric.ram_word, area.rams, budget.rams);
  look("DSP", area.dsps, budget.dsps);
  look("UltraRAM", area.ultra_rams, budget.ultra_rams);
  return full;
}

spec::Hardware at_point(spec::Hardware hardware, const Point& point) {
  hardware.cells_per_cycle = point.cells_per_cycle;
  hardware.steps = point.steps;
  hardware.hops = std::min(point.hops.value_or(hardware.hops), point.steps - 1);
  hardware.block = point.block;
  hardware.block_auto = false;
  hardware.ram = point.ram;
  if (point.form) hardware.arithmetic = *point.form;
  if (point.dsp_limit) hardware.dsp_limit = point.dsp_limit;
  if (point.dsp_sums) hardware.dsp_sums = point.dsp_sums;
  if (point.scheduled_mhz) hardware.clock_mhz = *point.scheduled_mhz;
  return hardware;
}

}  // namespace rtlgen::explore
