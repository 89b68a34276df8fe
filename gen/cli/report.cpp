// Reports as text and as JSON.
#include "cli/report.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "spec/describe.hpp"
#include "support/numbers.hpp"
#include "support/safe_text.hpp"

namespace rtlgen::cli {

namespace {

std::string extents_text(const spec::Extents& extents, int axes) {
  std::string text = std::to_string(extents[0]);
  for (std::size_t a = 1; a < static_cast<std::size_t>(axes); ++a) text += fmt::format(" x {}", extents[a]);
  return text;
}

std::string lag_text(const plan::Distance& lag) {
  return fmt::format("{} planes, {} rows, {} words", lag.planes, lag.rows, lag.words);
}

const char* extent_word(plan::ExtentPlan plan) {
  switch (plan) {
    case plan::ExtentPlan::kRuntime:
      return "inputs, up to the compiled grid";
    case plan::ExtentPlan::kFixed:
      return "fixed";
    case plan::ExtentPlan::kFlat:
      return "fixed; the window is as large as the grid";
  }
  return "";
}

std::int64_t buffer_cells(const plan::Plan& plan) {
  std::int64_t cells = 0;
  for (const plan::StreamPlan& stream : plan.executor.streams) cells += stream.buffered_cells;
  return cells;
}

/// What wrapping costs: cells of the frame around the grid.
std::string ghost_text(const plan::CoreInterface& core) {
  std::string text;
  for (std::size_t a = 0; a < spec::kMaxAxes; ++a) {
    if (!core.wraps(a)) continue;
    text += fmt::format("{}{} below and {} above along {}", text.empty() ? "" : ", ", core.ghost_low[a],
                        core.ghost_high[a], "xyz"[a]);
  }
  return text.empty() ? text : fmt::format("  ghosts   {} cells: the grid's other side\n", text);
}

/// How the largest grid is cut, and how many cells are streamed for each of its own.
std::string block_text(const plan::CoreInterface& core) {
  if (!core.has_blocks()) return "";
  std::string text;
  for (std::size_t a = 0; a < spec::kMaxAxes; ++a) {
    if (!core.blocked(a)) continue;
    text += fmt::format("{}{} cells along {}, {} of them its own ({} below, {} above)", text.empty() ? "" : "; ",
                        core.block[a], "xyz"[a], core.stride(a), core.ghost_low[a], core.ghost_high[a]);
  }
  const spec::Extents& grid = core.maximum;
  const spec::Extents frame = core.frame_extents(grid);
  const spec::Extents blocks = core.blocks(grid);
  double streamed = 1;
  for (std::size_t a = 0; a < spec::kMaxAxes; ++a)
    streamed *= static_cast<double>(frame[a] * blocks[a]) / static_cast<double>(grid[a]);
  return fmt::format(
      "  blocks   {}\n           {} a pass over the whole grid: {:.3f} cells streamed for each of its own\n", text,
      blocks[0] * blocks[1], streamed);
}

std::string written_text(const std::vector<std::string>& written) {
  std::string text;
  for (const std::string& path : written) text += fmt::format("  wrote    {}\n", safe::terminal(OutsideText(path)));
  return text;
}

std::string cell_text(const spec::Extents& cell, int axes) {
  std::string text;
  for (std::size_t a = 0; a < static_cast<std::size_t>(axes); ++a) {
    text += fmt::format("{}{}={}", a == 0 ? "" : ", ", "xyz"[a], cell[a]);
  }
  return text;
}

std::string fault_text(const driver::SimReport& report) {
  const driver::Fault& fault = *report.fault;
  const spec::Stencil& stencil = report.prepared->stencil;
  const spec::Array& array = stencil.arrays[static_cast<std::size_t>(fault.cell.array)];
  return fmt::format(
      "  first wrong: field {} at {} in the {} run\n"
      "    step     {} (pass {}, Executor {}), lane {}\n"
      "    expected {}\n    got      {}\n",
      array.name, cell_text(fault.cell.cell, stencil.axes), fault.where, fault.step, fault.pass, fault.executor,
      fault.cell.lane, runner::show_value(array.type, fault.cell.expected),
      runner::show_value(array.type, fault.cell.got));
}

/// The last few passes: what their monitors were.
std::string passes_text(const spec::Stencil& stencil, const std::vector<golden::Pass>& passes, bool stopped) {
  constexpr std::size_t kShown = 4;
  std::string text;
  if (passes.size() > kShown) text += fmt::format("  monitors of the last {} of {} passes\n", kShown, passes.size());
  for (std::size_t i = passes.size() > kShown ? passes.size() - kShown : 0; i < passes.size(); ++i) {
    text += fmt::format("  after step {}:", passes[i].steps);
    for (std::size_t m = 0; m < stencil.monitors.size(); ++m) {
      text += fmt::format("{} {} = {}", m == 0 ? "" : ",", stencil.monitors[m].name,
                          runner::show_value(stencil.monitors[m].type, passes[i].monitors[m]));
    }
    text += "\n";
  }
  if (stopped)
    text += fmt::format("  until    ended the run after {} steps\n", passes.back().steps);
  else if (stencil.until >= 0)
    text += "  until    was never true\n";
  return text;
}

/// Every pass: its monitors, and the run-time parameters it ran with.
Json passes_json(const spec::Stencil& stencil, const std::vector<golden::Pass>& passes) {
  Json list = Json::array();
  for (const golden::Pass& pass : passes) {
    Json entry = {{"steps", pass.steps}};
    for (std::size_t m = 0; m < stencil.monitors.size(); ++m) {
      entry["monitors"][stencil.monitors[m].name] = runner::show_value(stencil.monitors[m].type, pass.monitors[m]);
    }
    for (std::size_t i = 0; i < stencil.params.size(); ++i) {
      const spec::Param& param = stencil.params[i];
      if (param.next >= 0) entry["params"][param.name] = runner::show_value(param.type, pass.params[i]);
    }
    list.push_back(entry);
  }
  return list;
}

std::string monitor_fault_text(const driver::SimReport& report) {
  const driver::MonitorFault& fault = *report.monitor_fault;
  const spec::Stencil& stencil = report.prepared->stencil;
  if (fault.monitor < 0) {
    return fmt::format("  FAILED   pass {} has monitors only in one of hardware and golden engine ({} run)\n",
                       fault.pass, fault.where);
  }
  const spec::Monitor& monitor = stencil.monitors[static_cast<std::size_t>(fault.monitor)];
  return fmt::format("  FAILED   monitor {} after pass {} of the {} run\n    expected {}\n    got      {}\n",
                     monitor.name, fault.pass, fault.where, runner::show_value(monitor.type, fault.expected),
                     runner::show_value(monitor.type, fault.got));
}

Json outcome_json(const runner::Outcome& outcome) {
  return {{"ended", outcome.ended},
          {"cycles", outcome.cycles},
          {"load_cycles", outcome.load_cycles},
          {"first_output_cycle", outcome.first_output},
          {"words_in", outcome.words_in},
          {"words_out", outcome.words_out},
          {"refused_cycles", outcome.refused},
          {"waiting_cycles", outcome.waiting},
          {"input_stall_cycles", outcome.input_stalls},
          {"output_stall_cycles", outcome.output_stalls},
          {"seconds", outcome.seconds},
          {"cpu_seconds", outcome.cpu_seconds}};
}

/// Inputs with a handshake of their own, a line each.
std::string late_text(const plan::Plan& plan) {
  std::string text;
  for (const int a : plan.core.late_arrays) {
    const std::string& name = plan.stencil->arrays[static_cast<std::size_t>(a)].name;
    const auto stream = static_cast<std::size_t>(plan.stencil->first_stream(a));
    text += fmt::format("  late     {0} enters {1} after the others, by in_{0}_valid and in_{0}_ready\n", name,
                        lag_text(plan.executor.streams[stream].lag));
  }
  return text;
}

}  // namespace

std::string check_text(const driver::Prepared& prepared) {
  const plan::Plan& plan = prepared.plan;
  const auto counted = [](int n, const char* thing) { return fmt::format("{} {}{}", n, thing, n == 1 ? "" : "s"); };
  return fmt::format(
      "{}{}{}  core     {}, {} a cycle, {}\n  extents  {}\n"
      "  lag      {} (whole chain)\n  latency  {} cycles (whole chain)\n"
      "  buffers  {} cells an Executor\n{}{}{}valid\n",
      spec::describe(prepared.reference), prepared.sharing.text, spec::describe_hardware(prepared.reference),
      plan.core.module, counted(plan.core.cells_per_cycle, "cell"), counted(plan.core.steps, "Executor"),
      extent_word(plan.core.extents), lag_text(plan.core.total_lag), plan.core.total_latency, buffer_cells(plan),
      late_text(plan), ghost_text(plan.core), block_text(plan.core));
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
          {"plan", Json::parse(plan::manifest_json(prepared.plan))}};
}

