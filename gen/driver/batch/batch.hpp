// Many grids, one after the other through one card, whose transfers and runs overlap (ADR 49).
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "driver/run/run.hpp"
#include "host/host.hpp"
#include "model/batch.hpp"
#include "spec/axes.hpp"
#include "support/result.hpp"

namespace rtlgen::driver {

struct BatchOptions {
  CardOptions card;  ///< * in its files stands for the name of a grid
  std::optional<std::int64_t> grids;
};

struct BatchGrid {
  std::string name;
  std::string failure;  ///< its run or a transfer ended with an error
  std::int64_t mismatches = 0;
  bool has_wrong_monitors = false;
  std::vector<std::string> written;

  [[nodiscard]] bool match() const { return failure.empty() && mismatches == 0 && !has_wrong_monitors; }
};

struct BatchReport {
  std::shared_ptr<const Prepared> prepared;
  spec::Extents extents{1, 1, 1};
  std::int64_t iterations = 0;
  bool is_simulated = true;
  std::string dram;  ///< DRAM of each channel of a simulated card
  std::vector<BatchGrid> grids;
  std::int64_t cell_updates = 0;  ///< total over all grids
  double time_ns = 0;             ///< from the first upload to the last download
  std::optional<model::BatchTime> predicted;
  std::optional<host::SelfTest> self_test;
  std::string failure;       ///< fault that the self-test found: then there are no grids
  std::int64_t ignored = 0;  ///< cells of a grid that were not compared
  bool checked = true;
  bool has_device_failed = false;  ///< card or driver were at fault for a failure
  std::vector<std::string> notes;
  bool from_cache = false;
  double build_seconds = 0;

  [[nodiscard]] bool match() const;
};

/// Runs all grids, and compares every bit of each with the golden engine. Outputs of a grid are written if it is right.
/// Grids after one that fails run all the same. A file that cannot be read ends the batch after the grids before it.
Result<BatchReport> run_batch(const BatchOptions& options, Diagnostics& diagnostics);

}  // namespace rtlgen::driver
