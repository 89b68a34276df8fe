// Each run starts from the fields that the one before it left.
#include "driver/simulate/probed.hpp"

#include "contract/run_settings.hpp"
#include "driver/data/probes.hpp"
#include "driver/simulate/passes.hpp"
#include "support/check.hpp"
#include "support/diagnostics.hpp"
#include "support/result.hpp"

namespace rtlgen::driver {

runner::Outcome run_probed(const Hardware& hardware, const contract::CoreInterface& core, runner::Run run,
                           std::int64_t iterations, ProbeRows& rows) {
  runner::Outcome sum;
  sum.ended = true;
  std::int64_t done = 0;
  for (std::int64_t number = 0; done < iterations && sum.ended; ++number) {
    const std::int64_t next = rows.next_after(done, iterations);
    Diagnostics diagnostics;
    auto settings = contract::run_settings(core, run.extents, next - done, diagnostics);
    RTLGEN_CHECK(settings.ok(), "a part of a run cannot run");
    settings->first_step = static_cast<std::int64_t>(static_cast<std::uint32_t>(done - settings->bypass));
    run.settings = *settings;
    add_pass(sum, hardware(run), number);
    done = next;
    if (!sum.ended) break;
    rows.note(done, [&](spec::ArrayId array, std::int64_t cell) { return sum.outputs.at(array.index()).get(cell); });
    for (const auto& [array, grid] : sum.outputs) {
      if (run.inputs.contains(array)) run.inputs[array] = grid;
    }
    run.trace.clear();
    run.progress = "none";
    run.seed += 1;
  }
  return sum;
}

}  // namespace rtlgen::driver
