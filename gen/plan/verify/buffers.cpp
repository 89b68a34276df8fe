// Proof of the buffers: resolves taps by brute force over every coordinate that differs, for the smallest and the
// largest extents, and counts buffers again from the reads.
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "contract/core_interface.hpp"
#include "contract/frame.hpp"
#include "plan/plan.hpp"
#include "plan/verify/parts.hpp"
#include "spec/stencil.hpp"
#include "support/check.hpp"
#include "support/index.hpp"

namespace rtlgen::plan {

namespace {

/// The reads and the kept words for given extents of the grid.
class BufferProof {
 public:
  BufferProof(const Plan& plan, const spec::Extents& extents)
      : plan_(plan),
        stencil_(plan.inside()),
        extents_(extents),
        frame_(contract::frame_shape(plan.core.frame_extents(extents), plan.core.cells_per_cycle)),
        lanes_(plan.core.cells_per_cycle),
        at_maximum_(extents == plan.core.maximum) {}

  const std::set<WordRead>& collect() {
    for (const StagePlan& stage : plan_.executor.stages) collect_stage(stage);
    collect_exit();
    return reads_;
  }

  void check() const {
    for (const StreamPlan& stream : plan_.executor.streams) check_stream(stream);
  }

 private:
  using Needs = std::set<std::pair<std::int64_t, std::int64_t>>;  ///< words behind the newest, lane

  void need(bool good, const std::string& what) const { require(plan_, good, what); }
  [[nodiscard]] std::int64_t words(const contract::Distance& d) const { return frame_.count(d); }

  /// Adds the offsets that a read along an axis of `extent` cells resolves to from coordinates first,
  /// first + step, ...
  static void resolve(const spec::Node& n, std::size_t axis, std::int64_t extent, bool keep, std::int64_t first,
                      std::int64_t step, std::set<std::int64_t>& result) {
    const int offset = n.offset[axis];
    for (const std::int64_t c : near_ends(extent, std::abs(offset), first, step)) {
      const bool inside = c + offset >= 0 && c + offset < extent;
      if (!inside && keep) continue;
      const auto r = cell_read(c + offset, extent, n.boundary[axis]);
      if (r) result.insert(*r - c);
    }
  }

  /// The same from frame coordinates along an axis with ghosts: every cell of the frame may be read.
  void resolve_wrapped(const spec::Node& n, std::size_t axis, bool keep, std::int64_t first, std::int64_t step,
                       std::set<std::int64_t>& result) const {
    const std::int64_t extent = extents_[axis];
    const std::int64_t low = plan_.core.ghost_low[axis], high = plan_.core.ghost_high[axis];
    const std::int64_t frame = low + extent + high;
    for (const std::int64_t cell : near_ends(frame, std::abs(n.offset[axis]) + std::max(low, high), first, step)) {
      std::int64_t offset = n.offset[axis];
      const std::optional<spec::Boundary>& rule = n.boundary[axis];
      if (!keep && !reads_frame(rule)) {
        const std::int64_t here = ((cell - low) % extent + extent) % extent;
        const auto read_cell = cell_read(here + offset, extent, rule);
        if (!read_cell) continue;
        offset = *read_cell - here;
      }
      if (cell + offset >= 0 && cell + offset < frame) result.insert(offset);
    }
  }

  [[nodiscard]] std::set<std::int64_t> resolved(const spec::Node& n, std::size_t axis, bool keep) const {
    std::set<std::int64_t> result;
    if (plan_.core.wraps(axis)) {
      resolve_wrapped(n, axis, keep, 0, 1, result);
      return result;
    }
    resolve(n, axis, extents_[axis], keep, 0, 1, result);
    return result;
  }

  /// The same along x for one lane. With run-time extents the buffers are those of rows of any
  /// width: the last cell may be in any lane.
  [[nodiscard]] std::set<std::int64_t> resolved_x(const spec::Node& n, bool keep, std::int64_t lane) const {
    std::set<std::int64_t> result;
    if (plan_.core.wraps(0)) {
      // With run-time extents the grid may wrap in any lane.
      const bool runtime = plan_.core.extents == contract::ExtentPlan::kRuntime;
      resolve_wrapped(n, 0, keep, runtime ? 0 : lane, runtime ? 1 : lanes_, result);
      return result;
    }
    resolve(n, 0, extents_[0], keep, lane, lanes_, result);
    if (plan_.core.extents != contract::ExtentPlan::kRuntime || !at_maximum_) return result;
    const std::int64_t narrowest = std::abs(n.offset[0]) + 1;
    for (std::int64_t width = narrowest; width < narrowest + lanes_; ++width)
      resolve(n, 0, width, keep, lane, lanes_, result);
    return result;
  }

