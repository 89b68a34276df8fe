// Mirrors: stages that turn rows or planes round, or transpose planes, between lines that sweep forward and lines that
// swept backward or along x.
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

/// The first line whose order has no hardware; nullptr: none.
const spec::Stage* without_hardware(const spec::Program& program);

/// Is a whole frame turned round, or a plane transposed? Then extents are constants: how far the chain lags follows
/// from them, or rows and columns have to stay as many.
bool fixes_extents(const spec::Stencil& stencil);

/// Refuses orders that no hardware has (RG0409), and blocks of what is turned round as a whole (RG0404).
bool check_orders(const spec::Stencil& stencil, Diagnostics& diagnostics);

/// The memory of a stage with `mirror`.
MirrorPlan plan_mirror(const spec::Stencil& stencil, spec::StageId stage, Order& order);

}  // namespace rtlgen::plan
