// Published clocks, and the estimate; see clock.hpp.
#include "model/clock.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "hw/delay_model.hpp"
#include "model/bridge.hpp"

namespace rtlgen::model {

namespace {

constexpr double kBand =
    15;  ///< points of utilisation: Waidyasooriya 2017, section 4, has 300 MHz below 75 % and 270 MHz from 85 % on
constexpr std::size_t kFew = 3;
constexpr double kMargin = 0.2;  ///< fraction of the predicted clock

/// Errors of the predicted clocks of a row relative to those after place and route: the tables under "Against the
/// router" in docs/evidence/timing.md, with 27 cores per part and medians of five seeds.
struct Compared {
  const char* row;  ///< name of the hw::DelayModel
  int cores;
  int mean, worst;  ///< errors in percent
};
constexpr std::array kCompared = {Compared{"ice40hx", 27, 6, 17}, Compared{"ice40up", 27, 6, 13}};

/// How reliable the predictions of a row are.
std::string worth_of(const hw::DelayModel& device) {
  std::vector<std::string> words;
  if (device.origin == hw::DelayModel::Origin::kDerived)
    words.emplace_back(defends_clock(device) ? "an assumption" : "derived");
  const auto* const found =
      std::find_if(kCompared.begin(), kCompared.end(), [&](const Compared& c) { return c.row == device.name; });
  words.push_back(found == kCompared.end() ? "not compared with place and route"
                                           : fmt::format("{} routed cores: mean error {} %, worst {} %", found->cores,
                                                         found->mean, found->worst));
  return fmt::format("{}", fmt::join(words, ", "));
}

/// The device of published designs for a row: its name without the speed grade. The family is too coarse, because
/// UltraScale and UltraScale+ share one.
std::string published_device(const hw::DelayModel& device) { return device.name.substr(0, device.name.find('-')); }

/// The designs that an estimate is based on, and whether they are about as full as the design to estimate.
struct Basis {
  std::vector<const PublishedClock*> rows;
  bool near = false;
  bool has_any = false;  ///< the device has some, though too few
};
Basis basis_of(const std::string& device, double logic) {
  Basis basis;
  std::vector<const PublishedClock*> all;
  for (const PublishedClock& row : published_clocks()) {
    if (row.device != device) continue;
    all.push_back(&row);
    if (row.logic_percent >= 0 && std::abs(row.logic_percent - 100 * logic) <= kBand) basis.rows.push_back(&row);
  }
  basis.near = basis.rows.size() >= kFew;
  basis.has_any = !all.empty();
  if (!basis.near) basis.rows = all.size() >= kFew ? all : std::vector<const PublishedClock*>();
  return basis;
}

/// The lowest and the highest clock of the designs; there is at least one.
std::pair<double, double> range_of(const std::vector<const PublishedClock*>& rows) {
  std::pair<double, double> range = {rows.front()->low_mhz, rows.front()->high_mhz};
  for (const PublishedClock* row : rows)
    range = {std::min(range.first, row->low_mhz), std::max(range.second, row->high_mhz)};
  return range;
}

/// The path that limits the clock and how reliable its delays are.
std::string path_text(const ClockEstimate& clock) {
  return fmt::format("from a path of {:.2f} ns in {} ({})", clock.predicted->ps / 1000.0, clock.predicted->module,
                     clock.worth);
}

/// The prediction as text, appended to other text, if it is only a rough estimate; "" without one.
std::string hint_text(const ClockEstimate& clock) {
  return clock.predicted ? fmt::format("; rough estimate: {:.0f} MHz, {}", clock.predicted->mhz(), path_text(clock))
                         : "";
}

/// Whether core or bridge limits the clock; "" without a bridge.
std::string binds_text(const ClockEstimate& clock) {
  if (!clock.predicted || !clock.slack) return "";
  const bool bridge = clock.predicted->module == kBridge;
  return fmt::format("; the {} is the limit, and the {} reaches {:.1f} MHz",
                     bridge ? "bridge to the serial line" : "core", bridge ? "core" : "bridge to the serial line",
                     clock.slack->mhz());
}

}  // namespace

/// Logic in percent, as printed. Richter 2012 prints LUTs of the buffers without Kernels, out of the 69,120 in an
/// XC5VLX110T; StencilStream v3.0.0 prints ALMs out of the 706,000 that its shell leaves. AutoBridge places a design by
/// a floor plan; if its README also has the clock of Vivado without one, that is a separate row. Not all of its designs
/// are stencils.
const std::vector<PublishedClock>& published_clocks() {
  static const std::vector<PublishedClock> table = {
#include "model/published_clocks.inc"
  };
  return table;
}

double defended_mhz(const LongestPath& path) { return (1 - kMargin) * path.mhz(); }

bool defends_clock(const hw::DelayModel& device) {
  const std::vector<std::string> names = hw::DelayModel::names();
  return device.cells && std::any_of(names.begin(), names.end(), [&device](const std::string& name) {
           const hw::DelayModel& row = *hw::DelayModel::find(name);
           return row.family == device.family && row.origin == hw::DelayModel::Origin::kMeasured;
         });
}

ClockEstimate estimate_clock(const hw::DelayModel& device, double logic, double scheduled_mhz,
                             const std::optional<LongestPath>& core, const std::optional<LongestPath>& bridge) {
  const std::string published = published_device(device);
  ClockEstimate estimate;
  estimate.scheduled_mhz = scheduled_mhz;
  estimate.predicted = core;
  if (core && bridge) {
    const bool binds = bridge->ps > core->ps;
    estimate.predicted = binds ? bridge : core;
    estimate.slack = binds ? core : bridge;
  }
  const std::optional<LongestPath>& predicted = estimate.predicted;
  estimate.worth = worth_of(device);
  const Basis basis = basis_of(published, logic);
  estimate.rows = basis.rows;
  const std::string hint =
      predicted ? fmt::format("; rough estimate: {:.0f} MHz, a path of {:.2f} ns in {}, from the delays of {} ({})",
                              predicted->mhz(), predicted->ps / 1000.0, predicted->module, device.name, estimate.worth)
                : "";
  if (estimate.rows.empty() && predicted && defends_clock(device)) {
    estimate.low_mhz = std::min(defended_mhz(*predicted), estimate.scheduled_mhz);
    estimate.typical_mhz = std::min(predicted->mhz(), estimate.scheduled_mhz);
    estimate.high_mhz = std::min((1 + kMargin) * predicted->mhz(), estimate.scheduled_mhz);
    estimate.basis = fmt::format(
        "predicted: {:.0f} MHz, a path of {:.2f} ns in {}, from the delays of {} ({}); {:.0f} MHz requested{}",
        predicted->mhz(), predicted->ps / 1000.0, predicted->module, device.name, estimate.worth,
        estimate.scheduled_mhz, binds_text(estimate));
    return estimate;
  }
  if (estimate.rows.empty()) {
    estimate.basis = fmt::format("unknown: {} published designs of family {}, and none routed{}",
                                 basis.has_any ? "too few" : "no", published, hint);
    return estimate;
  }
  std::vector<double> clocks;
  for (const PublishedClock* row : estimate.rows) clocks.push_back(row->mhz);
  std::sort(clocks.begin(), clocks.end());
  const double median = (clocks[(clocks.size() - 1) / 2] + clocks[clocks.size() / 2]) / 2;
  const auto [low, high] = range_of(estimate.rows);
  estimate.low_mhz = std::min(low, estimate.scheduled_mhz);
  estimate.typical_mhz = std::min(median, estimate.scheduled_mhz);
  estimate.high_mhz = std::min(high, estimate.scheduled_mhz);
  estimate.basis =
      fmt::format("estimate: {} published designs of family {}{}, capped at the {:.0f} MHz of the schedule{}",
                  clocks.size(), published,
                  basis.near ? fmt::format(" that use {:.0f} to {:.0f} % of the logic",
                                           std::max(0.0, 100 * logic - kBand), 100 * logic + kBand)
                             : ", at any utilisation",
                  estimate.scheduled_mhz, hint);
  return estimate;
}

std::string reached_text(const ClockEstimate& clock) {
  if (clock.is_predicted())
    return fmt::format("{:.1f} MHz predicted, {}{}", clock.predicted->mhz(), path_text(clock), binds_text(clock));
  if (!clock.known()) return "the clock that this design reaches is unknown" + hint_text(clock);
  const auto [low, high] = range_of(clock.rows);
  return fmt::format("other designs of this family reached {:.0f} to {:.0f} MHz; this one has not been routed{}", low,
                     high, hint_text(clock));
}

}  // namespace rtlgen::model
