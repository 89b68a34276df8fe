// bench_timing: the clock that operators and cores reach in static timing, compared with the requested one.
//
//   bench_timing [FILTER ...] [--device ecp5-8] [--clocks 100,200,400] [--cores | --float64] [--paths] [--markdown]
//
// FILTER keeps the rows whose name contains one of the words; --paths prints the longest path of each in cells. Yosys
// maps, OpenSTA finds the longest path with the delays of the row; nothing is placed. A benchmark, not a test: it
// reports misses but succeeds; it fails only if something could not be measured.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdio>
#include <exception>
#include <stdexcept>

#include "contract/clock.hpp"
#include "hw/delay_model.hpp"
#include "operators.hpp"
#include "path.hpp"
#include "spec/type.hpp"
#include "timed.hpp"

namespace rtlgen::bench {

namespace {

struct Arguments {
  std::vector<std::string> filters;
  std::string device = "ecp5-8";
  std::vector<double> clocks;
  bool cores = false, doubles = false, markdown = false, paths = false;
};

bool wanted(const std::string& name, const Arguments& a) {
  return a.filters.empty() || std::any_of(a.filters.begin(), a.filters.end(),
                                          [&](const std::string& f) { return name.find(f) != std::string::npos; });
}

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

std::vector<std::string> titles(const Arguments& arguments) {
  if (arguments.paths) return {"what", "row", "period ns", "path ns", "slack ns", "cells"};
  return {"", "requested MHz", "stages", "LUT", "FF", "DSP", "MHz", "slack ns"};
}

void print_row(const std::string& name, const Timed& timed, const Arguments& arguments) {
  const std::string slack = fmt::format("{:+.2f}", timed.report.slack_ps / 1000.0);
  if (arguments.paths) {
    const std::string stages = fmt::format(", {} stage{}", timed.stages, timed.stages == 1 ? "" : "s");
    print_line(
        arguments.markdown,
        {name + (arguments.cores ? "" : stages), arguments.device, fmt::format("{:.2f}", timed.period_ps / 1000.0),
         fmt::format("{:.2f}", timed.report.worst_ps / 1000.0), slack, path_text(timed.report.cells)});
    return;
  }
  print_line(arguments.markdown,
             {name, fmt::format("{:.0f}", contract::mhz_of_period(timed.period_ps)), fmt::to_string(timed.stages),
              fmt::to_string(timed.area.luts()), fmt::to_string(timed.area.flip_flops), fmt::to_string(timed.area.dsps),
              fmt::format("{:.1f}", timed.mhz()), slack});
}

int run(const Arguments& arguments) {
  const hw::DelayModel* const device = hw::DelayModel::find(arguments.device);
  if (device == nullptr || !device->cells)
    throw std::runtime_error(fmt::format("the cells of '{}' are not known", arguments.device));
  print_line(arguments.markdown, titles(arguments));
  if (arguments.markdown) print_line(true, std::vector<std::string>(titles(arguments).size(), "---"));
  int failures = 0;
  const auto attempt = [&](const std::string& name, const auto& measure) {
    if (!wanted(name, arguments)) return;
    for (const double mhz : arguments.clocks) {
      try {
        print_row(name, measure(mhz), arguments);
      } catch (const std::exception& e) {
        fmt::print(stderr, "bench_timing: {} at {:g} MHz: {}\n", name, mhz, e.what());
        ++failures;
      }
    }
  };
  if (arguments.cores) {
    for (const Core& core : cores())
      attempt(fmt::format("{} I {}", core.name, core.steps),
              [&](double mhz) { return time_core(core, mhz, arguments.device); });
  } else {
    for (const Named& op : arguments.doubles ? named_operators({spec::Type::float_of(11, 52)}) : named_operators())
      attempt(op.name, [&](double mhz) { return time_operator(op.request, mhz, *device); });
  }
  return failures == 0 ? 0 : 1;
}

}  // namespace

}  // namespace rtlgen::bench

int main(int argc, char** argv) {
  using rtlgen::bench::Arguments;
  Arguments arguments;
  CLI::App app{"The clock that operators and cores reach in static timing, compared with the requested one."};
  app.add_option("FILTER", arguments.filters, "rows whose name contains one of these words");
  app.add_option("--device", arguments.device, "row of the delay table that has cells")->capture_default_str();
  app.add_option("--clocks", arguments.clocks, "requested clocks in MHz")
      ->delimiter(',')
      ->check(CLI::Range(1, 2000))
      ->required();
  app.add_flag("--cores", arguments.cores, "measure cores instead of operators");
  app.add_flag("--float64", arguments.doubles, "measure operators of float64");
  app.add_flag("--paths", arguments.paths, "print the longest paths and their cells");
  app.add_flag("--markdown", arguments.markdown, "print a table for docs/evidence/timing.md");
  CLI11_PARSE(app, argc, argv);
  try {
    return rtlgen::bench::run(arguments);
  } catch (const std::exception& e) {
    fmt::print(stderr, "bench_timing: {}\n", e.what());
    return 1;
  }
}
