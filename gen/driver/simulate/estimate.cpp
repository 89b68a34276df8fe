// Estimates by the number of operators per cell. The costs are round numbers near those of diffusion2d
// (docs/simulation.md).
#include "driver/simulate/estimate.hpp"

#include <fmt/format.h>

#include "driver/data/arrays.hpp"
#include "driver/prepare/prepare.hpp"
#include "driver/simulate/simulate.hpp"
#include "spec/stencil.hpp"

namespace rtlgen::driver {

namespace {

constexpr double kLong = 60;  ///< seconds

/// Nanoseconds per cell update.
struct Speed {
  double base;                  ///< registers and control around the operators
  double per_float, per_other;  ///< per operator; for floats in proportion to the bits of their type over 32
};

constexpr Speed kRtl{30, 40, 3}, kNative{10, 2.5, 2.5};

}  // namespace

double simulated_seconds(const SimOptions& options, const SimReport& report, const RunData& data) {
  const spec::Stencil& stencil = report.prepared->stencil();
  const Speed& speed = options.native_operators ? kNative : kRtl;
  double nanoseconds = speed.base;
  for (const spec::Node& node : stencil.nodes) {
    if (node.args.empty()) continue;
    nanoseconds += node.type.is_float() ? speed.per_float * node.type.width / 32 : speed.per_other;
  }
  const double cells = static_cast<double>(data.extents[0] * data.extents[1] * data.extents[2]);
  const double runs = options.random_stalls ? 2 : 1;
  return runs * cells * static_cast<double>(data.iterations - data.first_step) * nanoseconds * 1e-9;
}

std::string long_run_text(const SimOptions& options, const SimReport& report, const RunData& data) {
  const double seconds = simulated_seconds(options, report, data);
  if (seconds < kLong) return "";
  std::string text =
      fmt::format("this simulation will take about {} (a rough estimate)",
                  seconds < 5400 ? fmt::format("{:.0f} min", seconds / 60) : fmt::format("{:.1f} h", seconds / 3600));
  const bool can_be_native = !options.native_operators && spec::has_floats(report.prepared->stencil()) &&
                             options.hdl == runner::Hdl::kVerilog && options.simulator == runner::Simulator::kVerilator;
  if (can_be_native) text += "; --operators native takes about a tenth of that";
  return text + "; --extents and --iterations make it shorter";
}

}  // namespace rtlgen::driver
