// Reports of batches.
#include "cli/batch.hpp"

#include <fmt/format.h>

#include "cli/report_runs.hpp"
#include "contract/core_interface.hpp"
#include "contract/shell.hpp"
#include "driver/prepare/prepare.hpp"
#include "spec/stencil.hpp"
#include "support/numbers.hpp"
#include "support/safe_text.hpp"

namespace rtlgen::cli {

namespace {

constexpr std::size_t kShown = 10;  ///< grids that failed

std::string stages_text(const model::BatchTime& t) {
  return fmt::format("upload {}, run {}, download {}", duration_text(t.upload_seconds), duration_text(t.run_seconds),
                     duration_text(t.download_seconds));
}

std::string fault_text(const driver::BatchGrid& g) {
  const std::string name = safe::terminal(OutsideText(g.name));
  if (!g.failure.empty()) return fmt::format("  FAILED   grid {}: {}\n", name, g.failure);
  if (g.mismatches > 0)
    return fmt::format("  FAILED   grid {}: {} {} from the golden engine\n", name, counted_text(g.mismatches, "cell"),
                       by_number(g.mismatches, "differs", "differ"));
  return fmt::format("  FAILED   grid {}: monitors differ from the golden engine's\n", name);
}

std::string faults_text(const driver::BatchReport& r) {
  std::string text;
  std::size_t count = 0;
  for (const driver::BatchGrid& g : r.grids) {
    if (!g.match() && ++count <= kShown) text += fault_text(g);
  }
  if (count > kShown) text += fmt::format("  FAILED   {} more\n", counted_text(count - kShown, "grid"));
  return text;
}

std::string written_text(const driver::BatchReport& r) {
  std::vector<std::string> all;
  for (const driver::BatchGrid& g : r.grids) all.insert(all.end(), g.written.begin(), g.written.end());
  if (all.empty()) return "";
  const std::string first = safe::terminal(OutsideText(all.front())), last = safe::terminal(OutsideText(all.back()));
  if (all.size() == 1) return fmt::format("  wrote    {}\n", first);
  return fmt::format("  wrote    {}: {} to {}\n", counted_text(all.size(), "file"), first, last);
}

double share_of_longest(const driver::BatchReport& r) {
  return r.predicted->grid_seconds * static_cast<double>(r.grids.size()) * 1e9 / r.time_ns;
}

}  // namespace

std::string batch_text(const driver::BatchReport& r, const std::string& memory) {
  const spec::Stencil& stencil = r.prepared->stencil();
  const contract::CoreInterface& core = r.prepared->plan.core;
  std::string text = fmt::format("{}: a batch of {}, each {}, {}; P = {}, I = {}; {}\n", stencil.name,
                                 counted_text(r.grids.size(), "grid"), cells_text(r.extents, stencil.axes),
                                 counted_text(r.iterations, "step"), core.cells_per_cycle, core.steps, memory);
  if (r.self_test) text += fmt::format("  self-test: {}\n", r.self_test->text());
  if (!r.failure.empty()) return text + "  FAILED   by the self-test, before any data was transferred\n";
  for (const std::string& note : r.notes) text += "  note     " + note + "\n";
  text += fmt::format("  time     {}, {} per grid: {}\n", duration_text(r.time_ns * 1e-9),
                      duration_text(r.time_ns * 1e-9 / static_cast<double>(r.grids.size())),
                      si_text(static_cast<double>(r.cell_updates) / (r.time_ns * 1e-9), "cell updates/s"));
  if (r.predicted) {
    const model::BatchTime& p = *r.predicted;
    text += fmt::format("  model    {}: {}; the {} takes {} of the time. One after the other: {}\n",
                        duration_text(p.seconds), stages_text(p), model::word_of(p.longest),
                        share_text(share_of_longest(r)), duration_text(p.alone_seconds));
  }
  text += faults_text(r);
  if (r.ignored > 0) text += ignored_text(r.ignored);
  if (r.match())
    text += r.checked ? fmt::format("  match    bit for bit: every {}cell of every grid equals the golden engine's\n",
                                    r.ignored > 0 ? "other " : "")
                      : "  nothing was compared with the golden engine\n";
  return text + written_text(r);
}

namespace {

Json time_json(const model::BatchTime& t) {
  return {{"upload_seconds", t.upload_seconds}, {"compute_seconds", t.compute_seconds},
          {"run_seconds", t.run_seconds},       {"download_seconds", t.download_seconds},
          {"grid_seconds", t.grid_seconds},     {"seconds", t.seconds},
          {"alone_seconds", t.alone_seconds},   {"longest", model::word_of(t.longest)}};
}

}  // namespace

Json batch_json(const driver::BatchReport& r, const std::string& config, const std::string& backend) {
  Json grids = Json::array();
  std::int64_t mismatches = 0;
  for (const driver::BatchGrid& g : r.grids) {
    grids.push_back({{"name", g.name},
                     {"match", r.checked ? Json(g.match()) : Json(nullptr)},
                     {"mismatches", g.mismatches},
                     {"failure", g.failure},
                     {"written", g.written}});
    mismatches += g.mismatches;
  }
  return {{"match", r.checked ? Json(r.match()) : Json(nullptr)},
          {"mismatches", mismatches},
          {"ignored_cells", r.ignored},
          {"failure", r.failure},
          {"config", config},
          {"backend", backend},
          {"extents", std::vector<std::int64_t>(r.extents.begin(), r.extents.begin() + r.prepared->stencil().axes)},
          {"iterations", r.iterations},
          {"cell_updates", r.cell_updates},
          {"time_ns", r.time_ns},
          {"predicted", r.predicted ? time_json(*r.predicted) : Json(nullptr)},
          {"grids", grids},
          {"notes", r.notes},
          {"from_cache", r.from_cache},
          {"build_seconds", r.build_seconds}};
}

std::string forecast_text(const driver::BatchForecast& f) {
  const model::BatchTime& t = f.time;
  return fmt::format(
      "  batch of {} over {}: {} per grid, as long as the {}\n    {}\n    {} in all; one after the other "
      "{}, {:.2g} times as long\n{}",
      counted_text(f.grids, "grid"), f.link, duration_text(t.grid_seconds), model::word_of(t.longest), stages_text(t),
      duration_text(t.seconds), duration_text(t.alone_seconds), t.alone_seconds / t.seconds,
      f.sets > 1 ? "" : "    the memory has no room for two sets of buffers: runs and transfers take turns\n");
}

Json forecast_json(const driver::BatchForecast& f) {
  Json json = time_json(f.time);
  json["grids"] = f.grids;
  json["link"] = f.link;
  json["sets"] = f.sets;
  return json;
}

}  // namespace rtlgen::cli
