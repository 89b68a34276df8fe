// One search per board and number format.
#include "driver/explore/explore.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <future>
#include <map>

#include "board/wiring.hpp"
#include "driver/explore/best_point.hpp"
#include "driver/explore/requests.hpp"
#include "driver/explore/space.hpp"
#include "driver/explore/winner.hpp"
#include "driver/model/dies.hpp"
#include "driver/model/model_parts.hpp"
#include "driver/prepare/card.hpp"
#include "driver/prepare/prepare.hpp"
#include "driver/prepare/ranges.hpp"
#include "driver/slabs/card_slabs.hpp"
#include "explore/probe.hpp"
#include "frontend/board/board_file.hpp"
#include "frontend/board/wiring_file.hpp"
#include "frontend/given.hpp"
#include "hw/delay_model.hpp"
#include "model/area/calibration.hpp"
#include "model/flops.hpp"
#include "plan/memory_fit.hpp"
#include "spec/placement.hpp"
#include "support/codes.hpp"
#include "support/counted.hpp"
#include "support/diagnostics.hpp"
#include "support/progress.hpp"
#include "support/result.hpp"
#include "support/safe_text.hpp"

namespace rtlgen::driver {

namespace {

/// A program in one number format and arithmetic, after sharing, and the settings of its search.
struct Searched {
  Numbers numbers;
  SharedProgram program;
};

/// All boards, or the one that options or file name.
Result<std::vector<board::Board>> boards_of(const ExploreOptions& options, const spec::Hardware& hardware,
                                            Diagnostics& diagnostics) {
  std::vector<board::Board> boards;
  if (options.all_boards) {
    for (const std::string& name : frontend::board_names()) {
      auto board = frontend::load_board(name, diagnostics);
      if (!board) return Failure{};
      boards.push_back(*std::move(board));
    }
    return boards;
  }
  auto board = board_of(options.model, hardware, diagnostics);
  if (!board) return Failure{};
  if (*board) {
    boards.push_back(**std::move(board));
    return boards;
  }
  refuse_no_board(options.model.source.file, true, diagnostics);
  return Failure{};
}

/// All number formats to search.
std::vector<Numbers> numbers_of(const ExploreOptions& options) {
  std::vector<Numbers> all;
  const std::vector<std::string> as_written = {""};
  for (const std::string& type : options.types.empty() ? as_written : options.types) {
    for (const std::string& arithmetic : options.arithmetic.empty() ? as_written : options.arithmetic)
      all.push_back({type, arithmetic});
  }
  return all;
}

/// Reads the description once per number format. With all boards it is read for the first one: the file's own board is
/// ignored.
Result<std::vector<Searched>> read_all(const ExploreOptions& options, Diagnostics& diagnostics) {
  ModelOptions with = options.model;
  if (!check_ranges(with, diagnostics)) return Failure{};
  // Faults of the first board's memory do not apply to the others.
  Diagnostics found;
  WarningPolicy policy = diagnostics.policy();
  if (options.all_boards) policy.off.insert({Code::kNoMemory, Code::kSlowMemory});
  found.set_policy(std::move(policy));
  std::vector<Searched> all;
  for (const Numbers& numbers : numbers_of(options)) {
    with.source = options.model.source;
    for (const std::string& set : numbers.sets()) with.source.sets.push_back(set);
    // Replaced later by the bus of each board.
    const auto source = options.all_boards ? on_board(with.source, frontend::board_names().front(), found)
                                           : source_on_board(with, found);
    const auto description = source ? read_stencil(*source, found) : Result<spec::Stencil>(Failure{});
    if (!description || !(options.all_boards || spec::check_places(*description, description->hardware, found))) break;
    all.push_back({numbers, share(*description, description->hardware)});
  }
  diagnostics.append(found);
  if (diagnostics.has_errors()) return Failure{};
  return all;
}

/// The measure by which cases are compared: the board's logic (an ALM counts as two LUTs), or time, or time and logic.
/// Returns nothing if it is unknown.
std::optional<double> cost_of(const ExploreCase& found, explore::Objective objective) {
  const explore::Point& best = *found.result.best;
  const model::Fabric& fabric = model::fabric_of(found.fabric);
  const double luts = fabric.counts_luts() ? 1 : 2;
  switch (objective) {
    case explore::Objective::kTime:
      return best.seconds;
    case explore::Objective::kEnergy:
      return best.seconds * luts * static_cast<double>(fabric.logic(best.area));
    case explore::Objective::kSmallest:
      break;
  }
  if (!found.budget.logic) return std::nullopt;
  return luts * static_cast<double>(*found.budget.logic);
}

/// The case of the smallest design among those that differ from `best` only in arithmetic, if times include a host:
/// times within a tie are then equal.
std::size_t cheapest_arithmetic(const std::vector<ExploreCase>& cases, std::size_t best,
                                const ExploreOptions& options) {
  const ExploreCase& fastest = cases[best];
  const bool has_host = options.grids > 0 || line_baud(fastest.board);
  if (!has_host || options.objective != explore::Objective::kTime) return best;
  const auto size = [](const ExploreCase& found) {
    const model::Fabric& fabric = model::fabric_of(found.fabric);
    const explore::Point& point = *found.result.best;
    return std::pair{explore::fullest(point.whole(), found.budget, fabric).part, fabric.logic(point.area)};
  };
  std::size_t smallest = best;
  for (std::size_t i = 0; i < cases.size(); ++i) {
    const ExploreCase& c = cases[i];
    const bool is_alike = c.board.id == fastest.board.id && c.numbers.type == fastest.numbers.type;
    if (!is_alike || !c.result.best) continue;
    if (c.result.best->seconds > explore::kHostTie * fastest.result.best->seconds) continue;
    if (size(c) < size(cases[smallest])) smallest = i;
  }
  return smallest;
}

/// The description's bus, by board and program.
using Buses = std::map<std::pair<std::size_t, std::size_t>, std::optional<spec::Bus>>;

Buses buses_of(const ExploreOptions& options, const std::vector<board::Board>& boards,
               const std::vector<Searched>& programs) {
  Buses buses;
  if (!options.all_boards) return buses;
  ModelOptions with = options.model;
  for (std::size_t b = 0; b < boards.size(); ++b) {
    with.board = boards[b].id;
    for (std::size_t i = 0; i < programs.size(); ++i) {
      with.source = options.model.source;
      for (const std::string& set : programs[i].numbers.sets()) with.source.sets.push_back(set);
      Diagnostics ignored;  // faults were reported when it was first read
      const auto source = source_on_board(with, ignored);
      const auto stencil = source ? read_stencil(*source, ignored) : Result<spec::Stencil>(Failure{});
      buses[{b, i}] = stencil ? stencil->hardware.bus : programs[i].program.sharing.hardware.hardware.bus;
    }
  }
  return buses;
}

/// Consecutive searches on boards with one fabric: each reuses results of earlier ones. A failure ends them.
struct Searches {
  std::vector<std::size_t> boards;         ///< indices
  std::vector<Result<ExploreCase>> found;  ///< by board, in the order of the programs
  Diagnostics diagnostics;

