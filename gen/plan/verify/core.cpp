// Proof of the core's interface: limits, totals, credits, and ports wide enough for every accepted run.
#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "contract/core_interface.hpp"
#include "contract/frame.hpp"
#include "contract/run_settings.hpp"
#include "ops/operator.hpp"
#include "plan/plan.hpp"
#include "plan/verify/parts.hpp"
#include "spec/stencil.hpp"
#include "support/diagnostics.hpp"
#include "support/result.hpp"

namespace rtlgen::plan {

namespace {

class CoreProof {
 public:
  explicit CoreProof(const Plan& plan) : plan_(plan), core_(plan.core), stencil_(*plan.stencil) {}

  void run() {
    check_shape();
    check_credits();
    check_arrays();
    check_ports();
    check_dsps();
    for (const spec::Extents& extents : proof_extents(plan_)) check_run(extents);
    check_gap_limits();
  }

 private:
  void need(bool good, const std::string& what) const { require(plan_, good, what); }
  [[nodiscard]] bool fixed() const { return core_.extents != contract::ExtentPlan::kRuntime; }

  void check_shape() const {
    need(core_.cells_per_cycle == stencil_.hardware.cells_per_cycle && core_.steps == stencil_.hardware.steps,
         "cells per cycle or steps are not the requested ones");
    need(core_.maximum == stencil_.whole_grid() && core_.axes == stencil_.axes, "the compiled maximum is not the grid");
    for (std::size_t a = 0; a < spec::kMaxAxes; ++a) {
      if (core_.blocked(a)) check_block(a);
      need(core_.minimum[a] >= 1 && core_.minimum[a] <= core_.maximum[a], "the smallest extents are invalid");
      need(!fixed() || core_.minimum[a] == core_.maximum[a], "fixed extents that may vary");
    }
    const auto cells = [&](std::size_t a) {
      return core_.blocked(a) ? stencil_.grid[a] : stencil_.grid[a] + core_.ghost_low[a] + core_.ghost_high[a];
    };
    const std::int64_t row_words = (cells(0) + core_.cells_per_cycle - 1) / core_.cells_per_cycle;
    need(plan_.frame.row_words == row_words && plan_.frame.rows == cells(1) && plan_.frame.planes == cells(2),
         "the frame is not the grid in words");
    for (std::size_t a = 0; a < spec::kMaxAxes; ++a) {
      need(!core_.rings[a] || core_.wraps(a), "coordinates wrap along an axis without ghosts");
      need(core_.rings[a] || !uses_coordinate(a), "coordinates along an axis with ghosts are missing");
    }
    need(plan_.executor.has_bypass == (core_.steps > 1),
         "a chain of several Executors needs a bypass, a single one has none");
    const contract::Distance& lag = plan_.executor.lag;
    const contract::Distance total{lag.planes * core_.steps, lag.rows * core_.steps, lag.words * core_.steps};
    need(core_.total_lag == total, "total lag is not the sum of the Executors'");
  }

  void check_block(std::size_t axis) const {
    const std::int64_t own = core_.block[axis] - core_.ghost_low[axis] - core_.ghost_high[axis];
    const std::int64_t unit = axis == 0 ? core_.cells_per_cycle : 1;
    need(own > 0 && own % unit == 0 && core_.block[axis] % unit == 0,
         "a block's own part is not a whole number of words");
  }

  /// Whether a stage uses the position of its cell along an axis with ghosts.
  [[nodiscard]] bool uses_coordinate(std::size_t axis) const {
    if (!core_.wraps(axis)) return false;
    return std::any_of(plan_.executor.stages.begin(), plan_.executor.stages.end(), [&](const StagePlan& stage) {
      const bool keeps = stencil_.stages[stage.stage].border == spec::Border::kKeep;
      const bool bounds = std::any_of(stage.reads.regions.begin(), stage.reads.regions.end(), [&](spec::RegionId r) {
        return stencil_.regions[r].spans[axis] != spec::Span{};
      });
      return stage.reads.uses_coordinate[axis] || bounds ||
             (keeps && stage.keep_low[axis] + stage.keep_high[axis] > 0) ||
             std::any_of(stage.taps.begin(), stage.taps.end(),
                         [&](const TapPlan& t) { return !t.axis[axis].cases.empty(); });
    });
  }

