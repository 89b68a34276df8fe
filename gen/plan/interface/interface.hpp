// The last planning step: the interface of a core with its ports, limits and totals.
#pragma once

#include "contract/core_interface.hpp"
#include "contract/frame.hpp"

namespace rtlgen {
class Diagnostics;
}

namespace rtlgen::contract {
struct Shell;
struct StreamTop;
}  // namespace rtlgen::contract

namespace rtlgen::spec {
struct Stencil;
}

namespace rtlgen::plan {

struct Ends;
struct ExecutorPlan;
struct Plan;

/// The interface of a core, with its output FIFO.
struct Interface {
  contract::CoreInterface core;
  int fifo_depth = 0;  ///< also the number of credits
  int fifo_width = 0;
};

/// Inputs of interface_of() besides the stencil.
struct Inside {
  const ExecutorPlan& executor;
  const contract::FrameShape& frame;  ///< at the compiled maximum
  const contract::FrameShape& least;  ///< the smallest frame in which the Executors work
  contract::ExtentPlan extents;
  const Ends& ends;
  int monitor_latency;
};

Interface interface_of(const spec::Stencil& stencil, const Inside& inside);

/// Refuses fields whose data ports would have the names of another field's handshake ports (RG0213). Only inputs that
/// enter late have a handshake.
bool check_port_names(const contract::CoreInterface& core, const spec::Stencil& stencil, Diagnostics& diagnostics);

/// Plans the shell of a core on a bus.
contract::Shell shell_of(const Plan& plan);

/// Plans the AXI4-Stream top of a core.
contract::StreamTop stream_top_of(const Plan& plan);

}  // namespace rtlgen::plan
