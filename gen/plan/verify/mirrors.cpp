// Proof of mirrors: every word has been written when it is read, and is not overwritten before.
//
// Slice r of the n slices (rows, or planes) of a block leaves as slice n - 1 - r, n slices later: it waits between one
// slice, for the last one of its block, and 2 n - 1. A token reads the address that it writes a cycle later, so nothing
// is lost in between, and the word that it reads was written at least a slice of tokens before.
//
// In a transposed plane of n rows of n words, cell (x, y) leaves as (y, x): it waits (n - 1) (y - x) words less than a
// plane, so at least 2 n - 1 words.
#include <cstdint>

#include "contract/core_interface.hpp"
#include "contract/frame.hpp"
#include "hw/delay_model.hpp"
#include "plan/plan.hpp"
#include "plan/verify/parts.hpp"
#include "spec/mirror.hpp"
#include "spec/stencil.hpp"

namespace rtlgen::plan {

namespace {

class MirrorProof {
 public:
  MirrorProof(const Plan& plan, const spec::Extents& extents)
      : plan_(plan),
        stencil_(plan.inside()),
        frame_(contract::frame_shape(plan.core.frame_extents(extents), plan.core.cells_per_cycle)),
        at_maximum_(extents == plan.core.maximum) {}

  void run() const {
    for (const StagePlan& stage : plan_.executor.stages) {
      const spec::Stage& line = stencil_.stages[stage.stage];
      need(line.mirror.has_value() == stage.mirror.has_value(), "a reversal has no memory");
      need(!line.sweep || !line.sweep->backward, "a line sweeps backward in hardware");
      if (stage.mirror) check(stage, *stage.mirror, line);
    }
  }

 private:
  void need(bool good, const std::string& what) const { require(plan_, good, what); }

  void check(const StagePlan& stage, const MirrorPlan& mirror, const spec::Stage& line) const {
    need(mirror.axis == line.mirror && mirror.axis >= 0 && mirror.axis < stencil_.axes && stencil_.axes > 1,
         "words are reversed along the wrong axis");
    const bool transposed = mirror.axis == spec::kTransposed;
    const bool whole = (transposed ? 1 : mirror.axis) == stencil_.axes - 1;
    const bool fixed = plan_.core.extents != contract::ExtentPlan::kRuntime;
    need(!(whole || transposed) || fixed, "frames of variable size are reversed");
    need(
        !transposed || (frame_.row_words == frame_.rows && plan_.core.cells_per_cycle == 1 && !plan_.core.has_blocks()),
        "a transposed plane is not square");
    const std::int64_t slice = mirror.axis < 2 ? frame_.row_words : frame_.plane_words();
    const std::int64_t block = mirror.axis < 2 ? frame_.plane_words() : frame_.words();
    need(frame_.count(mirror.block) == block, "a mirror holds the wrong number of words");
    need(block <= mirror.words && (!at_maximum_ || block == mirror.words), "words wait in a memory of another depth");
    need(slice > 1, "a word is read before it is written");
    const std::int64_t wait = frame_.count(stage.lag) - block;
    need(wait >= 0, "a word is reversed before it has arrived");
    check_memory(stage, mirror);
    for (const spec::NodeId id : stage.reads.nodes) {
      const spec::Node& n = stencil_.nodes[id];
      need(n.op == spec::Op::kTap || n.op == spec::Op::kCast, "a reversed value is computed");
      need(n.op != spec::Op::kTap ||
               (n.offset == spec::Offset{} && !n.own && !stencil_.arrays[stencil_.streams[n.stream].array].held()),
           "a reversed value is read elsewhere");
    }
  }

  void check_memory(const StagePlan& stage, const MirrorPlan& mirror) const {
    const spec::Array& array = stencil_.arrays[stencil_.streams[stencil_.stages[stage.stage].output].array];
    need(mirror.width == array.type.width * plan_.core.cells_per_cycle, "a mirror of another width than a word");
    const bool block = mirror.storage == Storage::kBlock;
    need(block || mirror.storage == Storage::kDistributed, "words are reversed in a memory with one address");
    need(block == (mirror.ram_blocks > 0), "block RAMs of a mirror are miscounted");
    const bool slow_read = plan_.device->memory_read > (plan_.clock.period_ps - plan_.device->register_overhead) / 10;
    need(mirror.read_cycles == (block && (plan_.device->reads_ahead || slow_read) ? 2 : 1),
         "words are reversed in a different number of cycles than their memory takes");
    need(stage.ready_cycle <= plan_.executor.latency, "a memory advances without a token");
  }

  const Plan& plan_;
  const spec::Stencil& stencil_;
  contract::FrameShape frame_;
  bool at_maximum_;
};

}  // namespace

void verify_mirrors(const Plan& plan, const spec::Extents& extents) { MirrorProof(plan, extents).run(); }

}  // namespace rtlgen::plan
