// Proof of a plan, part by part.
#include <algorithm>
#include <set>

#include "contract/core_interface.hpp"
#include "plan/plan.hpp"
#include "plan/verify/parts.hpp"
#include "spec/stencil.hpp"
#include "support/check.hpp"

namespace rtlgen::plan {

void require(const Plan& plan, bool good, const std::string& what) {
  RTLGEN_CHECK(good, "plan of " + plan.stencil->name + ": " + what);
}

std::vector<std::int64_t> near_ends(std::int64_t extent, std::int64_t reach, std::int64_t first, std::int64_t step) {
  std::vector<std::int64_t> result;
  const std::int64_t margin = reach + step;
  for (std::int64_t c = first; c < extent; c += step) {
    result.push_back(c);
    // One cell in the middle represents all others: skip to where the far end comes within reach.
    const std::int64_t far = extent - margin - 1;
    if (c > margin && c + step < far) c += (far - c) / step * step - step;
  }
  return result;
}

std::vector<spec::Extents> proof_extents(const Plan& plan) {
  const contract::CoreInterface& core = plan.core;
  std::vector<spec::Extents> result = {core.maximum};
  if (core.extents != contract::ExtentPlan::kRuntime) return result;
  std::set<std::int64_t> choices[spec::kMaxAxes];
  for (std::size_t a = 0; a < spec::kMaxAxes; ++a) {
    choices[a] = {core.minimum[a], core.maximum[a]};
    // Along x the last word may be full or not.
    if (a == 0 && core.row_unit > 1) continue;  // always full
    if (a == 0)
      choices[a].insert(
          {std::min(core.minimum[a] + 1, core.maximum[a]), std::max(core.maximum[a] - 1, core.minimum[a])});
  }
  for (const std::int64_t x : choices[0]) {
    for (const std::int64_t y : choices[1]) {
      for (const std::int64_t z : choices[2]) {
        if (spec::Extents{x, y, z} != core.maximum) result.push_back({x, y, z});
      }
    }
  }
  return result;
}

void verify(const Plan& plan) {
  verify_forms(plan);
  verify_core(plan);
  verify_reads(plan);
  verify_ghosts(plan);
  for (const spec::Extents& extents : proof_extents(plan)) verify_buffers(plan, extents);
  verify_cycles(plan);
  verify_modes(plan);
  verify_memories(plan);
  verify_monitors(plan);
}

}  // namespace rtlgen::plan
