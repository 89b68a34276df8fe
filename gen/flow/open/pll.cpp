// Tries all settings of a PLL: there are only a few thousand.
#include "flow/open/pll.hpp"

#include <cmath>
#include <cstdlib>

namespace rtlgen::flow::open {

namespace {

constexpr double kRounding = 1e-9;

struct Range {
  double least, most;
  [[nodiscard]] bool has(double mhz) const { return mhz >= least - kRounding && mhz <= most + kRounding; }
};

/// The setting of the loop filter, by the frequency at the phase detector.
int filter_range(double mhz) {
  constexpr double kLimits[] = {17, 26, 44, 66, 101};
  int range = 1;
  for (const double limit : kLimits) range += mhz >= limit ? 1 : 0;
  return range;
}

template <class Use>
void for_each_ice40(double oscillator, const Use& use) {
  constexpr Range kCompared{10, 133}, kInside{533, 1066}, kOut{16, 275};
  for (int r = 0; r < 16; ++r) {
    const double compared = oscillator / (r + 1);
    if (!kCompared.has(compared)) continue;
    for (int f = 0; f < 128; ++f) {
      const double inside = compared * (f + 1);
      for (int q = 1; q <= 6 && kInside.has(inside); ++q) {
        const double out = inside / (1 << q);
        if (kOut.has(out))
          use(Clock{out, {{"DIVR", r}, {"DIVF", f}, {"DIVQ", q}, {"FILTER_RANGE", filter_range(compared)}}});
      }
    }
  }
}

template <class Use>
void for_each_ecp5(double oscillator, const Use& use) {
  constexpr Range kCompared{3.125, 400}, kInside{400, 800}, kOut{3.125, 400};
  for (int i = 1; i <= 128; ++i) {
    const double compared = oscillator / i;
    if (!kCompared.has(compared)) continue;
    for (int fb = 1; fb <= 80; ++fb) {
      const double out = compared * fb;
      if (!kOut.has(out)) continue;
      // The slowest allowed internal oscillator takes the least power.
      const int op = static_cast<int>(std::ceil(kInside.least / out - kRounding));
      if (op >= 1 && op <= 128 && kInside.has(out * op))
        use(Clock{out, {{"CLKI_DIV", i}, {"CLKFB_DIV", fb}, {"CLKOP_DIV", op}}});
    }
  }
}

}  // namespace

int clocks_per_bit(double mhz, int baud) { return static_cast<int>(std::lround(mhz * 1e6 / baud)); }

bool divides(double mhz, int baud) {
  constexpr double kMostError = 0.015;
  constexpr int kLeast = 4;
  const int clocks = clocks_per_bit(mhz, baud);
  return clocks >= kLeast && std::abs(mhz * 1e6 / baud / clocks - 1) <= kMostError;
}

std::optional<Clock> fastest_clock(const std::string& family, double oscillator_mhz, double most_mhz, int baud) {
  std::optional<Clock> best;
  const auto consider = [&](Clock clock) {
    if (clock.mhz > most_mhz + kRounding || !divides(clock.mhz, baud)) return;
    if (!best || clock.mhz > best->mhz + kRounding) best = std::move(clock);
  };
  consider({oscillator_mhz, {}});
  if (family == "ice40")
    for_each_ice40(oscillator_mhz, consider);
  else
    for_each_ecp5(oscillator_mhz, consider);
  return best;
}

}  // namespace rtlgen::flow::open