  void check_dsps() const {
    int sums = 0;
    for (const StagePlan& stage : plan_.executor.stages) {
      for (const NodeSchedule& n : stage.kernel.nodes) sums += n.is_operator ? n.request.block_sums : 0;
    }
    need(sums <= stencil_.hardware.dsp_sums.value_or(0), "more additions are in DSP blocks than hardware.dsp_sums");
    if (!stencil_.hardware.dsp_limit) return;
    int blocks = 0;
    for (const StagePlan& stage : plan_.executor.stages) {
      for (const NodeSchedule& n : stage.kernel.nodes)
        blocks += n.is_operator && !n.is_folded ? ops::dsp_blocks(n.request, *plan_.device) : 0;
    }
    need(blocks <= *stencil_.hardware.dsp_limit, "the Kernels of a cell take more DSP blocks than hardware.dsp_limit");
  }

  /// Checks that the output FIFO takes every token in flight while its credits make a round trip: at one token per
  /// cycle, kCreditLoop of them are on their way in addition to those in the Executors, and the last one is spent when
  /// the count without the newest tokens leaves one.
  void check_credits() const {
    const int hops = core_.hops * contract::kHopRegisters;
    const int in_flight = plan_.executor.latency * core_.steps + hops + plan_.entrance_latency + plan_.exit_latency;
    need(core_.hops < core_.steps, "a die without an Executor");
    need(core_.total_latency == in_flight, "total latency is not the sum of the Executors', the hops' and the ends'");
    need(plan_.fifo_depth >= in_flight + hops + contract::kCreditLoop,
         "the output FIFO cannot hold every token in flight");
  }

  /// Checks what hosts read before they choose a gap. For fixed extents check_run() compares the gap itself.
  void check_gap_limits() const {
    const int back = core_.by_rows ? contract::kRowReturn : contract::kWordReturn;
    need(core_.gap.way_back == back, "the way back of a word is another");
    for (const contract::Port& port : core_.ports_of(contract::PortRole::kGap))
      need(core_.gap.most == (std::int64_t{1} << port.width) - 1, "the longest gap is not the port's");
  }

  void check_arrays() const {
    std::vector<int> inputs, outputs, held;
    int width = 0;
    for (const spec::ArrayId a : stencil_.arrays.ids()) {
      const spec::Array& array = stencil_.arrays[a];
      const bool is_state = array.role == spec::Role::kState;
      if (array.held()) held.push_back(a.index());
      if (!array.held() && (is_state || array.role == spec::Role::kInput)) inputs.push_back(a.index());
      if (!is_state && array.role != spec::Role::kOutput) continue;
      outputs.push_back(a.index());
      width += array.type.width * core_.cells_per_cycle;
    }
    check_entries();
    need(core_.held_arrays == held, "the core loads other arrays than the stencil holds");
    need(core_.input_arrays == inputs && core_.output_arrays == outputs,
         "the core streams other arrays than the stencil has");
    need(plan_.fifo_width == width, "the output FIFO is not as wide as the output");
  }

  /// Checks that arrays enter with their token. Inputs that are not passed on may enter separately, later, but not
  /// after the last result. At least one array brings the tokens.
  void check_entries() const {
    bool brings_tokens = false;
    for (const spec::StreamId i : stencil_.streams.ids()) {
      const spec::Array& array = stencil_.arrays[stencil_.streams[i].array];
      if (stencil_.streams[i].stage.valid() || array.held()) continue;
      const contract::Distance& entry = plan_.executor.streams[i].lag;
      const spec::ArrayId first = stencil_.together(stencil_.streams[i].array).front();
      need(plan_.executor.streams[stencil_.first_stream(first)].lag == entry, "components of a vector enter apart");
      const bool late =
          std::count(core_.late_arrays.begin(), core_.late_arrays.end(), stencil_.streams[i].array.index()) == 1;
      brings_tokens = brings_tokens || !late;
      need(late || entry == contract::Distance{}, "an input does not enter with its token");
      if (!late) continue;
      need(array.role == spec::Role::kInput && core_.steps == 1, "an array that has to be passed on enters late");
      for (const spec::Extents& extents : proof_extents(plan_)) {
        const contract::FrameShape frame = contract::frame_shape(core_.frame_extents(extents), core_.cells_per_cycle);
        need(frame.count(entry) > 0 && frame.count(entry) <= frame.count(plan_.executor.lag),
             "an array enters before its token, or after the last result");
      }
    }
    need(brings_tokens || core_.input_arrays.empty(), "no array enters with the tokens");
    need(core_.late_arrays.size() <= core_.input_arrays.size(), "more arrays enter late than enter");
  }

