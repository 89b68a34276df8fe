// bench_time: cycles of whole accelerators with DRAM that the time model predicts, compared with simulated cycles.
//
// The CPU computes floats (--operators native), which changes no cycle count. docs/evidence/runs.md has the table.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <CLI/CLI.hpp>
#include <cmath>
#include <cstdio>
#include <exception>

#include "rows.hpp"

int main(int argc, char** argv) {
  using namespace rtlgen;
  CLI::App app{"Compares the time model with simulated accelerators, as in docs/evidence/runs.md"};
  std::vector<std::size_t> chosen;
  app.add_option("rows", chosen, "numbers of rows to measure, from 1 (default: all)");
  bool shapes = false;
  app.add_flag("--shapes", shapes, "measure the rows of bursts, fields and stripes instead");
  CLI11_PARSE(app, argc, argv);
  const std::vector<bench::TimeRow>& rows = shapes ? bench::shape_rows() : bench::time_rows();
  double sum = 0, worst = 0;
  int count = 0;
  try {
    fmt::print(
        "| run | channels | grid | iterations | limited by | ideal | predicted | simulated | error "
        "|\n|---|---|---|---|---|---|---|---|---|\n");
    for (std::size_t i = 0; i < rows.size(); ++i) {
      if (!chosen.empty() && std::find(chosen.begin(), chosen.end(), i + 1) == chosen.end()) continue;
      const bench::TimeRow& row = rows[i];
      fmt::print(stderr, "{}, {}\n", row.name, row.dram);
      const bench::TimeMeasured m =
          bench::measure(row, {}, [](const std::string& line) { fmt::print(stderr, "  {}\n", line); });
      std::string grid = "as shipped";
      if (!row.extents.empty()) grid = fmt::format("{}", fmt::join(row.extents, " x "));
      fmt::print("| {} | {} | {} | {} | {} | {} | {:.0f} | {} | {:+.2f} % |\n", row.name, row.dram, grid,
                 row.iterations, bench::bound_name(m.predicted), m.predicted.ideal_cycles, m.predicted.cycles, m.cycles,
                 m.off_percent());
      std::fflush(stdout);
      sum += std::abs(m.off_percent());
      worst = std::max(worst, std::abs(m.off_percent()));
      ++count;
    }
    fmt::print("\nMean absolute error {:.2f} % over {} runs, the largest {:.2f} %; target: a mean of at most 2 %.\n",
               sum / count, count, worst);
  } catch (const std::exception& fault) {
    fmt::print(stderr, "bench_time: {}\n", fault.what());
    return 1;
  }
}
