// Reports of `check` and `generate`, as text and as JSON; report_runs.cpp and report_sim.cpp have those of runs.
#include "cli/report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>

#include "analysis/meaning/fused_lines.hpp"
#include "analysis/sharing/cost.hpp"
#include "contract/core_interface.hpp"
#include "contract/frame.hpp"
#include "driver/prepare/prepare.hpp"
#include "plan/forms/forms.hpp"
#include "plan/plan.hpp"
#include "plan/timing/dsp_limit.hpp"
#include "spec/describe.hpp"
#include "spec/mirror.hpp"
#include "spec/stencil.hpp"
#include "support/numbers.hpp"
#include "support/safe_text.hpp"

namespace rtlgen::cli {

namespace {

std::string lag_text(const contract::Distance& lag) {
  std::vector<std::string> parts;
  if (lag.planes != 0) parts.push_back(counted_text(lag.planes, "plane"));
  if (lag.rows != 0) parts.push_back(counted_text(lag.rows, "row"));
  if (lag.words != 0 || parts.empty()) parts.push_back(counted_text(lag.words, "word"));
  return fmt::format("{}", fmt::join(parts, ", "));
}

const char* extent_word(contract::ExtentPlan plan) {
  switch (plan) {
    case contract::ExtentPlan::kRuntime:
      return "a run may use a smaller grid";
    case contract::ExtentPlan::kFixed:
      return "fixed";
    case contract::ExtentPlan::kFlat:
      return "fixed; the window is as large as the grid";
  }
  return "";
}

std::int64_t buffer_cells(const plan::Plan& plan) {
  std::int64_t cells = 0;
  for (const plan::StreamPlan& stream : plan.executor.streams) cells += stream.buffered_cells;
  return cells;
}

/// The cost of wrapping: cells of the frame around the grid.
std::string ghost_text(const contract::CoreInterface& core) {
  std::string text;
  for (std::size_t a = 0; a < spec::kMaxAxes; ++a) {
    if (!core.wraps(a)) continue;
    text += fmt::format("{}{} below and {} above along {}", text.empty() ? "" : ", ", count_text(core.ghost_low[a]),
                        count_text(core.ghost_high[a]), "xyz"[a]);
  }
  return text.empty() ? text : fmt::format("  ghosts   {}: cells of the opposite side of the grid\n", text);
}

/// How the largest grid is cut into blocks, and how many cells are streamed per cell of the grid.
std::string block_text(const contract::CoreInterface& core, const spec::Hardware& hardware) {
  if (!core.has_blocks())
    return hardware.block.empty() ? "" : "  blocks   none: hardware.block covers the whole grid, so it has no effect\n";
  std::string text;
  for (std::size_t a = 0; a < spec::kMaxAxes; ++a) {
    if (!core.blocked(a)) continue;
    text += fmt::format("{}{} along {}, {} of them owned ({} below, {} above)", text.empty() ? "" : "; ",
                        counted_text(core.block[a], "cell"), "xyz"[a], count_text(core.stride(a)),
                        counted_text(core.ghost_low[a], "ghost"), count_text(core.ghost_high[a]));
  }
  const spec::Extents& grid = core.maximum;
  const spec::Extents frame = core.frame_extents(grid);
  const spec::Extents blocks = core.blocks(grid);
  double streamed = 1;
  for (std::size_t a = 0; a < spec::kMaxAxes; ++a)
    streamed *= static_cast<double>(frame[a] * blocks[a]) / static_cast<double>(grid[a]);
  return fmt::format(
      "  blocks   {}\n           {} per pass over the whole grid: {:.3f} cells streamed per cell of the grid\n", text,
      count_text(blocks[0] * blocks[1]), streamed);
}

/// Inputs with their own handshake, one line per input.
std::string late_text(const plan::Plan& plan) {
  std::string text;
  for (const contract::Port& port : plan.core.ports_of(contract::PortRole::kLateValid)) {
    const spec::StreamId stream = plan.stencil->first_stream(spec::ArrayId(port.index));
    text += fmt::format("  late     {0} enters {1} after the others, with in_{0}_valid and in_{0}_ready\n", port.field,
                        lag_text(plan.executor.streams[stream].lag));
  }
  return text;
}

/// Lines that read their own results: the axis, the buffers of results, and the reversal or transposition buffers.
std::string sweeps_text(const plan::Plan& plan) {
  std::string text;
  for (const plan::StagePlan& stage : plan.executor.stages) {
    if (stage.mirror)
      text += fmt::format("  turned   {}{}: buffers a {}, {} of {}\n", stage.name,
                          stage.mirror->axis == spec::kTransposed ? ", x and y exchanged"
                                                                  : fmt::format(" along {}", "xyz"[stage.mirror->axis]),
                          spec::mirrors_frames(plan.stencil->axes, stage.mirror->axis) ? "frame" : "plane",
                          counted_text(stage.mirror->words, "word"), counted_text(stage.mirror->width, "bit"));
    const auto& sweep = plan.stencil->stages[stage.stage].sweep;
    if (!sweep) continue;
    text += fmt::format("  sweeps   {} along {}: one word per cycle", stage.name, "xyz"[sweep->axis]);
    if (stage.own_results.valid()) {
      const plan::ResultsPlan& results = *plan.executor.streams[stage.own_results].results;
      text += fmt::format("; results are held in {} of {}", counted_text(results.max_depth, "word"),
                          counted_text(results.width, "bit"));
    }
    text += "\n";
  }
  return text;
}

/// The hex-aligned values: names of arrays, and the number of operators in all Kernels.
std::string forms_text(const plan::Plan& plan) {
  const spec::ArithmeticForm arithmetic = plan.stencil->hardware.arithmetic;
  if (arithmetic == spec::ArithmeticForm::kIeee ||
      (arithmetic == spec::ArithmeticForm::kAuto && !spec::has_floats(*plan.stencil)))
    return "";
  std::string arrays;
  for (const spec::ArrayId a : plan.stencil->arrays.ids()) {
    if (plan.inside().arrays[a].type.aligned) arrays += (arrays.empty() ? "" : ", ") + plan.stencil->arrays[a].shown();
  }
  const plan::FormCounts counts = plan::count_forms(plan);
  return fmt::format(
      "  aligned  arrays {}; {} of {}, {} per cell{}\n", arrays.empty() ? "none" : arrays, count_text(counts.aligned),
      counted_text(counts.operators, "operator"), counted_text(counts.conversions, "conversion"),
      plan.formed ? fmt::format("; IEEE would take about {}", counted_text(plan.saved_luts, "more LUT")) : "");
}

/// The effect of `hardware.dsp_limit` on products with constants, and of `hardware.dsp_sums` on additions.
std::string blocks_text(const plan::Plan& plan) {
  const spec::Hardware& hardware = plan.stencil->hardware;
  std::string text;
  if (!hardware.dsp_limit && !hardware.dsp_sums) return text;
  const plan::BlockCounts counts = plan::count_blocks(plan);
  if (hardware.dsp_limit)
    text =
        fmt::format("  products {} per cell; {} in LUTs because of the limit\n",
                    counted_text(counts.blocks - counts.sums, "DSP block"), counted_text(counts.expanded, "operator"));
  if (hardware.dsp_sums)
    text += fmt::format("  sums     {} per cell in DSP blocks, {} in total\n", counted_text(counts.sums, "addition"),
                        count_text(counts.blocks));
  return text;
}

/// Two digits of a bound, rounded up so that the printed bound holds too.
std::string bound_text(double bound) {
  std::string text = fmt::format("{:.2g}", bound);
  const double step = std::pow(10.0, std::floor(std::log10(bound)) - 1);
  while (std::strtod(text.c_str(), nullptr) < bound)
    text = fmt::format("{:.2g}", std::strtod(text.c_str(), nullptr) + step);
  return text;
}

std::string fused_text(const spec::Program& program) {
  std::string text;
  for (const analysis::FusedLine& f : analysis::fused_lines(program)) {
    const spec::FusedError& e = f.error;
    const bool multiplies = e.least_operand > 0;
    const std::string smaller = multiplies
                                    ? fmt::format(",\n           with smaller operands, including zero, counted as {}",
                                                  bound_text(e.least_operand))
                                    : "";
    const std::string lost = multiplies ? fmt::format(" plus {}", bound_text(e.of_products)) : "";
    text += fmt::format(
        "  fused    {}: {}\n"
        "           {} terms, in any order; error at most half an ulp plus {} of the largest term{};\n"
        "           added one by one: error at most {} of the sum of their magnitudes{}\n",
        f.line, f.sum, f.terms, bound_text(e.of_largest), smaller, bound_text(e.of_magnitudes), lost);
  }
  return text;
}

Json fused_json(const spec::Program& program) {
  Json list = Json::array();
  for (const analysis::FusedLine& f : analysis::fused_lines(program))
    list.push_back({{"line", f.line},
                    {"sum", f.sum},
                    {"terms", f.terms},
                    {"error_of_largest_term", f.error.of_largest},
                    {"least_operand", f.error.least_operand},
                    {"chain_error_of_magnitudes", f.error.of_magnitudes},
                    {"chain_error_of_products", f.error.of_products}});
  return list;
}

}  // namespace

std::string check_text(const driver::Prepared& prepared) {
  const plan::Plan& plan = prepared.plan;
  return fmt::format(
      "{}{}{}{}  core     {}, {} per cycle, {}\n  extents  {}\n"
      "  lag      {} (whole chain)\n  latency  {} (whole chain)\n"
      "  buffers  {} per Executor\n{}{}{}{}{}{}valid\n",
      spec::describe(prepared.reference()), fused_text(prepared.reference()), prepared.sharing.text,
      spec::describe_hardware(prepared.requested), plan.core.module, counted_text(plan.core.cells_per_cycle, "cell"),
      counted_text(plan.core.steps, "Executor"), extent_word(plan.core.extents), lag_text(plan.core.total_lag),
      counted_text(plan.core.total_latency, "cycle"), counted_text(buffer_cells(plan), "cell"), sweeps_text(plan),
      forms_text(plan), blocks_text(plan), late_text(plan), ghost_text(plan.core),
      block_text(plan.core, prepared.stencil().hardware));
}

Json check_json(const driver::Prepared& prepared, const std::string& config) {
  const auto cost = [](const analysis::Cost& c) -> Json {
    return {
        {"additions", c.operators.adds}, {"multiplications", c.operators.multiplies},   {"others", c.operators.others},
        {"temporaries", c.temporaries},  {"buffered_cells_estimate", c.buffered_cells}, {"lut_equivalents", c.luts}};
  };
  return {{"config", config},
          {"valid", true},
          {"sharing",
           {{"changed", prepared.sharing.changed},
            {"before", cost(prepared.sharing.before)},
            {"after", cost(prepared.sharing.after)}}},
          {"fused_sums", fused_json(prepared.reference())},
          {"plan", Json::parse(plan::manifest_json(prepared.plan))}};
}

std::string check_text(const spec::Program& program, const spec::Stage& line) {
  return fmt::format("{}{}hardware\n  none     line {}: order: {} (RG0409); run it with rtlgen golden\nvalid\n",
                     spec::describe(program), fused_text(program), line.where.line, line.sweep->text());
}

Json check_json(const spec::Stage& line, const std::string& config) {
  return {{"config", config},
          {"valid", true},
          {"plan", nullptr},
          {"no_hardware", {{"line", line.where.line}, {"order", line.sweep->text()}}}};
}

std::string generate_text(const driver::GenerateReport& report, const std::string& folder) {
  std::string text =
      fmt::format("{}: {}, {}, in {}\n", report.prepared->stencil().name, counted_text(report.files.size(), "file"),
                  bytes_text(report.bytes), safe::terminal(OutsideText(folder)));
  for (const std::string& file : report.files) text += "  " + file + "\n";
  return text;
}

Json generate_json(const driver::GenerateReport& report, const std::string& config, const std::string& folder) {
  return {{"config", config}, {"folder", folder}, {"files", report.files}, {"bytes", report.bytes}};
}

}  // namespace rtlgen::cli