  void check_ports() {
    for (const contract::Port& port : core_.ports) {
      need(ports_.emplace(std::make_pair(port.role, port.index), &port).second, "two ports with the same role");
      need(port.width >= 1, "a port without width");
    }
    for (const contract::PortRole role : {contract::PortRole::kClock, contract::PortRole::kReset,
                                          contract::PortRole::kInValid, contract::PortRole::kOutReady})
      port_of(role, true, 1);
    for (const contract::PortRole role : {contract::PortRole::kInReady, contract::PortRole::kOutValid,
                                          contract::PortRole::kDone, contract::PortRole::kConfigError})
      port_of(role, false, 1);
    carried(core_.input_arrays, true, {contract::PortRole::kInData});
    carried(core_.late_arrays, true, {contract::PortRole::kLateValid});
    carried(core_.late_arrays, false, {contract::PortRole::kLateReady});
    carried(core_.held_arrays, true,
            {contract::PortRole::kLoadValid, contract::PortRole::kLoadLast, contract::PortRole::kLoadData});
    carried(core_.output_arrays, false, {contract::PortRole::kOutData});
    for (const spec::ParamId i : stencil_.params.ids()) {
      if (!stencil_.params[i].by_step.empty()) continue;
      port_of(contract::PortRole::kParam, true, stencil_.params[i].type.width, i.index());
    }
    if (!stencil_.monitors.empty()) port_of(contract::PortRole::kMonitorValid, false, 1);
    for (const spec::MonitorId i : stencil_.monitors.ids()) {
      port_of(contract::PortRole::kMonitor, false, stencil_.monitors[i].type.width, i.index());
    }
    const auto reads = [&](auto&& wants) {
      return std::any_of(plan_.executor.stages.begin(), plan_.executor.stages.end(), wants);
    };
    if (reads([](const StagePlan& s) { return s.reads.uses_step; })) port_of(contract::PortRole::kFirstStep, true, 32);
    if (!fixed() && reads([](const StagePlan& s) { return s.reads.uses_extent[0]; }))
      port_of(contract::PortRole::kExtentX, true, 32);
    port_of(contract::PortRole::kPasses, true, 32);
    if (core_.steps > 1) holds(contract::PortRole::kBypass, core_.steps - 1);
  }

  /// Checks that the ports of each role carry these arrays, each once and in order: the arrays of a port form a whole
  /// vector, and those of one vector and role share a port.
  void carried(const std::vector<int>& arrays, bool is_input, const std::vector<contract::PortRole>& roles) const {
    for (const contract::PortRole role : roles) {
      std::vector<int> found;
      const contract::Port* before = nullptr;
      for (const contract::Port& port : core_.ports) {
        if (port.role != role) continue;
        need(!port.arrays.empty() && port.arrays.front() == port.index,
             "port " + port.name + " does not begin with its first array");
        check_word(port, is_input);
        need(before == nullptr || !is_whole(*before, port.index), "a vector is in two ports");
        found.insert(found.end(), port.arrays.begin(), port.arrays.end());
        before = &port;
      }
      need(found == arrays, "a port is missing, or those of a role carry other arrays than the core");
    }
  }

  /// Whether `array` belongs to a vector whose components all have its role, so that `port` could carry it too.
  bool is_whole(const contract::Port& port, int array) const {
    const spec::Array& mine = stencil_.arrays[spec::ArrayId(array)];
    if (mine.vector.empty() || mine.vector != stencil_.arrays[spec::ArrayId(port.index)].vector) return false;
    return std::all_of(stencil_.arrays.begin(), stencil_.arrays.end(),
                       [&](const spec::Array& a) { return a.vector != mine.vector || a.role == mine.role; });
  }

