// Proof of monitors: the values that they fold, and that trees, carry chains and latencies add up.
#include <algorithm>

#include "hw/delay_model.hpp"
#include "plan/plan.hpp"
#include "plan/verify/parts.hpp"
#include "spec/stencil.hpp"

namespace rtlgen::plan {

void verify_monitors(const Plan& plan) {
  const auto need = [&](bool good, const std::string& what) { require(plan, good, what); };
  const spec::Stencil& s = *plan.stencil;
  need(plan.monitors.size() == s.monitors.size(), "a monitor without its plan");
  int longest = 0;
  for (const spec::MonitorId i : s.monitors.ids()) {
    const MonitorPlan& m = plan.monitors[i];
    const spec::Monitor& monitor = s.monitors[i];
    need(m.monitor == i, "the plan of another monitor");
    const spec::Type& field = s.arrays[monitor.array].type;
    const bool plain = monitor.reduction == spec::Reduction::kMin || monitor.reduction == spec::Reduction::kMax ||
                       (monitor.reduction == spec::Reduction::kSum && field == monitor.type);
    need((m.cell == nullptr) == plain, "a Kernel too many or too few before a monitor");
    if (m.cell) {
      verify(*m.cell);
      need(m.cell_latency == m.cell->executor.stages.front().kernel.latency, "the latency of a monitor's Kernel");
    } else {
      need(m.cell_latency == 0, "a latency without a Kernel");
    }
    int folded = 1 << m.levels;
    need(folded >= plan.core.cells_per_cycle && (m.levels == 0 || folded / 2 < plan.core.cells_per_cycle),
         "the tree of a monitor lacks levels for its lanes");
    const int bits = (monitor.type.width + m.segments - 1) / m.segments;
    const int carry =
        plan.device->carry_base + plan.device->carry_per_bit * bits + plan.device->lut + plan.device->register_overhead;
    need(carry <= plan.clock.period_ps, "an accumulator's carry chain is longer than a cycle");
    need(m.latency == m.cell_latency + m.levels + m.segments + 2, "the latency of a monitor is miscounted");
    longest = std::max(longest, m.latency);
  }
  need(plan.core.monitor_latency == (s.monitors.empty() ? 0 : longest + 1),
       "the monitors' results come in another cycle");
}

}  // namespace rtlgen::plan
