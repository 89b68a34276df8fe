// Random traffic through bus_system.v: every beat right, nothing outside, no hang.
//
// Arguments: bytes of a beat, beats of the longest burst, scenarios, then what a model with mutants reads. Each
// scenario draws clocks, stalls, segments and one event: none, a stop, a reset in mid-run, a bad answer, a segment
// outside its buffer. Prints "ok <beats> <events of each kind> <percent of full speed>" or what went wrong.
#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <string>

#include "Vbus_system.h"
#include "bus_scenario.hpp"
#include "memory_model.hpp"
#include "verilated.h"

namespace bus {
namespace {

constexpr long kPatience = 20000;  // bus cycles without any progress
constexpr int kIdleWithin = 4000;  // bus cycles from a stop to idle

/// Expected beat on a stream.
struct Beat {
  std::uint64_t addr = 0;
  int bank = 0;
};

class Bench {
 public:
  Bench(const Scenario& scenario, std::uint64_t seed)
      : s_(scenario), random_(seed), memory_{Memory(s_.weather, seed + 1), Memory(s_.weather, seed + 2)} {
    for (Memory& m : memory_) m.step = beat_bytes;
    for (int e = 0; e < 4; ++e) {
      for (int b = 0; b < 2; ++b) {
        put64(dut_.buf_first, 2 * e + b, base(e, b));
        put64(dut_.buf_last, 2 * e + b, base(e, b) + kRegion - beat_bytes);
      }
    }
    make_segments();
  }
  /// "" or what went wrong.
  std::string run();
  long beats = 0;   ///< that came through
  long cycles = 0;  ///< cycles of the bus

 private:
  template <class Wide>
  static void put64(Wide& wide, int i, std::uint64_t value) {
    wide[2 * i] = static_cast<std::uint32_t>(value);
    wide[2 * i + 1] = static_cast<std::uint32_t>(value >> 32);
  }
  template <class Wide>
  static std::uint64_t get64(const Wide& wide, int i) {
    return wide[2 * i] | static_cast<std::uint64_t>(wide[2 * i + 1]) << 32;
  }
  template <class Wide>
  static bool beat_is(const Wide& wide, int i, int bank, std::uint64_t addr) {
    const int words = beat_bytes / 4;
    for (int w = 0; w < words; ++w)
      if (wide[i * words + w] != word_at(bank, addr, w)) return false;
    return true;
  }
  template <class Wide>
  static void put_beat(Wide& wide, int i, int bank, std::uint64_t addr) {
    const int words = beat_bytes / 4;
    for (int w = 0; w < words; ++w) wide[i * words + w] = word_at(bank, addr, w);
  }
  bool luck(int percent) { return static_cast<int>(random_() % 100) < percent; }
  void fail(const std::string& why) {
    if (fault_.empty()) fault_ = why + " in bus cycle " + std::to_string(cycles);
  }

  void make_segments();
  void reset();
  void bus_sample();
  void bus_drive();
  void ker_sample();
  void ker_drive();
  void sample_bank(int k);
  void sample_write_beat(int k);
  void judge();
  void happen();
  [[nodiscard]] bool finished() const;

