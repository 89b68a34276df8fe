// Candidates, key by key.
#include "driver/explore/changes.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "contract/core_interface.hpp"
#include "contract/shell.hpp"
#include "driver/prepare/card.hpp"
#include "driver/prepare/prepare.hpp"
#include "explore/probe.hpp"
#include "frontend/schema/hardware_keys.hpp"
#include "hw/delay_model.hpp"
#include "plan/plan.hpp"
#include "plan/spread_fields.hpp"
#include "support/ceil_div.hpp"
#include "support/counted.hpp"

namespace rtlgen::driver {

namespace {

constexpr int kMostBusBits = 1024;

/// Rounded as printed in a command, so that both mean the same clock.
double as_written(double mhz) { return std::stod(fmt::format("{:.6g}", mhz)); }

class Candidates {
 public:
  Candidates(const ModelReport& now, const std::optional<explore::Point>& best)
      : now_(now), stencil_(now.prepared->stencil()), core_(now.prepared->plan.core), best_(best) {}

  /// The change from the present design to the point; no keys if they are equal.
  [[nodiscard]] Candidate point(const explore::Point& to) const {
    const explore::Point from = here();
    Candidate c = unchanged();
    c.what =
        fmt::format("P {}, I {} instead of P {}, I {}", to.cells_per_cycle, to.steps, from.cells_per_cycle, from.steps);
    if (to.block != from.block) c.what += fmt::format("; {}", block_text(to.block));
    if (to.ram != from.ram) c.what += ram_text(to.ram);
    // If the plan chose the block, it may choose again.
    spec::Hardware changed = explore::at_point(c.hardware, to);
    if (to.block == from.block) {
      changed.block = c.hardware.block;
      changed.block_auto = c.hardware.block_auto;
    }
    changed.clock_mhz = c.hardware.clock_mhz;  // another clock is a separate change
    c.hardware = std::move(changed);
    if (to.dsp_limit)
      c.what += fmt::format("; at most {} per cell, other operators in LUTs", counted(*to.dsp_limit, "DSP block"));
    if (to.dsp_sums)
      c.what += fmt::format("; {} of fused sums per cell in DSP blocks", counted(*to.dsp_sums, "addition"));
    if (c.hardware.hops > now_.prepared->requested.hops) c.what += hops_text(c.hardware.hops);
    return named(std::move(c));
  }

  /// Adds the keys that change the requested hardware to the candidate's.
  [[nodiscard]] Candidate named(Candidate c) const {
    c.sets = frontend::hardware_keys(now_.prepared->program, now_.prepared->requested, c.hardware);
    return c;
  }

  std::vector<Candidate> all() {
    if (best_) add_best();
    add_chain();
    add_blocks();
    if (now_.prepared->plan.shell) {
      add_bus();
      add_auto_places();
      add_places();
    }
    add_clock();
    return std::move(list_);
  }

 private:
  void add(Candidate candidate) {
    const bool known =
        std::any_of(list_.begin(), list_.end(), [&](const Candidate& c) { return c.sets == candidate.sets; });
    if (!known && !(candidate.sets.empty() && candidate.impossible.empty())) list_.push_back(std::move(candidate));
  }

  [[nodiscard]] Candidate unchanged() const {
    Candidate c;
    c.hardware = now_.prepared->requested;
    return c;
  }

  /// The kind of RAM that buffers are made of.
  static std::string ram_text(spec::RamChoice ram) {
    switch (ram) {
      case spec::RamChoice::kAuto:
        return "; RAM chosen by size";
      case spec::RamChoice::kBlock:
        return "; block RAM";
      case spec::RamChoice::kDistributed:
        return "; distributed RAM";
      case spec::RamChoice::kUltra:
        return "; UltraRAM";
    }
    return "";
  }

  static std::string block_text(const std::vector<std::int64_t>& block) {
    return block.empty() ? "the whole grid" : fmt::format("blocks of {}", fmt::join(block, " x "));
  }

  [[nodiscard]] explore::Point here() const {
    explore::Point p;
    p.cells_per_cycle = core_.cells_per_cycle;
    p.steps = core_.steps;
    p.block = stencil_.hardware.block;
    p.ram = stencil_.hardware.ram;
    return p;
  }

  [[nodiscard]] Candidate chain(int lanes, int steps) const {
    explore::Point to = here();
    to.cells_per_cycle = lanes;
    to.steps = steps;
    return point(to);
  }

  void add_best() {
    Candidate c = point(*best_);
    c.is_best = true;
    add(std::move(c));
  }

