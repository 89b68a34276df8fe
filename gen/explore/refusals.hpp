// Why the search does not take a point.
#pragma once

#include <string>
#include <vector>

#include "explore/explore.hpp"
#include "explore/probe.hpp"

namespace rtlgen::explore {

/// Why no point of the space is a design: the resources that the smallest needs, or the fault of the smallest.
std::string why_nothing_fits(const Problem& problem, const std::vector<Probe>& probes,
                             const std::vector<Undefended>& undefended, Knowledge& known);

}  // namespace rtlgen::explore
