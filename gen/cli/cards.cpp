// Reports of runs over several cards.
#include "cli/cards.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <numeric>

#include "cli/advise.hpp"
#include "cli/report.hpp"
#include "cli/report_runs.hpp"
#include "contract/core_interface.hpp"
#include "contract/shell.hpp"
#include "driver/prepare/prepare.hpp"
#include "runner/compare.hpp"
#include "spec/stencil.hpp"
#include "support/numbers.hpp"
#include "support/safe_text.hpp"

namespace rtlgen::cli {

namespace {

double sum(const std::vector<double>& list) { return std::accumulate(list.begin(), list.end(), 0.0); }

/// The number of slabs per card, and why.
std::string slabs_text(const driver::SlabChoice& choice) {
  std::string text = fmt::format("  slabs    {} per card{}", choice.each(),
                                 choice.each() > 1 ? ", one computed while the others are exchanged" : "");
  if (choice.was_requested) return text + ", as requested\n";
  if (choice.considered.empty()) return choice.each() > 1 ? text + "\n" : "";
  text += ": predicted";
  for (std::size_t i = 0; i < choice.considered.size(); ++i) {
    const auto& time = choice.considered[i];
    text += fmt::format("{} {}", i > 0 ? "," : "",
                        time ? fmt::format("{} with {}", duration_text(time->seconds), counted_text(i + 1, "slab"))
                             : fmt::format("not possible with {}", counted_text(i + 1, "slab")));
  }
  return text + "\n";
}

bool has_hard_blocks(const driver::CardsReport& report) {
  return !report.prepared->plan.shell->self_test.blocks.empty();
}

std::string faults_text(const driver::CardsReport& report) {
  std::string text;
  if (!report.failure.empty()) text += "  FAILED   " + report.failure + "\n";
  if (report.mismatches > 0) text += differing_text(report.mismatches);
  if (report.first_mismatch) {
    const runner::Mismatch& m = *report.first_mismatch;
    const spec::Array& array = report.prepared->stencil().arrays[spec::ArrayId(m.array)];
    text += fmt::format("           first at {}[{}]: expected {}, got {}\n", array.shown(),
                        fmt::join(m.cell.begin(), m.cell.begin() + report.prepared->stencil().axes, ", "),
                        runner::show_value(array.type, m.expected), runner::show_value(array.type, m.got));
  }
  return text;
}

}  // namespace

std::string cards_text(const driver::CardsReport& r, const std::string& memory) {
  const spec::Stencil& stencil = r.prepared->stencil();
  const contract::CoreInterface& core = r.prepared->plan.core;
  const int cards = r.choice.cards(), each = r.choice.each();
  std::string text =
      fmt::format("{}: {} cells, {}; P = {}, I = {}; {}{}, each with {}\n", stencil.name,
                  fmt::join(r.extents.begin(), r.extents.begin() + stencil.axes, " x "),
                  counted_text(r.iterations, "step"), core.cells_per_cycle, core.steps, counted_text(cards, "card"),
                  r.processes > 1 ? fmt::format(" in {} processes", r.processes) : "", memory);
  for (int c = 0; c < cards; ++c) {
    const cards::Slab &lowest = r.choice.slabs[static_cast<std::size_t>(c * each)],
                      &highest = r.choice.slabs[static_cast<std::size_t>((c + 1) * each - 1)];
    text += fmt::format("  card {:<3} {} {} to {}, ghosts {} + {}", c, stencil.axes == 3 ? "planes" : "rows",
                        lowest.first, highest.first + highest.count - 1, lowest.low, highest.high);
    if (static_cast<std::size_t>(c) < r.times.size()) {
      const cards::CardTimes& t = r.times[static_cast<std::size_t>(c)];
      text += fmt::format("; {} computing{}, {} {}exchanging", duration_text(sum(t.run_ns) * 1e-9),
                          each > 1 ? " and exchanging" : "", duration_text(sum(t.exchange_ns) * 1e-9),
                          each > 1 ? "only " : "");
    }
    text += "\n";
  }
  text += slabs_text(r.choice);
  if (r.failure.empty() && has_hard_blocks(r))
    text += fmt::format("  self-test: {}\n",
                        r.self_test ? r.self_test->text() + " on every card" : "skipped (--no-self-test)");
  if (r.run_ns > 0) {
    text += fmt::format("  passes   {}, in lockstep: {} until the last card finished, {} kernel cycles\n",
                        count_text(r.passes), duration_text(r.run_ns * 1e-9), count_text(std::llround(r.cycles())));
    text += fmt::format("  speed    {:.2f} cells per cycle of the hardware's {} x {}\n",
                        static_cast<double>(r.cell_updates) / r.cycles(), cards, core.cells_per_cycle * core.steps);
  }
  if (r.choice.predicted) {
    const model::CardsTime& p = *r.choice.predicted;
    text += fmt::format("  model    {}; one card alone {}, so the efficiency of {} is {}\n", duration_text(p.seconds),
                        duration_text(p.alone_seconds), counted_text(cards, "card"), share_text(p.efficiency(cards)));
  }
  text += faults_text(r);
  if (r.ignored > 0) text += ignored_text(r.ignored);
  if (r.match())
    text += r.checked ? fmt::format("  match    bit for bit: every {}cell equals the golden engine's\n",
                                    r.ignored > 0 ? "other " : "")
                      : "  nothing was compared with the golden engine\n";
  text += fields_text(r.fields);
  for (const std::string& path : r.written) text += "  wrote    " + safe::terminal(OutsideText(path)) + "\n";
  return text;
}

namespace {

Json slab_json(const cards::Slab& s) {
  return {{"first", s.first}, {"count", s.count}, {"ghosts_low", s.low}, {"ghosts_high", s.high}, {"slot", s.slot}};
}

/// Null if it was skipped.
Json cards_self_test_json(const std::optional<host::SelfTest>& test) {
  if (!test) return nullptr;
  return {{"assumptions", test->assumptions}, {"cases", test->cases}, {"failed", test->failed()}};
}

/// Slabs and times of every card.
Json each_card_json(const driver::CardsReport& r) {
  Json cards = Json::array();
  const int each = r.choice.each();
  for (int c = 0; c < r.choice.cards(); ++c) {
    Json slabs = Json::array();
    std::int64_t count = 0;
    const cards::Slab& lowest = r.choice.slabs[static_cast<std::size_t>(c * each)];
    for (int i = 0; i < each; ++i) {
      const cards::Slab& s = r.choice.slabs[static_cast<std::size_t>(c * each + i)];
      count += s.count;
      slabs.push_back(slab_json(s));
    }
    Json card = {{"first", lowest.first},
                 {"count", count},
                 {"ghosts_low", lowest.low},
                 {"ghosts_high", slabs.back()["ghosts_high"]},
                 {"slabs", slabs}};
    if (static_cast<std::size_t>(c) < r.times.size())
      card.update({{"run_ns", r.times[static_cast<std::size_t>(c)].run_ns},
                   {"exchange_ns", r.times[static_cast<std::size_t>(c)].exchange_ns}});
    cards.push_back(std::move(card));
  }
  return cards;
}

}  // namespace

Json cards_json(const driver::CardsReport& r, const std::string& config, const std::string& backend) {
  const contract::CoreInterface& core = r.prepared->plan.core;
  const double per_cycle = r.run_ns > 0 ? static_cast<double>(r.cell_updates) / r.cycles() : 0;
  const double ideal = static_cast<double>(core.cells_per_cycle) * core.steps * r.choice.cards();
  Json json = {
      {"match", r.checked ? Json(r.match()) : Json(nullptr)},
      {"mismatches", r.mismatches},
      {"ignored_cells", r.ignored},
      {"failure", r.failure},
      {"cell_updates", r.cell_updates},
      {"cycles", r.cycles()},
      {"cells_per_cycle", per_cycle},
      {"ideal_cells_per_cycle", ideal},
      {"efficiency", per_cycle / ideal},
      {"config", config},
      {"backend", backend},
      {"extents", std::vector<std::int64_t>(r.extents.begin(), r.extents.begin() + r.prepared->stencil().axes)},
      {"iterations", r.iterations},
      {"passes", r.passes},
      {"processes", r.processes},
      {"slabs", r.choice.each()},
      {"cards", each_card_json(r)},
      {"time_ns", r.run_ns},
      {"kernel_mhz", r.kernel_mhz}};
  if (r.choice.predicted) {
    const model::CardsTime& p = *r.choice.predicted;
    json["predicted"] = {{"time_ns", p.seconds * 1e9},
                         {"alone_ns", p.alone_seconds * 1e9},
                         {"run_ns", p.run_seconds * 1e9},
                         {"exchange_ns", p.exchange_seconds * 1e9},
                         {"efficiency", p.efficiency(r.choice.cards())}};
  }
  for (const auto& time : r.choice.considered)
    json["considered_ns"].push_back(time ? Json(time->seconds * 1e9) : Json(nullptr));
  if (has_hard_blocks(r)) json["self_test"] = cards_self_test_json(r.self_test);
  json["from_cache"] = r.from_cache;
  json["build_seconds"] = r.build_seconds;
  json["golden_seconds"] = r.golden_seconds;
  json["fields"] = fields_json(r.fields);
  json["written"] = r.written;
  return json;
}

namespace {

std::string extents_text(const driver::ScalingReport& r, const spec::Stencil& stencil, std::int64_t times) {
  spec::Extents extents = r.extents;
  extents[static_cast<std::size_t>(stencil.axes - 1)] *= times;
  return fmt::format("{}", fmt::join(extents.begin(), extents.begin() + stencil.axes, " x "));
}

std::string scaled_text(const std::optional<driver::Scaled>& s) {
  if (!s) return fmt::format("{:>34}", "not possible");
  return fmt::format("{:>6}{:>14}{:>14}", s->slabs, duration_text(s->time.seconds), share_text(s->efficiency));
}

Json scaled_json(const std::optional<driver::Scaled>& s) {
  if (!s) return nullptr;
  return {{"slabs", s->slabs},
          {"seconds", s->time.seconds},
          {"pass_seconds", s->time.pass_seconds},
          {"alone_seconds", s->time.alone_seconds},
          {"efficiency", s->efficiency}};
}

}  // namespace

std::string scaling_text(const driver::ScalingReport& r, const spec::Stencil& stencil) {
  const model::CardsTime& t = *r.choice.predicted;
  std::string text =
      fmt::format("  {} over {}, each with {} and {}, {} in {}\n", extents_text(r, stencil, 1),
                  counted_text(r.choice.cards(), "card"), r.dram.empty() ? "unlimited memory bandwidth" : r.dram,
                  r.link, counted_text(r.iterations, "step"), counted_text(t.passes, "pass", "passes"));
  text += fmt::format("    per pass {}: {} of computing on a card, {} of transfers{}\n", duration_text(t.pass_seconds),
                      duration_text(t.run_seconds), duration_text(t.exchange_seconds),
                      r.choice.each() > 1 ? " in parallel" : " afterwards");
  text += "  " + slabs_text(r.choice);
  text += fmt::format("  {:>9} |{:>34} |{:>34}\n", "cards", fmt::format("strong: {}", extents_text(r, stencil, 1)),
                      fmt::format("weak: {} x cards", extents_text(r, stencil, 1)));
  text += fmt::format("  {:>9} |{:>6}{:>14}{:>14} |{:>6}{:>14}{:>14}\n", "", "slabs", "time", "efficiency", "slabs",
                      "time", "efficiency");
  for (const driver::ScalingRow& row : r.rows)
    text += fmt::format("  {:>9} |{} |{}\n", row.cards, scaled_text(row.strong), scaled_text(row.weak));
  return text;
}

Json scaling_json(const driver::ScalingReport& r, const spec::Stencil& stencil) {
  const model::CardsTime& t = *r.choice.predicted;
  Json json = {{"cards", r.choice.cards()},
               {"worth", r.worth},
               {"dram", r.dram},
               {"link", r.link},
               {"extents", std::vector<std::int64_t>(r.extents.begin(), r.extents.begin() + stencil.axes)},
               {"iterations", r.iterations},
               {"passes", t.passes},
               {"slabs", r.choice.each()},
               {"seconds", t.seconds},
               {"pass_seconds", t.pass_seconds},
               {"run_seconds", t.run_seconds},
               {"exchange_seconds", t.exchange_seconds},
               {"efficiency", t.efficiency(r.worth)}};
  for (const auto& time : r.choice.considered)
    json["considered_seconds"].push_back(time ? Json(time->seconds) : Json(nullptr));
  for (const driver::ScalingRow& row : r.rows)
    json["scaling"].push_back(
        {{"cards", row.cards}, {"strong", scaled_json(row.strong)}, {"weak", scaled_json(row.weak)}});
  return json;
}

}  // namespace rtlgen::cli
