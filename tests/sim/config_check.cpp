// One shipped configuration in one language: `config_check CONFIG verilog|vhdl`.
//
// Simulates it as shipped, without stalls and with random ones, and fails unless every bit agrees
// with the golden engine, the run takes exactly the cycles that the plan predicts, and the first word comes out
// exactly when it says.
#include <fmt/format.h>

#include <cstdio>
#include <exception>
#include <string>

#include "driver/driver.hpp"

namespace {

/// Edges from a word's entrance to its exit beside lag and Kernel latencies: the entrance opens two
/// edges after reset, the output FIFO takes two.
constexpr std::int64_t kEntranceAndFifo = 4;

int check(const std::string& config, const std::string& hdl) {
  using namespace rtlgen;
  Diagnostics diagnostics;
  driver::SimOptions options;
  options.run.source.file = config;
  options.hdl = hdl == "vhdl" ? runner::Hdl::kVhdl : runner::Hdl::kVerilog;
  options.random_stalls = true;
  const auto report = driver::simulate(options, diagnostics);
  std::fputs(diagnostics.render().c_str(), stderr);
  if (!report) return 1;
  int faults = 0;
  const auto expect = [&](bool holds, const std::string& what) {
    if (holds) return;
    ++faults;
    std::fputs(fmt::format("{} ({}): {}\n", config, hdl, what).c_str(), stderr);
  };
  const std::int64_t words = report->settings.pass_words() * report->settings.passes;
  expect(report->failure.empty(), report->failure);
  expect(report->mismatches == 0, fmt::format("{} cells differ", report->mismatches));
  expect(!report->monitor_fault, "a monitor differs");
  expect(report->measured.words_in == words && report->measured.words_out == words, "words were lost");
  expect(report->within_bound(), fmt::format("{} cycles, promised {}", report->measured.cycles, report->cycle_bound));
  expect(report->measured.cycles == report->predicted_cycles,
         fmt::format("{} cycles, predicted {}", report->measured.cycles, report->predicted_cycles));
  const std::int64_t first = report->settings.total_lag + report->prepared->plan.core.total_latency + kEntranceAndFifo;
  expect(report->measured.first_output == first,
         fmt::format("first word at {}, scheduled at {}", report->measured.first_output, first));
  expect(report->stalled.has_value() && report->stalled->input_stalls > 0 && report->stalled->output_stalls > 0,
         "there were no stalls");
  return faults == 0 ? 0 : 1;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 3) {
    std::fputs("usage: config_check CONFIG verilog|vhdl\n", stderr);
    return 2;
  }
  try {
    return check(argv[1], argv[2]);
  } catch (const std::exception& error) {
    std::fputs(fmt::format("{}\n", error.what()).c_str(), stderr);
    return 1;
  }
}
