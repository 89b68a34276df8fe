// Runs over several cards, simulated or real, of this process and of others (ADR 11, docs/cards.md).
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "cards/group.hpp"
#include "cards/transport.hpp"
#include "driver/cards/card_slabs.hpp"
#include "driver/data/field_counts.hpp"
#include "driver/run/run.hpp"
#include "runner/compare.hpp"
#include "support/errors.hpp"

namespace rtlgen::driver {

struct CardsOptions {
  CardOptions card;            ///< of each; real cards are numbered from `card.device` on
  std::vector<double> speeds;  ///< of all cards; empty: all alike
  int slabs = 0;  ///< of each card; 0: as many as are predicted to be fastest, one where nothing can be predicted
  /// For tests: a back end instead of each card's.
  std::function<std::unique_ptr<host::Backend>(int card, const Prepared& prepared, const std::string& manifest)>
      open_backend;
};

/// Thrown in every process but process 0, which prints what happened and ends with its status.
class ToldElsewhere : public EnvironmentError {
 public:
  ToldElsewhere() : EnvironmentError("process 0 prints what happened") {}
};

struct CardsReport {
  std::shared_ptr<const Prepared> prepared;
  spec::Extents extents{1, 1, 1};
  std::int64_t iterations = 0;
  int processes = 1;
  bool is_root = true;  ///< has all that follows; other processes have only the failure and whether cells agree
  SlabChoice choice;
  std::vector<cards::CardTimes> times;  ///< of each card
  std::size_t passes = 0;
  std::int64_t cell_updates = 0;
  bool is_simulated = true;
  std::string dram;  ///< of each channel of a simulated card
  double kernel_mhz = 0;
  double run_ns = 0;                        ///< of all passes and exchanges, until the last card ends
  std::optional<host::SelfTest> self_test;  ///< of this process' cards, as SimReport's
  bool checked = true;
  std::int64_t mismatches = 0;
  std::int64_t ignored = 0;
  std::optional<runner::Mismatch> first_mismatch;
  std::string failure;  ///< a card's run that ended with an error
  bool from_cache = false;
  double build_seconds = 0;
  double golden_seconds = 0;
  std::vector<FieldCounts> fields;  ///< of what the cards computed
  std::vector<std::string> written;

  [[nodiscard]] bool match() const { return mismatches == 0 && failure.empty(); }
  /// Of the kernel's clock, all passes and exchanges.
  [[nodiscard]] double cycles() const { return run_ns * kernel_mhz / 1000; }
};

/// Splits the grid's last axis, runs, and compares every bit with the golden engine, at process 0. Outputs are written
/// there alone, only if everything agrees. Where something fails, all processes throw or return the same. Process 0
/// prints the texts; the others throw ToldElsewhere or have none.
Result<CardsReport> run_on_cards(const CardsOptions& options, cards::Transport& transport, Diagnostics& diagnostics);

}  // namespace rtlgen::driver