  void run(const ExploreOptions& options, const std::vector<board::Board>& all, const std::vector<Searched>& programs,
           const Buses& buses, Progress& progress, std::atomic<std::size_t>& done) {
    // One per program, because knowledge is specific to a program.
    std::vector<std::shared_ptr<explore::Knowledge>> known;
    for (std::size_t i = 0; i < programs.size(); ++i) known.push_back(explore::no_knowledge());
    for (const std::size_t board : boards) {
      for (std::size_t i = 0; i < programs.size(); ++i) {
        spec::Hardware hardware = programs[i].program.sharing.hardware.hardware;
        if (options.all_boards) {
          frontend::set_board(hardware, all[board], all[board].id);
          hardware.bus = buses.at({board, i});
        }
        found.push_back(explore_on(programs[i].program, hardware, all[board], options, *known[i], diagnostics));
        if (!found.back()) return;
        found.back()->numbers = programs[i].numbers;
        found.back()->program = programs[i].program.program;
        progress.now(fmt::format("exploring: {} of {} searches done, the last on {}", ++done,
                                 all.size() * programs.size(), safe::terminal(all[board].name)));
      }
    }
  }
};

/// Searches on all boards; results are in the order of the boards. Fabrics share nothing, so each has a thread.
Result<std::vector<ExploreCase>> search_all(const ExploreOptions& options, const std::vector<board::Board>& boards,
                                            const std::vector<Searched>& programs, Diagnostics& diagnostics) {
  std::map<std::string, Searches> fabrics;
  for (std::size_t i = 0; i < boards.size(); ++i) fabrics[model::fabric_of(boards[i].family).name].boards.push_back(i);
  Progress progress(fmt::format("exploring {}", counted(boards.size(), "board")));
  std::atomic<std::size_t> done{0};
  const Buses buses = buses_of(options, boards, programs);
  std::vector<std::future<void>> running;
  running.reserve(fabrics.size());
  for (auto& [name, searches] : fabrics)
    running.push_back(std::async(std::launch::async,
                                 [&, s = &searches] { s->run(options, boards, programs, buses, progress, done); }));
  for (std::future<void>& thread : running) thread.get();
  std::map<std::pair<std::size_t, std::size_t>, ExploreCase> in_order;
  for (auto& [name, searches] : fabrics) {
    diagnostics.append(searches.diagnostics);
    for (std::size_t k = 0; k < searches.found.size(); ++k) {
      if (!searches.found[k]) return Failure{};
      in_order.emplace(std::pair{searches.boards[k / programs.size()], k % programs.size()},
                       *std::move(searches.found[k]));
    }
  }
  std::vector<ExploreCase> cases;
  cases.reserve(in_order.size());
  for (auto& [place, found] : in_order) cases.push_back(std::move(found));
  return cases;
}

/// Resources that the best point uses but whose number is not in the board file, and memory of unknown speed.
std::vector<std::string> unknown_of(const ExploreCase& found, const model::Fabric& fabric, bool has_memory) {
  const model::Area area = found.result.best->whole();
  std::vector<std::string> unknown;
  const auto judge = [&](const std::optional<std::int64_t>& known, std::int64_t used, const std::string& what) {
    if (!known && used > 0) unknown.push_back(what);
  };
  judge(found.budget.logic, fabric.logic(area), fabric.logic_word());
  judge(found.budget.flip_flops, area.flip_flops, "flip-flops");
  judge(found.budget.rams, area.rams, fabric.ram_word);
  judge(found.budget.dsps, area.dsps, "DSP");
  if (!has_memory) unknown.emplace_back("memory");
  return unknown;
}

/// The tool of the board's project.
std::string project_of(const board::Board& board) {
  Diagnostics ignored;
  if (!frontend::wiring_texts().contains(board.id)) return "core only";
  const auto wiring = frontend::load_wiring(board.id, ignored);
  return wiring ? wiring->tool : "core only";
}

/// Adds facts derived from the search and the board.
void describe(ExploreCase& found, const model::Fabric& fabric, bool has_memory) {
  if (found.result.best) found.unknown = unknown_of(found, fabric, has_memory);
  found.memory_gbs = found.hardware.channels.gbs();
  found.project = project_of(found.board);
}

}  // namespace

std::vector<std::string> Numbers::sets() const {
  std::vector<std::string> sets;
  if (!type.empty()) sets.push_back("type=" + type);
  if (!arithmetic.empty()) sets.push_back("arithmetic=" + arithmetic);
  return sets;
}

spec::Hardware winner_of(const ExploreCase& found) { return explore::at_point(found.hardware, *found.result.best); }

void refuse_no_board(const std::string& file, bool can_search_all, Diagnostics& diagnostics) {
  diagnostics.error(Code::kOptionConflict, {file}, "a search needs a board, but the description names none",
                    {can_search_all ? "name one with --board, or search all with --all-boards; rtlgen boards lists them"
                                    : "name one with --board; rtlgen boards lists them"});
}

namespace {

/// The fault if the description names channels that the board lacks, or if its arrays do not fit the board's memory at
/// any P: that of the description, as in other commands.
std::optional<Diagnostic> refused_by_memory(spec::Stencil stencil, int cards, const std::vector<int>& lanes) {
  Diagnostics faults;
  if (!spec::check_places(stencil, stencil.hardware, faults)) return faults.all().front();
  // If there are too few rows for the ghosts of so many steps, those of one card are judged.
  const auto held = [&] { return cards > 1 ? largest_slab(stencil, cards).value_or(stencil.grid) : stencil.grid; };
  if (plan::check_memory_fit(stencil, held(), faults)) return std::nullopt;
  if (cards > 1) stencil.hardware.steps = 1;  // with the fewest ghosts
  for (const int p : lanes) {
    stencil.hardware.cells_per_cycle = p;
    if (plan::fits_memory(stencil, held())) return std::nullopt;
  }
  return faults.all().front();
}

/// The hops that chains need on the dies of the board; none if its part has one.
std::function<int(const model::Area&, int)> hops_on(const ExploreCase& found, const spec::Hardware& hardware,
                                                    const model::Fabric& fabric) {
  if (!found.board.resources.slr) return nullptr;
  return
      [&found, &hardware, &fabric, infrastructure = sum_of(found.infrastructure)](const model::Area& whole, int steps) {
        spec::Hardware chain = hardware;
        chain.steps = steps;
        chain.hops = std::min(hardware.hops, steps - 1);
        return dies_of(uses_of(whole, hardware.kernels, fabric, found.board, infrastructure, found.fill), chain,
                       found.board)
            .hops;
      };
}

/// The area of modules around the cores at a point, beyond that in the budget; none if it is the same everywhere.
std::function<model::Area(int, const contract::LineTop&)> area_beyond(const ExploreCase& found,
                                                                      const model::Fabric& fabric, int kernels) {
  auto all = area_by_plan(found.board, fabric, kernels);
  if (!all) return nullptr;
  model::Area counted;
  for (const Infrastructure& part : found.infrastructure) {
    if (part.depends_on_plan && part.each) counted += part.count * *part.each;
  }
  return [all = std::move(all), counted](int channels, const contract::LineTop& line) {
    return all(channels, line) + -1 * counted;
  };
}

/// The search of `found`, whose board, budget and clocks are known. The caller adds what has been read from files.
explore::Problem problem_of(const ExploreCase& found, const spec::Stencil& stencil, const ExploreOptions& options,
                            const std::vector<int>& lanes) {
  const spec::Hardware& hardware = stencil.hardware;
  const model::Fabric& fabric = model::fabric_of(hardware.device);
  explore::Problem problem;
  problem.stencil = stencil;
  problem.budget = found.budget;
  problem.fabric = &fabric;
  problem.kernel_mhz = found.clock_mhz;
  problem.clocks = found.clocks;
  if (hardware.bus) problem.bus_mhz = hardware.bus->clock_mhz;
  problem.iterations = options.model.iterations.value_or(stencil.iterations);
  problem.objective = options.objective;
  problem.target = options.target.value_or(0);
  problem.cells_per_cycle = lanes;
  problem.steps = options.steps;
  problem.blocks = options.blocks;
  problem.rams = rams_of(options, hardware, fabric, found.budget);
  problem.refused = options.refused;
  problem.all_points = options.all_points;
  problem.hops = hops_on(found, hardware, fabric);
  problem.held = held_by(options.model.cards);
  problem.accepts = accepted_by(found.board, options.model.cards, options.model.source.file);
  problem.around = area_beyond(found, fabric, hardware.kernels);
  if (const hw::DelayModel* const device = hw::DelayModel::find(hardware.device))
    problem.bridge = bridge_path(found.board, *device);
  problem.line_baud = line_baud(found.board).value_or(0);
  return problem;
}

/// Also sets the modules around the cores.
void set_budget(ExploreCase& found, const std::optional<plan::Plan>& some, const ModelOptions& with, int kernels) {
  if (some) found.infrastructure = infrastructure_of(found.board, *some);
  // The area of a point includes its own shell, which depends on the placement of its fields.
  std::erase_if(found.infrastructure, [](const Infrastructure& a) { return a.what == kShellWord; });
  found.fill = fill_of(with, found.board);
  found.budget = budget_of(found.board, kernels, model::fabric_of(found.fabric), sum_of(found.infrastructure),
                           found.fill, found.notes);
  for (std::string& unknown : unknown_of(found.infrastructure)) found.notes.push_back(std::move(unknown));
}

/// The program for a P as `prepare` shares it; `known` keeps all. Both must outlive the function.
std::function<const spec::Program&(int)> shared_by(const SharedProgram& program, explore::SharedPrograms& known) {
  const auto share_for = [&program](int lanes) {
    spec::Hardware hardware = program.requested;
    hardware.cells_per_cycle = lanes;
    analysis::Sharing sharing = share(program.program, hardware).sharing;
    return std::pair<std::string, spec::Program>(std::move(sharing.lines), std::move(sharing.hardware));
  };
  return [share_for, &known](int lanes) -> const spec::Program& { return known.at(lanes, share_for); };
}

}  // namespace

Result<ExploreCase> explore_on(const SharedProgram& program, const spec::Hardware& given, const board::Board& board,
                               const ExploreOptions& options, explore::Knowledge& known, Diagnostics& diagnostics) {
  const auto begin = std::chrono::steady_clock::now();
  const ModelOptions& with = options.model;
  spec::Stencil stencil = spec::with_hardware(program.sharing.hardware, given);
  const bool is_unlimited = with.dram == "ideal";
  if (is_unlimited) stencil.hardware.channels.bytes.clear();
  const spec::Hardware& hardware = stencil.hardware;
  const model::Fabric& fabric = model::fabric_of(hardware.device);
  const auto calibration = read_calibration(with.calibration, fabric, diagnostics);
  const model::Drams drams = drams_of(with, board, diagnostics);
  check_ultra_ram(options, board, hardware.device, diagnostics);
  if (!calibration || diagnostics.has_errors()) return Failure{};
  ExploreCase found;
  found.board = board;
  found.fabric = fabric.name;
  found.clock_mhz = with.clock_mhz.value_or(hardware.clock_mhz);
  found.clocks = clocks_of(options, hardware, found.notes);
  found.hardware = given;
  const std::vector<int> lanes =
      lanes_of(options, stencil, found.clock_mhz, with.iterations.value_or(stencil.iterations));
  found.refused = refused_by_memory(stencil, with.cards, lanes);
  const bool has_line = line_baud(board).has_value();
  if (with.cards > 1 && has_line) found.refused = no_cards(board);
  const auto some = found.refused ? std::nullopt : some_plan(stencil, options, found.clocks, known);
  set_budget(found, some, with, hardware.kernels);
  if (with.cards > 1)
    found.notes.push_back(fmt::format(
        "each of {} cards holds a slab of the grid; times are those of one card on all of it (docs/cards.md)",
        with.cards));
  if ((!hardware.bus || drams.empty()) && !has_line)
    found.notes.push_back(
        is_unlimited ? "memory bandwidth is unlimited, as requested"
                     : fmt::format("the memory of {} is unknown: its bandwidth is assumed unlimited", board.id));
  explore::Problem problem = problem_of(found, stencil, options, lanes);
  problem.calibration = &*calibration;
  problem.drams = drams;
  problem.flops = model::flops_written(program.reference());
  problem.shared = shared_by(program, known.shared);
  // A serial line cannot feed a late input, which longer chains do not have (line_check).
  if (has_line && some && !some->core.late_arrays.empty()) problem.fewest_steps = 2;
  if (options.grids > 0 && !request_batch(options, board, hardware, problem, found.notes, diagnostics))
    return Failure{};
  if (found.refused)
    found.result.failure = fmt::format("{}; {}", found.refused->message, found.refused->notes.front());
  else
    found.result = explore::search(problem, known);
  if (!found.result.best && with.clock_mhz)
    found.result.failure += "; --clock only scales times: use --clocks to plan for another clock";
  describe(found, fabric, has_line || is_unlimited || (hardware.bus && !drams.empty()));
  if (!drams.empty() && !has_line) found.dram = dram_of(found, problem, known);
  find_model_clock(found);
  note_dies(found);
  note_line(found, problem, known);
  note_places(found, problem, known);
  found.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  return found;
}

namespace {

/// Whether all numbers of the search are in range.
bool check_space(const ExploreOptions& options, Diagnostics& diagnostics) {
  bool good = check_ranges(options.model, diagnostics);
  if (options.target) good = check_number(kTargetRange, *options.target, diagnostics) && good;
  if (options.grids != 0) good = check_number(kBatchRange, options.grids, diagnostics) && good;
  good = check_numbers(kLanesRange, options.cells_per_cycle, diagnostics) && good;
  good = check_numbers(kDepthRange, options.steps, diagnostics) && good;
  return check_numbers(kClocksRange, options.clocks, diagnostics) && good;
}

}  // namespace

Result<ExploreReport> explore_designs(const ExploreOptions& options, Diagnostics& diagnostics) {
  if (options.model.clock_mhz && !options.clocks.empty())
    return diagnostics.error(Code::kOptionConflict, {"--clocks"},
                             "--clock sets one clock for all points, but --clocks searches several",
                             {"leave out one of the two"});
  if (!check_space(options, diagnostics)) return Failure{};
  if (options.target && options.objective != explore::Objective::kSmallest)
    return diagnostics.error(Code::kOptionConflict, {"--target"}, "--target finds the smallest design that reaches it",
                             {"add --objective smallest"});
  if (!check_target(options, diagnostics)) return Failure{};
  const auto programs = read_all(options, diagnostics);
  if (!programs) return Failure{};
  for (const Searched& searched : *programs) {
    if (options.model.cards > 1 && !check_for_cards(searched.program, diagnostics)) return Failure{};
  }
  const auto boards = boards_of(options, programs->front().program.requested, diagnostics);
  if (!boards) return Failure{};
  ExploreReport report;
  report.all_boards = options.all_boards;
  auto cases = search_all(options, *boards, *programs, diagnostics);
  if (!cases) return Failure{};
  report.cases = *std::move(cases);
  const bool is_refused = std::all_of(report.cases.begin(), report.cases.end(),
                                      [](const ExploreCase& found) { return found.refused.has_value(); });
  if (is_refused && !options.all_boards) {
    const Diagnostic& fault = *report.cases.front().refused;
    return diagnostics.error(fault.code, fault.where, fault.message, fault.notes);
  }
  double least = 0;
  for (std::size_t i = 0; i < report.cases.size(); ++i) {
    const bool is_known = report.cases[i].unknown.empty() || !options.all_boards;
    const auto cost =
        report.cases[i].result.best && is_known ? cost_of(report.cases[i], options.objective) : std::nullopt;
    if (!cost || (report.best >= 0 && *cost >= least)) continue;
    report.best = static_cast<std::int64_t>(i);
    least = *cost;
  }
  if (report.best < 0) return report;
  report.best =
      static_cast<std::int64_t>(cheapest_arithmetic(report.cases, static_cast<std::size_t>(report.best), options));
  if (options.write.empty()) return report;
  if (!write_winner(options, report.cases[static_cast<std::size_t>(report.best)], diagnostics)) return Failure{};
  report.written = options.write;
  return report;
}

}  // namespace rtlgen::driver
