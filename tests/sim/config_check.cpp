// One shipped configuration: `config_check CONFIG verilog|vhdl|board [few] [fused|hard]`.
//
// verilog, vhdl: simulates the core in that language as shipped, without stalls and with random ones, and fails unless
// every bit agrees with the golden engine, the run takes exactly the cycles that the plan predicts, and the first word
// comes out exactly when it says. With `few` only some passes are run, with `fused` linear expressions are fused sums,
// with `hard` sums and products are by the models of Agilex' hard blocks. The verdict is an entry of the ledger of
// proofs.
//
// board: from a host's arrays to a host's arrays through the shell, DRAM and a PCIe link, without stalls and with
// random ones. Fails unless every bit agrees, every beat that must move is counted once, and the clocks add up.
#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <exception>
#include <filesystem>
#include <functional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "contract/core_interface.hpp"
#include "contract/shell.hpp"
#include "driver/prepare/prepare.hpp"
#include "driver/simulate/simulate.hpp"
#include "evidence.hpp"
#include "spec/stencil.hpp"
#include "support/diagnostics.hpp"
#include "support/errors.hpp"
#include "support/result.hpp"
#include "test_paths.hpp"

namespace {

/// Edges from the end of reset to the first word's exit beside lag, Kernel latencies and those in which positions
/// advance to it: the entrance opens in the second and has a register, the output FIFO takes two.
constexpr std::int64_t kEntranceAndFifo = 5;

using namespace rtlgen;

/// Faults of one configuration; printed unless `how` is empty.
class Faults {
 public:
  Faults(std::string config, std::string how) : config_(std::move(config)), how_(std::move(how)) {}
  void expect(bool holds, const std::string& what) {
    if (holds) return;
    ++count_;
    if (!how_.empty()) std::fputs(fmt::format("{} ({}): {}\n", config_, how_, what).c_str(), stderr);
  }
  [[nodiscard]] int status() const { return count_ == 0 ? 0 : 1; }

