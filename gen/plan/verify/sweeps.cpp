// Proof of sweeps: results that wait in a memory for their own stage have been written when the stage reads them.
//
// A token reads the slot of its number modulo the depth D, `read` cycles after it enters, and writes its own result
// there `write` cycles after it enters. No two tokens enter in one cycle. So the result in the slot is that of the
// token D before, if that one has written by then, and D before is at least D cycles ago: D > write - read. The token
// itself writes the slot after it has read it: write > read. A token that reads in the cycle of a write is less than D
// behind the writer, so it reads another slot.
#include <algorithm>

#include "contract/core_interface.hpp"
#include "contract/frame.hpp"
#include "hw/delay_model.hpp"
#include "plan/plan.hpp"
#include "plan/verify/parts.hpp"
#include "spec/stencil.hpp"
#include "support/index.hpp"

namespace rtlgen::plan {

namespace {

class SweepProof {
 public:
  SweepProof(const Plan& plan, const spec::Extents& extents)
      : plan_(plan),
        stencil_(plan.inside()),
        frame_(contract::frame_shape(plan.core.frame_extents(extents), plan.core.cells_per_cycle)),
        at_maximum_(extents == plan.core.maximum) {}

  void run() const {
    for (const StreamPlan& stream : plan_.executor.streams) {
      if (stream.results) check(stream, *stream.results);
    }
    for (const StagePlan& stage : plan_.executor.stages) check_axes(stage);
  }

 private:
  void need(bool good, const std::string& what) const { require(plan_, good, what); }

  void check(const StreamPlan& stream, const ResultsPlan& results) const {
    need(plan_.executor.stages.contains(results.stage), "results of no stage");
    const StagePlan& stage = plan_.executor.stages[results.stage];
    const spec::Stage& line = stencil_.stages[results.stage];
    need(line.sweep && stage.own_results == stream.stream, "a stage does not read the results that wait for it");
    need(stream.array == stencil_.streams[line.output].array && !stream.source,
         "results of another array than the stage's");
    // The distance in tokens, from which the window counts.
    const std::int64_t depth = frame_.count(results.depth);
    need(stream.lag == stage.lag + results.depth, "results come at another distance than they have waited");
    need(depth <= results.max_depth && (!at_maximum_ || depth == results.max_depth),
         "results wait in a memory of another depth");
    const int read = stream.ready_cycle - results.read_cycles, write = stage.ready_cycle;
    need(read >= 0 && write <= plan_.executor.latency, "a memory of results advances without a token");
    need(write > read && depth > write - read, "a result is read before it is written");
    check_pointer(results, results.read_pointer, read, "read");
    check_pointer(results, results.write_pointer, write, "written");
    check_memory(stream, results);
    need((stream.buffered ? stream.home_cycle + 1 : stream.ready_cycle) <= stage.sample_cycle &&
             (!stream.buffered || stream.home_cycle >= stream.ready_cycle),
         "results are sampled before they are there");
  }

  void check_pointer(const ResultsPlan& results, int index, int cycle, const std::string& what) const {
    need(index >= 0 && at(index) < plan_.executor.pointers.size(), "results without an address");
    const PointerPlan& pointer = plan_.executor.pointers[at(index)];
    need(pointer.depth == results.depth && pointer.max_depth == results.max_depth,
         "the address of results that are " + what + " has another depth");
    need(pointer.cycle == cycle, "results are " + what + " in another cycle");
  }

  void check_memory(const StreamPlan& stream, const ResultsPlan& results) const {
    need(results.width == stencil_.arrays[stream.array].type.width * plan_.core.cells_per_cycle,
         "a memory of results of another width than a word");
    const bool block = results.storage == Storage::kBlock;
    need(block || results.storage == Storage::kDistributed, "results wait in a memory with one address");
    need(block == (results.ram_blocks > 0), "block RAMs of results are miscounted");
    const bool slow_read = plan_.device->memory_read > (plan_.clock.period_ps - plan_.device->register_overhead) / 10;
    need(results.read_cycles == (block && (plan_.device->reads_ahead || slow_read) ? 2 : 1),
         "results are read in another number of cycles than their memory takes");
  }

  /// Checks that own results come from earlier rows of the plane or from earlier planes, never from another frame.
  void check_axes(const StagePlan& stage) const {
    const spec::Stage& line = stencil_.stages[stage.stage];
    for (const spec::NodeId id : stage.reads.nodes) {
      const spec::Node& n = stencil_.nodes[id];
      if (n.op != spec::Op::kTap) continue;
      need(n.own == (n.stream == line.output), "a stage reads its output as that of another, or another's as its own");
      if (!n.own) continue;
      need(line.sweep.has_value(), "a stage without a sweep reads its own results");
      const std::size_t axis = at(line.sweep->axis);
      need(n.offset[axis] < 0 && (axis == 2 || n.offset[2] == 0), "a result is read that is not before its cell");
      for (std::size_t a = 0; a < spec::kMaxAxes; ++a)
        need(n.offset[a] == 0 || !(plan_.core.wraps(a) || plan_.core.blocked(a)),
             "own results are read along an axis with ghosts");
      const std::optional<spec::Boundary>& rule = n.boundary[axis];
      need(!rule || spec::is_constant(rule) || line.border == spec::Border::kKeep,
           "a first cell reads a result that does not exist");
    }
  }

  const Plan& plan_;
  const spec::Stencil& stencil_;
  contract::FrameShape frame_;
  bool at_maximum_;
};

}  // namespace

void verify_sweeps(const Plan& plan, const spec::Extents& extents) { SweepProof(plan, extents).run(); }

}  // namespace rtlgen::plan
