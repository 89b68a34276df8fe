// A plan for simulation only: the same core with the CPU's arithmetic.
//
// Floats travel as IEEE bits, since the CPU has no aligned form, and operators with a native form take no cycles: a
// Kernel delays its result once, instead of the result of each operator. Every stage and stream keeps its cycle, so the
// core behaves the same in every cycle.
#pragma once

namespace rtlgen::plan {

struct Plan;

/// `plan`, which must be valid, with native operators. make_plan would not choose the result, and verify() refuses it.
Plan native_plan(const Plan& plan);

}  // namespace rtlgen::plan
