// Reports of runs over several cards.
#include "cli/cards.hpp"

#include <fmt/format.h>

#include <numeric>

namespace rtlgen::cli {

namespace {

double sum(const std::vector<double>& list) { return std::accumulate(list.begin(), list.end(), 0.0); }

std::string faults_text(const driver::CardsReport& report) {
  std::string text;
  if (!report.failure.empty()) text += "  FAILED   " + report.failure + "\n";
  if (report.mismatches > 0) text += fmt::format("  FAILED   {} cells differ from the golden engine\n", report.mismatches);
  if (report.first_mismatch) {
    const runner::Mismatch& m = *report.first_mismatch;
    const spec::Array& array = report.prepared->stencil.arrays[static_cast<std::size_t>(m.array)];
    text += fmt::format("           first at {}[{}]: expected {}, got {}\n", array.name, fmt::join(m.cell.begin(), m.cell.begin() + report.prepared->stencil.axes, ", "),
                        runner::show_value(array.type, m.expected), runner::show_value(array.type, m.got));
  }
  return text;
}

}  // namespace

std::string cards_text(const driver::CardsReport& r, const std::string& memory) {
  const spec::Stencil& stencil = r.prepared->stencil;
  const plan::CoreInterface& core = r.prepared->plan.core;
  std::string text = fmt::format("{}: {} cells, {} steps; P = {}, I = {}; {} cards{}, each with {}\n", stencil.name, fmt::join(r.extents.begin(), r.extents.begin() + stencil.axes, " x "), r.iterations,
                                 core.cells_per_cycle, core.steps, r.slabs.size(), r.processes > 1 ? fmt::format(" in {} processes", r.processes) : "", memory);
  for (std::size_t c = 0; c < r.slabs.size(); ++c) {
    const cards::Slab& s = r.slabs[c];
    text += fmt::format("  card {:<3} {} {} to {}, ghosts {} + {}", c, stencil.axes == 3 ? "planes" : "rows", s.first, s.first + s.count - 1, s.low, s.high);
    if (c < r.times.size()) text += fmt::format("; {:.1f} us computing, {:.1f} us exchanging", sum(r.times[c].run_ns) / 1000, sum(r.times[c].exchange_ns) / 1000);
    text += "\n";
  }
  if (r.run_ns > 0) {
    text += fmt::format("  passes   {}, in step: {:.1f} us as the slowest card of each takes, {:.0f} cycles of the kernel\n", r.passes, r.run_ns / 1000, r.cycles());
    text += fmt::format("  speed    {:.2f} cells a cycle of the hardware's {} x {}\n", static_cast<double>(r.cell_updates) / r.cycles(), r.slabs.size(), core.cells_per_cycle * core.steps);
  }
  if (r.predicted) {
    text += fmt::format("  model    {:.1f} us; one card alone {:.1f} us, so {:.1f}% of {} cards' speed is left\n", r.predicted->seconds * 1e6, r.predicted->alone_seconds * 1e6,
                        100 * r.predicted->efficiency(r.slabs.size()), r.slabs.size());
  }
  text += faults_text(r);
  if (r.ignored > 0) text += fmt::format("  ignored  {} cells, whose value does not matter (border: ignore)\n", r.ignored);
  if (r.match()) text += r.checked ? fmt::format("  match    every bit of every {}cell agrees with the golden engine\n", r.ignored > 0 ? "other " : "") : "  nothing was compared with the golden engine\n";
  for (const std::string& path : r.written) text += "  wrote    " + path + "\n";
  return text;
}

Json cards_json(const driver::CardsReport& r, const std::string& config, const std::string& backend) {
  const plan::CoreInterface& core = r.prepared->plan.core;
  Json cards = Json::array();
  for (std::size_t c = 0; c < r.slabs.size(); ++c) {
    const cards::Slab& s = r.slabs[c];
    Json card = {{"first", s.first}, {"count", s.count}, {"ghosts_low", s.low}, {"ghosts_high", s.high}};
    if (c < r.times.size()) card.update({{"run_ns", r.times[c].run_ns}, {"exchange_ns", r.times[c].exchange_ns}});
    cards.push_back(std::move(card));
  }
  const double per_cycle = r.run_ns > 0 ? static_cast<double>(r.cell_updates) / r.cycles() : 0;
  const double ideal = static_cast<double>(core.cells_per_cycle) * core.steps * static_cast<double>(r.slabs.size());
  Json json = {{"match", r.checked ? Json(r.match()) : Json(nullptr)}, {"mismatches", r.mismatches}, {"ignored_cells", r.ignored}, {"failure", r.failure},
               {"cell_updates", r.cell_updates}, {"cycles", r.cycles()}, {"cells_per_cycle", per_cycle}, {"ideal_cells_per_cycle", ideal}, {"efficiency", per_cycle / ideal},
               {"config", config}, {"backend", backend}, {"extents", std::vector<std::int64_t>(r.extents.begin(), r.extents.begin() + r.prepared->stencil.axes)},
               {"iterations", r.iterations}, {"passes", r.passes}, {"processes", r.processes}, {"cards", cards}, {"time_ns", r.run_ns}, {"kernel_mhz", r.kernel_mhz}};
  if (r.predicted) {
    json["predicted"] = {{"time_ns", r.predicted->seconds * 1e9}, {"alone_ns", r.predicted->alone_seconds * 1e9}, {"run_ns", r.predicted->run_seconds * 1e9},
                         {"exchange_ns", r.predicted->exchange_seconds * 1e9}, {"efficiency", r.predicted->efficiency(r.slabs.size())}};
  }
  json["from_cache"] = r.from_cache;
  json["build_seconds"] = r.build_seconds;
  json["golden_seconds"] = r.golden_seconds;
  json["written"] = r.written;
  return json;
}

}  // namespace rtlgen::cli