  void add_chain() {
    const int lanes = core_.cells_per_cycle, steps = core_.steps;
    // The same limit as in the search.
    const std::int64_t most = std::min<std::int64_t>(now_.iterations, explore::Problem{}.most_steps),
                       passes = ceil_div(now_.iterations, steps);
    const auto offer = [&](int to, std::int64_t executors) {
      if (executors >= 1 && executors <= most) add(chain(to, static_cast<int>(executors)));
    };
    // The smallest chain that saves a pass, and the smallest with the same number of passes, which leaves no Executor
    // idle in the last one.
    if (passes > 1) offer(lanes, ceil_div(now_.iterations, passes - 1));
    offer(lanes, ceil_div(now_.iterations, passes));
    offer(lanes, 2 * steps);
    for (const int other : lanes_to_search(lanes)) {
      if (other == 2 * lanes) offer(other, steps);
      if (other == 2 * lanes) offer(other, ceil_div(steps, 2));
      if (2 * other == lanes) offer(other, 2 * steps);
    }
  }

  /// Adds the whole grid, and the next wider and narrower blocks that the search uses.
  void add_blocks() {
    const std::vector<std::int64_t>& now = stencil_.hardware.block;
    const auto blocks = [&](const std::vector<std::int64_t>& block) {
      explore::Point to = here();
      to.block = block;
      add(point(to));
    };
    if (now.empty()) return;
    blocks({});
    // If a stencil is cut into blocks, its grid is a frame; block sizes refer to the whole grid.
    spec::Stencil whole = stencil_;
    whole.grid = stencil_.whole_grid();
    std::vector<std::vector<std::int64_t>> alike;
    for (const auto& block : explore::candidate_blocks(whole, core_.cells_per_cycle)) {
      if (block.size() == now.size() && std::equal(block.begin() + 1, block.end(), now.begin() + 1))
        alike.push_back(block);
    }
    std::sort(alike.begin(), alike.end());
    const auto wider = std::find_if(alike.begin(), alike.end(), [&](const auto& b) { return b[0] > now[0]; });
    const auto narrower = std::find_if(alike.rbegin(), alike.rend(), [&](const auto& b) { return b[0] < now[0]; });
    if (wider != alike.end()) blocks(*wider);
    if (narrower != alike.rend()) blocks(*narrower);
  }

  void add_bus() {
    const contract::Shell& shell = *now_.prepared->plan.shell;
    const auto own = now_.board ? bus_of(*now_.board) : std::nullopt;
    const std::string fixed =
        own && own->is_fixed ? fmt::format("the board's bus has {} bits at {:g} MHz", own->bits, own->mhz) : "";
    if (shell.bus_bits < kMostBusBits) {
      Candidate c = unchanged();
      c.impossible = fixed;
      c.what = fmt::format("beats of {} bits instead of {}", 2 * shell.bus_bits, shell.bus_bits);
      c.hardware.bus->bits = 2 * shell.bus_bits;
      add(named(std::move(c)));
    }
    if (shell.bus_mhz < now_.clock_mhz) {
      Candidate c = unchanged();
      c.impossible = fixed;
      c.what = fmt::format("a bus as fast as the kernel, {:.1f} MHz instead of {:g}", now_.clock_mhz, shell.bus_mhz);
      c.hardware.bus->clock_mhz = as_written(now_.clock_mhz);
      add(named(std::move(c)));
    }
  }

  /// Places every streamed field. `buffer(i)`: the channels of the i-th buffer of all.
  template <class Buffer>
  void place(const std::string& what, int channels, bool widest, Buffer buffer) {
    Candidate c = unchanged();
    c.what = what;
    c.is_widest = widest;
    int next = 0;
    for (const contract::Port& port : streamed_fields()) next = place_field(port, next, buffer, c);
    const auto known = board_channels();
    if (!known)
      c.impossible = fmt::format("needs {} memory channels, but the board's number of them is unknown", channels);
    else if (*known < channels)
      c.impossible = fmt::format("needs {} memory channels, the board has {}", channels, *known);
    add(named(std::move(c)));
  }

  template <class Buffer>
  int place_field(const contract::Port& port, int next, Buffer buffer, Candidate& c) const {
    const bool state = is_state(port);
    std::vector<std::vector<int>> buffers = {buffer(next)};
    if (state) buffers.push_back(buffer(next + 1));
    for (const int number : port.arrays) {
      const spec::ArrayId array(number);
      std::erase_if(c.hardware.bus->memory, [&](const spec::Placement& p) { return p.array == array; });
      c.hardware.bus->memory.push_back({array, buffers, c.hardware.bus->where});
    }
    return next + (state ? 2 : 1);
  }

  [[nodiscard]] std::optional<int> board_channels() const {
    return now_.board ? channels_of(*now_.board) : std::nullopt;
  }

