// bench_cards: cells per cycle of 1, 2 and 4 simulated cards with DRAM and PCIe, compared with the model; weak and
// strong scaling, and exchanges that overlap with runs. docs/cards.md has the tables.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <CLI/CLI.hpp>
#include <cstdio>
#include <numeric>

#include "driver/cards/cards.hpp"
#include "support/diagnostics.hpp"

namespace {

using namespace rtlgen;

constexpr double kTarget = 95;  // per cent of four times one card's speed, for four cards with long slabs
constexpr int kLong = 100;      // passes of the run in the last column

struct Row {
  const char* scaling;
  int cards;
  std::int64_t rows;  ///< rows of the grid
};

driver::CardsReport measure(const char* file, int cards, int slabs, const std::vector<std::int64_t>& extents,
                            std::int64_t passes) {
  driver::CardsOptions options;
  options.slabs = slabs;
  driver::SimOptions& sim = options.card.run;
  sim.run.source.file = fmt::format("{}/bench/cards/{}.yaml", RTLGEN_SOURCE_DIR, file);
  sim.run.extents = extents;
  sim.run.iterations = 4 * passes;
  sim.native_operators = true;
  Diagnostics diagnostics;
  const auto transport = cards::in_process(cards);
  auto report = driver::run_on_cards(options, *transport, diagnostics);
  if (!report) throw std::runtime_error(diagnostics.render());
  if (!report->match()) throw std::runtime_error("cells differ from the golden engine: " + report->failure);
  return *std::move(report);
}

/// Predicted for a run of this many passes, from the times of a shorter one.
double long_efficiency(const model::CardsTime& time, int cards) {
  return time.alone_seconds / static_cast<double>(time.passes) / time.pass_seconds / cards;
}

void put_scaling(std::int64_t rows, std::int64_t passes) {
  fmt::print(
      "| scaling | cards | grid | passes | cycles, model | simulated | cells per cycle | of n cards' speed, model | "
      "simulated | model, {} passes |\n|---|---|---|---|---|---|---|---|---|---|\n",
      kLong);
  double alone = 0, reached = 0;  // cells per cycle of one card; per cent of four
  for (const Row& row : {Row{"one card", 1, rows}, Row{"weak", 2, 2 * rows}, Row{"weak", 4, 4 * rows},
                         Row{"strong", 2, rows}, Row{"strong", 4, rows}}) {
    const driver::CardsReport r = measure("heat", row.cards, 1, {1024, row.rows}, passes);
    const model::CardsTime& predicted = *r.choice.predicted;
    const double speed = static_cast<double>(r.cell_updates) / r.cycles();
    if (row.cards == 1) alone = speed;
    const double part = 100 * speed / (row.cards * alone);
    if (row.cards == 4 && row.rows > rows) reached = part;
    fmt::print("| {} | {} | 1024 x {} | {} | {:.0f} | {:.0f} | {:.2f} | {:.1f} % | {:.1f} % | {:.1f} % |\n",
               row.scaling, row.cards, row.rows, r.passes, predicted.seconds * r.kernel_mhz * 1e6, r.cycles(), speed,
               100 * predicted.efficiency(row.cards), part, 100 * long_efficiency(predicted, row.cards));
    std::fflush(stdout);
  }
  fmt::print(
      "\nFour cards with slabs of {} rows: {:.1f} % of four times one card's cells per cycle; target: {:.0f} %.\n\n",
      rows, reached, kTarget);
}

/// Four cards, with one slab each and with several.
void put_overlap(std::int64_t passes) {
  fmt::print(
      "| description | grid | slabs | cycles, model | simulated | of that not computing | against one slab | model, {} "
      "passes |\n|---|---|---|---|---|---|---|---|\n",
      kLong);
  struct Case {
    const char* file;
    std::vector<std::int64_t> extents;
  };
  for (const Case& c : {Case{"heat", {1024, 2000}}, Case{"fdtd", {1024, 4000}}, Case{"cube", {128, 64, 256}}}) {
    double one = 0, one_long = 0;
    for (int slabs = 1; slabs <= cards::kMostSlabs; ++slabs) {
      const driver::CardsReport r = measure(c.file, 4, slabs, c.extents, passes);
      const model::CardsTime& predicted = *r.choice.predicted;
      double waited = 0;
      for (const cards::CardTimes& t : r.times)
        waited = std::max(waited, std::accumulate(t.exchange_ns.begin(), t.exchange_ns.end(), 0.0));
      if (slabs == 1) one = r.cycles(), one_long = predicted.pass_seconds;
      fmt::print("| {} | {} | {} | {:.0f} | {:.0f} | {:.1f} % | {:+.1f} % | {:+.1f} % |\n", c.file,
                 fmt::join(c.extents, " x "), slabs, predicted.seconds * r.kernel_mhz * 1e6, r.cycles(),
                 100 * waited / r.run_ns, 100 * (r.cycles() / one - 1), 100 * (predicted.pass_seconds / one_long - 1));
      std::fflush(stdout);
    }
  }
}

}  // namespace

int main(int argc, char** argv) {
  CLI::App app{"Weak and strong scaling of simulated cards, as in docs/cards.md; takes minutes"};
  std::int64_t rows = 2000, passes = 3;
  app.add_option("--rows", rows, "rows of a card in weak scaling, of the grid in strong scaling")
      ->check(CLI::Range(40, 2000))
      ->capture_default_str();
  app.add_option("--passes", passes, "passes, of four steps each")->check(CLI::Range(2, 1000))->capture_default_str();
  bool only_overlap = false;
  app.add_flag("--overlap", only_overlap,
               "print only the second table: four cards, with one slab each and with several");
  CLI11_PARSE(app, argc, argv);
  try {
    if (!only_overlap) put_scaling(rows, passes);
    put_overlap(passes);
  } catch (const std::exception& fault) {
    fmt::print(stderr, "bench_cards: {}\n", fault.what());
    return 1;
  }
}
