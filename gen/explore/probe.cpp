// Plans and elaborations, each of which represents many points.
#include "explore/probe.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <future>
#include <map>
#include <set>
#include <thread>

#include "analysis/ghosts.hpp"
#include "contract/line_top.hpp"
#include "contract/shell.hpp"
#include "elaborate/elaborate.hpp"
#include "model/area/infrastructure.hpp"
#include "model/area/memories.hpp"
#include "model/clock.hpp"
#include "plan/framing.hpp"
#include "plan/memory_fit.hpp"
#include "plan/place_fields.hpp"
#include "plan/plan.hpp"
#include "plan/storage/ram.hpp"
#include "spec/channels.hpp"
#include "support/ceil_div.hpp"
#include "support/diagnostics.hpp"
#include "support/parallel.hpp"

namespace rtlgen::explore {

namespace {

/// Steps of the design that represents a P. With two, an Executor has the same bypass as in longer chains. Without such
/// chains, the design with one is a point itself, and is not elaborated twice. In a search over clocks, a probe stands
/// for several clocks, and most of the time is that of its paths.
int probe_steps(const Problem& problem) {
  if (!problem.clocks.empty()) return 2;
  const std::int64_t most =
      problem.steps.empty() ? problem.longest() : *std::max_element(problem.steps.begin(), problem.steps.end());
  return most > 1 ? 2 : 1;
}

/// The inputs and caches of all probes of a search.
struct Source {
  const Problem& problem;
  int steps;
  plan::Memo& memo;
  model::AreaCache& areas;
  Elaborated& elaborated;
};

/// The least number of registers in a row that become an SRL.
constexpr std::int64_t kShortestLine = 3;

/// Areas for a P and a schedule.
struct Areas {
  model::Area executor, rest, lane;
};
/// By memories_in(): plans that agree in it share them.
using AreasOf = std::map<std::vector<bool>, std::optional<Areas>>;

/// Memories and shift registers of an Executor: the part that depends on block and kind of RAM.
model::Area memories_of(const plan::Plan& plan, const model::Fabric& fabric) {
  model::Area sum;
  const auto add = [&](std::int64_t depth, int width, plan::Storage storage) {
    sum += model::memory_area(depth, width, plan::style_of(storage), fabric);
  };
  for (const plan::MemoryPlan& m : plan.executor.memories) add(m.depth, m.width, m.storage);
  for (const plan::StagePlan& s : plan.executor.stages) {
    if (s.mirror) add(s.mirror->words, s.mirror->width, s.mirror->storage);
  }
  for (const plan::StreamPlan& s : plan.executor.streams) {
    if (s.source) add(s.source->depth, s.source->width, s.source->storage);
    if (s.results) add(s.results->max_depth, s.results->width, s.results->storage);
    const int bits = plan.inside().arrays[s.array].type.width;
    for (const plan::Segment& segment : s.segments) {
      const bool is_line =
          fabric.is_xilinx() && segment.storage == plan::Storage::kShiftRegister && segment.max_depth >= kShortestLine;
      if (is_line) sum.shift_luts += bits * static_cast<std::int64_t>(segment.lanes.size());
    }
  }
  return sum;
}

/// Flags of an Executor's delays that are memories. If plans agree in these, their Executors differ only in the memory
/// sizes.
std::vector<bool> memories_in(const plan::Plan& plan) {
  std::vector<bool> are;
  for (const plan::MemoryPlan& m : plan.executor.memories) are.push_back(plan::circulates(m.storage));
  for (const plan::StagePlan& s : plan.executor.stages) are.push_back(s.mirror && plan::circulates(s.mirror->storage));
  for (const plan::StreamPlan& s : plan.executor.streams) {
    for (const plan::Segment& segment : s.segments) are.push_back(plan::circulates(segment.storage));
  }
  return are;
}

/// The times of all computations: equal for clocks that give the same design.
std::vector<int> schedule_of(const plan::Plan& plan) {
  std::vector<int> cycles;
  for (const plan::StagePlan& stage : plan.executor.stages) {
    cycles.insert(cycles.end(), {stage.sample_cycle, stage.kernel.latency});
    for (const plan::NodeSchedule& node : stage.kernel.nodes)
      cycles.insert(cycles.end(), {node.start, node.ready, node.latency});
    for (const plan::TapPlan& tap : stage.taps) {
      cycles.insert(cycles.end(), {tap.cycle, tap.fan});
      for (std::size_t a = 0; a < contract::kMaxAxes; ++a)
        cycles.insert(cycles.end(),
                      {tap.cell_cycle[a], tap.constant_cycle[a], tap.cell_mux_stages[a], tap.constant_mux_stages[a]});
    }
  }
  for (const plan::MonitorPlan& monitor : plan.monitors)
    cycles.insert(cycles.end(), {monitor.cell_latency, monitor.segments, monitor.latency});
  return cycles;
}

/// One Executor without its memories, and the rest of the core.
Areas areas_of(const Source& of, const plan::Plan& plan) {
  const model::Fabric& fabric = *of.problem.fabric;
  hw::Design design = elaborate::elaborate(plan, &of.memo.operators, elaborate::Verified::kModules);
  const model::DesignArea whole = model::area_of(design, fabric, *of.problem.calibration, &of.areas);
  of.elaborated.area(plan, [&] { return whole.total; });
  std::map<std::string, model::Area> each;
  for (const model::ModuleArea& m : whole.modules) each.emplace(m.name, m.each);
  const auto under = [&](const std::string& top) {
    design.top = top;
    return model::area_of(
               design, [&](const hw::Module& m) { return each.at(m.name); },
               [&](const hw::Instance& i) { return each.at(model::name_of(i)); })
        .total;
  };
  Areas areas;
  const int lanes = plan.core.cells_per_cycle;
  for (const model::ModuleArea& m : whole.modules) {
    if (m.kind == "executor") areas.executor = under(m.name);
    if (m.kind == "kernel" && m.instances == of.steps * lanes) areas.lane += under(m.name);
  }
  areas.rest = whole.total;
  areas.rest += -of.steps * areas.executor;
  areas.executor += -1 * memories_of(plan, fabric);
  return areas;
}

/// Least bytes per cell that a pass moves, by channel: those of the parity of passes that moves fewer.
void find_bytes(Probe& probe, const plan::Plan& plan) {
  if (!plan.shell) return;
  for (const contract::ShellChannel& channel : plan.shell->channels) {
    double least = -1;
    for (int parity = 0; parity < 2; ++parity) {
      double bytes = 0;
      const auto add = [&](const contract::BankPort& port, bool is_out) {
        const contract::ShellStream& s = plan.shell->streams[static_cast<std::size_t>(port.stream)];
        if (s.is_held) return;
        const int buffer = port.part / s.stripes();
        const bool active = s.banks() == 1 || buffer == (is_out ? 1 - parity : parity);
        if (active) bytes += s.cell_bits / 8.0 / s.stripes();
      };
      for (const contract::BankPort& p : channel.readers) add(p, false);
      for (const contract::BankPort& p : channel.writers) add(p, true);
      least = least < 0 ? bytes : std::min(least, bytes);
    }
    probe.channel_bytes.push_back({spec::kind_of_channel(plan.stencil->hardware, channel.number), least});
  }
}

int channels_of(const plan::Plan& plan) { return plan.shell ? static_cast<int>(plan.shell->channels.size()) : 0; }

/// The share of a core, rounded up: all kernels of a board have the same plan.
model::Area around_of(const Problem& problem, int channels, const contract::LineTop& line) {
  if (!problem.around) return {};
  model::Area area = problem.around(channels, line);
  const int kernels = problem.stencil.hardware.kernels;
  for (std::int64_t* const count : {&area.logic_luts, &area.flip_flops, &area.rams})
    *count = *count > 0 ? ceil_div(*count, kernels) : *count / kernels;
  return area;
}

/// Whether not even one Executor with this many lanes fits. It contains everything of an Executor with fewer lanes, and
/// more Kernels.
bool beyond(const Problem& problem, const Probe& p, int lanes) {
  return fullest(p.rest + p.shell + around_of(problem, p.channels, p.line) + p.executor +
                     (lanes - p.cells_per_cycle) * p.lane,
                 problem.budget, *problem.fabric)
             .part > kNear;
}

/// The stencil that is built with this P, with the hardware of the problem otherwise.
spec::Stencil stencil_at(const Problem& problem, int lanes) {
  return spec::with_hardware(problem.program_at(lanes), problem.stencil.hardware);
}

std::vector<std::vector<std::int64_t>> blocks_of(const Problem& problem, int lanes) {
  return problem.blocks.empty() ? candidate_blocks(stencil_at(problem, lanes), lanes) : problem.blocks;
}

/// A point without a block.
Point point_of(int lanes, const std::optional<double>& scheduled_mhz, spec::RamChoice ram, int steps) {
  Point point;
  point.cells_per_cycle = lanes;
  point.steps = steps;
  point.ram = ram;
  point.scheduled_mhz = scheduled_mhz;
  return point;
}

/// Plans of one Executor, one per kind of RAM and block, in this order.
struct PlannedPoint {
  Point point;
  plan::Plan plan;
};

std::vector<PlannedPoint> planned_points(const Source& from, int lanes, const std::optional<double>& scheduled_mhz,
                                         const std::vector<spec::RamChoice>& rams) {
  std::vector<PlannedPoint> planned;
  for (const spec::RamChoice ram : rams) {
    for (const auto& block : blocks_of(from.problem, lanes)) {
      Point point = point_of(lanes, scheduled_mhz, ram, 1);
      point.block = block;
      if (auto plan = plan_at(from.problem, point, from.memo)) planned.push_back({point, *std::move(plan)});
    }
  }
  return planned;
}

/// Areas of each set of memories that occurs, elaborated in parallel; none if no chain of `from.steps` can be planned.
AreasOf areas_of(const Source& from, const std::vector<PlannedPoint>& planned) {
  std::map<std::vector<bool>, std::vector<const PlannedPoint*>> alike;
  for (const PlannedPoint& p : planned) alike[memories_in(p.plan)].push_back(&p);
  std::vector<std::vector<const PlannedPoint*>> groups;
  AreasOf areas;
  std::vector<std::optional<Areas>*> found;
  for (auto& [memories, group] : alike) {
    groups.push_back(std::move(group));
    found.push_back(&areas[memories]);
  }
  on_all_cores(groups.size(), [&](std::size_t i) {
    for (const PlannedPoint* p : groups[i]) {
      Point point = p->point;
      point.steps = from.steps;
      const auto chain = from.steps > 1 ? plan_at(from.problem, point, from.memo) : Result<plan::Plan>(p->plan);
      if (!chain) continue;
      *found[i] = areas_of(from, *chain);
      return;
    }
  });
  return areas;
}

std::vector<Probe> probe_lanes(const Source& from, int lanes, const std::optional<double>& scheduled_mhz,
                               const std::vector<spec::RamChoice>& rams) {
  const Problem& problem = from.problem;
  spec::Stencil one = stencil_at(problem, lanes);
  one.hardware.steps = 1;
  const analysis::Ghosts zone = analysis::block_zone(one);
  const std::vector<PlannedPoint> planned = planned_points(from, lanes, scheduled_mhz, rams);
  const AreasOf areas = areas_of(from, planned);
  std::vector<Probe> found;
  for (const auto& [point, plan] : planned) {
    const std::optional<Areas>& own = areas.at(memories_in(plan));
    if (!own) continue;
    Probe p;
    p.cells_per_cycle = lanes;
    p.scheduled_mhz = scheduled_mhz;
    p.ram = point.ram;
    p.block = point.block;
    p.executor = own->executor + memories_of(plan, *problem.fabric);
    p.rest = own->rest;
    p.shell = shell_of(problem, plan);
    p.lane = own->lane;
    for (std::size_t a = 0; a < 3; ++a) p.reach[a] = zone.low[a] + zone.high[a];
    find_bytes(p, plan);
    p.line = contract::line_top(plan.core);
    p.channels = channels_of(plan);
    found.push_back(std::move(p));
  }
  return found;
}

/// Clocks with the same schedule, and the plan that represents them.
struct OneSchedule {
  std::vector<double> clocks;  ///< ascending
  std::vector<int> cycles;
  plan::Plan plan;
};

/// Omits clocks for which scheduling fails.
std::vector<OneSchedule> schedules_of(const Source& from, int lanes, spec::RamChoice ram) {
  std::vector<OneSchedule> all;
  for (const double mhz : from.problem.clocks) {
    for (const auto& block : blocks_of(from.problem, lanes)) {
      Point point = point_of(lanes, mhz, ram, from.steps);
      point.block = block;
      auto plan = plan_at(from.problem, point, from.memo);
      if (!plan) continue;
      std::vector<int> cycles = schedule_of(*plan);
      if (all.empty() || all.back().cycles != cycles) all.push_back({{}, std::move(cycles), *std::move(plan)});
      all.back().clocks.push_back(mhz);
      break;
    }
  }
  return all;
}

/// Uses the highest defended clock of each schedule, because its other clocks are the same hardware, but slower. A
/// higher clock takes more area, so if nothing fits at the lowest clock, no other clock and no path is checked.
Probes probe_clocks(const Source& from, int lanes, const std::vector<spec::RamChoice>& rams) {
  const Problem& problem = from.problem;
  Probes found;
  for (const OneSchedule& schedule : schedules_of(from, lanes, rams.front())) {
    std::vector<Probe> probes = probe_lanes(from, lanes, schedule.clocks.front(), rams);
    found.is_whole =
        std::any_of(probes.begin(), probes.end(), [&](const Probe& p) { return !beyond(problem, p, lanes); });
    std::optional<model::LongestPath> path;
    if (found.is_whole && model::defends_clock(*schedule.plan.device))
      path =
          model::longest_path(elaborate::elaborate(schedule.plan, &from.memo.operators, elaborate::Verified::kModules),
                              *schedule.plan.device);
    if (path && problem.bridge && problem.bridge->ps > path->ps) path = problem.bridge;
    std::optional<double> clock;
    for (const double mhz : schedule.clocks) {
      if (!path || mhz <= model::defended_mhz(*path))
        clock = mhz;
      else
        found.undefended.push_back({lanes, mhz, *path});
    }
    for (Probe& p : probes) {
      if (!clock) break;
      p.scheduled_mhz = clock;
      if (path) p.predicted_mhz = path->mhz();
      found.all.push_back(std::move(p));
    }
    if (!found.is_whole) break;
  }
  return found;
}

Probes probe_all(const Source& from, int lanes, const std::vector<spec::RamChoice>& rams) {
  if (!from.problem.clocks.empty()) return probe_clocks(from, lanes, rams);
  Probes found;
  found.all = probe_lanes(from, lanes, std::nullopt, rams);
  return found;
}

}  // namespace

std::vector<int> shape_of(const plan::Plan& plan) {
  std::vector<int> shape = schedule_of(plan);
  const auto add = [&](plan::Storage storage) { shape.push_back(static_cast<int>(storage)); };
  for (const plan::MemoryPlan& m : plan.executor.memories) add(m.storage);
  for (const plan::StagePlan& s : plan.executor.stages) {
    if (s.mirror) add(s.mirror->storage);
  }
  for (const plan::StreamPlan& s : plan.executor.streams) {
    if (s.source) add(s.source->storage);
    if (s.results) add(s.results->storage);
    for (const plan::Segment& segment : s.segments) add(segment.storage);
  }
  return shape;
}

std::shared_ptr<Knowledge> no_knowledge() { return std::make_shared<Knowledge>(); }

Knowledge::Kernels kernels_of(const Problem& problem) {
  const spec::Hardware& hardware = problem.stencil.hardware;
  // The defended clocks depend on the bridge in front of the core.
  const std::string device = hardware.device + (problem.bridge ? " " + problem.bridge->module : "");
  // Bytes per cell depend on beats and placement, and whether arrays fit on the channels.
  std::string bus;
  if (hardware.bus) {
    bus = fmt::format(" {} bits, {} MHz, {} bytes, {} kernels", hardware.bus->bits, hardware.bus->clock_mhz,
                      fmt::join(hardware.channels.bytes, " "), hardware.kernels);
    for (const spec::ChannelKind& kind : hardware.channels.kinds)
      bus += fmt::format(" {} channels of {} GB/s", kind.count, kind.gbs);
  }
  for (const spec::Placement& given : hardware.bus ? hardware.bus->memory : std::vector<spec::Placement>())
    bus += fmt::format(" {}: {}", given.array.index(), given.buffers);
  return {device + bus, probe_steps(problem), hardware.arithmetic, hardware.dsp_limit, hardware.dsp_sums};
}

Result<plan::Plan> plan_at(const Problem& problem, const Point& point, plan::Memo& memo) {
  Diagnostics ignored;
  return plan_at(problem, point, memo, ignored);
}

Result<plan::Plan> plan_at(const Problem& problem, const Point& point, plan::Memo& memo, Diagnostics& diagnostics) {
  spec::Stencil stencil =
      spec::with_hardware(problem.program_at(point.cells_per_cycle), at_point(problem.stencil.hardware, point));
  plan::place_fields(stencil);
  const auto held = problem.held ? problem.held(stencil) : std::optional(stencil.grid);
  if (!held) return Failure{};
  if (!plan::fits_memory(stencil, *held)) {  // much faster than the text of the fault
    plan::check_memory_fit(stencil, *held, diagnostics);
    return Failure{};
  }
  if (!plan::frame_blocks(stencil, diagnostics)) return Failure{};
  return plan::make_plan(stencil, diagnostics, &memo);
}

bool is_accepted(const Problem& problem, const plan::Plan& plan) {
  Diagnostics ignored;
  return !problem.accepts || problem.accepts(plan, ignored);
}

model::Area shell_of(const Problem& problem, const plan::Plan& plan) {
  if (!plan.shell || problem.line_baud > 0) return {};
  return model::shell_area(*plan.shell, *problem.fabric);
}

model::Area around_of(const Problem& problem, const plan::Plan& plan) {
  return around_of(problem, channels_of(plan), contract::line_top(plan.core));
}

model::Area around_of(const Problem& problem, const Probe& probe) {
  return around_of(problem, probe.channels, probe.line);
}

model::TimeInput time_input(const Problem& problem, const plan::Plan& plan, double mhz) {
  model::TimeInput input;
  input.plan = &plan;
  input.extents = plan.core.maximum;
  input.iterations = problem.iterations;
  input.kernel_mhz = mhz;
  input.bus_mhz = problem.bus_mhz;
  input.flops = problem.flops;
  input.line_baud = problem.line_baud;
  if (plan.shell) input.drams = problem.drams;
  return input;
}

Probes probe(const Problem& problem, Knowledge& known) {
  std::vector<int> lanes = problem.cells_per_cycle;
  std::sort(lanes.begin(), lanes.end());
  lanes.erase(std::unique(lanes.begin(), lanes.end()), lanes.end());
  const std::vector<spec::RamChoice> rams =
      problem.rams.empty() ? std::vector{problem.stencil.hardware.ram} : problem.rams;
  const Knowledge::Kernels kernels = kernels_of(problem);
  const Source source{problem, probe_steps(problem), known.memo, known.areas[problem.fabric->name],
                      known.elaborated[kernels]};
  const std::size_t at_once = std::max(1U, std::thread::hardware_concurrency());
  Probes found;
  std::vector<Probe> last;
  const spec::Program* last_program = nullptr;
  const auto can_fit = [&](int p) {
    // Kernels of one program are the same for every P: if they defend no clock, neither do those of more lanes.
    return (last.empty() && found.undefended.empty()) || &problem.program_at(p) != last_program ||
           std::any_of(last.begin(), last.end(), [&](const Probe& probe) { return !beyond(problem, probe, p); });
  };
  for (std::size_t i = 0; i < lanes.size();) {
    std::map<int, std::future<Probes>> jobs;
    // The first P builds the operators, which are the same for every other.
    const std::size_t begin = i, most = i == 0 ? 1 : std::min(lanes.size(), i + at_once);
    for (; i < most && can_fit(lanes[i]); ++i) {
      if (known.probes.contains({kernels, lanes[i]})) continue;
      jobs[lanes[i]] = std::async(std::launch::async, [&, p = lanes[i]] { return probe_all(source, p, rams); });
    }
    std::map<int, Probes> made;
    for (auto& [p, job] : jobs) {
      Probes probes = job.get();
      // Another board of the device may be larger.
      (probes.is_whole ? known.probes[{kernels, p}] : made[p]) = std::move(probes);
    }
    for (std::size_t k = begin; k < i; ++k) {
      const auto own = made.find(lanes[k]);
      const Probes& probes = own != made.end() ? own->second : known.probes.at({kernels, lanes[k]});
      if (!probes.all.empty()) last = probes.all;
      last_program = &problem.program_at(lanes[k]);
      found.all.insert(found.all.end(), probes.all.begin(), probes.all.end());
      found.undefended.insert(found.undefended.end(), probes.undefended.begin(), probes.undefended.end());
    }
    if (i < most) break;
  }
  return found;
}

std::string why_not_built(const Problem& problem, const Point& point, Knowledge& known) {
  Diagnostics faults;
  const auto plan = plan_at(problem, point, known.memo, faults);
  if (plan && problem.accepts) problem.accepts(*plan, faults);
  for (const Diagnostic& d : faults.all()) {
    if (d.severity != Severity::kError) continue;
    std::string text = d.message;
    for (const std::string& note : d.notes) text += "; " + note;
    return text;
  }
  return "";
}

}  // namespace rtlgen::explore
