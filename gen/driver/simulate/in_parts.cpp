// Each run starts from the results of the previous one.
#include "driver/simulate/in_parts.hpp"

#include "contract/run_settings.hpp"
#include "driver/data/snapshots.hpp"
#include "driver/simulate/passes.hpp"
#include "support/check.hpp"
#include "support/diagnostics.hpp"
#include "support/result.hpp"

namespace rtlgen::driver {

void for_each_part(const contract::CoreInterface& core, const spec::Extents& extents, std::int64_t iterations,
                   const RunNotes& notes,
                   const std::function<bool(std::int64_t end, const contract::RunSettings& settings)>& visit) {
  for (std::int64_t done = notes.first_step(); done < iterations;) {
    const std::int64_t end = notes.next_after(done, iterations);
    Diagnostics diagnostics;
    const auto settings = contract::run_settings(core, extents, end - done, diagnostics, done);
    RTLGEN_CHECK(settings.ok(), "a part of a run cannot run");
    if (!visit(end, *settings)) return;
    done = end;
  }
}

runner::Outcome run_in_parts(const Hardware& hardware, const contract::CoreInterface& core, runner::Run run,
                             std::int64_t iterations, RunNotes& notes) {
  runner::Outcome sum;
  sum.ended = true;
  std::int64_t number = 0;
  for_each_part(core, run.extents, iterations, notes, [&](std::int64_t end, const contract::RunSettings& settings) {
    run.settings = settings;
    add_pass(sum, hardware(run), number++);
    if (!sum.ended) return false;
    notes.note(end, [&](int array) -> const golden::Grid& { return sum.outputs.at(array); });
    continue_from(sum, run);
    return true;
  });
  if (sum.ended) notes.note_end(iterations, [&](int array) -> const golden::Grid& { return sum.outputs.at(array); });
  return sum;
}

}  // namespace rtlgen::driver
