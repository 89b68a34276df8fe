// Time of a run over several cards.
#include "model/cards.hpp"

#include <algorithm>
#include <limits>

#include "model/traffic.hpp"
#include "support/ceil_div.hpp"

namespace rtlgen::model {

namespace {

/// Registers and interrupt of one run.
Result<double> run_seconds(TimeInput in, Diagnostics& diagnostics) {
  if (in.link) {
    // Arrays stay where they are.
    in.link->dma_latency_ns = 0;
    in.link->write_gbs = in.link->read_gbs = std::numeric_limits<double>::infinity();
  }
  const auto time = run_time(in, diagnostics);
  if (!time) return Failure{};
  return time->seconds + time->host_seconds;
}

double exchange_seconds(const CardsInput& in, const CardPart& part, const spec::Extents& extents) {
  const plan::Shell& shell = *in.time.plan->shell;
  double ns = 0;
  for (const StreamTraffic& t : stream_traffic(*in.time.plan, extents)) {
    const plan::ShellStream& s = shell.streams[static_cast<std::size_t>(t.stream)];
    if (!s.is_out || !s.ping_pong) continue;
    const double row_bytes = static_cast<double>(t.array_beats) / static_cast<double>(part.rows) * shell.bus_bits / 8;
    const auto transfer = [&](std::int64_t rows, double gbs) {
      return rows > 0 && in.time.link ? s.stripes() * (in.time.link->dma_latency_ns + static_cast<double>(rows) * row_bytes / gbs) : 0.0;
    };
    if (in.time.link) {
      ns += transfer(part.sends_below, in.time.link->read_gbs) + transfer(part.sends_above, in.time.link->read_gbs);
      ns += transfer(part.receives_low, in.time.link->write_gbs) + transfer(part.receives_high, in.time.link->write_gbs);
    }
    if (in.network.gbs > 0) ns += in.network.latency_ns + static_cast<double>(part.sends_below + part.sends_above) * row_bytes * s.stripes() / in.network.gbs;
  }
  return ns * 1e-9;
}

}  // namespace

Result<CardsTime> cards_time(const CardsInput& in, Diagnostics& diagnostics) {
  CardsTime time;
  const plan::CoreInterface& core = in.time.plan->core;
  const auto alone = run_seconds(in.time, diagnostics);
  if (!alone) return Failure{};
  time.alone_seconds = *alone;
  time.passes = ceil_div(in.time.iterations, std::int64_t{core.steps});
  double both = 0;
  for (const CardPart& part : in.parts) {
    TimeInput one = in.time;
    one.extents[static_cast<std::size_t>(core.axes - 1)] = part.rows;
    one.iterations = core.steps;
    const auto run = run_seconds(one, diagnostics);
    if (!run) return Failure{};
    const double exchange = exchange_seconds(in, part, one.extents);
    time.run_seconds = std::max(time.run_seconds, *run);
    time.exchange_seconds = std::max(time.exchange_seconds, exchange);
    both = std::max(both, *run + exchange);
  }
  time.seconds = in.parts.size() == 1 ? time.alone_seconds : static_cast<double>(time.passes - 1) * both + time.run_seconds;
  return time;
}

}  // namespace rtlgen::model