std::string generate_text(const driver::GenerateReport& report, const std::string& folder) {
  std::string text = fmt::format("{}: {} files, {}, in {}\n", report.prepared->stencil.name, report.files.size(),
                                 bytes_text(report.bytes), safe::terminal(OutsideText(folder)));
  for (const std::string& file : report.files) text += "  " + file + "\n";
  return text;
}

Json generate_json(const driver::GenerateReport& report, const std::string& config, const std::string& folder) {
  return {{"config", config}, {"folder", folder}, {"files", report.files}, {"bytes", report.bytes}};
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
  return fmt::format("{}: {} cells, {} steps, golden engine\n  {}\n{}{}{}", report.stencil.name,
                     extents_text(report.extents, report.stencil.axes), report.iterations,
                     si_text(static_cast<double>(report.cell_updates) / report.seconds, "cell updates/s"),
                     passes_text(report.stencil, report.passes, report.stopped), fields_text(report.fields),
                     written_text(report.written));
}

Json golden_json(const driver::GoldenReport& report, const std::string& config) {
  Json json = {
      {"config", config},          {"iterations", report.iterations},      {"cell_updates", report.cell_updates},
      {"seconds", report.seconds}, {"fields", fields_json(report.fields)}, {"written", report.written}};
  if (!report.passes.empty()) {
    json["stopped"] = report.stopped;
    json["passes_done"] = passes_json(report.stencil, report.passes);
  }
  return json;
}

