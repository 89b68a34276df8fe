// Proof of a plan's timing and memories: follows values cycle by cycle, and counts memories again.
#include <algorithm>
#include <cstdlib>
#include <map>
#include <vector>

#include "contract/frame.hpp"
#include "hw/delay_model.hpp"
#include "ops/hard.hpp"
#include "ops/operator.hpp"
#include "ops/variants.hpp"
#include "plan/plan.hpp"
#include "plan/verify/parts.hpp"
#include "spec/aligned.hpp"
#include "spec/hard_float.hpp"
#include "spec/stencil.hpp"
#include "support/index.hpp"

namespace rtlgen::plan {

namespace {

class CycleProof {
 public:
  explicit CycleProof(const Plan& plan) : plan_(plan), stencil_(plan.inside()) {}

  void run() const {
    for (const StreamPlan& stream : plan_.executor.streams) {
      if (stream.results) continue;  // proven by verify_sweeps
      need(stream.source || stencil_.streams.contains(stream.stream), "a further stream that is not a source");
      const bool enters = !stream.source && !stencil_.streams[stream.stream].stage.valid();
      need(!stream.source || stream.ready_cycle >= 1, "a memory responds in the cycle of its request");
      need(!enters || stream.ready_cycle == 0, "an input is not on the wire when it enters");
    }
    for (const StagePlan& stage : plan_.executor.stages) {
      check_kernel(stage);
      check_stage(stage);
    }
    for (const spec::ArrayId a : stencil_.arrays.ids()) {
      const spec::Role role = stencil_.arrays[a].role;
      if (role == spec::Role::kTemporary || stencil_.arrays[a].held() ||
          (role == spec::Role::kInput && plan_.core.steps == 1))
        continue;
      check_sample(stencil_.final_stream(a), plan_.executor.latency);
      const spec::StreamId first = stencil_.first_stream(a);
      const bool changes = std::any_of(stencil_.monitors.begin(), stencil_.monitors.end(), [&](const spec::Monitor& m) {
        return m.reduction == spec::Reduction::kMaxChange && m.array == a;
      });
      if ((plan_.executor.has_bypass || changes) && first.valid()) check_sample(first, plan_.executor.latency);
    }
  }

 private:
  void need(bool good, const std::string& what) const { require(plan_, good, what); }

  /// Checks that every operand is ready when its operator takes it, in a register if the operator is pipelined.
  void check_kernel(const StagePlan& stage) const {
    std::map<spec::NodeId, const NodeSchedule*> by_node;
    for (const NodeSchedule& n : stage.kernel.nodes) {
      const spec::Node& node = stencil_.nodes[n.node];
      need(n.ready >= n.start && n.start >= 0 && n.latency >= 0, "a value is ready before it is computed");
      check_operands(stage, n, node);
      for (const spec::NodeId a : n.operands) {
        const auto found = by_node.find(a);
        need(found != by_node.end(), "a node is scheduled before its operand");
        need(!found->second->is_absorbed, "a product is read that no hardware computes");
        if (stencil_.nodes[a].op == spec::Op::kConstant || found->second->is_folded) continue;
        need(found->second->ready <= n.start, "an operand is taken before it is ready");
        const bool chained = found->second->ready == n.start && found->second->arrival_ps > 0;
        need(!(n.is_operator && n.latency > 0 && chained), "a pipelined operator takes an unregistered operand");
      }
      need(n.is_shared == (!n.is_folded && of_step_alone(n.node)),
           "a value of the step is computed once per lane, or one of a cell only once");
      by_node[n.node] = &n;
      if (n.is_operator) check_operator(n, node);
      need(n.is_folded || n.ready == n.start + n.latency, "an operator's latency is miscounted");
      need(n.arrival_ps <= plan_.clock.period_ps, "a cycle holds more logic than the clock allows");
    }
    std::vector<spec::NodeId> nodes;
    for (const NodeSchedule& n : stage.kernel.nodes) nodes.push_back(n.node);
    need(nodes == stage.reads.nodes, "a Kernel computes other nodes than its stage");
    need(stage.kernel.latency >= stage.kernel.nodes.back().ready, "the Kernel ends before its result");
  }

