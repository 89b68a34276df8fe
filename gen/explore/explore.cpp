// From the lowest bound up, until nothing left can be better.
#include "explore/explore.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>

#include "elaborate/elaborate.hpp"
#include "explore/candidates.hpp"

namespace rtlgen::explore {

namespace {

/// Points planned before the search gives up its proof.
constexpr std::int64_t kMostPlanned = 400;
constexpr std::size_t kFrontPoints = 12;

class Search {
 public:
  explicit Search(const Problem& problem) : problem_(problem), is_xilinx_(problem.fabric->is_xilinx) {}

  Answer run() {
    const std::vector<Probe> probes = probe(problem_, operators_);
    std::vector<Candidate> all = candidates(problem_, probes, answer_.points);
    answer_.fitting = static_cast<std::int64_t>(all.size());
    std::sort(all.begin(), all.end(), [this](const Candidate& a, const Candidate& b) {
      const double x = value(a.point), y = value(b.point);
      return x != y ? x < y : a.point.logic(is_xilinx_) < b.point.logic(is_xilinx_);
    });
    descend(all);
    if (!answer_.best) {
      explain_failure(probes, all);
      return answer_;
    }
    find_front(all);
    find_neighbours(probes);
    return answer_;
  }

 private:
  /// What is made small.
  [[nodiscard]] double value(const Point& p) const {
    switch (problem_.objective) {
      case Objective::kTime: return p.seconds;
      case Objective::kEnergy: return p.seconds * static_cast<double>(p.logic(is_xilinx_));
      case Objective::kSmallest: return fullest(p.area, problem_.budget, is_xilinx_).part;
    }
    return 0;
  }

  /// Never above what the point turns out to be: areas are sums, and near only.
  [[nodiscard]] double bound(const Candidate& c) const { return problem_.objective == Objective::kTime ? value(c.point) : value(c.point) / kNear; }

  [[nodiscard]] bool fast_enough(const Point& p) const { return problem_.objective != Objective::kSmallest || p.cell_updates_per_s >= problem_.target; }

  /// The point as it is: nothing where it cannot be built.
  std::optional<Point> planned(const Point& wanted, const Probe& probe) {
    const auto key = std::make_tuple(wanted.cells_per_cycle, wanted.steps, wanted.block);
    if (const auto known = known_.find(key); known != known_.end()) return known->second;
    ++answer_.planned;
    auto& answer = known_[key];
    const auto plan = plan_at(problem_, wanted);
    if (!plan) return answer;
    model::TimeInput input;
    input.plan = &plan->plan;
    input.extents = plan->plan.core.maximum;
    input.iterations = problem_.iterations;
    input.kernel_mhz = problem_.kernel_mhz;
    input.bus_mhz = problem_.bus_mhz;
    input.flops = problem_.flops;
    if (plan->plan.shell) input.channel = problem_.channel;
    Diagnostics ignored;
    const auto time = model::run_time(input, ignored);
    if (!time) return answer;
    Point p = wanted;
    p.area = area_at(probe, wanted.steps);
    p.seconds = time->seconds;
    p.cell_updates_per_s = time->cell_updates_per_s;
    p.gflops = time->gflops;
    p.bound = time->bound;
    p.planned = true;
    return answer = p;
  }

  /// With its hardware elaborated: the chosen ones are judged by what they are.
  bool fits(Point& p) {
    const auto plan = plan_at(problem_, p);
    p.area = model::area_of(elaborate::elaborate(plan->plan), *problem_.fabric, *problem_.calibration, &operators_).total;
    return fullest(p.area, problem_.budget, is_xilinx_).part <= 1;
  }

  void descend(const std::vector<Candidate>& all) {
    double least = std::numeric_limits<double>::max();
    for (const Candidate& c : all) {
      if (bound(c) >= least) break;
      if (!fast_enough(c.point)) continue;
      if (answer_.planned >= kMostPlanned) {
        answer_.proven = false;
        break;
      }
      auto p = planned(c.point, *c.probe);
      if (!p || !fast_enough(*p) || value(*p) >= least || !fits(*p) || value(*p) >= least) continue;
      least = value(*p);
      answer_.best = *p;
    }
  }

  /// From the fastest down, each with less of its fullest resource than all before.
  void find_front(std::vector<Candidate>& all) {
    std::sort(all.begin(), all.end(), [](const Candidate& a, const Candidate& b) { return a.point.seconds < b.point.seconds; });
    std::vector<const Candidate*> front;
    double least = std::numeric_limits<double>::max();
    for (const Candidate& c : all) {
      const double part = fullest(c.point.area, problem_.budget, is_xilinx_).part;
      if (part >= least) continue;
      least = part;
      front.push_back(&c);
    }
    const std::size_t step = std::max<std::size_t>(1, (front.size() + kFrontPoints - 1) / kFrontPoints);
    for (std::size_t i = 0; i < front.size(); i += step) {
      auto p = planned(front[i]->point, *front[i]->probe);
      if (p && fits(*p)) answer_.front.push_back(*p);
    }
    answer_.front.push_back(*answer_.best);
    const auto part = [this](const Point& p) { return fullest(p.area, problem_.budget, is_xilinx_).part; };
    std::sort(answer_.front.begin(), answer_.front.end(), [&](const Point& a, const Point& b) { return a.seconds != b.seconds ? a.seconds < b.seconds : part(a) < part(b); });
    std::vector<Point> kept;
    for (const Point& p : answer_.front) {
      if (kept.empty() || part(p) < part(kept.back())) kept.push_back(p);
    }
    answer_.front = std::move(kept);
  }

