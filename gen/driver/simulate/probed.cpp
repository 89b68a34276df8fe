// Each run starts from the fields that the one before it left.
#include "driver/simulate/probed.hpp"

#include "contract/run_settings.hpp"
#include "driver/data/probes.hpp"
#include "driver/simulate/passes.hpp"
#include "support/check.hpp"
#include "support/diagnostics.hpp"
#include "support/result.hpp"

namespace rtlgen::driver {

void for_each_part(const contract::CoreInterface& core, const spec::Extents& extents, std::int64_t iterations,
                   const ProbeRows& rows,
                   const std::function<bool(std::int64_t end, const contract::RunSettings& settings)>& visit) {
  for (std::int64_t done = 0; done < iterations;) {
    const std::int64_t end = rows.next_after(done, iterations);
    Diagnostics diagnostics;
    const auto settings = contract::run_settings(core, extents, end - done, diagnostics, done);
    RTLGEN_CHECK(settings.ok(), "a part of a run cannot run");
    if (!visit(end, *settings)) return;
    done = end;
  }
}

runner::Outcome run_probed(const Hardware& hardware, const contract::CoreInterface& core, runner::Run run,
                           std::int64_t iterations, ProbeRows& rows) {
  runner::Outcome sum;
  sum.ended = true;
  std::int64_t number = 0;
  for_each_part(core, run.extents, iterations, rows, [&](std::int64_t end, const contract::RunSettings& settings) {
    run.settings = settings;
    add_pass(sum, hardware(run), number++);
    if (!sum.ended) return false;
    rows.note(end, [&](spec::ArrayId array, std::int64_t cell) { return sum.outputs.at(array.index()).get(cell); });
    continue_from(sum, run);
    return true;
  });
  return sum;
}

}  // namespace rtlgen::driver
