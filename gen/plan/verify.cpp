// Proof of a plan by other means than the planner's: taps are resolved by brute force over every
// coordinate, buffers are re-counted from the needs, cycles are followed value by value.
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "plan/plan.hpp"

namespace rtlgen::plan {

namespace {

std::size_t at(int i) { return static_cast<std::size_t>(i); }

class Verifier {
 public:
  explicit Verifier(const Plan& plan) : p_(plan), s_(*plan.stencil), lanes_(plan.core.cells_per_cycle) {}

  void run() {
    collect();
    for (const StreamPlan& stream : p_.executor.streams) check_buffer(stream);
    for (const StagePlan& stage : p_.executor.stages) check_kernel(stage);
    check_cycles();
    check_memories();
    const int in_flight = p_.executor.latency * p_.core.steps;
    need(p_.core.total_latency == in_flight, "total latency is not the sum of the Executors'");
    need(p_.fifo_depth > in_flight, "the output FIFO cannot hold every token in flight");
  }

 private:
  void need(bool good, const std::string& what) const { RTLGEN_CHECK(good, "plan of " + s_.name + ": " + what); }

  std::int64_t words(const Distance& d) const { return p_.frame.count(d); }

  /// Offsets that a read along an axis resolves to, by trying every cell (far from the ends all are alike).
  std::set<std::int64_t> resolved(int offset, const spec::Boundary& boundary, std::int64_t extent, bool keep, std::int64_t phase, std::int64_t step) const {
    std::set<std::int64_t> result;
    const std::int64_t near = 2 * std::abs(offset) + 2 * step;
    for (std::int64_t c = phase; c < extent; c += step) {
      if (c > near && c < extent - near - step) continue;
      const bool inside = c + offset >= 0 && c + offset < extent;
      if (!inside && keep) continue;
      const auto r = spec::resolve_index(c + offset, extent, boundary.kind);
      if (r) result.insert(*r - c);
    }
    return result;
  }

  /// Offsets along x for the cells of one lane. The last cell of a row may lie in any lane where the
  /// extents are set at run time, so every such extent is tried.
  std::set<std::int64_t> resolved_in_lane(int offset, const spec::Boundary& boundary, bool keep, std::int64_t lane) const {
    std::set<std::int64_t> result;
    const std::int64_t longest = s_.grid[0];
    const bool fixed = p_.core.extents != ExtentPlan::kRuntime;
    const std::int64_t shortest = fixed ? longest : std::max(p_.core.minimum[0], longest - lanes_ + 1);
    for (std::int64_t extent = shortest; extent <= longest; ++extent) {
      result.merge(resolved(offset, boundary, extent, keep, lane, lanes_));
    }
    return result;
  }

  /// Words behind the newest word of `stream` that a reader at `lag` words needs for position offset `d`.
  void read(int stream, std::int64_t lag, std::int64_t d, std::int64_t lane) {
    const std::int64_t behind = lag - words(p_.executor.streams[at(stream)].lag) - d;
    need(behind >= 0, "a word is needed before it has arrived");
    needs_[stream].emplace(behind, lane);
  }

  void read_centre(int stream, std::int64_t lag) {
    for (std::int64_t lane = 0; lane < lanes_; ++lane) read(stream, lag, 0, lane);
  }

