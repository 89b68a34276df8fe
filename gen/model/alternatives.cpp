// The Pareto rule, with a tolerance for time.
#include "model/alternatives.hpp"

#include <algorithm>
#include <numeric>
#include <tuple>

namespace rtlgen::model {

namespace {

/// Whether `a` costs no more than `b` of anything.
bool costs_no_more(const Alternative& a, const Alternative& b) {
  return std::equal(a.costs.begin(), a.costs.end(), b.costs.begin(), b.costs.end(),
                    [](std::int64_t x, std::int64_t y) { return x <= y; });
}

bool beats(const Alternative& a, const Alternative& b, double tie) {
  if (!costs_no_more(a, b)) return false;
  return a.seconds <= b.seconds * (a.costs == b.costs ? 1 : tie);
}

}  // namespace

std::vector<std::optional<std::size_t>> superfluous(const std::vector<Alternative>& all, double tie) {
  // An alternative comes after all that cost no more, so that only those that stay are compared with it. Otherwise a
  // chain of ties could remove one in favour of another that is much slower.
  std::vector<std::size_t> order(all.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    return std::tie(all[a].costs, all[a].seconds) < std::tie(all[b].costs, all[b].seconds);
  });
  std::vector<std::optional<std::size_t>> by(all.size());
  std::vector<std::size_t> staying;
  for (const std::size_t i : order) {
    const auto better =
        std::find_if(staying.begin(), staying.end(), [&](std::size_t s) { return beats(all[s], all[i], tie); });
    if (better == staying.end())
      staying.push_back(i);
    else
      by[i] = *better;
  }
  return by;
}

}  // namespace rtlgen::model
