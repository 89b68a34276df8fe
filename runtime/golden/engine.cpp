// Sweeps: rows are cut into segments that stay in the first-level cache, and distributed among threads.
#include "golden/engine.hpp"

#include <omp.h>

#include <algorithm>
#include <exception>

#include "golden/grid.hpp"
#include "golden/program.hpp"
#include "golden/row_ops.hpp"
#include "golden/row_runner.hpp"
#include "golden/rows.hpp"
#include "golden/threads.hpp"
#include "golden/time_blocks.hpp"
#include "spec/mirror.hpp"
#include "spec/program.hpp"
#include "spec/reach.hpp"
#include "support/check.hpp"
#include "support/index.hpp"
#include "support/interruption.hpp"

namespace rtlgen::golden {

namespace {

/// Cells for which waking a thread pays off.
constexpr std::int64_t kCellsPerThread = 4096;

/// One stage over the grid, shared among threads.
class StageSweep {
 public:
  StageSweep(const StepInputs& inputs, const spec::Stage& stage, const Program& program)
      : inputs_(inputs), stage_(stage), program_(program), out_(inputs.streams[stage.output]) {
    const std::int64_t nx = inputs_.extents[0], most = longest_segment();
    per_row_ = (nx + most - 1) / most;
    length_ = (nx + per_row_ - 1) / per_row_;
    segments_ = per_row_ * inputs_.extents[1] * inputs_.extents[2];
  }

  /// In order on one thread if the stage reads its own results.
  void run(int threads) {
    if (stage_.sweep) threads = 1;
    std::exception_ptr failure;
#pragma omp parallel num_threads(threads)
    try {
      const std::int64_t count = omp_get_num_threads();
      const std::int64_t self = omp_get_thread_num();
      const FlushMode mode(inputs_.flush);
      Scratch scratch;
      Runner runner(inputs_, stage_, program_, scratch);
      for (std::int64_t i = segments_ * self / count; i < segments_ * (self + 1) / count; ++i) segment(i, runner);
    } catch (...) {
#pragma omp critical
      failure = std::current_exception();
    }
    if (failure) std::rethrow_exception(failure);
  }

 private:
  /// Along x, no cell of a segment may read another cell of it; transposed results are computed cell by cell.
  [[nodiscard]] std::int64_t longest_segment() const {
    std::int64_t most = stage_.mirror == spec::kTransposed ? 1 : kSegment;
    if (!stage_.sweep || stage_.sweep->axis != 0) return most;
    for (const spec::NodeId id : spec::nodes_below(inputs_.s, stage_.root)) {
      const spec::Node& node = inputs_.s.nodes[id];
      if (node.own) most = std::min<std::int64_t>(most, std::abs(node.offset[0]));
    }
    return most;
  }

  void segment(std::int64_t index, Runner& runner) {
    const spec::Extents& e = inputs_.extents;
    if (stage_.sweep && stage_.sweep->backward) index = segments_ - 1 - index;
    Segment s{index % per_row_ * length_, index / per_row_ % e[1], index / per_row_ / e[1], 0};
    s.n = static_cast<int>(std::min(length_, e[0] - s.x));
    if (s.n <= 0) return;
    const spec::Extents from{s.x, s.y, s.z}, to = stage_.mirror ? spec::mirrored(*stage_.mirror, from, e) : from;
    runner.run(s, out_.cell(to[0], to[1], to[2]));
  }

  const StepInputs& inputs_;
  const spec::Stage& stage_;
  const Program& program_;
  const Rows& out_;
  std::int64_t per_row_ = 1, length_ = 1, segments_ = 0;
};

/// Grids for the streams that enter a step, filled with the inputs; other streams get grids when they need them.
IndexVector<spec::StreamId, Grid> make_streams(const spec::Program& s, const spec::Extents& extents,
                                               const std::map<int, GridView>& inputs) {
  IndexVector<spec::StreamId, Grid> streams(s.streams.size());
  for (const spec::StreamId i : s.streams.ids()) {
    const spec::Stream& stream = s.streams[i];
    if (stream.stage.valid()) continue;
    const spec::Array& array = s.arrays[stream.array];
    const GridView& grid = inputs.at(stream.array.index());
    RTLGEN_CHECK(grid.extents == array.shape(extents) && grid.type == array.type,
                 "an input that does not suit the run");
    streams[i] = grid.grid();
  }
  return streams;
}

/// The time steps of a run.
class Steps {
 public:
  Steps(const spec::Program& s, const spec::Extents& extents, const std::map<int, GridView>& inputs,
        const std::vector<std::uint64_t>& params, const Options& options)
      : spec_(s), extents_(extents), params_(params), options_(options), streams_(make_streams(s, extents, inputs)) {
    for (const spec::Stage& stage : s.stages) programs_.push_back(compile(s, stage, true));
    const std::int64_t useful = 1 + extents[0] * extents[1] * extents[2] / kCellsPerThread;
    threads_ = static_cast<int>(std::min<std::int64_t>(threads_to_use(options.threads), useful));
  }