  void check_word(const contract::Port& port, bool is_input) const {
    const spec::Array& first = stencil_.arrays[spec::ArrayId(port.index)];
    int bits = 0;
    for (const int a : port.arrays) {
      const spec::Array& array = stencil_.arrays[spec::ArrayId(a)];
      need(a == port.index || (!first.vector.empty() && array.vector == first.vector && array.role == first.role),
           "port " + port.name + " carries arrays that are not a vector");
      need(array.spans == first.spans, "port " + port.name + " carries arrays of different axes");
      bits += array.type.width;
    }
    using contract::PortRole;
    const bool is_data =
        port.role == PortRole::kInData || port.role == PortRole::kOutData || port.role == PortRole::kLoadData;
    const int lanes = first.spans[0] ? core_.cells_per_cycle : 1;
    port_of(port.role, is_input, is_data ? bits * lanes : 1, port.index);
  }

  const contract::Port& port_of(contract::PortRole role, bool is_input, int width, int index = -1) const {
    const auto found = ports_.find({role, index});
    need(found != ports_.end(), fmt::format("port role {} is missing", static_cast<int>(role)));
    need(found->second->is_input == is_input, "port " + found->second->name + " has the wrong direction");
    need(found->second->width == width, "port " + found->second->name + " has the wrong width");
    return *found->second;
  }

  /// Checks that the port of `role` can carry `value`.
  void holds(contract::PortRole role, std::int64_t value) const {
    const auto found = ports_.find({role, -1});
    need(found != ports_.end(), fmt::format("port role {} is missing", static_cast<int>(role)));
    need(found->second->is_input, "port " + found->second->name + " has the wrong direction");
    const int width = found->second->width;
    need(width >= 63 || value < (std::int64_t{1} << width), "port " + found->second->name + " is too narrow");
  }

  /// Words of a frame and its parts, and the lag of the chain in words.
  struct FrameWords {
    std::int64_t frame, row, plane, slice, lag;
  };

  /// The gap that the settings of a run must have: the words of a pass that hold a word's cells must have left before
  /// the word of the next pass can enter.
  std::int64_t needed_gap(const spec::Extents& extents, const spec::Extents& blocks, const FrameWords& of) const {
    const std::int64_t frames = blocks[0] * blocks[1] * blocks[2];
    const auto row = core_.by_rows ? furthest_row(extents) : std::pair<std::int64_t, std::int64_t>{0, 0};
    const auto tokens = [&](std::int64_t gap) { return of.frame + gap * of.slice; };
    const auto words = [&](std::int64_t gap) {
      return furthest(0, extents, tokens(gap), 1) + furthest(1, extents, blocks[0] * tokens(gap), of.row) +
             furthest(2, extents, 0, of.plane);
    };
    const auto slack = [&](std::int64_t gap) {
      return core_.by_rows ? (frames - row.first) * tokens(gap) - of.lag - (row.second + 1) * of.row + 1
                           : frames * tokens(gap) - of.lag - words(gap);
    };
    // A longer gap leaves more tokens in flight.
    const auto least = [&](std::int64_t in_flight, std::int64_t most) {
      std::int64_t low = 0, high = 0;
      for (std::int64_t step = 1; high < most && slack(high) < in_flight; step *= 2) {
        low = high + 1;
        high = std::min(most, high + step);
      }
      while (low < high) {
        const std::int64_t middle = (low + high) / 2;
        if (slack(middle) < in_flight) {
          low = middle + 1;
        } else {
          high = middle;
        }
      }
      return high;
    };
    const std::int64_t way = core_.round_trip();
    const auto cycles = [&](std::int64_t gap) {
      const std::int64_t behind =
          core_.by_rows ? row.first : std::min(frames - 1, (words(gap) + tokens(gap) - 1) / tokens(gap));
      return contract::pass_cycles((frames - behind) * tokens(gap), slack(gap), way) + behind * tokens(gap);
    };
    constexpr std::int64_t kMostSlices = std::int64_t{1} << 44;
    const std::int64_t gap = least(1, kMostSlices);
    // Enough fillers that no word waits, if that is faster.
    const std::int64_t wide = least(way, fixed() ? kMostSlices : core_.gap.most);
    return wide > gap && cycles(wide) < cycles(gap) ? wide : gap;
  }