 private:
  std::string config_, how_;
  int count_ = 0;
};

void check_result(const driver::SimReport& report, Faults& faults) {
  faults.expect(report.failure.empty(), report.failure);
  faults.expect(report.mismatches == 0, fmt::format("{} cells differ", report.mismatches));
  faults.expect(!report.monitor_fault, "a monitor differs");
}

void check_core(const driver::SimReport& report, Faults& faults) {
  const std::int64_t words = report.settings.pass_words() * report.settings.passes;
  faults.expect(report.measured.words_in == words && report.measured.words_out == words, "words were lost");
  faults.expect(report.within_bound(),
                fmt::format("{} cycles, promised {}", report.measured.cycles, report.cycle_bound));
  faults.expect(report.measured.cycles == report.predicted_cycles,
                fmt::format("{} cycles, predicted {}", report.measured.cycles, report.predicted_cycles));
  const contract::CoreInterface& core = report.prepared->plan.core;
  // Positions advance while a held array is loaded; its last word passes a register an Executor before the entrance
  // opens. No shipped configuration has two.
  const std::int64_t before = core.held_arrays.empty() ? core.words_ahead() : core.steps + 2 * core.hop_cycles();
  const std::int64_t first = report.settings.total_lag + core.total_latency + kEntranceAndFifo + before;
  faults.expect(report.measured.first_output == first,
                fmt::format("first word at {}, scheduled at {}", report.measured.first_output, first));
  faults.expect(report.stalled && report.stalled->input_stalls > 0 && report.stalled->output_stalls > 0,
                "there were no stalls");
}

/// Beats that a pass moves of a field, from the grid and docs/memory_system.md (Layout) alone: each row once, where it
/// is read by blocks also what their ghosts show of the grid; -1 where an axis wraps.
std::int64_t beats_of(const driver::SimReport& report, const contract::ShellStream& stream) {
  const contract::CoreInterface& core = report.prepared->plan.core;
  const std::int64_t bus = report.prepared->plan.shell->bus_bits, p = core.cells_per_cycle;
  const std::int64_t word = p * report.prepared->stencil().arrays[spec::ArrayId(stream.array)].type.width;
  const auto beats = [&](std::int64_t words) {
    return word <= bus ? (words + bus / word - 1) / (bus / word) : words * ((word + bus - 1) / bus);
  };
  const std::int64_t row_words = (report.extents[0] + p - 1) / p;
  const std::int64_t rows = report.extents[1] * report.extents[2];
  if (core.wraps(0) || core.wraps(1) || core.wraps(2) || core.block_wraps[0] || core.block_wraps[1] || core.blocked(1))
    return -1;
  if (!core.blocked(0) || stream.is_out) return rows * beats(row_words);
  std::int64_t row = 0;
  for (std::int64_t own = 0; own < report.extents[0]; own += core.stride(0)) {
    const std::int64_t first = std::max<std::int64_t>(0, own - core.ghost_low[0]) / p;
    const std::int64_t last = std::min(row_words, (own - core.ghost_low[0] + core.block[0]) / p);
    row += beats(last - first);
  }
  return rows * row;
}

void check_board(const driver::SimReport& report, Faults& faults) {
  const host::Counters& c = report.card->counters;
  const std::int64_t passes = report.pass_by_pass ? 1 : report.settings.passes;  // passes of the host's last run
  faults.expect(static_cast<std::int64_t>(c.passes) == passes,
                fmt::format("{} passes counted, {} made", c.passes, passes));
  std::int64_t read = 0, written = 0, to_read = 0, to_write = 0;
  for (const auto& [channel, beats] : c.beats)
    read += static_cast<std::int64_t>(beats[0]), written += static_cast<std::int64_t>(beats[1]);
  for (const contract::ShellStream& s : report.prepared->plan.shell->streams) {
    const std::int64_t beats = s.is_held ? -1 : beats_of(report, s);
    faults.expect(beats > 0, s.name + ": this check knows no number of beats for it");
    (s.is_out ? to_write : to_read) += passes * beats;
  }
  faults.expect(read == to_read, fmt::format("{} beats read, {} are needed", read, to_read));
  faults.expect(written == to_write, fmt::format("{} beats written, {} are needed", written, to_write));
  // A word enters in each clock in which the core does not wait for one, beside start, lag and end; and a channel moves
  // a beat each way in each clock of the bus in which one moves.
  const std::int64_t words = report.settings.pass_words() * passes;
  const auto waits = static_cast<std::int64_t>(c.input_waits);
  const double busy = static_cast<double>(c.cycles_busy) * report.card->kernel_mhz / report.card->bus_mhz;
  faults.expect(busy >= static_cast<double>(words + waits),
                fmt::format("{} clocks of the kernel for {} words and {} waits", busy, words, waits));
  const auto moving = static_cast<std::int64_t>(c.cycles_busy - c.cycles_stalled);
  const auto most = static_cast<std::int64_t>(2 * c.beats.size()) * moving;
  faults.expect(moving <= read + written && most >= read + written,
                fmt::format("{} clocks with beats, {} beats", moving, read + written));
  faults.expect(report.card->time_ns > 1000 * static_cast<double>(c.cycles_busy) / report.card->bus_mhz,
                "the host's transfers took no time");
  // FIFOs hide a slow memory from the core on a small grid, so its waits need not grow; the run gets longer all the
  // same.
  faults.expect(report.stalled && report.stalled->cycles > report.measured.cycles,
                "random stalls of the memory took no time");
}

/// A counter that is wrong must be seen.
void check_the_check(const driver::SimReport& report, Faults& faults) {
  const auto seen = [&](const char* what, const driver::SimReport& other) {
    Faults silent("", "");
    check_board(other, silent);
    faults.expect(silent.status() != 0, fmt::format("wrong {} are not seen", what));
  };
  const auto spoiled = [&](const char* what, const std::function<void(driver::CardReport&)>& spoil) {
    driver::SimReport other = report;
    spoil(*other.card);
    seen(what, other);
  };
  spoiled("passes", [](auto& card) { ++card.counters.passes; });
  spoiled("beats read", [](auto& card) { ++card.counters.beats.begin()->second[0]; });
  spoiled("beats written", [](auto& card) { --card.counters.beats.begin()->second[1]; });
  spoiled("waits", [](auto& card) { card.counters.input_waits += card.counters.cycles_busy; });
  spoiled("clocks", [](auto& card) { card.counters.cycles_busy /= 2; });
  spoiled("stalled clocks", [](auto& card) { card.counters.cycles_stalled = card.counters.cycles_busy; });
  spoiled("times",
          [](auto& card) { card.time_ns = 1000 * static_cast<double>(card.counters.cycles_busy) / card.bus_mhz; });
  driver::SimReport unstalled = report;
  unstalled.stalled = unstalled.measured;
  seen("stalls", unstalled);
}

int check(const std::string& config, const driver::SimOptions& options, const std::string& how) {
  Diagnostics diagnostics;
  const auto report = driver::simulate(options, diagnostics);
  std::fputs(diagnostics.render().c_str(), stderr);
  if (!report) return 1;
  Faults faults(config, how);
  check_result(*report, faults);
  if (report->card) {
    check_board(*report, faults);
    check_the_check(*report, faults);
  } else {
    check_core(*report, faults);
  }
  return faults.status();
}

/// Cells that the Executors update in a run of a few passes, about.
constexpr std::int64_t kFewUpdates = 100000;

/// The iterations of a run of two passes or, on small grids, some more, with the last pass as long as that of the whole
/// run. InternalError if that is no shorter than the whole run.
std::int64_t few_iterations(const driver::Source& source) {
  Diagnostics diagnostics;
  const auto prepared = driver::prepare(source, diagnostics);
  if (!prepared) throw InternalError(diagnostics.render());
  const spec::Stencil& stencil = (*prepared)->stencil();
  const std::int64_t steps = (*prepared)->plan.core.steps;
  const std::int64_t cells = stencil.grid[0] * stencil.grid[1] * stencil.grid[2];
  const std::int64_t passes = std::max<std::int64_t>(2, kFewUpdates / cells / steps);
  const std::int64_t few = passes * steps + stencil.iterations % steps;
  if (few >= stencil.iterations) throw InternalError("the run is short: a test of the whole run is none beside it");
  return few;
}

/// The same, unless the ledger knows it.
int prove(const std::string& config, const std::string& how, bool few, const std::vector<std::string>& sets) {
  driver::SimOptions options;
  options.run.source.file = config;
  options.run.source.sets = sets;
  options.hdl = how == "vhdl" ? runner::Hdl::kVhdl : runner::Hdl::kVerilog;
  options.memory = how == "board" ? driver::Memory::kBoard : driver::Memory::kIdeal;
  options.random_stalls = true;
  if (few) options.run.iterations = few_iterations(options.run.source);
  const std::string name = std::filesystem::path(config).stem();
  auto evidence = how == "board" ? std::nullopt : test::evidence_of(name + " in " + how, options);
  if (!evidence) return check(config, options, how);
  evidence->path(test::source_folder(), "tests/sim/config_check.cpp");
  const auto verdict = test::prove_once(*evidence, [&] { return check(config, options, how) == 0 ? "" : "faults"; });
  if (!verdict.is_unchanged) return verdict.fault.empty() ? 0 : 1;
  fmt::print("{} ({}): all of it is {}\n", name, how, test::kUnchanged);
  return test::kUnchangedStatus;
}

}  // namespace

int main(int argc, char** argv) {
  const std::set<std::string> words(argv + std::min(argc, 3), argv + argc);
  const bool fused = words.contains("fused"), hard = words.contains("hard");
  if (argc < 3 || (fused && hard) || words.size() != words.count("few") + (fused || hard ? 1 : 0)) {
    std::fputs("usage: config_check CONFIG verilog|vhdl|board [few] [fused|hard]\n", stderr);
    return 2;
  }
  try {
    std::vector<std::string> sets;
    if (fused) sets = {"arithmetic=fused"};
    if (hard) sets = {"arithmetic=hard", "hardware.device=agilex"};
    return prove(argv[1], argv[2], words.contains("few"), sets);
  } catch (const std::exception& error) {
    std::fputs(fmt::format("{}\n", error.what()).c_str(), stderr);
    return 1;
  }
}
