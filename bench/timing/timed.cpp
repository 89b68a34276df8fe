// Designs of bench_timing, pipelined for a clock.
#include "timed.hpp"

#include <fmt/format.h>

#include <stdexcept>

#include "contract/clock.hpp"
#include "driver/prepare/prepare.hpp"
#include "elaborate/elaborate.hpp"
#include "hw/delay_model.hpp"
#include "hw/ir.hpp"
#include "ops/operator.hpp"
#include "plan/plan.hpp"
#include "support/diagnostics.hpp"
#include "support/result.hpp"
#include "synthesis/statistics.hpp"

namespace rtlgen::bench {

Timed time_design(const hw::Design& design, int stages, int period_ps, const hw::DelayModel& device) {
  Timed t{stages, period_ps, synthesis::static_timing(design, device, period_ps), {}};
  if (t.report.worst_ps <= 0) throw std::runtime_error("no path between registers");
  t.area = synthesis::cells_of({{"netlist", t.report.netlist}}, "netlist", model::fabric_of(device.name),
                               [](const std::string&) { return false; });
  return t;
}

const std::vector<Core>& cores() {
  static const std::vector<Core> list = {
      {"shift16", "bench/route/designs/shift.yaml", 1}, {"shift16", "bench/route/designs/shift.yaml", 16},
      {"heat16", "bench/route/designs/heat.yaml", 1},   {"heat16", "bench/route/designs/heat.yaml", 4},
      {"diffusion2d", "configs/diffusion2d.yaml", 1},   {"diffusion2d", "configs/diffusion2d.yaml", 2},
  };
  return list;
}

int period_of(double mhz) { return contract::Clock::of_mhz(mhz).period_ps; }

Timed time_operator(const ops::Request& request, double mhz, const hw::DelayModel& device) {
  const BetweenRegisters one = between_registers(request, device, period_of(mhz));
  return time_design(one.design, one.stages, period_of(mhz), device);
}

Timed time_core(const Core& core, double mhz, const std::string& device) {
  Diagnostics diagnostics;
  const auto prepared = driver::prepare(
      {std::string(RTLGEN_SOURCE_DIR) + "/" + core.file,
       {"hardware.device=" + device, "hardware.extents=fixed", fmt::format("hardware.clock_mhz={:g}", mhz),
        "hardware.cells_per_cycle=1", fmt::format("hardware.steps={}", core.steps)}},
      diagnostics);
  if (!prepared) throw std::runtime_error("refused: " + diagnostics.render());
  const plan::Plan& plan = (*prepared)->plan;
  return time_design(elaborate::elaborate(plan), plan.executor.stages.front().kernel.latency, plan.clock.period_ps,
                     *plan.device);
}

}  // namespace rtlgen::bench