  void collect() {
    for (const StagePlan& stage : p_.executor.stages) {
      const spec::Stage& spec_stage = s_.stages[at(stage.stage)];
      const bool keep = spec_stage.border == spec::Border::kKeep;
      const std::int64_t lag = words(stage.lag);
      for (const spec::NodeId id : stage.reads.nodes) {
        const spec::Node& n = s_.nodes[at(id)];
        if (n.op != spec::Op::kTap) continue;
        const auto zs = resolved(n.offset[2], n.boundary[2], s_.grid[2], keep, 0, 1);
        const auto ys = resolved(n.offset[1], n.boundary[1], s_.grid[1], keep, 0, 1);
        for (std::int64_t lane = 0; lane < lanes_; ++lane) {
          for (const std::int64_t x : resolved_in_lane(n.offset[0], n.boundary[0], keep, lane)) {
            const std::int64_t word = (lane + x + 4096 * lanes_) / lanes_ - 4096;
            for (const std::int64_t y : ys) {
              for (const std::int64_t z : zs) {
                read(n.stream, lag, z * p_.frame.plane_words() + y * p_.frame.row_words + word, lane + x - word * lanes_);
              }
            }
          }
        }
      }
      if (keep) read_centre(spec_stage.old_stream, lag);
    }
    for (std::size_t a = 0; a < s_.arrays.size(); ++a) {
      if (s_.arrays[a].role == spec::Role::kTemporary) continue;
      const int first = s_.first_stream(static_cast<int>(a));
      const int last = s_.final_stream(static_cast<int>(a));
      read_centre(last, words(p_.executor.lag));
      if (p_.executor.has_bypass && first >= 0) read_centre(first, words(p_.executor.lag));
    }
  }

  /// Every needed word is kept; with fixed extents and in the count of cells nothing else is.
  void check_buffer(const StreamPlan& stream) const {
    const auto found = needs_.find(stream.stream);
    if (found == needs_.end()) {
      need(stream.words.empty(), "a stream that nobody reads is buffered");
      return;
    }
    const auto& needs = found->second;
    for (const auto& [behind, lane] : needs) {
      const auto word = std::find_if(stream.words.begin(), stream.words.end(), [&](const WindowWord& w) { return words(w.distance) == behind; });
      need(word != stream.words.end(), fmt::format("no window word {} behind the newest", behind));
      need(std::count(word->lanes.begin(), word->lanes.end(), lane) == 1, "a lane that is read has no register");
    }
    const std::int64_t oldest = needs.rbegin()->first;
    if (oldest == 0) {
      need(!stream.buffered, "a stream that is only read as it arrives is buffered");
      return;
    }
    const std::int64_t oldest_lane = needs.lower_bound({oldest, 0})->second;
    // From the newest word to the oldest cell: the least that any streaming design keeps.
    const std::int64_t bound = (oldest + 1) * lanes_ - oldest_lane;
    std::int64_t kept = 0;
    for (int lane = 0; lane < lanes_; ++lane) kept += follow(stream, lane);
    need(kept == stream.buffered_cells, "buffered cells are miscounted");
    need(kept <= bound, fmt::format("{} cells are kept, {} are enough", kept, bound));
  }

  /// Follows one lane from the wire through every word in which it is read; the cells it holds.
  std::int64_t follow(const StreamPlan& stream, int lane) const {
    std::int64_t reach = -1;
    int here = -1;
    for (std::size_t i = 0; i < stream.words.size(); ++i) {
      const WindowWord& word = stream.words[i];
      const auto into = [&](const Segment& s) {
        return s.to == static_cast<int>(i) && std::count(s.lanes.begin(), s.lanes.end(), lane) > 0;
      };
      const bool is_read = std::count(word.lanes.begin(), word.lanes.end(), lane) > 0;
      need(std::count_if(stream.segments.begin(), stream.segments.end(), into) == (is_read ? 1 : 0),
           "a lane comes to a word by none or by several ways");
      if (!is_read) continue;
      const Segment& s = *std::find_if(stream.segments.begin(), stream.segments.end(), into);
      need(s.from == here, "a lane comes from another word than its last");
      need(s.max_depth == words(s.depth), "a segment's depth is not that of its distance");
      need(s.max_depth >= 0, "a segment of negative depth");
      reach += s.max_depth + 1;
      need(reach == words(word.distance), "registers and delays do not add up to the window");
      here = static_cast<int>(i);
    }
    return reach + 1;
  }

