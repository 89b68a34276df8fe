// Connects a sequencer.
#include "shell/sequencer.hpp"

#include <utility>

#include "shell/registers.hpp"

namespace rtlgen::shell {

void add_sequencer(netlist::Part& part, SequencedRun run) {
  part.leaf("rtlgen_sequencer", "u_sequencer",
            {{"READERS", run.readers}, {"WRITERS", run.writers}, {"WATCHDOG_BITS", 32}, {"COUNTER_BITS", 64}},
            {{"clk", run.clock},
             {"rst", run.reset},
             {"start", "start"},
             {"cancel", "cancel"},
             {"watchdog_limit", "watchdog"},
             {"idle", std::move(run.idle)},
             {"err_resp", std::move(run.err_resp)},
             {"err_bounds", std::move(run.err_bounds)},
             {"walk_done", std::move(run.walk_done)},
             {"progress", "progress"},
             {"walk_start", run.walk_start},
             {"stop", "stop"},
             {"bus_rst", "run_bus_rst"},
             {"busy", "busy"},
             {"done", "done"},
             {"failed", "failed"},
             {"errors", "errors"},
             {"cycles_busy", "cycles_busy"},
             {"cycles_stalled", "cycles_stalled"},
             {"kernel_clk", run.kernel_clock},
             {"kernel_rst", "run_kernel_rst"},
             {"core_done", "core_done"},
             {"core_config_error", refusal()}});
}

}  // namespace rtlgen::shell
