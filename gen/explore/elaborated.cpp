// The first thread that asks for the area of a design finds it; others wait.
#include "explore/elaborated.hpp"

#include "explore/probe.hpp"
#include "plan/plan.hpp"

namespace rtlgen::explore {

model::Area Elaborated::area(const plan::Plan& plan, const std::function<model::Area()>& find) {
  const spec::Hardware& at = plan.stencil->hardware;
  Hardware key{at.cells_per_cycle, at.steps, at.block, at.clock_mhz, at.hops, shape_of(plan)};
  Entry* entry = nullptr;
  {
    const std::lock_guard lock(mutex_);
    entry = &areas_[std::move(key)];
  }
  std::call_once(entry->once, [&] { entry->area = find(); });
  return entry->area;
}

}  // namespace rtlgen::explore
