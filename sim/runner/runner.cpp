// Selects the simulator, adapts the sources to it, and looks in the cache.
#include "runner/runner.hpp"

#include <fmt/format.h>

#include <optional>

#include "contract/core_interface.hpp"
#include "contract/frame.hpp"
#include "runner/cache.hpp"
#include "runner/shape.hpp"
#include "runner/text_run.hpp"
#include "runner/tools.hpp"
#include "runner/verilator.hpp"
#include "support/check.hpp"

namespace rtlgen::runner {

namespace {

/// The value of a port with this role in the run; none for ports that the run does not set.
std::optional<std::int64_t> setting(contract::PortRole role, const contract::CoreInterface& core, const Run& run) {
  using contract::PortRole;
  switch (role) {
    case PortRole::kRowWords:
      return run.settings.frame.row_words;
    case PortRole::kRows:
      return run.settings.frame.rows;
    case PortRole::kPlanes:
      return run.settings.frame.planes;
    case PortRole::kPlaneWords:
      return run.settings.frame.plane_words();
    case PortRole::kTail:
      return run.settings.tail;
    case PortRole::kExtentX:
      return run.extents[0];
    case PortRole::kPhaseX:
      return run.settings.phase[0];
    case PortRole::kPhaseY:
      return run.settings.phase[1];
    case PortRole::kPhaseZ:
      return run.settings.phase[2];
    case PortRole::kGridWords:
      return contract::frame_shape(run.extents, core.cells_per_cycle).row_words;
    case PortRole::kGridRows:
      return run.extents[1];
    case PortRole::kBlocksX:
      return run.settings.blocks[0];
    case PortRole::kBlocksY:
      return run.settings.blocks[1];
    case PortRole::kGap:
      return run.settings.gap;
    case PortRole::kPasses:
      return run.settings.passes;
    case PortRole::kBypass:
      return run.settings.bypass;
    case PortRole::kFirstStep:
      return run.settings.first_step;
    default:
      return std::nullopt;
  }
}

}  // namespace

std::map<std::string, std::uint64_t> port_settings(const contract::CoreInterface& core, const Run& run) {
  std::map<std::string, std::uint64_t> settings;
  for (const contract::Port& port : core.ports) {
    if (port.role == contract::PortRole::kParam) {
      settings[port.name] = run.params.at(static_cast<std::size_t>(port.index));
    } else if (const auto value = setting(port.role, core, run)) {
      settings[port.name] = static_cast<std::uint64_t>(*value);
    }
  }
  return settings;
}

contract::Extents SimulatedArray::shape(const contract::Extents& whole) const {
  return {spans[0] ? whole[0] : 1, spans[1] ? whole[1] : 1, spans[2] ? whole[2] : 1};
}

golden::Grid framed(const SimulatedDesign& design, const Run& run, int array) {
  const SimulatedArray& held = design.array(array);
  const golden::Grid& grid = run.inputs.at(array);
  golden::Grid frame(grid.type, held.shape(design.core.frame_extents(run.extents)));
  const auto coordinate = [&](std::size_t axis, std::int64_t cell) {
    return held.spans[axis] ? design.core.grid_coordinate(axis, cell, run.extents[axis]) : 0;
  };
  for (std::int64_t i = 0; i < frame.cells(); ++i) {
    const std::int64_t row = i / frame.extents[0];
    const std::int64_t y = coordinate(1, row % frame.extents[1]);
    const std::int64_t z = coordinate(2, row / frame.extents[1]);
    frame.set(i, grid.get(coordinate(0, i % frame.extents[0]) + grid.extents[0] * (y + grid.extents[1] * z)));
  }
  return frame;
}

Simulation Simulation::build(const SimulatedDesign& design, const Sources& sources, const BuildOptions& requested,
                             const Sources* native) {
  BuildOptions options = requested;
  Simulation simulation;
  simulation.design_ = design;
  simulation.sources_ = sources;
  simulation.simulator_ = options.simulator;
  if (requested.quickest) options.native_operators = !requested.use_cache || !verilator_found(design, sources, options);
  if (options.native_operators) {
    RTLGEN_CHECK(options.simulator == Simulator::kVerilator && native != nullptr && native->hdl == Hdl::kVerilog,
                 "native operators need Verilator and their Verilog");
    // Without native operators, it would be the same simulation.
    options.native_operators = native->native;
    if (native->native) simulation.sources_ = *native;
  }
  simulation.native_operators_ = options.native_operators;
  if (options.simulator != Simulator::kVerilator) {
    require_text_simulator(options.simulator);
    return simulation;
  }
  require_program("verilator");
  if (sources.hdl == Hdl::kVhdl) require_program("ghdl");
  const std::string note = waveform_note(design, options);
  if (options.log && !note.empty()) options.log(note);
  const CacheEntry entry =
      options.use_cache
          ? verilator_cached(design, simulation.sources_, options)
          : uncached([&](const auto& folder) { verilator_build(design, simulation.sources_, options, folder); });
  simulation.program_ = (entry.folder / "bench").string();
  simulation.keep_alive_ = entry.keep_alive;
  simulation.from_cache_ = entry.hit;
  return simulation;
}

Outcome Simulation::run(const Run& run) const {
  if (simulator_ == Simulator::kVerilator) return verilator_run(design_, program_, run);
  return text_run(design_, sources_, simulator_, run);
}

}  // namespace rtlgen::runner
