// Reports of advise.
#include "cli/advise.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <utility>
#include <vector>

#include "contract/core_interface.hpp"
#include "driver/prepare/command_text.hpp"
#include "driver/prepare/prepare.hpp"
#include "frontend/schema/overrides.hpp"
#include "model/drams.hpp"
#include "support/numbers.hpp"
#include "support/safe_text.hpp"

namespace rtlgen::cli {

using Json = nlohmann::ordered_json;

namespace {

constexpr std::size_t kRefusedShown = 12;

std::string value_text(const model::Potential& p) {
  return p.value ? fmt::format("{}{:.3f}", p.at_most ? "<= " : "", *p.value) : "unknown";
}

/// The uses of the cycles, the largest first.
std::string spent_text(const model::Spent& s) {
  std::vector<std::pair<double, const char*>> all = {
      {s.useful, "useful"},       {s.memory, "waiting for memory"}, {s.remainder, "short first pass"},
      {s.tails, "row ends"},      {s.ghosts, "ghost zones"},        {s.gaps, "gaps"},
      {s.ends, "fill and drain"}, {s.waiting, "passes waiting"},    {s.edges, "start and end"}};
  std::stable_sort(all.begin(), all.end(), [](const auto& a, const auto& b) { return a.first > b.first; });
  std::vector<std::string> parts;
  for (const auto& [cycles, what] : all) {
    if (cycles >= 5e-4 * s.total()) parts.push_back(fmt::format("{} {}", share_text(cycles / s.total()), what));
  }
  return fmt::format("{}, {}", count_text(std::llround(s.total())), fmt::join(parts, ", "));
}

std::string potentials_text(const driver::AdviseReport& r) {
  const model::Potentials& p = r.potentials;
  std::string text = "  potentials: what removing each cause could gain, 0 to 1 (docs/advice.md)\n";
  const auto line = [&](const char* name, const char* what, const model::Potential& one) {
    text += fmt::format("    {:<10} {:>9}  {:<38} {}\n", name, value_text(one), fmt::format("{}:", what), one.why);
  };
  line("B_comp", "unused share of the device", p.compute);
  line("B_mem", "share of the run waiting for memory", p.memory);
  line("B_balance", "share until the next limit is reached", p.balance);
  line("B_itpp", "share with too little work in flight", p.items);
  text += "    cycles: " + spent_text(r.now.best().spent) + "\n";
  for (const model::ChannelUse& c : p.channels) {
    text += fmt::format("    channel {}: busy {} of the run, then at {} of its peak; {} of its bytes are cells\n",
                        c.number, share_text(c.busy), share_text(c.of_peak), share_text(c.of_cells));
  }
  return text;
}

std::string roof_text(const driver::AdviseReport& r) {
  const model::Roof& roof = r.roof;
  if (roof.intensity <= 0) return "";
  std::string text = fmt::format("  roofline: {:.4g} {} per byte\n", roof.intensity, roof.each) + roofline_text(roof);
  text += fmt::format("    predicted {}; arithmetic in use allows {}", si_text(roof.attained, roof.unit),
                      si_text(roof.compute, roof.unit));
  if (roof.bytes_s() > 0)
    text += fmt::format(", memory {} ({}) {}", roof.design_bytes_s > 0 ? "in use" : "of the board",
                        si_text(roof.bytes_s(), "B/s"), si_text(roof.intensity * roof.bytes_s(), roof.unit));
  else
    text += ", memory bandwidth unknown";
  if (roof.board_compute > 0)
    text += fmt::format("; arithmetic of the full board {}", si_text(roof.board_compute, roof.unit));
  return text + "\n";
}

/// The clock of a change, if it is not the common one or if its typical estimate is below the common one.
std::string clock_text(const driver::Change& change, double clock_mhz) {
  if (change.clock_mhz != clock_mhz) return fmt::format(", at {:.1f} MHz", change.clock_mhz);
  return change.estimated_mhz > 0 && change.estimated_mhz < 0.99 * clock_mhz
             ? fmt::format("; its estimated clock is {:.1f} MHz", change.estimated_mhz)
             : "";
}

/// The `model` command that predicts the effect of a change.
std::string command_text(const driver::AdviseReport& r, const driver::Change& change) {
  const driver::ModelOptions& o = r.options;
  std::string text = fmt::format("rtlgen model {} --board {} --clock {:.10g}", driver::file_word(o.source.file),
                                 driver::board_word(*r.now.board), change.clock_mhz);
  if (o.iterations) text += fmt::format(" --iterations {}", *o.iterations);
  if (!o.extents.empty()) text += fmt::format(" --extents {}", fmt::join(o.extents, ","));
  if (o.cards > 1) text += fmt::format(" --cards {}", o.cards);
  for (const auto& [option, value] :
       {std::pair{"--dram", o.dram}, {"--link", o.link}, {"--calibration", o.calibration}}) {
    text += driver::option_text(option, value);
  }
  return text + driver::set_options(frontend::merged_sets(o.source.sets, change.sets));
}

std::string changes_text(const driver::AdviseReport& r) {
  std::string text = "  next changes, by predicted gain\n";
  if (r.changes.empty())
    text += r.now.fits() ? "    no faster variant found\n"
                         : "    none fits: use a narrower type or a larger board (rtlgen explore FILE --all-boards)\n";
  int number = 0;
  for (const driver::Change& c : r.changes) {
    text +=
        fmt::format("    {}. {}{:.3f} times as fast: {}{}\n       {}, {}, {}, {}{}\n      {}\n", ++number,
                    r.now.fits() ? "" : "fits, ", c.times_faster, c.what, c.is_best ? " (the best of the search)" : "",
                    duration_text(*c.seconds), si_text(c.cell_updates_per_s, "cell updates/s"), c.pace,
                    c.fullest.empty() ? "resources unknown" : "uses " + c.fullest, clock_text(c, r.now.clock_mhz),
                    driver::set_options(c.sets));
  }
  if (!r.refused.empty()) text += "  tried and rejected\n";
  for (std::size_t i = 0; i < std::min(kRefusedShown, r.refused.size()); ++i)
    text += fmt::format("    {}: {}\n", r.refused[i].what, r.refused[i].refused);
  if (r.refused.size() > kRefusedShown)
    text += fmt::format("    and {} more (--json)\n", r.refused.size() - kRefusedShown);
  return text;
}

std::string measured_text(const driver::MeasuredReport& m) {
  std::string text = fmt::format(
      "  measured: {}, {} behind each channel, kernel {:.4g} MHz, bus {:.4g} MHz\n    {:<52} {:>14} {:>14} {:>9}\n",
      safe::terminal(OutsideText(m.file)), m.dram, m.kernel_mhz, m.bus_mhz, "", "predicted", "measured", "off by");
  for (const driver::ComparedFigure& f : m.figures)
    text += fmt::format("    {:<52} {:>14.6g} {:>14.6g} {:>7.2f} %\n", f.what, f.predicted, f.measured, 100 * f.off);
  text += m.largest < 0 ? "    prediction and measurement agree\n"
                        : fmt::format("    largest difference: {}, {:.2f} %\n",
                                      m.figures[static_cast<std::size_t>(m.largest)].what,
                                      100 * m.figures[static_cast<std::size_t>(m.largest)].off);
  for (const std::string& note : m.notes) text += fmt::format("    note: {}\n", note);
  return text;
}

Json potential_json(const model::Potential& p) {
  Json json{{"value", nullptr}, {"at_most", p.at_most}, {"why", p.why}};
  if (p.value) json["value"] = *p.value;
  return json;
}

Json change_json(const driver::Change& c) {
  Json json{{"what", c.what},
            {"sets", c.sets},
            {"refused", c.refused},
            {"seconds", nullptr},
            {"times_faster", c.times_faster},
            {"clock_mhz", c.clock_mhz},
            {"estimated_mhz", c.estimated_mhz > 0 ? Json(c.estimated_mhz) : Json(nullptr)},
            {"cell_updates_per_s", c.cell_updates_per_s},
            {"pace", c.pace},
            {"fullest", c.fullest},
            {"is_best", c.is_best}};
  if (c.seconds) json["seconds"] = *c.seconds;
  return json;
}

Json measured_json(const driver::MeasuredReport& m) {
  Json json{{"file", m.file},       {"dram", m.dram},           {"kernel_mhz", m.kernel_mhz},
            {"bus_mhz", m.bus_mhz}, {"figures", Json::array()}, {"largest", nullptr},
            {"notes", m.notes}};
  for (const driver::ComparedFigure& f : m.figures)
    json["figures"].push_back(
        {{"what", f.what}, {"unit", f.unit}, {"predicted", f.predicted}, {"measured", f.measured}, {"off", f.off}});
  if (m.largest >= 0) json["largest"] = m.figures[static_cast<std::size_t>(m.largest)].what;
  return json;
}

const char* reading_word(model::wang2016::Reading reading) {
  return reading == model::wang2016::Reading::kPrinted ? "printed" : "consistent";
}

}  // namespace

std::string advise_text(const driver::AdviseReport& r) {
  const contract::CoreInterface& core = r.now.prepared->plan.core;
  const model::Time& t = r.now.best();
  std::string text =
      fmt::format("{}: P {}, I {}, on {}; {:.1f} MHz, {}{}\n", r.now.prepared->stencil().name, core.cells_per_cycle,
                  core.steps, safe::terminal(r.now.board->name), r.now.clock_mhz,
                  r.now.time ? model::parts_text(r.now.drams, r.now.prepared->plan) + " behind each channel"
                             : std::string("unlimited memory bandwidth"),
                  r.now.fits() ? "" : "; DOES NOT FIT");
  text += fmt::format("  predicted: {}{}, {}, {}\n  bottleneck: {}\n", duration_text(t.seconds),
                      t.host_seconds > 0 ? fmt::format(" and {} of host transfers", duration_text(t.host_seconds)) : "",
                      si_text(t.cell_updates_per_s, "cell updates/s"), si_text(t.gflops * 1e9, "flop/s"), r.binds);
  text += potentials_text(r) + roof_text(r);
  if (r.measured) text += measured_text(*r.measured);
  text += changes_text(r) + fmt::format("  search: {}\n", r.search);
  for (const std::string& note : r.notes) text += fmt::format("  note: {}\n", note);
  for (const std::string& note : r.now.notes) text += fmt::format("  note: {}\n", note);
  if (!r.changes.empty()) text += "check the first with: " + command_text(r, r.changes.front()) + "\n";
  return text;
}

Json advise_json(const driver::AdviseReport& r, const std::string& config) {
  const contract::CoreInterface& core = r.now.prepared->plan.core;
  const model::Time& t = r.now.best();
  const model::Spent& s = t.spent;
  Json json{{"config", config},
            {"board", r.now.board->id},
            {"sets", r.options.source.sets},
            {"cells_per_cycle", core.cells_per_cycle},
            {"steps", core.steps},
            {"fits", r.now.fits()},
            {"clock_mhz", r.now.clock_mhz},
            {"dram", r.now.time ? model::parts_text(r.now.drams, r.now.prepared->plan) : ""},
            {"iterations", r.now.iterations},
            {"seconds", t.seconds},
            {"host_seconds", t.host_seconds},
            {"cycles", t.cycles},
            {"binds", r.binds}};
  json["potentials"] = {{"compute", potential_json(r.potentials.compute)},
                        {"memory", potential_json(r.potentials.memory)},
                        {"balance", potential_json(r.potentials.balance)},
                        {"items", potential_json(r.potentials.items)}};
  json["cycles_spent"] = {{"useful", s.useful}, {"memory", s.memory},   {"remainder", s.remainder},
                          {"tails", s.tails},   {"ghosts", s.ghosts},   {"gaps", s.gaps},
                          {"ends", s.ends},     {"waiting", s.waiting}, {"edges", s.edges}};
  json["parts"] = Json::array();
  for (const model::BusyUnit& p : r.potentials.parts) json["parts"].push_back({{"name", p.name}, {"busy", p.busy}});
  json["channels"] = Json::array();
  for (const model::ChannelUse& c : r.potentials.channels)
    json["channels"].push_back({{"channel", c.number},
                                {"busy", c.busy},
                                {"of_peak", c.of_peak},
                                {"of_cells", c.of_cells},
                                {"unused", c.unused()}});
  json["roofline"] = {{"unit", r.roof.unit},
                      {"intensity", r.roof.intensity},
                      {"attained", r.roof.attained},
                      {"compute", r.roof.compute},
                      {"board_compute", r.roof.board_compute},
                      {"design_bytes_s", r.roof.design_bytes_s},
                      {"board_bytes_s", r.roof.board_bytes_s}};
  json["changes"] = Json::array();
  for (const driver::Change& c : r.changes) json["changes"].push_back(change_json(c));
  json["refused"] = Json::array();
  for (const driver::Change& c : r.refused) json["refused"].push_back(change_json(c));
  json["search"] = r.search;
  if (r.measured) json["measured"] = measured_json(*r.measured);
  std::vector<std::string> notes = r.notes;
  notes.insert(notes.end(), r.now.notes.begin(), r.now.notes.end());
  json["notes"] = notes;
  return json;
}

std::string kernel_text(const driver::KernelReport& r) {
  const model::wang2016::Result& w = r.result;
  std::string text =
      fmt::format("{}: the model of Wang et al. 2016, equations as {}\n", safe::terminal(OutsideText(r.program.name)),
                  r.reading == model::wang2016::Reading::kPrinted ? "printed" : "read consistently");
  text += fmt::format(
      "  cycles     {:.6g} (equation 7 to 9)\n  time       {} at {:.4g} MHz (6)\n  memory     {:.4g} transactions "
      "per clock (16)\n",
      w.cycles, duration_text(w.seconds), r.program.device.clock_hz / 1e6, w.parallelism);
  text += fmt::format(
      "  B_comp     {:.3f} (20)\n  B_mem      {:.3f} (21)\n  B_balance  {:.3f} (22)\n  B_itpp     {:.3f} (23)\n",
      w.potential_compute, w.potential_memory, w.potential_balance, w.potential_items);
  text += fmt::format("  {:<20} {:>13} {:>13} {:>13} {:>13} {:>12}\n", "block", "cycles (10)", "compute (12)",
                      "memory (13)", "transactions", "items (19)");
  for (const model::wang2016::BlockResult& b : w.blocks) {
    text += fmt::format("  {:<20} {:>13.6g} {:>13.6g} {:>13.6g} {:>13.6g} {:>12.6g}\n", b.name, b.cycles, b.compute,
                        b.memory, b.transactions, b.work_items);
  }
  struct Named {
    const char* text;
    double value;
  };
  const Named all[] = {
      {"B_comp: compute units, SIMD or unrolling would use the free resources", w.potential_compute},
      {"B_mem: coalesced accesses, unrolling or local memory would fill transactions", w.potential_memory},
      {"B_balance: speeding up the longest block would help most", w.potential_balance},
      {"B_itpp: more work items would fill the pipeline", w.potential_items}};
  const Named* most = &all[0];
  for (const Named& n : all) {
    if (n.value > most->value) most = &n;
  }
  return text + (most->value > 0 ? fmt::format("  the largest is {}\n", most->text) : "  no potential is left\n");
}

Json kernel_json(const driver::KernelReport& r, const std::string& file) {
  const model::wang2016::Result& w = r.result;
  Json json{{"kernel", file},
            {"name", safe::utf8(OutsideText(r.program.name))},
            {"reading", reading_word(r.reading)},
            {"cycles", w.cycles},
            {"seconds", w.seconds},
            {"transactions_per_cycle", w.parallelism},
            {"potentials",
             {{"compute", w.potential_compute},
              {"memory", w.potential_memory},
              {"balance", w.potential_balance},
              {"items", w.potential_items}}},
            {"blocks", Json::array()}};
  for (const model::wang2016::BlockResult& b : w.blocks) {
    json["blocks"].push_back({{"name", b.name},
                              {"cycles", b.cycles},
                              {"compute", b.compute},
                              {"memory", b.memory},
                              {"transactions", b.transactions},
                              {"work_items", b.work_items}});
  }
  return json;
}

}  // namespace rtlgen::cli
