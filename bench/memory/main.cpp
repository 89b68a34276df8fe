// bench_memory: simulates whole accelerators with DRAM: how much of the memory's and of the hardware's speed they use,
// and how close the planner's cycles are. Every run is also compared with the golden engine.
//
// The CPU computes floats (--operators native), which changes no cycle count. docs/memory_system.md has the table.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <cmath>
#include <cstdio>
#include <exception>
#include <sstream>
#include <string>
#include <vector>

#include "contract/shell.hpp"
#include "dram/part_file.hpp"
#include "dram/traffic.hpp"
#include "driver/prepare/prepare.hpp"
#include "driver/simulate/simulate.hpp"
#include "support/diagnostics.hpp"
#include "support/result.hpp"

namespace {

using namespace rtlgen;

/// The criterion for a row; kPaper: a shape of the papers with a short streamed axis and few passes, judged only by the
/// planner's cycles.
enum class Kind { kMemoryShared, kMemoryApart, kCompute, kPaper };

struct Row {
  std::string name;
  Kind kind;
  std::string file;  ///< below the source folder
  std::vector<std::string> sets;
  std::int64_t iterations;
  std::string dram;
};

const std::vector<Row>& rows() {
  static const std::string heat = "bench/memory/heat.yaml", power = "bench/memory/heat_power.yaml";
  static const std::vector<std::string> compute = {"hardware.cells_per_cycle=4", "hardware.steps=8",
                                                   "hardware.clock_mhz=200"};
  static const std::vector<std::string> hbm = {"hardware.bus.bits=256", "hardware.cells_per_cycle=8",
                                               "hardware.clock_mhz=450", "hardware.bus.clock_mhz=450",
                                               "hardware.bus.burst=16"};
  static const auto with = [](std::vector<std::string> list, const std::vector<std::string>& more) {
    list.insert(list.end(), more.begin(), more.end());
    return list;
  };
  static const std::vector<std::string> shared_bus = {"hardware.bus.bits=512", "hardware.bus.clock_mhz=300"};
  static const std::vector<Row> table = {
      {"heat, 1 channel", Kind::kMemoryShared, heat, {}, 10, "ddr4-2400"},
      {"heat, 1 channel", Kind::kMemoryShared, heat, {}, 10, "ddr4-2133"},
      {"heat, 1 channel", Kind::kMemoryShared, heat, {}, 10, "ddr3-1600"},
      {"heat, 1 channel", Kind::kMemoryShared, heat, hbm, 10, "hbm2"},
      {"heat and an input, 1 channel", Kind::kMemoryShared, power, {}, 10, "ddr4-2400"},
      {"heat, 2 channels", Kind::kMemoryApart, heat, {"hardware.memory.t=[0, 1]"}, 10, "ddr4-2400"},
      {"heat, 2 channels", Kind::kMemoryApart, heat, with(hbm, {"hardware.memory.t=[0, 1]"}), 10, "hbm2"},
      {"heat, P 4, I 8", Kind::kCompute, heat, compute, 80, "ddr4-2400"},
      {"heat, P 4, I 8, blocks of 256", Kind::kCompute, heat, with(compute, {"hardware.block=[256]"}), 80, "ddr4-2400"},
      {"diffusion2d, block 4096, P 8, I 36", Kind::kPaper, "configs/diffusion2d.yaml",
       with(shared_bus,
            {"grid=[8000, 96]", "hardware.cells_per_cycle=8", "hardware.steps=36", "hardware.block=[4096]"}),
       72, "ddr4-2133"},
      {"diffusion3d, block 256 x 256, P 16, I 8", Kind::kPaper, "configs/diffusion3d.yaml",
       with(shared_bus, {"grid=[448, 240, 256]", "hardware.cells_per_cycle=16", "hardware.steps=8",
                         "hardware.block=[256, 256]", "hardware.memory={t: [0, 1]}"}),
       16, "ddr4-2133"},
      {"hotspot2d, block 4096, P 8, I 16", Kind::kPaper, "configs/hotspot2d.yaml",
       with(shared_bus, {"grid=[8128, 96]", "inputs={}", "hardware.cells_per_cycle=8", "hardware.steps=16",
                         "hardware.block=[4096]", "hardware.memory={t: [0, 1], power: 2}"}),
       32, "ddr4-2133"},
      {"hotspot3d, block 128 x 128, P 16, I 8", Kind::kPaper, "configs/hotspot3d.yaml",
       with(shared_bus, {"grid=[192, 112, 192]", "inputs={}", "hardware.cells_per_cycle=16", "hardware.steps=8",
                         "hardware.block=[128, 128]", "hardware.memory={t: [0, 1], power: 2}"}),
       16, "ddr4-2133"},
  };
  return table;
}

/// GB/s of bare streams: as many as the shell has in its fullest channel, each in its own DRAM banks.
double bare(const dram::Timings& t, int readers, int writers) {
  const auto bank = static_cast<std::uint64_t>(t.data_bits / 8 * t.columns * t.bank_groups);
  const std::uint64_t round = bank * static_cast<std::uint64_t>(t.banks);
  const std::uint64_t far = t.capacity() / static_cast<std::uint64_t>(readers + writers) / round * round;
  std::vector<dram::Stream> streams;
  for (int i = 0; i < readers + writers; ++i) {
    const auto n = static_cast<std::uint64_t>(i);
    streams.push_back({n * far + n * round / static_cast<std::uint64_t>(readers + writers), i >= readers});
  }
  return dram::deliver(t, streams, 8 << 20, streams.size() > 1 ? 8192 : 0).gbs;
}

std::string percent(double part) { return fmt::format("{:.1f} %", 100 * part); }

std::string judged(double part, double target) { return percent(part) + (part >= target ? "" : " **below**"); }

void measure(const Row& row) {
  driver::SimOptions options;
  options.run.source = {std::string(RTLGEN_SOURCE_DIR) + "/" + row.file, row.sets};
  options.run.iterations = row.iterations;
  options.memory = driver::Memory::kDdr;
  options.dram = row.dram;
  options.native_operators = true;
  options.log = [](const std::string& line) { fmt::print(stderr, "  {}\n", line); };
  fmt::print(stderr, "{}, {}\n", row.name, row.dram);
  Diagnostics diagnostics;
  const auto report = driver::simulate(options, diagnostics);
  if (!report) throw std::runtime_error(diagnostics.render());
  if (!report->match())
    throw std::runtime_error(row.name + ": the results differ from the golden engine: " + report->failure);
  const driver::CardReport& card = *report->card;
  const contract::Shell& shell = *report->prepared->plan.shell;
  std::uint64_t beats = 0;
  for (const auto& [channel, moved] : card.counters.beats) beats += moved[0] + moved[1];
  const double ns = static_cast<double>(card.counters.cycles_busy) * 1000 / card.bus_mhz;
  const double gbs = static_cast<double>(beats) * shell.bus_bits / 8 / ns;
  const dram::Timings part = dram::read_timings("parts/" + row.dram);
  std::string of_memory, of_hardware, difference;
  if (row.kind == Kind::kMemoryShared) {
    const int streams = static_cast<int>(shell.streams.size());
    of_memory = judged(gbs / bare(part, shell.readers(), streams - shell.readers()), 0.95) + " of bare streams";
  } else if (row.kind == Kind::kMemoryApart) {
    of_memory = judged(gbs / (part.peak_gbs() * static_cast<double>(shell.channels.size())), 0.90) + " of the pins";
  } else {
    const auto words = static_cast<double>(report->settings.pass_words() * report->settings.passes);
    const double part_of_cells = words / static_cast<double>(report->measured.cycles);
    of_hardware = row.kind == Kind::kCompute ? judged(part_of_cells, 0.99) : percent(part_of_cells);
    const double predicted = static_cast<double>(report->settings.ideal_cycles);
    const double off = static_cast<double>(report->measured.cycles) / predicted - 1;
    difference = fmt::format("{:+.3f} %{}", 100 * off, std::abs(off) <= 0.005 ? "" : " **beyond 0.5 %**");
  }
  fmt::print("| {} | {} | {} | {:.2f} | {} | {} | {} | {} |\n", row.name, row.dram, report->settings.passes, gbs,
             of_memory, of_hardware, report->measured.cycles, difference);
  std::fflush(stdout);
}

}  // namespace

int main(int argc, char** argv) {
  CLI::App app{"Simulates accelerators with DRAM models, as in the table of docs/evidence/runs.md"};
  std::vector<std::size_t> chosen;
  app.add_option("rows", chosen, fmt::format("rows to measure, 1 to {} (default: all)", rows().size()))
      ->check(CLI::Range(std::size_t{1}, rows().size()));
  CLI11_PARSE(app, argc, argv);
  try {
    fmt::print(
        "| configuration | channels | passes | GB/s | of the memory | of P x I cells | cycles | from the plan |\n"
        "|---|---|---|---|---|---|---|---|\n");
    for (std::size_t i = 0; i < rows().size(); ++i) {
      if (chosen.empty() || std::find(chosen.begin(), chosen.end(), i + 1) != chosen.end()) measure(rows()[i]);
    }
  } catch (const std::exception& fault) {
    fmt::print(stderr, "bench_memory: {}\n", fault.what());
    return 1;
  }
}