  [[nodiscard]] bool is_state(const contract::Port& port) const {
    return stencil_.arrays[spec::ArrayId(port.index)].role == spec::Role::kState;
  }

  /// One port per streamed field: inputs, then outputs.
  [[nodiscard]] std::vector<contract::Port> streamed_fields() const {
    std::vector<contract::Port> list = core_.ports_of(contract::PortRole::kInData);
    for (contract::Port& port : core_.ports_of(contract::PortRole::kOutData)) {
      if (!is_state(port)) list.push_back(std::move(port));
    }
    return list;
  }

  [[nodiscard]] int buffers() const {
    int count = 0;
    for (const contract::Port& port : streamed_fields()) count += is_state(port) ? 2 : 1;
    return count;
  }

  /// `memory: auto` instead of a manual placement.
  void add_auto_places() {
    Candidate c = unchanged();
    if (c.hardware.bus->memory.empty() || board_channels().value_or(0) < 2) return;
    c.what = "memory: auto instead of the given placement";
    c.hardware.bus->memory.clear();
    c.hardware.bus->memory_auto = true;
    add(named(std::move(c)));
  }

  void add_places() {
    const int all = std::min(buffers(), plan::kMostChannels);
    // If the board has fewer channels, the next candidate needs one that it lacks, and is listed as impossible.
    const int most = std::min(board_channels().value_or(2), plan::kMostChannels);
    for (int n = 2; n <= all; ++n) {
      if (n > 2 && n > most) break;
      place(fmt::format("buffers spread over {} channels", n), n, false, [n](int i) { return std::vector{i % n}; });
    }
    for (int n = 2; n <= std::max(2, most); n *= 2) {
      std::vector<int> stripes(static_cast<std::size_t>(n));
      std::iota(stripes.begin(), stripes.end(), 0);
      place(fmt::format("every field striped over {} channels", n), n, 2 * n > most,
            [&stripes](int) { return stripes; });
    }
  }

  /// The clock that published designs of the family reach, or that the predicted longest path supports.
  [[nodiscard]] std::optional<double> reached_mhz() const {
    constexpr double kAny = 1e6;  // MHz, so high that no schedule is the limit
    const model::ClockEstimate published =
        model::estimate_clock(*now_.prepared->plan.device, now_.uses.front().part().value_or(0), kAny);
    if (published.known()) return std::round(published.typical_mhz);
    if (now_.clock.predicted && model::defends_clock(*now_.prepared->plan.device))
      return std::floor(model::defended_mhz(*now_.clock.predicted));
    return std::nullopt;
  }

  /// Adds Kernels for a higher clock if the current schedule is slower.
  void add_clock() {
    const plan::Plan& plan = now_.prepared->plan;
    const double scheduled = stencil_.hardware.clock_mhz;
    const std::optional<double> reached = reached_mhz();
    Candidate c = unchanged();
    c.own_clock = true;
    if (!reached) {
      c.what = "Kernels pipelined for a higher clock";
      c.impossible = fmt::format(
          "fewer than three published designs of {} show which clock is reached; set your own with --clock or "
          "hardware.clock_mhz",
          plan.device->name);
    } else if (*reached <= scheduled) {
      return;
    } else {
      c.what = fmt::format("Kernels pipelined for {:.0f} MHz instead of {:.0f}", *reached, scheduled);
      c.hardware.clock_mhz = *reached;
    }
    add(named(std::move(c)));
  }

  const ModelReport& now_;
  const spec::Stencil& stencil_;
  const contract::CoreInterface& core_;
  std::optional<explore::Point> best_;
  std::vector<Candidate> list_;
};

}  // namespace

std::vector<Candidate> candidate_changes(const ModelReport& now, const std::optional<explore::Point>& best) {
  return Candidates(now, best).all();
}

std::string hops_text(int hops) { return "; registers on " + counted(hops, "die crossing"); }

std::vector<int> lanes_to_search(int now) {
  std::vector<int> lanes = explore::Problem{}.cells_per_cycle;
  const int most = std::max(now, lanes.back());
  lanes.push_back(now);
  if (2 * now <= most) lanes.push_back(2 * now);
  if (now % 2 == 0) lanes.push_back(now / 2);
  std::sort(lanes.begin(), lanes.end());
  lanes.erase(std::unique(lanes.begin(), lanes.end()), lanes.end());
  return lanes;
}

Candidate change_to(const ModelReport& now, const explore::Point& point) {
  return Candidates(now, std::nullopt).point(point);
}

Candidate with_places(const ModelReport& now, Candidate change, const Candidate& widest) {
  change.what += "; " + widest.what;
  change.hardware.bus = widest.hardware.bus;
  return Candidates(now, std::nullopt).named(std::move(change));
}

}  // namespace rtlgen::driver
