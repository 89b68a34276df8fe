// Reports of `sim` and `run`, as text and as JSON.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "cli/report_runs.hpp"
#include "contract/core_interface.hpp"
#include "contract/shell.hpp"
#include "driver/prepare/prepare.hpp"
#include "driver/simulate/simulate.hpp"
#include "runner/compare.hpp"
#include "runner/runner.hpp"
#include "spec/stencil.hpp"
#include "support/numbers.hpp"
#include "support/safe_text.hpp"

namespace rtlgen::cli {

namespace {

std::string cell_text(const spec::Extents& cell, int axes) {
  std::string text;
  for (std::size_t a = 0; a < static_cast<std::size_t>(axes); ++a) {
    text += fmt::format("{}{}={}", a == 0 ? "" : ", ", "xyz"[a], cell[a]);
  }
  return text;
}

std::string fault_text(const driver::SimReport& report) {
  const driver::Fault& fault = *report.fault;
  const spec::Stencil& stencil = report.prepared->stencil();
  const spec::Array& array = stencil.arrays[spec::ArrayId(fault.cell.array)];
  return fmt::format(
      "  first wrong: field {} at {} in the {} run\n"
      "    step     {} (pass {}, Executor {}), lane {}\n"
      "    expected {}\n    got      {}\n",
      array.shown(), cell_text(fault.cell.cell, stencil.axes), fault.where, fault.step, fault.pass, fault.executor,
      fault.cell.lane, runner::show_value(array.type, fault.cell.expected),
      runner::show_value(array.type, fault.cell.got));
}

std::string monitor_fault_text(const driver::SimReport& report) {
  const driver::MonitorFault& fault = *report.monitor_fault;
  const spec::Stencil& stencil = report.prepared->stencil();
  if (fault.monitor < 0) {
    return fmt::format("  FAILED   pass {}: only one of hardware and golden engine has monitors ({} run)\n", fault.pass,
                       fault.where);
  }
  const spec::Monitor& monitor = stencil.monitors[spec::MonitorId(fault.monitor)];
  return fmt::format("  FAILED   monitor {} after pass {} of the {} run\n    expected {}\n    got      {}\n",
                     monitor.name, fault.pass, fault.where, runner::show_value(monitor.type, fault.expected),
                     runner::show_value(monitor.type, fault.got));
}

/// Null if no cycles were counted.
template <class Value>
Json if_counted(const runner::Outcome& outcome, const Value& value) {
  return outcome.cycles > 0 ? Json(value) : Json(nullptr);
}

Json outcome_json(const runner::Outcome& outcome) {
  return {{"ended", outcome.ended},
          {"cycles", if_counted(outcome, outcome.cycles)},
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

std::string notes_text(const std::vector<std::string>& notes) {
  std::string text;
  for (const std::string& note : notes) text += "  note     " + note + "\n";
  return text;
}

/// The models of a simulated card, and whether the board has another link to its host.
std::string simulated_text(const driver::SimReport& report, const SimFacts& facts) {
  if (facts.dram.empty()) return "";
  std::string text = fmt::format("  models   {} behind each channel", safe::terminal(OutsideText(facts.dram)));
  if (facts.link.empty()) return text + "\n";
  text += fmt::format(", host over {}\n", safe::terminal(OutsideText(facts.link)));
  if (report.has_serial_line)
    text += fmt::format("  note     {} has a serial line to its host, so transfers take far longer than simulated\n",
                        safe::terminal(report.prepared->stencil().hardware.board));
  return text;
}

/// The shell's counters of memory traffic.
std::string card_text(const driver::SimReport& report, const SimFacts& facts) {
  const driver::CardReport& card = *report.card;
  const contract::Shell& shell = *report.prepared->plan.shell;
  const double seconds =
      static_cast<double>(std::max<std::uint64_t>(card.counters.cycles_busy, 1)) / (card.bus_mhz * 1e6);
  std::string text;
  for (const auto& [channel, beats] : card.counters.beats) {
    const auto rate = [&](std::uint64_t count) {
      return si_text(static_cast<double>(count) * shell.bus_bits / 8 / seconds, "B/s");
    };
    text +=
        fmt::format("  memory   channel {}: {} read, {} written: {} + {}\n", channel, counted_text(beats[0], "beat"),
                    count_text(static_cast<std::int64_t>(beats[1])), rate(beats[0]), rate(beats[1]));
  }
  text += simulated_text(report, facts);
  text += notes_text(card.notes);
  text += fmt::format("  waits    {} for input, {} for output; {} in total, including host transfers\n",
                      counted_text(card.counters.input_waits, "cycle"),
                      count_text(static_cast<std::int64_t>(card.counters.output_waits)),
                      duration_text(card.time_ns * 1e-9));
  return text;
}

std::string cycles_text(const driver::SimReport& report, const SimFacts& facts) {
  const contract::CoreInterface& core = report.prepared->plan.core;
  const runner::Outcome& run = report.measured;
  const bool ideal = !report.card;
  std::string text = fmt::format(
      "  cycles   {}{} {} ({} of {}{}, lag {}, latency {}){}\n", count_text(run.cycles),
      !ideal                                  ? " of the kernel clock; with ideal memory"
      : run.cycles == report.predicted_cycles ? " as predicted, limit"
                                              : ", limit",
      count_text(ideal || report.predicted_cycles == 0 ? report.cycle_bound : report.predicted_cycles),
      counted_text(report.settings.passes, "pass", "passes"), counted_text(report.settings.pass_words(), "word"),
      report.settings.frames() > 1 ? fmt::format(" in {} blocks", count_text(report.settings.frames())) : "",
      count_text(report.settings.total_lag), count_text(core.total_latency),
      report.settings.passes > 1 && report.settings.pass_cycles > report.settings.pass_words()
          ? "; each pass waits for the previous one: the grid is small"
          : "");
  if (report.card) text += card_text(report, facts);
  if (report.pass_by_pass) text += "  passes   each is a separate run: monitors are read in between\n";
  if (!report.probes.empty()) text += "  probes   each ends a separate run, and the pipeline refills after it\n";
  if (run.load_cycles > 0)
    text += fmt::format("  load     {} before the run, for the arrays held on chip\n",
                        counted_text(run.load_cycles, "cycle"));
  return text + fmt::format("  speed    {:.2f} cells per cycle, {} of the hardware's {}\n",
                            static_cast<double>(report.cell_updates) /
                                static_cast<double>(std::max<std::int64_t>(run.cycles, 1)),
                            share_text(report.efficiency()), count_text(core.cells_per_cycle * core.steps));
}

/// The grid stays on the host, and the serial line takes the time.
std::string line_text(const driver::SimReport& report) {
  const double seconds = report.measured.seconds;
  return fmt::format("  line     {} of {} in {}: {}\n", counted_text(report.settings.passes, "pass", "passes"),
                     counted_text(report.settings.pass_words(), "word"), duration_text(seconds),
                     si_text(static_cast<double>(report.cell_updates) / std::max(seconds, 1e-9), "cell updates/s")) +
         notes_text(report.line->notes);
}

/// True for `run` if the design has hard blocks.
bool has_self_test(const driver::SimReport& report, const SimFacts& facts) {
  const auto& shell = report.prepared->plan.shell;
  return !facts.backend.empty() && shell && !shell->self_test.blocks.empty();
}

std::string self_test_text(const driver::SimReport& report) {
  return fmt::format("  self-test: {}\n", report.self_test ? report.self_test->text() : "skipped (--no-self-test)");
}

/// Counts, and every failed case.
Json self_test_json(const host::SelfTest& test) {
  Json failures = Json::array();
  const auto bits = [](std::uint32_t value) { return fmt::format("{:08x}", value); };
  for (const host::SelfTest::Failure& f : test.failures)
    failures.push_back({{"assumption", f.assumption},
                        {"computes", f.computes},
                        {"a", bits(f.a)},
                        {"b", bits(f.b)},
                        {"c", bits(f.c)},
                        {"expected", f.expected},
                        {"read", bits(f.read)}});
  return {{"assumptions", test.assumptions}, {"cases", test.cases}, {"failed", test.failed()}, {"failures", failures}};
}

}  // namespace

std::string sim_text(const driver::SimReport& report, const SimFacts& facts) {
  const spec::Stencil& stencil = report.prepared->stencil();
  const contract::CoreInterface& core = report.prepared->plan.core;
  const runner::Outcome& run = report.measured;
  std::string text = fmt::format(
      "{}: {}, {}; P = {}, I = {}; {}\n", stencil.name, cells_text(report.extents, stencil.axes),
      counted_text(report.iterations, "step"), core.cells_per_cycle, core.steps,
      facts.device.empty() ? fmt::format("{} in {}, {} operators", facts.hdl, facts.simulator, facts.operators)
                           : "on " + facts.device);
  if (has_self_test(report, facts)) text += self_test_text(report);
  if (report.ended_by_self_test()) return text + "  FAILED   by the self-test, before any data was transferred\n";
  if (report.line)
    text += line_text(report);
  else if (run.ended || !report.card)
    text += cycles_text(report, facts);
  if (run.seconds > 0) {
    text += fmt::format("  built in {}{}, simulated in {}: {}\n", duration_text(report.build_seconds),
                        report.from_cache ? " (from the cache)" : "", duration_text(run.seconds),
                        si_text(static_cast<double>(report.cell_updates) / run.seconds, "cell updates/s"));
  }
  if (report.stalled) {
    text += fmt::format("  stalls   {} on input, {} on output: {}\n", count_text(report.stalled->input_stalls),
                        count_text(report.stalled->output_stalls), counted_text(report.stalled->cycles, "cycle"));
  }
  if (!report.failure.empty()) text += "  FAILED   " + report.failure + "\n";
  if (report.unknown > 0)
    text += fmt::format("  FAILED   {} {} X or U\n", counted_text(report.unknown, "cell"),
                        by_number(report.unknown, "holds", "hold"));
  if (report.mismatches > 0) text += differing_text(report.mismatches);
  if (report.monitor_fault) text += monitor_fault_text(report);
  if (report.fault) text += fault_text(report);
  text += passes_text(stencil, report.passes, report.stopped);
  if (report.ignored > 0) text += ignored_text(report.ignored);
  if (!report.ignored_probes.empty())
    text += fmt::format("           probes in such cells: {}\n", fmt::join(report.ignored_probes, ", "));
  if (report.match() && !report.checked) text += "  nothing was compared with the golden engine\n";
  if (report.match() && report.checked) {
    text += fmt::format("  match    bit for bit: every {}cell equals the golden engine's\n",
                        report.ignored > 0 ? "other " : "");
  }
  return text + fields_text(report.fields) + written_text(report.written);
}

namespace {

/// Counters and clocks of the last run on a card.
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

/// The first cell that is wrong.
Json fault_json(const driver::SimReport& report) {
  const driver::Fault& fault = *report.fault;
  const spec::Array& array = report.prepared->stencil().arrays[spec::ArrayId(fault.cell.array)];
  return {{"field", array.shown()},
          {"cell", fault.cell.cell},
          {"step", fault.step},
          {"pass", fault.pass},
          {"executor", fault.executor},
          {"lane", fault.cell.lane},
          {"run", fault.where},
          {"expected", runner::show_value(array.type, fault.cell.expected)},
          {"got", runner::show_value(array.type, fault.cell.got)}};
}

/// Counts, cycles and settings of the run.
Json run_json(const driver::SimReport& report, const SimFacts& facts) {
  const spec::Stencil& stencil = report.prepared->stencil();
  const contract::CoreInterface& core = report.prepared->plan.core;
  return {{"match", report.checked ? Json(report.match()) : Json(nullptr)},
          {"mismatches", report.mismatches},
          {"unknown_cells", report.unknown},
          {"ignored_cells", report.ignored},
          {"ignored_probes", report.ignored_probes},
          {"failure", report.failure},
          {"cell_updates", report.cell_updates},
          {"cycles", if_counted(report.measured, report.measured.cycles)},
          {"cells_per_cycle", if_counted(report.measured, static_cast<double>(report.cell_updates) /
                                                              static_cast<double>(report.measured.cycles))},
          {"ideal_cells_per_cycle", core.cells_per_cycle * core.steps},
          {"efficiency", if_counted(report.measured, report.efficiency())},
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
          {"within_bound", if_counted(report.measured, report.within_bound())},
          {"seed", facts.seed},
          {"stalls", facts.stalls},
          {"fields", fields_json(report.fields)},
          {"run", outcome_json(report.measured)}};
}

}  // namespace

Json sim_json(const driver::SimReport& report, const SimFacts& facts) {
  Json json = run_json(report, facts);
  if (report.stalled) json["stalled_run"] = outcome_json(*report.stalled);
  if (!report.passes.empty()) {
    json["stopped"] = report.stopped;
    json["pass_by_pass"] = report.pass_by_pass;
    json["monitors_match"] = report.checked ? Json(!report.monitor_fault) : Json(nullptr);
    json["passes_done"] = passes_json(report.prepared->stencil(), report.passes);
  }
  if (!facts.backend.empty()) {
    json["backend"] = facts.backend;
    json["checked"] = report.checked;
    if (has_self_test(report, facts))
      json["self_test"] = report.self_test ? self_test_json(*report.self_test) : Json(nullptr);
  }
  if (!facts.device.empty()) json["device"] = facts.device;
  if (report.card) {
    if (!facts.dram.empty()) json["dram"] = facts.dram;
    if (!facts.link.empty()) json["link"] = facts.link;
    json["card"] = card_json(*report.card);
  }
  if (report.line) json["line"] = {{"seconds", report.measured.seconds}, {"notes", report.line->notes}};
  json["from_cache"] = report.from_cache;
  json["build_seconds"] = report.build_seconds;
  json["golden_seconds"] = report.golden_seconds;
  json["written"] = report.written;
  if (report.fault) json["first_mismatch"] = fault_json(report);
  return json;
}

}  // namespace rtlgen::cli
