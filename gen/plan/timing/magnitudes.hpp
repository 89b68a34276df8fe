// Operators that never meet a subnormal number, whatever the data, because their operands come from steps, coordinates
// and other whole numbers. Built with `flush`, they are smaller and return the same bits.
#pragma once

#include <set>

#include "spec/ids.hpp"

namespace rtlgen::spec {
struct Stencil;
}

namespace rtlgen::plan {

/// The float additions, subtractions, products, quotients and square roots among `nodes` (the nodes of one stage, in
/// topological order) whose operands and exact result are never subnormal. These may be zero, infinite or NaN.
std::set<spec::NodeId> never_subnormal(const spec::Stencil& stencil, const std::vector<spec::NodeId>& nodes);

}  // namespace rtlgen::plan