  /// Checks that a node takes its own operands, unless it compares with zero a product that only it reads.
  void check_operands(const StagePlan& stage, const NodeSchedule& n, const spec::Node& node) const {
    if (n.is_absorbed) {
      need((node.op == spec::Op::kMul || node.op == spec::Op::kHardMul) && node.type.is_float() && !n.is_operator,
           "an operation that is not a product is absorbed");
      const auto reads = [&](const NodeSchedule& m) {
        return std::count(stencil_.nodes[m.node].args.begin(), stencil_.nodes[m.node].args.end(), n.node);
      };
      std::ptrdiff_t readers = 0;
      for (const NodeSchedule& m : stage.kernel.nodes) readers += reads(m);
      // All sums in hard blocks may compute it; other readers are found by their operands.
      const bool few = readers == 1 || (readers > 1 && node.op == spec::Op::kHardMul);
      need(few && n.operands.empty(), "an absorbed product has several readers, none, or operands of its own");
      return;
    }
    if (n.is_operator && n.request.function == ops::kSquare) {
      return need(node.op == spec::Op::kMul && node.args == std::vector(2, n.operands.at(0)),
                  "a square of something other than its node's factors");
    }
    if (n.is_operator && ops::adds_product(n.request.function)) return check_product_sum(n, node);
    if (!n.is_operator || !ops::compares_product(n.request.function))
      return need(n.operands == node.args, "a node takes the operands of another");
    // Tries numbers on both sides of zero, in the node itself and in its operator.
    const bool zero_first = stencil_.nodes[node.args[0]].op == spec::Op::kConstant;
    const spec::Node& zero = stencil_.nodes[node.args[zero_first ? 0 : 1]];
    const spec::Node& product = stencil_.nodes[node.args[zero_first ? 1 : 0]];
    need(zero.op == spec::Op::kConstant && (zero.bits & (zero.type.mask() >> 1)) == 0,
         "a product is compared with something other than zero");
    need(product.op == spec::Op::kMul && n.operands == product.args,
         "a comparison takes other operands than its product's");
    const bool below = holds(n.request, true), at_zero = holds(n.request, std::nullopt),
               above = holds(n.request, false);
    const bool less = zero_first ? above : below, more = zero_first ? below : above;
    const bool or_equal = node.op == spec::Op::kLe || node.op == spec::Op::kEq;
    need(less == (node.op != spec::Op::kEq) && more == (node.op == spec::Op::kNe) && at_zero == or_equal,
         "a product is compared in another way than its node");
  }

  /// Tries numbers whose sums and differences all differ: 2 * 3 and 10, in the order of the node's operands.
  void check_product_sum(const NodeSchedule& n, const spec::Node& node) const {
    const auto is_product = [&](std::size_t side) {
      const spec::Node& product = stencil_.nodes[node.args[side]];
      return product.op == spec::Op::kHardMul && n.operands.size() == 3 && n.operands[0] == product.args[0] &&
             n.operands[1] == product.args[1] && n.operands[2] == node.args[1 - side];
    };
    constexpr std::uint64_t kTwo = 0x40000000, kThree = 0x40400000, kSix = 0x40c00000, kTen = 0x41200000;
    const std::uint64_t result = ops::evaluate(n.request, {kTwo, kThree, kTen});
    const ops::Request of_node{node.op, node.type, node.type, false, {std::nullopt, std::nullopt}};
    bool good = false;
    for (const std::size_t side : {0U, 1U}) {
      const std::vector<std::uint64_t> sides = side == 0 ? std::vector{kSix, kTen} : std::vector{kTen, kSix};
      good = good || (is_product(side) && ops::evaluate(of_node, sides) == result);
    }
    need(good, "a product and sum in one operator are not those of its node");
  }

