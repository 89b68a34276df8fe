// Potentials and roofline of a design, and every change tried with the models.
#include "driver/advise/advise.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>

#include "contract/shell.hpp"
#include "driver/advise/measured.hpp"
#include "driver/explore/changes.hpp"
#include "driver/model/dies.hpp"
#include "driver/model/model_parts.hpp"
#include "driver/prepare/prepare.hpp"
#include "frontend/board/kernel_file.hpp"
#include "frontend/schema/hardware_keys.hpp"
#include "model/alternatives.hpp"
#include "model/drams.hpp"
#include "model/flops.hpp"
#include "plan/place_fields.hpp"
#include "spec/placement.hpp"
#include "support/codes.hpp"
#include "support/counted.hpp"
#include "support/diagnostics.hpp"
#include "support/numbers.hpp"
#include "support/result.hpp"

namespace rtlgen::driver {

namespace {

/// A smaller gain is ignored, as in the choice of places.
constexpr double kLeastGain = plan::kAsFast;

double run_seconds(const ModelReport& report) { return report.best().seconds + report.best().host_seconds; }

std::string fullest_of(const ModelReport& report) {
  const Use* const least = model::scarcest(report.uses);
  const bool known =
      std::all_of(report.uses.begin(), report.uses.end(), [](const Use& u) { return u.available.has_value(); });
  return least == nullptr ? ""
                          : fmt::format("{:.1f} % of {}{}", 100 * *least->part(), least->what,
                                        known ? "" : ", as far as the board is known");
}

std::string does_not_fit(const ModelReport& report) {
  std::vector<std::string> faults;
  for (const Use& u : report.uses) {
    if (!u.fits())
      faults.push_back(
          fmt::format("{} {} (limit {})", count_text(u.used + u.infrastructure), u.what, count_text(*u.most())));
  }
  return fmt::format("does not fit: needs {}", fmt::join(faults, ", "));
}

std::string not_faster(const Change& change) {
  constexpr double kSame = 5e-5;
  if (std::abs(change.times_faster - 1) < kSame) return fmt::format("no faster: {}", change.pace);
  return change.times_faster > 1 ? "only " + compared_text(change.times_faster, "faster")
                                 : fmt::format("{}: {}", compared_text(1 / change.times_faster, "slower"), change.pace);
}

/// The change with the hops that its dies need, as explore proposes them; none if it already has them.
std::optional<Candidate> with_hops(const Candidate& candidate, const ModelReport& then, const ModelReport& now) {
  if (!then.board || !then.fits()) return std::nullopt;
  const Dies dies = dies_of(then.uses, then.prepared->stencil().hardware, *then.board);
  if (dies.hops <= candidate.hardware.hops) return std::nullopt;
  Candidate more = candidate;
  more.hardware.hops = dies.hops;
  more.what += hops_text(dies.hops);
  more.sets = frontend::hardware_keys(now.prepared->program, now.prepared->requested, more.hardware);
  return more;
}

/// The cost of a design, as numbers that should be low.
std::vector<std::int64_t> costs_of(const ModelReport& report) {
  std::vector<std::int64_t> costs;
  for (const Use& u : report.uses) costs.push_back(u.used + u.infrastructure);
  const auto& shell = report.prepared->plan.shell;
  costs.push_back(shell ? static_cast<std::int64_t>(shell->channels.size()) : 0);
  costs.push_back(std::llround(1e3 * report.clock_mhz));
  return costs;
}

/// Predicts the design with the changed keys.
Change tried(const Candidate& candidate, const ModelOptions& options, const ModelReport& now) {
  Change change;
  change.what = candidate.what;
  change.sets = candidate.sets;
  change.is_best = candidate.is_best;
  change.refused = candidate.impossible;
  if (!change.refused.empty()) return change;
  ModelOptions with = options;
  with.hints = false;
  if (candidate.own_clock) with.clock_mhz.reset();
  Diagnostics diagnostics;
  auto prepared = prepare(now.prepared->program, candidate.hardware, diagnostics);
  const auto then = prepared ? model_design(*std::move(prepared), with, diagnostics) : Result<ModelReport>(Failure{});
  if (!then) {
    change.refused =
        "cannot be built: " + (diagnostics.all().empty() ? std::string("no plan") : diagnostics.all().front().message);
    return change;
  }
  if (const auto more = with_hops(candidate, *then, now)) return tried(*more, options, now);
  change.seconds = run_seconds(*then);
  change.times_faster = run_seconds(now) / *change.seconds;
  change.clock_mhz = then->clock_mhz;
  change.estimated_mhz = then->clock.typical_mhz;
  change.cell_updates_per_s = then->best().cell_updates_per_s;
  change.pace = model::pace_of(then->best().bound);
  change.fullest = fullest_of(*then);
  change.costs = costs_of(*then);
  // If the design does not fit, every change that fits helps.
  if (!then->fits())
    change.refused = does_not_fit(*then);
  else if (now.fits() && change.times_faster < kLeastGain)
    change.refused = not_faster(change);
  return change;
}

/// The best P, I and block on the board for `hardware`, at the clock and in the memory of `options`.
Result<explore::SearchResult> searched(const ModelReport& now, const ModelOptions& options,
                                       const spec::Hardware& hardware, Diagnostics& diagnostics) {
  ExploreOptions search;
  search.model = options;
  search.cells_per_cycle = lanes_to_search(now.prepared->plan.core.cells_per_cycle);
  const Prepared& prepared = *now.prepared;
  const auto known = explore::no_knowledge();
  auto found = explore_on(prepared, hardware, *now.board, search, *known, diagnostics);
  if (!found) return Failure{};
  return std::move(found->result);
}

void note_search(const explore::SearchResult& result, const ModelOptions& options, AdviseReport& report) {
  report.search = result.best ? fmt::format("{} of P, I and blocks, {} may fit; {}", counted(result.points, "point"),
                                            count_text(result.fitting),
                                            result.proven ? "by the model, no other can be faster than the best of them"
                                                          : "another may be faster than the best of them")
                              : result.failure;
  if (!options.extents.empty())
    report.notes.emplace_back("the search is for the description's grid; times are for the requested extents");
}

/// All candidates. If one uses all channels, also the best point with these channels, if that is faster than without.
std::vector<Candidate> all_changes(const AdviseReport& report, const std::optional<explore::Point>& best) {
  std::vector<Candidate> all = candidate_changes(report.now, best);
  const auto widest =
      std::find_if(all.begin(), all.end(), [](const Candidate& c) { return c.is_widest && c.impossible.empty(); });
  if (widest == all.end()) return all;
  Diagnostics refused;
  for (const spec::Placement& place : widest->hardware.bus->memory) {
    if (!spec::check_placement(report.now.prepared->program, place, refused)) return all;
  }
  const auto result = searched(report.now, report.options, widest->hardware, refused);
  if (!result || !result->best || (best && best->seconds < kLeastGain * result->best->seconds)) return all;
  Candidate both = change_to(report.now, *result->best);
  if (both.sets.empty()) return all;
  all.push_back(with_places(report.now, std::move(both), *widest));
  return all;
}

/// Refuses changes that gain nothing over another one that costs no more.
void refuse_superfluous(std::vector<Change>& changes) {
  std::vector<std::size_t> good;
  std::vector<model::Alternative> alternatives;
  for (std::size_t i = 0; i < changes.size(); ++i) {
    if (!changes[i].refused.empty()) continue;
    good.push_back(i);
    alternatives.push_back({*changes[i].seconds, changes[i].costs});
  }
  const auto by = model::superfluous(alternatives, kLeastGain);
  for (std::size_t k = 0; k < good.size(); ++k) {
    if (!by[k]) continue;
    Change& change = changes[good[k]];
    const Change& better = changes[good[*by[k]]];
    change.refused =
        fmt::format("{} than with \"{}\", which {}", *change.seconds < *better.seconds ? "hardly faster" : "no faster",
                    better.what, change.costs == better.costs ? "costs the same" : "costs less");
  }
}

/// The design before any change.
Result<std::shared_ptr<const Prepared>> prepare_now(const ModelOptions& options, AdviseReport& report,
                                                    Diagnostics& diagnostics) {
  std::string note;
  auto prepared = prepare_on_board(options, note, diagnostics);
  if (!prepared) return Failure{};
  const auto board = board_of(options, (*prepared)->requested, diagnostics);
  if (!board) return Failure{};
  if (!*board)
    return diagnostics.error(Code::kOptionConflict, {options.source.file},
                             "advice needs a board, but the description names none",
                             {"name one with --board; rtlgen boards lists them"});
  if (!note.empty()) report.notes.push_back(std::move(note));
  return prepared;
}

std::string bound_text(const ModelReport& report) {
  const model::Time& t = report.best();
  if (t.bound == model::Bound::kLine)
    return fmt::format("the serial line: it takes {} of the time", share_text(t.host_seconds / run_seconds(report)));
  if (t.host_seconds > t.seconds)
    return fmt::format("the host's link: transfers take {} of the time",
                       share_text(t.host_seconds / run_seconds(report)));
  switch (t.bound) {
    case model::Bound::kChannel:
    case model::Bound::kBus:
      return model::memory_bound_text(t);
    case model::Bound::kWaiting:
      return "passes that wait for each other: the grid is small for this chain";
    case model::Bound::kKernel:
    case model::Bound::kLine:
    case model::Bound::kLink:
      break;
  }
  const std::string fullest = fullest_of(report);
  return "compute, one word per cycle" + (fullest.empty() ? "" : "; the fullest resource: " + fullest);
}

void add_roof(AdviseReport& report) {
  const ModelReport& now = report.now;
  const Use* const least = model::scarcest(now.uses);
  report.roof =
      model::roof_of({&now.prepared->plan, &now.best(), now.extents, now.iterations, now.clock_mhz,
                      model::flops_written(now.prepared->reference()), model::peak_gbs(now.drams, now.prepared->plan),
                      now.board->peak_gbs().value_or(0), least != nullptr ? *least->filled() : 0});
}

}  // namespace

Result<AdviseReport> advise(const AdviseOptions& requested, Diagnostics& diagnostics) {
  AdviseReport report;
  ModelOptions options = requested.model;
  auto prepared = prepare_now(options, report, diagnostics);
  if (!prepared) return Failure{};
  auto now = model_design(*std::move(prepared), options, diagnostics);
  if (!now) return Failure{};
  report.now = *std::move(now);
  report.potentials = model::potentials({&report.now.best(), report.now.time.has_value(), report.now.uses});
  add_roof(report);
  if (report.now.prepared->stencil().decides_between_passes())
    report.notes.emplace_back(
        "monitors decide once per pass of I steps: with another I the run may end at another step");
  if (options.cards > 1)
    report.notes.push_back(fmt::format(
        "times are those of one card on the whole grid; rtlgen model --cards {} predicts the cards", options.cards));
  report.binds = bound_text(report.now);
  if (!requested.measured.empty()) {
    auto measured = compare_measured(requested.measured, report, options, diagnostics);
    if (!measured) return Failure{};
    report.measured = *std::move(measured);
  }
  // All changes use one clock, so that a gain comes only from the change.
  if (!options.clock_mhz) options.clock_mhz = report.now.clock_mhz;
  report.options = options;
  const auto result = searched(report.now, options, report.now.prepared->requested, diagnostics);
  if (!result) return Failure{};
  note_search(*result, options, report);
  std::vector<Change> all;
  for (const Candidate& candidate : all_changes(report, result->best)) {
    Change change = tried(candidate, options, report.now);
    // With the hops that it needs, a change may be one that is there already.
    const bool known = std::any_of(all.begin(), all.end(), [&](const Change& c) { return c.sets == change.sets; });
    if (change.sets.empty() || !known) all.push_back(std::move(change));
  }
  refuse_superfluous(all);
  for (Change& change : all) (change.refused.empty() ? report.changes : report.refused).push_back(std::move(change));
  std::stable_sort(report.changes.begin(), report.changes.end(),
                   [](const Change& a, const Change& b) { return *a.seconds < *b.seconds; });
  return report;
}

Result<KernelReport> advise_kernel(const std::string& file, model::wang2016::Reading reading,
                                   Diagnostics& diagnostics) {
  auto program = frontend::load_kernel(file, diagnostics);
  if (!program) return Failure{};
  KernelReport report;
  report.program = *std::move(program);
  report.reading = reading;
  report.result =
      model::wang2016::analyse(report.program.kernel, report.program.launch, report.program.device, reading);
  return report;
}

}  // namespace rtlgen::driver
