// bench_buffers: block RAM, flip-flops and LUTs of the buffers, compared with the published VHDL template
// (F. Richter, M. Schmidt, D. Fey, ERSA'12, table 2): same chip family, grids, P, I and 32-bit cells.
//
// Judges each row, and exits with status 0 if it could measure, whatever the result. docs/evidence/buffers.md says what
// is counted and why.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <exception>
#include <vector>

#include "design.hpp"

namespace {

using rtlgen::bench::Area;
using rtlgen::bench::Configuration;
using rtlgen::bench::Kernel;
using rtlgen::bench::Synthesised;

/// A row of the paper's table: 3x3x3 stencil, D = 32, ISE 11.5 for XC5VLX110T, Kernels not included.
struct Row {
  std::int64_t extent;
  int cells_per_cycle;
  int steps;
  Area paper;
};

constexpr Area paper(std::int64_t flip_flops, std::int64_t luts, std::int64_t brams) {
  return {2 * brams, flip_flops, luts};
}

const std::vector<Row>& rows() {
  static const std::vector<Row> table = {
      {32, 1, 16, paper(11328, 2113, 80)}, {32, 1, 28, paper(19824, 3697, 140)}, {64, 1, 1, paper(728, 157, 11)},
      {64, 2, 4, paper(4816, 496, 80)},    {64, 4, 4, paper(7088, 416, 128)},    {128, 1, 1, paper(748, 209, 35)},
      {128, 4, 1, paper(1782, 1860, 53)},  {128, 1, 4, paper(2992, 833, 140)},   {256, 1, 1, paper(770, 239, 131)},
      {256, 2, 1, paper(1228, 208, 140)},  {256, 4, 1, paper(1814, 168, 152)},
  };
  return table;
}

struct Options {
  std::vector<int> rows;
  std::string ram = "block";
  std::string folder = "bench_buffers_work";
  int timeout_seconds = 600;
  int memory_gib = 6;
  bool full = false;
};

struct Measured {
  Row row;
  Synthesised pass_through;
  Synthesised opaque;
};

std::string name_of(const Row& row) {
  return fmt::format("{0}x{0}x{0} P={1} I={2}", row.extent, row.cells_per_cycle, row.steps);
}

Synthesised measure(const Row& row, Kernel kernel, const Options& options) {
  const bool opaque = kernel == Kernel::kOpaque;
  const auto begin = std::chrono::steady_clock::now();
  std::fputs(fmt::format("{}, {} Kernel ...", name_of(row), opaque ? "opaque" : "pass-through").c_str(), stderr);
  rtlgen::bench::SynthesisOptions synthesis;
  synthesis.folder =
      fmt::format("{}/{}_{}_{}{}", options.folder, row.extent, row.cells_per_cycle, row.steps, opaque ? "_opaque" : "");
  synthesis.timeout_seconds = options.timeout_seconds;
  synthesis.memory_bytes = std::int64_t{options.memory_gib} << 30;
  const Synthesised result =
      rtlgen::bench::synthesise({row.extent, row.cells_per_cycle, row.steps, options.ram}, kernel, synthesis);
  const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - begin;
  std::fputs(fmt::format(" {:.0f} s\n", taken.count()).c_str(), stderr);
  return result;
}

void print_main_table(const std::vector<Measured>& all) {
  std::fputs(
      "Executors with a pass-through Kernel / paper (BRAM in blocks of 36 kbit)\n\n"
      "| grid, P, I | BRAM | paper | planned | FF | paper | LUT | paper | |\n"
      "|---|--:|--:|--:|--:|--:|--:|--:|---|\n",
      stdout);
  for (const Measured& m : all) {
    const Area& ours = m.pass_through.executors;
    const Area& theirs = m.row.paper;
    std::fputs(fmt::format("| {} | {} | {} | {} | {} | {} | {} | {} | {} |\n", name_of(m.row), ours.brams(),
                           theirs.brams(), static_cast<double>(m.pass_through.planned_half_brams) / 2, ours.flip_flops,
                           theirs.flip_flops, ours.luts, theirs.luts, ours.within(theirs) ? "pass" : "MISS")
                   .c_str(),
               stdout);
  }
}

void print_full_table(const std::vector<Measured>& all) {
  std::fputs(
      "\nIncluding what the template leaves to its user: with an opaque Kernel, so that kept border, bypass and\n"
      "position counters stay; and the whole core with entrance, credits and output FIFO\n\n"
      "| grid, P, I | Executors: BRAM | FF | LUT | | core: BRAM | FF | LUT | |\n"
      "|---|--:|--:|--:|---|--:|--:|--:|---|\n",
      stdout);
  for (const Measured& m : all) {
    const Area& e = m.opaque.executors;
    const Area& c = m.opaque.core;
    const auto verdict = [&](const Area& a) { return a.within(m.row.paper) ? "within" : "above"; };
    std::fputs(fmt::format("| {} | {} | {} | {} | {} | {} | {} | {} | {} |\n", name_of(m.row), e.brams(), e.flip_flops,
                           e.luts, verdict(e), c.brams(), c.flip_flops, c.luts, verdict(c))
                   .c_str(),
               stdout);
  }
}

int run(const Options& options) {
  std::vector<Measured> all;
  int number = 0;
  for (const Row& row : rows()) {
    ++number;
    if (!options.rows.empty() && std::find(options.rows.begin(), options.rows.end(), number) == options.rows.end())
      continue;
    Measured m;
    m.row = row;
    m.pass_through = measure(row, Kernel::kPassThrough, options);
    if (options.full) m.opaque = measure(row, Kernel::kOpaque, options);
    all.push_back(m);
  }
  print_main_table(all);
  if (options.full) print_full_table(all);
  const auto missed = std::count_if(all.begin(), all.end(),
                                    [](const Measured& m) { return !m.pass_through.executors.within(m.row.paper); });
  std::fputs(fmt::format("\n{} of {} rows at or below the paper in all three figures\n",
                         all.size() - static_cast<std::size_t>(missed), all.size())
                 .c_str(),
             stdout);
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  Options options;
  CLI::App app("Buffers after synthesis (Yosys synth_xilinx -family xc5v), compared with the published VHDL template");
  app.add_option("--row", options.rows, "only these rows, counted from 1; repeatable")
      ->check(CLI::Range(1, static_cast<int>(rows().size())));
  app.add_option("--ram", options.ram,
                 "block: every row and plane buffer in block RAM, as in the paper; auto: as planned")
      ->check(CLI::IsMember({"block", "auto", "distributed"}));
  app.add_flag("--full", options.full, "also measure what surrounds the buffers: opaque Kernel, whole core");
  app.add_option("--folder", options.folder, "folder for HDL and Yosys logs")->capture_default_str();
  app.add_option("--timeout", options.timeout_seconds, "limit of one synthesis in seconds")->capture_default_str();
  app.add_option("--memory", options.memory_gib, "memory limit of one synthesis in GiB; 0: no limit")
      ->capture_default_str();
  CLI11_PARSE(app, argc, argv);
  try {
    return run(options);
  } catch (const std::exception& error) {
    std::fputs(fmt::format("bench_buffers: {}\n", error.what()).c_str(), stderr);
    return 3;
  }
}
