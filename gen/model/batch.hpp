// Time of many grids, one after the other through a card, whose transfers and runs overlap
// (docs/adr/0049-batches.md).
#pragma once

#include <cstdint>
#include <set>
#include <string>

#include "model/time.hpp"

namespace rtlgen::model {

struct BatchInput {
  TimeInput time;  ///< input for one grid, with a link; the plan has a shell
  std::int64_t grids = 1;
  int sets = 2;                  ///< sets of buffers: 1 if the memory has no room for two
  std::set<std::string> shared;  ///< input fields that are the same for all grids
};

/// The stage that takes the longest for a grid.
enum class Stage : std::uint8_t { kUpload, kRun, kDownload };

/// "upload", "run", "download".
const char* word_of(Stage stage);

struct BatchTime {
  double upload_seconds = 0, download_seconds = 0;  ///< time per grid, for all of its fields
  double compute_seconds = 0;                       ///< time per grid: the run alone
  double run_seconds = 0;                           ///< time per grid, with the registers between two runs
  double grid_seconds = 0;                          ///< from one grid to the next in a long batch
  double seconds = 0;                               ///< time of all grids
  double alone_seconds = 0;                         ///< time of all grids, one after the other: load, run, read
  Stage longest = Stage::kRun;
};

Result<BatchTime> batch_time(const BatchInput& input, Diagnostics& diagnostics);

}  // namespace rtlgen::model