  /// Records that a reader (a stage; none: the exit) at `lag` words reads lane `lane` of `stream` at `d` words from its
  /// own position.
  void read(spec::StageId reader, spec::StreamId stream, std::int64_t lag, std::int64_t d, std::int64_t lane) {
    reads_.insert({reader, stream, d, lane});
    const std::int64_t behind = lag - words(plan_.executor.streams[stream].lag) - d;
    need(behind >= 0, "a word is needed before it has arrived");
    needs_[stream].emplace(behind, lane);
  }

  /// Whether the value of a held array depends on the position.
  [[nodiscard]] bool is_of_position(const spec::Array& array) const {
    return std::any_of(array.spans.begin(), array.spans.begin() + stencil_.axes, [](bool has) { return has; });
  }

  struct HeldWord {
    const StreamPlan* source = nullptr;  ///< null if none exists
    const WindowWord* word = nullptr;
  };

  /// The first window word of a source of `array` that lies at `wanted` along the axes that count. Along those that
  /// repeat, the source may be earlier, and its words are next to each other.
  [[nodiscard]] HeldWord held_word(spec::ArrayId array, const contract::Distance& wanted, bool rows_repeat,
                                   bool planes_repeat) const {
    for (const StreamPlan& stream : plan_.executor.streams) {
      if (stream.array != array) continue;
      for (const WindowWord& word : stream.words) {
        const contract::Distance rest = wanted - stream.lag - word.distance;
        const bool row = rows_repeat ? rest.rows >= 0 && word.distance.rows == 0 : rest.rows == 0;
        const bool plane = planes_repeat ? rest.planes >= 0 && word.distance.planes == 0 : rest.planes == 0;
        if (rest.words == 0 && row && plane) return {&stream, &word};
      }
    }
    return {};
  }

  /// Checks that a stage reads a word of a held array at `d` from its own position: the window word of the plan must be
  /// that word, or one a whole number of the array's repeats later, which is equal.
  void read_held(spec::StreamId stream, const StagePlan& stage, const contract::Distance& d, std::int64_t lane) {
    const spec::ArrayId array = stencil_.streams[stream].array;
    const spec::Array& a = stencil_.arrays[array];
    if (!is_of_position(a)) return;
    reads_.insert({stage.stage, stream, words(d), lane});
    const bool flat = plan_.core.extents == contract::ExtentPlan::kFlat;
    const contract::Distance wanted =
        flat ? contract::Distance{0, 0, frame_.count(stage.lag) - frame_.count(d)} : stage.lag - d;
    const bool planes_repeat = stencil_.axes == 3 && !a.spans[2];
    const bool rows_repeat = stencil_.axes > 1 && !a.spans[1] && (stencil_.axes == 2 || planes_repeat);
    const HeldWord found = held_word(array, wanted, !flat && rows_repeat, !flat && planes_repeat);
    need(found.source != nullptr, "no source holds a word that is read");
    const StreamPlan& source = *found.source;
    const std::int64_t later = words(wanted) - words(source.lag) - words(found.word->distance);
    const std::int64_t period = rows_repeat ? frame_.row_words : planes_repeat ? frame_.plane_words() : 0;
    need(later == 0 || (period > 0 && later > 0 && later % period == 0), "a source's word is not the one that is read");
    need(source.ready_cycle >= 1 &&
             (source.buffered ? source.home_cycle + 1 : source.ready_cycle) <= stage.sample_cycle &&
             (!source.buffered || source.home_cycle >= source.ready_cycle),
         "a source is sampled before its word is there");
    need(words(source.lag) >= 0, "a source runs ahead of the input word");
    needs_[source.stream].emplace(words(found.word->distance), a.spans[0] ? lane : 0);
  }

