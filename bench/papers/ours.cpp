// For each row, a search and the paper's own point.
#include "ours.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <stdexcept>

#include "board/fill.hpp"
#include "driver/model/model.hpp"
#include "driver/model/model_parts.hpp"
#include "driver/prepare/prepare.hpp"
#include "frontend/board/board_file.hpp"
#include "hw/delay_model.hpp"
#include "hw/hard_float.hpp"
#include "model/area/calibration.hpp"
#include "support/diagnostics.hpp"
#include "support/result.hpp"
#include "waidyasooriya2017.hpp"
#include "zohouri2018.hpp"

namespace rtlgen::bench {

namespace {

/// More than explore searches by default: P need not be a power of two.
const std::vector<int> kLanes = {1, 2, 3, 4, 6, 8, 12, 16, 24, 32, 64};

constexpr double kBeatBytes = 64;  ///< the bus at a controller that runs at a quarter of the pins' rate

/// Placements of fields in channels: both buffers of state striped over all of them, or each over half.
std::vector<std::string> layouts(const spec::Stencil& stencil, int channels) {
  const auto range = [](int begin, int end) {
    std::vector<int> list;
    for (int c = begin; c < end; ++c) list.push_back(c);
    return fmt::format("[{}]", fmt::join(list, ", "));
  };
  const std::string all = range(0, channels), low = range(0, channels / 2), high = range(channels / 2, channels);
  if (channels == 1) return {"{}"};
  std::vector<std::string> list;
  for (const bool halves : {false, true}) {
    std::vector<std::string> fields;
    const bool has_state = std::any_of(stencil.arrays.begin(), stencil.arrays.end(),
                                       [](const spec::Array& a) { return a.role == spec::Role::kState; });
    for (const spec::Array& a : stencil.arrays) {
      if (a.role == spec::Role::kState)
        fields.push_back(halves ? fmt::format("{}: [{}, {}]", a.name, low, high)
                                : fmt::format("{}: [{}, {}]", a.name, all, all));
      if (a.role == spec::Role::kInput)
        fields.push_back(fmt::format("{}: [{}]", a.name, halves && !has_state ? low : all));
      if (a.role == spec::Role::kOutput)
        fields.push_back(fmt::format("{}: [{}]", a.name, halves && !has_state ? high : all));
    }
    list.push_back(fmt::format("{{{}}}", fmt::join(fields, ", ")));
  }
  return list;
}

driver::SharedProgram read(const std::string& file, const std::vector<std::string>& sets) {
  Diagnostics diagnostics;
  auto program = driver::read_program({file, sets}, diagnostics);
  if (!program) throw std::runtime_error(diagnostics.render());
  return *std::move(program);
}

std::string fullest_text(const explore::Point& p, const explore::Problem& problem) {
  const explore::Fullest full = explore::fullest(p.whole(), problem.budget, *problem.fabric);
  return fmt::format("{:.1f} % of {}", 100 * full.part, full.what);
}

/// The result of the paper's model for a design like ours.
std::optional<double> paper_model(const Published& theirs, const explore::Point& p) {
  const double gbs = theirs.setup.gbs_each * theirs.setup.channels, flop = theirs.benchmark.flop;
  if (theirs.paper.starts_with("Zohouri")) {
    model::zohouri2018::Design d;
    const bool hotspot = theirs.stencil.starts_with('H');
    d.axes = static_cast<int>(theirs.grid.size());
    d.radius = 1;
    d.reads = hotspot ? 2 : 1;
    d.writes = 1;
    for (std::size_t a = 0; a + 1 < theirs.grid.size(); ++a)
      d.block[a] = a < p.block.size() ? p.block[a] : theirs.grid[a] + 2 * p.steps;
    d.cells_per_cycle = p.cells_per_cycle;
    d.steps = p.steps;
    for (std::size_t a = 0; a < theirs.grid.size(); ++a) d.grid[a] = theirs.grid[a];
    d.iterations = theirs.iterations;
    d.clock_hz = 1e6 * theirs.mhz;
    d.peak_gbs = gbs;
    const double bytes = 4.0 * (d.reads + d.writes);
    return model::zohouri2018::throughput_gbs(d) * flop / bytes;
  }
  if (!theirs.paper.starts_with("Waidyasooriya") || !p.block.empty()) return std::nullopt;
  model::waidyasooriya2017::Design d;
  d.cells_per_cycle = p.cells_per_cycle;
  d.steps = p.steps;
  d.row = theirs.grid[0];
  d.rows = theirs.grid.back();
  if (theirs.grid.size() == 3) d.plane = std::pair{3, theirs.grid[1]};
  if (theirs.stencil == "fdtd") d.bytes_in = 28, d.bytes_out = 12;
  d.iterations = theirs.iterations;
  d.clock_hz = 1e6 * theirs.mhz;
  constexpr double kEfficiency = 0.80;  // as in table 2
  d.bandwidth = 1e9 * gbs * kEfficiency;
  d.control_s = 1e-4;
  double work = flop * static_cast<double>(theirs.iterations);
  for (const std::int64_t n : theirs.grid) work *= static_cast<double>(n);
  return work / model::waidyasooriya2017::total_time(d) * 1e-9;
}

/// Everything of a row except the placement of fields.
struct Case {
  std::string file;
  std::vector<std::string> sets;
  explore::Problem problem;
  const hw::DelayModel* device = nullptr;
  double logic = 0;  ///< share of the whole device
};

Case case_of(const Published& theirs, const std::string& folder) {
  Diagnostics diagnostics;
  const auto board = frontend::load_board(theirs.setup.board, diagnostics);
  const model::Channel* const channel = model::find_channel(theirs.setup.channel);
  if (!board || channel == nullptr) throw std::runtime_error(diagnostics.render());
  Case c{folder + "/" + theirs.benchmark.file, theirs.benchmark.sets, {}};
  c.sets.push_back(fmt::format("grid=[{}]", fmt::join(theirs.grid, ", ")));
  c.sets.push_back(fmt::format("iterations={}", theirs.iterations));
  c.sets.push_back(
      fmt::format("hardware={{device: {}, board: {}, clock_mhz: {}, bus: 512}}", board->family, board->id, theirs.mhz));
  c.sets.emplace_back("inputs={}");
  explore::Problem& p = c.problem;
  p.drams = {*channel};
  p.drams.front().peak_gbs = theirs.setup.gbs_each;
  p.fabric = &model::fabric_of(board->family);
  p.calibration = &model::calibration_of(p.fabric->name);
  const std::vector<driver::Use> uses = driver::uses_of({}, 1, *p.fabric, *board);
  const auto part = [](std::optional<std::int64_t> whole, double of) {
    if (whole) *whole = static_cast<std::int64_t>(of * static_cast<double>(*whole));
    return whole;
  };
  const board::Fill& fill = board::fill_of(board->generation).fill;
  const double logic = fill.logic - theirs.setup.logic, memory = fill.ram - theirs.setup.memory;
  p.budget = {part(uses[0].available, logic), part(uses[1].available, logic), part(uses[2].available, memory),
              part(uses[3].available, fill.dsp - theirs.setup.dsp), 0};
  c.device = hw::DelayModel::find(board->family);
  c.logic = static_cast<double>(uses[0].available.value_or(0));
  p.kernel_mhz = theirs.mhz;
  p.bus_mhz = theirs.setup.gbs_each * 1e3 / kBeatBytes;
  p.iterations = theirs.iterations;
  p.cells_per_cycle = kLanes;
  if (p.fabric->is_xilinx()) p.rams = {spec::RamChoice::kAuto, spec::RamChoice::kBlock, spec::RamChoice::kDistributed};
  return c;
}

/// The clock of the best design, and its speed with it.
void find_our_clock(Beside& row, const Case& c, explore::Problem problem) {
  if (!row.best.best || c.device == nullptr || c.logic <= 0) return;
  const explore::Point& best = *row.best.best;
  row.clock =
      model::estimate_clock(*c.device, static_cast<double>(problem.fabric->logic(best.area)) / c.logic, row.theirs.mhz);
  row.at_our_clock.reset();
  if (!row.clock.known()) return;
  problem.kernel_mhz = row.clock.typical_mhz;
  problem.cells_per_cycle = {best.cells_per_cycle};
  problem.steps = {best.steps};
  problem.blocks = {best.block};
  problem.rams = {best.ram};
  problem.stencil.hardware = explore::at_point(problem.stencil.hardware, best);
  row.at_our_clock = explore::search(problem).best;
}

bool better(const explore::SearchResult& a, const std::optional<explore::Point>& b) {
  return a.best && (!b || a.best->seconds < b->seconds);
}

}  // namespace

const OtherArithmetic* Beside::other(const std::string& arithmetic) const {
  const auto found = std::ranges::find_if(others, [&](const OtherArithmetic& o) { return o.arithmetic == arithmetic; });
  return found == others.end() ? nullptr : &*found;
}

double Beside::most_gops() const {
  double most = best.best ? gops(*best.best) : 0;
  for (const OtherArithmetic& o : others) most = std::max(most, o.found.best ? gops(*o.found.best) : 0);
  return most;
}

Beside beside(const Published& theirs, const std::string& folder) {
  Beside row;
  row.theirs = theirs;
  Case c = case_of(theirs, folder);
  const auto plain = read(c.file, c.sets);
  std::vector<std::string> arithmetics;
  if (spec::has_floats(plain.sharing.hardware)) arithmetics.emplace_back("fused");
  const bool has_singles = std::ranges::any_of(
      plain.sharing.hardware.nodes, [](const spec::Node& n) { return n.type == spec::Type::float_of(8, 23); });
  if (has_singles && hw::hard_float_of(c.device->family) != nullptr) arithmetics.emplace_back("hard");
  for (const std::string& arithmetic : arithmetics) row.others.push_back({arithmetic, {}, ""});
  for (const std::string& layout : layouts(plain.sharing.hardware, theirs.setup.channels)) {
    auto sets = c.sets;
    sets.push_back("hardware.memory=" + layout);
    explore::Problem problem = c.problem;
    problem.stencil = read(c.file, sets).sharing.hardware;
    explore::SearchResult best = explore::search(problem);
    if (better(best, row.best.best) || row.memory.empty()) {
      row.best = std::move(best);
      row.memory = layout;
      find_our_clock(row, c, problem);
    }
    for (OtherArithmetic& other : row.others) {
      auto with = sets;
      with.push_back("arithmetic=" + other.arithmetic);
      explore::Problem its = c.problem;
      its.stencil = read(c.file, with).sharing.hardware;
      explore::SearchResult found = explore::search(its);
      if (better(found, other.found.best) || other.found.failure.empty()) other.found = std::move(found);
    }
    if (theirs.steps == 0) continue;
    problem.cells_per_cycle = {theirs.cells_per_cycle};
    problem.steps = {theirs.steps};
    problem.blocks = {theirs.block};
    const explore::SearchResult same = explore::search(problem);
    if (better(same, row.same)) row.same = same.best;
    if (!same.best) row.same_failure = same.failure;
  }
  if (row.same) row.same_fullest = fullest_text(*row.same, c.problem);
  for (OtherArithmetic& other : row.others) {
    if (other.found.best) other.fullest = fullest_text(*other.found.best, c.problem);
  }
  if (row.best.best) {
    row.best_fullest = fullest_text(*row.best.best, c.problem);
    row.paper_model = paper_model(theirs, *row.best.best);
  }
  return row;
}

}  // namespace rtlgen::bench