/// What the shell's counters say of the memory.
std::string card_text(const driver::SimReport& report) {
  const driver::CardReport& card = *report.card;
  const plan::Shell& shell = *report.prepared->plan.shell;
  const double seconds =
      static_cast<double>(std::max<std::uint64_t>(card.counters.cycles_busy, 1)) / (card.bus_mhz * 1e6);
  std::string text;
  for (const auto& [channel, beats] : card.counters.beats) {
    const auto rate = [&](std::uint64_t count) {
      return si_text(static_cast<double>(count) * shell.bus_bits / 8 / seconds, "B/s");
    };
    text += fmt::format("  memory   channel {}: {} beats read, {} written: {} + {}\n", channel, beats[0], beats[1],
                        rate(beats[0]), rate(beats[1]));
  }
  for (const std::string& note : card.notes) text += "  note     " + note + "\n";
  text += fmt::format("  waits    {} cycles for input, {} for output; {} in all, with the host's transfers\n",
                      card.counters.input_waits, card.counters.output_waits, duration_text(card.time_ns * 1e-9));
  return text;
}

std::string sim_text(const driver::SimReport& report, const SimFacts& facts) {
  const spec::Stencil& stencil = report.prepared->stencil;
  const plan::CoreInterface& core = report.prepared->plan.core;
  const runner::Outcome& run = report.measured;
  std::string text = fmt::format(
      "{}: {} cells, {} steps; P = {}, I = {}; {}\n", stencil.name, extents_text(report.extents, stencil.axes),
      report.iterations, core.cells_per_cycle, core.steps,
      facts.device.empty() ? fmt::format("{} in {}, {} operators", facts.hdl, facts.simulator, facts.operators)
                           : "on " + facts.device);
  const bool ideal = !report.card;
  text += fmt::format("  cycles   {} {} {} ({} passes of {} words{}, lag {}, latency {}){}\n", run.cycles,
                      !ideal                                  ? "of the kernel, with ideal memory"
                      : run.cycles == report.predicted_cycles ? "as predicted, of at most"
                                                              : "of at most",
                      ideal || report.predicted_cycles == 0 ? report.cycle_bound : report.predicted_cycles,
                      report.settings.passes, report.settings.pass_words(),
                      report.settings.frames() > 1 ? fmt::format(" in {} blocks", report.settings.frames()) : "",
                      report.settings.total_lag, core.total_latency,
                      report.settings.pass_cycles > report.settings.pass_words()
                          ? "; a pass waits for the last one: the grid is small"
                          : "");
  if (report.card) text += card_text(report);
  if (report.pass_by_pass) text += "  passes   each is a run of its own: monitors decide in between\n";
  if (run.load_cycles > 0)
    text += fmt::format("  load     {} cycles before these, for the arrays held on chip\n", run.load_cycles);
  text +=
      fmt::format("  speed    {:.2f} cells a cycle, {} of the hardware's {}\n",
                  static_cast<double>(report.cell_updates) / static_cast<double>(std::max<std::int64_t>(run.cycles, 1)),
                  share_text(report.efficiency()), core.cells_per_cycle * core.steps);
  if (run.cpu_seconds > 0) {
    text += fmt::format("  built in {}{}, simulated in {}: {}\n", duration_text(report.build_seconds),
                        report.from_cache ? " (from the cache)" : "", duration_text(run.seconds),
                        si_text(static_cast<double>(report.cell_updates) / run.cpu_seconds, "cell updates/s"));
  }
  if (report.stalled) {
    text += fmt::format("  stalls   {} on input, {} on output: {} cycles\n", report.stalled->input_stalls,
                        report.stalled->output_stalls, report.stalled->cycles);
  }
  if (!report.failure.empty()) text += "  FAILED   " + report.failure + "\n";
  if (report.unknown > 0) text += fmt::format("  FAILED   {} cells hold X or U\n", report.unknown);
  if (report.mismatches > 0)
    text += fmt::format("  FAILED   {} cells differ from the golden engine\n", report.mismatches);
  if (report.monitor_fault) text += monitor_fault_text(report);
  if (report.fault) text += fault_text(report);
  text += passes_text(stencil, report.passes, report.stopped);
  if (report.ignored > 0)
    text += fmt::format("  ignored  {} cells, whose value does not matter (border: ignore)\n", report.ignored);
  if (report.match() && !report.checked) text += "  nothing was compared with the golden engine\n";
  if (report.match() && report.checked) {
    text += fmt::format("  match    every bit of every {}cell agrees with the golden engine\n",
                        report.ignored > 0 ? "other " : "");
  }
  return text + fields_text(report.fields) + written_text(report.written);
}

