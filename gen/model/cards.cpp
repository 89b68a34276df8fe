// Time of a run over several cards.
#include "model/cards.hpp"

#include <algorithm>
#include <limits>

#include "contract/core_interface.hpp"
#include "contract/shell.hpp"
#include "model/traffic.hpp"
#include "plan/plan.hpp"
#include "support/ceil_div.hpp"
#include "support/index.hpp"

namespace rtlgen::model {

namespace {

constexpr std::int64_t kFollowed = 64;  ///< passes that are simulated; by then each takes as long as the previous one
/// Register accesses after the interrupt of a run: two reads, one write.
constexpr double kEndReads = 2, kEndWrites = 1;

/// The time of a run with registers and interrupt, without transfers: arrays stay on the card.
Result<Time> run_of(TimeInput in, Diagnostics& diagnostics) {
  if (in.link) {
    in.link->dma_latency_ns = 0;
    in.link->write_gbs = in.link->read_gbs = std::numeric_limits<double>::infinity();
  }
  return run_time(in, diagnostics);
}

/// Times of a slab, in nanoseconds.
struct SlabTimes {
  double start = 0, compute = 0, end = 0;  ///< times of a run
  double read_below = 0, read_above = 0;   ///< reading the edges for the neighbours
  double message_below = 0, message_above = 0;
  double write_low = 0, write_high = 0;  ///< ghosts
  [[nodiscard]] double run() const { return start + compute + end; }
  [[nodiscard]] double exchange() const { return read_below + read_above + write_low + write_high; }
};

bool has_ghosts(const CardsInput& in) {
  return std::any_of(in.parts.begin(), in.parts.end(),
                     [](const CardPart& p) { return p.receives_low + p.receives_high > 0; });
}

Result<SlabTimes> times_of(const CardsInput& in, const CardPart& part, std::int64_t iterations,
                           Diagnostics& diagnostics) {
  TimeInput one = in.time;
  one.extents[at(in.time.plan->core.axes - 1)] = part.rows;
  one.iterations = iterations;
  const auto run = run_of(one, diagnostics);
  if (!run) return Failure{};
  SlabTimes t;
  const double host = run->host_seconds * 1e9;
  if (in.time.link)
    t.end = in.time.link->interrupt_ns + kEndReads * in.time.link->register_read_ns +
            kEndWrites * in.time.link->register_write_ns;
  t.start = host - t.end;
  t.compute = run->seconds * 1e9 * part.slowness;
  const contract::Shell& shell = *in.time.plan->shell;
  for (const StreamTraffic& traffic : stream_traffic(*in.time.plan, one.extents)) {
    const contract::ShellStream& s = shell.streams[at(traffic.stream)];
    if (!s.is_out || !s.ping_pong) continue;
    const double row_bytes =
        static_cast<double>(traffic.array_beats) / static_cast<double>(part.rows) * shell.bus_bits / 8;
    const auto transfer = [&](std::int64_t rows, double gbs) {
      return rows > 0 ? s.stripes() * (in.time.link->dma_latency_ns + static_cast<double>(rows) * row_bytes / gbs)
                      : 0.0;
    };
    const auto message = [&](std::int64_t rows) {
      return rows > 0 && in.network.gbs > 0
                 ? in.network.latency_ns + static_cast<double>(rows) * row_bytes * s.stripes() / in.network.gbs
                 : 0.0;
    };
    t.message_below += message(part.sends_below);
    t.message_above += message(part.sends_above);
    if (!in.time.link) continue;
    t.read_below += transfer(part.sends_below, in.time.link->read_gbs);
    t.read_above += transfer(part.sends_above, in.time.link->read_gbs);
    t.write_low += transfer(part.receives_low, in.time.link->write_gbs);
    t.write_high += transfer(part.receives_high, in.time.link->write_gbs);
  }
  return t;
}

/// Follows the host's program, slot by slot (runtime/cards/group.cpp).
class Follower {
 public:
  Follower(const CardsInput& in, const std::vector<SlabTimes>& times)
      : parts_(in.parts),
        times_(times),
        cards_(at(in.parts.back().card + 1)),
        each_(static_cast<int>(in.parts.size() / cards_)) {
    now_.resize(cards_);
    arrives_low_.resize(parts_.size());
    arrives_high_.resize(parts_.size());
  }

  void pass(bool is_first, bool is_last) {
    for (int slot = 0; slot < each_; ++slot) {
      const bool exchanges = slot == 0 ? !is_first : !is_last;
      if (exchanges && slot == 0) exchange(slot, true);
      std::vector<double> ends(cards_);
      each_of_slot(slot, [&](std::size_t s) {
        now_[at(parts_[s].card)] += times_[s].start;
        ends[at(parts_[s].card)] = now_[at(parts_[s].card)] + times_[s].compute;
      });
      if (exchanges) exchange(slot, false);
      each_of_slot(slot, [&](std::size_t s) {
        double& now = now_[at(parts_[s].card)];
        now = std::max(now, ends[at(parts_[s].card)]) + times_[s].end;
      });
    }
  }
  [[nodiscard]] double latest() const { return *std::max_element(now_.begin(), now_.end()); }

