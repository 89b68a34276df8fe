// Searches with other Kernels: another form of floats, fewer DSP blocks.
#pragma once

#include "explore/explore.hpp"

namespace rtlgen::explore {

/// A search with the Kernels that the problem has; `search` tries others too.
Answer search_kernels(const Problem& problem, Knowledge& known);

}  // namespace rtlgen::explore
