// Predicts batches.
#include "driver/model/batch.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "contract/run_settings.hpp"
#include "contract/shell.hpp"
#include "driver/model/model_parts.hpp"
#include "driver/prepare/prepare.hpp"
#include "driver/prepare/ranges.hpp"
#include "model/places.hpp"
#include "plan/memory_use.hpp"
#include "plan/plan.hpp"
#include "spec/stencil.hpp"
#include "support/codes.hpp"
#include "support/diagnostics.hpp"
#include "support/result.hpp"

namespace rtlgen::driver {

namespace {

constexpr const char* kNoBus = "a batch needs memory on the card, but the description has no hardware.bus";

/// Sets of buffers that the board's channels have room for, one further up than the other.
int sets_of(const plan::Plan& plan, const spec::Extents& extents, const contract::RunSettings& run) {
  const model::Places places(plan, run, model::stream_traffic(plan, extents));
  std::uint64_t first = 0;
  for (const contract::ShellChannel& c : plan.shell->channels) first = std::max(first, places.end(c.number));
  const bool fits = std::all_of(plan.shell->channels.begin(), plan.shell->channels.end(), [&](const auto& c) {
    const auto size = plan::capacity_of(plan.stencil->hardware, c.number);
    return !size || first + places.end(c.number) <= *size;
  });
  return fits ? 2 : 1;
}

}  // namespace

bool check_for_batch(const plan::Plan& plan, Diagnostics& diagnostics) {
  if (plan.shell && !plan.stencil->decides_between_passes()) return true;
  if (plan.shell) {
    diagnostics.error(Code::kOptionConflict, {"--batch"},
                      "`until` and `next` are decided between passes, so a run cannot be submitted as a whole",
                      {"leave them out, or run the grids one by one"});
    return false;
  }
  diagnostics.error(Code::kOptionConflict, {"--batch"}, kNoBus,
                    {"set one: --set hardware.bus=512 is what `run` assumes if there is none"});
  return false;
}

bool check_has_shell(const ModelReport& design, const ModelOptions& options, const std::string& option, std::string why,
                     Diagnostics& diagnostics) {
  if (design.prepared->plan.shell) return true;
  std::string note = "set one: --set hardware.bus=512 is what `run` assumes if there is none";
  if (design.board && line_baud(*design.board)) {
    why = fmt::format("{} has a serial line and no memory", design.board->id);
    note = fmt::format("leave out {}, or name a board with memory", option);
  } else if (options.dram == "ideal") {
    why = "memory without limits has no bus, so transfers to memory and host cannot be predicted";
    note = "leave out --dram ideal";
  }
  diagnostics.error(Code::kOptionConflict, {option}, why, {note});
  return false;
}

Result<BatchForecast> model_batch(const ModelOptions& options, std::int64_t grids, const ModelReport& design,
                                  Diagnostics& diagnostics) {
  const plan::Plan& plan = design.prepared->plan;
  if (!check_number(kBatchRange, grids, diagnostics) ||
      !check_has_shell(design, options, "--batch", kNoBus, diagnostics) || !check_for_batch(plan, diagnostics))
    return Failure{};
  BatchForecast forecast;
  forecast.grids = grids;
  forecast.link = link_of_batch(options.link);
  model::BatchInput input;
  input.grids = grids;
  input.time.plan = &plan;
  input.time.extents = design.extents;
  input.time.iterations = design.iterations;
  input.time.kernel_mhz = design.clock_mhz;
  input.time.bus_mhz = plan.shell->bus_mhz;
  input.time.drams = design.drams;
  input.time.link = link_of(forecast.link, diagnostics);
  const auto run = contract::run_settings(plan.core, design.extents, design.iterations, diagnostics);
  if (!run || diagnostics.has_errors()) return Failure{};
  input.sets = forecast.sets = sets_of(plan, design.extents, *run);
  const auto time = model::batch_time(input, diagnostics);
  if (!time) return Failure{};
  forecast.time = *time;
  return forecast;
}

}  // namespace rtlgen::driver
