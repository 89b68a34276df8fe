// Reports of explore.
#include "cli/explore.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>

#include "cli/models.hpp"
#include "driver/prepare/command_text.hpp"
#include "frontend/schema/hardware_keys.hpp"
#include "model/clock.hpp"
#include "support/numbers.hpp"
#include "support/safe_text.hpp"

namespace rtlgen::cli {

using Json = nlohmann::ordered_json;

namespace {

constexpr double kSameClock = 1e-6;  ///< MHz

std::string block_text(const std::vector<std::int64_t>& block) {
  return block.empty() ? "whole grid" : fmt::format("{}", fmt::join(block, " x "));
}

const char* ram_word(spec::RamChoice ram) {
  static const char* const kWord[] = {"auto", "block", "distributed", "ultra"};
  return kWord[static_cast<int>(ram)];
}

std::string point_row(const explore::Point& p, const driver::ExploreCase& c) {
  return fmt::format("{:>4} {:>5}  {:<14} {:<12} {:>6.4g} {:>11} {:>12} {:>9} {:>8}  {}", p.cells_per_cycle, p.steps,
                     block_text(p.block), ram_word(p.ram), p.clock_mhz, duration_text(p.seconds),
                     si_text(p.cell_updates_per_s, ""), si_text(p.gflops * 1e9, ""), model::word_of(p.bound),
                     driver::fullest_of(c, p));
}

std::string clocks_text(const driver::ExploreCase& c) {
  return c.clocks.empty() ? fmt::format("{:.1f} MHz", c.clock_mhz) : fmt::format("{:g} MHz", fmt::join(c.clocks, ", "));
}

/// The resources that a core may use, and the limits they follow from.
std::string budget_text(const driver::ExploreCase& c) {
  std::vector<std::string> parts;
  const auto add = [&parts](const std::optional<std::int64_t>& most, const std::string& what) {
    if (most) parts.push_back(fmt::format("{} {}", count_text(*most), what));
  };
  const model::Fabric& fabric = model::fabric_of(c.fabric);
  add(c.budget.logic, fabric.logic_word());
  add(c.budget.flip_flops, "flip-flops");
  add(c.budget.rams, fabric.ram_word);
  add(c.budget.ultra_rams, "UltraRAM");
  add(c.budget.dsps, "DSP");
  if (parts.empty()) return "";
  std::vector<std::string> infrastructure;
  for (const driver::Infrastructure& a : c.infrastructure) {
    if (a.each) infrastructure.push_back(a.what + (a.unverified ? "?" : ""));
  }
  return fmt::format("  a core and its shell may use {}: {:g} % of logic, {:g} % of RAM, {:g} % of DSPs{}\n",
                     fmt::join(parts, ", "), 100 * c.fill.logic, 100 * c.fill.ram, 100 * c.fill.dsp,
                     infrastructure.empty() ? "" : fmt::format(", less {}", fmt::join(infrastructure, ", ")));
}

std::string case_text(const driver::ExploreCase& c) {
  std::string text = c.board.id;
  for (const std::string& word : {c.numbers.type, c.numbers.arithmetic}) {
    if (!word.empty()) text += ", " + word;
  }
  text += fmt::format(
      ", {}: {}, {} may fit, {} planned, {}{}\n", clocks_text(c), counted_text(c.result.points, "point"),
      count_text(c.result.fitting), count_text(c.result.planned), duration_text(c.seconds),
      c.result.best && !c.result.proven ? "; not proven optimal: points with a lower bound were left out" : "");
  text += budget_text(c);
  if (!c.dram.empty() && c.hardware.bus)
    text += fmt::format("  memory: {}\n", memory_text(c.dram, c.hardware.bus->bits, c.hardware.bus->clock_mhz));
  for (const std::string& note : c.notes) text += fmt::format("  note: {}\n", note);
  if (!c.result.best) return text + fmt::format("  {}\n", c.result.failure);
  text += fmt::format("  {:<9} {:>4} {:>5}  {:<14} {:<12} {:>6} {:>11} {:>12} {:>9} {:>8}  {}\n", "", "P", "I", "block",
                      "RAM", "MHz", "time", "cells/s", "flop/s", "limit", "fullest");
  text += fmt::format("  {:<9} {}\n", "best", point_row(*c.result.best, c));
  for (const explore::Point& p : c.result.front) text += fmt::format("  {:<9} {}\n", "front", point_row(p, c));
  for (const explore::Rejected& r : c.result.neighbours) {
    const std::string ram = r.point.ram == c.result.best->ram ? "" : fmt::format(", RAM {}", ram_word(r.point.ram));
    const std::string clock =
        r.point.scheduled_mhz == c.result.best->scheduled_mhz ? "" : fmt::format(", {:g} MHz", r.point.clock_mhz);
    text += fmt::format("  not best P {}, I {}, {}{}{}: {}\n", r.point.cells_per_cycle, r.point.steps,
                        block_text(r.point.block), ram, clock, r.reason);
  }
  for (const explore::Undefended& u : c.result.undefended) {
    text += fmt::format("  rejected {:g} MHz: {:.1f} MHz predicted, by a path in {}; {:.1f} MHz with a safety margin\n",
                        u.clock_mhz, u.path.mhz(), u.path.module, model::defended_mhz(u.path));
  }
  if (const auto& limit = c.result.best->dsp_limit)
    text += fmt::format("  Kernels use at most {} per cell; other operators are in LUTs\n",
                        counted_text(*limit, "DSP block"));
  if (const auto& sums = c.result.best->dsp_sums)
    text += fmt::format("  {} of fused sums per cell {} in DSP blocks\n", counted_text(*sums, "addition"),
                        by_number(*sums, "is", "are"));
  if (const auto& predicted = c.result.best->predicted_mhz)
    text += fmt::format("  clock predicted for the best: {:.1f} MHz (errors: docs/evidence/timing.md)\n", *predicted);
  return text;
}

Json point_json(const explore::Point& p, const driver::ExploreCase& c) {
  return {{"cells_per_cycle", p.cells_per_cycle},
          {"steps", p.steps},
          {"block", p.block},
          {"ram", ram_word(p.ram)},
          {"hops", explore::at_point(c.hardware, p).hops},
          {"clock_mhz", p.clock_mhz},
          {"predicted_mhz", p.predicted_mhz ? Json(*p.predicted_mhz) : Json(nullptr)},
          {"seconds", p.seconds},
          {"cell_updates_per_s", p.cell_updates_per_s},
          {"gflops", p.gflops},
          {"paced_by", model::word_of(p.bound)},
          {"memory_gbs", p.memory_gbs},
          {"luts", p.area.luts()},
          {"alms", p.area.alms()},
          {"flip_flops", p.area.flip_flops},
          {"rams", p.area.rams},
          {"ultra_rams", p.area.ultra_rams},
          {"dsps", p.area.dsps},
          {"shell_luts", p.shell.luts()},
          {"dsp_limit", p.dsp_limit ? Json(*p.dsp_limit) : Json(nullptr)},
          {"dsp_sums", p.dsp_sums ? Json(*p.dsp_sums) : Json(nullptr)},
          {"form", p.form ? Json(frontend::form_word(*p.form)) : Json(nullptr)}};
}

}  // namespace

std::string explore_text(const driver::ExploreReport& report) {
  std::string text;
  bool marked = false;
  const auto add = [&](const driver::ExploreCase& c) {
    text += case_text(c);
    marked = marked || (!budget_text(c).empty() && has_unverified(c.infrastructure));
  };
  if (report.all_boards) {
    text += boards_table(report);
    if (report.best >= 0) {
      text += "\n";
      add(report.cases[static_cast<std::size_t>(report.best)]);
    }
  } else {
    std::for_each(report.cases.begin(), report.cases.end(), add);
  }
  text += legend_of_unverified(marked);
  if (report.best >= 0) {
    const driver::ExploreCase& c = report.cases[static_cast<std::size_t>(report.best)];
    text += fmt::format("use it with: --board {}", driver::board_word(c.board));
    for (const std::string& set : c.numbers.sets()) text += driver::option_text("--set", set);
    std::vector<std::string> keys = frontend::shape_keys(driver::winner_of(c));
    for (std::string& key : driver::winner_keys(c)) keys.push_back(std::move(key));
    text += driver::set_options(keys);
    text += "\n";
    // `model` may count with another clock than the search.
    if (c.model_mhz > 0 && std::abs(c.model_mhz - c.result.best->clock_mhz) > kSameClock)
      text += fmt::format("  for these times: rtlgen model --clock {:.10g}; alone it assumes {:.4g} MHz\n",
                          c.result.best->clock_mhz, c.model_mhz);
  }
  if (report.all_boards)
    text +=
        "other machines: measured GPUs and CPUs, with watts: rtlgen docs compare\n"
        "energy: unknown for these boards: rtlgen docs evidence/energy\n";
  if (!report.written.empty()) text += fmt::format("wrote {}\n", safe::terminal(OutsideText(report.written)));
  return text;
}

nlohmann::ordered_json explore_json(const driver::ExploreReport& report, const std::string& config) {
  Json json{{"config", config}, {"best", report.best}, {"written", report.written}, {"cases", Json::array()}};
  for (const driver::ExploreCase& c : report.cases) {
    Json entry{{"board", c.board.id},
               {"type", c.numbers.type},
               {"arithmetic", c.numbers.arithmetic},
               {"fabric", c.fabric},
               {"clock_mhz", c.result.best ? c.result.best->clock_mhz : c.clock_mhz},
               {"clocks_mhz", c.clocks},
               {"points", c.result.points},
               {"fitting", c.result.fitting},
               {"planned", c.result.planned},
               {"proven", c.result.proven},
               {"seconds", c.seconds},
               {"fill", {{"logic", c.fill.logic}, {"ram", c.fill.ram}, {"dsp", c.fill.dsp}}},
               {"notes", c.notes},
               {"memory_gbs", c.memory_gbs},
               {"project", c.project},
               {"unknown", c.unknown},
               {"best", nullptr},
               {"failure", c.result.failure},
               {"front", Json::array()},
               {"rejected", Json::array()}};
    if (c.result.best) entry["best"] = point_json(*c.result.best, c);
    for (const explore::Point& p : c.result.front) entry["front"].push_back(point_json(p, c));
    for (const explore::Rejected& r : c.result.neighbours) {
      Json point = point_json(r.point, c);
      point["reason"] = r.reason;
      entry["rejected"].push_back(point);
    }
    for (const explore::Point& p : c.result.all) entry["all"].push_back(point_json(p, c));
    entry["undefended"] = Json::array();
    for (const explore::Undefended& u : c.result.undefended)
      entry["undefended"].push_back({{"clock_mhz", u.clock_mhz},
                                     {"cells_per_cycle", u.cells_per_cycle},
                                     {"predicted_mhz", u.path.mhz()},
                                     {"predicted_in", u.path.module}});
    json["cases"].push_back(entry);
  }
  return json;
}

}  // namespace rtlgen::cli
