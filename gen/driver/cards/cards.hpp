// Runs over several cards, simulated or real, in this process and in others (ADR 11, docs/cards.md).
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "cards/group.hpp"
#include "cards/transport.hpp"
#include "driver/data/field_counts.hpp"
#include "driver/run/run.hpp"
#include "driver/slabs/card_slabs.hpp"
#include "runner/compare.hpp"
#include "support/errors.hpp"

namespace rtlgen::driver {

struct CardsOptions {
  CardOptions card;            ///< the same for all cards; real cards are numbered from `card.device` on
  std::vector<double> speeds;  ///< by card; empty: all alike
  int slabs = 0;               ///< per card; 0: the number that is predicted to be fastest, or one without predictions
  /// For tests: creates the back end of each card instead.
  std::function<std::unique_ptr<host::Backend>(int card, const Prepared& prepared, const std::string& manifest)>
      open_backend;
};

/// Thrown in every process except process 0, which prints what happened and ends with its status.
class ReportedElsewhere : public EnvironmentError {
 public:
  ReportedElsewhere() : EnvironmentError("process 0 prints what happened") {}
};

struct CardsReport {
  std::shared_ptr<const Prepared> prepared;
  spec::Extents extents{1, 1, 1};
  std::int64_t iterations = 0;
  int processes = 1;
  bool is_root = true;  ///< the members below are set; other processes only have the failure and whether cells agree
  SlabChoice choice;
  std::vector<cards::CardTimes> times;  ///< by card
  std::size_t passes = 0;
  std::int64_t cell_updates = 0;
  bool is_simulated = true;
  std::string dram;  ///< DRAM of each channel of a simulated card
  double kernel_mhz = 0;
  double run_ns = 0;                        ///< time of all passes and exchanges, until the last card ends
  std::optional<host::SelfTest> self_test;  ///< self-test of the cards of this process, as in SimReport
  bool checked = true;
  std::int64_t mismatches = 0;
  std::int64_t ignored = 0;
  std::optional<runner::Mismatch> first_mismatch;
  std::string failure;  ///< error of a card that ended the run
  bool from_cache = false;
  double build_seconds = 0;
  double golden_seconds = 0;
  std::vector<FieldCounts> fields;  ///< counts over the cards' results
  std::vector<std::string> written;

  [[nodiscard]] bool match() const { return mismatches == 0 && failure.empty(); }
  /// Cycles of the kernel's clock for all passes and exchanges.
  [[nodiscard]] double cycles() const { return run_ns * kernel_mhz / 1000; }
};

/// Splits the grid's last axis, runs, and compares every bit with the golden engine, in process 0. Only process 0
/// writes outputs, and only if everything agrees. After a failure, all processes throw or return the same. Process 0
/// prints messages; the others throw ReportedElsewhere or print nothing.
Result<CardsReport> run_on_cards(const CardsOptions& options, cards::Transport& transport, Diagnostics& diagnostics);

}  // namespace rtlgen::driver