  /// The operator's result for a negative or positive product, or for zero.
  [[nodiscard]] bool holds(const ops::Request& request, std::optional<bool> negative) const {
    const spec::Type t = request.operand.aligned ? spec::unaligned(request.operand) : request.operand;
    const std::uint64_t one = ((std::uint64_t{1} << (t.exponent - 1)) - 1) << t.fraction;
    const std::uint64_t sign = std::uint64_t{1} << (t.width - 1);
    std::vector<std::uint64_t> operands = {negative ? (*negative ? one | sign : one) : 0, one};
    for (std::uint64_t& bits : operands) bits = request.operand.aligned ? spec::aligned_bits(t, bits) : bits;
    return ops::evaluate(request, operands) != 0;
  }

  /// Whether the value depends on the step (or a parameter by step) and not on any cell.
  [[nodiscard]] bool of_step_alone(spec::NodeId root) const {
    bool step = false;
    std::vector<spec::NodeId> pending{root};
    while (!pending.empty()) {
      const spec::Node& node = stencil_.nodes[pending.back()];
      pending.pop_back();
      if (spec::is_of_cell(node.op)) return false;
      step = step || node.op == spec::Op::kStep ||
             (node.op == spec::Op::kParam && !stencil_.params[node.param()].by_step.empty());
      pending.insert(pending.end(), node.args.begin(), node.args.end());
    }
    return step;
  }

  void check_operator(const NodeSchedule& n, const spec::Node& node) const {
    need(n.request.result == node.type && n.request.operand == stencil_.nodes[node.args[0]].type &&
             static_cast<int>(n.operands.size()) == ops::operand_count(n.request),
         "an operator of another type than its node");
    need(n.request.fused == node.fused, "a fused sum of other terms than its node's");
    need(!spec::is_hard(node.op) || ops::is_hard(n.request) || n.request.function == spec::soft_op(node.op),
         "logic that replaces a hard block computes something else");
    if (!n.is_folded) return;
    std::vector<std::uint64_t> operands;
    for (const spec::NodeId a : node.args) operands.push_back(stencil_.nodes[a].bits);
    need(n.folded == ops::evaluate(n.request, operands), "a folded constant has another value");
  }

  void check_stage(const StagePlan& stage) const {
    const spec::Stage& spec_stage = stencil_.stages[stage.stage];
    const StreamPlan& out = plan_.executor.streams[spec_stage.output];
    const int waits = stage.mirror ? stage.mirror->read_cycles : 0;
    need(stage.ready_cycle == stage.sample_cycle + stage.kernel.latency + waits && out.ready_cycle == stage.ready_cycle,
         "a stage's result and its stream have different cycles");
    need(out.lag == stage.lag, "a stage and its result have different lags");
    for (const TapPlan& t : stage.taps) {
      check_mux_stages(stage, t);
      // The source of a held array and its cycle are proven with the buffers, own results with sweeps.
      const bool held = stencil_.arrays[stencil_.streams[t.tap.stream].array].held();
      if (held || t.tap.own || !reaches_stream(t.tap, spec_stage.border)) continue;
      check_sample(t.tap.stream, stage.sample_cycle);
      const StreamPlan& read = plan_.executor.streams[t.tap.stream];
      need(read.buffered || t.cycle > 0 || read.ready_cycle < stage.sample_cycle || t.arrival_ps >= read.arrival_ps,
           "a read takes a value that its Kernel still computes for one in a register");
    }
    if (spec_stage.border == spec::Border::kKeep) check_sample(spec_stage.old_stream, stage.sample_cycle);
  }

  /// Whether any cell reads the stream itself. On a tiny grid, constants may replace all reads.
  [[nodiscard]] bool reaches_stream(const analysis::Tap& tap, spec::Border border) const {
    for (std::size_t a = 0; a < spec::kMaxAxes; ++a) {
      const std::int64_t extent = stencil_.grid[a];
      if (reads_frame(tap.boundary[a])) continue;
      const bool outside_counts = border == spec::Border::kCompute && !spec::is_constant(tap.boundary[a]);
      if (!outside_counts && std::abs(tap.offset[a]) >= extent) return false;
    }
    return true;
  }

