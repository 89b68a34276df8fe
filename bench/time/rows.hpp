// Runs whose time is predicted and simulated.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "model/time.hpp"

namespace rtlgen::bench {

struct TimeRow {
  std::string name;
  std::string file;  ///< below the source folder
  std::vector<std::string> sets;
  std::vector<std::int64_t> extents;  ///< empty: the file's
  std::int64_t iterations = 1;
  std::string dram = "ddr4-2400";
};

/// Those of docs/evidence/runs.md.
const std::vector<TimeRow>& time_rows();

/// Memory-bound runs, over bursts, rows, fields and stripes: how streams meet in DRAM banks.
const std::vector<TimeRow>& shape_rows();

struct TimeMeasured {
  model::Time predicted;
  std::optional<model::CycleRange> range;  ///< for other memory controllers
  std::int64_t cycles = 0;                 ///< simulated, of the kernel

  [[nodiscard]] double off_percent() const { return 100 * (predicted.cycles / static_cast<double>(cycles) - 1); }
};

/// Predicts, and simulates with native operators; the results are compared with the golden engine's. `spoil` may change
/// the model's input, so that a test can see that errors are found. Throws std::runtime_error.
TimeMeasured measure(const TimeRow& row, const std::function<void(model::TimeInput&)>& spoil = {},
                     const std::function<void(const std::string&)>& log = {});

/// For `spoil`: streams get all of the peak.
void without_losses(model::TimeInput& input);

/// "compute", "channel 0", "bus", "passes".
std::string bound_name(const model::Time& time);

}  // namespace rtlgen::bench
