// Time steps that amplify waves on the grid: explicit methods with too large a step.
//
// Growth that is the same on the whole grid, as in 1.01*u, was written down deliberately and is not a fault of a
// method.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <optional>
#include <string>
#include <vector>

#include "analysis/meaning/linear.hpp"
#include "analysis/meaning/meaning.hpp"
#include "spec/program.hpp"
#include "spec/warn.hpp"
#include "support/codes.hpp"
#include "support/counted.hpp"
#include "support/index.hpp"

namespace rtlgen::analysis {

namespace {

constexpr double kLeastExcess = 1e-6;  // excess of the amplification over 1: rounding and marginal steps cause less
constexpr double kLeastGrowth = 1.5;   // over a run; less is not worth a warning

/// Possible phases of waves along an axis of `extent` cells: with wrap whole waves, else also half waves. `signs`: both
/// directions.
std::vector<double> phases(std::int64_t extent, bool wraps, int parts, bool signs) {
  const auto n = static_cast<double>(extent);
  const double most = std::floor(wraps ? n / 2 : n - 1);  // in units of 2 pi / n, or pi / n
  std::vector<double> out{0};
  for (int j = 1; j <= parts; ++j) {
    const double phase = std::round(j * most / parts) * (wraps ? 2 : 1) * std::numbers::pi / n;
    if (phase == 0 || std::find(out.begin(), out.end(), phase) != out.end()) continue;
    out.push_back(phase);
    if (signs) out.push_back(-phase);
  }
  return out;
}

struct Worst {
  double amplification = 0;
  Wave wave{};
};

class Stability {
 public:
  Stability(const spec::Program& stencil, Diagnostics& diagnostics)
      : stencil_(stencil), diagnostics_(diagnostics), step_(stencil) {}

  void run() {
    for (const Component& component : step_.components()) check(component);
  }

 private:
  const spec::Array& field(const Component& component, std::size_t i) const {
    return stencil_.arrays[step_.fields()[static_cast<std::size_t>(component.fields[i])]];
  }

  Worst worst_of(const Component& component, const std::array<bool, spec::kMaxAxes>& wraps) const {
    std::array<std::vector<double>, spec::kMaxAxes> along;
    for (std::size_t axis = 0; axis < along.size(); ++axis) {
      const int parts = stencil_.axes == 1 ? 32 : stencil_.axes == 2 ? 8 : 4;
      along[axis] = phases(stencil_.grid[axis], wraps[axis], parts, axis > 0);
    }
    Worst worst;
    for (const double z : along[2]) {
      for (const double y : along[1]) {
        for (const double x : along[0]) {
          const double found = step_.amplification(component, {x, y, z});
          if (found > worst.amplification) worst = {found, {x, y, z}};
        }
      }
    }
    return worst;
  }

  /// Whether the component's fields wrap when they are read at an offset, by axis. Nothing if only some do, because
  /// waves around the grid have other phases than waves between its ends.
  std::optional<std::array<bool, spec::kMaxAxes>> wraps_of(const Component& component) const {
    std::array<bool, spec::kMaxAxes> wraps{}, ends{};
    for (const spec::Node& node : stencil_.nodes) {
      if (node.op != spec::Op::kTap || !holds(component, stencil_.streams[node.stream].array)) continue;
      for (std::size_t axis = 0; axis < wraps.size(); ++axis) {
        if (node.offset[axis] != 0) (spec::wraps(node.boundary[axis]) ? wraps : ends)[axis] = true;
      }
    }
    for (std::size_t axis = 0; axis < wraps.size(); ++axis) {
      if (wraps[axis] && ends[axis]) return std::nullopt;
    }
    return wraps;
  }

  bool holds(const Component& component, spec::ArrayId array) const {
    return std::any_of(component.fields.begin(), component.fields.end(),
                       [&](int f) { return step_.fields()[at(f)] == array; });
  }

  void check(const Component& component) {
    const auto wraps = wraps_of(component);
    if (!wraps) return;
    const double allowed = std::max(1.0, step_.amplification(component, {0, 0, 0}));
    const Worst worst = worst_of(component, *wraps);
    const double growth = static_cast<double>(stencil_.iterations) * std::log(worst.amplification / allowed);
    if (stencil_.iterations < 2 || !(worst.amplification > allowed * (1 + kLeastExcess)) ||
        growth < std::log(kLeastGrowth))
      return;
    std::string names, waves;
    for (std::size_t i = 0; i < component.fields.size(); ++i)
      names += fmt::format("{}'{}'", i > 0 ? ", " : "", field(component, i).shown());
    for (std::size_t axis = 0; axis < worst.wave.size(); ++axis) {
      const double phase = std::abs(worst.wave[axis]);
      if (phase > 0)
        waves += fmt::format("{}{:.3g} cells along {}", waves.empty() ? "" : " and ", 2 * std::numbers::pi / phase,
                             "xyz"[axis]);
    }
    const double decades = static_cast<double>(stencil_.iterations) * std::log10(worst.amplification);
    const std::string total =
        decades < 4 ? fmt::format("{:.3g}", std::pow(10, decades)) : fmt::format("10^{:.0f}", decades);
    spec::warn(
        stencil_, diagnostics_, Code::kUnstableStep, place(component),
        fmt::format(
            "the time step of {} is unstable: waves with a length of {} grow by a factor of {:.4g} per step, {} in {}",
            names, waves, worst.amplification, total, counted(stencil_.iterations, "step")),
        {"make the coefficients smaller, with a smaller time step or larger cells (von Neumann analysis of the linear "
         "step; run-time parameters at their defaults)"});
  }

  /// The line that assigns the component's first field.
  SourceLocation place(const Component& component) const {
    const spec::StreamId stream = stencil_.final_stream(step_.fields()[static_cast<std::size_t>(component.fields[0])]);
    return stencil_.stages[stencil_.streams[stream].stage].where;
  }

  const spec::Program& stencil_;
  Diagnostics& diagnostics_;
  LinearStep step_;
};

}  // namespace

void warn_of_unstable_steps(const spec::Program& stencil, Diagnostics& diagnostics) {
  // A sweep passes waves on within the step, so the step does not multiply each wave by one number.
  if (std::any_of(stencil.stages.begin(), stencil.stages.end(),
                  [](const spec::Stage& s) { return s.sweep.has_value(); }))
    return;
  Stability(stencil, diagnostics).run();
}

}  // namespace rtlgen::analysis
