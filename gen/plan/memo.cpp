// Reuses solutions of lag problems, keyed by the text of the problem.
#include "plan/memo.hpp"

#include <fmt/format.h>

#include <iterator>

#include "plan/lags/order.hpp"

namespace rtlgen::plan {

namespace {

/// Everything that the solution depends on; the rest of the chain does not matter.
std::string key_of(const LagProblem& problem, const Order& order) {
  std::string key =
      fmt::format("{} {} {} {}", order.frame().row_words, order.frame().rows, order.frame().planes, order.flat());
  const auto out = std::back_inserter(key);
  for (const Consumer& consumer : problem.consumers) {
    fmt::format_to(out, "\n{}", consumer.stage.index());
    for (const Need& n : consumer.needs)
      fmt::format_to(out, " {},{},{},{},{}", n.stream.index(), n.offset.planes, n.offset.rows, n.offset.words, n.lane);
  }
  key += '\n';
  for (const spec::StreamId i : problem.maker.ids()) {
    fmt::format_to(out, " {},{},{},{},{}", problem.maker[i].index(), problem.bits[i],
                   !problem.late.empty() && problem.late[i],
                   problem.enters_with.empty() ? i.index() : problem.enters_with[i].index(),
                   !problem.held.empty() && problem.held[i]);
  }
  return key;
}

}  // namespace

Lags LagMemo::minimal_lags(const LagProblem& problem, const Order& order) {
  const std::string key = key_of(problem, order);
  {
    const std::lock_guard lock(mutex_);
    if (const auto known = known_.find(key); known != known_.end()) return known->second;
  }
  Lags lags = plan::minimal_lags(problem, order);
  const std::lock_guard lock(mutex_);
  return known_.emplace(key, std::move(lags)).first->second;
}

}  // namespace rtlgen::plan