/// Of the last run on a card.
Json card_json(const driver::CardReport& card) {
  Json channels = Json::array();
  for (const auto& [channel, beats] : card.counters.beats)
    channels.push_back({{"channel", channel}, {"beats_read", beats[0]}, {"beats_written", beats[1]}});
  return {{"bus_cycles", card.counters.cycles_busy},
          {"bus_cycles_stalled", card.counters.cycles_stalled},
          {"input_waits", card.counters.input_waits},
          {"output_waits", card.counters.output_waits},
          {"passes", card.counters.passes},
          {"channels", channels},
          {"dram_busy", card.dram_busy},
          {"time_ns", card.time_ns},
          {"bus_mhz", card.bus_mhz},
          {"kernel_mhz", card.kernel_mhz},
          {"notes", card.notes}};
}

Json sim_json(const driver::SimReport& report, const SimFacts& facts) {
  const spec::Stencil& stencil = report.prepared->stencil;
  const plan::CoreInterface& core = report.prepared->plan.core;
  Json json = {{"match", report.checked ? Json(report.match()) : Json(nullptr)},
               {"mismatches", report.mismatches},
               {"unknown_cells", report.unknown},
               {"ignored_cells", report.ignored},
               {"failure", report.failure},
               {"cell_updates", report.cell_updates},
               {"cycles", report.measured.cycles},
               {"cells_per_cycle", report.measured.cycles > 0 ? static_cast<double>(report.cell_updates) /
                                                                    static_cast<double>(report.measured.cycles)
                                                              : 0.0},
               {"ideal_cells_per_cycle", core.cells_per_cycle * core.steps},
               {"efficiency", report.efficiency()},
               {"hdl", facts.hdl},
               {"memory", facts.memory},
               {"config", facts.config},
               {"plan", driver::plan_digest(report.prepared->plan)},
               {"name", stencil.name},
               {"simulator", facts.simulator},
               {"operators", facts.operators},
               {"extents", std::vector<std::int64_t>(report.extents.begin(), report.extents.begin() + stencil.axes)},
               {"iterations", report.iterations},
               {"passes", report.settings.passes},
               {"bypass", report.settings.bypass},
               {"frames_a_pass", report.settings.frames()},
               {"frame_words", report.settings.frame.words()},
               {"total_lag", report.settings.total_lag},
               {"total_latency", core.total_latency},
               {"ideal_cycles", report.settings.ideal_cycles},
               {"predicted_cycles", report.predicted_cycles},
               {"cycle_bound", report.cycle_bound},
               {"within_bound", report.within_bound()},
               {"seed", facts.seed},
               {"stalls", facts.stalls},
               {"fields", fields_json(report.fields)},
               {"run", outcome_json(report.measured)}};
  if (report.stalled) json["stalled_run"] = outcome_json(*report.stalled);
  if (!report.passes.empty()) {
    json["stopped"] = report.stopped;
    json["pass_by_pass"] = report.pass_by_pass;
    json["monitors_match"] = report.checked ? Json(!report.monitor_fault) : Json(nullptr);
    json["passes_done"] = passes_json(stencil, report.passes);
  }
  if (!facts.backend.empty()) {
    json["backend"] = facts.backend;
    json["checked"] = report.checked;
  }
  if (!facts.device.empty()) json["device"] = facts.device;
  if (report.card) {
    if (!facts.dram.empty()) json["dram"] = facts.dram;
    if (!facts.link.empty()) json["link"] = facts.link;
    json["card"] = card_json(*report.card);
  }
  json["from_cache"] = report.from_cache;
  json["build_seconds"] = report.build_seconds;
  json["golden_seconds"] = report.golden_seconds;
  json["written"] = report.written;
  if (report.fault) {
    const driver::Fault& fault = *report.fault;
    const spec::Array& array = stencil.arrays[static_cast<std::size_t>(fault.cell.array)];
    json["first_mismatch"] = {{"field", array.name},
                              {"cell", fault.cell.cell},
                              {"step", fault.step},
                              {"pass", fault.pass},
                              {"executor", fault.executor},
                              {"lane", fault.cell.lane},
                              {"run", fault.where},
                              {"expected", runner::show_value(array.type, fault.cell.expected)},
                              {"got", runner::show_value(array.type, fault.cell.got)}};
  }
  return json;
}

}  // namespace rtlgen::cli
