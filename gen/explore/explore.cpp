// Plans points in the order of their bounds, until none of the others can be better.
#include "explore/explore.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <tuple>
#include <utility>

#include "elaborate/elaborate.hpp"
#include "explore/candidates.hpp"
#include "explore/kernels.hpp"
#include "explore/refusals.hpp"
#include "hw/ir.hpp"
#include "model/batch.hpp"
#include "model/clock.hpp"
#include "plan/plan.hpp"
#include "support/diagnostics.hpp"
#include "support/numbers.hpp"
#include "support/parallel.hpp"

namespace rtlgen::explore {

namespace {

/// Points that are planned before the search gives up on a proof.
constexpr std::int64_t kMostPlanned = 1000;
constexpr std::size_t kFrontPoints = 12;
constexpr std::size_t kMostNeighbours = 10;
constexpr double kAsGood = 0.005;  ///< percent

/// The settings that a point may change.
auto choices_of(const spec::Hardware& h) {
  return std::tie(h.cells_per_cycle, h.steps, h.block, h.ram, h.arithmetic, h.dsp_limit, h.dsp_sums, h.clock_mhz);
}

/// Returns "0.7 % slower", "54 % faster" or "38 % more of its fullest resource". `ratio`: relative to the best value.
std::string against_best(double ratio, Objective objective) {
  const bool is_better = ratio < 1;
  const double times = is_better ? 1 / ratio : ratio;
  if (objective == Objective::kTime) return compared_text(times, is_better ? "faster" : "slower");
  if (objective == Objective::kEnergy) return compared_text(times, is_better ? "better" : "worse");
  const std::string than = is_better ? fmt::format("{:.0f} % less", 100 * (1 - ratio)) : compared_text(times, "more");
  return than + " of its fullest resource";
}

}  // namespace

/// The implementation of KernelSearch.
class Search {
 public:
  Search(const Problem& problem, Knowledge& known, double limit)
      : problem_(problem),
        fabric_(*problem.fabric),
        knowledge_(known),
        areas_(known.areas[problem.fabric->name]),
        elaborated_(known.elaborated[kernels_of(problem)]),
        limit_(limit) {}

  void find_best() {
    Probes found = probe(problem_, knowledge_);
    probes_ = std::move(found.all);
    result_.undefended = std::move(found.undefended);
    all_ = candidates(problem_, probes_, result_.points);
    result_.fitting = static_cast<std::int64_t>(all_.size());
    std::sort(all_.begin(), all_.end(), [this](const Candidate& a, const Candidate& b) {
      const double x = value(a.point), y = value(b.point);
      return x != y ? x < y : a.part < b.part;
    });
    descend(all_);
    if (result_.best) fastest_ = result_.best->seconds;
    if (result_.best && problem_.has_host() && problem_.objective == Objective::kTime) take_smallest(all_);
  }

  [[nodiscard]] const SearchResult& result() const { return result_; }
  [[nodiscard]] double fastest() const { return fastest_; }

  SearchResult complete() {
    if (!result_.best) {
      explain_failure(probes_, all_);
      return result_;
    }
    find_front(all_);
    find_neighbours(probes_);
    if (problem_.all_points) list_all(all_);
    std::erase_if(result_.undefended,
                  [this](const Undefended& u) { return u.cells_per_cycle != result_.best->cells_per_cycle; });
    return result_;
  }

 private:
  using Key = std::tuple<int, int, spec::RamChoice, std::vector<std::int64_t>, std::optional<double>>;
  static Key key_of(const Point& p) { return {p.cells_per_cycle, p.steps, p.ram, p.block, p.scheduled_mhz}; }

  /// The value that is minimised.
  [[nodiscard]] double value(const Point& p) const {
    switch (problem_.objective) {
      case Objective::kTime:
        return p.seconds;
      case Objective::kEnergy:
        return p.seconds * static_cast<double>(fabric_.logic(p.area));
      case Objective::kSmallest:
        return fullest(p.whole(), problem_.budget, fabric_).part;
    }
    return 0;
  }

  /// A lower bound of the point's value: areas are sums, and only approximate.
  [[nodiscard]] double bound(const Candidate& c) const {
    return problem_.objective == Objective::kTime ? value(c.point) : value(c.point) / kNear;
  }

  [[nodiscard]] bool fast_enough(const Point& p) const {
    return problem_.objective != Objective::kSmallest || p.cell_updates_per_s >= problem_.target;
  }

