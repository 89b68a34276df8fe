// Sweeps: the streams from which stages read their own results, and the memories in which these results wait.
#pragma once

#include <vector>

#include "plan/buffers.hpp"

namespace rtlgen {
class Diagnostics;
}

namespace rtlgen::spec {
struct Stencil;
}

namespace rtlgen::plan {

struct Plan;
struct Target;

/// Adds a stream for each stage that reads its own results: its newest word is the one furthest ahead that the stage
/// reads. Adds the needs to the stages' consumers. All lags must be known.
void place_results(ExecutorPlan& executor, std::vector<Consumer>& consumers, const Order& order,
                   const spec::Stencil& stencil, const Target& target);

/// Assigns addresses to the memories of own results. The cycles of all stages must be known. Fails with RG0408 if a
/// result would be read before it is written, and records in `order` the extents from which on this cannot happen.
bool time_results(Plan& plan, Order& order, Diagnostics& diagnostics);

}  // namespace rtlgen::plan