  /// Checks that the settings of a run, derived again, fit the ports.
  void check_run(const spec::Extents& extents) const {
    Diagnostics diagnostics;
    const std::int64_t iterations = core_.steps + 1;
    const auto run = contract::run_settings(core_, extents, iterations, diagnostics);
    need(run.ok(), "extents within the limits are refused: " + diagnostics.render());
    const spec::Extents cells = core_.frame_extents(extents);
    const std::int64_t row = (cells[0] + core_.cells_per_cycle - 1) / core_.cells_per_cycle;
    const std::int64_t slice = stencil_.axes == 3 ? row * cells[1] : stencil_.axes == 2 ? row : 1;
    const std::int64_t frame = row * cells[1] * cells[2];
    const std::int64_t lag =
        core_.total_lag.planes * row * cells[1] + core_.total_lag.rows * row + core_.total_lag.words;
    const spec::Extents blocks = core_.blocks(extents);
    need(run->blocks == blocks, "the blocks of a pass are miscounted");
    const std::int64_t gap = needed_gap(extents, blocks, {frame, row, row * cells[1], slice, lag});
    need(run->gap == gap, fmt::format("the gap of a frame is {} slices, {} are needed", run->gap, gap));
    need(run->frame.words() == frame && run->total_lag == lag, "a run's frame is miscounted");
    need(run->passes * core_.steps - run->bypass == iterations && run->bypass >= 0 && run->bypass < core_.steps,
         "passes and bypass do not make the iterations");
    check_starts(row, cells[1]);
    for (std::size_t a = 0; a < spec::kMaxAxes; ++a) {
      const bool round = core_.block[a] > 0 ? core_.block_wraps[a] : core_.wraps(a);
      const std::int64_t low = round ? core_.ghost_low[a] : 0;
      const std::int64_t place = run->phase[a] * (core_.block[a] > 0 && a == 0 ? core_.cells_per_cycle : 1);
      need(place >= 0 && place < extents[a] && (place + low) % extents[a] == 0,
           "a frame does not begin with its stated cell");
      constexpr contract::PortRole kPhase[] = {contract::PortRole::kPhaseX, contract::PortRole::kPhaseY,
                                               contract::PortRole::kPhaseZ};
      if ((core_.rings[a] || core_.block_wraps[a]) && !fixed()) holds(kPhase[a], run->phase[a]);
    }
    if (fixed()) {
      need(core_.gap.most == gap, "the gap of fixed extents is not a run's");
      return;
    }
    holds(contract::PortRole::kGap, gap);
    holds(contract::PortRole::kRowWords, row);
    if (stencil_.axes > 1) holds(contract::PortRole::kRows, cells[1]);
    if (stencil_.axes > 2) holds(contract::PortRole::kPlanes, cells[2]);
    if (stencil_.axes > 2) holds(contract::PortRole::kPlaneWords, row * cells[1]);
    if (core_.blocked(0)) {
      holds(contract::PortRole::kGridWords, (extents[0] + core_.cells_per_cycle - 1) / core_.cells_per_cycle);
      holds(contract::PortRole::kBlocksX, blocks[0]);
    }
    if (core_.blocked(1)) {
      holds(contract::PortRole::kGridRows, extents[1]);
      holds(contract::PortRole::kBlocksY, blocks[1]);
    }
    if (core_.rings[0]) holds(contract::PortRole::kExtentX, extents[0]);
    if (core_.cells_per_cycle > 1 && (!core_.wraps(0) || !stencil_.monitors.empty()))
      holds(contract::PortRole::kTail, core_.cells_per_cycle - 1);
  }