  /// Checks that a stage reads its own results `d` words from its own position: the plan's stream must hold that word.
  /// The position of the stage does not matter, so this does not involve lags.
  void read_own(const StagePlan& stage, std::int64_t d, std::int64_t lane) {
    need(plan_.executor.streams.contains(stage.own_results), "no stream holds the results that a stage reads");
    const StreamPlan& stream = plan_.executor.streams[stage.own_results];
    need(stream.results && stream.results->stage == stage.stage, "a stage reads its results in another's stream");
    const std::int64_t behind = -words(stream.results->depth) - d;
    need(behind >= 0, "a result is needed before it has arrived");
    needs_[stage.own_results].emplace(behind, lane);
  }

  void read_centre(spec::StageId reader, spec::StreamId stream, std::int64_t lag) {
    for (std::int64_t lane = 0; lane < lanes_; ++lane) read(reader, stream, lag, 0, lane);
  }

  void collect_stage(const StagePlan& stage) {
    const spec::Stage& spec_stage = stencil_.stages[stage.stage];
    const bool keep = spec_stage.border != spec::Border::kCompute;  // reads outside the grid need no value
    // A reversed stream is read from its other end: a whole block ahead.
    const std::int64_t lag = words(stage.lag), ahead = stage.mirror ? words(stage.mirror->block) : 0;
    for (const spec::NodeId id : stage.reads.nodes) {
      const spec::Node& n = stencil_.nodes[id];
      if (n.op != spec::Op::kTap) continue;
      const auto zs = resolved(n, 2, keep);
      const auto ys = resolved(n, 1, keep);
      for (std::int64_t lane = 0; lane < lanes_; ++lane) {
        for (const std::int64_t x : resolved_x(n, keep, lane)) {
          const std::int64_t cell = lane + x;
          const std::int64_t word = cell >= 0 ? cell / lanes_ : -((-cell + lanes_ - 1) / lanes_);
          for (const std::int64_t y : ys) {
            for (const std::int64_t z : zs) {
              const std::int64_t target = cell - word * lanes_;
              if (n.own) {
                read_own(stage, z * frame_.plane_words() + y * frame_.row_words + word, target);
              } else if (stencil_.arrays[stencil_.streams[n.stream].array].held()) {
                read_held(n.stream, stage, {static_cast<int>(z), static_cast<int>(y), word}, target);
              } else {
                read(stage.stage, n.stream, lag, ahead + z * frame_.plane_words() + y * frame_.row_words + word,
                     target);
              }
            }
          }
        }
      }
    }
    if (spec_stage.border == spec::Border::kKeep) read_centre(stage.stage, spec_stage.old_stream, lag);
  }

  void collect_exit() {
    for (const spec::ArrayId a : stencil_.arrays.ids()) {
      const spec::Role role = stencil_.arrays[a].role;
      if (role == spec::Role::kTemporary || stencil_.arrays[a].held() ||
          (role == spec::Role::kInput && plan_.core.steps == 1))
        continue;
      const spec::StreamId first = stencil_.first_stream(a);
      const spec::StreamId last = stencil_.final_stream(a);
      read_centre({}, last, words(plan_.executor.lag));
      const bool changes = std::any_of(stencil_.monitors.begin(), stencil_.monitors.end(), [&](const spec::Monitor& m) {
        return m.reduction == spec::Reduction::kMaxChange && m.array == a;
      });
      if ((plan_.executor.has_bypass || changes) && first.valid()) read_centre({}, first, words(plan_.executor.lag));
    }
  }

  void check_stream(const StreamPlan& stream) const {
    const auto found = needs_.find(stream.stream);
    if (found == needs_.end()) {
      // At small extents, boundary rules may replace every read of a stream that larger ones need.
      need(!at_maximum_ || stream.words.empty(), "a stream without readers is buffered");
      return;
    }
    need(!at_maximum_ || !stream.results || found->second.begin()->first == 0, "a result arrives before it is read");
    check_kept(stream, found->second);
    if (!stream.buffered) {
      need(stream.segments.empty() && stream.buffered_words == 0 && stream.buffered_cells == 0,
           "a stream that is only read as it arrives has buffers");
      return;
    }
    check_segments(stream);
    if (at_maximum_) check_bound(stream, found->second);
  }

