// Expands operators of a cell into LUTs, the cheapest per saved block first, until the limit holds.
#include "plan/timing/dsp_limit.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <vector>

#include "hw/delay_model.hpp"
#include "ops/hard.hpp"
#include "ops/memo.hpp"
#include "ops/operator.hpp"
#include "plan/forms/form_costs.hpp"
#include "plan/plan.hpp"
#include "plan/timing/schedule.hpp"
#include "spec/hard_float.hpp"
#include "spec/stencil.hpp"
#include "support/codes.hpp"
#include "support/diagnostics.hpp"
#include "support/result.hpp"

namespace rtlgen::plan {

namespace {

bool takes_blocks(const NodeSchedule& node) { return node.is_operator && !node.is_folded; }

/// An operator that can be built with fewer blocks.
struct DspCandidate {
  spec::StageId stage;
  spec::NodeId node;
  int blocks = 0;  ///< blocks saved
  int luts = 0;    ///< LUTs needed instead
};

void refuse_limit(const spec::Hardware& hardware, int needed, Diagnostics& diagnostics) {
  diagnostics.error(
      Code::kDspLimitExceeded, hardware.dsp_limit_where,
      fmt::format("the Kernels of one cell need {} DSP block{} that LUTs cannot replace, but "
                  "hardware.dsp_limit is {}",
                  needed, needed == 1 ? "" : "s", *hardware.dsp_limit),
      {fmt::format("set hardware.dsp_limit to {} or more, or leave it out", needed),
       "LUTs can replace products with constants, and hard sums without a product; run-time parameters are not "
       "constants"});
}

/// LUTs that `fewer` needs in addition to `request`: the sums of products with constants in LUTs, or the whole operator
/// if logic replaces a hard block.
int luts_for(const ops::Request& request, const ops::Request& fewer, const hw::DelayModel& device,
             ops::Memo& operators) {
  return (fewer.expands_products ? operators.shift_add_luts(fewer) : 0) +
         (ops::is_hard(request) ? form_cost(fewer, device).ieee : 0);
}

struct Candidates {
  int blocks = 0;                 ///< blocks of all operators of a cell, with none expanded
  std::vector<DspCandidate> all;  ///< cheapest first
};

/// Returns nothing if a Kernel cannot be scheduled; the final schedule reports why.
std::optional<Candidates> candidates_of(const CellKernels& kernels, const DspChoices& chosen, ops::Memo& operators) {
  const hw::DelayModel& device = kernels.target.device;
  Candidates found;
  for (const spec::StageId stage : kernels.reads.ids()) {
    const auto nodes = scheduled_nodes(kernels, stage, chosen[stage], operators);
    if (!nodes) return std::nullopt;
    for (const NodeSchedule& node : *nodes) {
      if (!takes_blocks(node)) continue;
      const int own = operators.dsp_blocks(node.request, device);
      found.blocks += own;
      const ops::Request fewer = ops::with_fewer_blocks(node.request);
      const int saved = own > 0 ? own - operators.dsp_blocks(fewer, device) : 0;
      if (saved > 0) found.all.push_back({stage, node.node, saved, luts_for(node.request, fewer, device, operators)});
    }
  }
  std::stable_sort(found.all.begin(), found.all.end(),
                   [](const DspCandidate& a, const DspCandidate& b) { return a.luts * b.blocks < b.luts * a.blocks; });
  return found;
}

/// Drops expansions that the limit does not need, the most expensive ones first.
void take_back(std::vector<DspCandidate>& expanded, int spare) {
  for (std::size_t i = expanded.size(); i-- > 0;) {
    if (expanded[i].blocks > spare) continue;
    spare -= expanded[i].blocks;
    expanded.erase(expanded.begin() + static_cast<std::ptrdiff_t>(i));
  }
}

}  // namespace

std::optional<std::vector<NodeSchedule>> scheduled_nodes(const CellKernels& kernels, spec::StageId stage,
                                                         const DspChoice& dsp, ops::Memo& operators) {
  const analysis::StageReads& reads = *kernels.reads[stage];
  Diagnostics ignored;
  auto kernel = schedule_kernel(kernels.stencil, reads, std::vector<TapTiming>(reads.taps.size()), dsp, kernels.target,
                                ignored, operators);
  if (!kernel) return std::nullopt;
  return std::move(kernel->nodes);
}

Result<DspChoices> limit_dsps(const CellKernels& kernels, ops::Memo& operators, Diagnostics& diagnostics) {
  const spec::Hardware& hardware = kernels.stencil.hardware;
  DspChoices chosen(kernels.reads.size());
  if (!hardware.dsp_limit) return chosen;
  auto found = candidates_of(kernels, chosen, operators);
  if (!found) return chosen;
  int blocks = found->blocks;
  std::size_t count = 0;
  while (blocks > *hardware.dsp_limit && count < found->all.size()) blocks -= found->all[count++].blocks;
  if (blocks > *hardware.dsp_limit) {
    refuse_limit(hardware, blocks, diagnostics);
    return Failure{};
  }
  found->all.resize(count);
  take_back(found->all, *hardware.dsp_limit - blocks);
  for (const DspCandidate& c : found->all) chosen[c.stage].expanded.insert(c.node);
  return chosen;
}

CellKernels kernels_of(const Plan& plan, const Target& target) {
  CellKernels kernels{plan.inside(), {}, target};
  for (const StagePlan& stage : plan.executor.stages) kernels.reads.push_back(&stage.reads);
  return kernels;
}

DspChoices choices_of(const Plan& plan) {
  DspChoices chosen;
  for (const StagePlan& stage : plan.executor.stages) chosen.push_back(stage);
  return chosen;
}

std::vector<int> dsp_limits(const Plan& plan, ops::Memo& operators) {
  DspChoices chosen = choices_of(plan);
  for (DspChoice& stage : chosen) stage.expanded.clear();
  const Target target = plan.target();
  const auto found = candidates_of(kernels_of(plan, target), chosen, operators);
  if (!found) return {};
  std::vector<int> limits = {found->blocks};
  for (const DspCandidate& c : found->all) limits.push_back(limits.back() - c.blocks);
  return limits;
}

BlockCounts count_blocks(const Plan& plan) {
  BlockCounts counts;
  for (const StagePlan& stage : plan.executor.stages) {
    for (const NodeSchedule& node : stage.kernel.nodes) {
      if (!takes_blocks(node)) continue;
      counts.blocks += ops::dsp_blocks(node.request, *plan.device);
      const bool was_hard = spec::is_hard(plan.inside().nodes[node.node].op) && !ops::is_hard(node.request);
      counts.expanded += node.request.expands_products || was_hard ? 1 : 0;
      counts.sums += node.request.block_sums;
    }
  }
  return counts;
}

}  // namespace rtlgen::plan