  /// Every operand is there when its operator takes it, in a register if the operator is pipelined.
  void check_kernel(const StagePlan& stage) const {
    std::map<spec::NodeId, const NodeSchedule*> by_node;
    for (const NodeSchedule& n : stage.kernel.nodes) {
      by_node[n.node] = &n;
      for (const spec::NodeId a : s_.nodes[at(n.node)].args) {
        const auto found = by_node.find(a);
        need(found != by_node.end(), "a node is scheduled before its operand");
        if (s_.nodes[at(a)].op == spec::Op::kConstant || found->second->is_folded) continue;
        need(found->second->ready <= n.start, "an operand is taken before it is ready");
        const bool chained = found->second->ready == n.start && found->second->arrival_ps > 0;
        need(!(n.is_operator && n.latency > 0 && chained), "a pipelined operator takes an unregistered operand");
      }
      if (n.is_operator && !n.is_folded) need(n.ready == n.start + n.latency, "an operator's latency is miscounted");
      need(n.arrival_ps <= p_.period_ps, "a cycle holds more logic than the clock allows");
    }
    need(stage.kernel.latency >= stage.kernel.nodes.back().ready, "the Kernel ends before its result");
  }

  void check_cycles() const {
    for (const StagePlan& stage : p_.executor.stages) {
      const StreamPlan& out = p_.executor.streams[at(s_.stages[at(stage.stage)].output)];
      need(out.ready_cycle == stage.sample_cycle + stage.kernel.latency, "a stage's result and its stream part");
      need(words(out.lag) == words(stage.lag), "a stage and its result have different lags");
      for (const TapPlan& t : stage.taps) check_sample(t.tap.stream, stage.sample_cycle);
    }
    for (std::size_t a = 0; a < s_.arrays.size(); ++a) {
      if (s_.arrays[a].role != spec::Role::kTemporary) check_sample(s_.final_stream(static_cast<int>(a)), p_.executor.latency);
    }
  }

  void check_sample(int stream, int cycle) const {
    const StreamPlan& s = p_.executor.streams[at(stream)];
    need(!s.buffered || s.home_cycle >= s.ready_cycle, "a window is loaded before its word is there");
    need((s.buffered ? s.home_cycle + 1 : s.ready_cycle) <= cycle, "a stream is sampled before it is there");
  }

  void check_memories() const {
    std::map<int, int> used;       // bits of each memory
    std::map<int, int> dimension;  // the plane that each memory belongs to
    for (const StreamPlan& stream : p_.executor.streams) {
      const int cell = s_.arrays[at(s_.streams[at(stream.stream)].array)].type.width;
      for (const Segment& s : stream.segments) {
        const bool circulates = s.storage == Storage::kDistributed || s.storage == Storage::kBlock;
        need(circulates == (s.memory >= 0 && s.pointer >= 0), "a circulating delay without memory");
        need(s.lead >= 0 && (s.lead == 0 || circulates), "registers in front of no memory");
        if (!circulates) continue;
        const MemoryPlan& memory = p_.executor.memories[at(s.memory)];
        const PointerPlan& pointer = p_.executor.pointers[at(s.pointer)];
        need(memory.depth == s.max_depth - s.lead && memory.depth > 0, "a memory of another depth");
        need(memory.pointer == s.pointer && memory.storage == s.storage, "a memory of another kind");
        need(memory.stream == stream.stream, "a memory of another stream");
        need(pointer.depth == s.depth - Distance{0, 0, s.lead}, "a pointer of another depth");
        need(pointer.max_depth == memory.depth, "a pointer that wraps elsewhere");
        used[s.memory] += static_cast<int>(s.lanes.size()) * cell;
        const auto plane = stream.words[at(s.to)].distance.planes;
        need(dimension.emplace(s.memory, plane).first->second == plane, "a memory of two Dimensions");
        need(p_.executor.pointers[at(s.pointer)].cycle == stream.home_cycle, "a pointer that moves in another cycle");
      }
    }
    for (std::size_t m = 0; m < p_.executor.memories.size(); ++m) {
      need(used[static_cast<int>(m)] == p_.executor.memories[m].width, "a memory of another width");
    }
  }

  const Plan& p_;
  const spec::Stencil& s_;
  std::int64_t lanes_;
  std::map<int, std::set<std::pair<std::int64_t, std::int64_t>>> needs_;  ///< stream -> words behind, lane
};

}  // namespace

void verify(const Plan& plan) { Verifier(plan).run(); }

}  // namespace rtlgen::plan
