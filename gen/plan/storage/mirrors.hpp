// Mirrors: stages that reverse rows or planes, or transpose planes, before and after lines that sweep backward or along
// x in the description, and that are computed as forward sweeps.
#pragma once

#include "plan/executor_plan.hpp"

namespace rtlgen {
class Diagnostics;
}

namespace rtlgen::spec {
struct Program;
struct Stage;
struct Stencil;
}  // namespace rtlgen::spec

namespace rtlgen::plan {

class Order;
struct Target;

/// The first line whose order has no hardware; nullptr if none exists.
const spec::Stage* without_hardware(const spec::Program& program);

/// Whether a whole frame is reversed or a plane transposed, so that extents must be constants: they determine the lag
/// of the chain, or rows and columns must stay equal in number.
bool fixes_extents(const spec::Stencil& stencil);

/// Refuses orders that have no hardware (RG0409), and blocks where whole frames are reversed or planes transposed
/// (RG0404).
bool check_orders(const spec::Stencil& stencil, Diagnostics& diagnostics);

/// The memory of a stage with `mirror`.
MirrorPlan plan_mirror(const spec::Stencil& stencil, spec::StageId stage, const Order& order, const Target& target);

}  // namespace rtlgen::plan
