// bench_timing: the clock that operators and cores reach in static timing, beside the one that is requested.
//
//   bench_timing [FILTER ...] [--device ecp5-8] [--clocks 100,200,400] [--cores] [--markdown]
//
// FILTER keeps the rows whose name contains one of the words. Yosys maps, OpenSTA finds the longest path with the
// delays of the row; nothing is placed. A benchmark, not a test: it reports misses and succeeds; it fails only when
// something could not be measured.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdio>
#include <exception>
#include <stdexcept>

#include "driver/prepare/prepare.hpp"
#include "elaborate/elaborate.hpp"
#include "hw/delay_model.hpp"
#include "hw/ir.hpp"
#include "model/area/cells.hpp"
#include "operators.hpp"
#include "ops/operator.hpp"
#include "plan/plan.hpp"
#include "support/diagnostics.hpp"
#include "support/result.hpp"
#include "synthesis/static_timing.hpp"
#include "synthesis/statistics.hpp"

namespace rtlgen::bench {

namespace {

struct Arguments {
  std::vector<std::string> filters;
  std::string device = "ecp5-8";
  std::vector<double> clocks;
  bool cores = false, markdown = false, path = false;
};

struct Core {
  std::string name, file;
  int steps;
};

const std::vector<Core>& cores() {
  static const std::vector<Core> list = {
      {"shift16", "bench/route/designs/shift.yaml", 1}, {"shift16", "bench/route/designs/shift.yaml", 16},
      {"heat16", "bench/route/designs/heat.yaml", 1},   {"heat16", "bench/route/designs/heat.yaml", 4},
      {"diffusion2d", "configs/diffusion2d.yaml", 1},   {"diffusion2d", "configs/diffusion2d.yaml", 2},
  };
  return list;
}

bool wanted(const std::string& name, const Arguments& a) {
  return a.filters.empty() || std::any_of(a.filters.begin(), a.filters.end(),
                                          [&](const std::string& f) { return name.find(f) != std::string::npos; });
}

int period_of(double mhz) { return static_cast<int>(1e6 / mhz); }

void print_line(bool markdown, const std::vector<std::string>& cells) {
  std::string line;
  for (std::size_t i = 0; i < cells.size(); ++i) {
    line += markdown ? fmt::format("| {} ", cells[i])
            : i == 0 ? fmt::format("{:<26}", cells[i])
                     : fmt::format("  {:>7}", cells[i]);
  }
  fmt::print("{}{}\n", line, markdown ? "|" : "");
  std::fflush(stdout);
}

void print_row(const std::string& name, int ranks, int period_ps, const hw::Design& design,
               const hw::DelayModel& device, const Arguments& arguments) {
  const synthesis::TimingReport report = synthesis::static_timing(design, device, period_ps);
  if (report.worst_ps <= 0) throw std::runtime_error("no path between registers");
  const model::Area area = synthesis::cells_of({{"netlist", report.netlist}}, "netlist", model::fabric_of(device.name),
                                               [](const std::string&) { return false; });
  std::vector<std::string> cells = {name,
                                    fmt::format("{:.0f}", 1e6 / period_ps),
                                    fmt::to_string(ranks),
                                    fmt::to_string(area.luts()),
                                    fmt::to_string(area.flip_flops),
                                    fmt::to_string(area.dsps),
                                    fmt::format("{:.1f}", 1e6 / report.worst_ps),
                                    fmt::format("{:+.2f}", report.slack_ps / 1000.0)};
  if (arguments.path) cells.push_back(fmt::format("{}", fmt::join(report.cells, " ")));
  print_line(arguments.markdown, cells);
}

void measure_operator(const Named& op, double mhz, const hw::DelayModel& device, const Arguments& arguments) {
  const int latency = ops::latency_for(op.request, device, period_of(mhz));
  print_row(op.name, latency, period_of(mhz), between_registers(op.request, device, latency), device, arguments);
}

void measure_core(const Core& core, double mhz, const Arguments& arguments) {
  Diagnostics diagnostics;
  const auto prepared = driver::prepare(
      {std::string(RTLGEN_SOURCE_DIR) + "/" + core.file,
       {"hardware.device=" + arguments.device, "hardware.extents=fixed", fmt::format("hardware.clock_mhz={:g}", mhz),
        "hardware.cells_per_cycle=1", fmt::format("hardware.steps={}", core.steps)}},
      diagnostics);
  if (!prepared) throw std::runtime_error("refused: " + diagnostics.render());
  const plan::Plan& plan = (*prepared)->plan;
  const int ranks = plan.executor.stages.front().kernel.latency;
  print_row(fmt::format("{} I {}", core.name, core.steps), ranks, plan.period_ps, elaborate::elaborate(plan),
            *plan.device, arguments);
}

int run(const Arguments& arguments) {
  const hw::DelayModel* const device = hw::DelayModel::find(arguments.device);
  if (device == nullptr || !device->cells)
    throw std::runtime_error(fmt::format("the cells of '{}' are not known", arguments.device));
  std::vector<std::string> titles = {"", "asked MHz", "ranks", "LUT", "FF", "DSP", "MHz", "slack ns"};
  if (arguments.path) titles.emplace_back("path");
  print_line(arguments.markdown, titles);
  if (arguments.markdown) print_line(true, std::vector<std::string>(titles.size(), "---"));
  int failures = 0;
  const auto attempt = [&](const std::string& name, const auto& measure) {
    if (!wanted(name, arguments)) return;
    for (const double mhz : arguments.clocks) {
      try {
        measure(mhz);
      } catch (const std::exception& e) {
        fmt::print(stderr, "bench_timing: {} at {:g} MHz: {}\n", name, mhz, e.what());
        ++failures;
      }
    }
  };
  if (arguments.cores) {
    for (const Core& core : cores())
      attempt(fmt::format("{} I {}", core.name, core.steps), [&](double mhz) { measure_core(core, mhz, arguments); });
  } else {
    for (const Named& op : named_operators())
      attempt(op.name, [&](double mhz) { measure_operator(op, mhz, *device, arguments); });
  }
  return failures == 0 ? 0 : 1;
}

}  // namespace

}  // namespace rtlgen::bench

int main(int argc, char** argv) {
  using rtlgen::bench::Arguments;
  Arguments arguments;
  CLI::App app{"The clock that operators and cores reach in static timing, beside the requested one."};
  app.add_option("FILTER", arguments.filters, "rows whose name contains one of these words");
  app.add_option("--device", arguments.device, "a row of delays that has cells")->capture_default_str();
  app.add_option("--clocks", arguments.clocks, "requested, in MHz")
      ->delimiter(',')
      ->check(CLI::Range(1, 2000))
      ->required();
  app.add_flag("--cores", arguments.cores, "cores instead of operators");
  app.add_flag("--path", arguments.path, "print the cells of the longest path");
  app.add_flag("--markdown", arguments.markdown, "print a table for docs/timing.md");
  CLI11_PARSE(app, argc, argv);
  try {
    return rtlgen::bench::run(arguments);
  } catch (const std::exception& e) {
    fmt::print(stderr, "bench_timing: {}\n", e.what());
    return 1;
  }
}
