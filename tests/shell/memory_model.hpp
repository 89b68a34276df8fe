// A memory behind one AXI4 port for bus_bench.cpp: random latency and stalls, errors on demand.
//
// What it holds is a function of bank and address, so any beat can be judged without a table.
#pragma once

#include <cstdint>
#include <deque>
#include <random>
#include <vector>

namespace bus {

inline std::uint64_t mix(std::uint64_t x) {
  x = (x ^ (x >> 31)) * 0x9e3779b97f4a7c15ULL;
  x = (x ^ (x >> 29)) * 0xbf58476d1ce4e5b9ULL;
  return x ^ (x >> 32);
}

/// 32-bit word `i` of the beat at `addr` of bank `bank`.
inline std::uint32_t word_at(int bank, std::uint64_t addr, int i) {
  return static_cast<std::uint32_t>(mix(addr * 2 + static_cast<unsigned>(bank)) >> (i % 5)) + 77u * i;
}

/// How hard life is.
struct Weather {
  int ready_percent = 100;  ///< share of clocks with each ready and each valid of the memory
  int latency = 0;          ///< most cycles from burst to answer
  int read_error = -1;      ///< beats until one comes with an error; -1: never
  int write_error = -1;     ///< bursts until one does
};

struct Burst {
  std::uint64_t addr = 0;
  int beats = 0;
};

/// A beat on its way back, or an answer.
struct Pending {
  std::uint64_t addr = 0;
  long due = 0;
  bool last = false;
};

class Memory {
 public:
  Memory(Weather weather, std::uint64_t seed) : weather_(weather), random_(seed) {}

  // Outputs of the memory, new every cycle.
  bool awready = false, wready = false, arready = false;
  bool bvalid = false, rvalid = false, rlast = false;
  int bresp = 0, rresp = 0;
  std::uint64_t raddr = 0;

  std::deque<Burst> writes;  ///< asked for, data not complete

  void ask_read(std::uint64_t addr, int beats) {
    for (int i = 0; i < beats; ++i) reads_.push_back({addr, delay(), i + 1 == beats}), addr += step;
  }
  void ask_write(std::uint64_t addr, int beats) { writes.push_back({addr, beats}); }
  void complete_write(std::uint64_t addr) { responses_.push_back({addr, delay(), true}); }

  /// One cycle: `r_taken`, `b_taken` say what left at the edge that has just been.
  void cycle(bool r_taken, bool b_taken) {
    ++now_;
    if (rvalid && r_taken) rvalid = false;
    if (bvalid && b_taken) bvalid = false;
    awready = luck();
    arready = luck();
    wready = luck();
    if (!rvalid && !reads_.empty() && reads_.front().due <= now_ && luck()) {
      rvalid = true;
      raddr = reads_.front().addr;
      rlast = reads_.front().last;
      rresp = counts_down(weather_.read_error) ? 2 : 0;
      reads_.pop_front();
    }
    if (!bvalid && !responses_.empty() && responses_.front().due <= now_ && luck()) {
      bvalid = true;
      bresp = counts_down(weather_.write_error) ? 3 : 0;
      responses_.pop_front();
    }
  }

  int step = 8;  ///< bytes of a beat

 private:
  bool luck() { return static_cast<int>(random_() % 100) < weather_.ready_percent; }
  long delay() { return now_ + (weather_.latency > 0 ? static_cast<long>(random_() % weather_.latency) : 0); }
  static bool counts_down(int& left) { return left >= 0 && left-- == 0; }

  Weather weather_;
  std::mt19937_64 random_;
  long now_ = 0;
  std::deque<Pending> reads_, responses_;
};

}  // namespace bus
