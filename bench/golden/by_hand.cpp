// Rows outside the grid are its first and last one; the ends of a row are outside the loop. Compiled with -O3
// -march=native, which the engine cannot use, because it must run on any machine.
#include "by_hand.hpp"

#include <utility>

namespace rtlgen::bench {

void diffusion_by_hand(std::size_t size, std::int64_t steps, [[maybe_unused]] bool all_cores, std::vector<float>& now,
                       std::vector<float>& next) {
  const float cc = 0.6F, cw = 0.1F, ce = 0.1F, cs = 0.1F, cn = 0.1F;
  for (std::int64_t step = 0; step < steps; ++step) {
#pragma omp parallel for if (all_cores)
    for (std::size_t y = 0; y < size; ++y) {
      const float* const t = &now[y * size];
      const float* const north = y == 0 ? t : t - size;
      const float* const south = y + 1 == size ? t : t + size;
      float* const __restrict out = &next[y * size];
      const auto cell = [&](std::size_t x, std::size_t west, std::size_t east) {
        out[x] = cc * t[x] + cw * t[west] + ce * t[east] + cs * south[x] + cn * north[x];
      };
      cell(0, 0, 1);
      for (std::size_t x = 1; x + 1 < size; ++x) cell(x, x - 1, x + 1);
      cell(size - 1, size - 2, size - 1);
    }
    std::swap(now, next);
  }
}

}  // namespace rtlgen::bench
