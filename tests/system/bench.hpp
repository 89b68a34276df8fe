// The cards of the compiled top with memories and a host: what a case of main.cpp drives.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "Vsystem_bench.h"
#include "system/axi_memory.hpp"
#include "system/clock.hpp"
#include "system/pcie_host.hpp"

namespace rtlgen::system_test {

using namespace system;
using Host = PcieHost<12>;

/// A card of the top: its channels and where its buffers lie in them.
struct Card {
  const char* name;
  std::uint32_t slot;
  int beat_bytes;
  std::vector<AxiEngine*> engines;
  std::array<Store*, 2> stores;  ///< contents of buffers 0 and 1
};

struct Shape {
  int row = 1, rows = 1, passes = 1;  ///< a row in beats
  [[nodiscard]] std::size_t beats() const { return static_cast<std::size_t>(row) * static_cast<std::size_t>(rows); }
};

/// The settings of a run and its results.
struct Run {
  Shape shape;
  std::array<std::uint64_t, 2> base{0x10000, 0x400000};
  std::uint32_t watchdog = 30000;
  std::uint64_t seed = 1;
  double patience_us = 1000;

  bool finished = false;
  std::uint32_t errors = 0, busy = 0, stalled = 0;
};

inline constexpr std::uint64_t kCapacity = 64 << 20;

class Bench {
 public:
  explicit Bench(Host::Program program);

  void select(const Card& card);
  void set(const MemoryOptions& options);

  // A run in its parts, and as a whole.
  void load(Host& host, Run& run);
  void program(Host& host, const Run& run);
  void start(Host& host);
  void finish(Host& host, Run& run);
  /// "" or which cell is wrong: all of them after a run without error, else none may hold what no pass computes.
  std::string compare(Host& host, const Run& run);
  std::string whole(Host& host, Run& run);
  /// "" or the codes of the card's checkers, one a channel.
  [[nodiscard]] std::string broken_rules() const;

  Clock bus_clock{"bus_clock", 4}, kernel_clock{"kernel_clock", 4};
  std::vector<Card> cards;
  const Card* card = nullptr;

 private:
  std::vector<std::uint32_t> pattern(const Run& run, int buffer) const;

  sc_core::sc_signal<bool> bus_rst_, irq_;
  sc_core::sc_signal<std::uint32_t> slot_, violation_;
  AxiLiteWires<12> registers_;
  AxiWires<512> wide0_, wide1_;
  AxiWires<64> narrow_;
  AxiWires<1024> widest_;
  Vsystem_bench dut_{"dut"};
  AxiMemory<512> memory0_, memory1_;
  AxiMemory<64> memory2_;
  AxiMemory<1024> memory3_;

 public:
  Host host;
};

}  // namespace rtlgen::system_test
