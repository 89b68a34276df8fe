// Cycles with ideal memory; see cycles.hpp.
#include "model/cycles.hpp"

#include <algorithm>
#include <cmath>

#include "contract/core_interface.hpp"
#include "contract/run_settings.hpp"
#include "plan/plan.hpp"
#include "spec/program.hpp"
#include "spec/stencil.hpp"

namespace rtlgen::model {

namespace {

/// Edges from the end of reset to the exit of the last word, without words, lag, Kernel latencies and the cycles in
/// which positions advance to the first word: one loads the positions, the next opens the entrance, which has a
/// register, and the output FIFO takes one.
constexpr std::int64_t kEntranceAndFifo = 4;
/// Edges from the entrance of a token until a word that waits for its result may enter, without Kernel latencies: the
/// registers of the entrance, the write and the read of the output FIFO, and the memory, which provides a word at the
/// same edge at which it receives it.
constexpr std::int64_t kBackAtEntrance = 4;
/// The most words per pass for which each word is followed; this takes a few hundred microseconds.
constexpr std::int64_t kFollowedWords = 1 << 14;
/// The most words in total for which passes are followed; the others are assumed to take as long as these.
constexpr std::int64_t kFollowedEntrances = 1 << 16;

Tokens frame_tokens(const contract::CoreInterface& core, const contract::RunSettings& run) {
  return Tokens(run.frame.words() + run.gap * run.slice(core.axes));
}

/// Every word, with the word for which it waits.
std::vector<Entrance> word_entrances(const contract::CoreInterface& core, const spec::Extents& extents,
                                     const contract::RunSettings& run) {
  const bool in_place = !core.has_blocks() && !core.wraps(0) && !core.wraps(1) && !core.wraps(2);
  const Words words(run.frame.words());
  const Tokens tokens = frame_tokens(core, run), lag(run.total_lag);
  const auto token = [&](Words word) { return word / words * tokens + Tokens((word % words).value()); };
  std::vector<Entrance> list;
  for (std::int64_t word = 0; word < run.pass_words(); ++word) {
    const std::int64_t before = in_place ? word + 1 : contract::words_before(core, extents, word);
    // A word without a grid cell still waits for its turn: it is offered after the previous word.
    list.push_back({token(Words(word)), before > 0 ? std::optional(token(Words(before - 1)) + lag) : std::nullopt});
  }
  return list;
}

/// Edges by which the entrance opens later than without held arrays. Their last words pass one register per Executor
/// and the hops, and the signal of their arrival passes the hops again, while the following ones are loaded. Meanwhile
/// positions have advanced as long as words were loaded.
std::int64_t held_edges(const plan::Plan& plan, const spec::Extents& extents) {
  if (plan.core.held_arrays.empty()) return 0;
  const std::int64_t ahead = plan.core.words_ahead();
  std::int64_t edges = -ahead, after = 0;
  const std::vector<contract::Port> loads = plan.core.ports_of(contract::PortRole::kLoadData);
  for (auto port = loads.rbegin(); port != loads.rend(); ++port) {
    const spec::Array& array = plan.stencil->arrays[spec::ArrayId(port->index)];
    if (!plan::is_single(array, plan.core.axes))
      edges = std::max<std::int64_t>(edges, plan.core.steps + 2 * plan.core.hop_cycles() - ahead - after);
    after += plan::array_shape(array, extents, plan.core.cells_per_cycle).words();
  }
  return std::max(edges, -after);
}

}  // namespace

std::vector<std::int64_t> held_words(const plan::Plan& plan, const spec::Extents& extents) {
  std::vector<std::int64_t> words;
  for (const contract::Port& port : plan.core.ports_of(contract::PortRole::kLoadData)) {
    const spec::Array& array = plan.stencil->arrays[spec::ArrayId(port.index)];
    words.push_back(plan::array_shape(array, plan.core.frame_extents(extents), plan.core.cells_per_cycle).words());
  }
  return words;
}

Tokens pass_tokens(const contract::CoreInterface& core, const contract::RunSettings& run) {
  return run.frames() * frame_tokens(core, run);
}

std::vector<Entrance> row_entrances(const contract::CoreInterface& core, const contract::RunSettings& run) {
  const Tokens ahead = pass_tokens(core, run) - Tokens(run.slack);
  std::vector<Entrance> list;
  for (std::int64_t frame = 0; frame < run.frames(); ++frame) {
    for (std::int64_t row = 0; row < run.frame.rows * run.frame.planes; ++row) {
      const Tokens first = frame * frame_tokens(core, run) + Tokens(row * run.frame.row_words);
      const Tokens wait = first + ahead;
      list.push_back({first, wait < Tokens() ? std::nullopt : std::optional(wait)});
    }
  }
  return list;
}

Paced paced(const std::vector<Entrance>& entrances, Tokens tokens, std::int64_t passes, double token_cycles,
            double way) {
  std::vector<double> before, now(entrances.size(), 0);
  const auto cycles_of = [&](Tokens count) { return static_cast<double>(count.value()) * token_cycles; };
  const auto entered = [&](const std::vector<double>& at, Tokens token) {
    const auto after = std::upper_bound(entrances.begin(), entrances.end(), token,
                                        [](Tokens t, const Entrance& e) { return t < e.first; });
    const auto i = static_cast<std::size_t>(after - entrances.begin() - 1);
    return at[i] + cycles_of(token - entrances[i].first);
  };
  const std::int64_t most = std::max<std::int64_t>(4, kFollowedEntrances / static_cast<std::int64_t>(entrances.size()));
  double begin = 0, half_way = 0;
  for (std::int64_t pass = 0; pass < passes; ++pass) {
    double at = begin;
    bool steady = pass > 0;
    for (std::size_t i = 0; i < entrances.size(); ++i) {
      const Entrance& e = entrances[i];
      if (i > 0) at = now[i - 1] + cycles_of(e.first - entrances[i - 1].first);
      if (pass > 0 && e.wait) {
        const double back = *e.wait < tokens                      ? entered(before, *e.wait)
                            : i > 0 && *e.wait - tokens < e.first ? entered(now, *e.wait - tokens)
                                                                  : at;
        at = std::max(at, back + way);
      }
      now[i] = at;
      steady = steady && at - before[i] == now[0] - before[0];
    }
    begin = now.back() + cycles_of(tokens - entrances.back().first);
    const double last = begin - now.front();
    const auto rest = static_cast<double>(passes - 1 - pass);
    if (rest == 0) return {now.front(), last, true};
    // Once every entrance is one period after that of the previous pass, so are all that follow.
    if (steady) return {now.front() + rest * (now.front() - before.front()), last, true};
    if (pass == most / 2) half_way = now.front();
    if (pass == most) {
      const auto second_half = most - most / 2;
      return {now.front() + rest * (now.front() - half_way) / static_cast<double>(second_half), last, false};
    }
    before = now;
  }
  return {};
}

IdealCycles ideal_cycles(const plan::Plan& plan, const spec::Extents& extents, const contract::RunSettings& run,
                         bool pass_by_pass) {
  const contract::CoreInterface& core = plan.core;
  const auto known = [](std::int64_t cycles) { return IdealCycles{cycles, true, cycles, 0}; };
  const std::int64_t edges = kEntranceAndFifo + core.words_ahead() + held_edges(plan, extents);
  if (pass_by_pass) return known((contract::one_pass(core, run, 0).ideal_cycles + edges) * run.passes);
  const Tokens tokens = pass_tokens(core, run);
  if (run.pass_cycles <= tokens.value() || run.passes == 1) return known(run.ideal_cycles + edges);
  const std::int64_t end = run.total_lag - run.gap * run.slice(core.axes) + core.total_latency + edges;
  const std::int64_t bound = run.pass_cycles * run.passes + end;
  const std::int64_t streamed = tokens.value() * run.passes + end;
  if (run.pass_words() > kFollowedWords) return {bound, false, bound, bound - streamed};
  const Paced waits = paced(word_entrances(core, extents, run), tokens, run.passes, 1,
                            static_cast<double>(core.total_latency + kBackAtEntrance));
  const std::int64_t cycles = std::llround(waits.before_last + waits.last) + end;
  return {cycles, waits.exact, bound, cycles - streamed};
}

}  // namespace rtlgen::model