 private:
  template <typename Action>
  void each_of_slot(int slot, const Action& action) {
    for (std::size_t s = 0; s < parts_.size(); ++s) {
      if (parts_[s].slot == slot) action(s);
    }
  }
  [[nodiscard]] bool is_exposed(int from, int to) const {
    return parts_[at(from)].slot == each_ - 1 && parts_[at(to)].slot == 0;
  }

  void exchange(int slot, bool exposed) {
    const int before = (slot + each_ - 1) % each_;
    for (std::size_t s = 0; s < parts_.size(); ++s) {
      const CardPart& p = parts_[s];
      if (p.slot != before) continue;
      const int self = static_cast<int>(s);
      double& now = now_[at(p.card)];
      if (p.sends_below > 0 && is_exposed(self, p.below) == exposed)
        arrives_high_[at(p.below)] = (now += times_[s].read_below) + message(p, p.below, times_[s].message_below);
      if (p.sends_above > 0 && is_exposed(self, p.above) == exposed)
        arrives_low_[at(p.above)] = (now += times_[s].read_above) + message(p, p.above, times_[s].message_above);
    }
    for (std::size_t s = 0; s < parts_.size(); ++s) {
      const CardPart& p = parts_[s];
      const auto write = [&](int from, double arrives, double ns) {
        if (std::max(parts_[at(from)].slot, p.slot) != before || is_exposed(from, static_cast<int>(s)) != exposed)
          return;
        double& now = now_[at(p.card)];
        now = std::max(now, arrives) + ns;
      };
      if (p.receives_low > 0) write(p.below, arrives_low_[s], times_[s].write_low);
      if (p.receives_high > 0) write(p.above, arrives_high_[s], times_[s].write_high);
    }
  }
  [[nodiscard]] double message(const CardPart& from, int to, double ns) const {
    return parts_[at(to)].card == from.card ? 0 : ns;
  }

  const std::vector<CardPart>& parts_;
  const std::vector<SlabTimes>& times_;
  std::size_t cards_;
  int each_;  ///< slabs per card
  std::vector<double> now_;
  std::vector<double> arrives_low_, arrives_high_;  ///< when the ghosts of each slab arrive
};

void follow(const CardsInput& in, const std::vector<SlabTimes>& times, CardsTime& time) {
  Follower follower(in, times);
  const std::int64_t followed = std::min(time.passes, kFollowed);
  double half = 0, before_last = 0;
  for (std::int64_t pass = 0; pass < followed; ++pass) {
    if (pass == followed / 2) half = follower.latest();
    if (pass + 1 == followed) before_last = follower.latest();
    follower.pass(pass == 0, pass + 1 == followed);
  }
  const auto second_half = followed - 1 - followed / 2;
  time.pass_seconds = followed > 2 ? (before_last - half) / static_cast<double>(second_half) * 1e-9 : 0;
  if (followed < 3) time.pass_seconds = follower.latest() / static_cast<double>(followed) * 1e-9;
  time.seconds = follower.latest() * 1e-9 + static_cast<double>(time.passes - followed) * time.pass_seconds;
}

}  // namespace

Result<CardsTime> cards_time(const CardsInput& in, Diagnostics& diagnostics) {
  CardsTime time;
  const contract::CoreInterface& core = in.time.plan->core;
  const auto alone = run_of(in.time, diagnostics);
  if (!alone) return Failure{};
  time.alone_seconds = alone->seconds + alone->host_seconds;
  time.passes = ceil_div(in.time.iterations, std::int64_t{core.steps});
  std::vector<SlabTimes> times;
  std::vector<double> runs(in.parts.size()), exchanges(in.parts.size());
  for (const CardPart& part : in.parts) {
    const auto one = times_of(in, part, in.time.plan->core.steps, diagnostics);
    if (!one) return Failure{};
    times.push_back(*one);
    runs[at(part.card)] += one->run() * 1e-9;
    exchanges[at(part.card)] += one->exchange() * 1e-9;
  }
  time.run_seconds = *std::max_element(runs.begin(), runs.end());
  time.exchange_seconds = *std::max_element(exchanges.begin(), exchanges.end());
  if (has_ghosts(in)) {
    follow(in, times, time);
    return time;
  }
  // All passes are one run.
  for (const CardPart& part : in.parts) {
    const auto whole = times_of(in, part, in.time.iterations, diagnostics);
    if (!whole) return Failure{};
    time.seconds = std::max(time.seconds, whole->run() * 1e-9);
  }
  time.pass_seconds = time.seconds / static_cast<double>(time.passes);
  return time;
}

}  // namespace rtlgen::model
