// Runs of hardware that stop wherever a probe or snapshot is due. The whole grid leaves the core only at the end of a
// run, so the host makes several, each of the time steps up to the next one.
#pragma once

#include <cstdint>
#include <functional>

#include "driver/simulate/hardware.hpp"
#include "runner/runner.hpp"

namespace rtlgen::driver {

class RunNotes;

/// Calls `visit` for each of these runs, with the number of time steps done after it and its settings, until one
/// returns false. `notes` says when something is due.
void for_each_part(const contract::CoreInterface& core, const spec::Extents& extents, std::int64_t iterations,
                   const RunNotes& notes,
                   const std::function<bool(std::int64_t end, const contract::RunSettings& settings)>& visit);

/// The outcomes of these runs as one; the first of them begins with `run`. What is due goes to `notes`.
runner::Outcome run_in_parts(const Hardware& hardware, const contract::CoreInterface& core, runner::Run run,
                             std::int64_t iterations, RunNotes& notes);

}  // namespace rtlgen::driver