  std::map<int, Grid> run(std::int64_t iterations) {
    const BlockLimits limits{threads_, options_.cache_bytes > 0 ? options_.cache_bytes : cache_for_windows()};
    TimeBlocks blocks(spec_, extents_, programs_, limits);
    for (std::int64_t done = 0; done < iterations;) {
      const std::int64_t steps = blocks.steps(options_.observe ? 1 : iterations - done);
      is_last_ = done + std::max<std::int64_t>(steps, 1) >= iterations;
      if (steps > 0)
        blocks.run(options_.first_step + done, params_, rows_of(false));
      else
        sweep_stages(options_.first_step + done);
      enter_next();
      const std::int64_t before = done;
      done += std::max<std::int64_t>(steps, 1);
      if (options_.observe)
        options_.observe(options_.first_step + done,
                         [this](spec::ArrayId a) -> const Grid& { return streams_[result(a)]; });
      for (std::int64_t step = before; options_.progress && step < done; ++step)
        options_.progress(step + 1, iterations);
    }
    std::map<int, Grid> results;
    for (const spec::ArrayId a : spec_.arrays.ids()) {
      const spec::Role role = spec_.arrays[a].role;
      if (role != spec::Role::kState && role != spec::Role::kOutput) continue;
      if (iterations > 0 && target(spec_.final_stream(a)) != nullptr) continue;
      give_grid(result(a));
      if (const auto into = options_.into.find(a.index());
          into != options_.into.end()) {  // an array that no stage assigns
        std::copy(streams_[result(a)].bytes.begin(), streams_[result(a)].bytes.end(), into->second);
        continue;
      }
      results.emplace(a.index(), std::move(streams_[result(a)]));
    }
    return results;
  }

 private:
  /// The stream that holds the array's last value between steps.
  [[nodiscard]] spec::StreamId result(spec::ArrayId array) const {
    const spec::StreamId first = spec_.first_stream(array);
    return first.valid() ? first : spec_.final_stream(array);
  }

  void give_grid(spec::StreamId i) {
    if (streams_[i].bytes.empty()) streams_[i] = Grid(spec_.arrays[spec_.streams[i].array].type, extents_);
  }

  /// The target of the stream in the last step; null: its grid.
  [[nodiscard]] std::uint8_t* target(spec::StreamId i) const {
    if (!is_last_ || !spec_.streams[i].stage.valid() || spec_.final_stream(spec_.streams[i].array) != i) return nullptr;
    const auto into = options_.into.find(spec_.streams[i].array.index());
    return into == options_.into.end() ? nullptr : into->second;
  }

  /// The memory of streams in this step: all, or those that enter it and the final ones.
  IndexVector<spec::StreamId, Rows> rows_of(bool all) {
    IndexVector<spec::StreamId, Rows> rows;
    for (const spec::StreamId i : spec_.streams.ids()) {
      const spec::Array& array = spec_.arrays[spec_.streams[i].array];
      std::uint8_t* const memory = target(i);
      const bool is_final = array.role != spec::Role::kTemporary && spec_.final_stream(spec_.streams[i].array) == i;
      if (memory == nullptr && (all || is_final)) give_grid(i);
      rows.push_back(memory != nullptr ? Rows(array.type, extents_, memory) : Rows(streams_[i]));
    }
    return rows;
  }

  void sweep_stages(std::int64_t step) {
    const IndexVector<spec::StreamId, Rows> rows = rows_of(true);
    const StepInputs inputs{spec_, extents_, rows, params_, step, spec_.subnormals == spec::Subnormals::kFlush};
    for (const spec::StageId i : spec_.stages.ids()) {
      StageSweep(inputs, spec_.stages[i], programs_[i]).run(threads_);
      interruption::look();
    }
  }

  void enter_next() {
    for (const spec::ArrayId a : spec_.arrays.ids()) {
      const spec::StreamId first = spec_.first_stream(a);
      const spec::StreamId last = spec_.final_stream(a);
      if (first.valid() && first != last) std::swap(streams_[first], streams_[last]);
    }
  }

  const spec::Program& spec_;
  const spec::Extents& extents_;
  const std::vector<std::uint64_t>& params_;
  const Options& options_;
  IndexVector<spec::StreamId, Grid> streams_;
  IndexVector<spec::StageId, Program> programs_;
  int threads_ = 1;
  bool is_last_ = false;  ///< the steps at hand end the run
};

}  // namespace

std::map<int, GridView> views_of(const std::map<int, Grid>& inputs) {
  std::map<int, GridView> views;
  for (const auto& [array, grid] : inputs) views.emplace(array, GridView(grid));
  return views;
}

std::map<int, Grid> run(const spec::Program& s, const spec::Extents& extents, const std::map<int, Grid>& inputs,
                        std::int64_t iterations, const std::vector<std::uint64_t>& params, const Options& options) {
  return run_views(s, extents, views_of(inputs), iterations, params, options);
}

std::map<int, Grid> run_views(const spec::Program& s, const spec::Extents& extents,
                              const std::map<int, GridView>& inputs, std::int64_t iterations,
                              const std::vector<std::uint64_t>& params, const Options& options) {
  return Steps(s, extents, inputs, params, options).run(iterations);
}

}  // namespace rtlgen::golden
