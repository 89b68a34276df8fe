// Combines the searches: pairs with several priorities, and sums of lines along each axis.
#include "analysis/sharing/sums.hpp"

#include <algorithm>
#include <bit>
#include <map>
#include <numeric>
#include <set>

#include "analysis/sharing/sum_search.hpp"
#include "analysis/sharing/terms.hpp"
#include "support/index.hpp"

namespace rtlgen::analysis {

namespace {

constexpr std::size_t kAxes = spec::kMaxAxes;

std::size_t terms_of(const SumProblem& p) {
  std::size_t terms = 0;
  for (const Terms& sum : p.sums) terms += sum.size();
  return terms;
}

/// The better result of the two searches for pairs; the sums unchanged if there are too many pairs for repeated
/// searches.
SumPlan search_pairs(const SumProblem& p) {
  constexpr std::size_t kMostPairs = 500'000;
  std::size_t pairs = 0;
  for (const Terms& sum : p.sums) pairs += sum.size() * sum.size() / 2;
  if (pairs > kMostPairs) return {{}, p.sums};
  SumPlan best = soda_search(p);
  constexpr std::size_t kManyTerms = 64;
  const bool many = terms_of(p) > kManyTerms;
  for (const bool one_axis : {true, false}) {
    SumStyle style;
    style.beam = many ? 4 : 16;
    style.one_axis = one_axis;
    style.conflicts_last = false;
    style.children = many ? 24 : 64;
    SumPlan plan = search_sums(p, style);
    if (cost_of_plan(p, plan) < cost_of_plan(p, best)) best = std::move(plan);
  }
  return best;
}

/// Sums the lines along `axis` first, each distinct one once; then adds those sums.
class Lines {
 public:
  Lines(const SumProblem& p, std::size_t axis) : problem_(p), axis_(axis) {}

  /// Returns false if no line has two terms, or if all terms are on one line.
  bool split() {
    inner_ = problem_;
    inner_.sums.clear();
    for (std::size_t sum = 0; sum < problem_.sums.size(); ++sum) {
      std::map<spec::Offset, Terms> lines;
      for (const Term& t : problem_.sums[sum]) {
        spec::Offset line = t.offset;
        line[axis_] = 0;
        lines[line].push_back(t);
      }
      useful_ = useful_ || (lines.size() > 1 && lines.size() < problem_.sums[sum].size());
      outer_.emplace_back();
      for (auto& [line, terms] : lines) add_line(std::move(terms), sum);
    }
    return useful_;
  }

  /// Solves both halves with `solve` and combines them.
  template <class F>
  SumPlan run(F solve) {
    SumPlan inner = solve(inner_);
    SumProblem outer = problem_;
    outer.units.clear();
    outer.sums = outer_;
    for (const Terms& line : inner_.sums) outer.units.push_back(box_of(line));
    const SumPlan over = solve(outer);
    // Lines become separate partial sums, before those of the outer half.
    SumPlan plan;
    plan.partials = inner.partials;
    const int units = static_cast<int>(problem_.units.size());
    std::vector<Term> line_terms;
    for (Terms& line : inner.sums) {
      while (line.size() > 1) {
        const Term a = line[0];
        const Term b = line[1];
        plan.partials.push_back({{a.kind, {}, a.coefficient}, {b.kind, minus(b.offset, a.offset), b.coefficient}});
        line.erase(line.begin(), line.begin() + 2);
        line.push_back({units + static_cast<int>(plan.partials.size()) - 1, a.offset, 1});
      }
      line_terms.push_back(line[0]);
    }
    const int made = static_cast<int>(plan.partials.size());
    const auto mapped = [&](const Term& t) -> Term {
      if (t.kind >= static_cast<int>(inner_.sums.size()))
        return {units + made + t.kind - static_cast<int>(inner_.sums.size()), t.offset, t.coefficient};
      const Term& line = line_terms[at(t.kind)];
      return {line.kind, plus(line.offset, t.offset), line.coefficient * t.coefficient};
    };
    for (const Partial& p : over.partials) {
      Term left = shifted(mapped(p.left), units + made);
      Term right = shifted(mapped(p.right), units + made);
      shifts_.push_back(left.offset);
      right.offset = minus(right.offset, left.offset);
      left.offset = {};
      plan.partials.push_back({left, right});
    }
    for (const Terms& sum : over.sums) {
      Terms terms;
      for (const Term& t : sum) terms.push_back(shifted(mapped(t), units + made));
      plan.sums.push_back(std::move(terms));
    }
    return plan;
  }

