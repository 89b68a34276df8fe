// The four potentials; see potentials.hpp.
#include "model/potentials.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <utility>

#include "model/time.hpp"
#include "support/numbers.hpp"

namespace rtlgen::model {

namespace {

/// Rounding error of sums of doubles: a loss below this counts as none.
constexpr double kRounding = 1e-12;

double part_of(double cycles, const Time& time) {
  const double part = cycles / time.cycles;
  return part < kRounding ? 0 : part;
}

Potential compute_potential(const std::vector<Use>& uses) {
  Potential p;
  const Use* const least = scarcest(uses);
  if (least == nullptr) {
    p.why = uses.empty() ? "no board is named" : "the board file has no figure for any resource in use";
    return p;
  }
  std::vector<std::string> unknown;
  for (const Use& u : uses) {
    if (!u.available) unknown.push_back(u.what);
  }
  p.value = std::max(0.0, 1 - *least->filled());
  p.at_most = !unknown.empty();
  const std::int64_t most = *least->most();
  p.why = fmt::format("{} of {} {} used, the scarcest resource", count_text(least->used + least->infrastructure),
                      count_text(*least->available), least->what);
  if (least->unverified) p.why += "; the board's number is unverified";
  if (most < *least->available) p.why += fmt::format("; at most {} may be used", count_text(most));
  if (*p.value > 0) {
    p.why += fmt::format("; {:.3g} times P x I would fill it",
                         static_cast<double>(most - least->infrastructure) / static_cast<double>(least->used));
  }
  if (p.at_most) p.why += fmt::format("; the number of {} is unknown", fmt::join(unknown, ", "));
  return p;
}

Potential items_potential(const Time& time) {
  const Spent& s = time.spent;
  const std::pair<double, const char*> causes[] = {{s.remainder, "a short first pass"},
                                                   {s.tails, "lanes beyond the ends of rows"},
                                                   {s.ghosts, "ghost zones"},
                                                   {s.gaps, "fillers between passes"},
                                                   {s.ends, "filling and draining the chain"},
                                                   {s.waiting, "passes that wait for each other"},
                                                   {s.edges, "start and end of the run"}};
  Potential p;
  p.value = part_of(s.idle(), time);
  const auto& most = *std::max_element(std::begin(causes), std::end(causes),
                                       [](const auto& a, const auto& b) { return a.first < b.first; });
  p.why = *p.value == 0 ? "every lane of every Executor is always busy" : fmt::format("mostly {}", most.second);
  return p;
}

Potential memory_potential(const Time& time, bool known) {
  Potential p;
  if (!known) {
    p.why = "there is no model of the memory";
    return p;
  }
  p.value = part_of(time.spent.memory, time);
  p.why = *p.value == 0               ? "memory keeps up"
          : time.bound == Bound::kBus ? "words wait for the bus"
                                      : "words wait for memory";
  return p;
}

/// The units that work in parallel, busiest first.
std::vector<BusyUnit> parts_of(const Time& time) {
  const Spent& s = time.spent;
  std::vector<BusyUnit> parts = {{"the kernel", part_of(s.useful + s.remainder + s.tails + s.ghosts + s.gaps, time)}};
  for (const ChannelTime& c : time.channels) {
    parts.push_back({fmt::format("memory channel {}", c.number), c.busy});
    parts.push_back({fmt::format("the bus of channel {}", c.number), c.bus_busy});
  }
  std::stable_sort(parts.begin(), parts.end(), [](const BusyUnit& a, const BusyUnit& b) { return a.busy > b.busy; });
  return parts;
}

Potential balance_potential(const std::vector<BusyUnit>& parts, bool known) {
  Potential p;
  if (!known || parts.size() < 2) {
    p.why = "in a run without memory only the kernel is known";
    return p;
  }
  const double gap = (parts[0].busy - parts[1].busy) / parts[0].busy;
  p.value = gap < kRounding ? 0 : gap;
  p.why = fmt::format("{} is busy {:.1f} % of the run, {} {:.1f} %", parts[0].name, 100 * parts[0].busy, parts[1].name,
                      100 * parts[1].busy);
  return p;
}

}  // namespace

std::string memory_bound_text(const Time& time) {
  if (time.bound == Bound::kChannel) return fmt::format("memory channel {}", time.bound_channel);
  return time.bound_channel < 0 ? "the bus: each piece of a row costs it extra clocks"
                                : fmt::format("the bus of memory channel {}", time.bound_channel);
}

const Use* scarcest(const std::vector<Use>& uses) {
  const Use* least = nullptr;
  for (const Use& u : uses) {
    if (u.used == 0 || !u.filled()) continue;
    if (least == nullptr || *u.filled() > *least->filled()) least = &u;
  }
  return least;
}

Potentials potentials(const PotentialsInput& in) {
  const bool known = in.has_memory;
  Potentials all;
  all.compute = compute_potential(in.uses);
  all.memory = memory_potential(*in.time, known);
  all.parts = parts_of(*in.time);
  all.balance = balance_potential(all.parts, known);
  all.items = items_potential(*in.time);
  for (const ChannelTime& c : in.time->channels) {
    const double bytes = c.read_bytes + c.written_bytes, seconds = c.busy * in.time->seconds;
    if (!known || bytes == 0) continue;
    all.channels.push_back({c.number, c.busy, bytes / (seconds * c.peak_gbs * 1e9), c.cell_bytes / bytes});
  }
  return all;
}

}  // namespace rtlgen::model