  Vbus_system dut_;
  Scenario s_;
  std::mt19937_64 random_;
  std::array<Memory, 2> memory_;
  std::array<std::deque<Segment>, 4> segments_;
  std::array<std::deque<Beat>, 2> read_, to_write_, written_;  ///< beats still to come at each place
  std::array<std::deque<int>, 2> rows_;                        ///< beats up to each row's end
  std::array<int, 2> write_beats_{}, acked_{}, rows_done_{};
  std::array<std::deque<std::pair<int, int>>, 2> open_;  ///< per bank: writer, beats
  std::array<bool, 2> r_taken_{}, b_taken_{};
  std::array<bool, 2> ker_taken_{};
  int beat_in_burst_[2] = {0, 0};
  bool stopped_ = false, was_reset_ = false, expects_bounds_ = false;
  long stop_cycle_ = 0, last_progress_ = 0;
  std::string fault_;
};

void Bench::make_segments() {
  for (int e = 0; e < 4; ++e) {
    int bank = 0;
    for (int n = 0; n < s_.segments; ++n) {
      Segment x;
      if (luck(10)) bank = 1 - bank;
      x.bank = bank;
      const int kind = static_cast<int>(random_() % 6);
      x.beats = s_.long_rows ? 512
                : kind < 2   ? 1 + static_cast<int>(random_() % 4)
                : kind < 4   ? longest - 1 + static_cast<int>(random_() % 3)
                             : 1 + static_cast<int>(random_() % (3 * longest));
      const std::uint64_t places = kRegion / static_cast<unsigned>(beat_bytes);
      std::uint64_t at = s_.long_rows ? 0 : random_() % (places - static_cast<unsigned>(x.beats) + 1);
      if (!s_.long_rows && luck(30)) {  // close to a page's end
        const std::uint64_t page = 0x400 + 0x1000 * (random_() % 8);
        at = page / static_cast<unsigned>(beat_bytes) - random_() % 4;
      }
      x.addr = base(e, bank) + at * static_cast<unsigned>(beat_bytes);
      if (e >= 2) {
        x.row_end = luck(50) || n + 1 == s_.segments;
        if (x.row_end && luck(20)) x.beats = 0;
      }
      segments_[e].push_back(x);
    }
  }
  if (s_.event == kOutside) {
    const int e = static_cast<int>(random_() % 4);
    Segment& x = segments_[e][segments_[e].size() / 2];
    x.beats = 2 * longest;
    const std::uint64_t bytes = static_cast<unsigned>(beat_bytes);
    x.addr =
        luck(50) ? base(e, x.bank) - bytes * (1 + random_() % 3) : base(e, x.bank) + kRegion - bytes * (random_() % 3);
    expects_bounds_ = true;
  }
}

void Bench::reset() {
  dut_.bus_rst = dut_.ker_rst = 1;
  dut_.bus_clk = dut_.ker_clk = 0;
  dut_.seg_valid = dut_.out_ready = dut_.in_valid = 0;
  dut_.awready = dut_.wready = dut_.arready = dut_.bvalid = dut_.rvalid = 0;
  dut_.stop = 0;
  for (int i = 0; i < 10; ++i) {
    dut_.bus_clk = dut_.ker_clk = i % 2;
    dut_.eval();
  }
  dut_.bus_clk = dut_.ker_clk = 0;
  dut_.bus_rst = dut_.ker_rst = 0;
  for (auto& q : read_) q.clear();
  for (auto& q : to_write_) q.clear();
  for (auto& q : written_) q.clear();
  for (auto& q : rows_) q.clear();
  for (auto& q : open_) q.clear();
  write_beats_ = acked_ = rows_done_ = {};
  r_taken_ = b_taken_ = ker_taken_ = {};
  beat_in_burst_[0] = beat_in_burst_[1] = 0;
  const std::uint64_t seed = random_();
  memory_ = {Memory(s_.weather, seed), Memory(s_.weather, seed + 1)};
  for (Memory& m : memory_) m.step = beat_bytes;
}

/// Segments that are taken at this edge become beats to expect.
void Bench::bus_sample() {
  for (int e = 0; e < 4; ++e) {
    if (!(dut_.seg_valid & dut_.seg_ready & 1 << e)) continue;
    const Segment x = segments_[e].front();
    segments_[e].pop_front();
    last_progress_ = cycles;
    for (int i = 0; i < x.beats; ++i) {
      const Beat beat{x.addr + static_cast<unsigned>(i * beat_bytes), x.bank};
      if (e < 2)
        read_[e].push_back(beat);
      else
        to_write_[e - 2].push_back(beat), written_[e - 2].push_back(beat);
    }
    if (e >= 2) {
      write_beats_[e - 2] += x.beats;
      if (x.row_end) rows_[e - 2].push_back(write_beats_[e - 2]);
    }
  }
  for (int k = 0; k < 2; ++k) sample_bank(k);
}

void Bench::sample_bank(int k) {
  Memory& m = memory_[k];
  const int bit = 1 << k;
  const auto owner = [&](std::uint64_t addr, int beats, int first) {
    for (int e = first; e < first + 2; ++e) {
      const std::uint64_t end = addr + static_cast<std::uint64_t>(beats * beat_bytes);
      if (addr >= base(e, k) && end <= base(e, k) + kRegion) return e;
    }
    fail("a burst outside all buffers");
    return first;
  };
  if (dut_.arvalid & dut_.arready & bit) {
    const int beats = (dut_.arlen >> (8 * k) & 255) + 1;
    owner(get64(dut_.araddr, k), beats, 0);
    m.ask_read(get64(dut_.araddr, k), beats);
    if (stopped_ && cycles > stop_cycle_ + kIdleWithin / 4) fail("a read long after the stop");
  }
  if (dut_.awvalid & dut_.awready & bit) {
    const int beats = (dut_.awlen >> (8 * k) & 255) + 1;
    m.ask_write(get64(dut_.awaddr, k), beats);
    open_[k].emplace_back(owner(get64(dut_.awaddr, k), beats, 2) - 2, beats);
  }
  if (dut_.wvalid & dut_.wready & bit) sample_write_beat(k);
  r_taken_[k] = dut_.rvalid & dut_.rready & bit;
  b_taken_[k] = dut_.bvalid & dut_.bready & bit;
  if (b_taken_[k]) {
    const auto [writer, beats] = open_[k].front();
    open_[k].pop_front();
    acked_[writer] += beats;
  }
}

void Bench::sample_write_beat(int k) {
  Memory& m = memory_[k];
  last_progress_ = cycles;
  if (m.writes.empty()) return fail("a write beat without a burst");
  Burst& burst = m.writes.front();
  const std::uint64_t addr = burst.addr + static_cast<unsigned>(beat_in_burst_[k] * beat_bytes);
  const int writer = addr >= base(3, 0) ? 1 : 0;
  if (written_[writer].empty()) return fail("a write beat too many");
  const Beat expected = written_[writer].front();
  written_[writer].pop_front();
  if (expected.addr != addr || expected.bank != k) fail("a write beat in the wrong place");
  if (!(dut_.wstrb_all & 1 << k)) fail("a write beat without strobes");
  if (!beat_is(dut_.wdata, k, k, addr)) fail("a wrong write beat");
  ++beats;
  if (dut_.wlast & 1 << k) {
    m.complete_write(burst.addr);
    m.writes.pop_front();
    beat_in_burst_[k] = 0;
  } else {
    ++beat_in_burst_[k];
  }
}

void Bench::bus_drive() {
  dut_.seg_valid = dut_.seg_bank = dut_.seg_row_end = 0;
  for (int e = 0; e < 4; ++e) {
    if (segments_[e].empty()) continue;
    const Segment& x = segments_[e].front();
    dut_.seg_valid |= 1 << e;
    dut_.seg_bank |= x.bank << e;
    if (e >= 2) dut_.seg_row_end |= x.row_end << (e - 2);
    put64(dut_.seg_addr, e, x.addr);
    std::uint8_t bytes[3] = {static_cast<std::uint8_t>(x.beats), static_cast<std::uint8_t>(x.beats >> 8), 0};
    for (int b = 0; b < 3; ++b) {
      const int at = 24 * e + 8 * b;
      std::uint32_t& word = dut_.seg_beats[at / 32];
      word = (word & ~(0xffu << (at % 32))) | static_cast<std::uint32_t>(bytes[b]) << (at % 32);
    }
  }
  dut_.awready = dut_.wready = dut_.arready = dut_.bvalid = dut_.rvalid = dut_.rlast = 0;
  dut_.bresp = dut_.rresp = 0;
  for (int k = 0; k < 2; ++k) {
    Memory& m = memory_[k];
    m.cycle(r_taken_[k], b_taken_[k]);
    dut_.awready |= m.awready << k;
    dut_.arready |= m.arready << k;
    // Data that come before their burst's address wait: the model is simpler, the master must not care.
    dut_.wready |= (m.wready && !m.writes.empty()) << k;
    dut_.bvalid |= m.bvalid << k;
    dut_.bresp |= (m.bvalid ? m.bresp : 0) << (2 * k);
    dut_.rvalid |= m.rvalid << k;
    dut_.rlast |= (m.rvalid && m.rlast) << k;
    dut_.rresp |= (m.rvalid ? m.rresp : 0) << (2 * k);
    if (m.rvalid) put_beat(dut_.rdata, k, k, m.raddr);
  }
}

void Bench::ker_sample() {
  for (int i = 0; i < 2; ++i) {
    if (dut_.out_valid & dut_.out_ready & 1 << i) {
      if (read_[i].empty()) return fail("a read beat too many");
      const Beat beat = read_[i].front();
      read_[i].pop_front();
      if (!beat_is(dut_.out_data, i, beat.bank, beat.addr)) fail("a wrong read beat");
      ++beats;
      last_progress_ = cycles;
    }
    ker_taken_[i] = dut_.in_valid & dut_.in_ready & 1 << i;
    if (ker_taken_[i]) to_write_[i].pop_front();
  }
}

void Bench::ker_drive() {
  dut_.out_ready = luck(s_.ker_percent) | luck(s_.ker_percent) << 1;
  for (int i = 0; i < 2; ++i) {
    const bool held = (dut_.in_valid & 1 << i) && !ker_taken_[i];
    const bool valid = held || (!to_write_[i].empty() && luck(s_.ker_percent));
    dut_.in_valid = static_cast<std::uint8_t>((dut_.in_valid & ~(1 << i)) | valid << i);
    if (valid) put_beat(dut_.in_data, i, to_write_[i].front().bank, to_write_[i].front().addr);
  }
}

/// The conditions of every cycle.
void Bench::judge() {
  if (dut_.violation)
    fail("AXI rule " + std::to_string(dut_.violation & 255) + " or " + std::to_string(dut_.violation >> 8));
  for (int w = 0; w < 2; ++w) {
    while (!rows_[w].empty() && rows_[w].front() <= acked_[w]) rows_[w].pop_front(), ++rows_done_[w];
    const auto committed = static_cast<int>(dut_.rows_committed >> (32 * w));
    if (committed > rows_done_[w]) fail("a row is committed too early");
  }
  const bool error_wanted = s_.event == kReadError || s_.event == kWriteError;
  if (dut_.err_resp && !error_wanted) fail("err_resp without a bad answer");
  if (dut_.err_bounds && !expects_bounds_) fail("err_bounds without a reason");
  if (stopped_ && cycles > stop_cycle_ + kIdleWithin && dut_.idle != 15) fail("not idle after a stop");
  if (cycles - last_progress_ > kPatience) fail("no progress");
}

/// The scenario's event, and the sequencer: a stop follows every error.
void Bench::happen() {
  if (s_.event == kStop && cycles == s_.when) stopped_ = true, stop_cycle_ = cycles;
  if (!stopped_ && (dut_.err_bounds | dut_.err_resp)) stopped_ = true, stop_cycle_ = cycles;
  dut_.stop = stopped_;
  if (s_.event == kReset && cycles == s_.when) {
    reset();
    was_reset_ = true;
    last_progress_ = cycles;
  }
}

bool Bench::finished() const {
  if (stopped_) return cycles > stop_cycle_ + kIdleWithin + 10;
  for (const auto& q : segments_)
    if (!q.empty()) return false;
  for (const auto& q : read_)
    if (!q.empty()) return false;
  for (int w = 0; w < 2; ++w)
    if (!rows_[w].empty() || static_cast<int>(dut_.rows_committed >> (32 * w)) != rows_done_[w]) return false;
  return dut_.idle == 15;
}

std::string Bench::run() {
  reset();
  long bus_next = s_.bus_period, ker_next = 1 + s_.ker_period;
  while (fault_.empty() && !finished()) {
    const long now = bus_next < ker_next ? bus_next : ker_next;
    const bool bus = now == bus_next, ker = now == ker_next;
    dut_.eval();
    if (bus) bus_sample();
    if (ker) ker_sample();
    if (bus) dut_.bus_clk = 1, bus_next += s_.bus_period;
    if (ker) dut_.ker_clk = 1, ker_next += s_.ker_period;
    dut_.eval();
    if (bus) ++cycles, bus_drive(), happen(), judge();
    if (ker) ker_drive();
    dut_.bus_clk = dut_.ker_clk = 0;
    dut_.eval();
  }
  const bool error = s_.event == kReadError || s_.event == kWriteError || s_.event == kOutside;
  if (fault_.empty() && error && !(dut_.err_bounds | dut_.err_resp)) fail("the error was not reported");
  if (fault_.empty() && s_.event == kReset && !was_reset_) fail("over before the reset");
  return fault_;
}

int bench(int scenarios) {
  std::mt19937_64 random(5);
  long beats = 0;
  for (int n = 0; n < scenarios; ++n) {
    const Scenario scenario = draw(n, random);
    Bench bench(scenario, random());
    const std::string fault = bench.run();
    if (!fault.empty()) {
      std::printf("scenario %d, event %d: %s\n", n, scenario.event, fault.c_str());
      return 1;
    }
    beats += bench.beats;
  }
  // Long segments, nothing in the way: two beats per cycle are read and two written, one each a bank's channel.
  Scenario swift;
  swift.long_rows = true;
  swift.segments = 8;
  Bench bench(swift, 1);
  const std::string fault = bench.run();
  if (!fault.empty())
    std::printf("at full speed: %s\n", fault.c_str());
  else
    std::printf("ok %ld %d %.1f\n", beats, scenarios / kEvents,
                100.0 * static_cast<double>(bench.beats) / static_cast<double>(2 * bench.cycles));
  return fault.empty() ? 0 : 1;
}

}  // namespace
}  // namespace bus

int main(int argc, char** argv) {
  if (argc < 4) return 2;
  Verilated::commandArgs(argc, argv);
  bus::beat_bytes = std::atoi(argv[1]);
  bus::longest = std::min(std::atoi(argv[2]), 4096 / bus::beat_bytes);
  return bus::bench(std::atoi(argv[3]));
}
