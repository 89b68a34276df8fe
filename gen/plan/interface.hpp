// The outside of a core: its ports, limits and totals, derived from a planned Executor.
#pragma once

#include "contract/frame.hpp"
#include "plan/buffers.hpp"

namespace rtlgen {
class Diagnostics;
}

namespace rtlgen::plan {

struct Plan;

/// Fills `plan.core`, and width and depth of the output FIFO. `order` has the smallest extents for which
/// every comparison still holds.
void make_interface(Plan& plan, const Order& order, contract::ExtentPlan extents);

/// Refuses fields whose ports have the names of another field's handshake (RG0213). Only inputs that enter late have a
/// handshake.
bool check_port_names(const Plan& plan, Diagnostics& diagnostics);

/// Plans the shell of a planned core.
void make_shell(Plan& plan);

/// Plans the streams of a planned core.
void make_stream_top(Plan& plan);

}  // namespace rtlgen::plan
