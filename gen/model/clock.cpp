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
    15;  ///< points of utilisation: Waidyasooriya 2017, section 4, sees 300 MHz below 75 % and 270 MHz from 85 % on
constexpr std::size_t kFew = 3;
constexpr double kMargin = 0.2;  ///< fraction of the predicted clock

/// How far the predicted clocks of a row were from those after place and route: the tables under "Against the router"
/// in docs/evidence/timing.md, with 27 cores per part and medians of five seeds.
struct Compared {
  const char* row;  ///< of hw::DelayModel
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

/// The device of published designs that a row stands for: its name without the speed grade. The family would not do,
/// because UltraScale and UltraScale+ share one.
std::string published_device(const hw::DelayModel& device) { return device.name.substr(0, device.name.find('-')); }

/// The designs that an estimate is based on, and whether they are as full as ours.
struct Basis {
  std::vector<const PublishedClock*> rows;
  bool near = false;
  bool has_any = false;  ///< of the device, though too few
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

/// The lowest and the highest clock of designs, of which there is one.
std::pair<double, double> range_of(const std::vector<const PublishedClock*>& rows) {
  std::pair<double, double> range = {rows.front()->low_mhz, rows.front()->high_mhz};
  for (const PublishedClock* row : rows)
    range = {std::min(range.first, row->low_mhz), std::max(range.second, row->high_mhz)};
  return range;
}

/// The path that limits the clock and what its delays are worth.
std::string path_text(const ClockEstimate& clock) {
  return fmt::format("from a path of {:.2f} ns in {} ({})", clock.predicted->ps / 1000.0, clock.predicted->module,
                     clock.worth);
}

/// The prediction where it is a hint alone, after other text; "" without one.
std::string hint_text(const ClockEstimate& clock) {
  return clock.predicted ? fmt::format("; a hint: {:.0f} MHz, {}", clock.predicted->mhz(), path_text(clock)) : "";
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

/// Logic in percent, as printed. Richter 2012 prints LUTs of the buffers without Kernels, of 69,120 in an XC5VLX110T;
/// StencilStream v3.0.0 ALMs of the 706,000 that its shell leaves. AutoBridge places a design by a floor plan; where
/// its README has the clock of Vivado alone, too, that is a row of its own. Its designs are not all stencils.
const std::vector<PublishedClock>& published_clocks() {
  static const std::vector<PublishedClock> table = {
      {"stratixv", 62, 281.76, 281.76, 281.76, "Zohouri 2018, table 4: D2 S-V, par_vec 8, par_time 6"},
      {"stratixv", 63, 294.2, 294.2, 294.2, "Zohouri 2018, table 4: D2 S-V, par_vec 4, par_time 12"},
      {"stratixv", 69, 302.48, 302.48, 302.48, "Zohouri 2018, table 4: D2 S-V, par_vec 2, par_time 24"},
      {"arria10", 46, 311.62, 311.62, 311.62, "Zohouri 2018, table 4: D2 A-10, par_vec 16, par_time 16"},
      {"arria10", 55, 343.76, 343.76, 343.76, "Zohouri 2018, table 4: D2 A-10, par_vec 8, par_time 36"},
      {"arria10", 67, 281.61, 281.61, 281.61, "Zohouri 2018, table 4: D2 A-10, par_vec 4, par_time 72"},
      {"stratixv", 91, 272.47, 272.47, 272.47, "Zohouri 2018, table 4: H2 S-V, par_vec 8, par_time 6"},
      {"stratixv", 95, 225.83, 225.83, 225.83, "Zohouri 2018, table 4: H2 S-V, par_vec 4, par_time 12"},
      {"stratixv", 84, 269.97, 269.97, 269.97, "Zohouri 2018, table 4: H2 S-V, par_vec 2, par_time 20"},
      {"arria10", 39, 308.35, 308.35, 308.35, "Zohouri 2018, table 4: H2 A-10, par_vec 8, par_time 16"},
      {"arria10", 47, 322.47, 322.47, 322.47, "Zohouri 2018, table 4: H2 A-10, par_vec 4, par_time 36"},
      {"arria10", 72, 287.43, 287.43, 287.43, "Zohouri 2018, table 4: H2 A-10, par_vec 2, par_time 72"},
      {"stratixv", 62, 301.02, 301.02, 301.02, "Zohouri 2018, table 4: D3 S-V, par_vec 8, par_time 4"},
      {"stratixv", 72, 189.5, 189.5, 189.5, "Zohouri 2018, table 4: D3 S-V, par_vec 8, par_time 5"},
      {"arria10", 38, 294.81, 294.81, 294.81, "Zohouri 2018, table 4: D3 A-10, par_vec 16, par_time 8"},
      {"arria10", 60, 286.61, 286.61, 286.61, "Zohouri 2018, table 4: D3 A-10, par_vec 16, par_time 12"},
      {"arria10", 52, 308.64, 308.64, 308.64, "Zohouri 2018, table 4: D3 A-10, par_vec 8, par_time 24"},
      {"stratixv", 76, 246.18, 246.18, 246.18, "Zohouri 2018, table 4: H3 S-V, par_vec 8, par_time 4"},
      {"stratixv", 74, 238.32, 238.32, 238.32, "Zohouri 2018, table 4: H3 S-V, par_vec 4, par_time 8"},
      {"arria10", 45, 256.47, 256.47, 256.47, "Zohouri 2018, table 4: H3 A-10, par_vec 16, par_time 8"},
      {"arria10", 47, 299.85, 299.85, 299.85, "Zohouri 2018, table 4: H3 A-10, par_vec 8, par_time 16"},
      {"arria10", 62, 296.2, 296.2, 296.2, "Zohouri 2018, table 4: H3 A-10, par_vec 8, par_time 20"},
      {"stratixv", 90.0, 262, 262, 262, "Waidyasooriya 2017, table 2: P_cell 1, d 146"},
      {"stratixv", 89.9, 277, 277, 277, "Waidyasooriya 2017, table 2: P_cell 2, d 80"},
      {"stratixv", 87.6, 285, 285, 285, "Waidyasooriya 2017, table 2: P_cell 4, d 40"},
      {"stratixv", 89.7, 283, 283, 283, "Waidyasooriya 2017, table 2: P_cell 8, d 21"},
      {"stratixv", 85.7, 268, 268, 268, "Waidyasooriya 2017, table 2: P_cell 16, d 10"},
      {"stratixv", -1, 253, 253, 253, "Waidyasooriya 2017, table 4: laplace 395-D8"},
      {"stratixv", -1, 248, 248, 248, "Waidyasooriya 2017, table 4: laplace 395-AB"},
      {"stratixv", -1, 296, 296, 296, "Waidyasooriya 2017, table 4: j5 DE5"},
      {"stratixv", -1, 256, 256, 256, "Waidyasooriya 2017, table 4: j5 395-D8"},
      {"stratixv", -1, 248, 248, 248, "Waidyasooriya 2017, table 4: j5 395-AB"},
      {"stratixv", -1, 283, 283, 283, "Waidyasooriya 2017, table 4: j9 DE5"},
      {"stratixv", -1, 234, 234, 234, "Waidyasooriya 2017, table 4: j9 395-D8"},
      {"stratixv", -1, 226, 226, 226, "Waidyasooriya 2017, table 4: j9 395-AB"},
      {"stratixv", -1, 291, 291, 291, "Waidyasooriya 2017, table 4: fdtd DE5"},
      {"stratixv", -1, 227, 227, 227, "Waidyasooriya 2017, table 4: fdtd 395-D8"},
      {"stratixv", -1, 247, 247, 247, "Waidyasooriya 2017, table 4: fdtd 395-AB"},
      {"xc5v", 3.1, 317, 317, 317, "Richter 2012, table 2: 32^3, P 1, I 16"},
      {"xc5v", 5.3, 317, 317, 317, "Richter 2012, table 2: 32^3, P 1, I 28"},
      {"xc5v", 0.2, 303, 303, 303, "Richter 2012, table 2: 64^3, P 1, I 1"},
      {"xc5v", 0.7, 308, 308, 308, "Richter 2012, table 2: 64^3, P 2, I 4"},
      {"xc5v", 0.6, 316, 316, 316, "Richter 2012, table 2: 64^3, P 4, I 4"},
      {"xc5v", 0.3, 301, 301, 301, "Richter 2012, table 2: 128^3, P 1, I 1"},
      {"xc5v", 2.7, 282, 282, 282, "Richter 2012, table 2: 128^3, P 4, I 1"},
      {"xc5v", 1.2, 301, 301, 301, "Richter 2012, table 2: 128^3, P 1, I 4"},
      {"xc5v", 0.3, 298, 298, 298, "Richter 2012, table 2: 256^3, P 1, I 1"},
      {"xc5v", 0.3, 306, 306, 306, "Richter 2012, table 2: 256^3, P 2, I 1"},
      {"xc5v", 0.2, 257, 257, 257, "Richter 2012, table 2: 256^3, P 4, I 1"},
      {"xcu", -1, 229.1, 245.66, 245.66, "SODA 2018, section 5.2: lowest and average of 75 designs, 250 MHz requested"},
      {"stratix10", 85.34, 79.63, 79.63, 79.63, "StencilStream 2020, README of v1.0.0: hotspot, 225 cores, 520N"},
      {"stratix10", 83.19, 225, 225, 225, "StencilStream 2020, README of v1.0.0: fdtd, 30 cores, 520N"},
      {"stratix10", 64.26, 225, 225, 225, "StencilStream 2020, README of v1.0.0: hotspot, 100 cores, Intel PAC"},
      {"stratix10", 69.41, 218, 218, 218, "StencilStream 2020, README of v1.0.0: fdtd, 20 cores, Intel PAC"},
      {"stratix10", 79.38, 206.25, 206.25, 206.25, "StencilStream 2020, README of v1.1.1: hotspot, 200 cores, 520N"},
      {"stratix10", 79.93, 272.5, 272.5, 272.5, "StencilStream 2020, README of v1.1.1: fdtd, 35 cores, 520N"},
      {"stratix10", 83.67, 163, 163, 163, "StencilStream 2020, README of v1.1.1: hotspot, 200 cores, Intel PAC"},
      {"stratix10", 63.93, 221, 221, 221, "StencilStream 2020, README of v1.1.1: fdtd, 20 cores, Intel PAC"},
      {"stratix10", 60.4, 337.5, 337.5, 337.5, "StencilStream 2024, README of v3.0.0: HotSpot, monotile"},
      {"stratix10", 68.1, 317.5, 317.5, 317.5, "StencilStream 2024, README of v3.0.0: HotSpot, tiling"},
      {"stratix10", 43.2, 308.33, 308.33, 308.33, "StencilStream 2024, README of v3.0.0: FDTD, monotile"},
      {"stratix10", 62.9, 284.38, 284.38, 284.38, "StencilStream 2024, README of v3.0.0: FDTD, tiling"},
      {"stratix10", 65.5, 335, 335, 335, "StencilStream 2024, README of v3.0.0: Convection, monotile"},
      {"xcup", -1, 297, 297, 297, "AutoBridge 2021, README: stencil, U280"},
      {"xcup", -1, 316, 316, 316, "AutoBridge 2021, README: systolic array, U250"},
      {"xcup", -1, 158, 158, 158, "AutoBridge 2021, README: the same systolic array, Vivado alone"},
      {"xcup", -1, 270, 270, 270, "AutoBridge 2021, README: Serpens, sparse product, U280"},
      {"xcup", -1, 260, 260, 260, "AutoBridge 2021, README: Sextans, sparse product, U250"},
      {"xcup", -1, 189, 189, 189, "AutoBridge 2021, README: the same Sextans, Vivado alone"},
      {"xcup", -1, 252, 252, 252, "AutoBridge 2021, README: CHIP-KNN, U280"},
      {"xcup", -1, 165, 165, 165, "AutoBridge 2021, README: the same CHIP-KNN, Vivado alone"},
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
      predicted ? fmt::format("; a hint: {:.0f} MHz, a path of {:.2f} ns in {}, from the delays of {} ({})",
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