  /// The hops that a point of this area needs.
  [[nodiscard]] std::optional<int> hops_of(const Point& p) const {
    return problem_.hops ? std::optional(problem_.hops(p.whole(), p.steps)) : std::nullopt;
  }

  /// Adds the time of the plan, which is that of the point; false if it has none.
  bool add_time(const plan::Plan& plan, Point& p) const {
    const model::TimeInput input = time_input(problem_, plan, p.clock_mhz);
    Diagnostics ignored;
    const auto time = model::run_time(input, ignored);
    if (!time) return false;
    p.seconds = time->seconds + (problem_.line_baud > 0 ? time->host_seconds : 0);
    p.cell_updates_per_s = time->cell_updates_per_s;
    p.gflops = time->gflops;
    p.memory_gbs = 0;
    for (const model::ChannelTime& c : time->channels)
      p.memory_gbs += (c.read_bytes + c.written_bytes) * 1e-9 / p.seconds;
    p.bound = time->bound;
    if (problem_.grids > 0) count_batch(input, *time, p);
    p.planned = true;
    return true;
  }

  /// The point with its time, and its plan, with the hops that the sum of its area needs; none if it cannot be built.
  std::pair<std::optional<Point>, std::optional<plan::Plan>> timed(const Point& wanted, const Probe& probe) const {
    Point p = wanted;
    p.area = area_at(probe, wanted.steps);
    p.shell = probe.shell;
    p.around = around_of(problem_, probe);
    p.hops = hops_of(p);
    auto plan = plan_at(problem_, p, knowledge_.memo);
    if (!plan || !is_accepted(problem_, *plan) || !add_time(*plan, p)) return {};
    p.shell = shell_of(problem_, *plan);
    p.around = around_of(problem_, *plan);
    return {p, *std::move(plan)};
  }

  /// Converts the point's time and rates to those of a grid in a batch.
  void count_batch(model::TimeInput input, const model::Time& run, Point& p) const {
    input.link = problem_.link;
    Diagnostics ignored;  // the run was counted before
    const auto batch = model::batch_time({input, problem_.grids, 2, {}}, ignored);
    if (!batch) return;
    const double slower = batch->grid_seconds / run.seconds;
    p.seconds *= slower;
    p.cell_updates_per_s /= slower;
    p.gflops /= slower;
    p.memory_gbs /= slower;
    if (batch->longest != model::Stage::kRun) p.bound = model::Bound::kLink;
  }

  /// The area of the elaborated hardware.
  [[nodiscard]] model::Area built(const plan::Plan& plan) const {
    return elaborated_.area(plan, [&] {
      const hw::Design design = elaborate::elaborate(plan, &knowledge_.memo.operators, elaborate::Verified::kModules);
      return model::area_of(design, fabric_, *problem_.calibration, &areas_).total;
    });
  }

  std::optional<Point> planned(const Point& wanted, const Probe& probe) {
    const Key key = key_of(wanted);
    if (const auto known = known_.find(key); known != known_.end()) return known->second;
    ++result_.planned;
    auto [point, plan] = timed(wanted, probe);
    if (plan) last_ = {key, std::move(plan)};
    return known_[key] = point;
  }

  /// The point with the area of its elaborated hardware, and with the hops that this area needs. Hops take area too, so
  /// after the first look they only grow.
  [[nodiscard]] Point settled(Point p, std::optional<plan::Plan> plan) const {
    for (bool first = true;; first = false) {
      if (!plan) {
        plan = *plan_at(problem_, p, knowledge_.memo);
        add_time(*plan, p);
        p.shell = shell_of(problem_, *plan);
        p.around = around_of(problem_, *plan);
      }
      p.area = built(*plan);
      const std::optional<int> needed = hops_of(p);
      if (needed == p.hops || (!first && needed < p.hops)) return p;
      p.hops = needed;
      plan.reset();
    }
  }

  /// Elaborates the hardware, so that chosen points are judged by their real area, and by the time with its hops.
  bool fits(Point& p) {
    if (is_refused(p)) return false;
    const Key key = key_of(p);
    auto known = settled_.find(key);
    if (known == settled_.end()) {
      std::optional<plan::Plan> plan;
      if (last_.first == key) plan = std::exchange(last_.second, std::nullopt);
      known = settled_.emplace(key, settled(p, std::move(plan))).first;
    }
    p = known->second;
    return fullest(p.whole(), problem_.budget, fabric_).part <= 1;
  }

