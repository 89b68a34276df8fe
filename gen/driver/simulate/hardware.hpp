// What makes the runs of `sim` and `run`: a simulation of the core, a card, or a core behind a serial line.
#pragma once

#include <functional>
#include <memory>

#include "driver/simulate/card.hpp"
#include "driver/simulate/line.hpp"
#include "driver/simulate/options.hpp"
#include "runner/runner.hpp"

namespace rtlgen::driver {

struct SimReport;

using Hardware = std::function<runner::Outcome(const runner::Run&)>;

/// What runs, and what reports of it; null: another one.
struct OpenedHardware {
  Hardware runs;
  std::shared_ptr<CardRunner> card;
  std::shared_ptr<LineRunner> line;
};

/// Builds or opens what the options ask for, and notes in the report how long that took.
Result<OpenedHardware> open_hardware(const SimOptions& options, SimReport& report, Diagnostics& diagnostics);

}  // namespace rtlgen::driver
