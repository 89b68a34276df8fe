// Moves as many additions of a cell into DSP blocks as are allowed, those that save the most LUTs first.
#include "plan/timing/dsp_sums.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include "hw/block_sum.hpp"
#include "hw/delay_model.hpp"
#include "ops/additions.hpp"
#include "ops/memo.hpp"
#include "plan/plan.hpp"
#include "spec/stencil.hpp"
#include "support/codes.hpp"
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

/// Returns nothing if a Kernel cannot be scheduled; the final schedule reports why.
std::optional<CellAdditions> additions_of(const CellKernels& kernels, const DspChoices& chosen, ops::Memo& operators) {
  CellAdditions found;
  for (const spec::StageId stage : kernels.reads.ids()) {
    const auto nodes = scheduled_nodes(kernels, stage, {chosen[stage].expanded, {}}, operators);
    if (!nodes) return std::nullopt;
    for (const NodeSchedule& node : *nodes) {
      if (!node.is_operator || node.is_folded) continue;
      found.blocks += operators.dsp_blocks(node.request, kernels.target.device);
      for (const int saving : ops::block_sum_savings(node.request)) found.all.push_back({stage, node.node, saving});
    }
  }
  std::stable_sort(found.all.begin(), found.all.end(),
                   [](const Addition& a, const Addition& b) { return a.saving > b.saving; });
  return found;
}

}  // namespace

Result<DspChoices> with_dsp_sums(DspChoices chosen, const CellKernels& kernels, ops::Memo& operators,
                                 Diagnostics& diagnostics) {
  const spec::Hardware& hardware = kernels.stencil.hardware;
  const hw::DelayModel& device = kernels.target.device;
  const int most = hardware.dsp_sums.value_or(0);
  if (most == 0) return chosen;
  if (!hw::has_block_sums(device.family))
    return diagnostics.error(Code::kNoDspSums, hardware.dsp_sums_where,
                             fmt::format("{} has no sums in DSP blocks", device.name),
                             {"use a device or board of a family that has them: " + hw::families_with_block_sums(),
                              "or leave out hardware.dsp_sums"});
  const auto found = additions_of(kernels, chosen, operators);
  if (!found) return chosen;
  int count = std::min(most, static_cast<int>(found->all.size()));
  if (hardware.dsp_limit) count = std::clamp(*hardware.dsp_limit - found->blocks, 0, count);
  for (int i = 0; i < count; ++i) {
    const Addition& addition = found->all[static_cast<std::size_t>(i)];
    ++chosen[addition.stage].block_sums[addition.node];
  }
  return chosen;
}

Result<DspChoices> choose_dsps(const CellKernels& kernels, ops::Memo& operators, Diagnostics& diagnostics) {
  auto limited = limit_dsps(kernels, operators, diagnostics);
  if (!limited) return Failure{};
  return with_dsp_sums(*std::move(limited), kernels, operators, diagnostics);
}

int most_dsp_sums(const Plan& plan, ops::Memo& operators) {
  if (!hw::has_block_sums(plan.device->family)) return 0;
  const Target target = plan.target();
  const auto found = additions_of(kernels_of(plan, target), choices_of(plan), operators);
  return found ? static_cast<int>(found->all.size()) : 0;
}

}  // namespace rtlgen::plan