  [[nodiscard]] bool is_refused(const Point& p) const {
    const spec::Hardware at = at_point(problem_.stencil.hardware, p);
    return std::any_of(problem_.refused.begin(), problem_.refused.end(),
                       [&](const spec::Hardware& refused) { return choices_of(at) == choices_of(refused); });
  }

  /// Plans and builds points ahead, in parallel.
  void build_ahead(std::vector<const Candidate*> points) {
    std::erase_if(points, [this](const Candidate* c) { return settled_.contains(key_of(c->point)); });
    std::vector<std::pair<std::optional<Point>, std::optional<Point>>> found(points.size());
    on_all_cores(points.size(), [&](std::size_t i) {
      auto [point, plan] = timed(points[i]->point, *points[i]->probe);
      if (point) found[i] = {point, settled(*point, std::move(plan))};
    });
    for (std::size_t i = 0; i < points.size(); ++i) {
      const Key key = key_of(points[i]->point);
      const auto& [point, built] = found[i];
      result_.planned += known_.emplace(key, point).second ? 1 : 0;
      if (built) settled_.emplace(key, *built);
    }
  }

  void descend(const std::vector<Candidate>& all) {
    double least = limit_;
    for (const Candidate& c : all) {
      if (bound(c) >= least) break;
      if (!fast_enough(c.point)) continue;
      if (result_.planned >= kMostPlanned) {
        result_.proven = false;
        break;
      }
      auto p = planned(c.point, *c.probe);
      if (!p || !fast_enough(*p) || value(*p) >= least || !fits(*p) || value(*p) >= least) continue;
      least = value(*p);
      result_.best = *p;
    }
  }

  /// Among points that are practically as fast as the best, selects the smallest: by the fullest resource, then by
  /// logic.
  void take_smallest(const std::vector<Candidate>& all) {
    const double most = std::min(kHostTie * fastest_, limit_);
    std::vector<const Candidate*> tied;
    for (const Candidate& c : all) {
      if (bound(c) > most) break;
      tied.push_back(&c);
    }
    std::stable_sort(tied.begin(), tied.end(), [this](const Candidate* a, const Candidate* b) {
      const auto x = fabric_.logic(a->point.area), y = fabric_.logic(b->point.area);
      return std::tie(a->part, x) < std::tie(b->part, y);
    });
    for (const Candidate* c : tied) {
      auto p = planned(c->point, *c->probe);
      if (!p || p->seconds > most || !fits(*p) || p->seconds > most) continue;
      result_.best = *p;
      return;
    }
  }

  /// From the fastest down, each point uses less of its fullest resource than all earlier ones.
  void find_front(std::vector<Candidate>& all) {
    std::sort(all.begin(), all.end(),
              [](const Candidate& a, const Candidate& b) { return a.point.seconds < b.point.seconds; });
    std::vector<const Candidate*> front;
    double least = std::numeric_limits<double>::max();
    for (const Candidate& c : all) {
      if (c.part >= least) continue;
      least = c.part;
      front.push_back(&c);
    }
    const std::size_t step = std::max<std::size_t>(1, (front.size() + kFrontPoints - 1) / kFrontPoints);
    std::vector<const Candidate*> chosen;
    for (std::size_t i = 0; i < front.size(); i += step) chosen.push_back(front[i]);
    build_ahead(chosen);
    for (const Candidate* c : chosen) {
      auto p = planned(c->point, *c->probe);
      if (p && fits(*p)) result_.front.push_back(*p);
    }
    result_.front.push_back(*result_.best);
    const auto part = [this](const Point& p) { return fullest(p.whole(), problem_.budget, fabric_).part; };
    std::sort(result_.front.begin(), result_.front.end(), [&](const Point& a, const Point& b) {
      return a.seconds != b.seconds ? a.seconds < b.seconds : part(a) < part(b);
    });
    std::vector<Point> kept;
    for (const Point& p : result_.front) {
      if (kept.empty() || part(p) < part(kept.back())) kept.push_back(p);
    }
    result_.front = std::move(kept);
  }

