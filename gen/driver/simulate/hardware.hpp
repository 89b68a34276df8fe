// The hardware of the runs of `sim` and `run`: a simulation of the core, a card, or a core on a serial line.
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

/// The hardware, and what reports about it; null: of another kind.
struct OpenedHardware {
  Hardware runs;
  std::shared_ptr<CardRunner> card;
  std::shared_ptr<LineRunner> line;
};

/// Builds or opens what the options request, and records in the report how long that took.
Result<OpenedHardware> open_hardware(const SimOptions& options, SimReport& report, Diagnostics& diagnostics);

}  // namespace rtlgen::driver
