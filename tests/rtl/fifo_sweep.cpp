// Random traffic through every FIFO of fifo_sweep.v, compared with std::deque.
//
// Phases: free running, slow reader, slow writer, writer stopped, and at last one that overflows.
// Prints "ok <words> <most words per cycle>" or the first difference.
#include <cstdint>
#include <cstdio>
#include <deque>
#include <random>
#include <vector>

#include "Vfifo_sweep.h"
#include "verilated.h"

namespace {

constexpr int kCount = 10;
int depth_of(int i) { return i < 8 ? i + 1 : 9 + 4 * i; }
int width_of(int i) { return i == 0 ? 1 : (i < 4 ? 8 * i : 64 - i); }

struct Bench {
  Vfifo_sweep dut;
  std::vector<std::deque<std::uint64_t>> model = std::vector<std::deque<std::uint64_t>>(kCount);
  std::mt19937_64 random{1};
  long words = 0;
  long streak = 0, longest = 0;  // words in a row out of shape 7

  void edge() {
    dut.clk = 0;
    dut.eval();
    dut.clk = 1;
    dut.eval();
  }
  void reset() {
    dut.rst = 1;
    dut.in_valid = 0;
    dut.out_ready = 0;
    edge();
    dut.rst = 0;
    for (auto& queue : model) queue.clear();
  }
  bool clock(int write_percent, int read_percent, bool respect_room);
};

bool Bench::clock(int write_percent, int read_percent, bool respect_room) {
  unsigned valid = 0, ready = 0;
  for (int i = 0; i < kCount; ++i) {
    const bool room = static_cast<int>(model[i].size()) < depth_of(i);
    if ((room || !respect_room) && static_cast<int>(random() % 100) < write_percent) valid |= 1u << i;
    if (static_cast<int>(random() % 100) < read_percent) ready |= 1u << i;
    const std::uint64_t data = random();
    dut.in_data[2 * i] = static_cast<std::uint32_t>(data);
    dut.in_data[2 * i + 1] = static_cast<std::uint32_t>(data >> 32);
  }
  dut.in_valid = valid;
  dut.out_ready = ready;
  dut.clk = 0;
  dut.eval();
  for (int i = 0; i < kCount; ++i) {
    const std::uint64_t mask = ~std::uint64_t{0} >> (64 - width_of(i));
    const auto word = [i](const auto& bus) { return bus[2 * i] | static_cast<std::uint64_t>(bus[2 * i + 1]) << 32; };
    const bool leaves = (dut.out_valid & ready) >> i & 1;
    if (dut.out_valid >> i & 1) {
      if (model[i].empty() || word(dut.out_data) != model[i].front()) {
        std::printf("shape %d: unexpected word %llx\n", i, static_cast<unsigned long long>(word(dut.out_data)));
        return false;
      }
    }
    if (leaves) {
      model[i].pop_front();
      ++words;
    }
    if (i == 7) {
      streak = leaves ? streak + 1 : 0;
      if (streak > longest) longest = streak;
    }
    if (valid >> i & 1) model[i].push_back(word(dut.in_data) & mask);
  }
  dut.clk = 1;
  dut.eval();
  return true;
}

}  // namespace

int main() {
  Bench bench;
  bench.reset();
  const int phases[][2] = {{100, 100}, {90, 20}, {20, 90}, {50, 50}, {0, 100}, {100, 100}};
  for (const auto& phase : phases) {
    for (int cycle = 0; cycle < 5000; ++cycle) {
      if (!bench.clock(phase[0], phase[1], true)) return 1;
      if (bench.dut.overflow != 0) {
        std::printf("overflow %x though there was room\n", bench.dut.overflow);
        return 1;
      }
    }
    for (int i = 0; i < kCount && phase[0] == 0; ++i) {
      if (!bench.model[i].empty()) {
        std::printf("shape %d: a word never came out\n", i);
        return 1;
      }
    }
  }
  bench.reset();
  for (int cycle = 0; cycle < 200; ++cycle) {
    if (!bench.clock(100, 0, false)) return 1;
  }
  if (bench.dut.overflow != (1u << kCount) - 1) {
    std::printf("overflow %x is not reported everywhere\n", bench.dut.overflow);
    return 1;
  }
  bench.reset();
  if (bench.dut.overflow != 0) {
    std::printf("reset does not clear overflow\n");
    return 1;
  }
  std::printf("ok %ld %ld\n", bench.words, bench.longest);
  return 0;
}