  /// Times every point that may fit. Points that cannot be planned, or do not fit once they are built, are left out.
  void list_all(const std::vector<Candidate>& all) {
    std::vector<std::optional<Point>> found(all.size());
    on_all_cores(all.size(), [&](std::size_t i) {
      const auto known = known_.find(key_of(all[i].point));
      found[i] = known != known_.end() ? known->second : timed(all[i].point, *all[i].probe).first;
    });
    for (std::optional<Point>& p : found) {
      if (!p || is_refused(*p)) continue;
      if (const auto built = settled_.find(key_of(*p)); built != settled_.end()) {
        p = built->second;
        if (fullest(p->whole(), problem_.budget, fabric_).part > 1) continue;
      }
      result_.all.push_back(*std::move(p));
    }
    std::stable_sort(result_.all.begin(), result_.all.end(),
                     [](const Point& a, const Point& b) { return a.seconds < b.seconds; });
  }

  [[nodiscard]] std::string worse(const Point& p, const Fullest& full) const {
    if (!fast_enough(p)) return fmt::format("too slow: {}", si_text(p.cell_updates_per_s, "cell updates/s"));
    const double ratio = value(p) / value(*result_.best);
    if (100 * std::abs(ratio - 1) < (problem_.has_host() ? 100 * (kHostTie - 1) : kAsGood))
      return fmt::format("as good, with {} {} of {}", count_text(full.used), full.what, count_text(full.available));
    const bool is_of_size = problem_.objective == Objective::kSmallest;
    return fmt::format("{} ({}){}", against_best(ratio, problem_.objective),
                       is_of_size ? full.what : model::pace_of(p.bound), ratio < 1 ? why_not_found(p) : "");
  }

  /// Why the search has not taken a point that is better than the best.
  [[nodiscard]] const char* why_not_found(const Point& p) const {
    const auto has = [](const std::vector<int>& values, int value) {
      return std::find(values.begin(), values.end(), value) != values.end();
    };
    const bool is_of_space = has(problem_.cells_per_cycle, p.cells_per_cycle) &&
                             (problem_.steps.empty() ? p.steps <= problem_.most_steps : has(problem_.steps, p.steps));
    return is_of_space ? ", but the search ended before it" : ", but not among the values to try";
  }

  /// Adds the reason why this neighbour of the best point is not the best.
  void reject(const std::vector<Probe>& probes, int lanes, int steps, spec::RamChoice ram,
              const std::vector<std::int64_t>& block, const std::optional<double>& scheduled_mhz) {
    const auto known = [&](int p) {
      return std::find_if(probes.begin(), probes.end(), [&](const Probe& q) {
        return q.cells_per_cycle == p && q.ram == ram && q.block == block && q.scheduled_mhz == scheduled_mhz;
      });
    };
    // A P too large to fit has no probe: it needs at least the area of the best, and more Kernels.
    const auto exact = known(lanes), probe = exact == probes.end() && lanes > result_.best->cells_per_cycle
                                                 ? known(result_.best->cells_per_cycle)
                                                 : exact;
    if (probe == probes.end() || steps < 1) return;
    const model::Area more = steps * ((lanes - probe->cells_per_cycle) * probe->lane);
    Rejected r;
    r.point.cells_per_cycle = lanes;
    r.point.steps = steps;
    r.point.ram = ram;
    r.point.block = block;
    r.point.scheduled_mhz = scheduled_mhz;
    r.point.clock_mhz = scheduled_mhz.value_or(problem_.kernel_mhz);
    r.point.predicted_mhz = probe->predicted_mhz;
    r.point.area = area_at(*probe, steps) + more;
    r.point.shell = probe->shell;
    r.point.around = around_of(problem_, *probe);
    const Fullest full = fullest(r.point.whole(), problem_.budget, fabric_);
    if (full.part > 1) {
      r.reason = fmt::format("needs {}{} {} of {}", exact == probes.end() ? "at least " : "", count_text(full.used),
                             full.what, count_text(full.available));
    } else if (exact == probes.end()) {
      return;
    } else if (auto p = planned(r.point, *probe)) {
      // A better point does not fit once it is elaborated: its sum is slightly too low. On a serial line, an equally
      // good point is larger.
      const bool close = problem_.has_host() && value(*p) < kHostTie * value(*result_.best);
      const bool fitting = (value(*p) >= value(*result_.best) && !close) || fits(*p);
      r.point = *p;
      const Fullest real = fullest(p->whole(), problem_.budget, fabric_);
      r.reason = fitting
                     ? worse(*p, close ? real : full)
                     : fmt::format("needs {} {} of {}", count_text(real.used), real.what, count_text(real.available));
    } else {
      r.reason = why_not_built(problem_, r.point, knowledge_);
      if (r.reason.empty()) r.reason = "its time cannot be computed";
    }
    result_.neighbours.push_back(std::move(r));
  }

