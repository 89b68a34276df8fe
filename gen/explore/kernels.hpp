// Searches with other Kernels: a different form of floats, fewer DSP blocks.
#pragma once

#include "explore/explore.hpp"

namespace rtlgen::explore {

/// A search with the Kernels of the problem; `search` also tries others.
Answer search_kernels(const Problem& problem, Knowledge& known);

}  // namespace rtlgen::explore
