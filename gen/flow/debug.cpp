// Taps of the shells and cores of a card.
#include "flow/debug.hpp"

#include <fmt/format.h>

#include "contract/shell.hpp"
#include "flow/bus_parts.hpp"
#include "flow/project.hpp"
#include "flow/tool.hpp"
#include "plan/plan.hpp"
#include "shell/probes.hpp"
#include "spec/stencil.hpp"

namespace rtlgen::flow {

namespace {

using Path = std::vector<std::pair<std::string, std::string>>;

Path extended(Path path, const Path& more) {
  path.insert(path.end(), more.begin(), more.end());
  return path;
}

}  // namespace

std::vector<std::string> Tap::bit_names() const {
  if (bits == 0) return {signal};
  std::vector<std::string> names;
  for (int i = 0; i < bits; ++i) names.push_back(fmt::format("{}[{}]", signal, i));
  return names;
}

std::vector<Tap> taps_of(const Project& project) {
  std::vector<Tap> taps;
  const std::size_t kernels = kernels_of(project);
  for (std::size_t n = 0; n < kernels; ++n) {
    const std::string of_kernel = kernels == 1 ? "" : fmt::format("kernel_{}.", n);
    const Path shell = {{project.plan.shell->module, kernels == 1 ? "u_shell" : fmt::format("u_shell_{}", n)}};
    for (const shell::Probe& probe : shell::probes_of(project.plan)) {
      const Path path = extended(shell, {{"rtlgen_probe", probe.instance}});
      for (const auto& [field, bits] : {std::pair{"valid", 0}, {"ready", 0}, {"count", shell::kProbeCountBits}})
        taps.push_back({probe.on_bus, of_kernel + probe.name + "." + field, path, fmt::format("{}_q", field), bits});
    }
    for (const CoreTap& tap : project.taps) {
      const Path path = extended(extended(shell, {{project.plan.core.module, "u_core"}}), tap.path);
      taps.push_back({false, of_kernel + tap.name, path, tap.signal, tap.bits, false});
    }
  }
  return taps;
}

bool has_taps(const Project& project) { return !taps_of(project).empty(); }

bool has_register_debugger(const Project& project) {
  return project.plan.stencil->hardware.debug.any() && project.wiring.tool == "vivado" && !project.wiring.uart;
}

void refuse_debug(const Project& project, Diagnostics& diagnostics, const std::string& tool) {
  if (!project.plan.stencil->hardware.debug.any()) return;
  unsuitable(project, diagnostics, "hardware.debug is for projects of Vivado and Quartus, and not of " + tool,
             {"leave out hardware.debug; simulation shows the same signals: rtlgen sim --trace"});
}

void check_debug(const Project& project, Diagnostics& diagnostics) {
  if (!project.plan.stencil->hardware.debug.any() || has_taps(project)) return;
  unsuitable(project, diagnostics, "hardware.debug shows nothing, because no stage of this stencil keeps a position",
             {"add streams or bus to hardware.debug"});
}

}  // namespace rtlgen::flow
