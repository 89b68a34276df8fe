// Random choices of bus_bench.cpp: clocks, stalls and the event of a scenario.
#pragma once

#include <cstdint>
#include <random>

#include "memory_model.hpp"

namespace bus {

inline constexpr std::uint64_t kRegion = 0x10000;

inline int beat_bytes = 8;
inline int longest = 16;  ///< beats of a burst

struct Segment {
  std::uint64_t addr = 0;
  int beats = 0;
  int bank = 0;
  bool row_end = false;
};

enum Event { kNone, kStop, kReset, kReadError, kWriteError, kOutside, kEvents };

struct Scenario {
  Event event = kNone;
  long when = 0;  ///< bus cycle of a stop or a reset
  Weather weather;
  int bus_period = 2, ker_period = 2;
  int ker_percent = 100;  ///< share of clocks with the kernel's valid and ready
  int segments = 60;
  bool long_rows = false;
};

/// First byte of engine e's buffer b.
inline std::uint64_t base(int engine, int bank) {
  return (1ULL << 40) + static_cast<std::uint64_t>(engine * 2 + bank) * 0x100000 + 0x7c00;
}

inline Scenario draw(int number, std::mt19937_64& random) {
  static const int ratios[][2] = {{2, 2}, {2, 3}, {3, 2}, {2, 9}, {9, 2}, {4, 5}};
  Scenario s;
  s.event = static_cast<Event>(number % kEvents);
  s.when = 50 + static_cast<long>(random() % 400);
  s.weather.ready_percent = number % 7 == 0 ? 100 : 20 + static_cast<int>(random() % 80);
  s.weather.latency = number % 5 == 0 ? 0 : static_cast<int>(random() % 200);
  if (s.event == kReadError) s.weather.read_error = static_cast<int>(random() % 200);
  if (s.event == kWriteError) s.weather.write_error = static_cast<int>(random() % 10);
  const auto& ratio = ratios[random() % 6];
  s.bus_period = ratio[0];
  s.ker_period = ratio[1];
  s.ker_percent = number % 3 == 0 ? 100 : 30 + static_cast<int>(random() % 70);
  return s;
}

}  // namespace bus
