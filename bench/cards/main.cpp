// bench_cards: cells a cycle of 1, 2 and 4 simulated cards with DRAM and PCIe, beside the model; weak and strong scaling. docs/cards.md has the table.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <cstdio>
#include <map>

#include "driver/cards.hpp"

namespace {

using namespace rtlgen;

constexpr double kTarget = 95;    // per cent of as many cards' speed, with four whose slabs are long
constexpr int kLong = 100;        // passes of the last column's run

struct Row {
  const char* scaling;
  int cards;
  std::int64_t rows;  ///< of the grid
};

driver::CardsReport measure(const Row& row, std::int64_t iterations) {
  driver::CardsOptions options;
  driver::SimOptions& sim = options.card.run;
  sim.run.source.file = RTLGEN_SOURCE_DIR "/bench/cards/heat.yaml";
  sim.run.extents = {1024, row.rows};
  sim.run.iterations = iterations;
  sim.native_operators = true;
  Diagnostics diagnostics;
  const auto transport = cards::in_process(row.cards);
  auto report = driver::run_on_cards(options, *transport, diagnostics);
  if (!report) throw std::runtime_error(diagnostics.render());
  return *std::move(report);
}

/// Of a run of so many passes, from the times of one and those of a shorter one.
double long_efficiency(const model::CardsTime& time, std::size_t cards) {
  const double passes = static_cast<double>(time.passes);
  const double each = cards == 1 ? time.seconds / passes : (time.seconds - time.run_seconds) / (passes - 1);
  const double alone = time.alone_seconds / passes;
  return alone / each / static_cast<double>(cards);
}

}  // namespace

int main(int argc, char** argv) {
  CLI::App app{"Weak and strong scaling of simulated cards, as the table of docs/cards.md; minutes"};
  std::int64_t rows = 2000, passes = 3;
  app.add_option("--rows", rows, "of a card in weak scaling, of the grid in strong scaling")->check(CLI::Range(40, 2000))->capture_default_str();
  app.add_option("--passes", passes, "of four steps each")->check(CLI::Range(2, 1000))->capture_default_str();
  CLI11_PARSE(app, argc, argv);
  try {
    fmt::print("| scaling | cards | grid | passes | cycles, model | simulated | cells a cycle | of n cards' speed, model | simulated | model, {} passes |\n|---|---|---|---|---|---|---|---|---|---|\n", kLong);
    std::map<std::int64_t, double> alone;  // cells a cycle of one card, by rows of the grid
    double reached = 0;
    for (const Row& row : {Row{"one card", 1, rows}, Row{"weak", 2, 2 * rows}, Row{"weak", 4, 4 * rows}, Row{"strong", 2, rows}, Row{"strong", 4, rows}}) {
      const driver::CardsReport r = measure(row, 4 * passes);
      if (!r.match()) throw std::runtime_error("cells differ from the golden engine: " + r.failure);
      const double speed = static_cast<double>(r.cell_updates) / r.cycles();
      if (row.cards == 1) alone[row.rows] = speed;
      const double part = 100 * speed / (row.cards * alone.begin()->second);
      if (row.cards == 4 && row.rows > rows) reached = part;
      fmt::print("| {} | {} | 1024 x {} | {} | {:.0f} | {:.0f} | {:.2f} | {:.1f} % | {:.1f} % | {:.1f} % |\n", row.scaling, row.cards, row.rows, r.passes, r.choice.predicted->seconds * r.kernel_mhz * 1e6, r.cycles(), speed,
                 100 * r.choice.predicted->efficiency(row.cards), part, 100 * long_efficiency(*r.choice.predicted, static_cast<std::size_t>(row.cards)));
      std::fflush(stdout);
    }
    fmt::print("\nFour cards with slabs of {} rows: {:.1f} % of four times one card's cells a cycle; target: {:.0f} %.\n", rows, reached, kTarget);
  } catch (const std::exception& fault) {
    fmt::print(stderr, "bench_cards: {}\n", fault.what());
    return 1;
  }
}
