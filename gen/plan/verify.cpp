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

  /// Words behind the newest word of `stream` that a reader at `lag` words needs for position offset `d`.
  void read(int stream, std::int64_t lag, std::int64_t d, std::int64_t lane) {
    const std::int64_t behind = lag - words(p_.executor.streams[at(stream)].lag) - d;
    need(behind >= 0, "a word is needed before it has arrived");
    auto [entry, fresh] = needs_[stream].emplace(behind, lane);
    if (!fresh) entry->second = std::min(entry->second, lane);
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
          for (const std::int64_t x : resolved(n.offset[0], n.boundary[0], s_.grid[0], keep, lane, lanes_)) {
            const std::int64_t word = (lane + x + 4096 * lanes_) / lanes_ - 4096;
            for (const std::int64_t y : ys) {
              for (const std::int64_t z : zs) {
                read(n.stream, lag, z * p_.frame.plane_words() + y * p_.frame.row_words + word, lane + x - word * lanes_);
              }
            }
          }
        }
      }
      if (keep) read(spec_stage.old_stream, lag, 0, 0);
    }
    for (std::size_t a = 0; a < s_.arrays.size(); ++a) {
      if (s_.arrays[a].role == spec::Role::kTemporary) continue;
      const int first = s_.first_stream(static_cast<int>(a));
      const int last = s_.final_stream(static_cast<int>(a));
      read(last, words(p_.executor.lag), 0, 0);
      if (p_.executor.has_bypass && first >= 0) read(first, words(p_.executor.lag), 0, 0);
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
      need(word->first_lane <= lane, "a lane that is read has been dropped");
    }
    const auto& [oldest, oldest_lane] = *needs.rbegin();
    if (oldest == 0) {
      need(!stream.buffered, "a stream that is only read as it arrives is buffered");
      return;
    }
    // From the newest word to the oldest cell: the least that any streaming design keeps.
    const std::int64_t bound = (oldest + 1) * lanes_ - oldest_lane;
    std::int64_t kept = 0;
    std::int64_t reach = -1;
    for (std::size_t i = 0; i < stream.words.size(); ++i) {
      const Segment& s = stream.segments[i];
      need(s.max_depth == words(s.depth), "a segment's depth is not that of its distance");
      need(s.max_depth >= 0, "a segment of negative depth");
      reach += s.max_depth + 1;
      need(reach == words(stream.words[i].distance), "registers and delays do not add up to the window");
      kept += (s.max_depth + 1) * (lanes_ - stream.words[i].first_lane);
    }
    need(kept == stream.buffered_cells, "buffered cells are miscounted");
    need(kept <= bound, fmt::format("{} cells are kept, {} are enough", kept, bound));
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
    for (const StreamPlan& stream : p_.executor.streams) {
      for (const Segment& s : stream.segments) {
        const bool circulates = s.storage == Storage::kDistributed || s.storage == Storage::kBlock;
        need(circulates == (s.memory >= 0 && s.pointer >= 0), "a circulating delay without memory");
        if (!circulates) continue;
        need(p_.executor.memories[at(s.memory)].depth == s.max_depth, "a memory of another depth");
        need(p_.executor.pointers[at(s.pointer)].depth == s.depth, "a pointer of another depth");
        need(p_.executor.pointers[at(s.pointer)].cycle == stream.home_cycle, "a pointer that moves in another cycle");
      }
    }
  }

  const Plan& p_;
  const spec::Stencil& s_;
  std::int64_t lanes_;
  std::map<int, std::map<std::int64_t, std::int64_t>> needs_;  ///< stream -> words behind -> lowest lane
};

}  // namespace

void verify(const Plan& plan) { Verifier(plan).run(); }

}  // namespace rtlgen::plan
