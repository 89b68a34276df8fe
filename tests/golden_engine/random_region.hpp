// Regions of random programs.
#pragma once

#include "random_stencil.hpp"
#include "spec/region.hpp"

namespace rtlgen::test {

/// A box of any bounds, also empty ones and some beyond small grids.
inline spec::Region random_region(Random& random, int axes) {
  spec::Region region;
  for (int a = 0; a < axes; ++a) {
    const auto place = [&] { return spec::Place{random.between(0, 6), random.chance(50)}; };
    if (random.chance(70)) region.spans[static_cast<std::size_t>(a)] = {place(), place()};
  }
  return region;
}

}  // namespace rtlgen::test
