// The loop that a user would write for diffusion2d.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace rtlgen::bench {

/// `steps` time steps on a grid of size x size cells in `now`; `next` is room for another.
void diffusion_by_hand(std::size_t size, std::int64_t steps, bool all_cores, std::vector<float>& now,
                       std::vector<float>& next);

}  // namespace rtlgen::bench
