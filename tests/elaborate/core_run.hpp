// Runs a whole core in process: the design flattened into one module for hw::Interpreter, its output
// FIFO a queue, a driver that streams pass after pass with random stalls.
#pragma once

#include <map>
#include <random>
#include <string>
#include <vector>

#include "golden/grid.hpp"

namespace rtlgen::plan {
struct Plan;
}

namespace rtlgen::hw {
struct Design;
struct Module;
}  // namespace rtlgen::hw

namespace rtlgen::test {

/// `design` as one module without instances. Each leaf instance becomes ports: its inputs are
/// outputs `<leaf>_<port>`, its outputs inputs of that name.
hw::Module flatten(const hw::Design& design);

struct CoreRun {
  bool ended = false;  ///< `done` rose in time, and nothing was left over
  std::int64_t cycles = 0;
  std::size_t most_held = 0;  ///< words in the output FIFO
  std::map<int, golden::Grid> outputs;
  std::vector<std::vector<std::uint64_t>> monitors;  ///< by pass: the ports mon_<name>
};

/// One run of `iterations` on `extents`. Fields must fit 64 bits per word together.
CoreRun run_core(const plan::Plan& plan, const hw::Design& design, const spec::Extents& extents,
                 std::int64_t iterations, const std::map<int, golden::Grid>& inputs, double stalls,
                 std::mt19937& random);

}  // namespace rtlgen::test
