// Values that are the same for the whole grid: parameters by step at the entrance of an Executor, and monitors
// at the exit of the last Executor.
#pragma once

#include "spec/ids.hpp"

namespace rtlgen {
class Diagnostics;
}

namespace rtlgen::spec {
struct Stencil;
}

namespace rtlgen::plan {

struct Plan;
struct Target;

/// Whether a monitor compares `array` with its old value, which the exit must then keep.
bool monitors_change(const spec::Stencil& stencil, spec::ArrayId array);

/// Refuses lists of values that cannot be looked up within a clock period.
bool check_step_tables(const spec::Stencil& stencil, const Target& target, Diagnostics& diagnostics);

/// Fills plan.monitors and the latency of their results; reports a diagnostic and returns false if an accumulator
/// cannot meet the clock.
bool plan_monitors(Plan& plan, Diagnostics& diagnostics);

}  // namespace rtlgen::plan
