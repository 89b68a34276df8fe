// Values that are the same for the whole grid: parameters by step at the entrance of an Executor, and monitors
// at the exit of the last Executor.
#pragma once

#include "plan/plan.hpp"
#include "spec/ids.hpp"
#include "support/index.hpp"

namespace rtlgen {
class Diagnostics;
}

namespace rtlgen::spec {
struct Stencil;
}

namespace rtlgen::plan {

struct Target;

/// Whether a monitor compares `array` with its old value, which the exit must then keep.
bool monitors_change(const spec::Stencil& stencil, spec::ArrayId array);

/// Refuses lists of values that cannot be looked up within a clock period.
bool check_step_tables(const spec::Stencil& stencil, const Target& target, Diagnostics& diagnostics);

struct Monitors {
  IndexVector<spec::MonitorId, MonitorPlan> plans;  ///< one per spec monitor, with the same id
  int latency = 0;                                  ///< cycles from a word in the input register to the results
};

/// Plans the monitors of `stencil`; fails if an accumulator cannot meet the clock.
Result<Monitors> monitors_of(const spec::Stencil& stencil, const Target& target, Memo& memo, Diagnostics& diagnostics);

}  // namespace rtlgen::plan
