// Computes the timing of an Executor's streams, in the order in which stages produce them.
#include "plan/timing/timing.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <utility>

#include "hw/delay_model.hpp"
#include "plan/lags/positions.hpp"
#include "plan/storage/windows.hpp"
#include "plan/target.hpp"
#include "plan/timing/schedule.hpp"
#include "spec/stencil.hpp"
#include "support/index.hpp"
#include "support/result.hpp"

namespace rtlgen::plan {

namespace {

/// Cycles from the read of a memory to the word on the wire.
int read_cycles(const PlacedStream& stream) {
  return stream.source ? 1 : stream.results ? stream.results->read_cycles : 0;
}

class Clocker {
 public:
  Clocker(const spec::Stencil& stencil, const Positions& positions, const Windows& windows, const Target& target)
      : stencil_(stencil), positions_(positions), windows_(windows), target_(target) {
    for (const PlacedStream& stream : positions.streams)
      timing_.streams.push_back({.ready_cycle = read_cycles(stream)});
  }

  Result<Timing> run(const Reads& reads, const DspChoices& dsp, Diagnostics& diagnostics, ops::Memo& operators) {
    for (const ResolvedStage& stage : reads.stages) {
      StageTimes times = sampled(stage);
      auto kernel =
          schedule_kernel(stencil_, stage.reads, times.taps, dsp[stage.stage], target_, diagnostics, operators);
      if (!kernel) return Failure{};
      times.kernel = *std::move(kernel);
      times.kernel.module = reads.stages.size() == 1
                                ? fmt::format("{}_kernel", stencil_.name)
                                : fmt::format("{}_kernel_{}_{}", stencil_.name, stage.stage.index(), stage.name);
      times.ready_cycle = times.sample_cycle + times.kernel.latency + (stage.mirror ? stage.mirror->read_cycles : 0);
      StreamTiming& output = timing_.streams[stencil_.stages[stage.stage].output];
      output.ready_cycle = times.ready_cycle;
      output.arrival_ps = stage.mirror ? 0 : times.kernel.arrival_ps;
      timing_.stages.push_back(std::move(times));
    }
    timing_.latency = exit_cycle(reads);
    time_memories();
    return std::move(timing_);
  }

 private:
  StageTimes sampled(const ResolvedStage& stage) const {
    StageTimes times;
    times.sample_cycle = sample_cycle(positions_.consumers[at(stage.stage.index())]);
    for (const TapRead& tap : stage.taps) {
      const int arrival_ps = tap.tap.own ? 0 : arrival(tap.tap.stream, times.sample_cycle);
      times.taps.push_back(time_multiplexers(tap, arrival_ps, target_));
    }
    return times;
  }

  /// First cycle in which everything that `consumer` needs can be sampled.
  int sample_cycle(const Consumer& consumer) const {
    int cycle = 0;
    for (const Need& need : consumer.needs) {
      cycle =
          std::max(cycle, timing_.streams[need.stream].ready_cycle + (windows_.streams[need.stream].buffered ? 1 : 0));
    }
    return cycle;
  }

  /// The arrival time within cycle `sample` of a word that comes straight from its Kernel, in ps; else 0.
  int arrival(spec::StreamId stream, int sample) const {
    const StreamTiming& s = timing_.streams[stream];
    return !windows_.streams[stream].buffered && s.ready_cycle == sample ? s.arrival_ps : 0;
  }

  int exit_cycle(const Reads& reads) const {
    int cycle = sample_cycle(positions_.consumers.back());
    // On tiny grids, constants may replace all reads of a stage's result. It is sampled all the same, and memories of
    // own results and mirrors are written.
    for (const ResolvedStage& stage : reads.stages) {
      const StageTimes& times = timing_.stages[stage.stage];
      cycle = std::max(cycle, stage.mirror ? times.ready_cycle : times.sample_cycle);
    }
    for (const PlacedStream& stream : positions_.streams)
      if (stream.results) cycle = std::max(cycle, timing_.stages[stream.results->stage].ready_cycle);
    return cycle;
  }

  void time_memories() {
    const IndexVector<spec::StreamId, std::optional<int>> samples = first_samples();
    for (const PlacedStream& stream : positions_.streams) {
      StreamTiming& times = timing_.streams[stream.stream];
      const bool buffered = windows_.streams[stream.stream].buffered;
      const std::optional<int>& sample = samples[stream.stream];
      if (sample && (stream.source || stream.results))
        times.ready_cycle = std::max(read_cycles(stream), *sample - (buffered ? 1 : 0));
      if (buffered) times.home_cycle = sample.value() - 1;
    }
  }

  /// The earliest cycle in which each stream is sampled; nullopt: nothing reads it.
  IndexVector<spec::StreamId, std::optional<int>> first_samples() const {
    IndexVector<spec::StreamId, std::optional<int>> samples(positions_.streams.size());
    for (const PlacedConsumer& consumer : positions_.consumers) {
      const int cycle = consumer.stage.valid() ? timing_.stages[consumer.stage].sample_cycle : timing_.latency;
      for (const Need& need : consumer.needs) {
        std::optional<int>& earliest = samples[need.stream];
        earliest = earliest ? std::min(*earliest, cycle) : cycle;
      }
    }
    return samples;
  }

  const spec::Stencil& stencil_;
  const Positions& positions_;
  const Windows& windows_;
  const Target& target_;
  Timing timing_;  ///< so far
};

}  // namespace

TapTiming time_multiplexers(const TapRead& tap, int arrival_ps, const Target& target) {
  const int lut = target.device.lut;
  const int budget = target.device.logic_budget(target.clock.period_ps);
  const int most = std::max(1, budget / lut);  // LUT levels per cycle
  TapTiming timing;
  timing.arrival_ps = arrival_ps;
  timing.fan = 1 << std::min(most, 20);
  const auto place = [&](std::size_t axis, bool constants) {
    const std::vector<analysis::EdgeCase>& cases = tap.axis[axis].cases;
    const bool here = !cases.empty() && cases.front().is_constant == constants;
    int levels = 0;
    for (std::size_t n = here ? cases.size() + 1 : 1; n > 1; n = (n + 1) / 2) ++levels;
    const int mux_stages = std::max(1, (levels + most - 1) / most);
    const int delay = (levels - (mux_stages - 1) * most) * lut;
    if (timing.arrival_ps > 0 && (mux_stages > 1 || timing.arrival_ps + delay > budget)) {
      ++timing.cycle;
      timing.arrival_ps = 0;
    }
    if (mux_stages > 1) timing.slowest_ps = std::max(timing.slowest_ps, most * lut);
    timing.cycle += mux_stages - 1;
    timing.arrival_ps = mux_stages > 1 ? delay : timing.arrival_ps + delay;
    timing.slowest_ps = std::max(timing.slowest_ps, timing.arrival_ps);
    (constants ? timing.constant_mux_stages : timing.cell_mux_stages)[axis] = mux_stages;
    (constants ? timing.constant_cycle : timing.cell_cycle)[axis] = timing.cycle;
  };
  for (std::size_t a = 0; a < spec::kMaxAxes; ++a) place(a, false);
  for (std::size_t a = spec::kMaxAxes; a-- > 0;) place(a, true);
  return timing;
}

Result<Timing> timing_of(const spec::Stencil& stencil, const Reads& reads, const Positions& positions,
                         const Windows& windows, const DspChoices& dsp, const Target& target, Diagnostics& diagnostics,
                         ops::Memo& operators) {
  return Clocker(stencil, positions, windows, target).run(reads, dsp, diagnostics, operators);
}

}  // namespace rtlgen::plan
