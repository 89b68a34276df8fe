// bench_accuracy: errors of golden runs of the catalogue against exact arithmetic, with ieee and with fused arithmetic
// (docs/evidence/operators.md).
//
//   bench_accuracy [CONFIGURATION ...] [--steps N]
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <string>
#include <vector>

#include "driver/data/run_options.hpp"
#include "driver/simulate/accuracy.hpp"
#include "support/diagnostics.hpp"
#include "support/result.hpp"

namespace {

namespace fs = std::filesystem;
using rtlgen::driver::AccuracyRow;

/// The target: the mean error of fused sums is at most this many times that of the chain.
constexpr double kTarget = 1.02;

/// The rows of one description; one without floats has none.
void print_rows(const fs::path& file, std::int64_t steps) {
  rtlgen::driver::RunOptions options;
  options.source.file = file.string();
  options.iterations = steps;
  rtlgen::Diagnostics diagnostics;
  const auto report = rtlgen::driver::accuracy(options, {}, diagnostics);
  if (!report) return;
  for (const AccuracyRow& ieee : report->rows) {
    if (ieee.run != "ieee") continue;
    const auto fused = std::ranges::find_if(
        report->rows, [&](const AccuracyRow& r) { return r.run == "fused" && r.field == ieee.field; });
    const double ratio = ieee.error.mean_ulp > 0 ? fused->error.mean_ulp / ieee.error.mean_ulp : 1;
    fmt::print("| {} | {} | {:.3g} | {:.3g} | {:.3g} | {:.3g} | {:.2f} | {} |\n", file.stem().string(), ieee.field,
               ieee.error.max_ulp, ieee.error.mean_ulp, fused->error.max_ulp, fused->error.mean_ulp, ratio,
               ratio <= kTarget ? "pass" : "MISS");
    std::fflush(stdout);
  }
}

}  // namespace

int main(int argc, char** argv) {
  CLI::App app{
      "Errors of golden runs against exact arithmetic, in ulp of the field's type, ieee compared with fused. Markdown"};
  std::vector<std::string> only;
  std::int64_t steps = 10;
  app.add_option("CONFIGURATION", only, "names of configurations (default: all)");
  app.add_option("--steps", steps, "time steps")->capture_default_str();
  CLI11_PARSE(app, argc, argv);
  std::vector<fs::path> files;
  for (const auto& entry : fs::directory_iterator(RTLGEN_CONFIGS)) {
    const bool wanted = only.empty() || std::ranges::count(only, entry.path().stem().string()) > 0;
    if (entry.path().extension() == ".yaml" && wanted) files.push_back(entry.path());
  }
  std::ranges::sort(files);
  fmt::print(
      "| stencil | field | ieee: largest | mean | fused: largest | mean | ratio of means | at most {} |\n"
      "|---|---|--:|--:|--:|--:|--:|---|\n",
      kTarget);
  for (const fs::path& file : files) print_rows(file, steps);
}
