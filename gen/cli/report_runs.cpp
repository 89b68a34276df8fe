// Reports of `golden`, and the parts that the reports of all runs share.
#include "cli/report_runs.hpp"

#include <fmt/format.h>

#include "data/counts.hpp"
#include "driver/data/field_counts.hpp"
#include "driver/simulate/simulate.hpp"
#include "golden/monitored.hpp"
#include "runner/compare.hpp"
#include "support/index.hpp"
#include "support/numbers.hpp"
#include "support/safe_text.hpp"

namespace rtlgen::cli {

std::string extents_text(const spec::Extents& extents, int axes) {
  std::string text = std::to_string(extents[0]);
  for (std::size_t a = 1; a < static_cast<std::size_t>(axes); ++a) text += fmt::format(" x {}", extents[a]);
  return text;
}

std::string cells_text(const spec::Extents& extents, int axes) {
  const bool is_one = axes == 1 && extents[0] == 1;
  return fmt::format("{} {}", extents_text(extents, axes), is_one ? "cell" : "cells");
}

std::string differing_text(std::int64_t cells) {
  return fmt::format("  FAILED   {} {} from the golden engine\n", counted_text(cells, "cell"),
                     by_number(cells, "differs", "differ"));
}

std::string ignored_text(std::int64_t cells) {
  return fmt::format("  ignored  {} whose value does not matter (border: ignore)\n", counted_text(cells, "cell"));
}

std::string written_text(const std::vector<std::string>& written) {
  std::string text;
  for (const std::string& path : written) text += fmt::format("  wrote    {}\n", safe::terminal(OutsideText(path)));
  return text;
}

std::string passes_text(const spec::Program& program, const std::vector<golden::Pass>& passes, bool stopped) {
  if (program.monitors.empty()) return "";
  constexpr std::size_t kShown = 4;
  std::string text;
  if (passes.size() > kShown) text += fmt::format("  monitors of the last {} of {} passes\n", kShown, passes.size());
  for (std::size_t i = passes.size() > kShown ? passes.size() - kShown : 0; i < passes.size(); ++i) {
    text += fmt::format("  after step {}:", passes[i].steps);
    for (const spec::MonitorId m : program.monitors.ids()) {
      text += fmt::format("{} {} = {}", m.index() == 0 ? "" : ",", program.monitors[m].name,
                          runner::show_value(program.monitors[m].type, passes[i].monitors[at(m.index())]));
    }
    text += "\n";
  }
  if (stopped)
    text += fmt::format("  until    ended the run after {}\n", counted_text(passes.back().steps, "step"));
  else if (program.until.valid())
    text += "  until    was never true\n";
  return text;
}

Json passes_json(const spec::Program& program, const std::vector<golden::Pass>& passes) {
  Json list = Json::array();
  for (const golden::Pass& pass : passes) {
    Json entry = {{"steps", pass.steps}};
    for (const spec::MonitorId m : program.monitors.ids()) {
      entry["monitors"][program.monitors[m].name] =
          runner::show_value(program.monitors[m].type, pass.monitors[at(m.index())]);
    }
    for (const spec::ParamId i : program.params.ids()) {
      const spec::Param& param = program.params[i];
      if (param.next.valid()) entry["params"][param.name] = runner::show_value(param.type, pass.params[at(i.index())]);
    }
    list.push_back(entry);
  }
  return list;
}

std::string fields_text(const std::vector<driver::FieldCounts>& fields) {
  std::string text;
  for (const driver::FieldCounts& f : fields) {
    if (!f.counts.clean()) text += fmt::format("  {}: {}\n", f.field, data::counts_text(f.counts, f.type));
  }
  return text;
}

Json fields_json(const std::vector<driver::FieldCounts>& fields) {
  Json json = Json::object();
  for (const driver::FieldCounts& f : fields) {
    json[f.field] = {{"cells", f.counts.cells},
                     {"nan", f.counts.nan},
                     {"infinite", f.counts.infinite},
                     {"saturated", f.counts.saturated}};
  }
  return json;
}

std::string golden_text(const driver::GoldenReport& report) {
  const std::string speed = report.iterations == 0
                                ? "the start data"
                                : si_text(static_cast<double>(report.cell_updates) / report.seconds, "cell updates/s");
  return fmt::format("{}: {}, {}, golden engine\n  {}\n{}{}{}", report.program.name,
                     cells_text(report.extents, report.program.axes), counted_text(report.iterations, "step"), speed,
                     passes_text(report.program, report.passes, report.stopped), fields_text(report.fields),
                     written_text(report.written));
}

Json golden_json(const driver::GoldenReport& report, const std::string& config) {
  Json json = {
      {"config", config},          {"iterations", report.iterations},      {"cell_updates", report.cell_updates},
      {"seconds", report.seconds}, {"fields", fields_json(report.fields)}, {"written", report.written}};
  if (!report.passes.empty()) {
    json["stopped"] = report.stopped;
    json["passes_done"] = passes_json(report.program, report.passes);
  }
  return json;
}

}  // namespace rtlgen::cli
