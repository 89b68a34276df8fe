// Cell updates per second of the golden engine, on one core and on all.
//
// The figures to reach, for diffusion2d in float32 on one core: 0.8 of a loop written by hand, and 100 million cell
// updates per second with fused sums.
#include <benchmark/benchmark.h>

#include <algorithm>
#include <map>
#include <string>
#include <vector>

#include "frontend/frontend.hpp"
#include "golden/engine.hpp"
#include "golden/grid.hpp"
#include "spec/stencil.hpp"
#include "support/diagnostics.hpp"
#include "support/errors.hpp"

namespace {

using rtlgen::golden::Grid;
using rtlgen::spec::Stencil;

Stencil load(const std::string& name, const std::vector<std::string>& sets) {
  rtlgen::Diagnostics diagnostics;
  auto stencil =
      rtlgen::frontend::load_file(std::string(RTLGEN_SOURCE_DIR "/configs/") + name + ".yaml", sets, diagnostics);
  if (!stencil) throw rtlgen::EnvironmentError(diagnostics.render());
  return *std::move(stencil);
}

/// Cells that are ordinary numbers near one in every float format, and small integers otherwise.
Grid ordinary(const rtlgen::spec::Type& type, const rtlgen::spec::Extents& extents) {
  Grid grid(type, extents);
  const std::uint64_t one = type.is_float() ? ((std::uint64_t{1} << (type.exponent - 1)) - 1) << type.fraction : 0;
  for (std::int64_t i = 0; i < grid.cells(); ++i) {
    const std::uint64_t low = static_cast<std::uint64_t>(i) * 0x9e3779b97f4a7c15ULL >> 32;
    const std::uint64_t cut = type.is_float() ? (std::uint64_t{1} << type.fraction) - 1 : type.mask();
    grid.set(i, one | (low & cut));
  }
  return grid;
}

/// Enough that filling and emptying the engine's own arrays does not count.
std::int64_t steps_for(std::int64_t cells) { return std::max<std::int64_t>(32, (std::int64_t{1} << 27) / cells); }

void golden(benchmark::State& state, const std::string& name, const std::string& grid, std::vector<std::string> sets,
            int threads, const char* target = "") {
  sets.push_back("grid=" + grid);
  const Stencil stencil = load(name, sets);
  std::map<int, Grid> inputs;
  for (const auto i : stencil.arrays.ids()) {
    const int index = i.index();
    if (!stencil.first_stream(i).valid()) continue;
    inputs.emplace(index, ordinary(stencil.arrays[i].type, stencil.grid));
  }
  std::vector<std::uint64_t> params;
  for (const auto& param : stencil.params) params.push_back(param.value);
  const std::int64_t steps = steps_for(stencil.cells());
  rtlgen::golden::Options options;
  options.threads = threads;
  for ([[maybe_unused]] auto _ : state) {
    benchmark::DoNotOptimize(rtlgen::golden::run(stencil, stencil.grid, inputs, steps, params, options));
  }
  state.SetLabel(target);
  state.counters["cell_updates/s"] = benchmark::Counter(
      static_cast<double>(state.iterations() * steps * stencil.cells()), benchmark::Counter::kIsRate);
}

/// The loop that a user would write for diffusion2d: rows outside the grid are its first and last one, the ends of a
/// row stand beside the loop. Compiled as this file is.
void by_hand(benchmark::State& state, std::size_t size, bool all_cores) {
  const std::int64_t steps = steps_for(static_cast<std::int64_t>(size * size));
  std::vector<float> now(size * size), next(now.size());
  for (std::size_t i = 0; i < now.size(); ++i) now[i] = 1.0F + static_cast<float>(i % 97) / 97.0F;
  const float cc = 0.6F, cn = 0.1F;
  for ([[maybe_unused]] auto _ : state) {
    for (std::int64_t step = 0; step < steps; ++step) {
#pragma omp parallel for if (all_cores)
      for (std::size_t y = 0; y < size; ++y) {
        const float* const t = &now[y * size];
        const float* const north = y == 0 ? t : t - size;
        const float* const south = y + 1 == size ? t : t + size;
        float* const __restrict out = &next[y * size];
        const auto cell = [&](std::size_t x, std::size_t west, std::size_t east) {
          out[x] = cc * t[x] + cn * t[west] + cn * t[east] + cn * south[x] + cn * north[x];
        };
        cell(0, 0, 1);
        for (std::size_t x = 1; x + 1 < size; ++x) cell(x, x - 1, x + 1);
        cell(size - 1, size - 2, size - 1);
      }
      std::swap(now, next);
    }
    benchmark::DoNotOptimize(now.data());
  }
  state.counters["cell_updates/s"] = benchmark::Counter(
      static_cast<double>(state.iterations() * steps) * static_cast<double>(size * size), benchmark::Counter::kIsRate);
}

// One core is judged by the time that it worked, so that a busy machine does not blur the figure.
#define RTLGEN_BENCH(label, ...) BENCHMARK_CAPTURE(golden, label, __VA_ARGS__)->Unit(benchmark::kMillisecond)
#define RTLGEN_BY_HAND(label, ...) BENCHMARK_CAPTURE(by_hand, label, __VA_ARGS__)->Unit(benchmark::kMillisecond)

RTLGEN_BY_HAND(diffusion2d_float32_1_core, 1024, false);
RTLGEN_BENCH(diffusion2d_float32_1_core, "diffusion2d", "[1024, 1024]", {}, 1, "target: 0.8 of by_hand");
RTLGEN_BY_HAND(diffusion2d_float32_all_cores, 1024, true)->UseRealTime();
RTLGEN_BENCH(diffusion2d_float32_all_cores, "diffusion2d", "[1024, 1024]", {}, 0, "target: 0.8 of by_hand")
    ->UseRealTime();
// Beyond the caches.
RTLGEN_BY_HAND(diffusion2d_large_1_core, 4096, false);
RTLGEN_BENCH(diffusion2d_large_1_core, "diffusion2d", "[4096, 4096]", {}, 1);
RTLGEN_BY_HAND(diffusion2d_large_all_cores, 4096, true)->UseRealTime();
RTLGEN_BENCH(diffusion2d_large_all_cores, "diffusion2d", "[4096, 4096]", {}, 0)->UseRealTime();
RTLGEN_BENCH(diffusion2d_fused_1_core, "diffusion2d", "[1024, 1024]", {"arithmetic=fused"}, 1, "target: 100M/s");
RTLGEN_BENCH(diffusion2d_flush_1_core, "diffusion2d", "[1024, 1024]", {"subnormals=flush"}, 1);
RTLGEN_BENCH(diffusion2d_float64_1_core, "diffusion2d", "[1024, 1024]", {"type=float64"}, 1);
RTLGEN_BENCH(diffusion2d_float16_1_core, "diffusion2d", "[1024, 1024]", {"type=float16"}, 1);
RTLGEN_BENCH(diffusion3d_float32_1_core, "diffusion3d", "[256, 128, 32]", {}, 1);
RTLGEN_BENCH(hotspot2d_float32_1_core, "hotspot2d", "[1024, 1024]", {}, 1);
RTLGEN_BENCH(life_uint1_1_core, "life", "[1024, 1024]", {}, 1);

}  // namespace
