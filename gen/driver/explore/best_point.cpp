// Facts about the best point that the search itself does not need.
#include "driver/explore/best_point.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <string>

#include "driver/model/dies.hpp"
#include "driver/model/model_parts.hpp"
#include "explore/probe.hpp"
#include "hw/delay_model.hpp"
#include "model/clock.hpp"
#include "model/drams.hpp"
#include "model/potentials.hpp"
#include "model/time.hpp"
#include "plan/plan.hpp"
#include "support/diagnostics.hpp"
#include "support/numbers.hpp"
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

std::string dram_of(const ExploreCase& found, const explore::Problem& problem, explore::Knowledge& known) {
  const model::Drams& drams = problem.drams;
  const bool is_mixed = drams.size() > 1 && found.result.best && problem.stencil.hardware.bus;
  if (const auto plan = is_mixed ? explore::plan_at(problem, *found.result.best, known.memo) : Failure{})
    return model::parts_text(drams, *plan);
  std::string text;
  for (const model::Channel& dram : drams) text += (text.empty() ? "" : ", ") + dram.part;
  return text;
}

std::string fullest_of(const ExploreCase& found, const explore::Point& point) {
  const std::vector<Use> uses = uses_of(point.whole(), found.hardware.kernels, model::fabric_of(found.fabric),
                                        found.board, sum_of(found.infrastructure), found.fill);
  const Use* const least = model::scarcest(uses);
  return least == nullptr ? "unknown" : fmt::format("{} of {}", share_text(*least->part()), least->what);
}

void find_model_clock(ExploreCase& found) {
  if (!found.result.best) return;
  const explore::Point& best = *found.result.best;
  const spec::Hardware hardware = winner_of(found);
  const hw::DelayModel* const device = hw::DelayModel::find(hardware.device);
  // Clocks that a prediction defends are those of the schedule.
  found.model_mhz = hardware.clock_mhz;
  if (device == nullptr || model::defends_clock(*device)) return;
  const std::vector<Use> uses = uses_of(best.whole(), hardware.kernels, model::fabric_of(found.fabric), found.board,
                                        sum_of(found.infrastructure), found.fill);
  const model::ClockEstimate clock =
      model::estimate_clock(*device, uses.front().part().value_or(0), hardware.clock_mhz);
  if (clock.known()) found.model_mhz = clock.typical_mhz;
}

void note_line(ExploreCase& found, const explore::Problem& problem, explore::Knowledge& known) {
  if (!found.result.best || !line_baud(found.board)) return;
  if (const auto plan = explore::plan_at(problem, *found.result.best, known.memo))
    found.notes.push_back(fmt::format("{}; of all points within {:g} % of the shortest time, the smallest is the best",
                                      line_note(found.board, *plan, found.result.best->clock_mhz),
                                      100 * (explore::kHostTie - 1)));
}

void note_dies(ExploreCase& found) {
  if (!found.result.best) return;
  const explore::Point& best = *found.result.best;
  spec::Hardware hardware = explore::at_point(found.hardware, best);
  hardware.hops = std::min(found.hardware.hops, best.steps - 1);
  const model::Fabric& fabric = model::fabric_of(found.fabric);
  Dies dies =
      dies_of(uses_of(best.whole(), hardware.kernels, fabric, found.board, sum_of(found.infrastructure), found.fill),
              hardware, found.board);
  if (!dies.note.empty()) found.notes.push_back(std::move(dies.note));
}

void note_places(ExploreCase& found, const explore::Problem& problem, explore::Knowledge& known) {
  const spec::Hardware& hardware = problem.stencil.hardware;
  if (!found.result.best || !hardware.bus || hardware.bus->memory.empty() || hardware.channels.count() < 2) return;
  explore::Problem other = problem;
  other.stencil.hardware.bus->memory.clear();
  const auto given = run_seconds(problem, *found.result.best, known);
  const auto placed = run_seconds(other, *found.result.best, known);
  std::string text = given && placed ? slow_places_text(*given, *placed) : "";
  if (!text.empty()) found.notes.push_back(std::move(text));
}

}  // namespace rtlgen::driver
