// Under mpirun, a card in each process that computes with the golden engine: every number of slabs, rows that are
// longer than what MPI sends before the receiver requests it, and a card that fails at any moment. Prints a line for
// each run; one that hangs is for the caller to notice.
#include <fmt/format.h>

#include <cstdio>

#include "driver/cards/cards.hpp"
#include "driver/prepare/prepare.hpp"
#include "golden_card.hpp"
#include "support/diagnostics.hpp"

namespace {

using namespace rtlgen;

/// How process 0 says that a run ended.
std::string outcome(const std::string& file, int slabs, std::int64_t fails_after, cards::Transport& transport) {
  driver::CardsOptions options;
  options.card.run.run.source.file = file;
  options.slabs = slabs;
  options.open_backend = [&](int card, const driver::Prepared& prepared, const std::string& manifest) {
    auto golden = std::make_unique<test::GoldenCard>(prepared, manifest);
    if (card == 1) golden->fails_after = fails_after;
    return golden;
  };
  Diagnostics diagnostics;
  try {
    const auto report = driver::run_on_cards(options, transport, diagnostics);
    if (!report) return diagnostics.render();
    return report->match() ? "match" : fmt::format("differs: {} {}", report->mismatches, report->failure);
  } catch (const EnvironmentError& fault) {
    return fault.what();
  }
}

}  // namespace

/// Arguments: description, transfers of card 1 until it fails, each a series of runs; 0: never.
int main(int argc, char** argv) {
  const auto transport = cards::over_mpi(1);
  for (int slabs = 1; slabs <= cards::kMostSlabs; ++slabs) {
    for (int a = 2; a < argc; ++a) {
      const std::string verdict = outcome(argv[1], slabs, std::atoll(argv[a]), *transport);
      if (transport->is_root()) std::printf("%d slabs, %s: %s\n", slabs, argv[a], verdict.c_str());
    }
  }
  return 0;
}
