// The compiled top with one of its designs clocked, and the shapes that a design is run with.
#pragma once

#include <cstdint>
#include <cstdio>
#include <random>
#include <string>
#include <vector>

#include "Vgeometry_bench.h"
#include "contract/geometry.hpp"
#include "design.hpp"

namespace rtlgen::walk_test {

struct Bench {
  Vgeometry_bench dut;
  std::mt19937_64 random{1};
  Design design;
  long cycles = 0;
  long checked = 0;  ///< segments, words or beats compared

  bool chance(int percent) { return static_cast<int>(random() % 100) < percent; }
  std::int64_t between(std::int64_t low, std::int64_t high) {
    return low + static_cast<std::int64_t>(random() % static_cast<std::uint64_t>(high - low + 1));
  }
  /// Outputs for the inputs as they are now.
  void settle() {
    dut.clk = 0;
    dut.drive = 1;
    dut.eval();
  }
  void edge() {
    dut.clk = 1;
    dut.drive = 0;
    dut.eval();
    ++cycles;
  }
  /// The design's configuration is what the inputs are now.
  void load() {
    dut.load = 0;
    dut.eval();
    dut.load = 1;
    dut.eval();
  }
  void reset() {
    dut.rst = 1;
    dut.start = 0;
    dut.stop = 0;
    dut.in_valid = 0;
    dut.out_ready = 0;
    for (int i = 0; i < 2; ++i) {
      settle();
      edge();
    }
    dut.rst = 0;
  }
};

/// How a run is disturbed.
enum class Mode { kFree, kRandom, kTight };

/// Each answers "" or the first difference.
std::string run_walk(Bench& bench, const geometry::Shape& shape, const geometry::Layout& layout, Mode mode);
std::string run_unpack(Bench& bench, const geometry::Shape& shape, const geometry::Layout& layout, Mode mode);
std::string run_pack(Bench& bench, const geometry::Shape& shape, const geometry::Layout& layout, Mode mode);

}  // namespace rtlgen::walk_test