 private:
  Box box_of(const Terms& line) const {
    Box box;
    bool first = true;
    for (const Term& t : line) {
      for (std::size_t a = 0; a < kAxes; ++a) {
        const int low = t.offset[a] + problem_.units[at(t.kind)].low[a];
        const int high = t.offset[a] + problem_.units[at(t.kind)].high[a];
        box.low[a] = first ? low : std::min(box.low[a], low);
        box.high[a] = first ? high : std::max(box.high[a], high);
      }
      first = false;
    }
    return box;
  }

  /// A partial sum of the outer half starts where its left operand does, which is shifts_ away from its place in the
  /// outer half.
  Term shifted(Term t, int first) const {
    if (t.kind >= first) t.offset = plus(t.offset, shifts_[at(t.kind - first)]);
    return t;
  }

  void add_line(Terms terms, std::size_t sum) {
    std::stable_sort(terms.begin(), terms.end(), before);
    const spec::Offset anchor = terms[0].offset;
    std::int64_t common = terms[0].coefficient;
    for (const Term& t : terms) common = common_factor(common, t.coefficient);
    std::vector<std::int64_t> key;
    for (Term& t : terms) {
      t.offset = minus(t.offset, anchor);
      t.coefficient /= common;
      key.insert(key.end(), {t.kind, t.offset[0], t.offset[1], t.offset[2], t.coefficient});
    }
    // A line is not moved along an axis with boundary values.
    if (problem_.resolves_outside[axis_] && terms.size() > 1) key.push_back(anchor[axis_]);
    const auto [found, fresh] = known_.emplace(std::move(key), static_cast<int>(inner_.sums.size()));
    if (fresh) inner_.sums.push_back(std::move(terms));
    outer_[sum].push_back({found->second, anchor, common});
  }

  const SumProblem& problem_;
  std::size_t axis_;
  bool useful_ = false;
  SumProblem inner_;
  std::vector<Terms> outer_;
  std::map<std::vector<std::int64_t>, int> known_;
  std::vector<spec::Offset> shifts_;
};

}  // namespace

int SumPlan::additions() const {
  int count = static_cast<int>(partials.size());
  for (const Terms& sum : sums) count += std::max(0, static_cast<int>(sum.size()) - 1);
  return count;
}

int SumPlan::operations() const {
  std::set<std::pair<int, std::uint64_t>> products;
  const auto add = [&](const Term& t) {
    const auto bits = static_cast<std::uint64_t>(t.coefficient);
    const std::uint64_t magnitude = t.coefficient < 0 ? ~bits + 1 : bits;
    if (!std::has_single_bit(magnitude)) products.insert({t.kind, magnitude});
  };
  for (const Terms& sum : sums) std::for_each(sum.begin(), sum.end(), add);
  for (const Partial& p : partials) {
    add(p.left);
    add(p.right);
  }
  return additions() + static_cast<int>(products.size());
}

int operations_as_written(const SumProblem& problem) { return SumPlan{{}, problem.sums}.operations(); }

SumPlan soda_search(const SumProblem& problem) { return search_sums(problem, {}); }

SumPlan best_search(const SumProblem& problem) {
  SumPlan best = search_pairs(problem);
  for (std::size_t axis = 0; axis < kAxes; ++axis) {
    Lines lines(problem, axis);
    if (!lines.split()) continue;
    SumPlan plan = lines.run([](const SumProblem& p) { return search_pairs(p); });
    if (is_right(problem, plan) && cost_of_plan(problem, plan) < cost_of_plan(problem, best)) best = std::move(plan);
  }
  return best;
}

bool is_right(const SumProblem& problem, const SumPlan& plan) {
  using Bag = std::map<std::pair<int, spec::Offset>, std::vector<std::int64_t>>;
  const auto flat = [&](const Terms& sum) {
    Bag bag;
    Terms pending = sum;
    while (!pending.empty()) {
      const Term t = pending.back();
      pending.pop_back();
      const int partial = t.kind - static_cast<int>(problem.units.size());
      if (partial < 0) {
        bag[{t.kind, t.offset}].push_back(t.coefficient);
        continue;
      }
      for (const Term& half : {plan.partials.at(at(partial)).left, plan.partials.at(at(partial)).right}) {
        pending.push_back({half.kind, plus(half.offset, t.offset), half.coefficient * t.coefficient});
      }
    }
    for (auto& [place, coefficients] : bag) std::sort(coefficients.begin(), coefficients.end());
    return bag;
  };
  if (plan.sums.size() != problem.sums.size()) return false;
  for (std::size_t i = 0; i < plan.sums.size(); ++i) {
    if (flat(plan.sums[i]) != flat(problem.sums[i])) return false;
  }
  return true;
}

}  // namespace rtlgen::analysis