  void find_neighbours(const std::vector<Probe>& probes) {
    const Point best = *result_.best;
    const auto same_block = [&](int lanes, int steps) {
      reject(probes, lanes, steps, best.ram, best.block, best.scheduled_mhz);
    };
    same_block(best.cells_per_cycle, best.steps + 1);
    same_block(best.cells_per_cycle, best.steps - 1);
    same_block(2 * best.cells_per_cycle, best.steps);
    same_block(2 * best.cells_per_cycle, best.steps / 2);
    if (best.cells_per_cycle > 1) same_block(best.cells_per_cycle / 2, 2 * best.steps);
    for (const spec::RamChoice ram : problem_.rams) {
      if (ram != best.ram) reject(probes, best.cells_per_cycle, best.steps, ram, best.block, best.scheduled_mhz);
    }
    for (const double mhz : problem_.clocks) {
      if (best.scheduled_mhz && mhz != *best.scheduled_mhz)
        reject(probes, best.cells_per_cycle, best.steps, best.ram, best.block, mhz);
    }
    for (const Probe& p : probes) {
      if (p.cells_per_cycle != best.cells_per_cycle || p.ram != best.ram || p.block == best.block ||
          p.scheduled_mhz != best.scheduled_mhz)
        continue;
      // The next larger and the next smaller block along x.
      const auto width = [](const std::vector<std::int64_t>& b) {
        return b.empty() ? std::numeric_limits<std::int64_t>::max() : b[0];
      };
      const bool next = std::none_of(probes.begin(), probes.end(), [&](const Probe& q) {
        return q.cells_per_cycle == p.cells_per_cycle && q.ram == p.ram && q.block.size() == p.block.size() &&
               ((width(q.block) > width(p.block) && width(q.block) < width(best.block)) ||
                (width(q.block) < width(p.block) && width(q.block) > width(best.block)));
      });
      if (next && (p.block.size() == best.block.size() || p.block.empty()) &&
          result_.neighbours.size() < kMostNeighbours)
        reject(probes, p.cells_per_cycle, best.steps, p.ram, p.block, best.scheduled_mhz);
    }
  }

  void explain_failure(const std::vector<Probe>& probes, const std::vector<Candidate>& all) {
    if (!all.empty() && problem_.objective == Objective::kSmallest) {
      const auto fastest = std::min_element(all.begin(), all.end(), [](const Candidate& a, const Candidate& b) {
        return a.point.seconds < b.point.seconds;
      });
      result_.failure = fmt::format("no design that fits reaches {}: the fastest reaches at most {}",
                                    si_text(problem_.target, "cell updates/s"),
                                    si_text(fastest->point.cell_updates_per_s, "cell updates/s"));
      return;
    }
    result_.failure = why_nothing_fits(problem_, probes, result_.undefended, knowledge_);
  }

  const Problem& problem_;
  const model::Fabric& fabric_;
  Knowledge& knowledge_;
  model::AreaCache& areas_;
  Elaborated& elaborated_;
  double limit_;  ///< values must be below it
  double fastest_ = std::numeric_limits<double>::max();
  std::vector<Probe> probes_;
  std::vector<Candidate> all_;  ///< they point to `probes_`
  SearchResult result_;
  std::map<Key, std::optional<Point>> known_;       ///< with the sums of their areas
  std::map<Key, Point> settled_;                    ///< with the areas of their hardware
  std::pair<Key, std::optional<plan::Plan>> last_;  ///< planned last, and often elaborated next
};

struct KernelSearch::State {
  Problem problem;
  Search search;

  State(const Problem& of, Knowledge& known, double limit) : problem(of), search(problem, known, limit) {}
};

KernelSearch::KernelSearch(const Problem& problem, Knowledge& known, double limit)
    : state_(std::make_unique<State>(problem, known, limit)) {
  state_->search.find_best();
}
KernelSearch::KernelSearch(KernelSearch&&) noexcept = default;
KernelSearch& KernelSearch::operator=(KernelSearch&&) noexcept = default;
KernelSearch::~KernelSearch() = default;

const Problem& KernelSearch::problem() const { return state_->problem; }
double KernelSearch::fastest() const { return state_->search.fastest(); }
const SearchResult& KernelSearch::found() const { return state_->search.result(); }
SearchResult KernelSearch::complete() { return state_->search.complete(); }

}  // namespace rtlgen::explore
