// Decides when to search again with other Kernels, and which search is better.
#include "explore/kernels.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <utility>
#include <vector>

#include "explore/probe.hpp"
#include "plan/plan.hpp"
#include "plan/timing/dsp_limit.hpp"
#include "plan/timing/dsp_sums.hpp"

namespace rtlgen::explore {

namespace {

/// A sort key; the best point comes first.
std::pair<double, double> sort_key(const Point& best, const Problem& problem) {
  const auto logic = static_cast<double>(problem.fabric->logic(best.area));
  switch (problem.objective) {
    case Objective::kEnergy:
      return {best.seconds * logic, best.seconds};
    case Objective::kSmallest:
      return {logic, best.seconds};
    case Objective::kTime:
      break;
  }
  return {best.seconds, logic};
}

/// The problem with IEEE arithmetic; none if the form is given or there are no floats. `hardware.arithmetic: auto`
/// takes the fewest LUTs, but aligned words need more registers and memory. If these are short, IEEE may be better.
std::optional<Problem> with_ieee(const Problem& problem) {
  const spec::Stencil& stencil = problem.stencil;
  if (stencil.hardware.arithmetic != spec::ArithmeticForm::kAuto || !spec::has_floats(stencil)) return std::nullopt;
  Problem other = problem;
  other.stencil.hardware.arithmetic = spec::ArithmeticForm::kIeee;
  return other;
}

/// Whether DSP blocks are the fullest resource of the best point, or nothing fits.
bool lacks_dsps(const SearchResult& found, const Problem& problem) {
  return !found.best || fullest(found.best->area, problem.budget, *problem.fabric).what == "DSP";
}

/// Limits of DSP blocks to try if `found` is short of these, highest first: products with constants then move from
/// blocks to LUTs. None if the stencil has a limit.
std::vector<int> limits_to_try(const Problem& problem, const SearchResult& found, Knowledge& known) {
  if (problem.stencil.hardware.dsp_limit || !problem.budget.dsps || !lacks_dsps(found, problem)) return {};
  // The Kernels are the same at every point.
  const auto plan = plan_at(problem, found.best.value_or(Point{}), known.memo);
  if (!plan) return {};
  std::vector<int> limits = plan::dsp_limits(*plan, known.memo.operators);
  if (limits.size() < 2) return {};
  limits.erase(limits.begin());
  constexpr std::size_t kMost = 4;
  std::vector<int> some;
  for (std::size_t i = 1; i <= std::min(kMost, limits.size()); ++i)
    some.push_back(limits[i * limits.size() / std::min(kMost, limits.size()) - 1]);
  return some;
}

/// Whether logic is the fullest resource of the best point, or nothing fits.
bool lacks_logic(const SearchResult& found, const Problem& problem) {
  if (!found.best) return true;
  const std::string what = fullest(found.best->area, problem.budget, *problem.fabric).what;
  return what == problem.fabric->logic_word();
}

/// Numbers of additions of fused sums in DSP blocks to try if `found` is short of logic, lowest first. None if the
/// stencil sets the number.
std::vector<int> sums_to_try(const Problem& problem, const SearchResult& found, Knowledge& known) {
  if (problem.stencil.hardware.dsp_sums || !problem.budget.dsps || !lacks_logic(found, problem)) return {};
  const auto plan = plan_at(problem, found.best.value_or(Point{}), known.memo);
  if (!plan) return {};
  constexpr int kFewest = 2, kMost = 4;
  const int all = plan::most_dsp_sums(*plan, known.memo.operators);
  const int step = std::max(kFewest, (all + kMost - 1) / kMost);
  std::vector<int> some;
  for (int sums = 0; sums < all;) {
    sums = std::min(sums + step, all);
    some.push_back(sums);
  }
  return some;
}

/// Whether `other` is better than `found`, by the problem's objective. With a host, times within a tie of the shortest,
/// `fastest`, are equal, and the smaller design is better, as within a search.
bool is_better(const SearchResult& other, const SearchResult& found, const Problem& problem, double fastest) {
  if (!other.best || !found.best) return other.best.has_value();
  if (problem.objective != Objective::kTime || !problem.has_host())
    return sort_key(*other.best, problem) < sort_key(*found.best, problem);
  const double most = kHostTie * fastest;
  if (other.best->seconds > most || found.best->seconds > most) return other.best->seconds < found.best->seconds;
  const auto size = [&](const Point& p) {
    return std::pair{fullest(p.whole(), problem.budget, *problem.fabric).part, problem.fabric->logic(p.area)};
  };
  return size(*other.best) < size(*found.best);
}

/// The time that another search must stay below to be better than one that has found `fastest`, or as good with less
/// logic. Other objectives depend on areas, which are only approximate before a point is built.
double limit_of(double fastest, const Problem& problem) {
  constexpr double kNoLimit = std::numeric_limits<double>::max();
  if (fastest == kNoLimit || problem.objective != Objective::kTime) return kNoLimit;
  return std::nextafter(problem.has_host() ? kHostTie * fastest : fastest, kNoLimit);
}

/// Records at all points of a search for `of` which settings of its Kernels differ from `requested`.
void note_kernels(SearchResult& found, const Problem& of, const Problem& requested) {
  const spec::Hardware& its = of.stencil.hardware;
  const spec::Hardware& before = requested.stencil.hardware;
  const auto note = [&](Point& p) {
    if (its.arithmetic != before.arithmetic) p.form = its.arithmetic;
    if (its.dsp_limit != before.dsp_limit) p.dsp_limit = its.dsp_limit;
    if (its.dsp_sums != before.dsp_sums) p.dsp_sums = its.dsp_sums;
  };
  if (found.best) note(*found.best);
  for (Point& p : found.front) note(p);
  for (Rejected& r : found.neighbours) note(r.point);
  for (Point& p : found.all) note(p);
}

}  // namespace

SearchResult search(const Problem& problem, Knowledge& known) {
  KernelSearch best(problem, known);
  double fastest = best.fastest();
  const auto take = [&](KernelSearch&& other) {
    fastest = std::min(fastest, other.fastest());
    if (is_better(other.found(), best.found(), problem, fastest)) best = std::move(other);
  };
  const auto take_limited = [&](const Problem& of, const std::vector<int>& limits) {
    for (const int limit : limits) {
      Problem fewer = of;
      fewer.stencil.hardware.dsp_limit = limit;
      KernelSearch other(fewer, known);
      const bool enough = other.found().best && !lacks_dsps(other.found(), problem);
      take(std::move(other));
      if (enough) break;  // even fewer blocks would only take more LUTs
    }
  };
  // With as many blocks as they want, two forms are often equal; with fewer, they differ.
  const SearchResult first = best.found();
  const double first_seconds = fastest;
  take_limited(problem, limits_to_try(problem, first, known));
  if (const auto ieee = with_ieee(problem)) {
    KernelSearch other(*ieee, known, limit_of(first_seconds, problem));
    const bool is_worth_it = is_better(other.found(), first, problem, std::min(first_seconds, other.fastest()));
    const std::vector<int> limits = is_worth_it ? limits_to_try(*ieee, other.found(), known) : std::vector<int>{};
    take(std::move(other));
    take_limited(*ieee, limits);
  }
  const Problem without = best.problem();
  for (const int sums : sums_to_try(without, best.found(), known)) {
    Problem more = without;
    more.stencil.hardware.dsp_sums = sums;
    KernelSearch other(more, known);
    const bool enough = other.found().best && !lacks_logic(other.found(), problem);
    take(std::move(other));
    if (enough) break;  // even more sums would only take more blocks
  }
  SearchResult result = best.complete();
  note_kernels(result, best.problem(), problem);
  return result;
}

SearchResult search(const Problem& problem) {
  Knowledge nothing;
  return search(problem, nothing);
}

}  // namespace rtlgen::explore