  /// Checks that every cell that is read is in the window.
  void check_kept(const StreamPlan& stream, const Needs& needs) const {
    for (const auto& [behind, lane] : needs) {
      const std::int64_t distance = behind;
      const auto word = std::find_if(stream.words.begin(), stream.words.end(),
                                     [&](const WindowWord& w) { return words(w.distance) == distance; });
      need(word != stream.words.end(), fmt::format("no window word {} behind the newest", behind));
      need(std::count(word->lanes.begin(), word->lanes.end(), lane) == 1, "a lane that is read has no register");
      need(behind == 0 || stream.buffered, "a word behind the newest is read of a stream without buffers");
    }
  }

  /// Checks that every delay is possible, and that each lane's registers and delays add up to its window.
  void check_segments(const StreamPlan& stream) const {
    for (const Segment& s : stream.segments) {
      const std::int64_t depth = words(s.depth);
      const bool in_memory = circulates(s.storage);
      need(s.memory < 0 || at(s.memory) < plan_.executor.memories.size(), "a memory that does not exist");
      const bool ahead = in_memory && s.memory >= 0 && plan_.executor.memories[at(s.memory)].reads_ahead;
      need(depth >= (in_memory ? s.lead + (ahead ? 2 : 1) : 0), "a delay of no length");
      need(depth <= s.max_depth, "a delay is longer than its memory");
      need(!at_maximum_ || depth == s.max_depth, "a segment's depth is not that of its distance");
      need((s.storage == Storage::kRegister) == (s.max_depth == 0), "a delay that no storage holds");
      need(s.storage != Storage::kShiftRegister || depth == s.max_depth, "a shift register of changing length");
    }
    std::set<std::string> names;
    for (const WindowWord& w : stream.words) need(names.insert(w.name).second, "two window words with the same name");
    for (int lane = 0; lane < lanes_; ++lane) (void)follow(stream, lane);
  }

  /// Follows one lane from the wire through every word in which it is read; returns the number of words for which it is
  /// kept.
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
           "a lane reaches a word by no path or by several");
      if (!is_read) continue;
      const Segment& s = *std::find_if(stream.segments.begin(), stream.segments.end(), into);
      need(s.from == here, "a lane does not come from its previous word");
      reach += words(s.depth) + 1;
      need(reach == words(word.distance), "registers and delays do not add up to the window");
      here = static_cast<int>(i);
    }
    return reach + 1;
  }

  /// Checks that a stream keeps the minimum: from the newest word to the oldest cell that is read, which any design
  /// must keep if its input words arrive whole (docs/adr/0002), less the lanes that are not read so far back.
  void check_bound(const StreamPlan& stream, const Needs& needs) const {
    const std::int64_t oldest = needs.rbegin()->first;
    need(oldest > 0, "a stream that is only read as it arrives is buffered");
    const std::int64_t lanes = stencil_.arrays[stream.array].spans[0] ? lanes_ : 1;
    const std::int64_t bound = (oldest + 1) * lanes - needs.lower_bound({oldest, 0})->second;
    std::int64_t kept = 0;
    for (int lane = 0; lane < lanes_; ++lane) {
      std::int64_t last = -1;
      for (const auto& [behind, l] : needs) last = l == lane ? std::max(last, behind) : last;
      const std::int64_t held = follow(stream, lane);
      need(held == last + 1, fmt::format("{} cells of lane {} are kept, {} are enough", held, lane, last + 1));
      kept += held;
    }
    need(kept == stream.buffered_cells, "buffered cells are miscounted");
    need(words(stream.words.back().distance) + 1 == stream.buffered_words, "buffered words are miscounted");
    need(kept <= bound, fmt::format("{} cells are kept, {} are enough", kept, bound));
  }

  const Plan& plan_;
  const spec::Stencil& stencil_;
  spec::Extents extents_;
  contract::FrameShape frame_;
  std::int64_t lanes_;
  bool at_maximum_;
  std::map<spec::StreamId, Needs> needs_;
  std::set<WordRead> reads_;
};

}  // namespace

void verify_buffers(const Plan& plan, const spec::Extents& extents) {
  verify_mirrors(plan, extents);  // reads pass through mirrors
  BufferProof proof(plan, extents);
  const std::set<WordRead>& reads = proof.collect();
  proof.check();
  verify_sweeps(plan, extents);
  if (extents == plan.core.maximum) verify_lags(plan, reads);
}

std::set<WordRead> word_reads(const Plan& plan) { return BufferProof(plan, plan.core.maximum).collect(); }

}  // namespace rtlgen::plan
