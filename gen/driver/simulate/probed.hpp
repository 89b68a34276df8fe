// Runs of hardware that stop wherever a probe is due. The whole grid leaves the core only at the end of a run, so the
// host makes several, each of the time steps up to the next probe.
#pragma once

#include <cstdint>
#include <functional>

#include "driver/simulate/hardware.hpp"
#include "runner/runner.hpp"

namespace rtlgen::driver {

class ProbeRows;

/// Calls `visit` for each of these runs, with the number of time steps done after it and its settings, until one
/// returns false. `rows` says when probes are due.
void for_each_part(const contract::CoreInterface& core, const spec::Extents& extents, std::int64_t iterations,
                   const ProbeRows& rows,
                   const std::function<bool(std::int64_t end, const contract::RunSettings& settings)>& visit);

/// The outcomes of these runs as one; the first of them begins with `run`. What the probes read goes to `rows`.
runner::Outcome run_probed(const Hardware& hardware, const contract::CoreInterface& core, runner::Run run,
                           std::int64_t iterations, ProbeRows& rows);

}  // namespace rtlgen::driver
