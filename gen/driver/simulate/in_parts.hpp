// Runs of hardware that stop whenever a probe or snapshot is due. The whole grid leaves the core only at the end of a
// run, so the host starts several runs, each with the time steps up to the next stop.
#pragma once

#include <cstdint>
#include <functional>

#include "driver/simulate/hardware.hpp"
#include "runner/runner.hpp"

namespace rtlgen::driver {

class RunNotes;

/// Calls `visit` for each of these runs, with the number of time steps done after it and its settings, until it returns
/// false. `notes` determines when something is due.
void for_each_part(const contract::CoreInterface& core, const spec::Extents& extents, std::int64_t iterations,
                   const RunNotes& notes,
                   const std::function<bool(std::int64_t end, const contract::RunSettings& settings)>& visit);

/// The combined outcome of these runs; the first of them starts with `run`. `notes` record what is due.
runner::Outcome run_in_parts(const Hardware& hardware, const contract::CoreInterface& core, runner::Run run,
                             std::int64_t iterations, RunNotes& notes);

}  // namespace rtlgen::driver
