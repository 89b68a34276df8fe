// Finds dividers, has the card load them, and measures the clock.
#include "host/kernel_clock.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <tuple>

#include "contract/card_map.hpp"
#include "host/waiting.hpp"

namespace rtlgen::host {

namespace {

constexpr std::array<ClockFamily, 2> kFamilies = {
    {{"ultrascale", 600, 1200, 64,
      "MMCME3: multiplier, UG572, MMCM Attributes; oscillator, grade -1, as in LiteX (class USMMCM), because DS892 and "
      "DS893 were not found"},
     {"ultrascale_plus", 800, 1600, 128,
      "MMCME4: oscillator, DS923 and DS931, MMCM Switching Characteristics, all grades; multiplier, UG572, MMCM "
      "Attributes"}}};
constexpr int kLeastMultiplier = 2, kLeastOutput = 2, kMostOutput = 128;
/// Lowest frequency of the phase detector: below it, jitter rises.
constexpr double kLeastDetectorMhz = 50;
/// Allowance for the clock uncertainty of settings other than the bitstream's.
constexpr double kJitterNs = 0.02;
/// Relative difference of frequencies that are the same: a manifest has the period in whole picoseconds.
constexpr double kSame = 1e-3;
constexpr double kNsPerMhz = 1e3;

/// While the clock is changed, and until the meters have seen it: in accesses and seconds.
constexpr int kPolls = 60000;
constexpr double kSeconds = 2;

const ClockFamily* family_of(const CardBlock& card) {
  const auto& clock = card.facts().clock;
  if (!clock) return nullptr;
  const auto found = std::ranges::find(kFamilies, std::string_view(clock->family), &ClockFamily::name);
  return found == kFamilies.end() ? nullptr : &*found;
}

int most_divider(double input_mhz) { return std::max(1, static_cast<int>(input_mhz / kLeastDetectorMhz)); }

bool is_same(double mhz, double other) { return std::abs(mhz / other - 1) < kSame; }

/// The highest clock that may be set, and why; `met`: of the bitstream.
struct Limit {
  double mhz;
  std::string why;
};

Limit limit_of(const Design& design, const CardBlock& card, double met) {
  const double base = card.facts().kernel_mhz, crossings = std::max(base, design.shell.bus_mhz);
  const double jitter = kNsPerMhz / (kNsPerMhz / met + kJitterNs);
  if (jitter <= crossings)
    return {jitter, fmt::format("the bitstream meets {:.1f} MHz, and {} ps are for the jitter of other settings", met,
                                kJitterNs * kNsPerMhz)};
  return {crossings, fmt::format("the crossings to the bus clock are constrained for at most {:.1f} MHz", crossings)};
}

/// The lowest clock that a family can make.
double lowest_clock(const ClockFamily& family, double input_mhz) {
  double lowest = family.most_vco_mhz;
  for (int d = 1; d <= most_divider(input_mhz); ++d)
    lowest = std::min(lowest, std::ceil(family.least_vco_mhz * d / input_mhz) * input_mhz / d);
  return lowest / kMostOutput;
}

void require(bool holds, const std::string& text) {
  if (!holds) throw Error("the kernel clock cannot be changed: " + text);
}

/// Throws unless this card's clock can be changed now; returns its family.
const ClockFamily& require_able(const CardBlock& card) {
  require(card.facts().clock.has_value(), "the manifest is of an rtlgen that could not do it");
  const ClockFamily* const family = family_of(card);
  require(family != nullptr, fmt::format("its source in '{}' is not known", card.facts().clock->family));
  require(card.read("format", "clock") != 0, "the bitstream is of an rtlgen that could not do it; build it again");
  require(card.read("state", "run_busy") == 0, "a run is active on this card");
  return *family;
}

/// Waits until no change is in progress; false if that takes too long.
bool settles(const CardBlock& card) {
  return wait_for(kPolls, kSeconds, [&] { return card.read("clock", "busy") == 0; });
}

/// The fault of the change that was requested last; "" if nothing is.
std::string fault_of_change(const CardBlock& card, double mhz) {
  if (!settles(card)) {
    return card.read("state", "kernel_locked") == 0 ? fmt::format("it does not lock at {:.1f} MHz", mhz)
                                                    : "its source does not respond";
  }
  if (card.read("clock", "refused") != 0) return "its source responded with an error";
  if (card.read("clock", "ignored") != 0) return "its source did not load the settings";
  if (!card.wait_ready()) return "afterwards the card is not ready: " + card.trouble();
  return "";
}

/// Measures the clock; returns the last frequency, and whether it is the expected one. `exact`: the dividers are ours,
/// so the count of edges is known, but for the steps in which the meter counts.
std::pair<double, bool> measured(const Design& design, const CardBlock& card, double mhz, bool exact) {
  constexpr double kStepEdges = 32, kExact = 5e-4, kVendors = 0.01;
  const double expected = mhz / design.shell.bus_mhz * contract::kCardWindow;
  double edges = 0;
  const bool good = wait_for(kPolls, kSeconds, [&] {
    edges = card.read("kernel_edges");
    return std::abs(edges - expected) <= (exact ? kStepEdges + kExact * expected : kVendors * expected);
  });
  return {edges * design.shell.bus_mhz / contract::kCardWindow, good};
}

/// Has the card load `settings`, or those of the bitstream, and proves that the clock has `mhz`.
void load(const Design& design, const CardBlock& card, const std::optional<ClockSettings>& settings, double mhz) {
  if (settings) {
    const contract::CardWord& feedback = contract::card_word("clock_feedback");
    card.write("clock_feedback", static_cast<std::uint32_t>(settings->divider) << feedback.field("divider").bit |
                                     static_cast<std::uint32_t>(settings->multiplier)
                                         << feedback.field("multiplier").bit);
    card.write("clock_divide", static_cast<std::uint32_t>(settings->output));
  }
  card.request("clock_load", settings ? "settings" : "bitstream");
  std::string fault = fault_of_change(card, mhz);
  if (fault.empty()) {
    const auto [seen, good] = measured(design, card, mhz, settings.has_value());
    if (!good) fault = fmt::format("it was set to {:.2f} MHz, and {:.2f} MHz are measured", mhz, seen);
  }
  card.clear_event("kernel_lost");
  card.clear_event("restarted");
  if (fault.empty()) return;
  fault = "the kernel clock was not changed: " + fault;
  const std::string more = settings ? restore_kernel_clock(card) : "";
  throw DeviceError(more.empty() ? fault : fault + "; " + more);
}

}  // namespace

std::string restore_kernel_clock(const CardBlock& card) {
  if (card.read("clock", "busy") != 0) {
    // Resets the source of the clock with its port. The reset is 64 clocks of the bus long, and each access takes some.
    constexpr int kAccesses = 64;
    card.request("reset", "kernel");
    for (int i = 0; i < kAccesses; ++i) static_cast<void>(card.read("state"));
  }
  card.request("clock_load", "bitstream");
  if (settles(card) && card.read("state", "kernel_locked") != 0 && card.wait_ready()) return "";
  return "the clock of the bitstream does not come back: program the card again";
}

std::span<const ClockFamily> clock_families() { return kFamilies; }

std::optional<ClockSettings> clock_settings(const ClockFamily& family, double input_mhz, double mhz) {
  std::optional<ClockSettings> best;
  // The highest clock; then the lowest divider and the highest oscillator, which mean the least jitter.
  const auto rank = [&](const ClockSettings& s) {
    return std::tuple(std::round(s.mhz(input_mhz) * 1e6), -s.divider, s.multiplier);
  };
  for (int d = 1; d <= most_divider(input_mhz); ++d) {
    for (int m = kLeastMultiplier; m <= family.most_multiplier; ++m) {
      const double vco = input_mhz * m / d;
      if (vco < family.least_vco_mhz || vco > family.most_vco_mhz || vco / mhz > kMostOutput + 1) continue;
      const int output = std::max(kLeastOutput, static_cast<int>(std::ceil(vco / mhz - 1e-9)));
      if (output > kMostOutput) continue;
      const ClockSettings settings{d, m, output};
      if (settings.mhz(input_mhz) <= mhz * (1 + 1e-9) && (!best || rank(settings) > rank(*best))) best = settings;
    }
  }
  return best;
}

std::optional<double> met_mhz(const CardBlock& card) {
  constexpr double kTenths = 10;
  if (card.read("format", "clock") == 0) return std::nullopt;
  if (card.read("met", "mark") != contract::kCardMetMark) return std::nullopt;
  return card.read("met", "tenths") / kTenths;
}

double expected_kernel_mhz(const CardBlock& card) {
  const double base = card.facts().kernel_mhz;
  if (family_of(card) == nullptr || card.read("format", "clock") == 0) return base;
  if (card.read("clock", "changed") == 0 && card.read("clock", "busy") == 0) return base;
  const ClockSettings settings{static_cast<int>(card.read("clock_feedback", "divider")),
                               static_cast<int>(card.read("clock_feedback", "multiplier")),
                               static_cast<int>(card.read("clock_divide", "divider"))};
  // A host that disappears clears the settings, and not the clock.
  if (settings.divider == 0 || settings.multiplier == 0 || settings.output == 0) return base;
  return settings.mhz(card.facts().clock->input_mhz);
}

std::string clock_note(const Design& design, const CardBlock& card) {
  const double mhz = expected_kernel_mhz(card), base = card.facts().kernel_mhz;
  const std::optional<double> met = met_mhz(card);
  if (met && mhz > *met * (1 + kSame)) {
    return fmt::format(
        "the kernel clock is {:.1f} MHz, but the bitstream meets only {:.1f} MHz, so bits may be wrong: a lower clock "
        "helps (--clock {})",
        mhz, *met, std::floor(limit_of(design, card, *met).mhz));
  }
  if (is_same(mhz, base)) return "";
  return fmt::format("the kernel clock was set to {:.1f} MHz on the card; the project has {:.1f} MHz", mhz, base);
}

double change_kernel_clock(const Design& design, const CardBlock& card, double mhz) {
  if (!(mhz > 0)) throw Error(fmt::format("a kernel clock of {} MHz", mhz));
  const ClockFamily& family = require_able(card);
  const double base = card.facts().kernel_mhz, input = card.facts().clock->input_mhz;
  const std::optional<double> met = met_mhz(card);
  const bool wants_base = is_same(mhz, base);
  require(met.has_value() || wants_base, "the bitstream does not say which clock it meets: build it with make");
  std::optional<ClockSettings> settings;
  double set = base;
  if (met && !(wants_base && *met * (1 + kSame) >= base)) {
    const Limit limit = limit_of(design, card, *met);
    require(mhz <= limit.mhz,
            fmt::format("{:.2f} MHz are above the limit of {:.2f} MHz: {}", mhz, limit.mhz, limit.why));
    settings = clock_settings(family, input, mhz);
    require(settings.has_value(),
            fmt::format("{:.3f} MHz are below its lowest clock, {:.3f} MHz", mhz, lowest_clock(family, input)));
    set = settings->mhz(input);
    if (base <= mhz && base >= set) settings.reset(), set = base;
  }
  if (card.read("state", "kernel_locked") == 0) {
    if (const std::string fault = restore_kernel_clock(card); !fault.empty())
      throw DeviceError("the kernel clock was not changed: it is not locked, and " + fault);
  }
  load(design, card, settings, set);
  return set;
}

}  // namespace rtlgen::host
