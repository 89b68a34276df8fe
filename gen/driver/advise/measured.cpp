// Checks the JSON of `sim` like any input: keys may be missing or have the wrong type.
#include "driver/advise/measured.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "contract/core_interface.hpp"
#include "driver/model/model_parts.hpp"
#include "driver/prepare/command_text.hpp"
#include "driver/prepare/prepare.hpp"
#include "runner/folder.hpp"
#include "support/codes.hpp"
#include "support/counted.hpp"
#include "support/diagnostics.hpp"
#include "support/json_fault.hpp"

namespace rtlgen::driver {

namespace {

using Json = nlohmann::json;

/// Differences of cycles are relative to the run, those of other figures to the figure.
constexpr const char* kCycles = "cycles";
/// The tolerance: counts are exact, the rest is rounded.
constexpr double kAgrees = 1e-9;

class Reading {
 public:
  Reading(const std::string& file, const AdviseReport& report, const ModelOptions& options, Diagnostics& diagnostics)
      : file_(file), report_(report), options_(options), diagnostics_(diagnostics) {}

  Result<MeasuredReport> compared() {
    try {
      json_ = Json::parse(runner::read_file(file_));
    } catch (const Json::exception&) {
      return refuse("this is not JSON", "`rtlgen sim FILE --memory ddr --json sim.json` writes the right file");
    }
    try {
      if (!is_of_this_run()) return Failure{};
      return figures();
    } catch (const Json::exception& fault) {
      return refuse("this JSON is not from `rtlgen sim --memory ddr --json` of this version", json_fault(fault.what()));
    }
  }

 private:
  Failure refuse(const std::string& message, const std::string& note) {
    diagnostics_.error(Code::kUnusableMeasurement, {file_}, message, {note});
    return {};
  }

  /// The `sim` command that produces the right file.
  [[nodiscard]] std::string command() const {
    std::string text = "rtlgen sim " + file_word(options_.source.file) + " --memory ddr --json sim.json" +
                       set_options(recorded_sets(options_.source));
    if (!options_.extents.empty()) text += fmt::format(" --extents {}", fmt::join(options_.extents, ","));
    if (options_.iterations) text += fmt::format(" --iterations {}", *options_.iterations);
    return text + option_text("--board", options_.board);
  }

  bool is_of_this_run() {
    const ModelReport& now = report_.now;
    if (!json_.is_object() || !json_.contains("cycles") || !json_.contains("config")) {
      refuse("this is not the JSON of a simulation", command());
    } else if (!json_.contains("card")) {
      refuse(fmt::format("this is a run with memory '{}', which has no counters", json_.value("memory", "?")),
             command());
    } else if (!json_.at("match").get<bool>()) {
      refuse("the hardware of this run differs from the golden engine",
             "its counters mean nothing: rtlgen sim shows where it went wrong");
    } else if (json_.value("plan", "") != plan_digest(now.prepared->plan)) {
      refuse(fmt::format("this is a run of another design: {}", difference()), "simulate this one: " + command());
    } else if (const auto extents = json_.at("extents").get<std::vector<std::int64_t>>();
               !std::equal(extents.begin(), extents.end(), now.extents.begin())) {
      refuse(fmt::format("this run had a grid of {}, not of {}", fmt::join(extents, " x "),
                         fmt::join(now.extents.begin(),
                                   now.extents.begin() + static_cast<std::ptrdiff_t>(extents.size()), " x ")),
             fmt::format("use the same grid: --extents {}", fmt::join(extents, ",")));
    } else if (const auto iterations = json_.at("iterations").get<std::int64_t>(); iterations != now.iterations) {
      refuse(fmt::format("this run had {}, not {}", counted(iterations, "iteration"), now.iterations),
             fmt::format("use the same number: --iterations {}", iterations));
    } else {
      return true;
    }
    return false;
  }

  /// A figure in which the designs differ, as far as the JSON shows.
  [[nodiscard]] std::string difference() const {
    const contract::CoreInterface& core = report_.now.prepared->plan.core;
    const std::string name = json_.value("name", "?");
    if (name != report_.now.prepared->stencil().name)
      return fmt::format("'{}', not '{}'", name, report_.now.prepared->stencil().name);
    const auto cells = json_.value("ideal_cells_per_cycle", std::int64_t{0});
    if (cells != std::int64_t{core.cells_per_cycle} * core.steps)
      return fmt::format("P x I is {}, not {}", cells, core.cells_per_cycle * core.steps);
    const auto latency = json_.value("total_latency", std::int64_t{0});
    if (latency != core.total_latency)
      return fmt::format("its chain is {} long, not {}, as if for another device or clock", counted(latency, "cycle"),
                         core.total_latency);
    return "blocks, bus, places of fields or boundaries differ";
  }