  /// Checks that boundary multiplexers work in the order in which elaboration builds them, no more of them per cycle
  /// than the clock allows, and that the Kernel takes the tap when the last one is done. A multiplexer of several
  /// stages shares only its last cycle with the logic that follows.
  void check_mux_stages(const StagePlan& stage, const TapPlan& t) const {
    int cycle = 0, ps = plan_.device->register_overhead;
    const auto levels_of = [](std::int64_t inputs) {
      int levels = 0;
      while ((std::int64_t{1} << levels) < inputs) ++levels;
      return levels;
    };
    const auto work = [&](int at, int mux_stages, const analysis::AxisRead& read, bool constants) {
      const int first = at - mux_stages + 1;
      need(mux_stages >= 1 && first >= cycle, "a boundary multiplexer works before the one in front of it");
      need(mux_stages == 1 || first > cycle || ps == plan_.device->register_overhead,
           "a boundary multiplexer of several stages begins behind another");
      if (at > cycle) ps = plan_.device->register_overhead;
      cycle = at;
      std::int64_t inputs = std::count_if(read.cases.begin(), read.cases.end(),
                                          [&](const analysis::EdgeCase& c) { return c.is_constant == constants; }) +
                            1;
      if (mux_stages > 1)
        need(t.fan >= 2 &&
                 plan_.device->register_overhead + levels_of(t.fan) * plan_.device->lut <= plan_.clock.period_ps,
             "a stage holds more boundary multiplexers than the clock allows");
      for (int mux_stage = 1; mux_stage < mux_stages; ++mux_stage) inputs = (inputs + t.fan - 1) / t.fan;
      need(mux_stages == 1 || inputs <= t.fan, "the last stage of a boundary multiplexer has too many inputs");
      ps += levels_of(inputs) * plan_.device->lut;
      need(ps <= plan_.clock.period_ps, "a cycle holds more boundary multiplexers than the clock allows");
    };
    for (std::size_t a = 0; a < spec::kMaxAxes; ++a) work(t.cell_cycle[a], t.cell_mux_stages[a], t.axis[a], false);
    for (std::size_t a = spec::kMaxAxes; a-- > 0;) work(t.constant_cycle[a], t.constant_mux_stages[a], t.axis[a], true);
    for (const NodeSchedule& n : stage.kernel.nodes) {
      const spec::Node& node = stencil_.nodes[n.node];
      const bool same = node.op == spec::Op::kTap && node.stream == t.tap.stream && node.offset == t.tap.offset &&
                        node.boundary == t.tap.boundary;
      need(!same || n.ready == cycle, "a Kernel takes a tap in another cycle than its multiplexers give it");
    }
  }

  void check_sample(spec::StreamId stream, int cycle) const {
    const StreamPlan& s = plan_.executor.streams[stream];
    need(!s.buffered || s.home_cycle >= s.ready_cycle, "a window is loaded before its word is there");
    need((s.buffered ? s.home_cycle + 1 : s.ready_cycle) <= cycle, "a stream is sampled before it is there");
  }

  const Plan& plan_;
  const spec::Stencil& stencil_;
};

class MemoryProof {
 public:
  explicit MemoryProof(const Plan& plan) : plan_(plan), width_(plan.executor.memories.size(), 0) {}

