// Collects the fused sums of each line.
#include "analysis/meaning/fused_lines.hpp"

#include <cstdint>
#include <optional>

#include "analysis/windows.hpp"
#include "spec/describe.hpp"
#include "spec/stencil.hpp"

namespace rtlgen::analysis {

std::vector<FusedLine> fused_lines(const spec::Program& program) {
  std::vector<FusedLine> lines;
  for (const spec::StageId stage : program.stages.ids()) {
    for (const spec::NodeId id : analysis::collect_reads(program, stage).nodes) {
      const spec::Node& node = program.nodes[id];
      if (node.op != spec::Op::kFused) continue;
      std::vector<std::optional<std::uint64_t>> constants;
      for (const spec::NodeId arg : node.args) {
        const spec::Node& a = program.nodes[arg];
        constants.push_back(a.op == spec::Op::kConstant ? std::optional(a.bits) : std::nullopt);
      }
      const spec::StreamId output = program.stages[stage].output;
      lines.push_back({program.arrays[program.streams[output].array].shown(), spec::to_text(program, id),
                       node.fused.terms.size(), spec::error_of(node.fused, node.type, constants)});
    }
  }
  return lines;
}

}  // namespace rtlgen::analysis
