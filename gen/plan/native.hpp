// A plan for simulation alone: the same core with the CPU's arithmetic inside.
//
// Floats travel as IEEE bits, since the CPU has no aligned ones, and operators with a native form take no cycle: a
// Kernel waits once, for its result, instead of once an operator. Every stage and stream keeps its cycle, so the core
// does the same in every cycle.
#pragma once

namespace rtlgen::plan {

struct Plan;

/// `plan`, which holds, with native operators. It is not one that make_plan would choose, and verify() refuses it.
Plan native_plan(const Plan& plan);

}  // namespace rtlgen::plan
