// Moves additions of a cell into DSP blocks, those that save the most LUTs first, as many as are allowed.
#include "plan/dsp_sums.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <vector>

#include "hw/block_sum.hpp"
#include "hw/delay_model.hpp"
#include "ops/additions.hpp"
#include "ops/memo.hpp"
#include "plan/dsp_limit.hpp"
#include "plan/plan.hpp"
#include "plan/schedule.hpp"
#include "spec/stencil.hpp"
#include "support/diagnostics.hpp"
#include "support/result.hpp"

namespace rtlgen::plan {

namespace {

struct Addition {
  spec::StageId stage;
  spec::NodeId node;
  int saving = 0;  ///< LUTs
};

struct CellAdditions {
  int blocks = 0;             ///< used by products
  std::vector<Addition> all;  ///< largest saving first
};

/// Nothing if a Kernel cannot be scheduled; the schedule itself reports why.
std::optional<CellAdditions> additions_of(const Plan& plan, ops::Memo& operators) {
  CellAdditions found;
  for (StagePlan stage : plan.executor.stages) {
    stage.block_sums.clear();
    Diagnostics ignored;
    const auto kernel = schedule_kernel(plan.inside(), stage, plan.target(), ignored, operators);
    if (!kernel) return std::nullopt;
    for (const NodeSchedule& node : kernel->nodes) {
      if (!node.is_operator || node.is_folded) continue;
      found.blocks += operators.dsp_blocks(node.request, *plan.device);
      for (const int saving : ops::block_sum_savings(node.request))
        found.all.push_back({stage.stage, node.node, saving});
    }
  }
  std::stable_sort(found.all.begin(), found.all.end(),
                   [](const Addition& a, const Addition& b) { return a.saving > b.saving; });
  return found;
}

}  // namespace

bool place_dsp_sums(Plan& plan, ops::Memo& operators, Diagnostics& diagnostics) {
  const spec::Hardware& hardware = plan.stencil->hardware;
  const int most = hardware.dsp_sums.value_or(0);
  if (most == 0) return true;
  if (!hw::has_block_sums(plan.device->family)) {
    diagnostics.error("RG0410", hardware.dsp_sums_where, fmt::format("{} has no sums in DSP blocks", plan.device->name),
                      {"use a device or board of a family that has them: " + hw::families_with_block_sums(),
                       "or leave out hardware.dsp_sums"});
    return false;
  }
  const auto found = additions_of(plan, operators);
  if (!found) return true;
  int count = std::min(most, static_cast<int>(found->all.size()));
  if (hardware.dsp_limit) count = std::clamp(*hardware.dsp_limit - found->blocks, 0, count);
  for (int i = 0; i < count; ++i) {
    const Addition& addition = found->all[static_cast<std::size_t>(i)];
    ++plan.executor.stages[addition.stage].block_sums[addition.node];
  }
  return true;
}

bool assign_blocks(Plan& plan, ops::Memo& operators, Diagnostics& diagnostics) {
  return limit_dsps(plan, operators, diagnostics) && place_dsp_sums(plan, operators, diagnostics);
}

int most_dsp_sums(const Plan& plan, ops::Memo& operators) {
  if (!hw::has_block_sums(plan.device->family)) return 0;
  const auto found = additions_of(plan, operators);
  return found ? static_cast<int>(found->all.size()) : 0;
}

}  // namespace rtlgen::plan
