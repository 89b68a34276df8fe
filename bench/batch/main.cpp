// bench_batch: a batch of grids through a simulated card with DRAM and PCIe, compared with its longest stage, with the
// model, and with single runs. docs/batches.md has the table.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdio>
#include <stdexcept>

#include "driver/batch/batch.hpp"
#include "driver/run/run.hpp"
#include "driver/simulate/simulate.hpp"
#include "support/diagnostics.hpp"
#include "support/result.hpp"

namespace {

using namespace rtlgen;

constexpr double kTarget = 95;  // per cent of the slower of DMA and computing, for 64 grids

driver::CardOptions options_of(std::int64_t passes) {
  driver::CardOptions card;
  card.run.run.source.file = fmt::format("{}/bench/batch/heat.yaml", RTLGEN_SOURCE_DIR);
  card.run.run.iterations = 4 * passes;
  card.run.native_operators = true;
  return card;
}

driver::BatchReport batch_of(std::int64_t passes, std::int64_t grids) {
  Diagnostics diagnostics;
  auto report = driver::run_batch({options_of(passes), grids}, diagnostics);
  if (!report) throw std::runtime_error(diagnostics.render());
  if (!report->match() || !report->predicted) throw std::runtime_error("cells differ from the golden engine");
  return *std::move(report);
}

/// Nanoseconds of one grid: load, run, read.
double alone(std::int64_t passes) {
  Diagnostics diagnostics;
  const auto report = driver::run_on_card(options_of(passes), diagnostics);
  if (!report) throw std::runtime_error(diagnostics.render());
  if (!report->match()) throw std::runtime_error("cells differ from the golden engine");
  return report->card->time_ns;
}

}  // namespace

int main(int argc, char** argv) {
  CLI::App app{"Batches on a simulated card, as in docs/batches.md; takes minutes"};
  std::int64_t grids = 64;
  app.add_option("--grids", grids, "grids of a batch")->check(CLI::Range(1, 1000))->capture_default_str();
  CLI11_PARSE(app, argc, argv);
  try {
    fmt::print(
        "| passes | upload, us | computing, us | download, us | per grid, us | model, us | of the longest | single "
        "runs, us | "
        "times faster |\n|---|---|---|---|---|---|---|---|---|\n");
    double least = 100;
    for (const std::int64_t passes : {1, 2, 3, 4, 8}) {
      const driver::BatchReport r = batch_of(passes, grids);
      const model::BatchTime& p = *r.predicted;
      const double single = alone(passes), each = r.time_ns / static_cast<double>(grids);
      const double longest = std::max({p.upload_seconds, p.compute_seconds, p.download_seconds}) * 1e9,
                   part = 100 * longest / each;
      least = std::min(least, part);
      fmt::print("| {} | {:.0f} | {:.0f} | {:.0f} | {:.1f} | {:.1f} | {:.1f} % | {:.0f} | {:.2f} |\n", passes,
                 p.upload_seconds * 1e6, p.compute_seconds * 1e6, p.download_seconds * 1e6, each * 1e-3,
                 p.seconds * 1e6 / static_cast<double>(grids), part, single * 1e-3, single / each);
      std::fflush(stdout);
    }
    fmt::print("\n{} grids: at least {:.1f} % of the slower of transfers and computing; target: {:.0f} %.\n", grids,
               least, kTarget);
  } catch (const std::exception& fault) {
    fmt::print(stderr, "bench_batch: {}\n", fault.what());
    return 1;
  }
}
