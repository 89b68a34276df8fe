// Sweeps: the streams from which stages read their own results, and the memories that these wait in.
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

/// Adds a stream for each stage that reads own results: its newest word is the one furthest ahead that the stage reads.
/// Consumers, by stage, get the needs; all lags must be there.
void place_results(ExecutorPlan& executor, std::vector<Consumer>& consumers, const Order& order,
                   const spec::Stencil& stencil);

/// Gives the memories of own results their addresses; the cycles of all stages must be there. Fails where a result
/// would be read before it is written, RG0408, and has `order` remember the extents from which on none is.
bool time_results(Plan& plan, Order& order, Diagnostics& diagnostics);

}  // namespace rtlgen::plan
