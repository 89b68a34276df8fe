// Plans and elaborations that stand for many points.
#include "explore/probe.hpp"

#include <algorithm>
#include <future>
#include <set>
#include <thread>

#include "analysis/windows.hpp"
#include "elaborate/elaborate.hpp"
#include "plan/auto_block.hpp"
#include "plan/framing.hpp"

namespace rtlgen::explore {

namespace {

/// Steps of the design that stands for a P: two have the way past an Executor that longer chains have.
constexpr int kProbeSteps = 2;

struct Areas {
  model::Area executor, rest;
};

/// One Executor and the rest of the core, memories left out.
Areas areas_of(const Problem& problem, const plan::Plan& plan, model::AreaCache& operators) {
  hw::Design design = elaborate::elaborate(plan);
  const model::DesignArea whole = model::area_of(design, *problem.fabric, *problem.calibration, &operators);
  model::AreaCache each;
  for (const model::ModuleArea& m : whole.modules) each.emplace(m.name, m.each);
  for (const hw::Module& m : design.modules) {
    if (m.role == "executor") design.top = m.name;
  }
  Areas areas;
  areas.executor = model::area_of(design, [&](const hw::Module& m) { return each.at(m.name); }, [&](const hw::Instance& i) { return each.at(model::name_of(i)); }).total;
  areas.rest = whole.total;
  areas.rest += -kProbeSteps * areas.executor;
  areas.executor.rams = 0;
  return areas;
}

/// Bytes that a pass moves of each cell, in the channel and at the parity of passes that has the most of them at least.
void find_bytes(Probe& probe, const plan::Plan& plan) {
  if (!plan.shell) return;
  for (const plan::ShellChannel& channel : plan.shell->channels) {
    double least = -1;
    for (int parity = 0; parity < 2; ++parity) {
      double bytes = 0;
      const auto add = [&](const plan::BankPort& port, bool is_out) {
        const plan::ShellStream& s = plan.shell->streams[static_cast<std::size_t>(port.stream)];
        if (s.is_held) return;
        const int buffer = port.part / s.stripes();
        const bool active = s.banks() == 1 || buffer == (is_out ? 1 - parity : parity);
        if (active) bytes += s.cell_bits / 8.0 / s.stripes();
      };
      for (const plan::BankPort& p : channel.readers) add(p, false);
      for (const plan::BankPort& p : channel.writers) add(p, true);
      least = least < 0 ? bytes : std::min(least, bytes);
    }
    probe.channel_bytes.push_back(least);
  }
}

/// Does not even one Executor fit?
bool beyond(const Problem& problem, const Probe& p) {
  return fullest(p.rest + p.executor, problem.budget, problem.fabric->is_xilinx).part > kNear;
}

std::vector<Probe> probe_lanes(const Problem& problem, int lanes, model::AreaCache& operators) {
  std::vector<Probe> found;
  std::optional<Areas> areas;
  const auto blocks = problem.blocks.empty() ? candidate_blocks(*problem.stencil, lanes) : problem.blocks;
  for (const auto& block : blocks) {
    Point point;
    point.cells_per_cycle = lanes;
    point.steps = areas ? 1 : kProbeSteps;
    point.block = block;
    const auto planned = plan_at(problem, point);
    if (!planned) continue;
    if (!areas) areas = areas_of(problem, planned->plan, operators);
    Probe p{lanes, block, areas->executor, areas->rest, {0, 0, 0}, {}};
    p.executor.rams = plan::ram_blocks(planned->plan) / planned->plan.core.steps;
    spec::Stencil one = planned->stencil;
    one.hardware.steps = 1;
    const analysis::Ghosts zone = analysis::block_zone(one);
    for (std::size_t a = 0; a < 3; ++a) p.reach[a] = zone.low[a] + zone.high[a];
    find_bytes(p, planned->plan);
    found.push_back(std::move(p));
  }
  return found;
}

}  // namespace

std::unique_ptr<Planned> plan_at(const Problem& problem, const Point& point) {
  auto planned = std::make_unique<Planned>();
  planned->stencil = *problem.stencil;
  spec::Hardware& hardware = planned->stencil.hardware;
  hardware.cells_per_cycle = point.cells_per_cycle;
  hardware.steps = point.steps;
  hardware.block = point.block;
  hardware.block_auto = false;
  Diagnostics ignored;
  if (!plan::frame_blocks(planned->stencil, ignored)) return nullptr;
  auto plan = plan::make_plan(planned->stencil, ignored);
  if (!plan) return nullptr;
  planned->plan = *std::move(plan);
  return planned;
}

std::vector<std::vector<std::int64_t>> candidate_blocks(const spec::Stencil& stencil, int cells_per_cycle) {
  spec::Stencil wide = stencil;
  wide.hardware.cells_per_cycle = cells_per_cycle;
  const std::int64_t unit = plan::block_alignment(wide, 0);
  std::vector<std::vector<std::int64_t>> blocks = {{}};
  if (stencil.axes == 1) return blocks;
  const auto extents_below = [](std::int64_t extent, std::int64_t align) {
    std::set<std::int64_t, std::greater<>> sizes;
    for (std::int64_t size = 1; size < extent; size *= 2) {
      for (const std::int64_t s : {size, size * 3 / 2}) {
        const std::int64_t whole = s / align * align;
        if (whole >= 16 && whole < extent) sizes.insert(whole);
      }
    }
    return sizes;
  };
  const auto xs = extents_below(stencil.grid[0], unit);
  for (const std::int64_t x : xs) blocks.push_back({x});
  if (stencil.axes < 3) return blocks;
  const std::int64_t all_x = (stencil.grid[0] + unit - 1) / unit * unit;
  for (const std::int64_t y : extents_below(stencil.grid[1], 1)) {
    blocks.push_back({all_x, y});
    for (const std::int64_t x : xs) {
      if (x <= 4 * y && y <= 4 * x) blocks.push_back({x, y});
    }
  }
  return blocks;
}

std::vector<Probe> probe(const Problem& problem, model::AreaCache& operators) {
  std::vector<int> lanes = problem.cells_per_cycle;
  std::sort(lanes.begin(), lanes.end());
  std::vector<Probe> all;
  const std::size_t at_once = std::max(1U, std::thread::hardware_concurrency());
  for (std::size_t i = 0; i < lanes.size();) {
    std::vector<std::future<std::vector<Probe>>> jobs;
    // The first P learns the operators, which are the same for every other.
    const std::size_t end = i == 0 ? 1 : std::min(lanes.size(), i + at_once);
    for (; i < end; ++i) {
      jobs.push_back(std::async(std::launch::async, [&problem, &operators, p = lanes[i], first = i == 0]() {
        if (first) return probe_lanes(problem, p, operators);
        model::AreaCache known = operators;
        return probe_lanes(problem, p, known);
      }));
    }
    bool one_fits = false;
    for (auto& job : jobs) {
      for (Probe& p : job.get()) {
        one_fits = one_fits || !beyond(problem, p);
        all.push_back(std::move(p));
      }
    }
    // An Executor of more lanes has all that one of fewer has, and Kernels besides.
    if (!one_fits && !all.empty()) break;
  }
  return all;
}

}  // namespace rtlgen::explore