  void run() {
    for (const StreamPlan& stream : plan_.executor.streams) {
      for (const Segment& s : stream.segments) check_segment(stream, s);
      check_source(stream);
    }
    for (std::size_t m = 0; m < width_.size(); ++m) {
      const MemoryPlan& memory = plan_.executor.memories[m];
      need(width_[m] > 0, "a memory that nothing uses");
      need(memory.width == width_[m], "a memory of another width than what it holds");
      need((memory.storage == Storage::kBlock) == (memory.ram_blocks > 0), "block RAMs are miscounted");
      need((memory.storage == Storage::kUltra) == (memory.ultra_rams > 0), "UltraRAMs are miscounted");
      const bool slow_read = plan_.device->memory_read > (plan_.clock.period_ps - plan_.device->register_overhead) / 10;
      need(memory.reads_ahead == (memory.storage == Storage::kUltra ||
                                  (memory.storage == Storage::kBlock && (plan_.device->reads_ahead || slow_read))),
           "a memory that is read at another word");
    }
  }

 private:
  void need(bool good, const std::string& what) const { require(plan_, good, what); }

  /// Checks that exactly the held arrays with an axis have sources, each of which holds the whole array.
  void check_source(const StreamPlan& stream) const {
    const spec::Stencil& s = *plan_.stencil;
    const spec::Array& array = s.arrays[stream.array];
    std::int64_t words = 1;
    int axes = 0;
    for (int a = 0; a < s.axes; ++a) {
      if (!array.spans[at(a)]) continue;
      ++axes;
      const std::int64_t lanes = a == 0 ? s.hardware.cells_per_cycle : 1;
      words *= (plan_.core.frame_extents(s.grid)[at(a)] + lanes - 1) / lanes;
    }
    // On a tiny grid, constants may replace every read of a held array, which then has no source.
    need(!stream.source || (array.held() && axes > 0), "a source of an array that is streamed");
    need(stream.source || !array.held() || stream.words.empty(), "words of a held array without a source");
    if (!stream.source) return;
    need(stream.source->depth == words, "a source does not hold its array");
    need(stream.source->width == array.type.width * (array.spans[0] ? s.hardware.cells_per_cycle : 1),
         "a source of another width than its array");
    need((stream.source->storage == Storage::kBlock) == (stream.source->ram_blocks > 0),
         "block RAMs of a source are miscounted");
  }

  void check_segment(const StreamPlan& stream, const Segment& s) {
    const bool in_memory = circulates(s.storage);
    need(in_memory == (s.memory >= 0 && s.pointer >= 0), "a circulating delay without memory");
    need(s.lead >= 0 && (s.lead == 0 || in_memory), "registers without a memory behind them");
    if (!in_memory) return;
    need(at(s.memory) < plan_.executor.memories.size(), "a memory that does not exist");
    need(at(s.pointer) < plan_.executor.pointers.size(), "a pointer that does not exist");
    const MemoryPlan& memory = plan_.executor.memories[at(s.memory)];
    const PointerPlan& pointer = plan_.executor.pointers[at(s.pointer)];
    need(memory.stream == stream.stream, "a memory of another stream");
    need(memory.pointer == s.pointer, "a memory with another address");
    need(memory.storage == s.storage, "a memory of another kind");
    need(memory.depth == s.max_depth - s.lead, "a memory of another depth");
    need(pointer.depth == s.depth - contract::Distance{0, 0, s.lead} && pointer.max_depth == memory.depth,
         "a pointer of another depth");
    need(pointer.cycle == stream.home_cycle, "a pointer that moves in another cycle");
    const spec::Type& type = plan_.inside().arrays[stream.array].type;
    width_[at(s.memory)] += type.width * static_cast<int>(s.lanes.size());
    const int plane = stream.words[at(s.to)].distance.planes;
    need(plane_.emplace(s.memory, plane).first->second == plane, "a memory of two Dimensions");
  }

  const Plan& plan_;
  std::vector<int> width_;    ///< bits that segments keep in each memory
  std::map<int, int> plane_;  ///< memory -> plane of the Dimension it belongs to
};

}  // namespace

void verify_cycles(const Plan& plan) { CycleProof(plan).run(); }

void verify_memories(const Plan& plan) { MemoryProof(plan).run(); }

}  // namespace rtlgen::plan
