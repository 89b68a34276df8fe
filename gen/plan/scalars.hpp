// Values that are one for the whole grid: parameters by step at the entrance of an Executor, monitors
// at the exit of the last one.
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

/// Whether a monitor compares `array` with its old value, which the exit then has to keep.
bool monitors_change(const spec::Stencil& stencil, spec::ArrayId array);

/// Refuses lists of values that cannot be looked up within a clock period.
bool check_step_tables(const spec::Stencil& stencil, Diagnostics& diagnostics);

/// Fills plan.monitors and the latency of their results; false after a diagnostic when an accumulator
/// cannot meet the clock.
bool plan_monitors(Plan& plan, Diagnostics& diagnostics);

}  // namespace rtlgen::plan