  /// Frames and rows from a row of a frame to the one that must be committed before it, with a shell (rtlgen_walk).
  [[nodiscard]] std::pair<std::int64_t, std::int64_t> furthest_row(const spec::Extents& extents) const {
    const spec::Extents blocks = core_.blocks(extents), cells = core_.frame_extents(extents);
    std::int64_t ahead[2] = {0, 0};
    bool far = false;
    for (std::size_t a = 0; a < 2; ++a) {
      if (!core_.blocked(a)) continue;
      far = far || core_.block_wraps[a];
      while ((ahead[a] + 1) * core_.stride(a) < core_.block[a] - core_.ghost_low[a]) ++ahead[a];
    }
    const std::int64_t last = blocks[0] * blocks[1] - 1;
    std::int64_t rows = 0;
    for (std::int64_t z = 0; z < cells[2]; ++z) {
      for (std::int64_t y = 0; y < cells[1]; ++y) {
        const std::int64_t own_plane = core_.ghost_low[2] + core_.grid_coordinate(2, z, extents[2]);
        const std::int64_t own_row =
            core_.ghost_low[1] + (core_.blocked(1) ? core_.stride(1) - 1 : core_.grid_coordinate(1, y, extents[1]));
        rows = std::max(rows, (own_plane - z) * cells[1] + own_row - y);
      }
    }
    return {far ? last : std::min(last, ahead[1] * blocks[0] + ahead[0]), rows};
  }

  /// For a token of the frames along `axis`, the largest distance in tokens to the one that computes its cells, in any
  /// block: the frame of the next block is `frame_tokens` further on, the next word, row or plane `unit_tokens`.
  [[nodiscard]] std::int64_t furthest(std::size_t axis, const spec::Extents& extents, std::int64_t frame_tokens,
                                      std::int64_t unit_tokens) const {
    const std::int64_t low = core_.ghost_low[axis], n = extents[axis];
    const std::int64_t unit = axis == 0 ? core_.cells_per_cycle : 1;
    const bool cut = core_.block[axis] > 0;
    const std::int64_t own = cut ? core_.block[axis] - low - core_.ghost_high[axis] : n;
    const bool round = !cut || core_.block_wraps[axis];
    std::int64_t result = 0;
    constexpr std::int64_t kMostBlocks = 64;  // any further block reaches as far as these
    for (std::int64_t block = 0; block < std::min(kMostBlocks, (n + own - 1) / own); ++block) {
      for (std::int64_t cell = 0; cell < (cut ? core_.block[axis] : low); ++cell) {
        std::int64_t c = block * own + cell - low;
        if (!round && (c < 0 || c >= n)) continue;
        c = (c % n + n) % n;
        result =
            std::max(result, (c / own - block) * frame_tokens + ((low + c % own) / unit - cell / unit) * unit_tokens);
      }
    }
    return result;
  }

  /// Checks that no position counter starts beyond the end of its axis, which it would never reach: counters start at
  /// minus the lag, digit by digit. (Flat distances are divided into digits within the frame.)
  void check_starts(std::int64_t row_words, std::int64_t rows) const {
    if (core_.extents == contract::ExtentPlan::kFlat) return;
    const auto start = [&](std::int64_t n, const contract::Distance& own) {
      const contract::Distance& lag = plan_.executor.lag;
      need(-(n * lag.words + own.words) < row_words && -(n * lag.rows + own.rows) < rows,
           "a position counter starts beyond the end of its axis");
    };
    for (std::int64_t e = 0; e < core_.steps; ++e) {
      for (const StagePlan& stage : plan_.executor.stages) {
        start(e, stage.lag);
        if (stage.mirror) start(e, stage.lag - stage.mirror->block);
      }
      for (const StreamPlan& stream : plan_.executor.streams) {
        if (stream.results) continue;
        const bool enters = !stream.source && !stencil_.streams[stream.stream].stage.valid();
        if (stream.source || enters) start(e, stream.lag);
      }
    }
    start(core_.steps, contract::Distance{});
  }

  const Plan& plan_;
  const contract::CoreInterface& core_;
  const spec::Stencil& stencil_;
  std::map<std::pair<contract::PortRole, int>, const contract::Port*> ports_;
};

}  // namespace

void verify_core(const Plan& plan) { CoreProof(plan).run(); }

}  // namespace rtlgen::plan