  /// The models that model::parts_text named: one for all channels, or one per kind of the board's memory.
  [[nodiscard]] model::Drams drams_named(const std::string& names) const {
    std::vector<std::string> parts;
    for (std::size_t at = 0; at <= names.size();) {
      const std::size_t end = std::min(names.find(", ", at), names.size());
      parts.push_back(names.substr(at, end - at));
      at = end + 2;
    }
    const std::size_t kinds = report_.now.prepared->requested.channels.kinds.size();
    return parts.size() == 1 || parts.size() == kinds ? model::find_drams(parts) : model::Drams();
  }

  Result<MeasuredReport> figures() {
    const Json& card = json_.at("card");
    MeasuredReport out;
    out.file = file_;
    out.dram = json_.value("dram", "");
    const model::Drams drams = drams_named(out.dram);
    if (drams.empty())
      return refuse(fmt::format("the time model has no memory '{}', which this run used", out.dram),
                    "simulate with --dram ddr4-2400 or another part of its table");
    model::TimeInput input;
    input.plan = &report_.now.prepared->plan;
    input.extents = report_.now.extents;
    input.iterations = report_.now.iterations;
    input.kernel_mhz = card.at("kernel_mhz").get<double>();
    input.bus_mhz = card.at("bus_mhz").get<double>();
    input.drams = drams;
    if (input.kernel_mhz <= 0 || input.bus_mhz <= 0) return refuse("a clock of this run is not positive", command());
    input.link = link_of(json_.value("link", ""), diagnostics_);
    if (diagnostics_.has_errors()) return Failure{};
    const auto time = model::run_time(input, diagnostics_);
    if (!time) return Failure{};
    const auto cycles = json_.at("cycles").get<double>();
    if (cycles <= 0) return refuse("this run took no cycles", command());
    out.kernel_mhz = input.kernel_mhz;
    out.bus_mhz = input.bus_mhz;
    out.figures.push_back({"cycles of the kernel's clock", kCycles, time->cycles, cycles, 0});
    const bool by_pass = json_.value("pass_by_pass", false);
    if (by_pass)
      out.notes.emplace_back(
          "a host decided between passes: the other counters are for the last pass only, and are not compared");
    else
      add_counters(card, *time, out);
    if (!by_pass && !input.link) add_dram(card, *time, out);
    if (input.link) add_host(card, *time, out);
    find_largest(out, cycles);
    return out;
  }

  void add_counters(const Json& card, const model::Time& time, MeasuredReport& out) const {
    const double beat = report_.now.prepared->plan.shell->bus_bits / 8.0;
    const auto waits = card.at("input_waits").get<double>() + card.at("output_waits").get<double>();
    out.figures.push_back({"cycles in which the core waits for memory or a pass", kCycles,
                           time.spent.memory + time.spent.waiting + time.spent.edges, waits, 0});
    out.figures.push_back({"passes", "", static_cast<double>(time.passes), card.at("passes").get<double>(), 0});
    for (const model::ChannelTime& c : time.channels) {
      double read = 0, written = 0;
      for (const Json& counted : card.at("channels")) {
        if (counted.at("channel").get<int>() != c.number) continue;
        read = counted.at("beats_read").get<double>();
        written = counted.at("beats_written").get<double>();
      }
      out.figures.push_back({fmt::format("beats read from channel {}", c.number), "", c.read_bytes / beat, read, 0});
      out.figures.push_back(
          {fmt::format("beats written to channel {}", c.number), "", c.written_bytes / beat, written, 0});
    }
  }

  static void add_host(const Json& card, const model::Time& time, MeasuredReport& out) {
    out.figures.push_back({"microseconds, including the host's transfers", "us",
                           (time.seconds + time.host_seconds) * 1e6, card.at("time_ns").get<double>() * 1e-3, 0});
    out.notes.emplace_back("the busy share of the DRAM includes the host's transfers, and is not compared");
  }

  static void add_dram(const Json& card, const model::Time& time, MeasuredReport& out) {
    double bytes = 0, gbs = 0;
    for (const model::ChannelTime& c : time.channels) {
      bytes += c.read_bytes + c.written_bytes;
      gbs += c.peak_gbs;
    }
    out.figures.push_back({"share of DRAM cycles in which data move", "", bytes / (time.seconds * gbs * 1e9),
                           card.at("dram_busy").get<double>(), 0});
  }

  const std::string& file_;
  const AdviseReport& report_;
  const ModelOptions& options_;
  Diagnostics& diagnostics_;
  Json json_;
};

}  // namespace

void find_largest(MeasuredReport& report, double run) {
  double most = kAgrees;
  report.largest = -1;
  for (std::size_t i = 0; i < report.figures.size(); ++i) {
    ComparedFigure& f = report.figures[i];
    const double scale = f.unit == kCycles ? run : std::max(std::abs(f.predicted), std::abs(f.measured));
    f.off = scale > 0 ? std::abs(f.predicted - f.measured) / scale : 0;
    if (f.off <= most) continue;
    most = f.off;
    report.largest = static_cast<int>(i);
  }
}

Result<MeasuredReport> compare_measured(const std::string& file, const AdviseReport& report,
                                        const ModelOptions& options, Diagnostics& diagnostics) {
  return Reading(file, report, options, diagnostics).compared();
}

}  // namespace rtlgen::driver
