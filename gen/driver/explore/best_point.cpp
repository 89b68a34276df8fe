// Facts about the best point that the search itself does not need.
#include "driver/explore/best_point.hpp"

#include <fmt/format.h>

#include <optional>
#include <string>
#include <tuple>

#include "driver/model/model_parts.hpp"
#include "explore/probe.hpp"
#include "model/time.hpp"
#include "plan/plan.hpp"
#include "support/diagnostics.hpp"
#include "support/result.hpp"

namespace rtlgen::driver {

namespace {

/// Seconds of a run at a point, without those of a host.
std::optional<double> run_seconds(const explore::Problem& problem, const explore::Point& point,
                                  explore::Knowledge& known) {
  const auto plan = explore::plan_at(problem, point, known.memo);
  Diagnostics ignored;
  const auto time = plan ? model::run_time(explore::time_input(problem, *plan, point.clock_mhz), ignored)
                         : Result<model::Time>(Failure{});
  return time ? std::optional(time->seconds) : std::nullopt;
}

}  // namespace

void note_line(ExploreCase& found, const explore::Problem& problem, explore::Knowledge& known) {
  if (!found.answer.best || !line_baud(found.board)) return;
  if (const auto plan = explore::plan_at(problem, *found.answer.best, known.memo))
    found.notes.push_back(fmt::format("{}; of all points within {:g} % of the shortest time, the smallest is the best",
                                      line_note(found.board, *plan, found.answer.best->clock_mhz),
                                      100 * (explore::kHostTie - 1)));
}

void time_with_hops(ExploreCase& found, const explore::Problem& problem, explore::Knowledge& known) {
  if (!found.answer.best || found.hops == problem.stencil.hardware.hops || problem.has_host()) return;
  explore::Problem hopping = problem;
  hopping.stencil.hardware.hops = found.hops;
  const explore::Point best = *found.answer.best;
  const auto seconds = run_seconds(hopping, best, known);
  if (!seconds) return;
  const auto choices_of = [](const explore::Point& p) {
    return std::tie(p.cells_per_cycle, p.steps, p.block, p.ram, p.form, p.dsp_limit, p.dsp_sums, p.scheduled_mhz,
                    p.clock_mhz);
  };
  const auto retime = [&](explore::Point& p) {
    const double times = best.seconds / *seconds;
    p.seconds = *seconds;
    for (double* const rate : {&p.cell_updates_per_s, &p.gflops, &p.memory_gbs}) *rate *= times;
  };
  for (explore::Point& p : found.answer.front) {
    if (choices_of(p) == choices_of(best)) retime(p);
  }
  retime(*found.answer.best);
}

void note_places(ExploreCase& found, const explore::Problem& problem, explore::Knowledge& known) {
  const spec::Hardware& hardware = problem.stencil.hardware;
  if (!found.answer.best || !hardware.bus || hardware.bus->memory.empty() || hardware.channels.count < 2) return;
  explore::Problem other = problem;
  other.stencil.hardware.bus->memory.clear();
  const auto given = run_seconds(problem, *found.answer.best, known);
  const auto placed = run_seconds(other, *found.answer.best, known);
  std::string text = given && placed ? slow_places_text(*given, *placed) : "";
  if (!text.empty()) found.notes.push_back(std::move(text));
}

}  // namespace rtlgen::driver
