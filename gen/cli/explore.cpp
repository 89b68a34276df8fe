// Reports of explore.
#include "cli/explore.hpp"

#include <fmt/format.h>

#include "driver/prepare/command_text.hpp"
#include "frontend/hardware_keys.hpp"
#include "support/numbers.hpp"
#include "support/safe_text.hpp"

namespace rtlgen::cli {

namespace {

using Json = nlohmann::ordered_json;

std::string block_text(const std::vector<std::int64_t>& block) {
  return block.empty() ? "whole grid" : fmt::format("{}", fmt::join(block, " x "));
}

std::string bound_word(model::Bound bound) {
  static const char* const kWord[] = {"kernel", "memory", "bus", "waiting"};
  return kWord[static_cast<int>(bound)];
}

const char* ram_word(spec::RamChoice ram) {
  static const char* const kWord[] = {"auto", "block", "distributed"};
  return kWord[static_cast<int>(ram)];
}

std::string point_row(const explore::Point& p, const driver::ExploreCase& c) {
  const bool is_xilinx = model::fabric_of(c.fabric).is_xilinx;
  const explore::Fullest full = explore::fullest(p.area, c.budget, is_xilinx);
  return fmt::format("{:>4} {:>5}  {:<14} {:<12} {:>11} {:>12} {:>9} {:>8}  {} of {}", p.cells_per_cycle, p.steps,
                     block_text(p.block), ram_word(p.ram), duration_text(p.seconds), si_text(p.cell_updates_per_s, ""),
                     si_text(p.gflops * 1e9, ""), bound_word(p.bound), share_text(full.part),
                     full.what.empty() ? "what is known" : full.what);
}

std::string case_text(const driver::ExploreCase& c) {
  std::string text = fmt::format(
      "{}{}{}, {:.1f} MHz: {} points, {} may fit, {} planned, {}{}\n", c.board.id, c.type.empty() ? "" : ", ", c.type,
      c.clock_mhz, c.answer.points, c.answer.fitting, c.answer.planned, duration_text(c.seconds),
      c.answer.best && !c.answer.proven ? "; not proven: points with a lower bound were left out" : "");
  for (const std::string& note : c.notes) text += fmt::format("  note: {}\n", note);
  if (!c.answer.best) return text + fmt::format("  {}\n", c.answer.failure);
  text += fmt::format("  {:<9} {:>4} {:>5}  {:<14} {:<12} {:>11} {:>12} {:>9} {:>8}  {}\n", "", "P", "I", "block",
                      "RAM", "time", "cells/s", "flop/s", "limit", "fullest");
  text += fmt::format("  {:<9} {}\n", "best", point_row(*c.answer.best, c));
  for (const explore::Point& p : c.answer.front) text += fmt::format("  {:<9} {}\n", "front", point_row(p, c));
  for (const explore::Rejected& r : c.answer.neighbours) {
    const std::string ram = r.point.ram == c.answer.best->ram ? "" : fmt::format(", RAM {}", ram_word(r.point.ram));
    text += fmt::format("  not P {}, I {}, {}{}: {}\n", r.point.cells_per_cycle, r.point.steps,
                        block_text(r.point.block), ram, r.reason);
  }
  return text;
}

Json point_json(const explore::Point& p) {
  return {{"cells_per_cycle", p.cells_per_cycle},
          {"steps", p.steps},
          {"block", p.block},
          {"ram", ram_word(p.ram)},
          {"seconds", p.seconds},
          {"cell_updates_per_s", p.cell_updates_per_s},
          {"gflops", p.gflops},
          {"paced_by", bound_word(p.bound)},
          {"luts", p.area.luts()},
          {"alms", p.area.alms()},
          {"flip_flops", p.area.flip_flops},
          {"rams", p.area.rams},
          {"dsps", p.area.dsps}};
}

}  // namespace

std::string explore_text(const driver::ExploreReport& report) {
  std::string text;
  for (const driver::ExploreCase& c : report.cases) text += case_text(c);
  if (report.best >= 0) {
    const driver::ExploreCase& c = report.cases[static_cast<std::size_t>(report.best)];
    text +=
        fmt::format("{}: --board {}{}", report.cases.size() > 1 ? "best of all" : "take it with",
                    driver::board_word(c.board), driver::option_text("--set", c.type.empty() ? "" : "type=" + c.type));
    text += driver::set_options(frontend::shape_keys(explore::at_point({}, *c.answer.best)));
    text += "\n";
  }
  if (!report.written.empty()) text += fmt::format("wrote {}\n", safe::terminal(OutsideText(report.written)));
  return text;
}

nlohmann::ordered_json explore_json(const driver::ExploreReport& report, const std::string& config) {
  Json json{{"config", config}, {"best", report.best}, {"written", report.written}, {"cases", Json::array()}};
  for (const driver::ExploreCase& c : report.cases) {
    Json entry{{"board", c.board.id},
               {"type", c.type},
               {"fabric", c.fabric},
               {"clock_mhz", c.clock_mhz},
               {"points", c.answer.points},
               {"fitting", c.answer.fitting},
               {"planned", c.answer.planned},
               {"proven", c.answer.proven},
               {"seconds", c.seconds},
               {"notes", c.notes},
               {"best", nullptr},
               {"failure", c.answer.failure},
               {"front", Json::array()},
               {"rejected", Json::array()}};
    if (c.answer.best) entry["best"] = point_json(*c.answer.best);
    for (const explore::Point& p : c.answer.front) entry["front"].push_back(point_json(p));
    for (const explore::Rejected& r : c.answer.neighbours) {
      Json point = point_json(r.point);
      point["reason"] = r.reason;
      entry["rejected"].push_back(point);
    }
    json["cases"].push_back(entry);
  }
  return json;
}

}  // namespace rtlgen::cli
