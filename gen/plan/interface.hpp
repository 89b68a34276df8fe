// The outside of a core: its ports, limits and totals, from an Executor that is planned.
#pragma once

#include "contract/frame.hpp"
#include "plan/buffers.hpp"

namespace rtlgen {
class Diagnostics;
}

namespace rtlgen::plan {

struct Plan;

/// Fills `plan.core` and the output FIFO's width and depth. `order` has the smallest extents at which
/// everything that was compared still holds.
void make_interface(Plan& plan, const Order& order, contract::ExtentPlan extents);

/// Refuses fields whose ports have names of another field's handshake, which only an input that enters late has:
/// RG0213.
bool check_port_names(const Plan& plan, Diagnostics& diagnostics);

/// Plans the shell of a core that is planned.
void make_shell(Plan& plan);

/// Plans the streams of a core that is planned.
void make_stream_top(Plan& plan);

}  // namespace rtlgen::plan
