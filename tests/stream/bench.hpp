// One design of the compiled top in closed loop with a memory and a stand-in for the core: a scenario is one run, or
// one that an event ends and a second one after reset.
#pragma once

#include <array>
#include <deque>
#include <memory>
#include <random>
#include <string>

#include "../shell/memory_model.hpp"
#include "Vstream_bench.h"
#include "arrays.hpp"
#include "core_model.hpp"

namespace rtlgen::stream_test {

enum Event { kNone, kStop, kReset, kReadError, kWriteError, kShortBuffer, kEvents };

struct Scenario {
  Event event = kNone;
  long when = 0;  ///< bus cycle of a stop or a reset
  bus::Weather weather;
  bool half_duplex = false;  ///< a bank moves a beat in one direction per cycle
  int bus_period = 2, kernel_period = 2;
  int kernel_percent = 100;  ///< share of the core's cycles in which it takes or gives
  std::int64_t lag = 0, gap = 0;
  int latency = 3;
};

class Bench {
 public:
  Bench(int select, int mutant, const Design& design);

  /// "" or what went wrong.
  std::string run(const Scenario& scenario, Arrays& arrays, std::uint64_t seed);
  long cycles = 0;  ///< bus cycles of the last run
  long beats = 0;   ///< beats of all runs
  long events = 0;  ///< runs that an event ended in the middle

 private:
  std::string one_run(const Scenario& scenario, std::uint64_t seed);
  void configure();
  void reset();
  void settle();
  void edge(bool bus, bool kernel);
  void sample_bank(int k);
  void sample_write_beat(int k);
  void bus_drive();
  void drive_bank(int k);
  void kernel_sample();
  void kernel_drive();
  void happen();
  void judge();
  [[nodiscard]] bool finished() const;
  bool luck(int percent) { return static_cast<int>(random_() % 100) < percent; }
  void fail(const std::string& why);

  Vstream_bench dut_;
  Design design_;
  std::mt19937_64 random_{1};
  Scenario s_;
  Arrays* arrays_ = nullptr;
  std::unique_ptr<CoreModel> core_;
  std::array<std::unique_ptr<bus::Memory>, 2> memory_;
  std::array<std::deque<int>, 2> unacknowledged_;  ///< beats of the bursts whose data are complete, with strobes
  std::array<bool, 2> r_taken_{}, b_taken_{};
  std::array<int, 2> beat_in_burst_{}, strobed_{};
  bool word_taken_ = false, result_taken_ = false;
  int errors_ = 0;  ///< that the memory has answered with: 1 a read, 2 a write
  bool stopped_ = false, cut_ = false;
  long stop_cycle_ = 0, last_progress_ = 0;
  std::string fault_;
};

}  // namespace rtlgen::stream_test