  [[nodiscard]] const Probe* probe_of(const std::vector<Probe>& probes, int lanes, const std::vector<std::int64_t>& block) const {
    for (const Probe& p : probes) {
      if (p.cells_per_cycle == lanes && p.block == block) return &p;
    }
    return nullptr;
  }

  void reject(const std::vector<Probe>& probes, int lanes, int steps, const std::vector<std::int64_t>& block) {
    const Point& best = *answer_.best;
    Rejected r;
    r.point.cells_per_cycle = lanes;
    r.point.steps = steps;
    r.point.block = block;
    const Probe* probe = probe_of(probes, lanes, block);
    if (probe == nullptr || steps < 1) return;
    r.point.area = area_at(*probe, steps);
    const Fullest full = fullest(r.point.area, problem_.budget, is_xilinx_);
    if (full.part > 1) {
      r.reason = fmt::format("needs {} {} of {}", full.used, full.what, full.available);
    } else if (const auto p = planned(r.point, *probe)) {
      r.point = *p;
      const double slower = 100 * (value(*p) / value(best) - 1);
      static const char* const kBound[] = {"paced by the kernel", "paced by memory", "paced by the bus", "passes wait for each other"};
      r.reason = !fast_enough(*p) ? fmt::format("{:.4g} cell updates/s are too few", p->cell_updates_per_s)
                                  : fmt::format("{} by {:.2f} %: {}", problem_.objective == Objective::kTime ? "slower" : "worse", slower, kBound[static_cast<int>(p->bound)]);
    } else {
      r.reason = "its ghost zone leaves nothing of the block";
    }
    answer_.neighbours.push_back(std::move(r));
  }

  void find_neighbours(const std::vector<Probe>& probes) {
    const Point best = *answer_.best;
    reject(probes, best.cells_per_cycle, best.steps + 1, best.block);
    reject(probes, best.cells_per_cycle, best.steps - 1, best.block);
    reject(probes, 2 * best.cells_per_cycle, best.steps, best.block);
    reject(probes, 2 * best.cells_per_cycle, best.steps / 2, best.block);
    if (best.cells_per_cycle > 1) reject(probes, best.cells_per_cycle / 2, 2 * best.steps, best.block);
    for (const Probe& p : probes) {
      if (p.cells_per_cycle != best.cells_per_cycle || p.block == best.block) continue;
      // The next larger and the next smaller block along x.
      const auto width = [](const std::vector<std::int64_t>& b) { return b.empty() ? std::numeric_limits<std::int64_t>::max() : b[0]; };
      const bool next = std::none_of(probes.begin(), probes.end(), [&](const Probe& q) {
        return q.cells_per_cycle == p.cells_per_cycle && q.block.size() == p.block.size() &&
               ((width(q.block) > width(p.block) && width(q.block) < width(best.block)) || (width(q.block) < width(p.block) && width(q.block) > width(best.block)));
      });
      if (next && (p.block.size() == best.block.size() || p.block.empty()) && answer_.neighbours.size() < 8) reject(probes, p.cells_per_cycle, best.steps, p.block);
    }
  }

  void explain_failure(const std::vector<Probe>& probes, const std::vector<Candidate>& all) {
    if (!all.empty() && problem_.objective == Objective::kSmallest) {
      const auto fastest = std::min_element(all.begin(), all.end(), [](const Candidate& a, const Candidate& b) { return a.point.seconds < b.point.seconds; });
      answer_.failure = fmt::format("no design that fits makes {:.4g} cell updates/s: the fastest makes at most {:.4g}", problem_.target, fastest->point.cell_updates_per_s);
      return;
    }
    const Probe* smallest = nullptr;
    for (const Probe& p : probes) {
      if (smallest == nullptr || fullest(area_at(p, 1), problem_.budget, is_xilinx_).part < fullest(area_at(*smallest, 1), problem_.budget, is_xilinx_).part) smallest = &p;
    }
    if (smallest == nullptr) {
      answer_.failure = "no point of the space can be built: rtlgen check says why of one";
      return;
    }
    const Fullest full = fullest(area_at(*smallest, 1), problem_.budget, is_xilinx_);
    answer_.failure = fmt::format("no design of this stencil fits: the smallest (P {}, I 1) needs {} {} of {}", smallest->cells_per_cycle, full.used, full.what, full.available);
  }

  const Problem& problem_;
  bool is_xilinx_;
  Answer answer_;
  model::AreaCache operators_;
  std::map<std::tuple<int, int, std::vector<std::int64_t>>, std::optional<Point>> known_;
};

}  // namespace

Fullest fullest(const model::Area& area, const Budget& budget, bool is_xilinx) {
  Fullest full;
  const auto look = [&full](const char* what, std::int64_t used, const std::optional<std::int64_t>& available) {
    if (!available) return;
    const double part = *available > 0 ? static_cast<double>(used) / static_cast<double>(*available) : used > 0 ? std::numeric_limits<double>::max() : 0;
    if (part > full.part || full.what.empty()) full = {part, what, used, *available};
  };
  look(is_xilinx ? "LUT" : "ALM", is_xilinx ? area.luts() : area.alms(), budget.logic);
  look("flip-flops", area.flip_flops, budget.flip_flops);
  look(is_xilinx ? "18-kbit block RAM halves" : "M20K", area.rams, budget.rams);
  look("DSP", area.dsps, budget.dsps);
  return full;
}

std::vector<std::string> sets_of(const Point& point) {
  return {fmt::format("hardware.cells_per_cycle={}", point.cells_per_cycle), fmt::format("hardware.steps={}", point.steps),
          fmt::format("hardware.block=[{}]", fmt::join(point.block, ", "))};
}

Answer search(const Problem& problem) { return Search(problem).run(); }

}  // namespace rtlgen::explore
