// Reports of model, synth and calibrate.
#include "cli/models.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "cli/advise.hpp"
#include "contract/core_interface.hpp"
#include "contract/shell.hpp"
#include "driver/prepare/prepare.hpp"
#include "model/drams.hpp"
#include "model/potentials.hpp"
#include "support/numbers.hpp"
#include "support/safe_text.hpp"

namespace rtlgen::cli {

namespace {

Json area_json(const model::Area& a) {
  return {{"luts", a.luts()},
          {"logic_luts", a.logic_luts},
          {"shift_luts", a.shift_luts},
          {"memory_luts", a.memory_luts},
          {"alms", a.alms()},
          {"flip_flops", a.flip_flops},
          {"rams", a.rams},
          {"ultra_rams", a.ultra_rams},
          {"dsps", a.dsps}};
}

std::string area_row(const std::string& name, std::int64_t instances, const model::Area& a) {
  return fmt::format("  {:<40} {:>6} {:>9} {:>8} {:>9} {:>9} {:>6} {:>6}\n", name, count_text(instances),
                     count_text(a.logic_luts), count_text(a.shift_luts), count_text(a.memory_luts),
                     count_text(a.flip_flops), count_text(a.rams), count_text(a.dsps));
}

std::string area_table(const model::DesignArea& area) {
  std::string text = fmt::format("  {:<40} {:>6} {:>9} {:>8} {:>9} {:>9} {:>6} {:>6}\n", "module, without submodules",
                                 "count", "logic", "shift", "LUT RAM", "FF", "RAM", "DSP");
  for (const model::ModuleArea& m : area.modules) text += area_row(m.name, m.instances, m.each);
  return text + area_row("total", 1, area.total);
}

/// The logic around the cores, which is counted too.
std::string infrastructure_text(const std::vector<driver::Infrastructure>& infrastructure, const std::string& logic) {
  std::string text;
  for (const driver::Infrastructure& a : infrastructure) {
    if (!a.each) continue;
    text += fmt::format("    around: {}{}{}, {} {}, {} flip-flops, {} RAM, {} DSP\n",
                        a.count > 1 ? fmt::format("{} x ", a.count) : "", a.what, a.unverified ? "?" : "",
                        count_text(logic == "ALM" ? a.each->alms() : a.each->luts()), logic,
                        count_text(a.each->flip_flops), count_text(a.each->rams), count_text(a.each->dsps));
  }
  return text;
}

std::string bound_text(const model::Time& t) {
  switch (t.bound) {
    case model::Bound::kKernel:
      return "compute: one word per cycle";
    case model::Bound::kChannel:
    case model::Bound::kBus:
      return model::memory_bound_text(t);
    case model::Bound::kWaiting:
      return "each pass waits for the previous one";
    case model::Bound::kLine:
      return "the serial line";
    case model::Bound::kLink:
      return "the host's link";
  }
  return "";
}

/// Times in proportion to cycles.
double seconds_of(double cycles, const model::Time& t) { return t.seconds * cycles / t.cycles; }

std::string range_text(const model::CycleRange& range, const model::Time& t) {
  return fmt::format("    range    {} to {}, depending on how the memory controller groups reads and writes\n",
                     duration_text(seconds_of(range.fewest, t)), duration_text(seconds_of(range.most, t)));
}

std::string time_text(const char* what, const model::Time& t, const std::optional<model::CycleRange>& range = {}) {
  const bool is_line = t.bound == model::Bound::kLine;  // then the rates are those of the line too
  std::string text =
      fmt::format("  {}\n    cycles   {}{}, {}\n    time     {}: {}, {}\n    limit    {}\n",
                  is_line ? "over the serial line" : what, count_text(std::llround(t.cycles)),
                  t.exact ? "" : " (estimated: passes wait for each other)", counted_text(t.passes, "pass", "passes"),
                  duration_text(t.seconds + (is_line ? t.host_seconds : 0)),
                  si_text(t.cell_updates_per_s, "cell updates/s"), si_text(t.gflops * 1e9, "flop/s"), bound_text(t));
  if (range) text += range_text(*range, t);
  for (const model::ChannelTime& c : t.channels) {
    text += fmt::format("    channel {}: {} read, {} written, busy {} of the time\n", c.number,
                        si_text(c.read_bytes, "B"), si_text(c.written_bytes, "B"), share_text(c.busy));
  }
  if (is_line)
    text += fmt::format("    core     {} of this time\n", duration_text(t.seconds));
  else if (t.host_seconds > 0)
    text += fmt::format("    host     {} more for transfers\n", duration_text(t.host_seconds));
  return text;
}

Json time_json(const model::Time& t) {
  Json channels = Json::array();
  for (const model::ChannelTime& c : t.channels)
    channels.push_back(
        {{"channel", c.number}, {"read_bytes", c.read_bytes}, {"written_bytes", c.written_bytes}, {"busy", c.busy}});
  return {{"cycles", t.cycles},
          {"ideal_cycles", t.ideal_cycles},
          {"exact", t.exact},
          {"passes", t.passes},
          {"seconds", t.seconds},
          {"host_seconds", t.host_seconds},
          {"cell_updates_per_s", t.cell_updates_per_s},
          {"gflops", t.gflops},
          {"paced_by", bound_text(t)},
          {"channels", channels}};
}

/// Describes the clock that the times assume.
const char* used_clock(const driver::ModelReport& r) {
  if (r.clock_given) return "as requested";
  if (r.clock.is_predicted())
    return r.clock.predicted->mhz() < r.clock.scheduled_mhz ? "the predicted clock"
                                                            : "the scheduled clock; the predicted one is no slower";
  return r.clock.known() ? "the typical estimate" : "the scheduled clock; the achievable one is unknown";
}

std::string off(std::int64_t predicted, std::int64_t counted) {
  if (predicted == counted) return "equal";
  if (counted == 0) return "-";
  return fmt::format("{:+.2f} %", 100 * (static_cast<double>(predicted) / static_cast<double>(counted) - 1));
}

}  // namespace

std::string memory_text(const std::string& part, int bus_bits, double bus_mhz) {
  return fmt::format("{} behind each channel, on a bus of {} bits at {:g} MHz", part, bus_bits, bus_mhz);
}

std::string model_text(const driver::ModelReport& r, bool modules) {
  const contract::CoreInterface& core = r.prepared->plan.core;
  std::string text =
      fmt::format("{}: P {}, I {}, on {}\n  resources, as Yosys would map them for {}\n", r.prepared->stencil().name,
                  core.cells_per_cycle, core.steps,
                  r.board ? safe::terminal(r.board->name) : "no board (name one with --board)", r.fabric);
  for (const driver::Use& u : r.uses)
    text += fmt::format("    {:<26} {:>9}{}\n", u.what, count_text(u.used), r.board ? share_of_device(u) : "");
  text += infrastructure_text(r.infrastructure, r.uses.front().what);
  if (modules) text += area_table(r.area);
  text += legend_of_unverified(has_unverified(r.uses) || has_unverified(r.infrastructure));
  text += fmt::format("  clock\n    {}\n    times assume {:.1f} MHz, {}\n", r.clock.basis, r.clock_mhz, used_clock(r));
  text += time_text("with unlimited memory bandwidth", r.ideal);
  if (r.time) {
    const contract::Shell& shell = *r.prepared->plan.shell;
    const std::string memory =
        "with " + memory_text(model::parts_text(r.drams, r.prepared->plan), shell.bus_bits, shell.bus_mhz);
    text += time_text(memory.c_str(), *r.time, r.range);
  }
  for (const std::string& note : r.notes) text += fmt::format("  note: {}\n", note);
  if (r.board) text += r.fits() ? "fits\n" : "does not fit\n";
  return text;
}

Json model_json(const driver::ModelReport& r, const std::string& config) {
  const contract::CoreInterface& core = r.prepared->plan.core;
  Json json{{"config", config},
            {"board", r.board ? r.board->id : ""},
            {"fabric", r.fabric},
            {"calibration", r.calibration},
            {"cells_per_cycle", core.cells_per_cycle},
            {"steps", core.steps},
            {"fits", r.board ? Json(r.fits()) : Json(nullptr)}};
  for (const driver::Use& u : r.uses) {
    Json use{{"what", u.what},       {"used", u.used},  {"around", u.infrastructure},
             {"available", nullptr}, {"most", nullptr}, {"unverified", u.unverified}};
    if (u.available) {
      use["available"] = *u.available;
      use["most"] = *u.most();
    }
    json["uses"].push_back(use);
  }
  json["around"] = Json::array();
  for (const driver::Infrastructure& a : r.infrastructure) {
    json["around"].push_back({{"what", a.what},
                              {"count", a.count},
                              {"each", a.each ? area_json(*a.each) : Json(nullptr)},
                              {"source", a.source},
                              {"unverified", a.unverified}});
  }
  json["area"] = area_json(r.area.total);
  for (const model::ModuleArea& m : r.area.modules)
    json["modules"].push_back({{"name", m.name}, {"instances", m.instances}, {"each", area_json(m.each)}});
  const auto mhz = [&](double value) { return r.clock.known() ? Json(value) : Json(nullptr); };
  json["clock"] = {{"low_mhz", mhz(r.clock.low_mhz)},
                   {"typical_mhz", mhz(r.clock.typical_mhz)},
                   {"high_mhz", mhz(r.clock.high_mhz)},
                   {"predicted_mhz", r.clock.predicted ? Json(r.clock.predicted->mhz()) : Json(nullptr)},
                   {"predicted_in", r.clock.predicted ? Json(r.clock.predicted->module) : Json(nullptr)},
                   {"scheduled_mhz", r.clock.scheduled_mhz},
                   {"used_mhz", r.clock_mhz},
                   {"basis", r.clock.basis}};
  json["extents"] = std::vector<std::int64_t>(r.extents.begin(), r.extents.begin() + core.axes);
  json["iterations"] = r.iterations;
  json["ideal"] = time_json(r.ideal);
  if (r.time) {
    json["dram"] = model::parts_text(r.drams, r.prepared->plan);
    json["bus"] = {{"bits", r.prepared->plan.shell->bus_bits}, {"mhz", r.prepared->plan.shell->bus_mhz}};
    json["memory"] = time_json(*r.time);
    if (r.range) {
      json["memory"]["seconds_range"] = {seconds_of(r.range->fewest, *r.time), seconds_of(r.range->most, *r.time)};
      json["memory"]["cycles_range"] = {r.range->fewest, r.range->most};
    }
  }
  json["notes"] = r.notes;
  return json;
}

std::string synth_text(const driver::SynthReport& r) {
  const model::Fabric& fabric = model::fabric_of(r.fabric);
  std::string text =
      fmt::format("{}: {} for {}, next to the model's prediction\n  {:<44} {:>6} {:>17} {:>17} {:>11} {:>9}\n",
                  r.prepared->stencil().name, r.tool, r.fabric, "module: predicted/counted", "count",
                  fabric.logic_word(), "FF", "RAM", "DSP");
  const auto both = [](std::int64_t predicted, std::int64_t counted) {
    return fmt::format("{}/{}", count_text(predicted), count_text(counted));
  };
  for (std::size_t i = 0; i < r.counted.modules.size(); ++i) {
    const model::ModuleArea &p = r.predicted.modules[i], &c = r.counted.modules[i];
    text += fmt::format("  {:<44} {:>6} {:>17} {:>17} {:>11} {:>9}\n", c.name, count_text(c.instances),
                        both(fabric.logic(p.each), fabric.logic(c.each)), both(p.each.flip_flops, c.each.flip_flops),
                        both(p.each.rams, c.each.rams), both(p.each.dsps, c.each.dsps));
  }
  const auto line = [&](const char* what, std::int64_t predicted, std::int64_t counted) {
    text += fmt::format("  {:<12} predicted {:>9}, counted {:>9}: {}\n", what, count_text(predicted),
                        count_text(counted), off(predicted, counted));
  };
  const model::Area &p = r.predicted.total, &c = r.counted.total;
  line("LUT", p.luts(), c.luts());
  if (!fabric.counts_luts()) line("ALM", p.alms(), c.alms());
  line("flip-flops", p.flip_flops, c.flip_flops);
  line("block RAM", p.rams, c.rams);
  if (p.ultra_rams > 0 || c.ultra_rams > 0) line("UltraRAM", p.ultra_rams, c.ultra_rams);
  line("DSP", p.dsps, c.dsps);
  return text;
}

Json synth_json(const driver::SynthReport& r, const std::string& config) {
  Json json{{"config", config},
            {"tool", r.tool},
            {"fabric", r.fabric},
            {"predicted", area_json(r.predicted.total)},
            {"counted", area_json(r.counted.total)}};
  for (std::size_t i = 0; i < r.counted.modules.size(); ++i) {
    const model::ModuleArea &p = r.predicted.modules[i], &c = r.counted.modules[i];
    json["modules"].push_back({{"name", c.name},
                               {"instances", c.instances},
                               {"predicted", area_json(p.each)},
                               {"counted", area_json(c.each)}});
  }
  return json;
}

std::string calibrate_text(const driver::CalibrateReport& r, const std::string& out) {
  std::string text =
      fmt::format("{}, {}: {}\n  {:<28} {:>8} {:>10} {:>10} {:>8} {:>8}\n", r.after.tool, r.after.fabric,
                  counted_text(r.modules, "module"), "kind", "modules", "mapped", "counted", "factor", "before");
  for (const auto& [name, k] : r.after.kinds)
    text += fmt::format("  {:<28} {:>8} {:>10} {:>10} {:>8.3f} {:>8.3f}\n", name, count_text(k.modules),
                        count_text(k.mapped), count_text(k.counted), r.after.factor(name), r.before.factor(name));
  return text + (out.empty() ? "" : fmt::format("wrote {}\n", out));
}

std::string legend_of_unverified(bool has_unverified) {
  return has_unverified ? "  ? = not confirmed from a public source\n" : "";
}

bool has_unverified(const std::vector<model::Use>& uses) {
  return std::any_of(uses.begin(), uses.end(), [](const model::Use& u) { return u.available && u.unverified; });
}

bool has_unverified(const std::vector<driver::Infrastructure>& infrastructure) {
  return std::any_of(infrastructure.begin(), infrastructure.end(),
                     [](const driver::Infrastructure& i) { return i.each && i.unverified; });
}

std::string share_of_device(const model::Use& use) {
  const std::string with =
      use.infrastructure > 0 ? fmt::format(" + {} around the cores", count_text(use.infrastructure)) : "";
  if (!use.available) return with + " of an unknown number";
  const double part = use.part().value_or(0);
  const std::string of =
      part >= 10 ? fmt::format("the {} available", count_text(*use.available)) : "of " + count_text(*use.available);
  return fmt::format("{} = {} {}{}, at most {:g} %{}", with, share_text(part), of, use.unverified ? "?" : "",
                     100 * use.fill, use.fits() ? "" : "  DOES NOT FIT");
}

Json calibrate_json(const driver::CalibrateReport& r) { return Json::parse(model::to_json(r.after)); }

}  // namespace rtlgen::cli
