// Reuses solutions of lag problems, keyed by the numbers of the problem.
#include "plan/memo.hpp"

#include <cstdint>
#include <initializer_list>
#include <utility>

#include "plan/lags/order.hpp"

namespace rtlgen::plan {

namespace {

/// Everything that the solution depends on; the rest of the chain does not matter.
std::string key_of(const LagProblem& problem, const Order& order) {
  std::string key;
  const auto add = [&key](std::initializer_list<std::int64_t> numbers) {
    for (const std::int64_t number : numbers)
      key.append(reinterpret_cast<const char*>(&number), sizeof number);  // NOLINT(*-reinterpret-cast)
  };
  add({order.frame().row_words, order.frame().rows, order.frame().planes, order.flat() ? 1 : 0,
       static_cast<std::int64_t>(problem.consumers.size())});
  for (const Consumer& consumer : problem.consumers) {
    add({consumer.stage.index(), static_cast<std::int64_t>(consumer.needs.size())});
    for (const Need& n : consumer.needs)
      add({n.stream.index(), n.offset.planes, n.offset.rows, n.offset.words, n.lane});
  }
  for (const spec::StreamId i : problem.maker.ids()) {
    add({problem.maker[i].index(), problem.bits[i], !problem.late.empty() && problem.late[i] ? 1 : 0,
         problem.enters_with.empty() ? i.index() : problem.enters_with[i].index(),
         !problem.held.empty() && problem.held[i] ? 1 : 0});
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
