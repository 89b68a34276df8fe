// Predicts runs over 1, 2, 4, ... cards.
#include "driver/cards/scaling.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "driver/model/batch.hpp"
#include "driver/model/model_parts.hpp"
#include "driver/prepare/prepare.hpp"
#include "model/drams.hpp"
#include "spec/program.hpp"
#include "support/codes.hpp"
#include "support/diagnostics.hpp"
#include "support/result.hpp"

namespace rtlgen::driver {

namespace {

/// The first `count` cards.
struct Cards {
  int count = 1;
  std::vector<double> speeds, slowness;
  double worth = 1;  ///< their combined speed, as a multiple of the fastest card of all
};

Cards first_cards(const ScalingOptions& options, int count) {
  Cards cards;
  cards.count = count;
  cards.worth = count;
  if (options.speeds.empty()) return cards;
  cards.speeds.assign(options.speeds.begin(), options.speeds.begin() + count);
  const double fastest = *std::max_element(options.speeds.begin(), options.speeds.end());
  cards.worth = 0;
  for (const double s : cards.speeds) {
    cards.slowness.push_back(fastest / s);
    cards.worth += s / fastest;
  }
  return cards;
}

/// `held`: the design that has the sizes of the channels.
std::optional<Scaled> scaled(const ScalingOptions& options, const Prepared& prepared, const Prepared& held,
                             const model::TimeInput& time, const Cards& cards) {
  Diagnostics unused;
  const CardFigures figures{time, cards.slowness, options.network};
  const auto choice = choose_slabs(split_input(prepared, time.extents, cards.count, cards.speeds),
                                   cards.count == 1 ? 1 : options.slabs, figures, unused);
  if (!choice || !choice->predicted) return std::nullopt;
  if (options.model.dram != "ideal" && !check_slab_memory(held, time.extents, choice->slabs, unused))
    return std::nullopt;
  return Scaled{choice->each(), *choice->predicted, choice->predicted->efficiency(cards.worth)};
}

/// The same hardware, with counters for a grid that is `times` times longer along its last axis. Fields keep
/// their places, because each card holds only its slabs.
Result<std::shared_ptr<const Prepared>> prepare_longer(const ModelReport& design, int times, Diagnostics& diagnostics) {
  spec::Program program = design.prepared->program;
  const auto last = static_cast<std::size_t>(program.axes - 1);
  program.grid[last] = std::max(program.grid[last], design.extents[last] * times);
  spec::Hardware hardware = design.prepared->requested;
  hardware.channels.bytes.clear();
  if (hardware.bus) hardware.bus->memory = design.prepared->stencil().hardware.bus->memory;
  return prepare(program, hardware, diagnostics);
}

}  // namespace

Result<ScalingReport> model_cards(const ScalingOptions& options, const ModelReport& design, Diagnostics& diagnostics) {
  const Prepared& prepared = *design.prepared;
  if (!check_for_cards(prepared, diagnostics)) return Failure{};
  if (!check_has_shell(design, options.model, "--cards",
                       "the description has no hardware.bus, so transfers to memory and host cannot be predicted",
                       diagnostics))
    return Failure{};
  ScalingReport report;
  report.extents = design.extents;
  report.iterations = design.iterations;
  report.link = options.model.link.empty() ? "pcie3x8" : options.model.link;
  model::TimeInput time;
  time.plan = &prepared.plan;
  time.extents = design.extents;
  time.iterations = design.iterations;
  time.kernel_mhz = design.clock_mhz;
  time.bus_mhz = prepared.plan.shell->bus_mhz;
  time.link = link_of(report.link, diagnostics);
  time.drams = drams_of(options.model, design.board, diagnostics);
  if (diagnostics.has_errors()) return Failure{};
  if (!time.drams.empty()) report.dram = model::parts_text(time.drams, prepared.plan);
  const cards::SplitInput split = split_input(prepared, design.extents, options.cards, options.speeds);
  if (!cards::split(split, diagnostics)) return Failure{};  // mainly the speeds, which the code below uses
  const Cards all = first_cards(options, options.cards);
  auto choice = choose_slabs(split, options.slabs, CardFigures{time, all.slowness, options.network}, diagnostics);
  if (choice && options.model.dram != "ideal" &&
      !check_slab_memory(prepared, design.extents, choice->slabs, diagnostics))
    return Failure{};
  const auto longer = prepare_longer(design, options.cards, diagnostics);
  if (!choice || !longer) return Failure{};
  report.choice = *std::move(choice);
  report.worth = all.worth;
  for (int count = 1;; count = std::min(2 * count, options.cards)) {
    const Cards cards = first_cards(options, count);
    model::TimeInput weak = time;
    weak.plan = &(*longer)->plan;
    weak.extents[static_cast<std::size_t>(prepared.stencil().axes - 1)] *= count;
    report.rows.push_back(
        {count, scaled(options, prepared, prepared, time, cards), scaled(options, **longer, prepared, weak, cards)});
    if (count == options.cards) break;
  }
  return report;
}

}  // namespace rtlgen::driver
