// Cell updates per second of the golden engine, on one core and on all.
//
// The figure to reach is 200 million cell updates per second on one core for diffusion2d in float32.
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
  // Enough steps that filling and emptying the engine's own arrays does not count.
  const std::int64_t steps = std::max<std::int64_t>(1, (std::int64_t{1} << 25) / stencil.cells());
  rtlgen::golden::Options options;
  options.threads = threads;
  for ([[maybe_unused]] auto _ : state) {
    benchmark::DoNotOptimize(rtlgen::golden::run(stencil, stencil.grid, inputs, steps, params, options));
  }
  state.SetLabel(target);
  state.counters["cell_updates/s"] = benchmark::Counter(
      static_cast<double>(state.iterations() * steps * stencil.cells()), benchmark::Counter::kIsRate);
}

// One core is judged by the time that it worked, so that a busy machine does not blur the figure.
#define RTLGEN_BENCH(label, ...) BENCHMARK_CAPTURE(golden, label, __VA_ARGS__)->Unit(benchmark::kMillisecond)

RTLGEN_BENCH(diffusion2d_float32_1_core, "diffusion2d", "[1024, 1024]", {}, 1, "target: 200M/s");
RTLGEN_BENCH(diffusion2d_float32_all_cores, "diffusion2d", "[1024, 1024]", {}, 0)->UseRealTime();
RTLGEN_BENCH(diffusion2d_flush_1_core, "diffusion2d", "[1024, 1024]", {"subnormals=flush"}, 1);
RTLGEN_BENCH(diffusion2d_float64_1_core, "diffusion2d", "[1024, 1024]", {"type=float64"}, 1);
RTLGEN_BENCH(diffusion2d_float16_1_core, "diffusion2d", "[1024, 1024]", {"type=float16"}, 1);
RTLGEN_BENCH(diffusion3d_float32_1_core, "diffusion3d", "[256, 128, 32]", {}, 1);
RTLGEN_BENCH(hotspot2d_float32_1_core, "hotspot2d", "[1024, 1024]", {}, 1);
RTLGEN_BENCH(life_uint1_1_core, "life", "[1024, 1024]", {}, 1);

}  // namespace
